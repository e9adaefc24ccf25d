//! Searches are reproducible, end where they are told to, and always have a legal answer.

use std::time::Duration;

use breach_engine::level::Choice;
use breach_engine::{
    AnyPosition, Control, Engine, Finding, Limits, Report, Score, SystemClock, Variant, bench,
};

use crate::boards::{Random, random_game};
use crate::reports::reported_search;

fn search(
    engine: &mut Engine,
    position: &dyn AnyPosition,
    limits: &Limits,
) -> (Finding, Vec<Report>) {
    reported_search(engine, position, limits, &Control::new(SystemClock::start(), false))
}

/// A position of every board size the bench knows, and of random games on some more.
fn positions(random: &mut Random) -> Vec<Box<dyn AnyPosition>> {
    let mut positions = bench::positions();
    for (files, ranks) in [(2, 4), (3, 5), (4, 5), (5, 6), (8, 8), (9, 9), (12, 10), (4, 16)] {
        let game = random_game(random, files, ranks);
        let board = game[random.below(game.len() - 1)];
        let position = Variant::default().position_of_any_size(&board.fen());
        positions.push(position.expect("a position of a game"));
    }
    positions
}

fn to_depth(depth: u32) -> Limits {
    Limits { depth: Some(depth), ..Limits::default() }
}

/// What must be the same in two searches: all but the time.
fn without_time((finding, reports): (Finding, Vec<Report>)) -> (Finding, Vec<String>) {
    let told = |report: Report| format!("{:?}", Report { elapsed: Duration::ZERO, ..report });
    (finding, reports.into_iter().map(told).collect())
}

#[test]
fn after_a_new_game_the_same_search_again_is_the_same_node_for_node() {
    let mut random = Random::new(41);
    let mut engine = Engine::new(1, 4).unwrap();
    let mut other = Engine::new(1, 4).unwrap();
    other.set_level(Choice::Portable);
    for position in positions(&mut random) {
        let position = position.as_ref();
        engine.new_game();
        let first = without_time(search(&mut engine, position, &to_depth(7)));
        // What the engine learns meanwhile must be forgotten.
        search(&mut engine, bench::positions()[3].as_ref(), &to_depth(5));
        engine.new_game();
        let second = without_time(search(&mut engine, position, &to_depth(7)));
        assert_eq!(first, second, "{position}");
        other.new_game();
        let third = without_time(search(&mut other, position, &to_depth(7)));
        assert_eq!(first, third, "{position} on the portable level");
    }
}

#[test]
fn the_bench_is_the_same_on_every_processor_level() {
    let count = |choice| bench::run(6, choice, |_, _| ()).unwrap();
    let nodes = count(Choice::Detect);
    assert_eq!(nodes, count(Choice::Portable));
    assert_eq!(nodes, count(Choice::Detect));
    assert_ne!(Choice::Portable.name(), "");
}

#[test]
fn a_limit_of_nodes_is_met_exactly() {
    let mut random = Random::new(42);
    let mut engine = Engine::new(1, 4).unwrap();
    let mut limits = vec![1, 2, 3, 10, 100, 999, 1000, 1023, 1024, 1025, 2048, 12_345, 40_000];
    limits.extend((0..12).map(|_| 1 + random.below(30_000) as u64));
    for position in positions(&mut random) {
        for nodes in &limits {
            engine.new_game();
            let limits = Limits { nodes: Some(*nodes), ..Limits::default() };
            let (finding, reports) = search(&mut engine, position.as_ref(), &limits);
            check_answer(position.as_ref(), &finding, &reports);
            // A proven result ends a search early, and so does an only move.
            let ended_early = matches!(finding.score, Score::Win(_) | Score::Loss(_));
            let exact = finding.nodes == *nodes;
            assert!(exact || (ended_early && finding.nodes < *nodes), "{nodes}: {finding:?}");
        }
    }
}

/// A legal best move, told in a line before; the line is legal to its end.
fn check_answer(position: &dyn AnyPosition, finding: &Finding, reports: &[Report]) {
    let best = finding.best.expect("a move to play");
    assert!(position.legal_moves().contains(&best), "{position}: {finding:?}");
    let last = reports.last().expect("a report before the end");
    assert_eq!(last.line.first(), Some(&best), "{position}");
    assert_eq!((last.score, last.nodes), (finding.score, finding.nodes), "{position}");
    for report in reports {
        assert!(!report.line.is_empty());
        let mut position = position.boxed();
        for mv in &report.line {
            let text = position.move_text(*mv);
            position.play(*mv).unwrap_or_else(|error| panic!("{position} {text}: {error}"));
        }
    }
    if let Some(ponder) = finding.ponder {
        let mut next = position.boxed();
        next.play(best).expect("legal");
        assert!(next.legal_moves().contains(&ponder), "{position}: {finding:?}");
    }
}

