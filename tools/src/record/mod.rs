//! How games are written down.

mod game;

pub use game::{Effort, GameRecord, GameResult, Reason, RecordError};
