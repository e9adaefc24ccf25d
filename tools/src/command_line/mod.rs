//! The commands: their arguments, and what they show.

mod games_command;
mod match_command;
mod mcts_command;
mod stats_command;
mod summary;

pub(crate) use games_command::GamesCommand;
pub(crate) use match_command::MatchCommand;
pub(crate) use mcts_command::MctsCommand;
pub(crate) use stats_command::StatsCommand;
