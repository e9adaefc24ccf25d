//! The program `breach-tools`: the command line of the library `breach_tools`.

mod command_line;

use std::process::ExitCode;

use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

use command_line::{GamesCommand, MatchCommand, MctsCommand, StatsCommand};

/// Matches and measurements for engines that play Breakthrough.
#[derive(Debug, Parser)]
#[command(name = "breach-tools", version)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Plays a match of two engines.
    Match(Box<MatchCommand>),
    /// Computes Elo and likelihoods from counts.
    Stats(StatsCommand),
    /// Counts what is in files of games.
    Games(GamesCommand),
    /// Plays by plain Monte-Carlo tree search, speaking UCI: an engine for `match`.
    Mcts(MctsCommand),
}

fn main() -> ExitCode {
    let matches = CommandLine::command().get_matches();
    let result =
        CommandLine::from_arg_matches(&matches).map_err(anyhow::Error::from).and_then(|line| {
            match line.command {
                Command::Match(command) => match matches.subcommand_matches("match") {
                    Some(words) => command.run(words),
                    None => Ok(ExitCode::FAILURE),
                },
                Command::Stats(command) => command.run(),
                Command::Games(command) => command.run(),
                Command::Mcts(command) => command.run(),
            }
        });
    result.unwrap_or_else(|error| {
        eprintln!("breach-tools: {error:#}");
        ExitCode::FAILURE
    })
}
