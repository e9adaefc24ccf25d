//! What the two published texts of the game differ in, as types: the rules are compiled once for each.

use std::fmt::Debug;

use super::shape::{goal_rank, rank_for};
use crate::board::Side;

/// A rule set, as a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rules {
    /// The author's page: moving is compulsory, a side without a move loses, and a piece on its own far wall is safe.
    Author,
    /// *Games of Towers*: a turn may be passed, and a piece that stands on the goal rank it defends is safe.
    Towers,
}

/// A rule set, as a type.
pub trait RuleSet: Copy + Debug + PartialEq + Eq + Send + Sync + 'static {
    /// The rule set's value.
    const RULES: Rules;
    /// Whether a side may pass. Where it may not, a side without a move has lost.
    const MAY_PASS: bool;

    /// The squares on which an enemy piece cannot be captured by an explosion of `side`: the exploding man is lost.
    fn safe_from(side: Side) -> u64;
}

/// See [`Rules::Author`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Author;

/// See [`Rules::Towers`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Towers;

impl RuleSet for Author {
    const RULES: Rules = Rules::Author;
    const MAY_PASS: bool = false;

    /// The enemy's far wall, which is the exploding side's own wall: the third rank from it.
    #[inline(always)]
    fn safe_from(side: Side) -> u64 {
        rank_for(side, 2)
    }
}

impl RuleSet for Towers {
    const RULES: Rules = Rules::Towers;
    const MAY_PASS: bool = true;

    #[inline(always)]
    fn safe_from(side: Side) -> u64 {
        goal_rank(side)
    }
}
