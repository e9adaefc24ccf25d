//! `breach-tools match` over real pipes: sound engines, and every way of being none.

use std::collections::HashSet;
use std::process::Command;
use std::time::{Duration, Instant};

use breach_engine::Side;
use breach_tests::matches::{Ended, MatchRun, replay, run_tools, scratch, wait_for};
use breach_tools::record::Reason;

const MOCK: &str = env!("CARGO_BIN_EXE_mock-engine");
const FAIRY_STOCKFISH: &str = "/usr/games/fairy-stockfish";

/// Checks that all of `pairs` were played as they should be, whatever their results.
fn check_pairs(ended: &Ended, pairs: usize) {
    assert_eq!(ended.status, Some(0), "{}", ended.err);
    assert_eq!(ended.games.len(), 2 * pairs, "{}", ended.err);
    ended.games.iter().for_each(replay);
    let mut games = ended.games.clone();
    games.sort_by_key(|game| game.game);
    let mut openings = HashSet::new();
    for (number, pair) in games.chunks(2).enumerate() {
        let [first, second] = pair else { panic!("half a pair") };
        assert_eq!((first.pair, second.pair), (number as u64 + 1, number as u64 + 1));
        assert_eq!((&first.white, &first.black), (&second.black, &second.white));
        assert_eq!((&first.fen, &first.opening), (&second.fen, &second.opening));
        assert!(openings.insert(&first.fen), "an opening came twice");
    }
}

#[test]
fn sound_engines_play_all_pairs_with_colours_swapped() {
    let log = scratch("traffic");
    let line = format!(
        "--rounds 6 --concurrency 2 --variant breakthrough6x6 --openings plies=2-5 --event Trial \
         --rating-interval 4 --log {}",
        log.display()
    );
    let run = MatchRun::new(&line).mock(MOCK, "one", "seed=1", "tc=5+0.1 option.Hash=2").mock(
        MOCK,
        "two",
        "seed=2 slow=1",
        "depth=3",
    );
    let ended = run.run();
    check_pairs(&ended, 6);
    assert!(ended.games.iter().all(|game| game.event.as_deref() == Some("Trial")));
    assert!(ended.games.iter().all(|game| game.white_effort.nodes >= 20));
    for text in ["seed 1", "Games 4:", "Score of one vs two:", "Ptnml(0-2): [", "LOS:"] {
        assert!(ended.out.contains(text), "no '{text}' in {}", ended.out);
    }
    let traffic = std::fs::read_to_string(&log).unwrap();
    let _ = std::fs::remove_file(&log);
    for text in [
        "one > setoption name Hash value 2",
        "one > setoption name UCI_Variant value breakthrough6",
        "one < bestmove ",
        "two > go depth 3",
        "one > go wtime 5000 btime 5000 winc 100 binc 100",
    ] {
        assert!(traffic.contains(text), "no '{text}' in the log");
    }
}

#[test]
fn a_seed_gives_the_same_match_again() {
    let play = |seed: u32, concurrency: u32| {
        let line = format!("--rounds 3 --seed {seed} --concurrency {concurrency} --each depth=1");
        let run =
            MatchRun::new(&line).mock(MOCK, "one", "seed=1", "").mock(MOCK, "two", "seed=2", "");
        let mut games = run.run().games;
        games.sort_by_key(|game| game.game);
        games.into_iter().map(|game| (game.fen, game.moves, game.result)).collect::<Vec<_>>()
    };
    let games = play(5, 1);
    assert_eq!(games.len(), 6);
    assert_eq!(games, play(5, 2));
    assert_ne!(games, play(6, 1));
}

/// Plays two pairs of a sound engine against one that misbehaves, and returns the games it lost by that.
#[track_caller]
fn check_fault(behaviour: &str, pace: &str, expected: Reason) {
    let line = "--rounds 2 --openings plies=2 --startup 2 --stall 1";
    let run = MatchRun::new(line)
        .mock(MOCK, "sound", "seed=1", "depth=1")
        .mock(MOCK, "bad", behaviour, pace);
    let start = Instant::now();
    let ended = run.run();
    check_pairs(&ended, 2);
    for game in &ended.games {
        let winner = game.result.winner().expect("no draws");
        assert_eq!((game.player(winner), game.reason), ("sound", expected), "{game}");
        assert!(game.detail.is_some(), "{game}");
    }
    assert!(ended.err.contains("bad lost"), "{}", ended.err);
    assert!(ended.out.contains("Ptnml(0-2): [0, 0, 0, 0, 2]"), "{}", ended.out);
    assert!(start.elapsed() < Duration::from_secs(40));
}

