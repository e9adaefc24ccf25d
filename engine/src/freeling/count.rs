//! Counting lines of moves without playing the last ply: its moves are as many as the ends they have.

use super::position::Position;
use super::rules::RuleSet;
use crate::board::{Bits, Side};
use crate::game::Game;
use crate::level::Level;

impl<R: RuleSet> Position<R> {
    /// The number of legal moves.
    #[inline(always)]
    fn count_moves(&self) -> u64 {
        if Side::BOTH.into_iter().any(|side| self.has_reached_goal(side)) {
            return 0;
        }
        let mut count = u32::from(R::MAY_PASS);
        self.each_ends(self.side, |ends| count += (ends.singles | ends.pairs).count());
        u64::from(count)
    }

    /// The leaves `depth` plies below.
    #[inline(always)]
    pub(super) fn count_leaves<L: Level>(&self, level: L, depth: u32) -> u64 {
        match depth {
            0 => 1,
            1 => level.run(
                #[inline(always)]
                || self.count_moves(),
            ),
            _ => level.run(
                #[inline(always)]
                || {
                    let mut total = 0;
                    self.each_legal(|mv| {
                        total += self.after(mv).count_leaves_below(level, depth - 1);
                    });
                    total
                },
            ),
        }
    }

    /// The recursion, in a function of its own, since inlining cannot go on for ever.
    fn count_leaves_below<L: Level>(&self, level: L, depth: u32) -> u64 {
        self.count_leaves(level, depth)
    }
}
