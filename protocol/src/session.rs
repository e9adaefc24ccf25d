//! The session: what was set, where the game stands, and the search that runs.
//!
//! It waits for one thing at a time, a line or news from the worker, and is the only one that writes. While the worker
//! is busy it answers at once what needs neither the engine nor changes anything, and puts the rest in a queue:
//!
//! - `isready`, `d`, `eval`, `uci`, … are answered, unless something waits that they might depend on and that is about
//!   to be done. `isready` is answered in any case while the search may go on for long.
//! - `stop` and `ponderhit` mean every search asked for so far: the running one, and those in the queue.
//! - `quit` and the end of the input end everything; the running search still says its best move.
//! - `position`, `go`, `setoption`, `ucinewgame`, … wait for the end of the search and are then done in their order.
//!   They never end it: a search without limits goes on until it is told to stop.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use breach_engine::{
    AnyPosition, Control, Engine, EngineError, Finding, SystemClock, Variant, bench,
};
use thiserror::Error;

use crate::command::{Command, Go, Setup};
use crate::dialect::uci;
use crate::event::{Done, Event};
use crate::limits::limits;
use crate::options::{self, HASH, OFFERS, Setting, Settings, THREADS};
use crate::output::Output;
use crate::reply::Reply;
use crate::worker::{Job, Work, Worker};
use crate::{AUTHOR, NAME, VERSION, describe, input, memory, setup};