#[test]
fn an_engine_that_dies_loses_by_disconnection() {
    check_fault("crash@2", "depth=1", Reason::Disconnect);
}

#[test]
fn an_engine_that_hangs_loses_on_time_or_by_stalling() {
    check_fault("hang@2", "st=0.05", Reason::Time);
    check_fault("hang@1", "nodes=5", Reason::Stall);
}

#[test]
fn an_engine_that_floods_loses_on_time() {
    check_fault("flood@2", "tc=0.1", Reason::Time);
}

#[test]
fn an_engine_too_slow_for_its_clock_loses_on_time() {
    check_fault("slow=120", "tc=0.3+0.01", Reason::Time);
    check_fault("slow=120", "st=0.05 timemargin=20", Reason::Time);
}

#[test]
fn answers_that_are_no_moves_lose() {
    for answer in ["illegal@3", "none@2", "empty@1"] {
        check_fault(answer, "depth=1", Reason::IllegalMove);
    }
}

#[test]
fn an_engine_that_cannot_be_started_again_loses_every_game() {
    let count = scratch("starts");
    // The trial before the match is the first start, and the first game's crash makes a third necessary.
    let behaviour = format!("crash@1 starts=2:{}", count.display());
    let run = MatchRun::new("--rounds 2 --each depth=1")
        .mock(MOCK, "sound", "seed=1", "")
        .mock(MOCK, "bad", &behaviour, "");
    let ended = run.run();
    let _ = std::fs::remove_file(&count);
    check_pairs(&ended, 2);
    let reasons: Vec<_> = ended.games.iter().map(|game| game.reason).collect();
    assert_eq!(reasons[0], Reason::Disconnect);
    assert!(reasons[1..].iter().all(|reason| *reason == Reason::NotStarted), "{reasons:?}");
    assert!(ended.out.contains("bad: time losses 0, crashes 4"), "{}", ended.out);
}

#[test]
fn engines_that_say_more_than_they_should_play_on() {
    let run = MatchRun::new("--rounds 2 --each depth=1 st=5")
        .mock(MOCK, "noisy", "seed=1 noisy", "")
        .mock(MOCK, "twice", "seed=2 twice orphan", "");
    let ended = run.run();
    check_pairs(&ended, 2);
    assert!(ended.games.iter().all(|game| !game.reason.is_fault()), "{:?}", ended.games);
}

#[test]
fn a_decided_test_ends_the_match() {
    let run = MatchRun::new("--rounds 100 --sprt elo0=0 elo1=150 --each depth=1")
        .mock(MOCK, "sound", "seed=1", "")
        .mock(MOCK, "bad", "illegal@1", "");
    let ended = run.run();
    assert_eq!(ended.status, Some(0), "{}", ended.err);
    assert!(ended.out.contains("H1 accepted"), "{}", ended.out);
    assert!((4..200).contains(&ended.games.len()), "{} games", ended.games.len());
}

/// A match that takes minutes, with something to interrupt.
fn long_match() -> MatchRun {
    MatchRun::new("--rounds 100 --concurrency 2 --each depth=1")
        .mock(MOCK, "one", "seed=1 slow=10", "")
        .mock(MOCK, "two", "seed=2 slow=10", "")
}

fn interrupt(process: u32) {
    let sent = Command::new("kill").args(["-INT", &process.to_string()]).status();
    assert!(sent.is_ok_and(|status| status.success()));
}

#[test]
fn an_interrupt_lets_running_games_finish() {
    let run = long_match();
    let child = run.start();
    wait_for(run.record(), |games| games.ends_with('\n'));
    interrupt(child.id());
    let ended = run.finish(child);
    assert_eq!(ended.status, Some(130), "{}", ended.err);
    ended.games.iter().for_each(replay);
    assert!(ended.games.iter().all(|game| !game.reason.is_fault()));
    let games = format!("{} games", ended.games.len());
    assert!(ended.out.contains(&games), "no '{games}' in {}", ended.out);
}

#[test]
fn a_second_interrupt_ends_at_once() {
    let log = scratch("traffic");
    let run = MatchRun::new(&format!("--rounds 100 --each depth=1 --log {}", log.display()))
        .mock(MOCK, "one", "seed=1", "")
        .mock(MOCK, "two", "hang@1", "");
    let child = run.start();
    wait_for(&log, |traffic| traffic.contains("two > go"));
    let _ = std::fs::remove_file(&log);
    let start = Instant::now();
    interrupt(child.id());
    std::thread::sleep(Duration::from_millis(50));
    interrupt(child.id());
    let ended = run.finish(child);
    assert_eq!(ended.status, Some(130), "{}", ended.err);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
}

