//! What ends a search.

use std::time::Duration;

use crate::board::Move;

/// The limits of one search; whatever is reached first ends it.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// The deepest iteration.
    pub depth: Option<u32>,
    /// Nodes visited, all workers together; exact with one.
    pub nodes: Option<u64>,
    /// Stop once a win within this many full moves is proven.
    pub mate: Option<u32>,
    /// A fixed time for this move.
    pub move_time: Option<Duration>,
    /// The side to move's clock.
    pub clock: Option<GameClock>,
    /// Neither depth nor a proven result ends the search.
    pub infinite: bool,
    /// The root moves to look at; empty for all.
    pub search_moves: Vec<Move>,
    /// How many root moves to report with their own lines; 0 counts as 1.
    pub multi_pv: usize,
    /// Time lost between the engine and its opponent's clock, kept in reserve on every move.
    pub overhead: Duration,
}

/// A clock as the side to move sees it.
#[derive(Clone, Copy, Debug)]
pub struct GameClock {
    /// Time left; zero when overdrawn.
    pub remaining: Duration,
    /// Added after every move.
    pub increment: Duration,
    /// Moves to the next control, this one included, if there is one.
    pub moves_to_go: Option<u32>,
}
