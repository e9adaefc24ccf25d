//! The hand-made evaluation: a sum of features times weights, centipawns.
//!
//! What a stack is worth where it stands is a sum kept move by move. The other features are read off the sets of move
//! ends: how far men can go, where they can explode, and what such an explosion would take. Every feature is counted for
//! both sides by the same code that names it, so that weights can be fitted to what is really evaluated.

use super::chain::{Stacks, dispersed};
use super::position::Position;
use super::rules::{RuleSet, Rules};
use super::shape::{FILES, RANKS, SIDE_FILES, SQUARES, far_wall, rank_for};
use super::weights::{self, Weights};
use crate::board::{Bits, Move, Side};
use crate::game::Evaluator;

/// Number of features.
pub const FEATURES: usize = TEMPO + 1;

/// A man by itself: row and column of its square.
pub(super) const SINGLE: usize = 0;
/// A pair: row, and whether it stands on the central file.
pub(super) const PAIR: usize = SINGLE + ROWS * COLUMNS;
/// Ends of forward moves.
pub(super) const MOBILITY_AHEAD: usize = PAIR + ROWS * 2;
/// Ends of backward moves.
pub(super) const MOBILITY_BACK: usize = MOBILITY_AHEAD + 1;
/// Squares of the far wall that can be reached: on the side files, on the middle ones.
pub(super) const REACH: usize = MOBILITY_BACK + 1;
/// Squares where a move can explode, by zone: of the side to move, then of the other.
pub(super) const EXPLOSIONS: usize = REACH + 2;
/// Enemy men by themselves, and pairs, in reach of an explosion: of the side to move, then of the other.
pub(super) const ATTACKS: usize = EXPLOSIONS + 2 * ZONES;
/// The right to move.
pub(super) const TEMPO: usize = ATTACKS + 4;

/// Ranks on which the game goes on, from the home rank.
const ROWS: usize = RANKS as usize - 1;
/// Files by their distance from the edge.
const COLUMNS: usize = 3;
/// The ranks by zones, from the home rank; the first three ranks are one.
const ZONES: usize = ROWS - 2;

/// The names of the groups of features, with where each begins.
const GROUPS: [(&str, usize); 8] = [
    ("men", SINGLE),
    ("pairs", PAIR),
    ("mobility", MOBILITY_AHEAD),
    ("reach", REACH),
    ("explosions", EXPLOSIONS),
    ("attacks", ATTACKS),
    ("tempo", TEMPO),
    ("", FEATURES),
];

/// The evaluation for one rule set.
#[derive(Clone, Debug)]
pub struct HandMade {
    weights: &'static Weights,
    /// The worth of a man by itself, then of a pair, by side and square; Black's negative.
    squares: [[[i32; SQUARES]; 2]; 2],
}

impl HandMade {
    /// The evaluation for `rules`.
    pub fn new(rules: Rules) -> Self {
        let weights = match rules {
            Rules::Author => &weights::AUTHOR,
            Rules::Towers => &weights::TOWERS,
        };
        let mut squares = [[[0; SQUARES]; 2]; 2];
        for side in Side::BOTH {
            let sign = if side == Side::White { 1 } else { -1 };
            for square in 0..SQUARES as u32 {
                let Some([single, pair]) = placement_features(side, square) else { continue };
                squares[side.index()][0][square as usize] = sign * weights[single];
                squares[side.index()][1][square as usize] = sign * weights[pair];
            }
        }
        Self { weights, squares }
    }

    /// The worth of the stacks where they stand, White's view.
    #[inline(always)]
    fn placement(&self, stacks: &[Stacks; 2]) -> i32 {
        let mut sum = 0;
        for (stacks, worths) in stacks.iter().zip(&self.squares) {
            for (set, worths) in [stacks.ones, stacks.twos].into_iter().zip(worths) {
                sum = set.squares().fold(sum, |sum, square| sum + worths[square as usize]);
            }
        }
        sum
    }

    /// The terms with their names, White's view.
    pub fn terms<R: RuleSet>(&self, position: &Position<R>) -> Vec<(&'static str, i32)> {
        let mut terms: Vec<_> = GROUPS.windows(2).map(|group| (group[0].0, 0)).collect();
        each_feature(position, |feature, count| {
            let group = GROUPS.iter().rposition(|group| group.1 <= feature).unwrap_or(0);
            terms[group].1 += self.weights[feature] * count;
        });
        terms
    }
}

