//! Bugs that engines of other games were reported for, a test for each: what happened there must not happen here.

use std::time::{Duration, Instant};

use breach_engine::{Move, Side, Variant};
use breach_tests::talk::Talk;

/// Black has no way to stop the man on the d-file.
const MATE_IN_1: &str = "position fen p7/3P4/8/8/8/8/8/P7 w";
const MATE_IN_2: &str = "position fen p7/8/3P4/8/8/8/8/P7 w";
const MATED_IN_1: &str = "position fen p7/3P4/8/8/8/8/8/P7 b";
const MATED_IN_2: &str = "position fen p7/8/3P4/8/8/8/8/P7 b";
/// White has four men less.
const BLACK_IS_AHEAD: &str = "position fen pppppppp/pppppppp/8/8/8/8/1PPPPPP1/1PPPPPP1";
const MIDDLE_GAME: &str =
    "position fen p1pp1ppp/1pp2pp1/p2p3p/4p3/2P1P3/1P3P1P/P1PP2P1/PPP2PPP b - - 3 12";

fn has_best_move(lines: &[String]) -> bool {
    lines.iter().any(|line| line.starts_with("bestmove"))
}

#[test]
fn b1_stop_in_analysis_has_its_best_move() {
    let mut talk = Talk::begin();
    for position in ["position startpos", MATE_IN_1, MIDDLE_GAME] {
        for _ in 0..5 {
            talk.send(position);
            talk.send("go infinite");
            assert_ne!(talk.stopped().best(), "(none)");
        }
    }
    talk.quit();
}

#[test]
fn b2_infinite_waits_for_stop_when_the_depth_is_reached() {
    let mut talk = Talk::begin();
    talk.send("go infinite depth 2");
    talk.until("info depth 2");
    for _ in 0..3 {
        assert!(!has_best_move(&talk.answer("")));
    }
    talk.stopped();
    talk.quit();
}

#[test]
fn b3_ponder_waits_for_the_hit_when_a_mate_is_found() {
    let mut talk = Talk::begin();
    for end in ["ponderhit", "stop"] {
        talk.send(MATE_IN_1);
        talk.send("go ponder wtime 1000 btime 1000 depth 4");
        assert!(talk.until("info depth 4").iter().any(|line| line.contains(" score mate 1 ")));
        assert!(!has_best_move(&talk.answer("")));
        assert_eq!(talk.search(end).best().get(..2), Some("d7"));
    }
    talk.quit();
}

#[test]
fn b4_a_score_comes_before_every_best_move() {
    let mut talk = Talk::begin();
    for position in ["position startpos", MATE_IN_1, MATED_IN_1] {
        for go in ["go nodes 1", "go nodes 0", "go depth 1", "go movetime 0", "go infinite\nstop"] {
            talk.send(position);
            let search = talk.search(go);
            let line = search.variations().last().expect("a variation");
            assert_eq!(line[0], search.best(), "{position}, {go}");
        }
    }
    talk.quit();
}

#[test]
fn b5_the_move_is_legal_however_early_the_end_comes() {
    let mut talk = Talk::begin();
    let start = Variant::default().start();
    for go in ["go movetime 1", "go nodes 1", "go depth 0", "go wtime 1 btime 1", "go wtime -9"] {
        assert!(start.parse_move(talk.search(go).best()).is_ok(), "{go}");
    }
    talk.quit();
}

#[test]
fn b6_b7_isready_is_answered_during_a_search_and_leaves_it_alone() {
    let mut talk = Talk::begin();
    talk.send("go movetime 600000");
    for _ in 0..20 {
        talk.send("isready");
        let lines = talk.until("readyok");
        assert_eq!(lines.last().map(String::as_str), Some("readyok"));
        assert!(!has_best_move(&lines));
    }
    talk.stopped();
    talk.quit();
}

#[test]
fn b8_b9_the_end_of_input_ends_an_idle_and_a_searching_process() {
    for (commands, searches) in [("isready", 0), ("go infinite", 1), ("go ponder", 1)] {
        let mut talk = Talk::begin();
        talk.send(commands);
        talk.hang_up();
        let (status, lines) = talk.end();
        assert_eq!(status.code(), Some(0), "{commands}");
        assert_eq!(lines.iter().filter(|line| line.starts_with("bestmove")).count(), searches);
    }
}

