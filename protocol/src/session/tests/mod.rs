//! Whole sessions over streams in memory. None sleeps: where a search has to be in a certain state, a position stands in
//! whose search behaves as told.

use std::io::{BufReader, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::thread::JoinHandle;

use breach_engine::{
    Bound, Evaluation, Limits, Move, MoveError, Outcome, Perft, Report, Score, Side,
    ThreadPoolBuildError,
};

use super::*;

mod disorder;
mod flow;
mod state;

/// Nothing here takes long; a test that waits longer has found a hang.
const DEADLINE: Duration = Duration::from_secs(20);

/// The end of a pipe that a session reads.
struct Source {
    bytes: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            // The input ends when the other side is gone, not when it sends nothing.
            let Ok(bytes) = self.bytes.recv() else { return Ok(0) };
            self.rest = bytes;
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

/// The end of a pipe that a session writes.
struct Sink {
    lines: Sender<String>,
    rest: Vec<u8>,
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.extend(bytes);
        Ok(bytes.len())
    }

    /// Nobody sees what is not flushed.
    fn flush(&mut self) -> io::Result<()> {
        let text =
            String::from_utf8(std::mem::take(&mut self.rest)).expect("a session writes text");
        let line = text.strip_suffix('\n').expect("only whole lines are flushed");
        assert!(!line.contains('\n'), "every line is flushed");
        self.lines.send(line.to_owned()).map_err(|_| io::ErrorKind::BrokenPipe.into())
    }
}

/// The other side of a session.
struct Dialogue {
    input: Option<Sender<Vec<u8>>>,
    output: Option<Receiver<String>>,
    session: JoinHandle<Result<(), SessionError>>,
}

impl Dialogue {
    fn new() -> Self {
        Self::begin(|_| ())
    }

    /// A session whose first position searches as told.
    fn on(behaviour: Behaviour) -> Self {
        let stand_in = StandIn { start: Variant::default().start(), behaviour };
        Self::begin(|session| session.position = Box::new(stand_in))
    }

    fn begin(prepare: impl FnOnce(&mut Session<Sink>) + Send + 'static) -> Self {
        let (input, bytes) = mpsc::channel();
        let (lines, output) = mpsc::channel();
        let session = thread::spawn(move || {
            let source = BufReader::new(Source { bytes, rest: Vec::new() });
            hold(source, Sink { lines, rest: Vec::new() }, prepare)
        });
        Self { input: Some(input), output: Some(output), session }
    }

    fn send(&self, text: &str) {
        self.send_bytes(format!("{text}\n").into_bytes());
    }

    fn send_bytes(&self, bytes: Vec<u8>) {
        self.input.as_ref().expect("open").send(bytes).expect("a session that reads");
    }

    fn line(&self) -> String {
        let output = self.output.as_ref().expect("open");
        output.recv_timeout(DEADLINE).expect("a line in time")
    }

    /// The lines up to the first that begins so.
    fn until(&self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            lines.push(self.line());
            if lines.last().is_some_and(|line| line.starts_with(start)) {
                return lines;
            }
        }
    }

    /// What the session says to `text`, when it is idle.
    fn answer(&self, text: &str) -> Vec<String> {
        self.send(text);
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    /// The best move of a search that ends by itself or has ended.
    fn best(&self, text: &str) -> String {
        self.send(text);
        self.until("bestmove").pop().expect("a line")
    }

    /// Closes the input; what was still said.
    fn end(mut self) -> Vec<String> {
        self.input = None;
        let output = self.output.take().expect("open");
        let rest = std::iter::from_fn(|| match output.recv_timeout(DEADLINE) {
            Ok(line) => Some(line),
            Err(mpsc::RecvTimeoutError::Disconnected) => None,
            Err(mpsc::RecvTimeoutError::Timeout) => panic!("the session goes on"),
        });
        let rest = rest.collect();
        self.session.join().expect("no panic").expect("no error");
        rest
    }
}

fn best_moves(lines: &[String]) -> usize {
    lines.iter().filter(|line| line.starts_with("bestmove")).count()
}

/// How the search of a stand-in behaves.
#[derive(Clone, Copy, Debug)]
enum Behaviour {
    EndsAtOnce,
    EndsWhenStopped,
    EndsWhenThinking,
    EndsWhenLet(&'static AtomicBool),
    Panics,
}

/// The starting position, with a search of its own.
#[derive(Clone, Debug)]
struct StandIn {
    start: Box<dyn AnyPosition>,
    behaviour: Behaviour,
}

impl std::fmt::Display for StandIn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.start.fmt(f)
    }
}

impl AnyPosition for StandIn {
    fn search(
        &self,
        _: &mut Engine,
        _: &Limits,
        control: &Control,
        report: &mut (dyn FnMut(&Report) + Send),
    ) -> Finding {
        let is_over = || match self.behaviour {
            Behaviour::EndsAtOnce => true,
            Behaviour::EndsWhenStopped => control.is_stopped(),
            Behaviour::EndsWhenThinking => control.is_stopped() || !control.is_pondering(),
            Behaviour::EndsWhenLet(may_end) => may_end.load(Ordering::Acquire),
            Behaviour::Panics => panic!("as told"),
        };
        while !is_over() {
            thread::yield_now();
        }
        let best = self.start.legal_moves()[3];
        let score = Score::Win(1);
        report(&Report {
            depth: 1,
            selective_depth: 1,
            rank: 1,
            score,
            bound: Bound::Exact,
            nodes: 1,
            elapsed: Duration::ZERO,
            permille_full: 0,
            line: vec![best],
        });
        Finding { best: Some(best), ponder: None, score, depth: 1, nodes: 1 }
    }

    fn variant(&self) -> Variant {
        self.start.variant()
    }

    fn side_to_move(&self) -> Side {
        self.start.side_to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.start.outcome()
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.start.legal_moves()
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        self.start.parse_move(text)
    }

    fn move_text(&self, mv: Move) -> String {
        self.start.move_text(mv)
    }

    fn play(&mut self, mv: Move) -> Result<(), MoveError> {
        self.start.play(mv)
    }

    fn key(&self) -> u64 {
        self.start.key()
    }

    fn diagram(&self) -> String {
        self.start.diagram()
    }

    fn evaluation(&self) -> Evaluation {
        self.start.evaluation()
    }

    fn perft(&self, depth: u32, threads: usize) -> Result<Perft, ThreadPoolBuildError> {
        self.start.perft(depth, threads)
    }

    fn boxed(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn std::any::Any {
        self
    }
}

/// The move every stand-in finds.
fn fourth_move() -> String {
    let start = Variant::default().start();
    start.move_text(start.legal_moves()[3])
}
