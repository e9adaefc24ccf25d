//! The bare child process: lines in, lines out, deadlines, death.
//!
//! A thread of its own reads the child's output and stamps each line as it comes: a busy program that looks at the line
//! late does not charge the engine for it. The thread hands lines on through a bounded channel, so an engine that
//! floods its output is held back by its own pipe instead of filling this program's memory.
//!
//! The child leads a process group. A Ctrl-C on the terminal does not reach it, so running games can be finished, and
//! its end takes with it whatever it started.

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;

use super::{Interrupt, TrafficLog};

/// Lines an engine may be ahead of its reader.
const BACKLOG: usize = 4096;
/// Bytes of a line that are kept; what follows them is dropped.
const LINE_LIMIT: u64 = 1 << 16;
/// How long an engine that was told to quit may take to do so.
const QUIT_PATIENCE: Duration = Duration::from_millis(500);
/// How often a wait looks for a request to stop.
const INTERRUPT_INTERVAL: Duration = Duration::from_millis(100);

/// What to start, and how.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Program {
    /// The engine's name in records and reports.
    pub name: String,
    /// The program's file.
    pub path: PathBuf,
    /// Its arguments.
    pub arguments: Vec<OsString>,
    /// The directory it starts in, if not this program's.
    pub directory: Option<PathBuf>,
    /// Options to set by the protocol, in this order.
    pub options: Vec<(String, String)>,
}

/// What went wrong between an engine and this program.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum Fault {
    /// The process ended or closed its pipes.
    #[error("{0}")]
    Disconnect(String),
    /// It did not say in time what it had to.
    #[error("no {expected} within {waited:?}")]
    Silence {
        /// What was to come.
        expected: &'static str,
        /// How long it was waited for.
        waited: Duration,
    },
    /// Not the engine's: the wait was given up on request.
    #[error("interrupted")]
    Interrupted,
}

/// A line with the moment at which it was read.
struct Line {
    at: Instant,
    text: String,
}

/// A running child. Dropping it ends the process.
#[derive(Debug)]
pub struct EngineProcess {
    name: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<Line>,
    log: Option<Arc<TrafficLog>>,
    interrupt: Interrupt,
    patience: Duration,
}

