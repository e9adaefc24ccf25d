//! Iterative-deepening negamax over any [`Game`](crate::game::Game).
//!
//! In the order a search goes through them: [`Engine`] owns what outlives a search and starts the workers on its own
//! rayon pool; `root` deepens ply by ply and reports, `line` completes the lines of proven scores; `negamax` and
//! `quiescence` walk the tree; `picker` orders the moves, `history` remembers what refuted what, `table` what was found;
//! `repetition` keeps draws out of it that hold on one line alone; `time` says when to stop.

mod control;
mod engine;
mod history;
mod limits;
mod line;
mod negamax;
mod parameters;
mod picker;
mod quiescence;
mod repetition;
mod root;
mod score;
mod strength;
mod table;
mod table_memory;
mod time;
mod worker;

#[cfg(test)]
mod tests;

pub use control::{Clock, Control, SystemClock};
pub use engine::{Engine, EngineError};
pub use limits::{GameClock, Limits};
pub use root::{Bound, Finding, Report};
pub use score::{MAX_PLY, Score};
pub use strength::{ELO_RANGE, Handicap};
pub use table::TranspositionTable;