#[test]
fn whatever_ends_a_search_there_is_a_legal_answer() {
    let mut random = Random::new(43);
    let mut engine = Engine::new(2, 1).unwrap();
    for position in positions(&mut random) {
        let legal = position.legal_moves();
        let some = vec![random.pick(&legal)];
        for limits in [
            to_depth(0),
            to_depth(1),
            to_depth(5),
            Limits { move_time: Some(Duration::ZERO), ..Limits::default() },
            Limits { move_time: Some(Duration::from_millis(5)), ..Limits::default() },
            Limits { nodes: Some(0), ..Limits::default() },
            Limits { nodes: Some(500), ..Limits::default() },
            Limits { mate: Some(1), depth: Some(6), ..Limits::default() },
            Limits { multi_pv: 500, depth: Some(3), ..Limits::default() },
            Limits { search_moves: some.clone(), depth: Some(4), ..Limits::default() },
        ] {
            let (finding, reports) = search(&mut engine, position.as_ref(), &limits);
            let best = finding.best.expect("a move to play");
            assert!(legal.contains(&best), "{position}: {finding:?}");
            assert!(!reports.is_empty(), "{position}: {limits:?}");
            if !limits.search_moves.is_empty() {
                assert_eq!(best, some[0], "{position}");
            }
        }
    }
}

#[test]
fn a_search_told_to_stop_before_it_began_still_answers() {
    let mut engine = Engine::new(1, 1).unwrap();
    for position in bench::positions() {
        let control = Control::new(SystemClock::start(), false);
        control.stop();
        let limits = Limits { infinite: true, ..Limits::default() };
        let finding = position.search(&mut engine, &limits, &control, &mut |_| ());
        assert!(position.legal_moves().contains(&finding.best.unwrap()));
    }
}

#[test]
fn a_finished_game_has_no_best_move_but_a_result() {
    let mut engine = Engine::new(1, 1).unwrap();
    for (fen, score) in [
        ("p7/8/8/8/8/8/8/8 w", Score::Loss(0)),
        ("p7/8/8/8/8/8/8/8 b", Score::Win(0)),
        ("P6p/8/8/8/8/8/8/P7 b", Score::Loss(0)),
    ] {
        let position = Variant::default().position(fen).unwrap();
        let (finding, reports) = search(&mut engine, position.as_ref(), &to_depth(5));
        assert_eq!((finding.best, finding.score), (None, score), "{fen}");
        assert_eq!(reports.len(), 1);
    }
}

/// Several lines are different moves, best first.
#[test]
fn several_lines_are_told_in_order_each_with_its_own_move() {
    let mut engine = Engine::new(1, 4).unwrap();
    for position in bench::positions() {
        engine.new_game();
        let limits = Limits { multi_pv: 4, ..to_depth(5) };
        let (_, reports) = search(&mut engine, position.as_ref(), &limits);
        for depth in 1..=5 {
            // The end of a search tells its best line once more: the first four are the iteration's.
            let lines: Vec<&Report> =
                reports.iter().filter(|report| report.depth == depth).take(4).collect();
            if lines.len() < 4 {
                continue;
            }
            let ranks: Vec<usize> = lines.iter().map(|report| report.rank).collect();
            assert_eq!(ranks, [1, 2, 3, 4], "{position}");
            for (index, report) in lines.iter().enumerate() {
                let earlier = &lines[..index];
                assert!(earlier.iter().all(|other| other.line[0] != report.line[0]), "{position}");
            }
        }
    }
}

#[test]
fn no_board_is_too_wide_or_too_short_to_be_searched() {
    // On four ranks nearly every man can take another at once, and exchanges go on for dozens of plies.
    let mut engine = Engine::new(1, 16).expect("16 MB");
    for name in ["2x4", "16x4", "15x4", "16x5", "2x16", "8x16", "16x8"] {
        let variant: Variant = format!("breakthrough{name}").parse().expect("a board");
        engine.new_game();
        let limits = Limits { nodes: Some(400_000), ..Limits::default() };
        let (finding, _) = search(&mut engine, variant.start().as_ref(), &limits);
        let proven = !matches!(finding.score, Score::Centipawns(_));
        assert!(finding.depth >= 4 || proven, "{name}: depth {}", finding.depth);
    }
}
