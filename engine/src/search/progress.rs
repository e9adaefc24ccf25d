//! Games without progress: the longer nothing has happened that cannot be taken back, the less an advantage is worth.
//!
//! Where moves can be taken back, a side that is ahead can wander about for ever, as every position is as good as the
//! last. So estimates shrink towards the draw by a step every so many plies without progress: the side that is ahead
//! takes a chance while it is worth something, and in the end it agrees to the draw instead of playing on for ever. The step is
//! part of the table's key, so that a stored estimate is read where it holds.

use crate::board::splitmix64;
use crate::game::Game;

/// Plies without progress that make a step. The first is free: in a lively game nothing fades.
const PLIES: u32 = 32;
/// Steps that take all of an estimate.
const STEPS: i32 = 8;

/// What keeps the keys of steps apart from other salts.
const SALT: u64 = 0x9709_7e55;

#[inline(always)]
fn steps<G: Game>(game: &G) -> i32 {
    ((game.reversible_plies() / PLIES).saturating_sub(1) as i32).min(STEPS)
}

/// What is left of an estimate of the node `game`.
#[inline(always)]
pub(crate) fn faded<G: Game>(estimate: i32, game: &G) -> i32 {
    if !G::CAN_REPEAT {
        return estimate;
    }
    estimate * (STEPS - steps(game)) / STEPS
}

/// By what the table's key of the node `game` differs from the same position's where there was progress.
#[inline(always)]
pub(crate) fn salt<G: Game>(game: &G) -> u64 {
    let steps = if G::CAN_REPEAT { steps(game) } else { 0 };
    if steps == 0 { 0 } else { splitmix64(SALT + steps as u64) }
}
