//! What the rules must know of a board's shape, as words: shifts, edges, ranks.
//!
//! Every board has its own stride, the number of files, so that a board of 64 squares fills 64 bits whatever its shape.
//! The usual 8×8 board gets a type of its own whose shape is known when the engine is compiled; all others carry a
//! reference to a shape made once for each size.

use std::collections::HashMap;
use std::fmt;
use std::sync::{LazyLock, Mutex, PoisonError};

use super::{Bits, BoardSize, Side};

/// The shape of a board. Copied freely: at most a reference.
pub trait Geometry: Copy + Send + Sync + fmt::Debug + 'static {
    /// The word that holds a set of this board's squares.
    type Word: Bits;

    /// Files and ranks.
    fn size(self) -> BoardSize;
    /// Number of files, which is also the distance between a square and the one above it.
    fn files(self) -> u32;
    /// Number of ranks.
    fn ranks(self) -> u32;
    /// All squares.
    fn all(self) -> Self::Word;
    /// All squares but those of file a.
    fn right_of_first_file(self) -> Self::Word;
    /// All squares but those of the last file.
    fn left_of_last_file(self) -> Self::Word;

    /// The squares of rank `rank`, 0 for rank 1.
    #[inline(always)]
    fn rank(self, rank: u32) -> Self::Word {
        Self::Word::first(self.files()) << (rank * self.files())
    }

    /// The rank `steps` above the one a side starts from, seen from that side: 0 is its home rank.
    #[inline(always)]
    fn rank_for(self, side: Side, steps: u32) -> Self::Word {
        match side {
            Side::White => self.rank(steps),
            Side::Black => self.rank(self.ranks() - 1 - steps),
        }
    }

    /// The set moved one rank ahead, as `side` sees it. Squares that leave the board are dropped.
    #[inline(always)]
    fn ahead(self, side: Side, set: Self::Word) -> Self::Word {
        match side {
            Side::White => (set << self.files()) & self.all(),
            Side::Black => set >> self.files(),
        }
    }

    /// The set moved one file towards file a.
    #[inline(always)]
    fn left(self, set: Self::Word) -> Self::Word {
        (set & self.right_of_first_file()) >> 1
    }

    /// The set moved one file away from file a.
    #[inline(always)]
    fn right(self, set: Self::Word) -> Self::Word {
        (set & self.left_of_last_file()) << 1
    }

    /// The set, and its neighbours on the same rank.
    #[inline(always)]
    fn widen(self, set: Self::Word) -> Self::Word {
        set | self.left(set) | self.right(set)
    }

    /// The squares diagonally ahead of the set, as `side` sees it: what its men attack.
    #[inline(always)]
    fn diagonals_ahead(self, side: Side, set: Self::Word) -> Self::Word {
        let ahead = self.ahead(side, set);
        self.left(ahead) | self.right(ahead)
    }

    /// Steps from `square` to the goal rank of `side`.
    #[inline(always)]
    fn steps_to_goal(self, side: Side, square: u32) -> u32 {
        let rank = square / self.files();
        match side {
            Side::White => self.ranks() - 1 - rank,
            Side::Black => rank,
        }
    }

    /// Steps to the goal of the most advanced square of `set`, which must not be empty.
    #[inline(always)]
    fn fewest_steps(self, side: Side, set: Self::Word) -> u32 {
        let foremost = match side {
            Side::White => set.highest(),
            Side::Black => set.lowest(),
        };
        self.steps_to_goal(side, foremost)
    }
}

/// The usual board, its shape built into the code.
#[derive(Clone, Copy, Debug, Default)]
pub struct Fixed8x8;

impl Geometry for Fixed8x8 {
    type Word = u64;

    #[inline(always)]
    fn size(self) -> BoardSize {
        BoardSize::standard()
    }

    #[inline(always)]
    fn files(self) -> u32 {
        8
    }

    #[inline(always)]
    fn ranks(self) -> u32 {
        8
    }

    #[inline(always)]
    fn all(self) -> u64 {
        u64::MAX
    }

    #[inline(always)]
    fn right_of_first_file(self) -> u64 {
        0xfefe_fefe_fefe_fefe
    }

    #[inline(always)]
    fn left_of_last_file(self) -> u64 {
        0x7f7f_7f7f_7f7f_7f7f
    }
}

/// A board of any size that fits the word, its shape looked up.
#[derive(Clone, Copy)]
pub struct AnySize<B: 'static>(&'static Shape<B>);

#[derive(Debug)]
struct Shape<B> {
    size: BoardSize,
    all: B,
    right_of_first_file: B,
    left_of_last_file: B,
}

impl<B: Bits> Shape<B> {
    fn new(size: BoardSize) -> Self {
        let first_file =
            (0..size.ranks()).fold(B::EMPTY, |set, rank| set | B::single(rank * size.files()));
        let all = B::first(size.squares());
        Self {
            size,
            all,
            right_of_first_file: all & !first_file,
            left_of_last_file: all & !(first_file << (size.files() - 1)),
        }
    }
}

macro_rules! impl_sized {
    ($word:ty) => {
        impl AnySize<$word> {
            /// The shape of a board of `size`, or nothing when its squares do not fit the word.
            pub fn new(size: BoardSize) -> Option<Self> {
                // There are fewer than 200 sizes, so shapes that live as long as the program cost nothing.
                static SHAPES: LazyLock<Mutex<HashMap<BoardSize, &'static Shape<$word>>>> =
                    LazyLock::new(Mutex::default);
                if size.squares() > <$word>::BITS {
                    return None;
                }
                let mut shapes = SHAPES.lock().unwrap_or_else(PoisonError::into_inner);
                let shape = shapes
                    .entry(size)
                    .or_insert_with(|| Box::leak(Box::new(Shape::<$word>::new(size))));
                Some(Self(shape))
            }
        }
    };
}

impl_sized!(u64);
impl_sized!(u128);

impl<B: Bits> Geometry for AnySize<B> {
    type Word = B;

    #[inline(always)]
    fn size(self) -> BoardSize {
        self.0.size
    }

    #[inline(always)]
    fn files(self) -> u32 {
        self.0.size.files()
    }

    #[inline(always)]
    fn ranks(self) -> u32 {
        self.0.size.ranks()
    }

    #[inline(always)]
    fn all(self) -> B {
        self.0.all
    }

    #[inline(always)]
    fn right_of_first_file(self) -> B {
        self.0.right_of_first_file
    }

    #[inline(always)]
    fn left_of_last_file(self) -> B {
        self.0.left_of_last_file
    }
}

impl<B> fmt::Debug for AnySize<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnySize({})", self.0.size)
    }
}
