//! Makes the suite of near ends, `tests/data/mates.csv`: positions within seven plies of the end, each with its exact
//! distance by brute force.
//!
//! Two careless players, who win when they can and mostly answer threats, play games on many boards. The last positions
//! of each game are solved by the plain solver. All random numbers are fixed, so that whoever runs it again gets the
//! same file; `BREACH_WRITE_MATES=1` writes it.

use std::fmt::Write as _;

use crate::boards::Random;
use crate::mates::{SUITE, SUITE_PATH};
use crate::slow_tests_wanted;
use crate::solver::{Board, Solver, Value};

/// The farthest end that is looked for.
const PLIES: u32 = 7;

/// Files, ranks, and how many positions are wanted of each distance from 1 to [`PLIES`].
const WANTED: [(usize, usize, usize); 14] = [
    (8, 8, 50),
    (7, 7, 6),
    (6, 6, 6),
    (5, 5, 6),
    (6, 8, 4),
    (8, 6, 4),
    (5, 6, 4),
    (4, 5, 2),
    (2, 8, 2),
    (3, 7, 2),
    (9, 9, 3),
    (10, 10, 2),
    (16, 8, 2),
    (8, 12, 2),
];

const HEAD: &str = "\
# Positions near the end, with the exact distance: plies to a win (+) or a loss (-) of the side to move.
# Made by brute force, see tests/suite/make_mates.rs.
variant,fen,distance
";

fn suite() -> String {
    let mut text = HEAD.to_string();
    let mut random = Random::new(20);
    for (files, ranks, wanted) in WANTED {
        let mut missing = [wanted; PLIES as usize + 1];
        missing[0] = 0;
        for number in 0.. {
            if missing.iter().all(|count| *count == 0) {
                break;
            }
            // Every other game is short of men, so that both full and empty boards are met.
            let game = careless_game(&mut random, files, ranks, number % 2 == 1);
            if let Some((board, value)) = near_end(&mut random, &game, &missing) {
                let (plies, sign) = match value {
                    Value::Win(plies) => (plies, '+'),
                    Value::Loss(plies) => (plies, '-'),
                };
                missing[plies as usize] -= 1;
                let fen = board.fen();
                let _ = writeln!(text, "breakthrough{files}x{ranks},{fen},{sign}{plies}");
            }
        }
    }
    text
}

/// A position of the game whose end is at a distance still wanted, if there is one. One position a game, so that no two
/// are alike.
fn near_end(
    random: &mut Random,
    game: &[Board],
    missing: &[usize; PLIES as usize + 1],
) -> Option<(Board, Value)> {
    let mut solver = Solver::new(30_000_000);
    let mut found = Vec::new();
    for board in game.iter().rev().skip(1).take(10) {
        if let Ok(Some(value)) = solver.value_within(board, PLIES) {
            let (Value::Win(plies) | Value::Loss(plies)) = value;
            if missing[plies as usize] > 0 {
                found.push((plies, *board, value));
            }
        }
    }
    // The farthest ends are rarest.
    let farthest = found.iter().max_by_key(|(plies, ..)| *plies).copied();
    let chosen =
        if random.one_in(3) || found.is_empty() { farthest } else { Some(random.pick(&found)) };
    chosen.map(|(_, board, value)| (board, value))
}

/// A game between players who take what they see and forget the rest.
fn careless_game(random: &mut Random, files: usize, ranks: usize, bloody: bool) -> Vec<Board> {
    let mut board = Board::start(files, ranks);
    let mut game = vec![board];
    loop {
        let moves = board.moves();
        if moves.is_empty() {
            return game;
        }
        let wins = |mv: &(usize, usize)| board.after(*mv).winner().is_some();
        // Moves after which the opponent cannot win at once.
        let is_safe = |mv: &(usize, usize)| {
            let next = board.after(*mv);
            next.moves().into_iter().all(|reply| next.after(reply).winner().is_none())
        };
        let safe: Vec<_> = moves.iter().copied().filter(is_safe).collect();
        let captures: Vec<_> =
            safe.iter().copied().filter(|(_, to)| board.cells[*to].is_some()).collect();
        let mv = if let Some(mv) = moves.iter().copied().find(wins) {
            mv
        } else if safe.is_empty() {
            random.pick(&moves)
        } else if !captures.is_empty() && (bloody || !random.one_in(3)) {
            random.pick(&captures)
        } else {
            random.pick(&safe)
        };
        board = board.after(mv);
        game.push(board);
    }
}

#[test]
fn the_suite_is_what_its_maker_makes() {
    if std::env::var_os("BREACH_WRITE_MATES").is_some() {
        std::fs::write(SUITE_PATH, suite()).unwrap();
        eprintln!("wrote {SUITE_PATH}");
    } else if slow_tests_wanted("making the suite of near ends again") {
        assert_eq!(suite(), SUITE);
    }
}
