//! A set of squares in one machine word. The rules are written once over this trait and compiled for both widths.

use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A word used as a set of squares; bit `n` is square `n`.
pub trait Bits:
    Copy
    + Debug
    + Eq
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitAndAssign
    + BitOr<Output = Self>
    + BitOrAssign
    + BitXor<Output = Self>
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + 'static
{
    /// The empty set.
    const EMPTY: Self;
    /// The number of squares the word has room for.
    const WIDTH: u32;

    /// The set of one square; `square < WIDTH`.
    fn single(square: u32) -> Self;
    /// The set of the squares `0..count`; `count <= WIDTH`.
    fn first(count: u32) -> Self;
    /// The number of squares in the set.
    fn count(self) -> u32;
    /// The lowest square of the set, `WIDTH` for the empty set.
    fn lowest(self) -> u32;
    /// The highest square of the set; meaningless for the empty set.
    fn highest(self) -> u32;
    /// The set without its lowest square; the empty set stays empty.
    #[must_use]
    fn without_lowest(self) -> Self;

    /// Whether no square is in the set.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether the set and `other` share a square.
    #[inline(always)]
    fn meets(self, other: Self) -> bool {
        !(self & other).is_empty()
    }

    /// Whether `square` is in the set.
    #[inline(always)]
    fn has(self, square: u32) -> bool {
        self.meets(Self::single(square))
    }

    /// Whether the set holds two squares or more.
    #[inline(always)]
    fn several(self) -> bool {
        !self.without_lowest().is_empty()
    }

    /// The squares of the set, lowest first.
    #[inline(always)]
    fn squares(self) -> Squares<Self> {
        Squares(self)
    }
}

/// Iterator over the squares of a set, lowest first.
#[derive(Clone, Debug)]
pub struct Squares<B>(B);

impl<B: Bits> Iterator for Squares<B> {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        if self.0.is_empty() {
            return None;
        }
        let square = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(square)
    }
}

macro_rules! impl_bits {
    ($word:ty) => {
        impl Bits for $word {
            const EMPTY: Self = 0;
            const WIDTH: u32 = <$word>::BITS;

            #[inline(always)]
            fn single(square: u32) -> Self {
                1 << square
            }

            #[inline(always)]
            fn first(count: u32) -> Self {
                if count == Self::WIDTH { <$word>::MAX } else { (1 << count) - 1 }
            }

            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline(always)]
            fn lowest(self) -> u32 {
                self.trailing_zeros()
            }

            #[inline(always)]
            fn highest(self) -> u32 {
                Self::WIDTH - 1 - self.leading_zeros().min(Self::WIDTH - 1)
            }

            #[inline(always)]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}

impl_bits!(u64);
impl_bits!(u128);
