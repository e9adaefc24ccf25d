//! Clients that keep to no order at all.

use proptest::prelude::*;

use super::*;

/// Lines of a disorderly client.
fn script() -> impl Strategy<Value = Vec<&'static str>> {
    let line = prop::sample::select(vec![
        "go depth 2",
        "go infinite",
        "go ponder wtime 50 btime 50",
        "go ponder movetime 0",
        "go movetime 0",
        "go wtime -5 btime 0 winc 0",
        "go nodes 1",
        "go nodes 0 searchmoves b1b2",
        "stop",
        "ponderhit",
        "isready",
        "uci",
        "ucinewgame",
        "d",
        "position startpos",
        "position startpos moves a2a3 h7h6",
        "position startpos moves a2a4",
        "position fen P7/7p/8/8/8/8/8/8 b",
        "setoption name Hash value 1",
        "setoption name Threads value 2",
        "setoption name MultiPV value 3",
        "setoption name UCI_Variant value breakthrough5",
        "setoption name UCI_Variant value breakthrough",
        "go perft 2",
        "junk",
        "",
    ]);
    prop::collection::vec(line, 1..25)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_sent_each_go_has_one_best_move_and_each_isready_an_answer(script in script()) {
        let dialogue = Dialogue::new();
        dialogue.send(&script.join("\n"));
        dialogue.send("stop");
        let count = |start: &str| script.iter().filter(|line| line.starts_with(start)).count();
        let searches = count("go ") - count("go perft");
        let mut lines = Vec::new();
        let said = |lines: &[String], start: &str| {
            lines.iter().filter(|line| line.starts_with(start)).count()
        };
        let done = |lines: &[String]| {
            said(lines, "bestmove") == searches
                && said(lines, "readyok") == count("isready")
                && said(lines, "uciok") == count("uci") - count("ucinewgame")
                && said(lines, "Key:") == count("d")
        };
        while !done(&lines) {
            lines.push(dialogue.line());
        }
        lines.extend(dialogue.end());
        prop_assert!(done(&lines), "{:?}", lines);
    }

    #[test]
    fn no_bytes_end_a_session_or_break_its_lines(bytes: Vec<u8>) {
        let dialogue = Dialogue::new();
        dialogue.send_bytes(bytes);
        dialogue.send("");
        dialogue.send("isready");
        let lines = dialogue.until("readyok");
        prop_assert!(lines.iter().all(|line| !line.contains(char::is_control)));
        prop_assert!(dialogue.end().is_empty());
    }
}