#[test]
fn b10_b11_scores_are_centipawns_from_the_view_of_the_side_to_move() {
    let mut talk = Talk::begin();
    for (side, sign) in [("w", -1), ("b", 1)] {
        let search = talk.search(&format!("{BLACK_IS_AHEAD} {side}\ngo depth 4"));
        let (kind, score) = search.score();
        assert_eq!(kind, "cp");
        // Four men are worth more than a quarter of a man each, and less than fifteen.
        assert!((100..6_000).contains(&(score * sign)), "{side}: {score}");
    }
    talk.quit();
}

#[test]
fn b12_mates_are_told_in_moves_with_the_right_sign() {
    let mut talk = Talk::begin();
    for (position, moves) in [(MATE_IN_1, 1), (MATE_IN_2, 2), (MATED_IN_1, -1), (MATED_IN_2, -2)] {
        // With an empty table and with one that knows the position from another distance.
        for _ in 0..2 {
            let search = talk.search(&format!("{position}\ngo depth 6"));
            assert_eq!(search.score(), ("mate", moves), "{position}");
        }
    }
    talk.quit();
}

#[test]
fn b13_variations_are_legal_and_end_where_the_game_ends() {
    let mut talk = Talk::begin();
    talk.send("setoption name MultiPV value 4\nsetoption name Threads value 2");
    for setup in ["position startpos", MIDDLE_GAME, MATE_IN_2, MATED_IN_2] {
        let fen = setup.strip_prefix("position fen ");
        let search = talk.search(&format!("{setup}\ngo depth 9"));
        assert!(search.variations().count() >= 4);
        for line in search.variations() {
            let start = fen.map(|fen| Variant::default().position(fen).expect("a position"));
            let mut position = start.unwrap_or_else(|| Variant::default().start());
            for text in line {
                let mv = position.parse_move(text).expect("a variation of legal moves");
                position.play(mv).expect("a variation of legal moves");
            }
        }
        let mated = search.score().0 == "mate";
        let last = search.variations().last().expect("a variation").len() as i64;
        let moves = search.score().1;
        // A mate's variation goes to the very end: 2n - 1 plies for the winner, 2n for the loser.
        assert!(!mated || last == if moves > 0 { 2 * moves - 1 } else { -2 * moves }, "{setup}");
    }
    talk.quit();
}

#[test]
fn b14_b15_no_move_takes_more_than_the_clock_has() {
    let mut talk = Talk::begin();
    for go in ["go wtime 4000 btime 4000 movestogo 1", "go wtime 4000 winc 4000 btime 1 binc 1"] {
        let started = Instant::now();
        talk.search(&format!("ucinewgame\nposition startpos\n{go}"));
        // Losing on time is what the bug was.
        assert!(started.elapsed() < Duration::from_secs(4), "{go}");
    }
    talk.quit();
}

#[test]
fn b16_clocks_may_be_negative() {
    let mut talk = Talk::begin();
    for go in ["go wtime -5 btime -5", "go wtime -9223372036854775808 btime 99999999999999999999"] {
        assert_ne!(talk.search(go).best(), "(none)", "{go}");
    }
    talk.quit();
}

#[test]
fn b17_a_game_of_many_moves_fits_its_line() {
    let mut talk = Talk::begin();
    talk.answer("setoption name UCI_Variant value breakthrough16x8");
    let mut position = "breakthrough16x8".parse::<Variant>().unwrap().start();
    let mut moves = Vec::new();
    // Each side's rearmost man steps, so that it takes long until somebody arrives.
    while position.outcome().is_none() {
        let rearmost = |mv: &Move| match position.side_to_move() {
            Side::White => mv.from(),
            Side::Black => 127 - mv.from(),
        };
        let mv = position.legal_moves().into_iter().min_by_key(rearmost).expect("a move");
        moves.push(position.move_text(mv));
        position.play(mv).expect("a legal move");
    }
    assert!(moves.len() > 100, "{}", moves.len());
    // Blanks make up for more moves.
    let line = format!("position startpos moves {}", moves.join(&" ".repeat(300)));
    assert!(line.len() > 30_000);
    assert_eq!(talk.answer(&line), [""; 0]);
    assert!(talk.answer("d").contains(&format!("Fen: {position}")));
    talk.quit();
}

