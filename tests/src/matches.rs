//! Matches as a director runs them: the real `breach-tools`, with real processes for engines.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use breach_engine::{Ending, Side, Variant};
use breach_tools::record::{GameRecord, GameResult, Reason};

use crate::program::breach_tools;

/// A file that no other test uses, in the folder for such files.
pub fn scratch(name: &str) -> PathBuf {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let file = format!("breach-{}-{count}-{name}", std::process::id());
    std::env::temp_dir().join(file)
}

/// A match under test: its command line, and the record it leaves.
#[derive(Debug)]
pub struct MatchRun {
    words: Vec<OsString>,
    record: PathBuf,
}

/// How a match ended.
#[derive(Debug)]
pub struct Ended {
    /// The exit status; none after a signal.
    pub status: Option<i32>,
    /// The standard output.
    pub out: String,
    /// The standard error.
    pub err: String,
    /// The games written down.
    pub games: Vec<GameRecord>,
}

impl MatchRun {
    /// A match with the arguments in `line`, which are separated by blanks.
    pub fn new(line: &str) -> Self {
        let record = scratch("games.jsonl");
        let mut words: Vec<OsString> = vec!["match".into(), "--record".into(), (&record).into()];
        words.extend(line.split_whitespace().map(OsString::from));
        Self { words, record }
    }

    /// Adds the mock engine as a player. `words` are more words for it; `behaviour` is what it is asked to do.
    #[must_use]
    pub fn mock(mut self, mock: &str, name: &str, behaviour: &str, words: &str) -> Self {
        self.words.extend(["--engine".into(), format!("cmd={mock}").into()]);
        self.words.push(format!("name={name}").into());
        self.words.extend(words.split_whitespace().map(OsString::from));
        let arguments = behaviour.split_whitespace().map(|word| format!("arg={word}").into());
        self.words.extend(arguments);
        self
    }

    /// The file that the games go to.
    pub fn record(&self) -> &Path {
        &self.record
    }

    /// Starts the match and leaves it running.
    pub fn start(&self) -> Child {
        Command::new(breach_tools())
            .args(&self.words)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("breach-tools starts")
    }

    /// Waits for a started match, and takes its record away.
    pub fn finish(&self, child: Child) -> Ended {
        let Output { status, stdout, stderr } =
            child.wait_with_output().expect("it can be waited for");
        let text = std::fs::read_to_string(&self.record).unwrap_or_default();
        let _ = std::fs::remove_file(&self.record);
        let read = |line: &str| line.parse().unwrap_or_else(|error| panic!("{error}: {line}"));
        Ended {
            status: status.code(),
            out: String::from_utf8_lossy(&stdout).into(),
            err: String::from_utf8_lossy(&stderr).into(),
            games: text.lines().map(read).collect(),
        }
    }

    /// Plays the match to its end.
    pub fn run(&self) -> Ended {
        self.finish(self.start())
    }
}

/// Waits until a file that a running match writes holds what is wanted.
pub fn wait_for(file: &Path, wanted: impl Fn(&str) -> bool) {
    let deadline = Instant::now() + Duration::from_mins(1);
    while !std::fs::read_to_string(file).is_ok_and(|text| wanted(&text)) {
        assert!(Instant::now() < deadline, "what was waited for did not come");
        thread::sleep(Duration::from_millis(5));
    }
}

/// Runs `breach-tools` with other arguments.
pub fn run_tools(line: &str) -> Output {
    let run =
        Command::new(breach_tools()).args(line.split_whitespace()).stdin(Stdio::null()).output();
    run.expect("breach-tools starts")
}

/// Plays a record again, and checks all that can be checked by the rules alone.
pub fn replay(game: &GameRecord) {
    let variant: Variant = game.variant.parse().expect("a variant");
    let mut position = variant.start();
    for text in &game.opening {
        position.play(position.parse_move(text).expect("legal")).expect("legal");
    }
    assert_eq!(position.to_string(), game.fen, "the opening leads to the position");
    for text in &game.moves {
        position.play(position.parse_move(text).expect("legal")).expect("legal");
    }
    assert_eq!(game.plies, game.moves.len() as u64);
    let outcome = position.outcome();
    let is_adjudged = game.reason.is_fault() || game.reason == Reason::MaxMoves;
    assert_eq!(outcome.is_none(), is_adjudged, "{game}");
    if let Some(outcome) = outcome {
        assert_eq!(game.reason, reason_of(outcome.ending), "{game}");
    }
    let expected = match outcome {
        Some(outcome) => GameResult::of(outcome.winner),
        None if game.reason == Reason::MaxMoves => GameResult::Draw,
        // Whoever was to move is at fault, unless it never came to a move.
        None if game.moves.is_empty() => game.result,
        None => GameResult::of(Some(!position.side_to_move())),
    };
    assert_eq!(game.result, expected, "{game}");
    let answers = |side: Side| game.effort(side).moves;
    let asked = game.plies..=game.plies + 1;
    assert!(asked.contains(&(answers(Side::White) + answers(Side::Black))), "{game}");
}

/// The reason that a record gives for an ending by the rules.
fn reason_of(ending: Ending) -> Reason {
    match ending {
        Ending::Goal => Reason::Goal,
        Ending::LastMan => Reason::LastMan,
        Ending::Blockade => Reason::NoMoves,
        Ending::Repetition => Reason::Repetition,
        Ending::Passes => Reason::Passes,
    }
}
