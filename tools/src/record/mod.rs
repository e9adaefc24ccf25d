//! How games are written down, and what those written down have in common.

mod census;
mod game;

pub use census::{Census, CensusError, Endings};
pub use game::{Effort, GameRecord, GameResult, Reason, RecordError};
