//! The UCI protocol, from the side of the program that runs engines.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use breach_engine::{Side, Variant};
use thiserror::Error;

use super::{EngineOption, EngineProcess, Fault, Interrupt, OptionKind, Program, TrafficLog};

const VARIANT_OPTION: &str = "UCI_Variant";
/// How long an engine that overran its time is waited for after `stop`, before it is taken for hung.
const STOP_PATIENCE: Duration = Duration::from_millis(500);

/// How long an engine may take for what no clock measures.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Deadlines {
    /// From its start to `uciok`, and from its options to `readyok`.
    pub startup: Duration,
    /// To `readyok` at any other time.
    pub ready: Duration,
    /// For a move when neither a clock nor a time for the move is set.
    pub stall: Duration,
}

impl Default for Deadlines {
    fn default() -> Self {
        Self {
            startup: Duration::from_secs(10),
            ready: Duration::from_secs(10),
            stall: Duration::from_mins(1),
        }
    }
}

/// What every engine of a match is started with.
#[derive(Clone, Debug, Default)]
pub struct Setup {
    /// The game to play.
    pub variant: Variant,
    /// How long it may take for what.
    pub deadlines: Deadlines,
    /// Where its traffic goes.
    pub log: Option<Arc<TrafficLog>>,
    /// What ends every wait.
    pub interrupt: Interrupt,
}

/// Why an engine cannot play.
#[derive(Debug, Error)]
pub enum StartError {
    /// The system could not start the program.
    #[error("{0}")]
    Launch(#[from] io::Error),
    /// It did not get through the handshake.
    #[error("{0}")]
    Fault(#[from] Fault),
    /// It runs, but not as asked: an option or the variant is unknown to it.
    #[error("{0}")]
    Refused(String),
}

/// The limits of one search. `Display` writes the `go` line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Time left and increment of each player.
    pub clocks: Option<[(Duration, Duration); 2]>,
    /// Moves until time is added, for the player to move.
    pub moves_to_go: Option<u32>,
    /// Time for this move.
    pub move_time: Option<Duration>,
    /// Nodes to search.
    pub nodes: Option<u64>,
    /// Plies to search.
    pub depth: Option<u32>,
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if let Some(clocks) = &self.clocks {
            let [(white, white_increment), (black, black_increment)] =
                clocks.map(|(left, increment)| (left.as_millis().max(1), increment.as_millis()));
            write!(
                f,
                " wtime {white} btime {black} winc {white_increment} binc {black_increment}"
            )?;
        }
        if let Some(moves) = self.moves_to_go {
            write!(f, " movestogo {moves}")?;
        }
        if let Some(time) = self.move_time {
            write!(f, " movetime {}", time.as_millis())?;
        }
        if let Some(nodes) = self.nodes {
            write!(f, " nodes {nodes}")?;
        }
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        Ok(())
    }
}

/// The last that an engine told of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SearchInfo {
    /// Plies searched.
    pub depth: Option<u64>,
    /// Nodes searched.
    pub nodes: Option<u64>,
}

impl SearchInfo {
    /// Takes over what an `info` line tells.
    fn update(&mut self, line: &str) {
        let mut words = line.split_whitespace();
        while let Some(word) = words.next() {
            let field = match word {
                "depth" => &mut self.depth,
                "nodes" => &mut self.nodes,
                // Moves or free text up to the end.
                "pv" | "string" => return,
                _ => continue,
            };
            if let Some(value) = words.next().and_then(|text| text.parse().ok()) {
                *field = Some(value);
            }
        }
    }
}

/// An engine's answer to `go`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The word behind `bestmove`; empty if there was none.
    pub best: String,
    /// From `go` to `bestmove`.
    pub elapsed: Duration,
    /// What it told before.
    pub info: SearchInfo,
}

/// An engine ready to play a variant.
#[derive(Debug)]
pub struct UciEngine {
    process: EngineProcess,
    deadlines: Deadlines,
}

impl UciEngine {
    /// Starts the program and sets its options and the variant.
    ///
    /// # Errors
    /// When it does not start, does not finish the handshake, or knows an option or the variant not.
    pub fn start(program: &Program, setup: &Setup) -> Result<Self, StartError> {
        let process = EngineProcess::start(program, setup.log.clone(), setup.interrupt.clone())?;
        let mut engine = Self { process, deadlines: setup.deadlines };
        let offered = engine.handshake()?;
        for line in option_lines(&program.options, &offered)? {
            engine.process.send(&line)?;
        }
        // An option may have loaded further variants, so the list is asked for again where the first misses it.
        let line = match variant_line(setup.variant, &offered) {
            Err(_) if !program.options.is_empty() => {
                variant_line(setup.variant, &engine.handshake()?)
            }
            line => line,
        };
        engine.set_variant(setup.variant, line)?;
        Ok(engine)
    }

