//! No proven score is ever wrong: what the search tells, in any line, against brute force.
//!
//! Two sources of truth: `tests/data/mates.csv`, near ends with their exact distance, and small boards with few men,
//! which the plain solver solves whole. Every report is checked for what it says, with its bound: "wins within n plies"
//! is false when the win takes longer, "at most a win in n" is false when it is nearer.

use std::time::Duration;

use breach_engine::{
    AnyPosition, Bound, Clock, Control, Engine, Finding, Limits, Report, Score, Side, Variant,
};

use crate::boards::{Random, random_game, random_placement};
use crate::reports::reported_search;
use crate::slow_tests_wanted;
use crate::solver::{Board, Man, Solver, Value};

pub(crate) const SUITE: &str = include_str!("../data/mates.csv");
pub(crate) const SUITE_PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/mates.csv");

/// A clock that stands at an hour: bounds are told only by searches that have run for a while.
struct Late;

impl Clock for Late {
    fn elapsed(&self) -> Duration {
        Duration::from_hours(1)
    }
}

/// Every report of a search.
fn search(
    engine: &mut Engine,
    position: &dyn AnyPosition,
    limits: &Limits,
) -> (Finding, Vec<Report>) {
    reported_search(engine, position, limits, &Control::new(Late, false))
}

/// A place on the line from the fastest loss to the fastest win; every estimate lies in the middle.
fn rank(value: Value) -> i64 {
    match value {
        Value::Win(plies) => 1000 - i64::from(plies),
        Value::Loss(plies) => i64::from(plies) - 1000,
    }
}

/// Whether a told score agrees with the value of the position.
///
/// A proven score is a bound by itself: `Win(n)` says that there is a win at least as fast, so it may be late, never
/// early; `Loss(n)` that the loss is at least as near.
fn is_true(score: Score, bound: Bound, value: Value) -> bool {
    let told = match score {
        Score::Centipawns(_) => return true,
        Score::Win(plies) => rank(Value::Win(plies)),
        Score::Loss(plies) => rank(Value::Loss(plies)),
    };
    let at_least = match bound {
        Bound::Exact => matches!(score, Score::Win(_)),
        Bound::Lower => true,
        Bound::Upper => false,
    };
    if at_least { rank(value) >= told } else { rank(value) <= told }
}

/// Whether the reported line is legal from end to end, and who has won where it stops.
fn play_line(position: &dyn AnyPosition, report: &Report) -> Option<Side> {
    let mut position = position.boxed();
    for mv in &report.line {
        let legal = position.play(*mv);
        assert!(legal.is_ok(), "{position}: {} in {report:?}", position.move_text(*mv));
    }
    position.outcome().and_then(|outcome| outcome.winner)
}

/// Whether a proven line ends the game, won by the side its score says.
fn ends_as_told(position: &dyn AnyPosition, report: &Report) -> bool {
    let winner = match report.score {
        Score::Centipawns(_) => return false,
        Score::Win(_) => position.side_to_move(),
        Score::Loss(_) => !position.side_to_move(),
    };
    play_line(position, report) == Some(winner)
}

struct Case {
    position: Box<dyn AnyPosition>,
    value: Value,
}

fn cases() -> Vec<Case> {
    let lines = SUITE.lines().filter(|line| !line.starts_with('#')).skip(1);
    let read = |line: &str| {
        let [variant, fen, distance] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("three columns: {line}")
        };
        let variant: Variant = variant.parse().expect("a variant");
        let position = variant.position(fen).expect("a position");
        let plies: i32 = distance.parse().expect("a distance");
        let away = plies.unsigned_abs();
        let value = if plies > 0 { Value::Win(away) } else { Value::Loss(away) };
        Case { position, value }
    };
    lines.map(read).collect()
}

