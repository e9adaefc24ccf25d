//! What the rules alone prove (`troyka/exact.rs`), held against the plain solver.
//!
//! Every position is given to the engine in every word width that can carry it. A claim is checked for what it says:
//! "within n plies". Wins in one ply must moreover be seen always, and the first three rules must give the exact
//! distance.

use breach_engine::Move;
use breach_engine::board::Geometry;
use breach_engine::game::{Game, Verdict};
use breach_engine::troyka::Position;

use crate::boards::{Random, position, random_game, random_placement, size, with_every_geometry};
use crate::solver::{Board, GaveUp, Man, Solver, Value};

/// How often each kind of claim was met, so that no test passes for want of positions.
#[derive(Default, Debug)]
struct Tally {
    finished: u32,
    wins_in_one: u32,
    wins_in_three: u32,
    losses_in_two: u32,
    races_won: u32,
    races_lost: u32,
    open: u32,
    gave_up: u32,
}

fn check_verdict(board: &Board, solver: &mut Solver, tally: &mut Tally) {
    with_every_geometry!(size(board.files, board.ranks), geometry => {
        let verdict = position(geometry, board).verdict();
        if check_claim(board, verdict, solver, tally) == Err(GaveUp) {
            tally.gave_up += 1;
        }
    });
}

fn check_claim(
    board: &Board,
    verdict: Option<Verdict>,
    solver: &mut Solver,
    tally: &mut Tally,
) -> Result<(), GaveUp> {
    let fen = board.fen();
    let won_at_once = board.winner().is_none() && solver.wins_within(board, 1)?;
    match verdict {
        Some(Verdict::Win(0)) => assert_eq!(board.winner(), Some(board.to_move), "{fen}"),
        Some(Verdict::Loss(0)) => assert_eq!(board.winner(), Some(board.to_move.other()), "{fen}"),
        _ => assert_eq!(board.winner(), None, "{fen}: the end was not seen"),
    }
    assert_eq!(won_at_once, verdict == Some(Verdict::Win(1)), "{fen}: win in one");
    match verdict {
        Some(Verdict::Win(plies)) => {
            assert!(solver.wins_within(board, plies)?, "{fen}: no win within {plies}");
        }
        Some(Verdict::Loss(plies)) => {
            assert!(solver.loses_within(board, plies)?, "{fen}: no loss within {plies}");
        }
        Some(Verdict::Draw) => panic!("{fen}: there are no draws"),
        None => {}
    }
    let count = match verdict {
        Some(Verdict::Win(0) | Verdict::Loss(0)) => &mut tally.finished,
        Some(Verdict::Win(1)) => &mut tally.wins_in_one,
        Some(Verdict::Win(3)) => &mut tally.wins_in_three,
        Some(Verdict::Win(_)) => &mut tally.races_won,
        Some(Verdict::Loss(2)) => &mut tally.losses_in_two,
        Some(Verdict::Loss(_)) => &mut tally.races_lost,
        Some(Verdict::Draw) | None => &mut tally.open,
    };
    *count += 1;
    Ok(())
}

/// The moves the search is offered.
fn candidates<G: Geometry>(position: &Position<G>) -> Vec<Move> {
    let mut moves = Vec::new();
    position.each_capture(|mv| moves.push(mv));
    position.each_quiet(|mv| moves.push(mv));
    moves
}

#[test]
fn verdicts_hold_on_positions_of_random_games() {
    let (mut tally, mut random) = (Tally::default(), Random::new(1));
    for (files, ranks) in
        [(3, 5), (4, 5), (5, 5), (4, 6), (3, 7), (5, 6), (2, 8), (2, 4), (6, 4), (7, 5)]
    {
        let mut solver = Solver::new(1_000_000);
        for _ in 0..300 {
            for board in random_game(&mut random, files, ranks) {
                check_verdict(&board, &mut solver, &mut tally);
            }
        }
    }
    eprintln!("{tally:?}");
    assert!(tally.gave_up * 100 < tally.open, "{tally:?}");
    assert!(tally.races_won > 150 && tally.races_lost > 300, "{tally:?}");
    assert!(tally.wins_in_three > 1000 && tally.losses_in_two > 500, "{tally:?}");
}

