//! `breach-tools mcts`: the sparring partner on the standard input and output.

use std::io::{self, BufReader};
use std::process::ExitCode;

use clap::Args;

use breach_tools::sparring::{self, Parameters};

/// Plays by plain Monte-Carlo tree search, speaking UCI: an engine for `match`.
#[derive(Debug, Args)]
pub(crate) struct MctsCommand {
    /// How much it tries what has scored less: the factor of UCB1's confidence interval
    #[arg(long, default_value_t = Parameters::default().exploration, value_parser = factor)]
    exploration: f64,
    /// Plies after which a playout counts as a draw
    #[arg(long, value_name = "PLIES", default_value_t = Parameters::default().playout_plies,
          value_parser = clap::value_parser!(u32).range(1..))]
    playout: u32,
    /// What its random numbers are drawn from: the same seed and nodes give the same moves
    #[arg(long, default_value_t = Parameters::default().seed)]
    seed: u64,
}

impl MctsCommand {
    /// Plays until told to quit.
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let Self { exploration, playout, seed } = *self;
        let parameters = Parameters { exploration, playout_plies: playout, seed };
        sparring::run(BufReader::new(io::stdin()), io::stdout(), parameters)?;
        Ok(ExitCode::SUCCESS)
    }
}

fn factor(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite() && *number >= 0.0);
    number.ok_or_else(|| format!("'{text}' is no number from 0"))
}
