//! The commands of the program `breach`, and how it ends.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Output, Stdio};

use breach_tests::program::breach;
use breach_tests::talk::{Talk, wait};

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(breach());
    command.args(arguments).stdin(Stdio::null()).output().expect("breach starts")
}

/// The output of a command that has to succeed.
fn lines(arguments: &[&str]) -> Vec<String> {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {output:?}");
    assert!(output.stderr.is_empty(), "{arguments:?}: {output:?}");
    let text = String::from_utf8(output.stdout).expect("the output is text");
    text.lines().map(str::to_owned).collect()
}

#[test]
fn go_prints_a_best_move() {
    let out = lines(&["go", "--depth", "3"]);
    assert!(out.last().is_some_and(|line| line.starts_with("bestmove ")), "{out:?}");
    let out = lines(&["go", "--nodes", "500", "--variant", "breakthrough5", "--hash", "1"]);
    assert!(out[out.len() - 2].contains(" nodes 500 "), "{out:?}");
    let out = lines(&["go", "--movetime", "20", "--fen", "ppp/ppp/3/PPP/PPP b", "--threads", "2"]);
    assert!(out.last().is_some_and(|line| line.starts_with("bestmove ")), "{out:?}");
    let out = lines(&["go", "--fen", "P7/7p/8/8/8/8/8/8 b"]);
    assert_eq!(out, ["info depth 0 score mate 0", "bestmove (none)"]);
}

#[test]
fn perft_ends_with_its_count_time_and_speed() {
    let out = lines(&["perft", "4"]);
    assert_eq!(out.len(), 2);
    assert_eq!(out[0], "Nodes searched: 256036");
    assert!(out[1].starts_with("Time: ") && out[1].ends_with(" nps"), "{}", out[1]);
    let out = lines(&["perft", "4", "--variant", "breakthrough5x5", "--divide", "--threads", "2"]);
    assert_eq!(out.len(), 13 + 3);
    assert_eq!(out[13..15], ["", "Nodes searched: 23084"]);
    let fen = "1p2pp1p/2p2ppp/2P5/8/8/3P2P1/1p1P2PP/1PP1PP1P w - - 1 26";
    assert_eq!(lines(&["perft", "3", "--fen", fen])[0], "Nodes searched: 6898");
}

#[test]
fn bench_ends_with_one_number_on_every_level() {
    let nodes = |arguments: &[&str]| {
        let out = lines(arguments);
        assert_eq!(out.len(), 1);
        let words: Vec<&str> = out[0].split(' ').collect();
        assert!(matches!(words[..], [_, "nodes", _, "nps"]), "{}", out[0]);
        words[0].parse::<u64>().expect("a number")
    };
    let detected = nodes(&["bench", "--depth", "4"]);
    assert!(detected > 1_000);
    assert_eq!(nodes(&["bench", "--depth", "4", "--portable"]), detected);
}

#[test]
fn eval_prints_its_terms() {
    let out = lines(&["eval", "--fen", "pppppp/pppppp/6/6/PPPPPP/PPPPPP w"]);
    assert!(out.len() > 3);
    let value = |line: &String| {
        let number = line.split_whitespace().find(|word| word.starts_with(['+', '-']));
        number.and_then(|number| number.parse::<i32>().ok()).expect("a number")
    };
    let (total, terms) = out.split_last().expect("a total");
    assert!(total.starts_with("total"));
    assert_eq!(value(total), terms.iter().map(value).sum::<i32>());
}

#[test]
fn version_and_help_are_told() {
    assert_eq!(lines(&["--version"]).len(), 1);
    let help = lines(&["--help"]).join("\n");
    for command in ["go", "bench", "perft", "eval"] {
        assert!(help.contains(&format!("\n  {command}")), "{command}: {help}");
    }
}

#[test]
fn a_command_that_fails_says_why_in_a_line() {
    for (arguments, named) in [
        (&["eval", "--fen", "x"][..], "--fen"),
        (&["perft", "3", "--fen", "pppp/pppp/4/PPP/PPPP w"], "rank 2"),
        (&["go", "--variant", "breakthrough5", "--fen", "ppp/ppp/3/PPP/PPP w"], "5x5"),
        (&["go", "--depth", "1", "--hash", "33554432"], "33554432"),
    ] {
        let output = run(arguments);
        let error = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
        assert!(error.starts_with("breach: ") && error.contains(named), "{error}");
        assert_eq!(error.lines().count(), 1, "{error}");
    }
    for arguments in [
        &["nonsense"][..],
        &["perft"],
        &["perft", "x"],
        &["eval", "--variant", "chess"],
        &["go", "--threads", "0"],
        &["bench", "--depth", "-1"],
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(output.stdout.is_empty() && !output.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn a_closed_output_is_no_failure() {
    // Whether it talks, searches or prints a result: the reader goes after the first line, or before.
    for (arguments, input, first) in [
        (&[][..], "uci\ngo infinite\nisready\n", true),
        (&[], "go infinite\nisready\nisready\n", false),
        (&["perft", "4", "--divide"], "", true),
        (&["go", "--depth", "40"], "", true),
    ] {
        let mut child = Command::new(breach())
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("breach starts");
        // The input stays open: its end is not what ends the process.
        let mut stdin = child.stdin.take().expect("a pipe");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        if first {
            stdin.write_all(input.as_bytes()).expect("breach reads");
            let mut line = String::new();
            output.read_line(&mut line).expect("a line");
            drop(output);
        } else {
            drop(output);
            stdin.write_all(input.as_bytes()).expect("breach reads");
        }
        assert_eq!(wait(&mut child).code(), Some(0), "{arguments:?}");
    }
}

#[test]
fn logs_go_to_the_standard_error() {
    let mut child = Command::new(breach())
        .env("RUST_LOG", "debug")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("breach starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    stdin.write_all(b"isready\nquit\n").expect("breach reads");
    let output = child.wait_with_output().expect("breach ends");
    assert_eq!(output.stdout, b"readyok\n");
    let log = String::from_utf8_lossy(&output.stderr);
    assert!(log.contains(">> isready") && log.contains("<< readyok"), "{log}");
}

#[test]
fn the_debug_log_is_appended_to_a_file() {
    let name = format!("breach {} debug.log", std::process::id());
    let path = std::env::temp_dir().join(name);
    let _ = std::fs::remove_file(&path);
    for _ in 0..2 {
        let mut talk = Talk::begin();
        let line = format!("setoption name debug log file value {}", path.display());
        assert_eq!(talk.answer(&line), [""; 0]);
        talk.quit();
    }
    let log = std::fs::read_to_string(&path).expect("a log");
    std::fs::remove_file(&path).expect("a log");
    assert_eq!(log, ">> isready\n<< readyok\n>> quit\n".repeat(2));
    let mut talk = Talk::begin();
    let answer = talk.answer("setoption name Debug Log File value /no/such/folder/file");
    assert_eq!(answer.len(), 1);
    assert!(answer[0].starts_with("info string Debug Log File: "), "{}", answer[0]);
    talk.quit();
}
