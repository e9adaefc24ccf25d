//! What is set and shown: positions, options, boards.

use std::{env, fs, process};

use breach_engine::bench;

use super::*;

#[test]
fn what_is_wrong_with_a_position_is_named_and_the_old_one_stays() {
    let dialogue = Dialogue::new();
    let wrong = [
        ("position startpos moves a2a3 a2a3", "move 2: 'a2a3' is not legal here"),
        ("position startpos moves a2a3 h7h6 x", "move 3: 'x' is no move on this board"),
        ("position startpos moves é2a3", "move 1: 'é2a3' is no move on this board"),
        ("position startpos a2a3", "'moves' expected, 'a2a3' found"),
        ("position fen", "board field: missing"),
        ("position fen 8/8/8/8/8/8/8/8 w", "board field: no men at all"),
        ("position fen pppppppp/8/8/8/8/8/8/PPPPPPPP x", "side field: 'x' is neither w nor b"),
        ("position", "'startpos' or 'fen' expected, '' found"),
    ];
    dialogue.send("position startpos moves b2b3");
    for (line, problem) in wrong {
        assert_eq!(dialogue.answer(line), [format!("info string position: {problem}")]);
        assert!(dialogue.answer("d").iter().any(|line| line.contains("/1P6/P1PPPPPP/PPPPPPPP b")));
    }
    let other_size = dialogue.answer("position fen ppppp/ppppp/5/PPPPP/PPPPP w");
    assert!(other_size[0].starts_with("info string position: board field: 5x5 "), "{other_size:?}");
    assert!(dialogue.end().is_empty());
}

#[test]
fn a_finished_game_has_no_move() {
    let dialogue = Dialogue::new();
    let over = ["info depth 0 score mate 0", "bestmove (none)"];
    for fen in
        ["P7/7p/8/8/8/8/8/8 b", "P7/8/8/8/p7/8/8/8 w", "8/8/8/8/8/P7/8/8 b", "p7/8/8/8/8/8/8/8 w"]
    {
        dialogue.send(&format!("position fen {fen}"));
        dialogue.send("go depth 3");
        assert_eq!(dialogue.until("bestmove"), over, "{fen}");
        dialogue.send("go infinite");
        assert_eq!(dialogue.line(), over[0]);
        assert_eq!(dialogue.answer(""), [""; 0]);
        assert_eq!(dialogue.best("stop"), over[1]);
    }
    assert!(dialogue.end().is_empty());
}

#[test]
fn options_that_cannot_be_set_so_are_refused_in_one_line() {
    let dialogue = Dialogue::new();
    let wrong = [
        ("Threads value 0", "Threads: '0' is no whole number from 1 to 256"),
        ("MultiPV value 1000", "MultiPV: '1000' is no whole number from 1 to 256"),
        ("Hash value", "Hash: '' is no whole number from 1 to 33554432"),
        ("UCI_ShowWDL value perhaps", "UCI_ShowWDL: 'perhaps' is neither true nor false"),
        ("No Such Thing value 3", "no option is called 'No Such Thing'"),
    ];
    for (option, problem) in wrong {
        let line = format!("setoption name {option}");
        assert_eq!(dialogue.answer(&line), [format!("info string {problem}")]);
    }
    let line = dialogue.answer("setoption name Hash value 33554432");
    assert_eq!(line.len(), 1);
    assert!(line[0].starts_with("info string Hash: 33554432 MB cannot be had"), "{line:?}");
    let line = dialogue.answer("setoption name UCI_Variant value chess");
    assert!(line[0].starts_with("info string UCI_Variant: 'chess'"), "{line:?}");
    assert!(dialogue.best("go depth 3").starts_with("bestmove "));
    assert!(dialogue.end().is_empty());
}

#[test]
fn options_that_can_be_set_are_set_in_silence() {
    let dialogue = Dialogue::new();
    for option in [
        "name Hash value 2",
        "name Hash value 2",
        "name THREADS value 2",
        "name threads value 2",
        "name clear hash value true",
        "name Clear Hash",
        "name Ponder value true",
        "name Move   Overhead value 0",
        "name UCI_AnalyseMode value false",
        "name UCI_Elo value 900",
        "name Debug Log File value <empty>",
    ] {
        assert_eq!(dialogue.answer(&format!("setoption {option}")), [""; 0], "{option}");
    }
    assert!(dialogue.best("go depth 4").starts_with("bestmove "));
    assert!(dialogue.end().is_empty());
}

#[test]
fn a_new_variant_starts_from_its_own_start() {
    let dialogue = Dialogue::new();
    dialogue.send("position startpos moves a2a3");
    assert_eq!(
        dialogue.answer("setoption name UCI_Variant value breakthrough6x7"),
        ["info string variant breakthrough6x7 files 6 ranks 7 pocket 0 template fairy startpos \
          pppppp/pppppp/6/6/6/PPPPPP/PPPPPP w - - 0 1"]
    );
    assert!(dialogue.answer("d").contains(&"Variant: breakthrough6x7".to_owned()));
    assert_eq!(
        dialogue.answer("setoption name UCI_Variant value breakthrough"),
        ["info string variant breakthrough files 8 ranks 8 pocket 0 template fairy startpos \
          pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1"]
    );
    assert!(dialogue.end().is_empty());
}

