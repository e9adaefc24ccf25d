//! Principal variations of proven scores, played on to the end of the game.
//!
//! The search stops where the rules prove a result, or where the table remembers a proof, so its line ends before the
//! game does. From there the winner plays its fastest proven move and the loser the one that is proven to last longest;
//! where the rules alone do not show the way, a small search for a forced win does. A proven distance is an upper bound,
//! so a line may end sooner; and where that search gives up, it ends open.

use super::score::{WIN, is_proven};
use crate::board::Move;
use crate::game::{Game, Verdict};

/// Positions a search for the next move of a line may look at. Lines are told a few times a second, and nearly all end
/// in positions that need no search.
const BUDGET: u32 = 20_000;

/// `line` up to the end of the game when `score` is proven; otherwise as it is.
pub(crate) fn completed<G: Game>(mut game: G, line: &[Move], score: i32) -> Vec<Move> {
    let mut line = line.to_vec();
    for mv in &line {
        game = game.play(*mv);
    }
    let length = if is_proven(score) { (WIN - score.abs()) as usize } else { 0 };
    while line.len() < length {
        let plies = (length - line.len()) as u32;
        let next = match game.verdict() {
            Some(Verdict::Win(0) | Verdict::Loss(0) | Verdict::Draw) => None,
            Some(_) => proven_reply(&game),
            None => forced_reply(&game, plies),
        };
        let Some(mv) = next else { break };
        line.push(mv);
        game = game.play(mv);
    }
    line
}

/// The move that keeps a result the rules prove: fastest for the winner, slowest for the loser.
fn proven_reply<G: Game>(game: &G) -> Option<Move> {
    let mut best: Option<(i32, Move)> = None;
    game.each_legal(|mv| {
        // Higher is better for the side to move; unproven moves keep nothing.
        let value = match game.play(mv).verdict() {
            Some(Verdict::Loss(plies)) => WIN - plies as i32,
            Some(Verdict::Win(plies)) => plies as i32 - WIN,
            Some(Verdict::Draw) | None => return,
        };
        if best.is_none_or(|(other, _)| value > other) {
            best = Some((value, mv));
        }
    });
    best.map(|(_, mv)| mv)
}

/// A move of a game that ends within `plies`: one that wins, when their number is odd, otherwise any that a win within
/// the rest is found against.
fn forced_reply<G: Game>(game: &G, plies: u32) -> Option<Move> {
    let mut budget = BUDGET;
    let wins = plies % 2 == 1;
    candidates(game).into_iter().find(|mv| {
        let child = game.play(*mv);
        if wins {
            loses_within(&child, plies - 1, &mut budget)
        } else {
            wins_within(&child, plies - 1, &mut budget)
        }
    })
}

fn candidates<G: Game>(game: &G) -> Vec<Move> {
    let mut moves = Vec::new();
    game.each_capture(|mv| moves.push(mv));
    game.each_quiet(|mv| moves.push(mv));
    moves
}

/// Whether the side to move is seen to win within `plies`; `false` may mean that the budget ran out.
fn wins_within<G: Game>(game: &G, plies: u32, budget: &mut u32) -> bool {
    match game.verdict() {
        Some(Verdict::Win(needed)) if needed <= plies => return true,
        Some(Verdict::Loss(_) | Verdict::Draw) => return false,
        _ => {}
    }
    if plies < 3 || *budget == 0 {
        return false;
    }
    *budget -= 1;
    candidates(game).into_iter().any(|mv| loses_within(&game.play(mv), plies - 1, budget))
}

/// Whether the side to move is seen to lose within `plies`.
fn loses_within<G: Game>(game: &G, plies: u32, budget: &mut u32) -> bool {
    match game.verdict() {
        Some(Verdict::Loss(needed)) if needed <= plies => return true,
        Some(Verdict::Win(_) | Verdict::Draw) => return false,
        _ => {}
    }
    if plies < 2 || *budget == 0 {
        return false;
    }
    *budget -= 1;
    candidates(game).into_iter().all(|mv| wins_within(&game.play(mv), plies - 1, budget))
}
