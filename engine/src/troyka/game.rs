//! Breakthrough as the search sees it.

use super::Position;
use crate::board::{Bits, Geometry, Move, Side};
use crate::game::{Game, Verdict};
use crate::level::Level;

/// Directions a man can leave a square in, rounded up to a power of two.
const DIRECTIONS: usize = 4;

impl<G: Geometry> Game for Position<G> {
    const SLOTS: usize = DIRECTIONS * G::Word::WIDTH as usize;

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    fn winner(&self) -> Option<Side> {
        self.decided()
    }

    #[inline(always)]
    fn is_legal(&self, mv: Move) -> bool {
        self.allows(mv)
    }

    #[inline(always)]
    fn play(&self, mv: Move) -> Self {
        self.after(mv)
    }

    fn each_legal(&self, visit: impl FnMut(Move)) {
        if self.decided().is_none() {
            self.own_targets().each(self.geometry, self.side, visit);
        }
    }

    #[inline(always)]
    fn each_capture(&self, visit: impl FnMut(Move)) {
        let enemy = self.men(!self.side);
        self.candidate_targets().within(enemy).each(self.geometry, self.side, visit);
    }

    #[inline(always)]
    fn each_quiet(&self, visit: impl FnMut(Move)) {
        if self.threats().is_empty() {
            let enemy = self.men(!self.side);
            self.own_targets().within(!enemy).each(self.geometry, self.side, visit);
        }
    }

    #[inline(always)]
    fn each_urgent_quiet(&self, visit: impl FnMut(Move)) {
        if self.threats().is_empty() {
            let near = self.near_goal() & !self.men(!self.side);
            self.own_targets().within(near).each(self.geometry, self.side, visit);
        }
    }

    #[inline(always)]
    fn is_urgent_quiet(&self, mv: Move) -> bool {
        self.near_goal().has(mv.to())
    }

    #[inline(always)]
    fn is_capture(&self, mv: Move) -> bool {
        self.men(!self.side).has(mv.to())
    }

    #[inline(always)]
    fn is_threatened(&self) -> bool {
        !self.threats().is_empty()
    }

    #[inline(always)]
    fn verdict(&self) -> Option<Verdict> {
        self.known_result()
    }

    /// All men are worth the same, so a capture wins one if the square has more attackers than defenders, and is even
    /// otherwise. The farther the victim had come, the better.
    #[inline(always)]
    fn capture_value(&self, mv: Move) -> i32 {
        let (attackers, defenders) = self.exchange(mv.to());
        let advanced = self.geometry.ranks() - self.geometry.steps_to_goal(!self.side, mv.to());
        let won = attackers > defenders;
        advanced as i32 + if won { 64 } else { 0 }
    }

    /// The man is lost when more enemy men attack its square than own men protect it; a capture has been paid for, so
    /// there it takes as many attackers as protectors, itself counted.
    #[inline(always)]
    fn loses_exchange(&self, mv: Move) -> bool {
        let (reaching, enemy) = self.exchange(mv.to());
        if self.is_capture(mv) {
            return enemy >= reaching;
        }
        // A man that steps diagonally is among those that reach the square; it does not protect itself.
        let diagonal = self.geometry.files() != mv.from().abs_diff(mv.to());
        enemy > reaching - u32::from(diagonal)
    }

    /// Steps that lose a man come late, steps ahead a little earlier.
    #[inline(always)]
    fn quiet_value(&self, mv: Move) -> i32 {
        let advanced = self.geometry.ranks() - self.geometry.steps_to_goal(self.side, mv.to());
        advanced as i32 * 64 - if self.loses_exchange(mv) { 8192 } else { 0 }
    }

    #[inline(always)]
    fn slot(&self, mv: Move) -> usize {
        let files = self.geometry.files();
        let (low, high) = (mv.from().min(mv.to()), mv.from().max(mv.to()));
        // A step is a whole rank and at most a file more or less.
        let direction = (high + 1).wrapping_sub(low + files) as usize & (DIRECTIONS - 1);
        (mv.from() as usize & (G::Word::WIDTH as usize - 1)) * DIRECTIONS + direction
    }

    fn leaves_at<L: Level>(&self, level: L, depth: u32) -> u64 {
        self.count_leaves(level, depth)
    }
}

impl<G: Geometry> Position<G> {
    /// The two ranks before the goal of the side to move.
    #[inline(always)]
    fn near_goal(&self) -> G::Word {
        let ranks = self.geometry.ranks();
        self.geometry.rank_for(self.side, ranks - 2) | self.geometry.rank_for(self.side, ranks - 3)
    }

    /// How many men of the side to move, and of its opponent, attack `square`: at most two each.
    #[inline(always)]
    fn exchange(&self, square: u32) -> (u32, u32) {
        let (own, enemy) = self.own_and_enemy();
        let square = G::Word::single(square);
        let beside = |side: Side| self.geometry.diagonals_ahead(side, square);
        ((beside(!self.side) & own).count(), (beside(self.side) & enemy).count())
    }
}
