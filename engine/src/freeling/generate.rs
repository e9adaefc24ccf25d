//! Moves: along a diagonal over empty squares, forward no farther than the far wall.
//!
//! All men go at once: from the set of men, one set a direction and distance, each square of which is the end of one
//! move, since its start is known from direction and distance. Single men and pairs go in two sets, as they explode on
//! different squares.

use super::chain::sources;
use super::position::Position;
use super::rules::RuleSet;
use super::shape::{
    FILES, Fixed5x9, LONGEST_SLIDE, RANKS, SIDE_FILES, far_wall, goal_rank, rank_for,
};
use crate::board::{Bits, Geometry, Move, Side};

/// The ends of the moves of one direction and distance.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ends {
    /// What to add to the start of a move to come to its end.
    offset: i32,
    /// Where single men can go.
    pub(super) singles: u64,
    /// Where pairs can go.
    pub(super) pairs: u64,
}

impl Ends {
    /// Whether the moves of `side` to these ends go ahead.
    #[inline(always)]
    pub(super) fn is_ahead(self, side: Side) -> bool {
        (self.offset > 0) == (side == Side::White)
    }
}

/// A condition on the end of a move, for single men and for pairs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Filter {
    pub(super) singles: u64,
    pub(super) pairs: u64,
}

impl Filter {
    pub(super) const ALL: Self = Self { singles: u64::MAX, pairs: u64::MAX };

    /// Both conditions.
    #[inline(always)]
    pub(super) fn and(self, other: Self) -> Self {
        Self { singles: self.singles & other.singles, pairs: self.pairs & other.pairs }
    }

    /// Either condition.
    #[inline(always)]
    pub(super) fn or(self, other: Self) -> Self {
        Self { singles: self.singles | other.singles, pairs: self.pairs | other.pairs }
    }

    /// On one of `squares`.
    #[inline(always)]
    pub(super) fn within(self, squares: u64) -> Self {
        self.and(Self { singles: squares, pairs: squares })
    }

    /// The moves that do not fulfil the condition.
    #[inline(always)]
    pub(super) fn not(self) -> Self {
        Self { singles: !self.singles, pairs: !self.pairs }
    }

    #[inline(always)]
    fn of(self, pair: bool) -> u64 {
        if pair { self.pairs } else { self.singles }
    }

    /// Whether a move of a pair, or of a single man, to `square` fulfils the condition.
    #[inline(always)]
    pub(super) fn admits(self, pair: bool, square: u32) -> bool {
        self.of(pair).has(square)
    }
}

/// The four diagonals, as steps of ranks and files from White's side.
const DIAGONALS: [(bool, bool); 4] = [(true, false), (true, true), (false, false), (false, true)];

/// A set moved a step along a diagonal: up or down, to the right or to the left.
#[inline(always)]
fn step(set: u64, up: bool, right: bool) -> u64 {
    let aside = if right { Fixed5x9.right(set) } else { Fixed5x9.left(set) };
    Fixed5x9.ahead(if up { Side::White } else { Side::Black }, aside)
}

impl<R: RuleSet> Position<R> {
    /// Visits the ends of the moves of `side`, by direction and distance.
    #[inline(always)]
    pub(super) fn each_ends(&self, side: Side, mut visit: impl FnMut(Ends)) {
        let own = self.stacks(side);
        let enemy = self.held(!side);
        let empty = !(own.held() | enemy);
        for (up, right) in DIAGONALS {
            let forward = up == (side == Side::White);
            // A wall lets no forward move begin on it, and none go on.
            let beyond_wall = if forward { !far_wall(side) } else { u64::MAX };
            let (mut singles, mut pairs) = (own.ones & beyond_wall, own.twos & beyond_wall);
            let stride = FILES as i32 * if up { 1 } else { -1 } + if right { 1 } else { -1 };
            for distance in 1..=LONGEST_SLIDE as i32 {
                singles = step(singles, up, right) & !enemy;
                pairs = step(pairs, up, right) & !enemy;
                visit(Ends { offset: stride * distance, singles, pairs });
                singles &= empty & beyond_wall;
                pairs &= empty & beyond_wall;
            }
        }
    }

    /// Visits the moves of the side to move, passes apart, that fulfil a condition.
    #[inline(always)]
    pub(super) fn each_slide(&self, filter: Filter, mut visit: impl FnMut(Move)) {
        self.each_ends(self.side, |ends| {
            let to = (ends.singles & filter.singles) | (ends.pairs & filter.pairs);
            for to in to.squares() {
                visit(Move::new(to.wrapping_add_signed(-ends.offset), to));
            }
        });
    }