/// The solver's board for a position of the engine, read from its FEN.
fn board_of(position: &dyn AnyPosition) -> Board {
    let size = position.variant().size();
    let fen = position.to_string();
    let (rows, rest) = fen.split_once(' ').expect("fields");
    let to_move = if rest.starts_with('w') { Man::White } else { Man::Black };
    let mut board = Board::empty(size.files() as usize, size.ranks() as usize, to_move);
    for (row, text) in rows.split('/').enumerate() {
        let mut cell = (board.ranks - 1 - row) * board.files;
        let mut empty = 0;
        for letter in text.chars() {
            if let Some(digit) = letter.to_digit(10) {
                empty = empty * 10 + digit as usize;
                continue;
            }
            cell += std::mem::take(&mut empty);
            board.cells[cell] = Some(if letter == 'P' { Man::White } else { Man::Black });
            cell += 1;
        }
    }
    assert_eq!(
        fen.split(' ').take(2).collect::<Vec<_>>(),
        board.fen().split(' ').take(2).collect::<Vec<_>>()
    );
    board
}

fn assert_true(position: &dyn AnyPosition, report: &Report, value: Value) {
    assert!(
        is_true(report.score, report.bound, value),
        "{position} is {value:?}, but told was {:?} ({:?}) at depth {} after {} nodes",
        report.score,
        report.bound,
        report.depth,
        report.nodes,
    );
}

#[test]
fn the_suite_holds_at_least_five_hundred_positions_and_true_distances() {
    let cases = cases();
    assert!(cases.len() >= 500);
    let standard = cases.iter().filter(|case| case.position.variant() == Variant::default());
    assert!(standard.count() > cases.len() / 2);
    // All of them cost as much as making them; a part of them is enough every day.
    let step = if slow_tests_wanted("all distances of the suite") { 1 } else { 9 };
    for case in cases.iter().step_by(step) {
        let mut solver = Solver::new(50_000_000);
        let found = solver.value_within(&board_of(case.position.as_ref()), 7);
        assert_eq!(found, Ok(Some(case.value)), "{}", case.position);
    }
}

#[test]
fn every_proven_score_of_the_suite_is_true() {
    let mut engine = Engine::new(1, 16).unwrap();
    let limits = Limits { depth: Some(10), nodes: Some(300_000), ..Limits::default() };
    let (mut proven, mut exact, mut ended, mut told) = (0, 0, 0, 0);
    let cases = cases();
    for Case { position, value } in &cases {
        engine.new_game();
        let position = position.as_ref();
        let (finding, reports) = search(&mut engine, position, &limits);
        for report in &reports {
            assert_true(position, report, *value);
            told += usize::from(!matches!(report.score, Score::Centipawns(_)));
            play_line(position, report);
        }
        let last = reports.last().expect("a report");
        assert_eq!(last.score, finding.score);
        let found = match finding.score {
            Score::Centipawns(_) => continue,
            Score::Win(plies) => Value::Win(plies),
            Score::Loss(plies) => Value::Loss(plies),
        };
        proven += 1;
        exact += usize::from(found == *value);
        ended += usize::from(ends_as_told(position, last));
        if found != *value {
            eprintln!("{position}: {found:?} found, {value:?} exact");
        }
        if !ends_as_told(position, last) {
            eprintln!(
                "{position}: {:?} told, and {} plies short of the end",
                last.score,
                last.line.len()
            );
        }
    }
    let all = cases.len();
    eprintln!(
        "{all} positions, {told} proven reports; at the end {proven} proven, {exact} exact, {ended} lines ended"
    );
    assert!(proven * 100 >= all * 99);
    assert!(exact * 100 >= all * 95);
    assert!(ended * 100 >= proven * 99);
}

