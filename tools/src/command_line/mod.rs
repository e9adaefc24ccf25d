//! The commands: their arguments, and what they show.

mod match_command;
mod stats_command;
mod summary;

pub(crate) use match_command::MatchCommand;
pub(crate) use stats_command::StatsCommand;
