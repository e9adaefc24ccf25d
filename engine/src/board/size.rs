//! How large a board is, and how its squares are written.

use std::fmt;

use thiserror::Error;

/// Files and ranks of a board, within the limits that squares, words and notation can carry.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct BoardSize {
    files: u8,
    ranks: u8,
}

/// A board size outside the limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error(
    "a board of {files} files and {ranks} ranks: files go from 2 to 16, ranks from 4 to 16, \
     and at most 128 squares"
)]
pub struct SizeError {
    /// Files asked for.
    pub files: usize,
    /// Ranks asked for.
    pub ranks: usize,
}

/// A square as a pair of coordinates, for text; searches use plain numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct Square {
    /// 0 for file a.
    pub file: u8,
    /// 0 for rank 1.
    pub rank: u8,
}

impl BoardSize {
    /// The most files, and the most ranks, a board can have.
    pub const LONGEST: usize = 16;
    /// The most squares a board can have.
    pub const MOST_SQUARES: usize = 128;

    /// A size within the limits: 2–16 files, 4–16 ranks, at most 128 squares.
    ///
    /// # Errors
    /// [`SizeError`] for every other size.
    pub const fn new(files: usize, ranks: usize) -> Result<Self, SizeError> {
        let fits = files >= 2
            && files <= Self::LONGEST
            && ranks >= 4
            && ranks <= Self::LONGEST
            && files * ranks <= Self::MOST_SQUARES;
        if fits {
            Ok(Self { files: files as u8, ranks: ranks as u8 })
        } else {
            Err(SizeError { files, ranks })
        }
    }

    /// The usual board of eight files and eight ranks.
    pub const fn standard() -> Self {
        Self { files: 8, ranks: 8 }
    }

    /// Every size within the limits.
    pub fn all() -> impl Iterator<Item = Self> {
        (2..=Self::LONGEST)
            .flat_map(|files| (4..=Self::LONGEST).map(move |ranks| Self::new(files, ranks)))
            .filter_map(Result::ok)
    }

    /// Number of files.
    #[inline(always)]
    pub const fn files(self) -> u32 {
        self.files as u32
    }

    /// Number of ranks.
    #[inline(always)]
    pub const fn ranks(self) -> u32 {
        self.ranks as u32
    }

    /// Number of squares.
    #[inline(always)]
    pub const fn squares(self) -> u32 {
        self.files as u32 * self.ranks as u32
    }

    /// The number of `square`, if it lies on a board of this size.
    pub const fn index(self, square: Square) -> Option<u32> {
        if square.file < self.files && square.rank < self.ranks {
            Some(square.rank as u32 * self.files() + square.file as u32)
        } else {
            None
        }
    }

    /// The square numbered `index`; `index` must lie on the board.
    pub const fn square(self, index: u32) -> Square {
        Square { file: (index % self.files()) as u8, rank: (index / self.files()) as u8 }
    }

    /// The squares' numbers in the order a diagram shows them: from the top rank down, each from file a.
    pub fn rows_from_top(self) -> impl Iterator<Item = std::ops::Range<u32>> {
        (0..self.ranks()).rev().map(move |rank| rank * self.files()..(rank + 1) * self.files())
    }
}

impl fmt::Display for BoardSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.files, self.ranks)
    }
}

impl Square {
    /// Reads a square at the start of `text`, such as `b2` or `a10`, and returns it with what follows. Letters of
    /// either case are read; ranks carry no leading zero.
    pub fn read(text: &str) -> Option<(Self, &str)> {
        let letter = text.chars().next()?.to_ascii_lowercase();
        let file = ('a'..='p').position(|file| file == letter)? as u8;
        let rest = &text[1..];
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let number = &rest[..digits];
        if number.starts_with('0') || number.len() > 2 {
            return None;
        }
        let rank = number.parse::<u8>().ok()?.checked_sub(1)?;
        (usize::from(rank) < BoardSize::LONGEST).then_some((Self { file, rank }, &rest[digits..]))
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a' + self.file), self.rank + 1)
    }
}
