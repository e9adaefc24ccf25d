//! The commands of the command line: each does one thing and ends.

use std::io::{self, IsTerminal, Write};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::Context;
use breach_engine::level::Choice;
use breach_engine::{AnyPosition, Control, Engine, Limits, Report, SystemClock, Variant, bench};
use breach_protocol::options::{HASH, THREADS};
use breach_protocol::reply::{Reply, per_second};
use breach_protocol::{count, describe, memory, setup};
use clap::{Args, Parser, Subcommand};

/// An engine for the board games called Breakthrough. Without arguments it speaks UCI.
#[derive(Debug, Parser)]
#[command(name = "breach", version, about)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Search one position and print the best move
    Go {
        #[command(flatten)]
        place: Place,
        /// Plies to search
        #[arg(long, value_name = "N")]
        depth: Option<u32>,
        /// Nodes to search
        #[arg(long, value_name = "N")]
        nodes: Option<u64>,
        /// Milliseconds to search; 1000 when there is no other limit
        #[arg(long, value_name = "MS")]
        movetime: Option<u64>,
        /// Threads that search
        #[arg(long, value_name = "N", default_value_t = THREADS.default as usize, value_parser = threads)]
        threads: usize,
        /// Size of the transposition table
        #[arg(long, value_name = "MB", default_value_t = HASH.default as usize, value_parser = megabytes)]
        hash: usize,
    },
    /// Search fixed positions of every variant: the node count signs a version
    Bench {
        /// Plies to search each position to
        #[arg(long, value_name = "N", default_value_t = bench::DEPTH)]
        depth: u32,
        /// Run the code for every processor instead of the code for this one
        #[arg(long)]
        portable: bool,
    },
    /// Count the lines of legal moves
    Perft {
        /// Plies of the lines
        depth: u32,
        #[command(flatten)]
        place: Place,
        /// Threads that count
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
        threads: usize,
        /// Print the count below each first move
        #[arg(long)]
        divide: bool,
    },
    /// Print the board
    Show {
        #[command(flatten)]
        place: Place,
    },
    /// Print the static evaluation with its terms
    Eval {
        #[command(flatten)]
        place: Place,
    },
}

/// Which position.
#[derive(Debug, Args)]
struct Place {
    /// The game, such as breakthrough6x6; breakthrough, on 8x8, if the position does not say otherwise
    #[arg(long, value_name = "NAME")]
    variant: Option<Variant>,
    /// The position; the variant's start if there is none
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
    /// Moves to play from there
    #[arg(long, value_name = "MOVE", num_args = 1..)]
    moves: Vec<String>,
}

impl Place {
    fn position(&self) -> anyhow::Result<Box<dyn AnyPosition>> {
        let position = match (self.variant, &self.fen) {
            (variant, None) => Ok(variant.unwrap_or_default().start()),
            (Some(variant), Some(fen)) => variant.position(fen),
            (None, Some(fen)) => Variant::default().position_of_any_size(fen),
        };
        let mut position = position.context("--fen")?;
        setup::play(position.as_mut(), &self.moves).context("--moves")?;
        Ok(position)
    }
}

fn threads(text: &str) -> Result<usize, String> {
    within(text, THREADS.least, THREADS.most)
}

fn megabytes(text: &str) -> Result<usize, String> {
    within(text, HASH.least, HASH.most)
}

fn within(text: &str, least: u32, most: u32) -> Result<usize, String> {
    let number = text.parse().ok().filter(|number| (least..=most).contains(number));
    let number = number.ok_or_else(|| format!("a whole number from {least} to {most} expected"))?;
    Ok(number as usize)
}

