//! The order of explosions that a record may carry behind a move, as in `b2a1/a1a2`: the squares as they explode. It
//! changes nothing, so it is checked and dropped.

use thiserror::Error;

use super::position::Position;
use super::rules::RuleSet;
use super::shape::{goal_rank, size};
use crate::board::{Bits, Move, Square};
use crate::text::shortened;

/// Why an order of explosions cannot be the move's.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OrderError {
    /// Something that names no square of the board.
    #[error("'{0}' is no list of squares")]
    Unreadable(String),
    /// A square that does not explode, or not at that point.
    #[error("{0} does not explode there")]
    NotOverloaded(Square),
    /// The order ends while a square has still to explode.
    #[error("it ends before {0} has exploded")]
    Unfinished(Square),
}

impl<R: RuleSet> Position<R> {
    /// The squares that explode after a legal move, lowest first, as far as the game goes on.
    pub fn explosions(&self, mv: Move) -> Vec<Square> {
        let mut squares = Vec::new();
        if mv == Move::PASS || goal_rank(self.side).has(mv.to()) {
            return squares;
        }
        let mut chain = self.chain(mv);
        while !chain.is_won && !chain.own.overloaded().is_empty() {
            let lowest = chain.own.overloaded().lowest();
            chain.explode::<R>(u64::single(lowest));
            squares.push(size().square(lowest));
        }
        squares
    }

    /// Checks that a legal move can explode in the order of `text`, to the end.
    ///
    /// # Errors
    /// Names the square at which it cannot.
    pub fn check_order(&self, mv: Move, text: &str) -> Result<(), OrderError> {
        let unreadable = || OrderError::Unreadable(shortened(text));
        if mv == Move::PASS {
            return Err(unreadable());
        }
        let mut chain = self.chain(mv);
        chain.is_won = goal_rank(self.side).has(mv.to());
        let mut rest = text;
        loop {
            let (square, behind) = Square::read(rest).ok_or_else(unreadable)?;
            let index = size().index(square).ok_or_else(unreadable)?;
            if chain.is_won || !chain.own.overloaded().has(index) {
                return Err(OrderError::NotOverloaded(square));
            }
            chain.explode::<R>(u64::single(index));
            rest = behind;
            if rest.is_empty() {
                break;
            }
        }
        let left = chain.own.overloaded();
        if chain.is_won || left.is_empty() {
            Ok(())
        } else {
            Err(OrderError::Unfinished(size().square(left.lowest())))
        }
    }
}
