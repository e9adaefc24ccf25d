//! UCI over real pipes: the rules of the protocol, a test for each.

use breach_engine::Variant;
use breach_tests::talk::{Search, Talk};

const START: &str = "position startpos";

#[test]
fn nothing_is_said_before_uci_and_then_all_that_is_needed() {
    let mut talk = Talk::begin();
    talk.send("uci");
    let lines = talk.until("uciok");
    assert!(lines[0].starts_with("id name Breach "), "{}", lines[0]);
    assert!(lines[1].starts_with("id author "), "{}", lines[1]);
    assert!(lines[2..lines.len() - 1].iter().all(|line| line.starts_with("option name ")));
    for option in [
        "Hash type spin",
        "Threads type spin",
        "MultiPV type spin",
        "Ponder type check",
        "Move Overhead type spin default 10 ",
        "Clear Hash type button",
        "UCI_AnalyseMode type check",
        "UCI_ShowWDL type check",
        "UCI_LimitStrength type check",
        "UCI_Elo type spin",
        "UCI_Variant type combo default breakthrough var breakthrough var ",
        "Debug Log File type string default <empty>",
    ] {
        let start = format!("option name {option}");
        assert!(lines.iter().any(|line| line.starts_with(&start)), "{option}");
    }
    talk.send("uci");
    assert_eq!(talk.until("uciok"), lines);
    talk.quit();
}

#[test]
fn isready_is_answered_at_once_and_does_not_stop_the_search() {
    let mut talk = Talk::begin();
    talk.send("go infinite");
    for _ in 0..5 {
        talk.send("isready");
        assert!(talk.until("readyok").iter().all(|line| !line.starts_with("bestmove")));
    }
    assert_ne!(talk.stopped().best(), "(none)");
    talk.quit();
}

#[test]
fn ucinewgame_may_come_many_times() {
    let mut talk = Talk::begin();
    assert_eq!(talk.answer(&["ucinewgame"; 6].join("\n")), [""; 0]);
    talk.search("go depth 2");
    talk.quit();
}

#[test]
fn positions_come_with_and_without_moves_and_in_short_forms() {
    let mut talk = Talk::begin();
    let board = "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP";
    for line in [
        "position startpos".to_owned(),
        "position startpos moves ".to_owned(),
        format!("position fen {board} w"),
        format!("position fen {board} w 0 1"),
        format!("position fen {board} w - - 0 1 moves "),
    ] {
        assert_eq!(talk.answer(&format!("{line}\n{line}")), [""; 0], "{line}");
        assert!(talk.answer("d").contains(&format!("Fen: {board} w - - 0 1")), "{line}");
    }
    talk.quit();
}

#[test]
fn a_finished_game_is_told_as_such() {
    let mut talk = Talk::begin();
    let moves = "position fen 8/P6p/8/8/8/8/8/8 w moves a7a8";
    for position in [moves, "position fen P7/7p/8/8/8/8/8/8 b", "position fen P7/7p/8/8/8/8/8/8 w"]
    {
        let search = talk.search(&format!("{position}\ngo movetime 10"));
        assert_eq!(search.lines, ["info depth 0 score mate 0", "bestmove (none)"], "{position}");
    }
    talk.quit();
}

#[test]
fn limits_stand_in_any_order_and_the_first_one_reached_counts() {
    let mut talk = Talk::begin();
    for line in [
        "go wtime 100",
        "go btime 100",
        "go wtime 100 winc 100 btime 100 binc 100",
        "go binc 100 btime 100 winc 100 wtime 100",
        "go btime 0 wtime 0",
        "go wtime -50 btime -5000 winc 0",
        "go movestogo 1 wtime 50 btime 50",
        "go depth 200 nodes 500 movetime 600000",
        "go mate 1 nodes 2000",
        "go fast depth 3 please",
    ] {
        let search = talk.search(line);
        assert!(Variant::default().start().parse_move(search.best()).is_ok(), "{line}");
    }
    talk.quit();
}

