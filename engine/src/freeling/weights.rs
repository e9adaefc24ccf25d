//! The weights of the hand-made evaluation, in the order of its features: centipawns for one more than the opponent has.
//! How they were fitted is told in `docs/strength.md`.

use super::evaluate::FEATURES;

/// A weight for each feature.
pub(super) type Weights = [i32; FEATURES];

/// For the author's rules.
#[rustfmt::skip]
pub(super) const AUTHOR: Weights = [
    // A man by itself, from the home rank to the one before the goal; on the side, inner and central file.
    133, 146, 110,
    113, 136, 114,
    156, 149, 156,
    167, 172, 191,
    183, 171, 221,
    232, 211, 187,
    253, 238, 217,
    455, 318, 220,
    // A pair, likewise; on an inner file, on the central file.
    300, 279,
    331, 336,
    369, 380,
    380, 436,
    429, 453,
    466, 492,
    558, 484,
    205, 208,
    // Ends of moves ahead and back.
    8, 5,
    // Squares of the far wall in reach: side files, middle files.
    -5, 3,
    // Explosions by zone: the side to move, the other.
    9, 9, 10, 60, 130, 0,
    10, 21, 28, 59, 92, 0,
    // Men and pairs under attack: by the side to move, by the other.
    100, 379, 26, 59,
    // The right to move.
    78,
];

/// For the rules of *Games of Towers*.
#[rustfmt::skip]
pub(super) const TOWERS: Weights = [
    // A man by itself, from the home rank to the one before the goal; on the side, inner and central file.
    99, 106, 91,
    94, 95, 90,
    98, 99, 101,
    96, 105, 115,
    98, 100, 126,
    106, 107, 97,
    120, 119, 108,
    206, 104, 109,
    // A pair, likewise; on an inner file, on the central file.
    205, 196,
    196, 194,
    201, 204,
    202, 215,
    215, 232,
    203, 227,
    277, 228,
    192, 194,
    // Ends of moves ahead and back.
    -1, 3,
    // Squares of the far wall in reach: side files, middle files.
    3, 8,
    // Explosions by zone: the side to move, the other.
    8, 6, 10, 31, 89, 0,
    14, 12, 18, 27, 52, 0,
    // Men and pairs under attack: by the side to move, by the other.
    46, 110, 9, -5,
    // The right to move.
    42,
];
