//! A move in two bytes.

use std::num::NonZeroU16;

use super::{BoardSize, Square};

/// A move from a square to another, in 14 of 16 bits. `Option<Move>` takes two bytes as well.
///
/// ```text
///  15 14   13 … 7   6 … 0
///  always 1   to     from
/// ```
///
/// A pass is written with `from == to`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Move(NonZeroU16);

impl Move {
    const MARK: u16 = 0xc000;

    /// The move that changes no piece, in games that have it.
    pub const PASS: Self = Self::new(0, 0);

    /// The move between two numbered squares, each below 128.
    #[inline(always)]
    pub const fn new(from: u32, to: u32) -> Self {
        let word = Self::MARK | ((to as u16 & 127) << 7) | (from as u16 & 127);
        match NonZeroU16::new(word) {
            Some(word) => Self(word),
            None => unreachable!(),
        }
    }

    /// The square left.
    #[inline(always)]
    pub const fn from(self) -> u32 {
        self.0.get() as u32 & 127
    }

    /// The square entered.
    #[inline(always)]
    pub const fn to(self) -> u32 {
        (self.0.get() as u32 >> 7) & 127
    }

    /// Packs an optional move into two bytes; 0 is no move.
    #[inline(always)]
    pub const fn pack(this: Option<Self>) -> u16 {
        match this {
            Some(mv) => mv.0.get(),
            None => 0,
        }
    }

    /// The inverse of [`Move::pack`]. Words that no move packs to give `None`.
    #[inline(always)]
    pub const fn unpack(word: u16) -> Option<Self> {
        if word & Self::MARK != Self::MARK {
            return None;
        }
        match NonZeroU16::new(word) {
            Some(word) => Some(Self(word)),
            None => None,
        }
    }

    /// The move's squares on a board of `size`, as in `a7b8`.
    pub fn text(self, size: BoardSize) -> String {
        format!("{}{}", size.square(self.from()), size.square(self.to()))
    }

    /// Reads two squares on a board of `size`; nothing may follow them. Says nothing of legality.
    pub fn read(text: &str, size: BoardSize) -> Option<Self> {
        let (from, rest) = Square::read(text)?;
        let (to, rest) = Square::read(rest)?;
        rest.is_empty().then_some(())?;
        Some(Self::new(size.index(from)?, size.index(to)?))
    }
}