/// Why a session could not begin or go on.
#[derive(Debug, Error)]
pub enum SessionError {
    /// There is no engine.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The output cannot be written, or there are no threads.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// How long the end of a session waits for the search to say its move. It takes far less.
const PATIENCE: Duration = Duration::from_secs(1);

/// Holds a session: until it is told to quit, until the input ends, or until nobody reads the output any more.
///
/// # Errors
/// When it cannot begin, or when the output cannot be written for another reason than being closed.
pub fn run(input: impl BufRead + Send + 'static, output: impl Write) -> Result<(), SessionError> {
    hold(input, output, |_| ())
}

/// Holds a session that `prepare` has brought into another state than the first.
fn hold<W: Write>(
    input: impl BufRead + Send + 'static,
    output: W,
    prepare: impl FnOnce(&mut Session<W>),
) -> Result<(), SessionError> {
    let (sender, events) = mpsc::channel();
    let engine = Engine::new(THREADS.default as usize, HASH.default as usize)?;
    let worker = Worker::start(sender.clone())?;
    let mut session = Session::new(engine, worker, output);
    prepare(&mut session);
    let reader = move || input::send_lines(input, &sender);
    thread::Builder::new().name("input".to_owned()).spawn(reader)?;
    match session.attend(&events) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// The state between two events.
#[derive(Debug)]
struct Session<W> {
    output: Output<W>,
    settings: Settings,
    position: Box<dyn AnyPosition>,
    /// Lent to the worker while it works.
    engine: Option<Engine>,
    worker: Worker,
    running: Option<Running>,
    /// Commands that wait for the worker.
    waiting: VecDeque<Waiting>,
}

/// A command that waits.
#[derive(Debug)]
struct Waiting {
    read_at: Instant,
    command: Command,
    /// `stop` came after it: a search is to end as soon as it has begun.
    is_stopped: bool,
    /// `ponderhit` came after it.
    is_hit: bool,
}

/// The worker's job, from its start until all is said about it.
#[derive(Debug)]
struct Running {
    control: Arc<Control>,
    position: Box<dyn AnyPosition>,
    is_search: bool,
    infinite: bool,
    told_to_stop: bool,
    /// What the worker handed back, while it is not yet time to say it.
    finding: Option<Finding>,
}

impl Running {
    /// Whether the result has to wait, even if it is there.
    fn is_held(&self) -> bool {
        !self.told_to_stop && (self.infinite || self.control.is_pondering())
    }

    fn stop(&mut self) {
        self.told_to_stop = true;
        self.control.stop();
    }
}

impl<W: Write> Session<W> {
    fn new(engine: Engine, worker: Worker, output: W) -> Self {
        let settings = Settings::default();
        Self {
            output: Output::new(output),
            position: settings.variant.start(),
            settings,
            engine: Some(engine),
            worker,
            running: None,
            waiting: VecDeque::new(),
        }
    }

    fn attend(&mut self, events: &Receiver<Event>) -> io::Result<()> {
        while let Ok(event) = events.recv() {
            match event {
                Event::Line(read_at, line) => {
                    if self.hear(read_at, &line)?.is_break() {
                        break;
                    }
                }
                Event::LongLine => {
                    let longest = input::LONGEST_LINE;
                    self.message(format!("a line longer than {longest} bytes was skipped"))?;
                }
                Event::EndOfInput => break,
                Event::Reply(reply) => self.output.say(&reply)?,
                Event::Done(done) => self.take_back(done)?,
            }
        }
        self.finish(events)
    }

    /// Lets a running search say its best move.
    fn finish(&mut self, events: &Receiver<Event>) -> io::Result<()> {
        self.waiting.clear();
        self.stop()?;
        while self.running.as_ref().is_some_and(|running| running.is_search) {
            match events.recv_timeout(PATIENCE) {
                Ok(Event::Reply(reply)) => self.output.say(&reply)?,
                Ok(Event::Done(done)) => self.take_back(done)?,
                Ok(Event::Line(..) | Event::LongLine | Event::EndOfInput) => {}
                Err(_) => break,
            }
        }
        Ok(())
    }

    fn hear(&mut self, read_at: Instant, line: &str) -> io::Result<ControlFlow<()>> {
        self.output.heard(line)?;
        match uci::read(line) {
            Ok(Some(Command::Quit)) => return Ok(ControlFlow::Break(())),
            Ok(Some(command)) => self.receive(read_at, command)?,
            Ok(None) => {}
            Err(error) => self.message(error.to_string())?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Does a command now, or puts it in the queue.
    fn receive(&mut self, read_at: Instant, command: Command) -> io::Result<()> {
        let Some(running) = &self.running else { return self.carry_out(read_at, command) };
        let nothing_waits = self.waiting.is_empty();
        let now = match &command {
            Command::Stop => {
                self.waiting.iter_mut().for_each(|waiting| waiting.is_stopped = true);
                true
            }
            Command::PonderHit => {
                self.waiting.iter_mut().for_each(|waiting| waiting.is_hit = true);
                true
            }
            Command::IsReady => nothing_waits || !running.told_to_stop,
            command => nothing_waits && command.only_tells(),
        };
        if now {
            return self.carry_out(read_at, command);
        }
        self.waiting.push_back(Waiting { read_at, command, is_stopped: false, is_hit: false });
        Ok(())
    }

    /// Does what waits, as far as the worker is free for it.
    fn carry_out_waiting(&mut self, ended: Instant, was_stopped: bool) -> io::Result<()> {
        while let Some(next) = self.waiting.pop_front() {
            if self.running.is_some() && !next.command.only_tells() {
                self.waiting.push_front(next);
                break;
            }
            // The clock of a search that had to wait for another runs from the other's end, unless it was stopped for it.
            let since = if was_stopped { next.read_at } else { ended };
            self.carry_out(since, next.command)?;
            if next.is_hit {
                self.ponder_hit()?;
            }
            if next.is_stopped {
                self.stop()?;
            }
        }
        Ok(())
    }

    fn carry_out(&mut self, read_at: Instant, command: Command) -> io::Result<()> {
        match command {
            Command::Identify => self.identify(),
            Command::NewGame => {
                self.with_engine(Engine::new_game);
                Ok(())
            }
            Command::IsReady => self.output.say(&Reply::Ready),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Position(setup) => self.set_position(&setup),
            Command::Go(go) => self.go(read_at, &go),
            Command::Perft(depth) => {
                self.start(Control::new(SystemClock::since(read_at), false), Work::Perft(depth));
                Ok(())
            }
            Command::Bench(depth) => {
                let depth = depth.unwrap_or(bench::DEPTH);
                self.start(Control::new(SystemClock::since(read_at), false), Work::Bench(depth));
                Ok(())
            }
            Command::Stop => self.stop(),
            Command::PonderHit => self.ponder_hit(),
            Command::Show => self.show(describe::board(self.position.as_ref())),
            Command::Evaluate => self.show(describe::evaluation(self.position.as_ref())),
            Command::Compiler => self.show(describe::compiler()),
            Command::Help => self.show(describe::help()),
            // Heard before anything is received.
            Command::Quit => Ok(()),
        }
    }

    fn identify(&mut self) -> io::Result<()> {
        self.output.say(&Reply::Name(format!("{NAME} {VERSION}")))?;
        self.output.say(&Reply::Author(AUTHOR))?;
        for offer in OFFERS {
            self.output.say(&Reply::Option(offer))?;
        }
        self.output.say(&Reply::Identified)
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) -> io::Result<()> {
        let result = match options::read(name, value) {
            Ok(setting) => self.set(setting)?,
            Err(error) => Err(error.to_string()),
        };
        result.or_else(|problem| self.message(problem))
    }

    /// Sets an option; the inner result says why it could not be.
    fn set(&mut self, setting: Setting) -> io::Result<Result<(), String>> {
        match setting {
            Setting::Hash(megabytes) => {
                let set = |engine: &mut Engine| set_megabytes(engine, megabytes);
                return Ok(self.with_engine(set).unwrap_or(Ok(())));
            }
            Setting::Threads(threads) => {
                let set = |engine: &mut Engine| set_threads(engine, threads);
                return Ok(self.with_engine(set).unwrap_or(Ok(())));
            }
            Setting::ClearHash => {
                self.with_engine(Engine::new_game);
            }
            Setting::MultiPv(lines) => self.settings.multi_pv = lines,
            // Whether to ponder is the other side's decision.
            Setting::Ponder(_) => {}
            Setting::MoveOverhead(overhead) => self.settings.overhead = overhead,
            Setting::AnalyseMode(analyses) => self.settings.analyses = analyses,
            Setting::ShowWdl(shows) => self.settings.shows_chances = shows,
            Setting::LimitStrength(limits) => self.settings.limits_strength = limits,
            Setting::Elo(elo) => self.settings.elo = elo,
            Setting::Variant(variant) => self.set_variant(variant)?,
            Setting::DebugLogFile(path) => {
                let opened = self.output.log_to(path.as_deref());
                return Ok(
                    opened.map_err(|error| format!("{}: {error}", options::DEBUG_LOG_FILE.name))
                );
            }
        }
        Ok(Ok(()))
    }

    fn set_variant(&mut self, variant: Variant) -> io::Result<()> {
        self.settings.variant = variant;
        self.position = variant.start();
        self.message(describe::variant(self.position.as_ref()))
    }

    /// Sets up a position, or keeps the old one and says why.
    fn set_position(&mut self, setup: &Setup) -> io::Result<()> {
        match setup::position(self.settings.variant, setup) {
            Ok(position) => {
                self.position = position;
                Ok(())
            }
            Err(problem) => self.message(format!("position: {problem}")),
        }
    }

    fn go(&mut self, read_at: Instant, go: &Go) -> io::Result<()> {
        if let Some(word) = &go.ignored {
            self.message(format!("go: '{word}' is skipped"))?;
        }
        let (limits, problem) = limits(go, self.position.as_ref(), &self.settings);
        if let Some(problem) = problem {
            self.message(format!("go searchmoves: {problem}"))?;
        }
        let with_chances = self.settings.shows_chances;
        let control = Control::new(SystemClock::since(read_at), go.ponder);
        self.start(control, Work::Search { limits, with_chances });
        Ok(())
    }

    /// Gives the worker something to do.
    fn start(&mut self, control: Control, work: Work) {
        let Some(engine) = self.engine.take() else { return };
        log::info!("{work} on {}", self.position);
        let control = Arc::new(control);
        let running = Running {
            control: Arc::clone(&control),
            position: self.position.clone(),
            is_search: matches!(work, Work::Search { .. }),
            infinite: matches!(&work, Work::Search { limits, .. } if limits.infinite),
            told_to_stop: false,
            finding: None,
        };
        let job = Job { engine, position: self.position.clone(), control, work };
        match self.worker.give(job) {
            Ok(()) => self.running = Some(running),
            Err(job) => self.engine = Some(job.engine),
        }
    }

    /// The worker is done: the result is said now, or when it may be.
    fn take_back(&mut self, done: Done) -> io::Result<()> {
        self.engine = Some(done.engine);
        if let (Some(running), Some(finding)) = (&mut self.running, done.finding) {
            running.finding = Some(finding);
            self.conclude()
        } else {
            self.running = None;
            self.carry_out_waiting(Instant::now(), false)
        }
    }

    /// Says the best move, once it is there and may be said.
    fn conclude(&mut self) -> io::Result<()> {
        let due = |running: &mut Running| running.finding.is_some() && !running.is_held();
        let Some(running) = self.running.take_if(due) else { return Ok(()) };
        let Some(finding) = running.finding else { return Ok(()) };
        let text = |mv| running.position.move_text(mv);
        let (best, ponder) = (finding.best.map(text), finding.ponder.map(text));
        self.output.say(&Reply::BestMove { best, ponder })?;
        self.carry_out_waiting(Instant::now(), running.told_to_stop)
    }

    fn stop(&mut self) -> io::Result<()> {
        if let Some(running) = &mut self.running {
            running.stop();
        }
        self.conclude()
    }

    fn ponder_hit(&mut self) -> io::Result<()> {
        if let Some(running) = &self.running
            && running.control.is_pondering()
        {
            running.control.ponder_hit();
        }
        self.conclude()
    }

    /// Uses the engine; it is there whenever the worker is not at work.
    fn with_engine<T>(&mut self, work: impl FnOnce(&mut Engine) -> T) -> Option<T> {
        self.engine.as_mut().map(work)
    }

    fn message(&mut self, text: String) -> io::Result<()> {
        self.output.say(&Reply::Message(text))
    }

    fn show(&mut self, lines: Vec<String>) -> io::Result<()> {
        lines.into_iter().try_for_each(|line| self.output.say(&Reply::Text(line)))
    }
}

impl<W> Drop for Session<W> {
    /// Nobody waits for the worker any more.
    fn drop(&mut self) {
        if let Some(running) = &mut self.running {
            running.stop();
        }
    }
}

/// The same size again changes nothing, and costs nothing.
fn set_megabytes(engine: &mut Engine, megabytes: usize) -> Result<(), String> {
    if engine.megabytes() == megabytes {
        return Ok(());
    }
    memory::check(megabytes)?;
    engine.set_megabytes(megabytes).map_err(|error| error.to_string())
}

/// The same number again changes nothing, and costs nothing.
fn set_threads(engine: &mut Engine, threads: usize) -> Result<(), String> {
    if engine.threads() == threads {
        return Ok(());
    }
    engine.set_threads(threads).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests;
