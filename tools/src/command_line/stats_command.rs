//! `breach-tools stats`: the figures of a match from counts given by hand, a figure a line.

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;

use breach_tools::stats::{self, Model, Sample, Sprt};

/// Computes Elo and likelihoods from counts.
#[derive(Debug, Args)]
pub(crate) struct StatsCommand {
    /// Pairs by their score, 0, ½, 1, 1½ and 2 points: five numbers with commas
    #[arg(long, value_name = "COUNTS", required_unless_present = "wdl")]
    pairs: Option<String>,
    /// Single games: wins, draws and losses with commas
    #[arg(long, value_name = "COUNTS", conflicts_with = "pairs")]
    wdl: Option<String>,
    /// The difference under the null hypothesis
    #[arg(long, default_value_t = 0.0, allow_negative_numbers = true)]
    elo0: f64,
    /// The difference under the alternative
    #[arg(long, default_value_t = 5.0, allow_negative_numbers = true)]
    elo1: f64,
    /// How often the null hypothesis may be refused though it is true
    #[arg(long, default_value_t = 0.05)]
    alpha: f64,
    /// How often the alternative may be refused though it is true
    #[arg(long, default_value_t = 0.05)]
    beta: f64,
    /// What Elo means to the test: normalized or logistic
    #[arg(long, default_value_t)]
    model: Model,
}

impl StatsCommand {
    /// Prints the figures.
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let sample = self.sample()?;
        let Self { elo0, elo1, alpha, beta, model, .. } = *self;
        let sprt = Sprt { elo0, elo1, alpha, beta, model }.checked()?;
        let (lower, upper) = sprt.bounds();
        let mut out = io::stdout().lock();
        writeln!(out, "N {}", sample.len())?;
        if let Some(elo) = stats::elo(&sample) {
            writeln!(out, "Score {:.6}", sample.mean())?;
            writeln!(out, "Elo {elo:.3}")?;
        }
        if let Some(elo) = stats::normalized_elo(&sample) {
            writeln!(out, "nElo {elo:.3}")?;
        }
        if let Some(chance) = stats::likelihood_of_superiority(&sample) {
            writeln!(out, "LOS {:.3}", chance * 100.0)?;
        }
        writeln!(out, "LLR {:.6}", sprt.log_likelihood_ratio(&sample))?;
        writeln!(out, "Lower {lower:.6}")?;
        writeln!(out, "Upper {upper:.6}")?;
        Ok(ExitCode::SUCCESS)
    }

    fn sample(&self) -> anyhow::Result<Sample> {
        match (&self.pairs, &self.wdl) {
            (Some(text), _) => Ok(Sample::pairs(counts(text).context("--pairs")?)),
            (None, Some(text)) => {
                let [wins, draws, losses] = counts(text).context("--wdl")?;
                Ok(Sample::games(losses, draws, wins))
            }
            (None, None) => anyhow::bail!("no counts: give --pairs or --wdl"),
        }
    }
}

/// The most that can have been counted; sums of counts stay exact.
const MOST: u64 = 1 << 40;

/// Reads exactly `N` counts with commas between them.
fn counts<const N: usize>(text: &str) -> anyhow::Result<[u64; N]> {
    let numbers: Vec<u64> = text
        .split(',')
        .map(|number| {
            let count = number.trim().parse().ok().filter(|&count| count <= MOST);
            count.with_context(|| format!("'{number}' is no count"))
        })
        .collect::<Result<_, _>>()?;
    let found = numbers.len();
    numbers.try_into().map_err(|_| anyhow::anyhow!("{found} counts instead of {N}"))
}
