//! `breach-tools games`: what the games in files come to, variant by variant.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::fs::File;
use std::io::{self, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context;
use clap::Args;

use breach_engine::Variant;
use breach_protocol::input::{LONGEST_LINE, Line, read_line};
use breach_tools::record::{Census, GameRecord};

use super::summary::{endings, lengths};

/// Counts what is in files of games: who wins, why games end, how long they are, how many moves there are.
///
/// The files are those that `match --record` writes. Every game is played again; a line that is no game is named and
/// left out, and the exit status is 1.
#[derive(Debug, Args)]
pub(crate) struct GamesCommand {
    /// Files of games, one a line
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

/// The sums by the variants' names.
type Censuses = BTreeMap<String, Census>;

impl GamesCommand {
    /// Prints the figures.
    pub(crate) fn run(&self) -> anyhow::Result<ExitCode> {
        let mut censuses = Censuses::new();
        let mut bad_lines = 0;
        for path in &self.files {
            let shown = path.display();
            bad_lines += count_file(path, &mut censuses).with_context(|| shown.to_string())?;
        }
        let mut text = String::new();
        for (variant, census) in censuses.iter().filter(|(_, census)| census.games() > 0) {
            write_census(&mut text, variant, census)?;
        }
        if text.is_empty() {
            text += "No games.\n";
        }
        io::stdout().lock().write_all(text.as_bytes())?;
        Ok(if bad_lines == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
    }
}

/// Adds a file's games. Returns how many lines are none.
fn count_file(path: &Path, censuses: &mut Censuses) -> anyhow::Result<u64> {
    let mut input = BufReader::new(File::open(path)?);
    let (mut number, mut bad_lines) = (0, 0);
    while let Some(line) = read_line(&mut input)? {
        number += 1;
        if let Err(problem) = count_line(&line, censuses) {
            bad_lines += 1;
            let _ = writeln!(io::stderr(), "{}:{number}: {problem:#}", path.display());
        }
    }
    Ok(bad_lines)
}

/// Adds the game on a line; blank lines have none.
fn count_line(line: &Line, censuses: &mut Censuses) -> anyhow::Result<()> {
    let text = match line {
        Line::TooLong => anyhow::bail!("longer than {LONGEST_LINE} bytes"),
        Line::Text(text) if text.trim().is_empty() => return Ok(()),
        Line::Text(text) => text,
    };
    let record: GameRecord = text.parse()?;
    let variant: Variant = record.variant.parse()?;
    Ok(censuses.entry(variant.to_string()).or_default().add(variant, &record)?)
}

fn write_census(out: &mut String, variant: &str, census: &Census) -> fmt::Result {
    let games = census.games();
    let [white, black, draws] = census.results();
    let share = |count: u64| format!("{count} ({:.2} %)", count as f64 * 100.0 / games as f64);
    writeln!(out, "{variant}: {games} games")?;
    writeln!(out, "White {}, Black {}, draws {}", share(white), share(black), share(draws))?;
    if let Some(score) = census.white_score() {
        writeln!(out, "First player (White): {:.2} %", score * 100.0)?;
    }
    writeln!(out, "Endings: {}", endings(census.endings()))?;
    let openings = census.openings().mean().unwrap_or_default();
    writeln!(out, "{}, after openings of {openings:.1}", lengths(census.lengths()))?;
    if let (Some(mean), Some(most)) = (census.choices().mean(), census.choices().largest()) {
        writeln!(out, "Branching: {mean:.2} legal moves, at most {most}")?;
    }
    Ok(())
}
