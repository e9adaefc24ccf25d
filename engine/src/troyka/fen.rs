//! Positions as text: Fairy-Stockfish's FEN, such as
//! `pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1`.
//!
//! The board field decides the size of the board. Two, four and six fields are read (`… w`, `… w 0 1`, `… w - - 0 1`);
//! six are written.

use std::fmt;

use thiserror::Error;

use super::Position;
use crate::board::{Bits, BoardSize, Geometry, Side, SizeError};
use crate::text::{self, shortened};

/// What is wrong with a FEN, and in which field.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FenError {
    /// The text has no fields at all.
    #[error("board field: missing")]
    Empty,
    /// The number of fields is none of 2, 4 and 6.
    #[error("{0} fields where a FEN has 2, 4 or 6")]
    FieldCount(usize),
    /// A rank holds another number of squares than the top rank.
    #[error("board field: rank {rank} has {found} squares, the top rank has {expected}")]
    RaggedRank {
        /// The rank, counted from 1 at White's side.
        rank: usize,
        /// Its squares.
        found: usize,
        /// The squares of the top rank.
        expected: usize,
    },
    /// A character that stands for no man and no run of empty squares. Shown escaped if it cannot be printed.
    #[error("board field: {0:?} is neither a man (P, p) nor a number of empty squares")]
    Letter(char),
    /// A run of empty squares that starts with 0 or is longer than any rank.
    #[error("board field: '{0}' is no number of empty squares")]
    Run(String),
    /// A board outside the limits.
    #[error("board field: {0}")]
    Size(SizeError),
    /// A board of another size than the variant's.
    #[error("board field: {found} squares where the variant {variant} has {expected}")]
    OtherSize {
        /// The variant the position was read for.
        variant: String,
        /// The size found.
        found: BoardSize,
        /// The size of the variant.
        expected: BoardSize,
    },
    /// A board without men.
    #[error("board field: no men at all")]
    NoMen,
    /// Both sides have reached their goals, which no game does.
    #[error("board field: men of both sides stand on their goal ranks")]
    BothWon,
    /// A side field that is neither `w` nor `b`.
    #[error("side field: '{0}' is neither w nor b")]
    Side(String),
    /// A castling or en-passant field with content.
    #[error("{field} field: '{found}' where Breakthrough has '-'")]
    Dash {
        /// The field's name.
        field: &'static str,
        /// What stands there.
        found: String,
    },
    /// A counter that is no number below 65,536.
    #[error("{field} field: '{found}' is no number from 0 to 65535")]
    Counter {
        /// The field's name.
        field: &'static str,
        /// What stands there.
        found: String,
    },
}

/// A FEN read and checked, not yet tied to a board geometry.
#[derive(Clone, Debug)]
pub(crate) struct Fen {
    pub(crate) size: BoardSize,
    /// White's and Black's men by square number.
    men: [u128; 2],
    side: Side,
    quiet_plies: u16,
    number: u16,
}

impl Fen {
    /// Reads a FEN of any board.
    pub(crate) fn read(text: &str) -> Result<Self, FenError> {
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let board = *fields.first().ok_or(FenError::Empty)?;
        if !matches!(fields.len(), 2 | 4 | 6) {
            return Err(FenError::FieldCount(fields.len()));
        }
        let (size, men) = read_board(board)?;
        let side = match fields[1] {
            "w" => Side::White,
            "b" => Side::Black,
            other => return Err(FenError::Side(shortened(other))),
        };
        if fields.len() == 6 {
            expect_dash("castling", fields[2])?;
            expect_dash("en passant", fields[3])?;
        }
        let (quiet_plies, number) = match fields[..] {
            // The first four fields of an EPD line.
            [_, _] | [_, _, "-", "-"] => (0, 1),
            [.., quiet, number] => (counter("halfmove", quiet)?, counter("fullmove", number)?),
            _ => (0, 1),
        };
        let fen = Self { size, men, side, quiet_plies, number };
        fen.check_men()?;
        Ok(fen)
    }

    fn check_men(&self) -> Result<(), FenError> {
        let [white, black] = self.men;
        if white | black == 0 {
            return Err(FenError::NoMen);
        }
        let bottom = u128::first(self.size.files());
        let top = bottom << ((self.size.ranks() - 1) * self.size.files());
        if white & top != 0 && black & bottom != 0 {
            return Err(FenError::BothWon);
        }
        Ok(())
    }

    /// The position on a board whose geometry has the FEN's size.
    pub(crate) fn position<G: Geometry>(&self, geometry: G) -> Position<G> {
        debug_assert_eq!(geometry.size(), self.size);
        let word = |men: u128| {
            men.squares().fold(G::Word::EMPTY, |set, square| set | G::Word::single(square))
        };
        let mut position = Position::from_men(geometry, self.men.map(word), self.side);
        position.quiet_plies = self.quiet_plies;
        position.number = self.number;
        position
    }
}

impl<G: Geometry> fmt::Display for Position<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [white, black] = self.men;
        text::write_board(f, self.geometry.size(), |square| {
            white.has(square).then_some('P').or_else(|| black.has(square).then_some('p'))
        })?;
        write!(f, " {} - - {} {}", self.side.letter(), self.quiet_plies, self.number)
    }
}

/// Reads the board field: its size, and the men of both sides.
fn read_board(text: &str) -> Result<(BoardSize, [u128; 2]), FenError> {
    let rows: Vec<&str> = text.split('/').collect();
    let files = read_row(rows[0])?.len();
    let ranks = rows.len();
    let size = BoardSize::new(files, ranks);
    let mut men = [0; 2];
    for (row, text) in rows.into_iter().enumerate() {
        let squares = read_row(text)?;
        let rank = ranks - 1 - row;
        if squares.len() != files {
            return Err(FenError::RaggedRank {
                rank: rank + 1,
                found: squares.len(),
                expected: files,
            });
        }
        if size.is_err() {
            continue;
        }
        for (file, man) in squares.into_iter().enumerate() {
            if let Some(side) = man {
                men[side.index()] |= u128::single((rank * files + file) as u32);
            }
        }
    }
    Ok((size.map_err(FenError::Size)?, men))
}

/// Reads one rank.
fn read_row(text: &str) -> Result<Vec<Option<Side>>, FenError> {
    let mut squares = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let run = rest.bytes().take_while(u8::is_ascii_digit).count();
        match letter {
            'P' => squares.push(Some(Side::White)),
            'p' => squares.push(Some(Side::Black)),
            '0'..='9' => {
                let empty = (letter != '0').then(|| rest[..run].parse().ok()).flatten();
                let empty = empty
                    .filter(|empty: &usize| *empty <= BoardSize::LONGEST)
                    .ok_or_else(|| FenError::Run(shortened(&rest[..run])))?;
                squares.extend(std::iter::repeat_n(None, empty));
            }
            other => return Err(FenError::Letter(other)),
        }
        rest = &rest[run.max(1)..];
    }
    Ok(squares)
}

fn expect_dash(field: &'static str, found: &str) -> Result<(), FenError> {
    if found == "-" { Ok(()) } else { Err(FenError::Dash { field, found: shortened(found) }) }
}

fn counter(field: &'static str, found: &str) -> Result<u16, FenError> {
    text::counter(found).ok_or_else(|| FenError::Counter { field, found: shortened(found) })
}
