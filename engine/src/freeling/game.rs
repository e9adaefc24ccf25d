//! Freeling's Breakthrough as the search sees it.
//!
//! A "capture" is a move whose first explosion takes an enemy piece; what a chain takes later is found by playing it.
//! Orders of explosions are no moves of their own, as they all lead to one position.

use super::chain::dispersed;
use super::position::Position;
use super::rules::RuleSet;
use super::shape::{FILES, RANKS, SQUARES, rank_for};
use crate::board::{Bits, Move, Side};
use crate::game::{Game, Verdict};
use crate::level::Level;

/// Moves from one square: four directions, four distances.
const MOVES_OF_SQUARE: usize = 16;
/// Pieces with which every move may be a bad one.
const FEW_PIECES: u32 = 3;
const PASS_SLOT: usize = SQUARES * MOVES_OF_SQUARE;

/// The moves that the search tells apart, by start and end.
static SLOTS: [[u16; SQUARES]; SQUARES] = {
    let mut slots = [[0; SQUARES]; SQUARES];
    let mut index = 0;
    while index < SQUARES * SQUARES {
        let (from, to) = (index / SQUARES, index % SQUARES);
        let distance = (from as u32 % FILES).abs_diff(to as u32 % FILES) as usize;
        if distance > 0 {
            let direction =
                2 * (to > from) as usize + (to as u32 % FILES > from as u32 % FILES) as usize;
            slots[from][to] = (from * MOVES_OF_SQUARE + direction * 4 + distance - 1) as u16;
        }
        index += 1;
    }
    slots
};

impl<R: RuleSet> Game for Position<R> {
    const SLOTS: usize = PASS_SLOT + 1;
    const CAN_REPEAT: bool = true;

    #[inline(always)]
    fn side_to_move(&self) -> Side {
        self.side
    }

    #[inline(always)]
    fn key(&self) -> u64 {
        self.key
    }

    /// Board and turn, whatever was passed before. A proof that the search reads by its key still holds: a winner can
    /// play the same move after a pass as without one, and a loser who may answer a pass with a pass is not lost.
    #[inline(always)]
    fn repetition_key(&self) -> u64 {
        self.board_key()
    }

    #[inline(always)]
    fn reversible_plies(&self) -> u32 {
        u32::from(self.reversible_plies)
    }

    fn winner(&self) -> Option<Side> {
        self.decided()
    }

    /// With few men, the best may be to stay; who may pass can.
    #[inline(always)]
    fn may_be_in_zugzwang(&self) -> bool {
        !R::MAY_PASS && self.held(self.side).count() <= FEW_PIECES
    }

    #[inline(always)]
    fn is_legal(&self, mv: Move) -> bool {
        self.allows(mv)
    }

    #[inline(always)]
    fn play(&self, mv: Move) -> Self {
        self.after(mv)
    }

    #[inline(always)]
    fn each_legal(&self, mut visit: impl FnMut(Move)) {
        if self.decided().is_none() {
            self.each_slide(super::generate::Filter::ALL, &mut visit);
            if R::MAY_PASS {
                visit(Move::PASS);
            }
        }
    }

    #[inline(always)]
    fn each_capture(&self, visit: impl FnMut(Move)) {
        self.each_slide(self.capturing(self.side).and(self.candidates()), visit);
    }

    #[inline(always)]
    fn each_quiet(&self, mut visit: impl FnMut(Move)) {
        let quiet = self.capturing(self.side).not();
        self.each_slide(quiet.and(self.candidates()), &mut visit);
        if R::MAY_PASS && (self.may_draw_by_passing() || self.open_goals(!self.side).is_empty()) {
            visit(Move::PASS);
        }
    }

    #[inline(always)]
    fn each_urgent_quiet(&self, visit: impl FnMut(Move)) {
        if self.is_threatened() {
            self.each_quiet(visit);
        } else {
            let quiet = self.capturing(self.side).not();
            let near = self.exploding(self.side).within(near_goal(self.side));
            self.each_slide(quiet.and(near), visit);
        }
    }

    #[inline(always)]
    fn is_urgent_quiet(&self, mv: Move) -> bool {
        let near = self.exploding(self.side).within(near_goal(self.side));
        mv != Move::PASS && near.admits(self.moves_pair(mv), mv.to())
    }

    #[inline(always)]
    fn is_capture(&self, mv: Move) -> bool {
        mv != Move::PASS && self.capturing(self.side).admits(self.moves_pair(mv), mv.to())
    }

    #[inline(always)]
    fn is_threatened(&self) -> bool {
        self.wins_at_once(!self.side)
    }

    #[inline(always)]
    fn verdict(&self) -> Option<Verdict> {
        if let Some(winner) = self.decided() {
            return Some(if winner == self.side { Verdict::Win(0) } else { Verdict::Loss(0) });
        }
        if self.passes == 2 {
            return Some(Verdict::Draw);
        }
        if self.wins_at_once(self.side) {
            return Some(Verdict::Win(1));
        }
        let lost = !self.may_draw_by_passing()
            && !self.open_goals(!self.side).is_empty()
            && !self.has_slide_among(self.side, self.candidates());
        lost.then_some(Verdict::Loss(2))
    }

    /// The men that the first explosion takes.
    #[inline(always)]
    fn capture_value(&self, mv: Move) -> i32 {
        let enemy = self.stacks(!self.side);
        let [ahead, left, right] = dispersed(self.side, u64::single(mv.to()));
        let hit = (ahead | left | right) & !R::safe_from(self.side);
        ((enemy.ones & hit).count() + 2 * (enemy.twos & hit).count()) as i32
    }

    #[inline(always)]
    fn loses_exchange(&self, _mv: Move) -> bool {
        false
    }

    /// Steps ahead come first, and explosions near the far wall before them.
    #[inline(always)]
    fn quiet_value(&self, mv: Move) -> i32 {
        if mv == Move::PASS {
            return -2048;
        }
        let ranks = (mv.to() / FILES) as i32 - (mv.from() / FILES) as i32;
        let ahead = if self.side == Side::White { ranks } else { -ranks };
        ahead * 256 + if self.is_urgent_quiet(mv) { 4096 } else { 0 }
    }

    #[inline(always)]
    fn slot(&self, mv: Move) -> usize {
        if mv == Move::PASS {
            return PASS_SLOT;
        }
        usize::from(SLOTS[mv.from() as usize][mv.to() as usize])
    }

    #[inline(always)]
    fn leaves_at<L: Level>(&self, level: L, depth: u32) -> u64 {
        self.count_leaves(level, depth)
    }
}

impl<R: RuleSet> Position<R> {
    /// Whether a pass would be the second in succession.
    #[inline(always)]
    fn may_draw_by_passing(&self) -> bool {
        R::MAY_PASS && self.passes > 0
    }
}

/// The ranks on which an explosion of `side` brings a man to the far wall or past it.
#[inline(always)]
fn near_goal(side: Side) -> u64 {
    rank_for(side, RANKS - 3) | rank_for(side, RANKS - 2)
}
