//! Positions as text, such as `sssss/sssss/5/5/5/5/5/SSSSS/SSSSS w 0 1`: rank 9 first, `S` and `s` for one man, `D` and
//! `d` for a pair, numbers for empty squares, then the side to move, the plies since the last explosion (so since the last
//! capture at most), and the number of the move. The two counters may be left out; they are written.

use std::fmt;

use thiserror::Error;

use super::chain::Stacks;
use super::position::Position;
use super::rules::RuleSet;
use super::shape::{FILES, RANKS, capacity, goal_rank, size};
use crate::board::{Bits, Side, Square};
use crate::text::{self, shortened};

/// The most men a side can have.
pub(super) const MOST_MEN: u32 = 2 * FILES;

/// What is wrong with a position's text, and in which field.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NotationError {
    /// The text has no fields at all.
    #[error("board field: missing")]
    Empty,
    /// The number of fields is neither 2 nor 4.
    #[error("{0} fields where a position has 2 or 4")]
    FieldCount(usize),
    /// The board has another number of ranks.
    #[error("board field: {0} ranks where the board has 9")]
    Ranks(usize),
    /// A rank has another number of squares.
    #[error("board field: rank {rank} has {found} squares where the board has 5")]
    Rank {
        /// The rank, counted from 1 at White's side.
        rank: usize,
        /// Its squares.
        found: usize,
    },
    /// A character that stands for no stack and no run of empty squares.
    #[error("board field: {0:?} is neither a stack (S, D, s, d) nor a number of empty squares")]
    Letter(char),
    /// A pair where there is room for one man.
    #[error("board field: a pair on {0}, which holds one man")]
    Pair(Square),
    /// More men than a side begins with.
    #[error("board field: {side} has {men} men, more than 10")]
    Men {
        /// Whose.
        side: Side,
        /// How many.
        men: u32,
    },
    /// A man where the game would be over.
    #[error("board field: {side} has a man on its goal rank")]
    Goal {
        /// Whose.
        side: Side,
    },
    /// A side field that is neither `w` nor `b`.
    #[error("side field: '{0}' is neither w nor b")]
    Side(String),
    /// A counter that is no number below 65,536.
    #[error("{field} field: '{found}' is no number from 0 to 65535")]
    Counter {
        /// The field's name.
        field: &'static str,
        /// What stands there.
        found: String,
    },
}

impl<R: RuleSet> Position<R> {
    /// Reads a position.
    ///
    /// # Errors
    /// Names the field that is wrong.
    pub fn read(text: &str) -> Result<Self, NotationError> {
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let (quiet_plies, number) = match fields[..] {
            [] => return Err(NotationError::Empty),
            [_, _] => ("0", "1"),
            [_, _, quiet_plies, number] => (quiet_plies, number),
            _ => return Err(NotationError::FieldCount(fields.len())),
        };
        let stacks = read_board(fields[0])?;
        let side = match fields[1] {
            "w" => Side::White,
            "b" => Side::Black,
            other => return Err(NotationError::Side(shortened(other))),
        };
        check(stacks)?;
        let mut position = Self::from_stacks(stacks, side);
        position.quiet_plies = counter("quiet plies", quiet_plies)?;
        position.reversible_plies = position.quiet_plies;
        position.number = counter("move number", number)?;
        Ok(position)
    }
}

impl<R: RuleSet> fmt::Display for Position<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::write_board(f, size(), |square| self.letter(square))?;
        write!(f, " {} {} {}", self.side.letter(), self.quiet_plies, self.number)
    }
}

/// Reads the board field.
fn read_board(text: &str) -> Result<[Stacks; 2], NotationError> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != RANKS as usize {
        return Err(NotationError::Ranks(rows.len()));
    }
    let mut stacks = [Stacks::default(); 2];
    for (row, text) in rows.into_iter().enumerate() {
        let rank = RANKS as usize - 1 - row;
        let squares = read_row(text)?;
        if squares.len() != FILES as usize {
            return Err(NotationError::Rank { rank: rank + 1, found: squares.len() });
        }
        for (file, stack) in squares.into_iter().enumerate() {
            let square = rank as u32 * FILES + file as u32;
            match stack {
                None => {}
                Some((_, true)) if capacity(square) < 2 => {
                    return Err(NotationError::Pair(size().square(square)));
                }
                Some((side, true)) => stacks[side.index()].twos |= u64::single(square),
                Some((side, false)) => stacks[side.index()].ones |= u64::single(square),
            }
        }
    }
    Ok(stacks)
}

/// Reads one rank: for each square nothing, or the side that holds it and whether with a pair.
fn read_row(text: &str) -> Result<Vec<Option<(Side, bool)>>, NotationError> {
    let mut squares = Vec::new();
    for letter in text.chars() {
        match letter {
            'S' => squares.push(Some((Side::White, false))),
            'D' => squares.push(Some((Side::White, true))),
            's' => squares.push(Some((Side::Black, false))),
            'd' => squares.push(Some((Side::Black, true))),
            '1'..='9' => {
                let empty = letter as usize - '0' as usize;
                squares.extend(std::iter::repeat_n(None, empty));
            }
            other => return Err(NotationError::Letter(other)),
        }
    }
    Ok(squares)
}

fn check(stacks: [Stacks; 2]) -> Result<(), NotationError> {
    for side in Side::BOTH {
        let own = stacks[side.index()];
        if own.men() > MOST_MEN {
            return Err(NotationError::Men { side, men: own.men() });
        }
        if own.held().meets(goal_rank(side)) {
            return Err(NotationError::Goal { side });
        }
    }
    Ok(())
}

fn counter(field: &'static str, found: &str) -> Result<u16, NotationError> {
    text::counter(found).ok_or_else(|| NotationError::Counter { field, found: shortened(found) })
}
