//! Boards without rules: squares, sets of squares, sizes and moves.
//!
//! Nothing here knows how a man moves or who wins. A square is a small number, `rank * files + file`, counted from
//! `a1`; a set of squares is one machine word, 64 or 128 bits wide.

mod bits;
mod geometry;
mod moves;
mod side;
mod size;

pub use bits::Bits;
pub use geometry::{AnySize, Fixed8x8, Geometry};
pub use moves::Move;
pub use side::Side;
pub use size::{BoardSize, SizeError, Square};

/// One step of the splitmix64 generator (Steele, Lea, Flood 2014): hash keys come from it, not from a random-number
/// package, so that node counts do not change with a dependency.
pub const fn splitmix64(seed: u64) -> u64 {
    let mut z = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
