//! `breach-tools match`: reads the command line, plays the match, shows and records it.

use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::{ArgMatches, Args};

use breach_engine::Variant;
use breach_tools::arena::{
    Contestant, Match, Observer, Standing, read_contestants, read_openings, read_sprt,
};
use breach_tools::engine_process::{Deadlines, Interrupt, Setup, TrafficLog};
use breach_tools::record::GameRecord;
use breach_tools::stats::Sprt;

use super::summary;

/// What a shell reports for a program that Ctrl-C ended.
const INTERRUPTED: u8 = 130;

/// Plays a match of two engines.
///
/// Games come in pairs: both from one random opening, with colours swapped. Ctrl-C lets the running games finish and
/// then reports; a second one ends at once.
#[derive(Debug, Args)]
pub(crate) struct MatchCommand {
    /// An engine (give it twice): cmd=PATH [name=N] [arg=A]... [dir=D] [option.NAME=V]... and its limits:
    /// tc=[MOVES/]SECONDS[+INC], st=SECONDS, nodes=N, depth=N, timemargin=MS (0; 50 with st)
    #[arg(long, value_name = "KEY=VALUE", num_args = 1.., required = true)]
    engine: Vec<String>,
    /// Settings for every engine that has none of its own
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    each: Vec<String>,
    /// breakthrough (8x8), breakthrough<files>x<ranks>, freeling or freeling-towers
    #[arg(long, default_value_t)]
    variant: Variant,
    /// Random plies before the engines take over: plies=6, or plies=4-6; balance=CP plays only openings that a search of
    /// 50,000 nodes scores within so many centipawns
    #[arg(long, value_name = "KEY=VALUE", num_args = 1..)]
    openings: Vec<String>,
    /// Pairs of games to play
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..), required_unless_present = "sprt")]
    rounds: Option<u64>,
    /// Games at a time
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: u16,
    /// What the openings are drawn from: the same seed gives the same ones
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Full moves after which a game is a draw, those of the opening not counted
    #[arg(long, value_name = "MOVES", default_value_t = 1000, value_parser = clap::value_parser!(u32).range(1..))]
    maxmoves: u32,
    /// Ends the match when the test is decided: elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized|logistic
    #[arg(long, value_name = "KEY=VALUE", num_args = 0..)]
    sprt: Option<Vec<String>>,
    /// Adds each game to this file as it ends, as a line of JSON
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
    /// The event's name, for the records
    #[arg(long)]
    event: Option<String>,
    /// Writes everything the engines are told and say to this file
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Games between two lines on the score; 0 for none
    #[arg(long, value_name = "GAMES", default_value_t = 10)]
    rating_interval: u64,
    /// Seconds an engine may take to start and to get ready
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    startup: u32,
    /// Seconds an engine may take for a move that nodes or depth limit
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    stall: u32,
}

impl MatchCommand {
    /// Plays the match. `words` are the command line again, for which words stand behind which `--engine`.
    pub(crate) fn run(&self, words: &ArgMatches) -> anyhow::Result<ExitCode> {
        let interrupt = Interrupt::default();
        let contest = self.contest(words, interrupt.clone())?;
        contest.check()?;
        let record = self.record.as_ref().map(|path| {
            let file = OpenOptions::new().append(true).create(true).open(path);
            file.with_context(|| format!("--record {}", path.display()))
        });
        let mut display = Display {
            record: record.transpose()?,
            interval: self.rating_interval,
            sprt: contest.sprt,
            terminal: io::stderr().is_terminal(),
        };
        let handler = interrupt.clone();
        ctrlc::set_handler(move || handler.escalate()).context("Ctrl-C cannot be handled")?;
        print(&self.heading(&contest))?;
        let standing = contest.run(&mut display)?;
        display.clear_status();
        print(&summary::report(&standing, contest.sprt.as_ref()))?;
        let ended_early = standing.games() < 2 * contest.rounds;
        Ok(if ended_early && standing.decision().is_none() {
            INTERRUPTED.into()
        } else {
            ExitCode::SUCCESS
        })
    }

    /// The match that the command line describes.
    fn contest(&self, words: &ArgMatches, interrupt: Interrupt) -> anyhow::Result<Match> {
        let engines: Vec<Vec<String>> = words
            .get_occurrences::<String>("engine")
            .map(|each| each.map(|words| words.cloned().collect()).collect())
            .unwrap_or_default();
        let seconds = |seconds: u32| Duration::from_secs(seconds.into());
        let deadlines = Deadlines {
            startup: seconds(self.startup),
            stall: seconds(self.stall),
            ready: seconds(self.startup),
        };
        let contestants = read_contestants(&engines, &self.each)?;
        let openings = read_openings(&self.openings)?;
        let sprt = self.sprt.as_deref().map(read_sprt).transpose()?;
        let log = self.log.as_ref().map(|path| {
            TrafficLog::create(path).with_context(|| format!("--log {}", path.display()))
        });
        let log = log.transpose()?.map(Arc::new);
        Ok(Match {
            contestants,
            setup: Setup { variant: self.variant, deadlines, log, interrupt },
            openings,
            seed: self.seed,
            rounds: self.rounds.unwrap_or(u64::MAX / 2),
            concurrency: self.concurrency.into(),
            most_plies: self.maxmoves as usize * 2,
            sprt,
            event: self.event.clone(),
        })
    }

    /// What is going to be played: enough to play it again.
    fn heading(&self, contest: &Match) -> String {
        let player = |player: &Contestant| format!("{} ({})", player.program.name, player.pace);
        let players: Vec<_> = contest.contestants.iter().map(player).collect();
        let rounds = self.rounds.map_or("pairs until decided".into(), |n| format!("{n} pairs"));
        format!(
            "{}: {}, {rounds}, openings {}, seed {}, {} at a time\n",
            players.join(" vs "),
            contest.setup.variant,
            contest.openings,
            contest.seed,
            contest.concurrency,
        )
    }
}

/// Shows and records games as they end.
struct Display {
    record: Option<File>,
    interval: u64,
    sprt: Option<Sprt>,
    terminal: bool,
}

impl Observer for Display {
    fn game_ended(&mut self, record: &GameRecord, standing: &Standing) -> io::Result<()> {
        if let Some(file) = &mut self.record {
            // One write for the whole line: nothing of it stays behind in this process.
            file.write_all(format!("{record}\n").as_bytes())?;
        }
        self.clear_status();
        if record.reason.is_fault() {
            to_stderr(&fault_line(record));
        }
        let line = summary::progress_line(standing, self.sprt.as_ref());
        if self.interval > 0 && standing.games().is_multiple_of(self.interval) {
            print(&format!("{line}\n"))?;
        } else if self.terminal {
            to_stderr(&line);
        }
        Ok(())
    }
}

impl Display {
    /// Wipes the line that shows the score between two printed ones.
    fn clear_status(&self) {
        if self.terminal {
            to_stderr("\r\x1b[K");
        }
    }
}

/// A game that was lost by a fault, in words.
fn fault_line(record: &GameRecord) -> String {
    let loser = record.result.winner().map_or("?", |winner| record.player(!winner));
    let detail = record.detail.as_deref().unwrap_or_default();
    let (game, ply, reason) = (record.game, record.plies + 1, record.reason);
    format!("game {game}, ply {ply}: {loser} lost, {reason}: {detail}\n")
}

/// Prints to the standard error, where nothing depends on it.
fn to_stderr(text: &str) {
    let _ = io::stderr().write_all(text.as_bytes());
}

/// Prints to the standard output. A reader that has gone is no error: the match goes on for its records.
fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written,
    }
}
