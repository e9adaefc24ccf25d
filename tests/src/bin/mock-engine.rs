//! An engine that plays legal moves at once, and misbehaves as its arguments ask.
//!
//! ```text
//! seed=N       which of the legal moves it plays, a function of the position
//! starts=N:F   works N times, counting in file F, then exits before it has said anything
//! mute         never answers `uci`
//! deaf         never answers `isready`
//! noisy        prints lines no protocol has, `\r\n` and bytes that are no text
//! twice        answers every `go` twice, the second time with an illegal move
//! orphan       starts a child that outlives it and keeps its output open
//! slow=MS      thinks that long
//! FAULT@N      at its Nth `go` of a game: crash, hang, flood, illegal, none, empty
//! ```

use std::io::{self, BufRead, StdoutLock, Write};
use std::process::{Command, ExitCode, exit};
use std::thread;
use std::time::Duration;

use breach_engine::board::splitmix64;
use breach_engine::{AnyPosition, Variant};

#[derive(Default)]
struct Mock {
    seed: u64,
    habits: Vec<String>,
    slow: Duration,
    fault: Option<(String, u32)>,
    variant: Variant,
    position: Option<Box<dyn AnyPosition>>,
    searches: u32,
}

fn main() -> ExitCode {
    let mut mock = Mock::default();
    for argument in std::env::args().skip(1) {
        if mock.configure(&argument).is_none() {
            eprintln!("mock-engine: '{argument}' is no behaviour");
            return ExitCode::FAILURE;
        }
    }
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        if line == "quit" || mock.obey(&line, &mut out).is_err() {
            break;
        }
    }
    ExitCode::SUCCESS
}

impl Mock {
    fn configure(&mut self, argument: &str) -> Option<()> {
        match argument.split_once('=') {
            Some(("seed", number)) => self.seed = number.parse().ok()?,
            Some(("slow", millis)) => self.slow = Duration::from_millis(millis.parse().ok()?),
            Some(("starts", limit)) => {
                let (limit, file) = limit.split_once(':')?;
                let before = std::fs::read(file).unwrap_or_default().len();
                if before >= limit.parse().ok()? {
                    exit(7);
                }
                std::fs::write(file, vec![b'.'; before + 1]).ok()?;
            }
            _ => match argument {
                "mute" | "deaf" | "noisy" | "twice" => self.habits.push(argument.into()),
                "orphan" => drop(Command::new("sleep").arg("1000").spawn().ok()?),
                _ => {
                    let (fault, at) = argument.split_once('@')?;
                    self.fault = Some((fault.into(), at.parse().ok()?));
                }
            },
        }
        Some(())
    }

    fn has(&self, habit: &str) -> bool {
        self.habits.iter().any(|known| known == habit)
    }

    fn obey(&mut self, line: &str, out: &mut StdoutLock<'_>) -> io::Result<()> {
        if self.has("noisy") {
            out.write_all(b"\xff\xfe is this text?\r\n\nbest move: a1a9\ninfo depth pv\r\n")?;
        }
        let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
        match command {
            "uci" if !self.has("mute") => writeln!(
                out,
                "id name mock\nid author nobody\noption name Hash type spin default 1 min 1 max 8\n\
                 option name UCI_Variant type combo default chess var chess var breakthrough \
                 var breakthrough6\nuciok"
            )?,
            "isready" if !self.has("deaf") => writeln!(out, "readyok")?,
            "ucinewgame" => self.searches = 0,
            "setoption" => {
                if let Some(name) = rest.strip_prefix("name UCI_Variant value ") {
                    self.variant = name.parse().unwrap_or_default();
                }
            }
            "position" => self.position = self.set_up(rest),
            "go" => self.answer(out)?,
            _ => {}
        }
        out.flush()
    }

    fn set_up(&self, text: &str) -> Option<Box<dyn AnyPosition>> {
        let (fen, moves) = text.split_once(" moves ").unwrap_or((text, ""));
        let mut position = self.variant.position(fen.strip_prefix("fen ")?).ok()?;
        for text in moves.split_whitespace() {
            position.play(position.parse_move(text).ok()?).ok()?;
        }
        Some(position)
    }

    fn answer(&mut self, out: &mut StdoutLock<'_>) -> io::Result<()> {
        self.searches += 1;
        if let Some((fault, _)) = self.fault.as_ref().filter(|(_, at)| *at == self.searches) {
            return misbehave(fault, out);
        }
        thread::sleep(self.slow);
        let best = self.choose().unwrap_or_else(|| "(none)".into());
        writeln!(out, "info depth 1 nodes 20 score cp 0 pv {best}\nbestmove {best} ponder a1a1")?;
        if self.has("twice") {
            writeln!(out, "bestmove a1a1")?;
        }
        Ok(())
    }

    fn choose(&self) -> Option<String> {
        let position = self.position.as_ref()?;
        let moves = position.legal_moves();
        let number = splitmix64(position.key() ^ splitmix64(self.seed));
        let chosen = moves.get((number % moves.len().max(1) as u64) as usize)?;
        Some(position.move_text(*chosen))
    }
}

fn misbehave(fault: &str, out: &mut StdoutLock<'_>) -> io::Result<()> {
    match fault {
        "crash" => exit(3),
        "flood" => loop {
            out.write_all(b"info string so much to say\n")?;
        },
        "illegal" => writeln!(out, "bestmove a1a9"),
        "none" => writeln!(out, "bestmove (none)"),
        "empty" => writeln!(out, "bestmove"),
        _ => loop {
            thread::sleep(Duration::from_secs(1));
        },
    }
}