    /// Sends `uci` and returns the options that come before `uciok`.
    fn handshake(&mut self) -> Result<Vec<EngineOption>, Fault> {
        let sent = self.process.send("uci")?;
        let mut offered = Vec::new();
        self.process.read_until("uciok", sent, self.deadlines.startup, |line| {
            offered.extend(EngineOption::read(line));
            (line.trim() == "uciok").then_some(())
        })?;
        Ok(offered)
    }

    /// Chooses the variant. An engine whose list has it not may know it all the same (a list cannot hold every board
    /// size), if it confirms the name with the line that Fairy-Stockfish made usual.
    fn set_variant(
        &mut self,
        variant: Variant,
        line: Result<String, StartError>,
    ) -> Result<(), StartError> {
        let (line, mut refusal) = match line {
            Ok(line) => (line, None),
            Err(refusal) => {
                (format!("setoption name {VARIANT_OPTION} value {variant}"), Some(refusal))
            }
        };
        let sent = self.process.send(&format!("{line}\nisready"))?;
        let confirmation = format!("info string variant {variant} ");
        self.process.read_until("readyok", sent, self.deadlines.startup, |line| {
            if line.starts_with(&confirmation) {
                refusal = None;
            }
            (line.trim() == "readyok").then_some(())
        })?;
        refusal.map_or(Ok(()), Err)
    }

    /// Begins a new game.
    ///
    /// # Errors
    /// When the engine does not get ready for it.
    pub fn new_game(&mut self) -> Result<(), Fault> {
        self.get_ready("ucinewgame\nisready")
    }

    /// Sends lines that end in `isready` and waits for `readyok`. Whatever came unasked before it is dropped.
    fn get_ready(&mut self, lines: &str) -> Result<(), Fault> {
        let sent = self.process.send(lines)?;
        let is_ready = |line: &str| (line.trim() == "readyok").then_some(());
        self.process.read_until("readyok", sent, self.deadlines.ready, is_ready)?;
        Ok(())
    }

    /// Sets up a position, given by the rest of its line. The engine has dealt with it before its clock starts.
    ///
    /// # Errors
    /// When the engine does not say that it is ready.
    pub fn set_position(&mut self, position: &str) -> Result<(), Fault> {
        self.get_ready(&format!("position {position}\nisready"))
    }

    /// Searches. `patience` is how long the answer is waited for; an answer that is late by no more than a moment is
    /// still returned, with its true time, for the caller to judge.
    ///
    /// # Errors
    /// When no answer comes.
    pub fn search(&mut self, go: &Go, patience: Option<Duration>) -> Result<Answer, Fault> {
        let mut info = SearchInfo::default();
        let mut answer = |line: &str| {
            let mut words = line.split_whitespace();
            match words.next() {
                Some("bestmove") => Some(words.next().unwrap_or_default().to_string()),
                Some("info") => {
                    info.update(line);
                    None
                }
                _ => None,
            }
        };
        let sent = self.process.send(&go.to_string())?;
        let patience = patience.unwrap_or(self.deadlines.stall);
        let found = match self.process.read_until("bestmove", sent, patience, &mut answer) {
            Err(Fault::Silence { expected, .. }) => {
                self.process.send("stop")?;
                let late =
                    self.process.read_until(expected, Instant::now(), STOP_PATIENCE, &mut answer);
                late.map_err(|fault| match fault {
                    Fault::Silence { .. } => Fault::Silence { expected, waited: patience },
                    other => other,
                })
            }
            found => found,
        };
        let (best, at) = found?;
        Ok(Answer { best, elapsed: at.saturating_duration_since(sent), info })
    }

    /// Makes the engine's end a sudden one.
    pub fn condemn(&mut self) {
        self.process.condemn();
    }
}

/// The lines that set `options`, `Threads` first: engines lay out their tables by it.
fn option_lines(
    options: &[(String, String)],
    offered: &[EngineOption],
) -> Result<Vec<String>, StartError> {
    let is_threads = |name: &str| name.eq_ignore_ascii_case("Threads");
    let (mut ordered, others): (Vec<_>, Vec<_>) =
        options.iter().partition(|(name, _)| is_threads(name));
    ordered.extend(others);
    let line = |(name, value): &(String, String)| {
        let option = offered.iter().find(|option| option.name.eq_ignore_ascii_case(name));
        let unknown = || format!("it has no option named '{name}'");
        option.ok_or_else(unknown)?.set(value)
    };
    ordered.into_iter().map(line).collect::<Result<_, _>>().map_err(StartError::Refused)
}