impl EngineProcess {
    /// Starts the program.
    ///
    /// # Errors
    /// When the system cannot.
    pub fn start(
        program: &Program,
        log: Option<Arc<TrafficLog>>,
        interrupt: Interrupt,
    ) -> io::Result<Self> {
        let mut command = Command::new(&program.path);
        command.args(&program.arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(if log.is_some() { Stdio::piped() } else { Stdio::null() });
        if let Some(directory) = &program.directory {
            command.current_dir(directory);
        }
        lead_group(&mut command);
        let mut child = command.spawn()?;
        let missing = || io::Error::other("the child has no pipe");
        let input = child.stdin.take().ok_or_else(missing)?;
        let output = child.stdout.take().ok_or_else(missing)?;
        let (sender, lines) = mpsc::sync_channel(BACKLOG);
        let logged = log.clone().map(|log| (log, program.name.clone()));
        thread::Builder::new()
            .name("engine output".into())
            .spawn(move || forward(output, &sender, logged.as_ref()))?;
        if let (Some(errors), Some(log)) = (child.stderr.take(), log.clone()) {
            let name = program.name.clone();
            thread::Builder::new().name("engine errors".into()).spawn(move || {
                each_line(errors, |at, text| {
                    log.write(at, &name, '!', &text);
                    true
                });
            })?;
        }
        let name = program.name.clone();
        Ok(Self { name, child, input, lines, log, interrupt, patience: QUIT_PATIENCE })
    }

    /// Writes a line, or several in one go, and returns the moment before.
    ///
    /// # Errors
    /// When the engine has closed its input.
    pub fn send(&mut self, lines: &str) -> Result<Instant, Fault> {
        let at = Instant::now();
        if let Some(log) = &self.log {
            lines.lines().for_each(|line| log.write(at, &self.name, '>', line));
        }
        let text = format!("{lines}\n");
        match self.input.write_all(text.as_bytes()) {
            Ok(()) => Ok(at),
            Err(_) => Err(self.disconnected()),
        }
    }

    /// Reads lines until `accept` takes one, and returns what it made of it and the moment the line came. `expected`
    /// names the line for the fault.
    ///
    /// # Errors
    /// When no such line has come by `patience` after `since`, or none can come any more.
    pub fn read_until<T>(
        &mut self,
        expected: &'static str,
        since: Instant,
        patience: Duration,
        mut accept: impl FnMut(&str) -> Option<T>,
    ) -> Result<(T, Instant), Fault> {
        let deadline = since + patience;
        loop {
            if self.interrupt.is_aborting() {
                return Err(Fault::Interrupted);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(INTERRUPT_INTERVAL)) {
                // An accepted line counts by its own stamp, so even one read after the deadline is the caller's to
                // judge. A flood of other lines does not put the deadline off.
                Ok(line) => {
                    if let Some(accepted) = accept(&line.text) {
                        return Ok((accepted, line.at));
                    }
                    if line.at > deadline {
                        return Err(Fault::Silence { expected, waited: patience });
                    }
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.disconnected()),
                Err(RecvTimeoutError::Timeout) => {
                    if Instant::now() >= deadline {
                        return Err(Fault::Silence { expected, waited: patience });
                    }
                }
            }
        }
    }

    /// Makes the end a sudden one: an engine at fault is not asked to quit.
    pub fn condemn(&mut self) {
        self.patience = Duration::ZERO;
    }

    /// The fault of an engine whose pipes are closed, with its exit status if that comes soon.
    fn disconnected(&mut self) -> Fault {
        self.condemn();
        for _ in 0..20 {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Fault::Disconnect(format!("the process ended ({status})"));
            }
            thread::sleep(Duration::from_millis(5));
        }
        Fault::Disconnect("the process closed its pipes".into())
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        if !self.patience.is_zero() && self.send("quit").is_ok() {
            let deadline = Instant::now() + self.patience;
            // The end of the output is the end of the process, near enough. It is not waited for as a process yet:
            // until it is, nobody else can get its group's number.
            while let Ok(_) | Err(RecvTimeoutError::Timeout) =
                self.lines.recv_timeout(INTERRUPT_INTERVAL.min(self.patience))
            {
                if Instant::now() >= deadline {
                    break;
                }
            }
        }
        end_group(&mut self.child);
        let _ = self.child.wait();
    }
}

/// Makes the child the leader of a process group of its own.
fn lead_group(command: &mut Command) {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(command, 0);
    #[cfg(not(unix))]
    let _ = command;
}

/// Ends a child and what it started, if it has not been waited for.
fn end_group(child: &mut Child) {
    #[cfg(unix)]
    if let Ok(leader) = i32::try_from(child.id()) {
        use nix::sys::signal::{Signal, killpg};
        let _ = killpg(nix::unistd::Pid::from_raw(leader), Signal::SIGKILL);
    }
    let _ = child.kill();
}

/// Sends each line of the output on, until either end is gone.
fn forward(output: impl Read, to: &SyncSender<Line>, log: Option<&(Arc<TrafficLog>, String)>) {
    each_line(output, |at, text| {
        if let Some((log, name)) = log {
            log.write(at, name, '<', &text);
        }
        to.send(Line { at, text }).is_ok()
    });
}

/// Calls `visit` with each line and its moment, until that returns false or the input ends. Lines end in `\n` or
/// `\r\n`; bytes that are no UTF-8 are replaced.
fn each_line(input: impl Read, mut visit: impl FnMut(Instant, String) -> bool) {
    let mut input = BufReader::new(input);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match input.by_ref().take(LINE_LIMIT).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let at = Instant::now();
        if bytes.last() != Some(&b'\n') && bytes.len() as u64 == LINE_LIMIT {
            skip_line(&mut input);
        }
        let text = String::from_utf8_lossy(&bytes).trim_end_matches(['\r', '\n']).to_string();
        if !visit(at, text) {
            return;
        }
    }
}

