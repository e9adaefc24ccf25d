//! The hand-made evaluation, for boards of every size.
//!
//! A man is worth something for where it stands, told by its steps to the goal (or as a guard of its home rank) and by
//! its distance from the edge; that sum is kept move by move. Everything else is read off the board as sets: which men
//! stand together, which are attacked, what is out of the enemy's reach. Weights are centipawns.

use super::Position;
use super::exact::out_of_reach;
use super::generate::targets;
use super::weights::{self, EDGES, ROWS, Weights};
use crate::board::{Bits, BoardSize, Geometry, Move, Side};
use crate::game::Evaluator;

/// The evaluation for one board size.
#[derive(Clone, Debug)]
pub struct HandMade {
    weights: &'static Weights,
    /// The worth of a man by side and square, White's positive and Black's negative.
    squares: [[i32; BoardSize::MOST_SQUARES]; 2],
}

/// What the evaluation counts for one side, or the difference of two sides.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Terms {
    /// Worth of the men for where they stand.
    pub placement: i32,
    /// Men that stand side by side.
    pub phalanxes: i32,
    /// Men with one of their own straight ahead.
    pub columns: i32,
    /// Men that would be avenged.
    pub protected: i32,
    /// Men that the enemy can take for nothing.
    pub hanging: i32,
    /// Men attacked twice and protected once.
    pub outnumbered: i32,
    /// Steps to squares the enemy does not attack.
    pub safe_steps: i32,
    /// Squares attacked in the enemy's half.
    pub pressure: i32,
    /// Men that no enemy man can meet on their way, by nearness to the goal.
    pub runners: i32,
}

impl Terms {
    /// Names and values, for a table.
    pub fn named(&self) -> [(&'static str, i32); 9] {
        [
            ("placement", self.placement),
            ("phalanxes", self.phalanxes),
            ("columns", self.columns),
            ("protected", self.protected),
            ("hanging", self.hanging),
            ("outnumbered", self.outnumbered),
            ("safe steps", self.safe_steps),
            ("pressure", self.pressure),
            ("runners", self.runners),
        ]
    }

    /// The sum of all terms.
    #[inline(always)]
    pub fn total(&self) -> i32 {
        self.placement
            + self.phalanxes
            + self.columns
            + self.protected
            + self.hanging
            + self.outnumbered
            + self.safe_steps
            + self.pressure
            + self.runners
    }
}

/// The row of the weights that a square belongs to, and its column.
pub(super) fn cell(size: BoardSize, side: Side, square: u32) -> (usize, usize) {
    let (file, rank) = (square % size.files(), square / size.files());
    let steps = match side {
        Side::White => size.ranks() - 1 - rank,
        Side::Black => rank,
    };
    let row = if steps == size.ranks() - 1 { 0 } else { (steps as usize).min(ROWS - 1) };
    let edge = file.min(size.files() - 1 - file) as usize;
    (row, edge.min(EDGES - 1))
}

impl HandMade {
    /// The evaluation for boards of `size`.
    pub fn new(size: BoardSize) -> Self {
        let weights = &weights::TUNED;
        let mut squares = [[0; BoardSize::MOST_SQUARES]; 2];
        for square in 0..size.squares() {
            for side in Side::BOTH {
                let (row, column) = cell(size, side, square);
                let worth = weights.man + weights.squares[row][column];
                squares[side.index()][square as usize] =
                    if side == Side::White { worth } else { -worth };
            }
        }
        Self { weights, squares }
    }

    /// The placement sum computed anew, White's view.
    fn placement<G: Geometry>(&self, position: &Position<G>) -> i32 {
        let of = |side: Side| -> i32 {
            let worths = &self.squares[side.index()];
            position.men(side).squares().map(|square| worths[square as usize]).sum()
        };
        of(Side::White) + of(Side::Black)
    }

    /// Everything but placement, for one side.
    #[inline(always)]
    fn pattern<G: Geometry>(&self, position: &Position<G>, us: Side) -> Terms {
        let geometry = position.geometry();
        let (own, enemy) = (position.men(us), position.men(!us));
        let ahead = geometry.ahead(us, own);
        let (left, right) = (geometry.left(ahead), geometry.right(ahead));
        let attacked = left | right;
        let enemy_ahead = geometry.ahead(!us, enemy);
        let (enemy_left, enemy_right) = (geometry.left(enemy_ahead), geometry.right(enemy_ahead));
        let endangered = enemy_left | enemy_right;
        let twice = (enemy_left & enemy_right) & !(left & right);

        let w = self.weights;
        let count = |set: G::Word| set.count() as i32;
        let steps = targets(geometry, us, own, enemy).union() & !endangered & !enemy;
        let far_half = match us {
            Side::White => geometry.all() & !G::Word::first(geometry.size().squares() / 2),
            Side::Black => G::Word::first(geometry.size().squares() / 2),
        };
        Terms {
            placement: 0,
            phalanxes: w.phalanx * count(own & geometry.right(own)),
            columns: w.column * count(own & ahead),
            protected: w.protected * count(own & attacked),
            hanging: w.hanging * count(own & endangered & !attacked),
            outnumbered: w.outnumbered * count(own & attacked & twice),
            safe_steps: w.safe_step * count(steps),
            pressure: w.pressure * count(attacked & far_half),
            runners: self.runners(position, us),
        }
    }

    #[inline(always)]
    fn runners<G: Geometry>(&self, position: &Position<G>, us: Side) -> i32 {
        let geometry = position.geometry();
        let chasers_move = position.side() != us;
        let free = out_of_reach(geometry, !us, position.men(!us), position.men(us), chasers_move);
        if free.is_empty() {
            return 0;
        }
        let steps = geometry.fewest_steps(us, free) as usize;
        self.weights.runner[steps.min(ROWS) - 1]
    }

    /// The terms of a position, White's minus Black's.
    pub fn terms<G: Geometry>(&self, position: &Position<G>) -> Terms {
        let white = self.pattern(position, Side::White);
        let black = self.pattern(position, Side::Black);
        Terms {
            placement: self.placement(position),
            phalanxes: white.phalanxes - black.phalanxes,
            columns: white.columns - black.columns,
            protected: white.protected - black.protected,
            hanging: white.hanging - black.hanging,
            outnumbered: white.outnumbered - black.outnumbered,
            safe_steps: white.safe_steps - black.safe_steps,
            pressure: white.pressure - black.pressure,
            runners: white.runners - black.runners,
        }
    }

    /// The bonus of the side to move.
    pub fn tempo(&self) -> i32 {
        self.weights.tempo
    }
}

impl<G: Geometry> Evaluator<Position<G>> for HandMade {
    /// The placement sum, White's view.
    type State = i32;

    fn state(&self, position: &Position<G>) -> i32 {
        self.placement(position)
    }

    #[inline(always)]
    fn after(&self, state: &i32, before: &Position<G>, mv: Move, _after: &Position<G>) -> i32 {
        let us = before.side();
        let worths = &self.squares[us.index()];
        let (from, to) = (mv.from() as usize & 127, mv.to() as usize & 127);
        let mut sum = state - worths[from] + worths[to];
        if before.men(!us).has(mv.to()) {
            sum -= self.squares[(!us).index()][to];
        }
        sum
    }

    #[inline(always)]
    fn evaluate(&self, state: &i32, position: &Position<G>) -> i32 {
        let white = self.pattern(position, Side::White).total();
        let black = self.pattern(position, Side::Black).total();
        let total = state + white - black;
        self.weights.tempo + if position.side() == Side::White { total } else { -total }
    }
}