#[test]
fn mistakes_are_found_before_the_first_game() {
    let mock = format!("--engine cmd={MOCK} name=one --engine cmd={MOCK} name=two");
    let cases = [
        (format!("--rounds 1 --each depth=1 {mock} hash=1"), "unknown key 'hash'"),
        (format!("--rounds 1 --each depth=1 {mock} option.Hash=9"), "Hash goes from 1 to 8"),
        (format!("--rounds 1 --each depth=1 {mock} option.Hsah=1"), "no option named 'Hsah'"),
        (format!("--rounds 1 --each depth=1 {mock} --variant chess"), "'chess' is no variant"),
        (format!("--rounds 1 --each depth=1 {mock} --variant breakthrough9x9"), "breakthrough9x9"),
        (format!("--rounds 1 --each depth=1 {mock} --openings plies=6-4"), "6-4"),
        (format!("--rounds 1 --each depth=1 {mock} --openings book=x"), "unknown key 'book'"),
        (format!("--rounds 1 --each depth=1 {mock} --sprt elo=1"), "unknown key 'elo'"),
        (format!("--rounds 1 --each depth=1 {mock} --record /no/such/folder/f"), "/no/such"),
        (format!("--rounds 1 {mock}"), "nothing ends its searches"),
        (format!("--rounds 0 --each depth=1 {mock}"), "--rounds"),
        (format!("--each depth=1 {mock}"), "--rounds"),
        (format!("--rounds 1 --each depth=1 --engine cmd={MOCK}"), "two engines, not 1"),
        (format!("--rounds 1 --each depth=1 {mock} arg=crash"), "'two' cannot play"),
        (format!("--rounds 1 --startup 1 --each depth=1 {mock} arg=mute"), "no uciok within 1s"),
        (format!("--rounds 1 --startup 1 --each depth=1 {mock} arg=deaf"), "no readyok within 1s"),
        ("--rounds 1 --each depth=1 --engine cmd=/no/such".into(), "no program '/no/such'"),
        ("--rounds 1 --each depth=1 --engine cmd=no-such-engine".into(), "on the path"),
    ];
    for (line, expected) in cases {
        let run = run_tools(&format!("match {line}"));
        let err = String::from_utf8_lossy(&run.stderr);
        assert!(!run.status.success(), "{line}");
        assert!(err.contains(expected), "no '{expected}' in {err}");
        assert!(run.stdout.is_empty(), "a game was announced: {line}");
    }
}

#[test]
fn figures_are_computed_from_counts() {
    let figures = |line: &str| {
        let run = run_tools(&format!("stats {line}"));
        assert!(run.status.success());
        String::from_utf8_lossy(&run.stdout).into_owned()
    };
    let found = figures("--pairs 30,0,140,0,40 --elo0 0 --elo1 5 --model normalized");
    for line in ["N 210", "Elo 16.557 ± 27.155", "LOS 88.480", "LLR 0.309166", "Upper 2.944439"] {
        assert!(found.lines().any(|found| found == line), "no '{line}' in {found}");
    }
    assert!(figures("--pairs 30,0,140,0,40 --elo1 10 --model logistic").contains("LLR 0.604163\n"));
    assert!(figures("--wdl 220,0,200").contains("LLR 0.244326\n"));
    assert!(figures("--pairs 0,0,0,0,0").contains("LLR 0.000000\n"));
    for line in [
        "--pairs 1,2,3",
        "--pairs 1,2,3,4,x",
        "--wdl 1,2",
        "--pairs 1,2,3,4,-5",
        "",
        "--wdl 1,0,1 --elo1 -1",
    ] {
        assert!(!run_tools(&format!("stats {line}")).status.success(), "{line}");
    }
}

#[test]
fn fairy_stockfish_plays_a_pair() {
    if !std::path::Path::new(FAIRY_STOCKFISH).exists() {
        eprintln!("skipped: {FAIRY_STOCKFISH} is not installed");
        return;
    }
    let line =
        format!("--rounds 1 --engine cmd={FAIRY_STOCKFISH} name=fairy option.Threads=1 nodes=500");
    let ended = MatchRun::new(&line).mock(MOCK, "mock", "seed=1", "depth=1").run();
    check_pairs(&ended, 1);
    for game in &ended.games {
        assert!(!game.reason.is_fault(), "{game}");
        let fairy = Side::BOTH.into_iter().find(|side| game.player(*side) == "fairy").unwrap();
        assert!(game.effort(fairy).nodes >= 500, "{game}");
    }
}