#[test]
fn b18_what_is_no_position_is_refused_and_the_old_one_stays() {
    let mut talk = Talk::begin();
    talk.send("position startpos moves a2a3");
    let before = talk.answer("d");
    for (line, named) in [
        ("position fen", "board field"),
        ("position fen x w", "'x'"),
        ("position fen 8/8/8/8/8/8/8/8 w", "no men"),
        ("position fen P7/8/8/8/8/8/8/p7 w", "goal ranks"),
        ("position fen 99999999999999999999/8 w", "99999999999999999999"),
        ("position fen ppppppp/8/8/8/8/8/8/PPPPPPPP w", "rank 7"),
        ("position fen ppppp/ppppp/5/PPPPP/PPPPP w", "5x5"),
        ("position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "'r'"),
        ("position startpos moves a2a3 e2e4", "move 2: 'e2e4'"),
        ("position startpos moves a2a9", "move 1: 'a2a9'"),
        ("position startpos moves 0000", "move 1: '0000'"),
    ] {
        let answer = talk.answer(line);
        assert_eq!(answer.len(), 1, "{line}: {answer:?}");
        assert!(answer[0].starts_with("info string position: "), "{}", answer[0]);
        assert!(answer[0].contains(named), "{}", answer[0]);
        assert_eq!(talk.answer("d"), before, "{line}");
    }
    talk.quit();
}

#[test]
fn b19_untrusted_text_is_survived() {
    let mut talk = Talk::begin();
    for line in [
        "position startpos moves ä2ä3",
        "position startpos moves a2\u{1F600}",
        "setoption name Hash value",
        "setoption name Hash value \u{661}\u{662}",
        "setoption name",
        "setoption",
        "position fen \u{2028} w",
    ] {
        assert_eq!(talk.answer(line).len(), 1, "{line}");
    }
    // `ponder` does not take the clock away: after the hit the search ends by itself.
    talk.send("go ponder wtime 100 btime 100");
    talk.search("ponderhit");
    // Milliseconds are milliseconds.
    assert!(talk.search("go movetime 300").number("time") >= 200);
    talk.quit();
}

#[test]
fn b20_lines_may_end_in_either_way() {
    let mut talk = Talk::begin();
    talk.send_bytes(
        b"setoption name UCI_Variant value breakthrough5\r\nposition startpos moves a2a3\r\n",
    );
    talk.send_bytes(b"go depth 2\r\n");
    let lines = talk.until("bestmove");
    assert!(lines[0].starts_with("info string variant breakthrough5x5 "), "{}", lines[0]);
    assert!(lines[1].starts_with("info depth 1 "), "{}", lines[1]);
    talk.send_bytes(b"quit\r\n");
    assert_eq!(talk.end().0.code(), Some(0));
}

#[test]
fn b21_b22_names_of_options_have_any_case_and_may_have_blanks() {
    let mut talk = Talk::begin();
    for line in [
        "setoption name hash value 8",
        "setoption name THREADS value 1",
        "setoption name move overhead value 30",
        "setoption name Move Overhead value 30",
        "setoption name clear hash value true",
        "setoption name Clear Hash",
        "setoption name Clear Hash value",
        "setoption name uci_showwdl value TRUE",
    ] {
        assert_eq!(talk.answer(line), [""; 0], "{line}");
    }
    assert!(talk.search("go depth 2").last_info().contains(" wdl "));
    talk.quit();
}

#[test]
fn b23_a_table_that_cannot_be_had_is_refused_and_the_old_one_stays() {
    let mut talk = Talk::begin();
    let answer = talk.answer("setoption name Hash value 33554432");
    assert_eq!(answer.len(), 1);
    assert!(answer[0].starts_with("info string Hash: 33554432 MB"), "{}", answer[0]);
    assert_eq!(talk.answer("setoption name Hash value 99999999999").len(), 1);
    assert_eq!(talk.search("go depth 6").number("depth"), 6);
    talk.quit();
}

#[test]
fn b24_options_set_during_a_search_wait_for_its_end() {
    let mut talk = Talk::begin();
    talk.send("go infinite");
    for line in ["Hash value 4", "Threads value 3", "MultiPV value 2", "Clear Hash"] {
        talk.send(&format!("setoption name {line}"));
    }
    assert!(!has_best_move(&talk.answer("")));
    let search = talk.stopped();
    assert!(!search.lines.iter().any(|line| line.contains(" multipv 2 ")));
    let search = talk.search("go depth 5");
    assert!(search.lines.iter().any(|line| line.contains(" multipv 2 ")));
    // The same values again do not make a new table: the second search finds as much in it as without them.
    let mut second = |between: &str| {
        talk.search("ucinewgame\nposition startpos\ngo depth 8");
        talk.search(&format!("{between}\ngo depth 8")).number("nodes")
    };
    second("setoption name MultiPV value 1\nsetoption name Threads value 1");
    let nodes = second("");
    assert_eq!(second("setoption name Hash value 4\nsetoption name Threads value 1"), nodes);
    talk.quit();
}

#[test]
fn b25_only_lines_of_the_protocol_are_said() {
    let mut talk = Talk::begin();
    let text = "isready\nsetoption name Hash value 32\nsetoption name Hash value x\nxyzzy\nposition fen z\n\
                ucinewgame\ngo depth 3 nonsense\nisready";
    talk.send(text);
    talk.until("bestmove");
    talk.hang_up();
    let known = ["info ", "bestmove ", "readyok"];
    for line in talk.end().1 {
        assert!(known.iter().any(|start| line.starts_with(start)), "{line}");
    }
}

#[test]
fn b26_a_limit_of_nodes_is_exact_and_shown() {
    let mut talk = Talk::begin();
    for nodes in [1, 2, 100, 5_000, 54_321] {
        talk.send("ucinewgame\nposition startpos");
        assert_eq!(talk.search(&format!("go nodes {nodes}")).number("nodes"), nodes);
    }
    talk.quit();
}

#[test]
fn b27_a_move_time_of_nothing_is_a_limit() {
    let mut talk = Talk::begin();
    talk.search("go movetime 0");
    talk.search("go movetime -1");
    talk.quit();
}

#[test]
fn b28_a_new_game_begins_like_the_first() {
    let mut talk = Talk::begin();
    let mut lines = || {
        let lines = talk.search(&format!("ucinewgame\n{MIDDLE_GAME}\ngo depth 9")).lines;
        // Times and speeds are the machine's.
        let steady = |line: &String| {
            let words = line.split(' ').collect::<Vec<_>>();
            let clock = |index: &usize| {
                let before = index.checked_sub(1).map(|before| words[before]);
                !matches!(before, Some("nps" | "time"))
            };
            (0..words.len()).filter(clock).map(|index| words[index]).collect::<Vec<_>>().join(" ")
        };
        lines.iter().map(steady).collect::<Vec<_>>()
    };
    let first = lines();
    assert!(first.len() > 8);
    assert_eq!(lines(), first);
    talk.quit();
}

#[test]
fn b29_no_more_lines_than_moves_are_reported() {
    let mut talk = Talk::begin();
    talk.send("setoption name MultiPV value 256\nposition fen 7p/8/8/8/8/8/8/P7 w\ngo depth 3");
    let lines = talk.until("bestmove");
    let rank = |number| format!(" multipv {number} ");
    let has = |number| lines.iter().any(|line| line.contains(&rank(number)));
    assert!(has(1) && has(2) && !has(3));
    assert!(lines.iter().any(|line| line.starts_with("info depth 3 ")));
    talk.quit();
}

#[test]
fn b30_moves_to_search_and_limits_go_together() {
    let mut talk = Talk::begin();
    for go in ["go nodes 3000 searchmoves a2a3", "go depth 5 searchmoves a2a3 a2b3"] {
        let search = talk.search(&format!("position startpos\n{go}"));
        assert!(["a2a3", "a2b3"].contains(&search.best()), "{go}");
        assert!(search.number("depth") >= 3, "{go}: {}", search.last_info());
    }
    talk.send("go infinite searchmoves a2a3");
    assert_eq!(talk.stopped().best(), "a2a3");
    talk.quit();
}

#[test]
fn b31_a_position_without_moves_is_searched_no_further() {
    let mut talk = Talk::begin();
    talk.send("position fen P7/7p/8/8/8/8/8/8 b\ngo infinite");
    assert_eq!(talk.line(), "info depth 0 score mate 0");
    for _ in 0..3 {
        assert_eq!(talk.answer(""), [""; 0]);
    }
    assert_eq!(talk.stopped().best(), "(none)");
    talk.quit();
}

#[test]
fn b32_no_pruning_hides_a_forced_win() {
    // The position of the report.
    let mut talk = Talk::begin();
    talk.send("position fen pp3ppp/4p3/Pp2p3/4pPp1/2Pp4/6P1/2P5/2P1PPPP w - - 0 28");
    let search = talk.search("go depth 8");
    assert_eq!(search.score(), ("mate", 3));
    assert_eq!(search.best(), "f5e6");
    talk.quit();
}
