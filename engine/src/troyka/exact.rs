//! What can be known of a position without search, each rule with its proof.
//!
//! 1. *A man one step from its goal wins now.* Diagonally ahead of it lie one or two squares of the goal rank. None can
//!    hold an own man (the game would be over), and an empty square can be entered, an enemy one taken.
//! 2. *An enemy man one step from its goal must be taken now*, as by rule 1 it wins otherwise, unless the side to move
//!    wins first. Two such men cannot both be taken, so they win within two plies.
//! 3. *An unanswerable step to the rank before the goal wins in three plies*: no enemy man stands where rule 1 would
//!    let it win first, and no enemy man attacks the square entered.
//! 4. *A runner that no enemy can meet wins the race*, if it needs no more steps than the foremost enemy man (one fewer
//!    when the enemy is to move). "Meet" is worked out below.
//!
//! The runner walks straight. An enemy man `j` ranks ahead of it and `k` files aside has to stand, before one of its
//! turns, one rank ahead and one file aside to take it, or before one of the runner's turns, right in front to stop it.
//! With the runner to move, before the enemy's turn number `t` the runner has made `t` steps and the enemy man
//! `m <= t - 1`. To take it needs `j - t - m = 1` and `k - m <= 1`, thus `k <= j - t` with `2t >= j`: `k <= j / 2`
//! rounded down. To block needs `j - t - m = 1` and `k <= m <= t`, thus `k <= (j - 1) / 2`, which is no more. With the
//! enemy to move the same sums give `k <= (j + 1) / 2`. So an enemy man guards a cone below it that widens by one file
//! every other rank, and a runner outside all cones cannot be met. Own men never stand in its way: the foremost own man
//! of the file is outside the cones too, and nearer.

use super::Position;
use super::generate::targets;
use crate::board::{Bits, Geometry, Side};
use crate::game::Verdict;

impl<G: Geometry> Position<G> {
    /// A proven result for the side to move, by the four rules; the distance in plies is an upper bound.
    #[inline(always)]
    pub(super) fn known_result(&self) -> Option<Verdict> {
        if let Some(winner) = self.decided() {
            return Some(if winner == self.side { Verdict::Win(0) } else { Verdict::Loss(0) });
        }
        self.known_result_while_undecided()
    }

    #[inline(always)]
    fn known_result_while_undecided(&self) -> Option<Verdict> {
        let geometry = self.geometry;
        let (us, them) = (self.side, !self.side);
        let (own, enemy) = self.own_and_enemy();
        let before_goal = geometry.rank_for(us, geometry.ranks() - 2);
        if own.meets(before_goal) {
            return Some(Verdict::Win(1));
        }
        let attacked = geometry.diagonals_ahead(us, own);
        if !enemy.several() && enemy.meets(attacked) {
            return Some(Verdict::Win(1));
        }
        let threats = self.threats();
        if !threats.is_empty() {
            let lost = threats.several() || !threats.meets(attacked);
            return lost.then_some(Verdict::Loss(2));
        }
        let guards = enemy & geometry.rank_for(us, geometry.ranks() - 1);
        let unguarded = before_goal & !geometry.diagonals_ahead(them, guards);
        if targets(geometry, us, own, enemy).union().meets(unguarded) {
            return Some(Verdict::Win(3));
        }
        self.race()
    }

    /// Rule 4. Only the side whose foremost man is nearer to its goal can have a proven race.
    #[inline(always)]
    fn race(&self) -> Option<Verdict> {
        let geometry = self.geometry;
        let (us, them) = (self.side, !self.side);
        let (own, enemy) = self.own_and_enemy();
        let ours = geometry.fewest_steps(us, own);
        let theirs = geometry.fewest_steps(them, enemy);
        if ours <= theirs {
            let runners = own & within_steps(geometry, us, theirs);
            let free = out_of_reach(geometry, them, enemy, runners, false);
            (!free.is_empty()).then(|| Verdict::Win(2 * geometry.fewest_steps(us, free) - 1))
        } else {
            let runners = enemy & within_steps(geometry, them, ours - 1);
            let free = out_of_reach(geometry, us, own, runners, true);
            (!free.is_empty()).then(|| Verdict::Loss(2 * geometry.fewest_steps(them, free)))
        }
    }
}

/// The squares from which a man of `side` needs at most `steps` steps to its goal.
#[inline(always)]
fn within_steps<G: Geometry>(geometry: G, side: Side, steps: u32) -> G::Word {
    let last = steps.min(geometry.ranks() - 1);
    match side {
        Side::White => {
            geometry.all() & !G::Word::first((geometry.ranks() - 1 - last) * geometry.files())
        }
        Side::Black => G::Word::first((last + 1) * geometry.files()),
    }
}

/// The `runners` outside the cones of all `chasers`, which belong to `side`; `chasers_move` says whose turn it is.
#[inline(always)]
pub(super) fn out_of_reach<G: Geometry>(
    geometry: G,
    side: Side,
    chasers: G::Word,
    runners: G::Word,
    chasers_move: bool,
) -> G::Word {
    let (mut free, mut reach, mut wider) = (runners, chasers, chasers_move);
    while !free.is_empty() && !reach.is_empty() {
        reach = geometry.ahead(side, reach);
        if wider {
            reach = geometry.widen(reach);
        }
        wider = !wider;
        free &= !reach;
    }
    free
}