    /// Whether `side` can move a man.
    #[inline(always)]
    pub(super) fn has_slide(&self, side: Side) -> bool {
        let own = self.held(side);
        let free = !self.held(!side);
        let behind = Fixed5x9.ahead(!side, Fixed5x9.left(own) | Fixed5x9.right(own));
        let ahead = Fixed5x9.diagonals_ahead(side, own & !far_wall(side));
        (behind | ahead).meets(free)
    }

    /// Whether the rules allow `mv`.
    pub(super) fn allows(&self, mv: Move) -> bool {
        if Side::BOTH.into_iter().any(|side| self.has_reached_goal(side)) {
            return false;
        }
        if mv == Move::PASS {
            return R::MAY_PASS;
        }
        let (from, to) = (mv.from(), mv.to());
        let squares = FILES * RANKS;
        if from >= squares || to >= squares || !self.held(self.side).has(from) {
            return false;
        }
        let files = (to % FILES).abs_diff(from % FILES);
        if files == 0 || files != (to / FILES).abs_diff(from / FILES) {
            return false;
        }
        let stride = (to as i32 - from as i32) / files as i32;
        let forward = (to > from) == (self.side == Side::White);
        let wall = if forward { far_wall(self.side) } else { 0 };
        let closed = self.held(Side::White) | self.held(Side::Black) | wall;
        let mut between = (1..files as i32).map(|steps| from.wrapping_add_signed(stride * steps));
        between.all(|square| !closed.has(square))
            && !wall.has(from)
            && !self.held(!self.side).has(to)
    }

    /// The moves of `side` that overload the square they end on.
    #[inline(always)]
    pub(super) fn exploding(&self, side: Side) -> Filter {
        let own = self.stacks(side);
        Filter {
            singles: (own.held() & SIDE_FILES) | own.twos,
            pairs: (own.held() | SIDE_FILES) & !goal_rank(side),
        }
    }

    /// The moves of `side` whose first explosion takes an enemy piece.
    #[inline(always)]
    pub(super) fn capturing(&self, side: Side) -> Filter {
        let victims = self.held(!side) & !R::safe_from(side);
        self.exploding(side).within(sources(side, victims))
    }

    /// Whether `mv` moves a pair.
    #[inline(always)]
    pub(super) fn moves_pair(&self, mv: Move) -> bool {
        self.stacks(self.side).twos.has(mv.from())
    }

    /// The squares of the goal rank that `side` can step on, if it is its turn.
    #[inline(always)]
    pub(super) fn open_goals(&self, side: Side) -> u64 {
        let before_goal = self.held(side) & rank_for(side, RANKS - 2);
        Fixed5x9.diagonals_ahead(side, before_goal) & !self.held(!side)
    }

    /// The moves of the side to move that a search must look at. When the opponent is about to step on its goal rank, only
    /// an explosion can take the man away or fill several squares, and only a move onto the one open square can close it.
    #[inline(always)]
    pub(super) fn candidates(&self) -> Filter {
        let threats = self.open_goals(!self.side);
        if threats.is_empty() {
            Filter::ALL
        } else if threats.several() {
            self.exploding(self.side)
        } else {
            self.exploding(self.side).or(Filter::ALL.within(threats))
        }
    }

    /// Whether a move of `side` fulfils a condition.
    #[inline(always)]
    pub(super) fn has_slide_among(&self, side: Side, filter: Filter) -> bool {
        let mut found = 0;
        self.each_ends(side, |ends| {
            found |= (ends.singles & filter.singles) | (ends.pairs & filter.pairs);
        });
        !found.is_empty()
    }

    /// Whether `side`, if it were to move, would win at once by a step, or by a single explosion behind a full square
    /// next to the goal. Longer chains can win as well; they are left to the search.
    #[inline(always)]
    pub(super) fn wins_at_once(&self, side: Side) -> bool {
        if !self.open_goals(side).is_empty() {
            return true;
        }
        // An explosion on the square behind a full one sends it a man too many, and that one's sends one to the goal.
        let own = self.stacks(side);
        let enterable = goal_rank(side) & !(self.held(!side) & R::safe_from(side));
        let before_goal = own.held() & Fixed5x9.ahead(!side, enterable);
        let full = before_goal & (SIDE_FILES | own.twos);
        let behind = Fixed5x9.ahead(!side, full);
        !full.is_empty() && self.has_slide_among(side, self.exploding(side).within(behind))
    }
}