/// The line that chooses the variant, by whichever of its names the engine lists.
fn variant_line(variant: Variant, offered: &[EngineOption]) -> Result<String, StartError> {
    let option = offered.iter().find(|option| option.name.eq_ignore_ascii_case(VARIANT_OPTION));
    let Some(EngineOption { kind: OptionKind::Combo(names), name: option }) = option else {
        return Err(StartError::Refused(format!("it has no list of variants ({VARIANT_OPTION})")));
    };
    let own_name = variant.to_string();
    let exact = names.iter().find(|name| **name == own_name);
    let chosen = exact.or_else(|| names.iter().find(|name| name.parse() == Ok(variant)));
    chosen
        .map(|name| format!("setoption name {option} value {name}"))
        .ok_or_else(|| StartError::Refused(format!("it does not know the variant {variant}")))
}

/// The rest of a `position` line: a position and the moves from there.
pub(crate) fn position_text(fen: &str, moves: &[String]) -> String {
    if moves.is_empty() {
        format!("fen {fen}")
    } else {
        format!("fen {fen} moves {}", moves.join(" "))
    }
}

/// The clocks of both players in the order of the `go` line.
pub(crate) fn by_side<T>(mover: Side, own: T, other: T) -> [T; 2] {
    match mover {
        Side::White => [own, other],
        Side::Black => [other, own],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn go_lines_hold_the_limits_given() {
        let millis = Duration::from_millis;
        assert_eq!(Go::default().to_string(), "go");
        let go = Go {
            clocks: Some([(millis(1000), millis(10)), (Duration::ZERO, Duration::ZERO)]),
            moves_to_go: Some(3),
            ..Go::default()
        };
        // A clock that stands at 0 within the margin is still a clock that runs.
        assert_eq!(go.to_string(), "go wtime 1000 btime 1 winc 10 binc 0 movestogo 3");
        let go =
            Go { move_time: Some(millis(100)), nodes: Some(5), depth: Some(6), ..Go::default() };
        assert_eq!(go.to_string(), "go movetime 100 nodes 5 depth 6");
    }

    #[test]
    fn the_last_depth_and_nodes_are_kept() {
        let mut info = SearchInfo::default();
        info.update("info depth 3 seldepth 9 nodes 40 nps 7 pv a2a3 nodes 1");
        info.update("info string depth 99");
        info.update("info depth x nodes 50");
        assert_eq!(info, SearchInfo { depth: Some(3), nodes: Some(50) });
    }

    fn variants(names: &str) -> Vec<EngineOption> {
        let list = format!(" {names}").replace(' ', " var ");
        let line = format!("option name UCI_Variant type combo default chess{list}");
        EngineOption::read(&line).into_iter().collect()
    }

    #[test]
    fn variants_are_chosen_by_the_name_the_engine_lists() {
        let small: Variant = "breakthrough6x6".parse().unwrap();
        let line = |names| variant_line(small, &variants(names)).ok();
        let set = |name: &str| Some(format!("setoption name UCI_Variant value {name}"));
        assert_eq!(line("chess breakthrough6 breakthrough6x6"), set("breakthrough6x6"));
        assert_eq!(line("chess breakthrough6"), set("breakthrough6"));
        assert_eq!(line("chess breakthrough"), None);
        assert!(variant_line(small, &[]).is_err());
    }

    #[test]
    fn options_are_set_by_any_case_and_threads_first() {
        let offered: Vec<_> =
            ["Hash type spin default 1 min 1 max 64", "Threads type spin default 1 min 1 max 8"]
                .iter()
                .filter_map(|rest| EngineOption::read(&format!("option name {rest}")))
                .collect();
        let wanted = |name: &str, value: &str| (name.to_string(), value.to_string());
        let lines = option_lines(&[wanted("hash", "2"), wanted("threads", "4")], &offered).unwrap();
        assert_eq!(lines, ["setoption name Threads value 4", "setoption name Hash value 2"]);
        assert!(option_lines(&[wanted("Hsah", "2")], &offered).is_err());
        assert!(option_lines(&[wanted("Hash", "65")], &offered).is_err());
    }
}