#[test]
fn the_search_obeys_its_options() {
    let dialogue = Dialogue::new();
    dialogue.send("setoption name MultiPV value 256\nsetoption name UCI_ShowWDL value true");
    dialogue.send("position fen 7p/8/8/8/8/8/8/P7 w\ngo depth 2");
    let lines = dialogue.until("bestmove");
    // One man has two moves here: no more lines than that.
    let ranks = |rank: &str| lines.iter().filter(|line| line.contains(rank)).count();
    assert!(ranks(" multipv 1 ") >= 2 && ranks(" multipv 2 ") >= 1);
    assert_eq!(ranks(" multipv 3 "), 0);
    assert!(lines.iter().all(|line| line.starts_with("bestmove") || line.contains(" wdl ")));

    dialogue.send("setoption name MultiPV value 1\nsetoption name UCI_LimitStrength value true");
    dialogue.send("setoption name UCI_Elo value 500\nposition startpos");
    dialogue.send("go infinite");
    // The handicap's nodes are spent at once; the move still waits for the stop.
    assert_eq!(dialogue.answer(""), [""; 0].as_slice());
    dialogue.send("stop");
    let lines = dialogue.until("bestmove");
    let last = &lines[lines.len() - 2];
    assert!(last.contains(" nodes 30 "), "{last}");
    assert!(dialogue.end().is_empty());
}

#[test]
fn only_the_moves_asked_for_are_searched() {
    let dialogue = Dialogue::new();
    let best = dialogue.best("go depth 3 searchmoves a2a3");
    assert_eq!(best.split(' ').nth(1), Some("a2a3"));
    dialogue.send("go depth 2 searchmoves a2a4 b2b3");
    let lines = dialogue.until("bestmove");
    assert_eq!(lines[0], "info string go searchmoves: 'a2a4' is not legal here");
    assert!(lines.last().unwrap().starts_with("bestmove b2b3"));
    assert!(dialogue.end().is_empty());
}

#[test]
fn perft_is_divided_and_can_be_stopped() {
    let dialogue = Dialogue::new();
    dialogue.send("go perft 3");
    let lines = dialogue.until("Nodes searched:");
    assert_eq!(lines.len(), 24);
    assert_eq!(lines[22..], ["", "Nodes searched: 11132"]);
    let sum: u64 = lines[..22]
        .iter()
        .map(|line| line.split_once(": ").unwrap().1.parse::<u64>().unwrap())
        .sum();
    assert_eq!(sum, 11_132);
    dialogue.send("go perft 90\nisready");
    assert_eq!(dialogue.line(), "readyok");
    dialogue.send("stop");
    assert_eq!(dialogue.line(), "info string go perft: stopped");
    dialogue.send("go perft 90");
    assert!(dialogue.end().is_empty());
}

#[test]
fn bench_prints_its_signature() {
    let dialogue = Dialogue::new();
    dialogue.send("bench 1");
    let line = dialogue.line();
    let nodes = bench::run(1, breach_engine::level::Choice::Detect, |_, _| ()).unwrap();
    assert!(line.starts_with(&format!("{nodes} nodes ")) && line.ends_with(" nps"), "{line}");
    assert!(dialogue.end().is_empty());
}

#[test]
fn the_log_holds_both_directions() {
    let path = env::temp_dir().join(format!("breach session {}.log", process::id()));
    let _ = fs::remove_file(&path);
    let dialogue = Dialogue::new();
    let set = format!("setoption name Debug Log File value {}", path.display());
    assert_eq!(dialogue.answer(&set), [""; 0]);
    dialogue.send("go depth 1");
    dialogue.until("bestmove");
    let wrong = path.join("no directory");
    let set = format!("setoption name debug log file value {}", wrong.display());
    let line = dialogue.answer(&set);
    assert!(line[0].starts_with("info string Debug Log File: "), "{line:?}");
    assert!(dialogue.end().is_empty());
    let log = fs::read_to_string(&path).unwrap();
    fs::remove_file(&path).unwrap();
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(lines[..3], [">> isready", "<< readyok", ">> go depth 1"]);
    assert!(lines.iter().any(|line| line.starts_with("<< bestmove ")));
    assert_eq!(lines.last(), Some(&"<< readyok"));
}

#[test]
fn lines_of_any_length_and_bytes_are_survived() {
    let dialogue = Dialogue::new();
    let shuffle = " a2a3 a7a6".to_owned() + &" junk".repeat(20_000);
    let answer = dialogue.answer(&format!("position startpos moves{shuffle}"));
    assert_eq!(answer, ["info string position: move 3: 'junk' is no move on this board"]);
    dialogue.send_bytes(b"\0\xff\xfe\0 go\n".to_vec());
    assert!(dialogue.line().starts_with("info string unknown command "));
    dialogue.send_bytes(vec![b'x'; 3 << 20]);
    assert_eq!(dialogue.answer(""), ["info string a line longer than 1048576 bytes was skipped"]);
    assert_eq!(
        dialogue.answer(" \t\r\n\r\n \0"),
        ["info string unknown command '\u{fffd}'; 'help' lists what is known"]
    );
    assert!(dialogue.end().is_empty());
}
