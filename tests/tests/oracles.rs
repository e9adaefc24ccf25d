//! The rules against programs nobody here wrote: Debian's Fairy-Stockfish, and `pyffish` and `open_spiel` from the Python
//! Package Index.
//!
//! Positions of random games on many boards go to small Python scripts in `oracles/`, which answer with the legal moves
//! and a count of leaves. What is not installed is skipped, and said so; with `BREACH_REQUIRE_ORACLES=1` it is a failure
//! instead.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use breach_engine::board::splitmix64;
use breach_engine::{AnyPosition, BoardSize, Variant};

/// What a script ends with when its oracle is not installed.
const NOT_INSTALLED: i32 = 3;

/// A position, how a game came to it, and how deep leaves are counted below it.
struct Case {
    position: Box<dyn AnyPosition>,
    line: Vec<String>,
    depth: u32,
}

/// `count` positions of random games on a board, the ends of the games among them. Leaves are counted at the `depths`
/// in turn.
fn cases(files: usize, ranks: usize, count: usize, depths: &[u32]) -> Vec<Case> {
    let size = BoardSize::new(files, ranks).expect("a size within the limits");
    let mut seed = splitmix64((files * 100 + ranks) as u64);
    let mut random = |limit: usize| {
        seed = splitmix64(seed);
        (seed % limit as u64) as usize
    };
    let mut cases = Vec::new();
    while cases.len() < count {
        let mut position = Variant::Breakthrough(size).start();
        let mut line = Vec::new();
        loop {
            let moves = position.legal_moves();
            if random(6) == 0 || moves.is_empty() {
                let depth = depths[cases.len() % depths.len()];
                cases.push(Case { position: position.boxed(), line: line.clone(), depth });
            }
            if moves.is_empty() {
                break;
            }
            // Captures now and then preferred, so that boards get empty.
            let captures: Vec<_> = moves
                .iter()
                .copied()
                .filter(|mv| {
                    let mut next = position.boxed();
                    next.play(*mv).is_ok() && men(next.as_ref()) < men(position.as_ref())
                })
                .collect();
            let choice = if captures.is_empty() || random(2) == 0 { &moves } else { &captures };
            let mv = choice[random(choice.len())];
            line.push(position.move_text(mv));
            position.play(mv).expect("a legal move");
        }
    }
    cases.truncate(count);
    cases
}

fn men(position: &dyn AnyPosition) -> usize {
    let fen = position.to_string();
    fen.split(' ').next().map_or(0, |board| board.matches(['P', 'p']).count())
}

/// Asks the oracle `script` about every case; nothing if it is not installed.
fn ask(script: &str, cases: &[Case]) -> Option<Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("oracles");
    let mut questions = String::new();
    for Case { position, line, depth } in cases {
        let size = position.variant().size();
        let (files, ranks) = (size.files(), size.ranks());
        let _ = writeln!(questions, "{files}\t{ranks}\t{position}\t{}\t{depth}", line.join(" "));
    }
    let child = Command::new("python3")
        .arg(folder.join(script))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        return skipped(script, "no program python3");
    };
    let mut stdin = child.stdin.take().expect("a pipe was asked for");
    // The script may answer before it has read everything, or end at once.
    let writer = thread::spawn(move || stdin.write_all(questions.as_bytes()).is_ok());
    let output = child.wait_with_output().expect("the script ran");
    let complaint = String::from_utf8_lossy(&output.stderr).trim().to_string();
    let told_everything = writer.join().expect("writing does not panic");
    if output.status.code() == Some(NOT_INSTALLED) {
        return skipped(script, &complaint);
    }
    assert!(output.status.success() && told_everything, "{script}: {complaint}");
    let answers = String::from_utf8(output.stdout).expect("plain text");
    Some(answers.lines().map(str::to_string).collect())
}

fn skipped(script: &str, why: &str) -> Option<Vec<String>> {
    assert!(std::env::var_os("BREACH_REQUIRE_ORACLES").is_none(), "{script}: {why}");
    // Written past the test harness, which swallows what a passing test prints.
    let _ = writeln!(std::io::stderr(), "SKIPPED: nothing was compared with {script}: {why}");
    None
}

/// Compares legal moves and leaf counts with an oracle, on boards of the sizes given.
fn compare(script: &str, depths: &[u32], sizes: &[(usize, usize)]) {
    let each = 1100 / sizes.len();
    let of_size = |(files, ranks): &(usize, usize)| cases(*files, *ranks, each, depths);
    let cases: Vec<Case> = sizes.iter().flat_map(of_size).collect();
    assert!(cases.len() >= 1000 && sizes.len() >= 8);
    let Some(answers) = ask(script, &cases) else { return };
    assert_eq!(answers.len(), cases.len(), "{script} did not answer everything");
    for (Case { position, depth, .. }, answer) in cases.iter().zip(answers) {
        let mut moves: Vec<String> =
            position.legal_moves().into_iter().map(|mv| position.move_text(mv)).collect();
        moves.sort();
        let leaves = position.perft(*depth, 1).expect("one thread").total;
        let ours = format!("{}\t{leaves}", moves.join(" "));
        assert_eq!(ours, answer, "{script} on {} {position}", position.variant());
    }
    eprintln!("{script}: {} positions on {} boards agree", cases.len(), sizes.len());
}

/// Fairy-Stockfish has at most 12 files and 10 ranks.
const FAIRY_SIZES: [(usize, usize); 11] =
    [(8, 8), (7, 7), (6, 6), (5, 5), (6, 8), (8, 6), (4, 5), (2, 8), (9, 9), (10, 10), (12, 10)];

#[test]
fn rules_agree_with_fairy_stockfish() {
    compare("fairy.py", &[3], &FAIRY_SIZES);
}

#[test]
fn rules_agree_with_pyffish() {
    compare("ffish.py", &[2, 1, 1, 1, 1], &FAIRY_SIZES);
}

#[test]
fn rules_agree_with_open_spiel() {
    let sizes =
        [(8, 8), (7, 7), (6, 6), (6, 8), (8, 6), (2, 8), (9, 9), (10, 10), (16, 8), (8, 16)];
    compare("spiel.py", &[2], &sizes);
}
