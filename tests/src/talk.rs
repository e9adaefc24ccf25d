//! A conversation with the real `breach`, or another engine, over real pipes, with deadlines.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use crate::program::breach;

/// Nothing asked for here takes long: whoever waits so long has found a hang.
const DEADLINE: Duration = Duration::from_secs(30);

/// A running engine.
#[derive(Debug)]
pub struct Talk {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Talk {
    /// An engine that has been told nothing yet.
    ///
    /// # Panics
    /// Here and below: when the engine does not do its part in time.
    pub fn begin() -> Self {
        Self::with(&mut Command::new(breach()))
    }

    /// The same with another engine than `breach`.
    pub fn with(command: &mut Command) -> Self {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::inherit())
            .spawn()
            .expect("breach starts");
        let output = BufReader::new(child.stdout.take().expect("its output is piped"));
        let (sender, lines) = mpsc::channel();
        thread::spawn(move || {
            for line in output.lines() {
                let line = line.expect("the output is text");
                if sender.send(line).is_err() {
                    return;
                }
            }
        });
        Self { input: child.stdin.take(), child, lines }
    }

    /// Sends lines; the last one's end is added.
    pub fn send(&mut self, lines: &str) {
        self.send_bytes(format!("{lines}\n").as_bytes());
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        let input = self.input.as_mut().expect("the input is open");
        input.write_all(bytes).expect("breach reads");
        input.flush().expect("breach reads");
    }

    /// The next line.
    pub fn line(&self) -> String {
        self.lines.recv_timeout(DEADLINE).expect("a line in time")
    }

    /// The lines up to the first that begins with `start`.
    pub fn until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// What is said to `lines` by an engine that has nothing else to say.
    pub fn answer(&mut self, lines: &str) -> Vec<String> {
        self.send(lines);
        self.send("isready");
        let mut answer = self.until("readyok");
        answer.pop();
        answer
    }

    /// All lines of a search that ends by itself.
    pub fn search(&mut self, lines: &str) -> Search {
        self.send(lines);
        Search { lines: self.until("bestmove") }
    }

    /// The end of a search that has to be stopped.
    pub fn stopped(&mut self) -> Search {
        self.search("stop")
    }

    /// Closes the input, as a client does that has died.
    pub fn hang_up(&mut self) {
        self.input = None;
    }

    /// Waits for the engine's end, and gives what it still said.
    pub fn end(mut self) -> (ExitStatus, Vec<String>) {
        let mut lines = Vec::new();
        loop {
            match self.lines.recv_timeout(DEADLINE) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("breach goes on"),
            }
        }
        (wait(&mut self.child), lines)
    }

    /// Ends an engine that is idle: it says nothing more, and all is well.
    pub fn quit(mut self) {
        self.send("quit");
        let (status, lines) = self.end();
        assert_eq!(lines, [""; 0]);
        assert_eq!(status.code(), Some(0));
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits for a process to end by itself.
///
/// # Panics
/// When it does not in time.
pub fn wait(child: &mut Child) -> ExitStatus {
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait().expect("a child can be waited for") {
            return status;
        }
        assert!(started.elapsed() < DEADLINE, "the process does not end");
        thread::sleep(Duration::from_millis(5));
    }
}

/// What a search said, its best move last.
#[derive(Debug)]
pub struct Search {
    /// All lines.
    pub lines: Vec<String>,
}

impl Search {
    /// The best move.
    pub fn best(&self) -> &str {
        let last = self.lines.last().and_then(|line| line.strip_prefix("bestmove "));
        last.and_then(|rest| rest.split(' ').next()).expect("a best move")
    }

    /// The last news before the best move.
    pub fn last_info(&self) -> &str {
        let infos = self.lines.iter().rev().filter(|line| line.contains(" score "));
        infos.map(String::as_str).next().expect("a score before the best move")
    }

    /// The word behind `key` in the last news.
    pub fn value(&self, key: &str) -> &str {
        let mut words = self.last_info().split(' ').skip_while(|word| *word != key).skip(1);
        words.next().unwrap_or_else(|| panic!("{key} in {}", self.last_info()))
    }

    /// The same as a whole number.
    pub fn number(&self, key: &str) -> i64 {
        self.value(key).parse().unwrap_or_else(|_| panic!("{key} in {}", self.last_info()))
    }

    /// The last score, as in `cp 12` or `mate -2`.
    pub fn score(&self) -> (&str, i64) {
        let kind = self.value("score");
        (kind, self.number(kind))
    }

    /// The principal variations of all news.
    pub fn variations(&self) -> impl Iterator<Item = Vec<&str>> {
        let moves = self.lines.iter().filter_map(|line| line.split_once(" pv "));
        moves.map(|(_, moves)| moves.split(' ').collect())
    }
}