/// The last word of a search that was cut off anywhere is as true as any other.
#[test]
fn proven_scores_are_true_wherever_a_search_is_cut_off() {
    let mut engine = Engine::new(1, 1).unwrap();
    let mut proven = 0;
    for (index, Case { position, value }) in cases().iter().enumerate() {
        let position = position.as_ref();
        for step in 0..12 {
            engine.new_game();
            let nodes = 1 + index as u64 % 7 + (1 << step);
            let limits = Limits { nodes: Some(nodes), depth: Some(12), ..Limits::default() };
            let (finding, reports) = search(&mut engine, position, &limits);
            for report in &reports {
                assert_true(position, report, *value);
            }
            assert!(is_true(finding.score, Bound::Exact, *value), "{position}: {finding:?}");
            proven += usize::from(!matches!(finding.score, Score::Centipawns(_)));
        }
    }
    eprintln!("{proven} proven scores");
    assert!(proven > 1000);
}

/// Each line of several is a claim about its own first move.
#[test]
fn proven_scores_of_second_and_third_lines_are_true() {
    let mut engine = Engine::new(1, 1).unwrap();
    let limits = Limits { depth: Some(7), multi_pv: 3, nodes: Some(100_000), ..Limits::default() };
    let mut random = Random::new(31);
    let (mut proven, mut searched) = (0, 0);
    while searched < 120 {
        let (files, ranks) = random.pick(&[(3, 6), (4, 5), (4, 6), (5, 5), (2, 8)]);
        let board = random_placement(&mut random, files, ranks, 3);
        let Ok(position) = Variant::default().position_of_any_size(&board.fen()) else { continue };
        let mut solver = Solver::new(300_000);
        if board.moves().len() < 4 || solver.value(&board).is_err() {
            continue;
        }
        searched += 1;
        engine.new_game();
        let (_, reports) = search(&mut engine, position.as_ref(), &limits);
        for report in &reports {
            let first = report.line.first().expect("a line is never empty");
            let after = board.after((first.from() as usize, first.to() as usize));
            let value = match solver.value(&after).expect("smaller than the whole") {
                Value::Win(plies) => Value::Loss(plies + 1),
                Value::Loss(plies) => Value::Win(plies + 1),
            };
            // Only the first line speaks for the position when it is told as a bound.
            if report.bound == Bound::Exact {
                assert_true(position.as_ref(), report, value);
                proven +=
                    usize::from(report.rank > 1 && !matches!(report.score, Score::Centipawns(_)));
            }
        }
    }
    eprintln!("{proven} proven scores of lines behind the first");
    assert!(proven > 100);
}

/// Longer proofs, through the table and with one engine for many positions, where the solver can follow.
#[test]
fn proven_scores_on_small_boards_are_true() {
    for threads in [1, 2] {
        let mut engine = Engine::new(threads, 1).unwrap();
        let mut random = Random::new(30 + threads as u64);
        let (mut proven, mut far, mut searched) = (0, 0, 0);
        while searched < 100 {
            let (files, ranks) = random.pick(&[(3, 6), (4, 5), (5, 6), (3, 9), (4, 8), (2, 12)]);
            let board = if random.one_in(3) {
                let game = random_game(&mut random, files, ranks);
                game[game.len().saturating_sub(1 + random.below(12))]
            } else {
                random_placement(&mut random, files, ranks, 4)
            };
            let Ok(position) = Variant::default().position_of_any_size(&board.fen()) else {
                continue;
            };
            let mut solver = Solver::new(30_000);
            let Ok(value) = solver.value(&board) else { continue };
            let (Value::Win(distance) | Value::Loss(distance)) = value;
            if distance < 6 {
                continue;
            }
            searched += 1;
            let depth = 4 + random.below(10) as u32;
            let limits = Limits { depth: Some(depth), nodes: Some(200_000), ..Limits::default() };
            let (finding, reports) = search(&mut engine, position.as_ref(), &limits);
            for report in &reports {
                assert_true(position.as_ref(), report, value);
                play_line(position.as_ref(), report);
            }
            if let Score::Win(plies) | Score::Loss(plies) = finding.score {
                proven += 1;
                far += usize::from(plies > 7);
            }
        }
        eprintln!("{threads} threads: {proven} of {searched} proven, {far} farther than 7 plies");
        assert!(proven * 2 > searched && far > 5);
    }
}