/// Reads on to the end of a line without keeping it.
fn skip_line(input: &mut impl BufRead) {
    while let Ok(bytes) = input.fill_buf() {
        let end = bytes.iter().position(|&byte| byte == b'\n');
        let used = end.map_or(bytes.len(), |end| end + 1);
        input.consume(used);
        if used == 0 || end.is_some() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines_of(bytes: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        each_line(bytes, |_, text| {
            lines.push(text);
            true
        });
        lines
    }

    #[test]
    fn lines_are_split_and_cleaned() {
        assert_eq!(lines_of(b"uciok\r\n\nreadyok\nlast"), ["uciok", "", "readyok", "last"]);
        assert_eq!(lines_of(b"a\xffb\n"), ["a\u{fffd}b"]);
    }

    #[test]
    fn the_rest_of_a_long_line_is_dropped() {
        let mut bytes = vec![b'x'; 3 * LINE_LIMIT as usize];
        bytes.extend_from_slice(b"\nnext\n");
        let lines = lines_of(&bytes);
        assert_eq!((lines.len(), lines[0].len() as u64), (2, LINE_LIMIT));
        assert_eq!(lines[1], "next");
    }

    #[cfg(unix)]
    mod children {
        use super::*;

        fn shell(script: &str) -> EngineProcess {
            let program = Program {
                name: "shell".into(),
                path: "/bin/sh".into(),
                arguments: vec!["-c".into(), script.into()],
                ..Program::default()
            };
            EngineProcess::start(&program, None, Interrupt::default()).unwrap()
        }

        fn word(line: &str, wanted: &str) -> Option<()> {
            (line == wanted).then_some(())
        }

        #[test]
        fn a_line_is_awaited_and_stamped() {
            let mut child = shell("read line; echo noise; echo \"got $line\"");
            let sent = child.send("this").unwrap();
            let wait = Duration::from_secs(10);
            let ((), at) = child.read_until("echo", sent, wait, |l| word(l, "got this")).unwrap();
            assert!(at >= sent && at < sent + wait);
        }

        #[test]
        fn silence_and_floods_end_at_the_deadline() {
            for script in ["sleep 60", "while :; do echo noise; done"] {
                let mut child = shell(script);
                let start = Instant::now();
                let wait = Duration::from_millis(50);
                let fault = child.read_until("word", start, wait, |l| word(l, "word")).unwrap_err();
                assert_eq!(fault, Fault::Silence { expected: "word", waited: wait });
                assert!(start.elapsed() < Duration::from_secs(5), "{script}");
            }
        }

        #[test]
        fn death_is_told_with_its_status() {
            let mut child = shell("exit 3");
            let wait = Duration::from_secs(10);
            let fault = child.read_until("word", Instant::now(), wait, |l| word(l, "word"));
            assert_eq!(
                fault.unwrap_err(),
                Fault::Disconnect("the process ended (exit status: 3)".into())
            );
        }

        #[test]
        fn an_abort_ends_a_wait() {
            let mut child = shell("sleep 60");
            child.interrupt.abort();
            let start = Instant::now();
            let fault =
                child.read_until("word", start, Duration::from_mins(1), |l| word(l, "word"));
            assert_eq!(fault.unwrap_err(), Fault::Interrupted);
            assert!(start.elapsed() < Duration::from_secs(5));
        }

        #[test]
        fn grandchildren_end_with_the_child() {
            let mut child = shell("sleep 1000 & echo $!; wait");
            let wait = Duration::from_secs(10);
            let (grandchild, _) = child
                .read_until("number", Instant::now(), wait, |line| line.parse::<i32>().ok())
                .unwrap();
            child.condemn();
            drop(child);
            let number = nix::unistd::Pid::from_raw(grandchild);
            let gone = || {
                let state = std::fs::read_to_string(format!("/proc/{number}/stat"));
                // A zombie whose new parent has not looked yet is as good as gone.
                state.map_or(true, |stat| stat.contains(") Z"))
            };
            let deadline = Instant::now() + Duration::from_secs(5);
            while !gone() && Instant::now() < deadline {
                thread::sleep(Duration::from_millis(10));
            }
            assert!(gone());
        }
    }
}
