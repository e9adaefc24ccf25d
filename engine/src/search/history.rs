//! What refuted what: statistics of quiet moves that one worker gathers while it searches, and orders moves by.
//!
//! Two tables: by the move itself, and by the move given the square the opponent has just moved to. Entries move
//! towards the bonus in proportion to what is missing, so they stay within a limit and forget slowly.

use super::parameters::HISTORY_LIMIT;
use crate::board::{BoardSize, Side};

/// One worker's move statistics.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    slots: usize,
    moves: Vec<i16>,
    replies: Vec<i16>,
}

/// The opponent's last move, as the reply table knows it: the square it went to.
pub(crate) type Previous = Option<u32>;

impl History {
    /// Makes room for a game with this many move slots; what was learned of another game is dropped.
    pub(crate) fn prepare(&mut self, slots: usize) {
        if self.slots != slots {
            self.slots = slots;
            self.moves = vec![0; 2 * slots];
            self.replies = vec![0; 2 * slots * (BoardSize::MOST_SQUARES + 1)];
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.moves.fill(0);
        self.replies.fill(0);
    }

    #[inline(always)]
    fn indices(&self, side: Side, previous: Previous, slot: usize) -> (usize, usize) {
        let previous = previous.map_or(BoardSize::MOST_SQUARES, |square| square as usize);
        let side = side.index();
        (
            side * self.slots + slot,
            (side * (BoardSize::MOST_SQUARES + 1) + previous) * self.slots + slot,
        )
    }

    /// How well the move in `slot` did, within twice [`HISTORY_LIMIT`].
    #[inline(always)]
    pub(crate) fn score(&self, side: Side, previous: Previous, slot: usize) -> i32 {
        let (own, reply) = self.indices(side, previous, slot);
        i32::from(self.moves[own]) + i32::from(self.replies[reply])
    }

    /// Rewards or, with a negative bonus, blames a move.
    #[inline(always)]
    pub(crate) fn update(&mut self, side: Side, previous: Previous, slot: usize, bonus: i32) {
        let (own, reply) = self.indices(side, previous, slot);
        gravitate(&mut self.moves[own], bonus);
        gravitate(&mut self.replies[reply], bonus);
    }
}

#[inline(always)]
fn gravitate(entry: &mut i16, bonus: i32) {
    let old = i32::from(*entry);
    *entry = (old + bonus - old * bonus.abs() / HISTORY_LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn entries_stay_within_the_limit(bonuses in prop::collection::vec(-HISTORY_LIMIT..HISTORY_LIMIT, 0..200)) {
            let mut entry = 0;
            for bonus in bonuses {
                gravitate(&mut entry, bonus);
                prop_assert!(i32::from(entry).abs() <= HISTORY_LIMIT);
            }
        }
    }
}
