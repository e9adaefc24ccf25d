//! The weights of the hand-made evaluation, in the order of its features: centipawns for one more than the opponent has.
//! How they were fitted is told in `docs/strength.md`.

use super::evaluate::FEATURES;

/// A weight for each feature.
pub(super) type Weights = [i32; FEATURES];

/// For the author's rules.
#[rustfmt::skip]
pub(super) const AUTHOR: Weights = [
    // A man by itself, from the home rank to the one before the goal; on the side, inner and central file.
    112, 125, 77,
    103, 127, 105,
    153, 149, 164,
    169, 184, 218,
    184, 180, 232,
    242, 233, 202,
    264, 252, 243,
    441, 245, 145,
    // A pair, likewise; on an inner file, on the central file.
    280, 252,
    327, 332,
    379, 387,
    401, 465,
    460, 489,
    512, 529,
    600, 535,
    205, 205,
    // Ends of moves ahead and back.
    11, 5,
    // Squares of the far wall in reach: side files, middle files.
    -13, 5,
    // Explosions by zone: the side to move, the other.
    13, 13, 14, 53, 135, 0,
    15, 24, 34, 60, 101, 0,
    // Men and pairs under attack: by the side to move, by the other.
    99, 345, 24, 55,
    // The right to move.
    103,
];

/// For the rules of *Games of Towers*.
#[rustfmt::skip]
pub(super) const TOWERS: Weights = [
    // A man by itself, from the home rank to the one before the goal; on the side, inner and central file.
    165, 168, 149,
    171, 177, 164,
    186, 194, 199,
    187, 206, 236,
    193, 198, 241,
    210, 210, 189,
    224, 206, 203,
    321, 102, 131,
    // A pair, likewise; on an inner file, on the central file.
    379, 365,
    386, 386,
    419, 421,
    424, 469,
    457, 473,
    440, 459,
    487, 385,
    240, 205,
    // Ends of moves ahead and back.
    2, 4,
    // Squares of the far wall in reach: side files, middle files.
    -3, 1,
    // Explosions by zone: the side to move, the other.
    11, 7, 3, 25, 101, 0,
    17, 18, 25, 37, 71, 0,
    // Men and pairs under attack: by the side to move, by the other.
    82, 236, 20, 13,
    // The right to move.
    87,
];
