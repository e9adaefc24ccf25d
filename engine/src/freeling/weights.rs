//! The weights of the hand-made evaluation, in the order of its features: centipawns for one more than the opponent has.

use super::evaluate::FEATURES;

/// A weight for each feature.
pub(super) type Weights = [i32; FEATURES];

/// For the author's rules.
#[rustfmt::skip]
pub(super) const AUTHOR: Weights = [
    // A man by itself, from the home rank to the one before the goal; on the side, inner and central file.
    100, 120, 105,
    100, 100, 100,
    105, 100, 100,
    110, 105, 105,
    120, 110, 110,
    140, 120, 120,
    170, 140, 130,
    400, 400, 350,
    // A pair, likewise; on an inner file, on the central file.
    210, 210,
    205, 205,
    210, 210,
    220, 220,
    235, 235,
    250, 250,
    280, 270,
    600, 600,
    // Ends of moves ahead and back.
    3, 1,
    // Squares of the far wall in reach: side files, middle files.
    20, 5,
    // Explosions by zone: the side to move, the other.
    0, 5, 5, 10, 80, 200,
    0, 3, 3, 5, 40, 100,
    // Men and pairs under attack: by the side to move, by the other.
    60, 120, 20, 40,
    // The right to move.
    15,
];

/// For the rules of *Games of Towers*.
pub(super) const TOWERS: Weights = AUTHOR;
