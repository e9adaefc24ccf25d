//! Where men can go: a set of target squares for each of the three directions, then moves one by one.

use super::Position;
use crate::board::{Bits, Geometry, Move, Side};

/// The target squares of one side's moves, by direction. Left is towards file a for both sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Targets<W> {
    pub(super) left: W,
    pub(super) straight: W,
    pub(super) right: W,
}

/// Squares that the men `own` of `side` can move to.
#[inline(always)]
pub(super) fn targets<G: Geometry>(
    geometry: G,
    side: Side,
    own: G::Word,
    enemy: G::Word,
) -> Targets<G::Word> {
    let ahead = geometry.ahead(side, own);
    Targets {
        left: geometry.left(ahead) & !own,
        straight: ahead & !(own | enemy),
        right: geometry.right(ahead) & !own,
    }
}

impl<W: Bits> Targets<W> {
    /// The targets within `squares`.
    #[inline(always)]
    pub(super) fn within(self, squares: W) -> Self {
        Self {
            left: self.left & squares,
            straight: self.straight & squares,
            right: self.right & squares,
        }
    }

    /// The number of moves.
    #[inline(always)]
    pub(super) fn count(self) -> u32 {
        self.left.count() + self.straight.count() + self.right.count()
    }

    /// All target squares, each once.
    #[inline(always)]
    pub(super) fn union(self) -> W {
        self.left | self.straight | self.right
    }

    /// Visits the moves with their direction.
    #[inline(always)]
    pub(super) fn each<G: Geometry<Word = W>>(
        self,
        geometry: G,
        side: Side,
        mut visit: impl FnMut(Move),
    ) {
        let files = geometry.files();
        // From target back to origin; White's origins lie below, Black's above.
        let back = |square: u32, aside: u32| match side {
            Side::White => (square + aside).wrapping_sub(files + 1),
            Side::Black => square + files + aside - 1,
        };
        for to in self.left.squares() {
            visit(Move::new(back(to, 2), to));
        }
        for to in self.straight.squares() {
            visit(Move::new(back(to, 1), to));
        }
        for to in self.right.squares() {
            visit(Move::new(back(to, 0), to));
        }
    }
}

impl<G: Geometry> Position<G> {
    /// Targets of all moves of the side to move, whether or not the game is over.
    #[inline(always)]
    pub(super) fn own_targets(&self) -> Targets<G::Word> {
        let (own, enemy) = self.own_and_enemy();
        targets(self.geometry, self.side, own, enemy)
    }

    /// The targets of the moves that can be worth playing: all of them, or, when an enemy man stands one step from its
    /// goal, those that take it.
    #[inline(always)]
    pub(super) fn candidate_targets(&self) -> Targets<G::Word> {
        let threats = self.threats();
        let all = self.own_targets();
        if threats.is_empty() { all } else { all.within(threats) }
    }

    /// Enemy men one step from their goal.
    #[inline(always)]
    pub(super) fn threats(&self) -> G::Word {
        self.men(!self.side) & self.geometry.rank_for(self.side, 1)
    }

    /// Whether the rules allow `mv` in this position.
    #[inline(always)]
    pub(super) fn allows(&self, mv: Move) -> bool {
        let (own, enemy) = self.own_and_enemy();
        let geometry = self.geometry;
        let squares = geometry.size().squares();
        if mv.from() >= squares || mv.to() >= squares || !own.has(mv.from()) {
            return false;
        }
        let to = G::Word::single(mv.to());
        let ahead = geometry.ahead(self.side, G::Word::single(mv.from()));
        let diagonals = geometry.left(ahead) | geometry.right(ahead);
        let reached = (ahead & !enemy) | diagonals;
        (reached & !own).meets(to) && self.decided().is_none()
    }
}
