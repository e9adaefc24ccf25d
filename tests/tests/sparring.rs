//! `breach-tools mcts` over real pipes: as a player of matches, and as something to talk to.

use std::process::Command;
use std::time::{Duration, Instant};

use breach_engine::Variant;
use breach_tests::matches::{MatchRun, replay, run_tools, scratch};
use breach_tests::program::breach_tools;
use breach_tests::talk::Talk;

/// Long enough for a busy machine, and much shorter than a search that nobody stopped.
const QUICKLY: Duration = Duration::from_secs(2);

fn talk() -> Talk {
    Talk::with(Command::new(breach_tools()).arg("mcts"))
}

/// A match of the player against itself with another seed.
fn self_match(line: &str, pace: &str) -> MatchRun {
    let program = breach_tools().display();
    let engine = |name: &str, seed: u32| {
        format!("--engine cmd={program} arg=mcts arg=--seed={seed} name={name} {pace}")
    };
    MatchRun::new(&format!("{line} {} {}", engine("one", 1), engine("two", 2)))
}

#[test]
fn a_match_against_itself_has_no_faults() {
    let line = "--rounds 3 --variant breakthrough6x6 --concurrency 2";
    let ended = self_match(line, "nodes=200").run();
    assert_eq!(ended.status, Some(0), "{}", ended.err);
    assert_eq!(ended.games.len(), 6);
    for game in &ended.games {
        replay(game);
        assert!(!game.reason.is_fault(), "{game}");
        let (effort, moves) = (game.white_effort, game.white_effort.moves);
        assert_eq!(effort.nodes, 200 * moves, "{game}");
    }
    assert!(ended.out.contains("Length: mean "), "{}", ended.out);
}

#[test]
fn a_match_on_the_clock_and_on_a_board_that_is_not_listed_has_no_faults() {
    // The margin is for a machine that does other things too; that the time is shared out within the clock is tested where it is done.
    for pace in ["tc=1+0.02 timemargin=5000", "st=0.05 timemargin=5000", "depth=2"] {
        let line = "--rounds 1 --variant breakthrough4x7";
        let ended = self_match(line, pace).run();
        assert_eq!((ended.status, ended.games.len()), (Some(0), 2), "{}", ended.err);
        assert!(ended.games.iter().all(|game| !game.reason.is_fault()), "{:?}", ended.games);
    }
}

#[test]
fn a_match_is_the_same_again() {
    let play = |concurrency: u32| {
        let line = format!("--rounds 2 --variant breakthrough5 --concurrency {concurrency}");
        let mut games = self_match(&line, "nodes=50").run().games;
        games.sort_by_key(|game| game.game);
        games.into_iter().map(|game| (game.fen, game.moves, game.result)).collect::<Vec<_>>()
    };
    let games = play(1);
    assert_eq!(games.len(), 4);
    assert_eq!(games, play(2));
}

#[test]
fn a_search_without_end_is_stopped_at_once() {
    let mut talk = talk();
    talk.answer("setoption name UCI_Variant value breakthrough7x5");
    talk.send("go infinite");
    assert_eq!(talk.answer("nonsense").len(), 1, "it listens while it searches");
    let start = Instant::now();
    let search = talk.stopped();
    assert!(start.elapsed() < QUICKLY, "{:?}", start.elapsed());
    assert!(search.number("nodes") > 0);
    let position = "breakthrough7x5".parse::<Variant>().unwrap().start();
    assert!(position.parse_move(search.best()).is_ok(), "{}", search.best());
    let line = search.variations().last().unwrap();
    assert_eq!(line[0], search.best());
    talk.quit();
}

#[test]
fn a_search_stopped_twice_over_is_said_once() {
    let mut talk = talk();
    talk.send("go nodes 100\nstop");
    talk.until("bestmove");
    assert_eq!(talk.answer("stop"), [""; 0]);
    // Both were asked for before the stop.
    talk.send("go infinite\ngo infinite\nstop");
    talk.until("bestmove");
    talk.until("bestmove");
    talk.send("go ponder movetime 20\nponderhit");
    talk.until("bestmove");
    talk.quit();
}

#[test]
fn what_it_does_not_understand_is_answered_in_a_line() {
    let mut talk = talk();
    let before = talk.answer("position startpos moves a2a3\nd");
    for line in [
        "nonsense",
        "setoption",
        "setoption name Nonsense value 1",
        "setoption name UCI_Variant value chess",
        "position nowhere",
        "position fen nonsense",
        "position startpos moves a2a9",
        "eval",
        "bench",
        "\u{1}\u{2}",
    ] {
        let answer = talk.answer(line);
        assert_eq!(answer.len(), 1, "{line}: {answer:?}");
        assert!(answer[0].starts_with("info string "), "{line}: {answer:?}");
    }
    talk.send_bytes(b"\xff\xfe\n\n");
    talk.until("info string");
    assert_eq!(talk.answer("d"), before, "the position stays");
    assert_eq!(talk.search("go nodes 20 nonsense").number("nodes"), 20);
    talk.quit();
}

#[test]
fn the_end_of_the_input_ends_it_with_its_move() {
    let mut talk = talk();
    talk.send("go infinite");
    talk.answer("");
    talk.hang_up();
    let (status, lines) = talk.end();
    assert_eq!(status.code(), Some(0));
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove ")), "{lines:?}");
}

#[test]
fn files_of_games_are_counted() {
    let run = self_match("--rounds 2 --variant breakthrough5 --openings plies=2", "nodes=30");
    let child = run.start();
    let copy = scratch("copy.jsonl");
    let ended = {
        let mut child = child;
        child.wait().expect("it can be waited for");
        std::fs::copy(run.record(), &copy).expect("a record");
        run.finish(child)
    };
    let plies: u64 = ended.games.iter().map(|game| game.plies).sum();
    let mean = format!("Length: mean {:.1}, median ", plies as f64 / 4.0);
    let file = copy.display();
    let counted = run_tools(&format!("games {file}"));
    let out = String::from_utf8_lossy(&counted.stdout);
    assert!(counted.status.success(), "{counted:?}");
    for text in
        ["breakthrough5x5: 4 games\n", &mean, "Endings: ", "after openings of 2.0", "Branching: "]
    {
        assert!(out.contains(text), "no '{text}' in {out}");
    }

    let mut text = std::fs::read_to_string(&copy).expect("a record");
    text = format!(
        "\n{}nonsense\n{}",
        text,
        text.lines().next().unwrap().replace("moves\":[", "moves\":[\"a1a9\",")
    );
    std::fs::write(&copy, text).expect("a record");
    let counted = run_tools(&format!("games {file} {file}"));
    let _ = std::fs::remove_file(&copy);
    assert_eq!(counted.status.code(), Some(1));
    let out = String::from_utf8_lossy(&counted.stdout);
    assert!(out.starts_with("breakthrough5x5: 8 games\n"), "{out}");
    let err = String::from_utf8_lossy(&counted.stderr);
    assert_eq!(err.lines().count(), 4, "{err}");
    assert!(err.contains(&format!("{file}:6: no record of a game: ")), "{err}");
    assert!(err.contains(&format!("{file}:7: move 1: 'a1a9' is no move")), "{err}");
    let missing = run_tools("games /no/such/file");
    assert!(!missing.status.success() && missing.stdout.is_empty());
    assert!(String::from_utf8_lossy(&missing.stderr).contains("/no/such/file"));
}