#[test]
fn pondering_waits_for_the_hit_and_then_goes_by_the_clock() {
    let mut talk = Talk::begin();
    talk.send("go ponder wtime 200 btime 200");
    assert!(!talk.answer("").iter().any(|line| line.starts_with("bestmove")));
    talk.search("ponderhit");
    talk.send("go ponder wtime 200 btime 200");
    talk.stopped();
    // What comes too late means nothing.
    assert_eq!(talk.answer("ponderhit\nstop\nstop"), [""; 0]);
    talk.quit();
}

#[test]
fn quit_and_end_of_input_end_the_process_at_any_moment() {
    for before in ["", "uci", "go infinite", "go ponder wtime 9000", "go depth 2", "go perft 60"] {
        for quits in [true, false] {
            let mut talk = Talk::begin();
            talk.send(before);
            if quits {
                // The input stays open: it is not its end that ends the process.
                talk.send("quit");
            } else {
                talk.hang_up();
            }
            assert_eq!(talk.end().0.code(), Some(0), "{before}, {quits}");
        }
    }
}

#[test]
fn commands_right_behind_stop_are_done_in_their_order() {
    let mut talk = Talk::begin();
    talk.send("go infinite\nstop\nposition startpos moves a2a3\ngo nodes 100\nsetoption name MultiPV value 2\ngo nodes 100");
    let mut position = Variant::default().start();
    assert!(position.parse_move(talk.search("").best()).is_ok());
    position.play(position.parse_move("a2a3").unwrap()).unwrap();
    assert!(position.parse_move(talk.search("").best()).is_ok());
    let third = talk.search("");
    assert!(position.parse_move(third.best()).is_ok());
    assert!(third.lines.iter().any(|line| line.contains(" multipv 2 ")));
    talk.quit();
}

#[test]
fn news_hold_whole_numbers_and_end_with_the_best_move() {
    let mut talk = Talk::begin();
    let search = talk.search("setoption name UCI_ShowWDL value true\ngo depth 7");
    let infos = &search.lines[..search.lines.len() - 1];
    assert!(infos.iter().all(|line| line.starts_with("info depth ")));
    let keys = ["depth", "seldepth", "multipv", "cp", "nodes", "nps", "hashfull", "time"];
    for key in keys {
        search.number(key);
    }
    let place = |key: &str| search.last_info().find(&format!(" {key} ")).expect("the key is there");
    assert!(keys.windows(2).all(|pair| place(pair[0]) < place(pair[1])));
    assert!(search.number("hashfull") <= 1000);
    let (win, draw) = (search.number("wdl"), search.last_info().split(" wdl ").nth(1).unwrap());
    let parts: Vec<i64> = draw.split(' ').take(3).map(|part| part.parse().unwrap()).collect();
    assert_eq!((parts[0], parts[1], parts[0] + parts[2]), (win, 0, 1000));
    assert_eq!(search.variations().last().unwrap()[0], search.best());
    talk.quit();
}

#[test]
fn unknown_commands_are_answered_in_a_line_that_no_parser_minds() {
    let mut talk = Talk::begin();
    for line in ["xyzzy", "Stop now", "position", "setoption", "go perft x"] {
        let answer = talk.answer(line);
        assert_eq!(answer.len(), 1, "{line}");
        assert!(answer[0].starts_with("info string "), "{line}");
    }
    assert_eq!(talk.answer("\n \t \ndebug on\nregister later"), [""; 0]);
    talk.quit();
}

#[test]
fn any_bytes_are_survived() {
    let mut talk = Talk::begin();
    talk.send_bytes(b"\tisready \r\n");
    assert_eq!(talk.line(), "readyok");
    talk.send_bytes(b"\0\0\n\xff\xc3\x28\n\xef\xbb\xbfisready\r\n");
    assert_eq!(talk.until("readyok").len(), 3);
    let mut long = b"position startpos moves a2a3 h7h6".to_vec();
    long.extend(b" ".repeat(50_000));
    long.extend(b"b2b3\n");
    talk.send_bytes(&long);
    assert!(talk.answer("d").iter().any(|line| line.starts_with("Fen: ") && line.contains("PP6/")));
    talk.send_bytes(&vec![b'x'; 3 << 20]);
    assert_eq!(talk.answer("").len(), 1);
    talk.quit();
}