#[test]
fn verdicts_hold_on_random_placements() {
    let (mut tally, mut random) = (Tally::default(), Random::new(2));
    for (files, ranks, most) in [
        (3, 5, 5),
        (4, 5, 6),
        (5, 5, 6),
        (4, 6, 5),
        (3, 7, 4),
        (5, 6, 4),
        (2, 8, 4),
        (2, 16, 2),
        (8, 8, 3),
        (16, 4, 8),
        (9, 9, 2),
        (16, 8, 2),
    ] {
        let mut solver = Solver::new(1_000_000);
        for _ in 0..700 {
            let board = random_placement(&mut random, files, ranks, most);
            // A position that no game can be in: nothing is claimed of it.
            let both = Board { to_move: board.to_move.other(), ..board };
            for board in [board, both] {
                if is_sensible(&board) {
                    check_verdict(&board, &mut solver, &mut tally);
                }
            }
        }
    }
    eprintln!("{tally:?}");
    assert!(tally.gave_up * 50 < tally.open, "{tally:?}");
    assert!(tally.races_won > 1000 && tally.races_lost > 1000, "{tally:?}");
    assert!(tally.wins_in_three > 500 && tally.losses_in_two > 500, "{tally:?}");
}

/// Whether a position can be given to the engine: some men, and not both sides on their goal ranks.
fn is_sensible(board: &Board) -> bool {
    let bottom = (1u128 << board.files) - 1;
    let top = bottom << (board.files * (board.ranks - 1));
    let (white, black) = (board.men(Man::White), board.men(Man::Black));
    white | black != 0 && !(white & top != 0 && black & bottom != 0)
}

/// The value of a position when only candidates are played in it.
fn value_of(moves: &[Move], board: &Board, solver: &mut Solver) -> Result<Value, GaveUp> {
    let (mut win, mut loss) = (None, 0);
    for mv in moves {
        match solver.value(&board.after((mv.from() as usize, mv.to() as usize)))? {
            Value::Loss(plies) => win = Some(win.map_or(plies, |best: u32| best.min(plies))),
            Value::Win(plies) => loss = loss.max(plies),
        }
    }
    Ok(win.map_or(Value::Loss(loss + 1), |plies| Value::Win(plies + 1)))
}

#[test]
fn leaving_out_all_but_the_candidates_changes_no_value() {
    let mut random = Random::new(3);
    let (mut threatened, mut open, mut gave_up) = (0, 0, 0);
    for (files, ranks, most) in
        [(3, 5, 5), (4, 5, 4), (5, 5, 4), (4, 6, 3), (3, 7, 3), (5, 6, 3), (2, 8, 4), (8, 8, 2)]
    {
        let mut solver = Solver::new(200_000);
        for _ in 0..1500 {
            let mut board = random_placement(&mut random, files, ranks, most);
            // A man of the enemy one step from its goal, more often than chance has it.
            if random.one_in(2) {
                let rank = if board.to_move == Man::White { 1 } else { ranks - 2 };
                board.cells[rank * files + random.below(files)] = Some(board.to_move.other());
            }
            if !is_sensible(&board) {
                continue;
            }
            let position = position(
                breach_engine::board::AnySize::<u64>::new(size(files, ranks)).expect("fits"),
                &board,
            );
            if position.verdict().is_some() {
                continue;
            }
            let moves = candidates(&position);
            assert!(!moves.is_empty(), "{}: no candidate", board.fen());
            match (solver.value(&board), value_of(&moves, &board, &mut solver)) {
                (Ok(all), Ok(some)) => assert_eq!(all, some, "{}", board.fen()),
                _ => gave_up += 1,
            }
            if position.is_threatened() { threatened += 1 } else { open += 1 }
        }
    }
    eprintln!("{threatened} threatened, {open} open, {gave_up} given up");
    assert!(threatened > 100 && open > 500 && gave_up * 20 < open);
}

/// The two ways of asking the solver agree, so that a slip in one of them does not go unseen.
#[test]
fn the_solver_agrees_with_itself() {
    let mut random = Random::new(4);
    for (files, ranks) in [(3, 5), (4, 4), (2, 6), (4, 5)] {
        let mut solver = Solver::new(2_000_000);
        for _ in 0..150 {
            let board = random_placement(&mut random, files, ranks, 4);
            if !is_sensible(&board) {
                continue;
            }
            let (Ok(value), Ok(within)) = (solver.value(&board), solver.value_within(&board, 30))
            else {
                panic!("{}: too large for the solver", board.fen());
            };
            assert_eq!(within, Some(value), "{}", board.fen());
        }
    }
}

/// Who wins from the start is published for these boards.
#[test]
fn the_solver_knows_who_wins_small_boards() {
    let mut solver = Solver::new(20_000_000);
    let second = [(2, 4), (3, 4), (2, 5), (3, 5), (2, 7)];
    let first = [(2, 6), (2, 8)];
    for (boards, first_wins) in [(&second[..], false), (&first[..], true)] {
        for (files, ranks) in boards {
            let value = solver.value(&Board::start(*files, *ranks)).expect("a small board");
            assert_eq!(matches!(value, Value::Win(_)), first_wins, "{files}x{ranks}: {value:?}");
        }
    }
}