/// Visits the features of a position, the same one perhaps several times, with how often White has it more than Black.
pub fn each_feature<R: RuleSet>(position: &Position<R>, mut visit: impl FnMut(usize, i32)) {
    for side in Side::BOTH {
        let sign = if side == Side::White { 1 } else { -1 };
        let stacks = position.stacks(side);
        for (set, pair) in [(stacks.ones, 0), (stacks.twos, 1)] {
            for square in set.squares() {
                if let Some(features) = placement_features(side, square) {
                    visit(features[pair], sign);
                }
            }
        }
        each_pattern(position, side, |feature, count| visit(feature, sign * count));
    }
}

/// The features of a man by itself and of a pair of `side` on `square`; none on the goal rank. A side file holds no pair;
/// such a stack counts as one on the next file.
fn placement_features(side: Side, square: u32) -> Option<[usize; 2]> {
    let (file, rank) = (square % FILES, square / FILES);
    let row = match side {
        Side::White => rank,
        Side::Black => RANKS - 1 - rank,
    } as usize;
    let column = file.min(FILES - 1 - file) as usize;
    let pair = PAIR + row * 2 + usize::from(column == COLUMNS - 1);
    (row < ROWS).then_some([SINGLE + row * COLUMNS + column, pair])
}

/// Visits the features of `side` that depend on more than one stack.
#[inline(always)]
fn each_pattern<R: RuleSet>(position: &Position<R>, side: Side, mut visit: impl FnMut(usize, i32)) {
    let exploding = position.exploding(side);
    let (mut reached, mut explosions) = (0, 0);
    let (mut ahead, mut back) = (0, 0);
    position.each_ends(side, |ends| {
        let all = ends.singles | ends.pairs;
        if ends.is_ahead(side) {
            ahead += all.count();
            reached |= all;
        } else {
            back += all.count();
        }
        explosions |= (ends.singles & exploding.singles) | (ends.pairs & exploding.pairs);
    });
    visit(MOBILITY_AHEAD, ahead as i32);
    visit(MOBILITY_BACK, back as i32);
    let wall = reached & far_wall(side);
    visit(REACH, (wall & SIDE_FILES).count() as i32);
    visit(REACH + 1, (wall & !SIDE_FILES).count() as i32);
    let waits = usize::from(side != position.side());
    for zone in 0..ZONES {
        let mut ranks = rank_for(side, zone as u32 + 2);
        if zone == 0 {
            ranks |= rank_for(side, 0) | rank_for(side, 1);
        }
        visit(EXPLOSIONS + waits * ZONES + zone, (explosions & ranks).count() as i32);
    }
    let [forth, left, right] = dispersed(side, explosions);
    let hit = (forth | left | right) & !R::safe_from(side);
    let enemy = position.stacks(!side);
    visit(ATTACKS + 2 * waits, (enemy.ones & hit).count() as i32);
    visit(ATTACKS + 2 * waits + 1, (enemy.twos & hit).count() as i32);
    visit(TEMPO, 1 - waits as i32);
}

impl<R: RuleSet> Evaluator<Position<R>> for HandMade {
    /// The placement sum, White's view.
    type State = i32;

    fn state(&self, position: &Position<R>) -> i32 {
        self.placement(&position.stacks)
    }

    #[inline(always)]
    fn after(&self, state: &i32, before: &Position<R>, _mv: Move, after: &Position<R>) -> i32 {
        let gone = |old: Stacks, new: Stacks| Stacks {
            ones: old.ones & !new.ones,
            twos: old.twos & !new.twos,
            fours: 0,
        };
        let [white, black] = before.stacks;
        let [next_white, next_black] = after.stacks;
        let left = [gone(white, next_white), gone(black, next_black)];
        let come = [gone(next_white, white), gone(next_black, black)];
        state - self.placement(&left) + self.placement(&come)
    }

    #[inline(always)]
    fn evaluate(&self, state: &i32, position: &Position<R>) -> i32 {
        let mut total = *state;
        each_pattern(position, Side::White, |feature, count| {
            total += self.weights[feature] * count;
        });
        each_pattern(position, Side::Black, |feature, count| {
            total -= self.weights[feature] * count;
        });
        if position.side() == Side::White { total } else { -total }
    }
}
