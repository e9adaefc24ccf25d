//! Scores: what the search computes with, and what it tells.
//!
//! Inside, a score is an `i32` in centipawns from the view of the side to move. Proven results lie beyond
//! [`PROVEN`]: `WIN - n` wins within `n` plies from the root, `-WIN + n` loses within `n`.

use crate::game::Verdict;

/// The deepest ply the search walks to.
pub const MAX_PLY: usize = 240;

/// A win at the root itself.
pub(crate) const WIN: i32 = 32_000;
/// A draw.
pub(crate) const DRAW: i32 = 0;
/// Larger than every score.
pub(crate) const INFINITE: i32 = WIN + 1;
/// Scores from here on are proven: more than any distance that can be met lies between this and [`WIN`].
pub(crate) const PROVEN: i32 = WIN - 1_000;
/// Estimates are kept inside this range, whatever an evaluation says.
pub(crate) const ESTIMATE: i32 = 20_000;

/// A score as it is told: an estimate, or a proven result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Score {
    /// An estimate in centipawns from the view of the side to move.
    Centipawns(i32),
    /// The side to move wins within this many plies.
    Win(u32),
    /// The side to move loses within this many plies.
    Loss(u32),
}

impl Score {
    /// The told form of a score of the search.
    pub(crate) fn from_search(score: i32) -> Self {
        if score >= PROVEN {
            Self::Win((WIN - score) as u32)
        } else if score <= -PROVEN {
            Self::Loss((WIN + score) as u32)
        } else {
            Self::Centipawns(score)
        }
    }

    /// UCI's distance in full moves: positive when the side to move wins, negative or zero when it loses. Nothing for
    /// an estimate.
    pub fn mate_in_moves(self) -> Option<i32> {
        match self {
            Self::Centipawns(_) => None,
            Self::Win(plies) => Some(plies.div_ceil(2) as i32),
            Self::Loss(plies) => Some(-((plies / 2) as i32)),
        }
    }

    /// The same result told by the opponent.
    #[must_use]
    pub fn reversed(self) -> Self {
        match self {
            Self::Centipawns(score) => Self::Centipawns(-score),
            Self::Win(plies) => Self::Loss(plies),
            Self::Loss(plies) => Self::Win(plies),
        }
    }
}

/// The score of a proven result met `ply` plies below the root.
#[inline(always)]
pub(crate) fn of_verdict(verdict: Verdict, ply: usize) -> i32 {
    match verdict {
        Verdict::Win(plies) => WIN - ply as i32 - plies as i32,
        Verdict::Loss(plies) => -WIN + ply as i32 + plies as i32,
        Verdict::Draw => DRAW,
    }
}

/// Whether a score is a proven result.
#[inline(always)]
pub(crate) fn is_proven(score: i32) -> bool {
    score.abs() >= PROVEN
}

/// A score seen from the root, as the table keeps it: counted from the node, which other paths may reach at other plies.
#[inline(always)]
pub(crate) fn to_table(score: i32, ply: usize) -> i32 {
    if score >= PROVEN {
        score + ply as i32
    } else if score <= -PROVEN {
        score - ply as i32
    } else {
        score
    }
}

/// The inverse of [`to_table`].
#[inline(always)]
pub(crate) fn from_table(score: i32, ply: usize) -> i32 {
    if score >= PROVEN {
        score - ply as i32
    } else if score <= -PROVEN {
        score + ply as i32
    } else {
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_told_in_full_moves() {
        let told = |score: Score| score.mate_in_moves();
        assert_eq!(told(Score::Win(1)), Some(1));
        assert_eq!(told(Score::Win(3)), Some(2));
        assert_eq!(told(Score::Loss(2)), Some(-1));
        assert_eq!(told(Score::Loss(4)), Some(-2));
        assert_eq!(told(Score::Loss(0)), Some(0));
        assert_eq!(told(Score::Centipawns(12)), None);
    }

    #[test]
    fn table_scores_are_counted_from_the_node() {
        for score in [-WIN + 7, -1234, 0, 1234, WIN - 7] {
            assert_eq!(from_table(to_table(score, 5), 5), score);
        }
        // A win two plies below a node at ply 5 is a win two plies below it at ply 9 as well.
        let found = of_verdict(Verdict::Win(2), 5);
        assert_eq!(from_table(to_table(found, 5), 9), of_verdict(Verdict::Win(2), 9));
    }
}