#[test]
fn the_variant_is_set_by_name_and_announced_as_adapters_read_it() {
    let mut talk = Talk::begin();
    assert_eq!(
        talk.answer("setoption name UCI_Variant value breakthrough"),
        ["info string variant breakthrough files 8 ranks 8 pocket 0 template fairy startpos \
          pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w - - 0 1"]
    );
    for name in ["breakthrough5", "breakthrough6x6", "breakthrough10x10", "breakthrough3x12"] {
        talk.send(&format!("setoption name uci_variant value {name}\nposition startpos"));
        let start = name.parse::<Variant>().unwrap().start();
        let search = talk.search("go nodes 200");
        assert!(start.parse_move(search.best()).is_ok(), "{name}");
    }
    assert!(talk.answer("setoption name UCI_Variant value chess")[0].contains("'chess'"));
    talk.quit();
}

#[test]
fn perft_is_divided_as_scripts_read_it() {
    let mut talk = Talk::begin();
    talk.send("go perft 4");
    let lines = talk.until("Nodes searched");
    let count = |line: &String| line.split_once(": ").and_then(|(_, count)| count.parse().ok());
    let parts: Vec<u64> = lines[..22].iter().filter_map(count).collect();
    assert_eq!((parts.len(), parts.iter().sum()), (22, 256_036));
    assert_eq!(lines[22..], ["", "Nodes searched: 256036"]);
    talk.quit();
}

#[test]
fn commands_for_people_are_answered() {
    let mut talk = Talk::begin();
    talk.send(START);
    let board = talk.answer("d");
    assert!(board.iter().any(|line| line.starts_with("Fen: pppppppp/")));
    let key = board.iter().find_map(|line| line.strip_prefix("Key: ")).expect("a key");
    assert_eq!(u64::from_str_radix(key, 16), Ok(Variant::default().start().key()));
    assert!(talk.answer("eval").iter().any(|line| line.starts_with("total")));
    assert!(talk.answer("compiler").iter().any(|line| line.contains("rustc")));
    assert!(talk.answer("help").iter().any(|line| line.contains("setoption")));
    talk.send("bench 2");
    let line = talk.line();
    let words: Vec<&str> = line.split(' ').collect();
    assert!(matches!(words[..], [_, "nodes", _, "nps"]), "{line}");
    talk.quit();
}

#[test]
fn a_limited_strength_is_a_limit_on_nodes() {
    let mut talk = Talk::begin();
    talk.send("setoption name UCI_LimitStrength value true\nsetoption name UCI_Elo value 800");
    let nodes = |search: &Search| search.number("nodes");
    assert_eq!(nodes(&talk.search("go movetime 60000")), 120);
    assert_eq!(nodes(&talk.search("go nodes 50")), 50);
    talk.quit();
}

#[test]
fn a_game_is_played_to_its_end() {
    let mut talk = Talk::begin();
    talk.answer("setoption name UCI_Variant value breakthrough5\nucinewgame");
    let mut position = "breakthrough5".parse::<Variant>().unwrap().start();
    let mut line = "position startpos moves".to_owned();
    while position.outcome().is_none() {
        assert_eq!(talk.answer(&line), [""; 0]);
        let search = talk.search("go nodes 300");
        let mv = position.parse_move(search.best()).expect("a legal move");
        position.play(mv).expect("a legal move");
        line = format!("{line} {}", search.best());
    }
    assert_eq!(talk.search(&format!("{line}\ngo nodes 300")).best(), "(none)");
    talk.quit();
}
