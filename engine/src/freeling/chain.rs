//! Explosions, resolved by bit operations: every overloaded square of a round explodes at once.
//!
//! The rules let the player choose the order, one square after the other. **The order never changes the result**: it is
//! chip-firing on a graph that ends in sinks (Björner, Lovász, Shor 1991), with this proof.
//!
//! A square of a middle file sends three men and explodes from three men on; a square of a side file sends two and
//! explodes from two on. So (1) *an explosion takes nothing that another needs*: a square that is overloaded stays so,
//! whatever explodes elsewhere, since only its own explosion takes men from it. What becomes of a man sent to a square
//! does not depend on when it comes: off the safe squares it stands there, and an enemy piece is gone with the first
//! that comes; on a safe square that an enemy holds it is lost, and the enemy stays. Hence (2) *two overloaded squares
//! commute*: exploding one and then the other, or the other way round, gives the same board. And (3) *every chain
//! ends*: count for each man the ranks it has still to go. An explosion sends one man a rank ahead and none back, so the
//! sum falls. By (1) and (2), an order that is complete can be turned into any other complete order by exchanging
//! neighbours: take the first square of the other order; it is overloaded at the start, so it explodes somewhere in the
//! first order, by (1), and can be moved to its front, by (2); go on with the rest, which is shorter. Both orders explode
//! the same squares equally often and end on the same board.
//!
//! The same holds for a set of squares at once, as their explosions can be done one after another by (1). So a round may
//! explode all that are overloaded. A chain that reaches the goal rank stops there, and what is left on the board then does
//! depend on the order: whether the chain wins does not, since the explosion that reaches the goal is in all complete
//! orders or in none. For the last picture alone the lowest square is resolved first.

use super::rules::RuleSet;
use super::shape::{Fixed5x9, MIDDLE_FILES, SIDE_FILES, goal_rank};
use crate::board::{Bits, Geometry, Side};

/// The stacks of one side: the number of men on every square, a binary digit a word, up to seven men a square. That is
/// enough for ten men: if a square held eight, the last explosion but one before would have sent its two or three men
/// nowhere but to that square and the last one's, which no square is next to in the right way.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Stacks {
    /// The squares whose number of men is odd; in a settled position, those with one man.
    pub ones: u64,
    /// The squares whose number has a two; in a settled position, those with a pair.
    pub twos: u64,
    /// The squares with four men or more: none in a settled position.
    pub fours: u64,
}

/// A position in the middle of a chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chain {
    /// The side whose men explode.
    pub side: Side,
    /// Its stacks.
    pub own: Stacks,
    /// The squares the opponent holds.
    pub enemy: u64,
    /// Whether a man of the side has reached its goal rank.
    pub is_won: bool,
    /// Whether a man was lost on a safe square.
    pub has_lost_men: bool,
}

impl Stacks {
    /// The squares that hold a man.
    #[inline(always)]
    pub fn held(self) -> u64 {
        self.ones | self.twos | self.fours
    }

    /// The number of men on `square`.
    pub fn height(self, square: u32) -> u32 {
        let digit = |word: u64| u32::from(word.has(square));
        digit(self.ones) + 2 * digit(self.twos) + 4 * digit(self.fours)
    }

    /// The number of men on all squares.
    pub fn men(self) -> u32 {
        self.ones.count() + 2 * self.twos.count() + 4 * self.fours.count()
    }

    /// Adds a man on each of `squares`.
    #[inline(always)]
    pub fn add(&mut self, squares: u64) {
        let carry = self.ones & squares;
        self.ones ^= squares;
        self.add_twos(carry);
    }

    /// Adds two men on each of `squares`.
    #[inline(always)]
    pub(super) fn add_twos(&mut self, squares: u64) {
        debug_assert!(!(self.fours & self.twos).meets(squares), "more than seven men on a square");
        self.fours ^= self.twos & squares;
        self.twos ^= squares;
    }

    /// Takes a man from each of `squares`, which must hold one.
    #[inline(always)]
    fn take(&mut self, squares: u64) {
        let borrow = squares & !self.ones;
        self.ones ^= squares;
        self.take_twos(borrow);
    }

    /// Takes two men from each of `squares`, which must hold as many.
    #[inline(always)]
    fn take_twos(&mut self, squares: u64) {
        self.fours ^= squares & !self.twos;
        self.twos ^= squares;
    }

    /// The squares that hold more men than they have room for.
    #[inline(always)]
    pub fn overloaded(self) -> u64 {
        let three = self.fours | (self.twos & self.ones);
        (MIDDLE_FILES & three) | (SIDE_FILES & (self.fours | self.twos))
    }
}

impl Chain {
    /// A chain that has not begun.
    #[inline(always)]
    pub fn new(side: Side, own: Stacks, enemy: u64) -> Self {
        Self { side, own, enemy, is_won: false, has_lost_men: false }
    }

    /// Explodes until no square is overloaded or the goal is reached.
    #[must_use]
    #[inline(always)]
    pub fn settle<R: RuleSet>(mut self) -> Self {
        let begun = self;
        loop {
            let overloaded = self.own.overloaded();
            if overloaded.is_empty() {
                return self;
            }
            self.explode::<R>(overloaded);
            if self.is_won {
                return begun.settle_lowest_first::<R>();
            }
        }
    }

    /// The same, one square at a time, as the picture of a won game is defined.
    #[cold]
    #[must_use]
    pub fn settle_lowest_first<R: RuleSet>(mut self) -> Self {
        while !self.is_won && !self.own.overloaded().is_empty() {
            self.explode::<R>(u64::single(self.own.overloaded().lowest()));
        }
        self
    }

    /// Explodes `squares`, all of which must be overloaded.
    #[inline(always)]
    pub fn explode<R: RuleSet>(&mut self, squares: u64) {
        self.own.take_twos(squares);
        self.own.take(squares & MIDDLE_FILES);
        let [ahead, left, right] = dispersed(self.side, squares);
        let hit = ahead | left | right;
        self.enemy &= !hit | R::safe_from(self.side);
        self.has_lost_men |= self.enemy.meets(hit);
        let open = !self.enemy;
        self.own.add(ahead & open);
        self.own.add(left & open);
        self.own.add(right & open);
        self.is_won = goal_rank(self.side).meets(ahead & open);
    }
}

/// The squares to which explosions on `squares` send a man each: ahead, to the left and to the right.
#[inline(always)]
pub(super) fn dispersed(side: Side, squares: u64) -> [u64; 3] {
    [Fixed5x9.ahead(side, squares), Fixed5x9.left(squares), Fixed5x9.right(squares)]
}

/// The squares from which an explosion sends a man to one of `squares`.
#[inline(always)]
pub(super) fn sources(side: Side, squares: u64) -> u64 {
    Fixed5x9.ahead(!side, squares) | Fixed5x9.left(squares) | Fixed5x9.right(squares)
}
