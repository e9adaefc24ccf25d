//! The board: five files, nine ranks, two walls.

use crate::board::{Bits, BoardSize, Geometry, Side};

/// Files and ranks of the board.
pub(crate) const FILES: u32 = 5;
/// See [`FILES`].
pub(crate) const RANKS: u32 = 9;
/// Squares of the board.
pub(super) const SQUARES: usize = (FILES * RANKS) as usize;
/// A square is at most this many diagonal steps from another.
pub(super) const LONGEST_SLIDE: u32 = FILES - 1;

const ALL: u64 = (1 << SQUARES) - 1;
const FIRST_FILE: u64 = 0x108_4210_8421;

/// The squares of the side files, which hold one man each.
pub(super) const SIDE_FILES: u64 = FIRST_FILE | FIRST_FILE << (FILES - 1);
/// The squares of the middle files, which hold two men each.
pub(super) const MIDDLE_FILES: u64 = ALL & !SIDE_FILES;

/// The shape of the board, built into the code.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fixed5x9;

impl Geometry for Fixed5x9 {
    type Word = u64;

    #[inline(always)]
    fn size(self) -> BoardSize {
        size()
    }

    #[inline(always)]
    fn files(self) -> u32 {
        FILES
    }

    #[inline(always)]
    fn ranks(self) -> u32 {
        RANKS
    }

    #[inline(always)]
    fn all(self) -> u64 {
        ALL
    }

    #[inline(always)]
    fn right_of_first_file(self) -> u64 {
        ALL & !FIRST_FILE
    }

    #[inline(always)]
    fn left_of_last_file(self) -> u64 {
        ALL & !(FIRST_FILE << (FILES - 1))
    }
}

/// The size of the board.
pub(crate) const fn size() -> BoardSize {
    match BoardSize::new(FILES as usize, RANKS as usize) {
        Ok(size) => size,
        Err(_) => unreachable!(),
    }
}

/// The squares of the rank `steps` above the one `side` starts from.
#[inline(always)]
pub(super) fn rank_for(side: Side, steps: u32) -> u64 {
    Fixed5x9.rank_for(side, steps)
}

/// The wall at which forward moves of `side` end.
#[inline(always)]
pub(super) fn far_wall(side: Side) -> u64 {
    rank_for(side, RANKS - 3)
}

/// The rank where `side` wins.
#[inline(always)]
pub(super) fn goal_rank(side: Side) -> u64 {
    rank_for(side, RANKS - 1)
}

/// The most men a square can hold.
pub(super) fn capacity(square: u32) -> u32 {
    if SIDE_FILES.has(square) { 1 } else { 2 }
}