/// Does what the arguments say.
pub(crate) fn run() -> anyhow::Result<()> {
    match Cli::parse().command {
        Command::Go { place, depth, nodes, movetime, threads, hash } => {
            let position = place.position()?;
            let unlimited = depth.is_none() && nodes.is_none();
            let move_time = movetime.or(unlimited.then_some(1_000)).map(Duration::from_millis);
            let limits = Limits { depth, nodes, move_time, ..Limits::default() };
            memory::check(hash).map_err(anyhow::Error::msg)?;
            search(position.as_ref(), &limits, Engine::new(threads, hash)?)
        }
        Command::Bench { depth, portable } => bench(depth, portable),
        Command::Perft { depth, place, threads, divide } => {
            perft(place.position()?.as_ref(), depth, threads, divide)
        }
        Command::Show { place } => print(describe::board(place.position()?.as_ref())),
        Command::Eval { place } => print(describe::evaluation(place.position()?.as_ref())),
    }
}

fn print(lines: Vec<String>) -> anyhow::Result<()> {
    let mut output = io::stdout().lock();
    for line in lines {
        writeln!(output, "{line}")?;
    }
    Ok(())
}

fn search(position: &dyn AnyPosition, limits: &Limits, mut engine: Engine) -> anyhow::Result<()> {
    let output = Mutex::new(io::stdout());
    let say = |reply: &Reply| match output.lock() {
        Ok(mut output) => writeln!(output, "{reply}").and_then(|()| output.flush()),
        Err(_) => Ok(()),
    };
    let control = Control::new(SystemClock::start(), false);
    let mut written = Ok(());
    let mut tell = |report: &Report| {
        let line = say(&Reply::of_report(report, position, false));
        if line.is_err() {
            control.stop();
            written = line;
        }
    };
    let finding = position.search(&mut engine, limits, &control, &mut tell);
    written?;
    let text = |mv| position.move_text(mv);
    let (best, ponder) = (finding.best.map(text), finding.ponder.map(text));
    Ok(say(&Reply::BestMove { best, ponder })?)
}

fn bench(depth: u32, portable: bool) -> anyhow::Result<()> {
    let choice = if portable { Choice::Portable } else { Choice::Detect };
    let started = Instant::now();
    let mut progress = Progress::new(bench::positions().len());
    let nodes = bench::run(depth, choice, |position, nodes| {
        log::info!("{} {position}: {nodes}", position.variant());
        progress.step();
    })?;
    progress.clear();
    let rate = per_second(nodes, started.elapsed());
    Ok(writeln!(io::stdout(), "{nodes} nodes {rate} nps")?)
}

fn perft(
    position: &dyn AnyPosition,
    depth: u32,
    threads: usize,
    divide: bool,
) -> anyhow::Result<()> {
    let started = Instant::now();
    let mut progress = Progress::new(position.legal_moves().len());
    let mut parts = Vec::new();
    let mut each = |mv: &str, leaves| {
        progress.step();
        parts.push((mv.to_owned(), leaves));
    };
    let total = count::divide(position, depth, threads, &|| false, &mut each)?;
    let elapsed = started.elapsed();
    progress.clear();
    let mut output = io::stdout().lock();
    if divide {
        for (mv, leaves) in parts {
            writeln!(output, "{mv}: {leaves}")?;
        }
        writeln!(output)?;
    }
    writeln!(output, "Nodes searched: {total}")?;
    writeln!(output, "Time: {} ms, {} nps", elapsed.as_millis(), per_second(total, elapsed))?;
    Ok(())
}

/// Tells someone who watches a terminal how far long work has come.
struct Progress {
    started: Instant,
    done: usize,
    all: usize,
    is_watched: bool,
    is_shown: bool,
}

impl Progress {
    /// Work shorter than this needs no progress.
    const SHORT: Duration = Duration::from_secs(2);

    fn new(all: usize) -> Self {
        let is_watched = io::stderr().is_terminal();
        Self { started: Instant::now(), done: 0, all, is_watched, is_shown: false }
    }

    fn step(&mut self) {
        self.done += 1;
        if self.is_watched && self.started.elapsed() >= Self::SHORT {
            let _ = write!(io::stderr(), "\r{} of {} done", self.done, self.all);
            self.is_shown = true;
        }
    }

    /// Takes the line back, so that the result stands alone.
    fn clear(&self) {
        if self.is_shown {
            let _ = write!(io::stderr(), "\r{:20}\r", "");
        }
    }
}
