//! What a session says, a line each. `Display` writes the line, in UCI's words and without its end.

use std::fmt;
use std::time::Duration;

use breach_engine::{AnyPosition, Bound, Report, Score};

use crate::chances::Chances;
use crate::options::Offer;

/// One line of a session's output.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reply {
    /// The program's name and version.
    Name(String),
    /// Its author.
    Author(&'static str),
    /// An option that can be set.
    Option(Offer),
    /// The end of what [`Command::Identify`](crate::command::Command::Identify) asked for.
    Identified,
    /// Listening.
    Ready,
    /// News of a search.
    Info(Info),
    /// The game is over: there is nothing to search.
    GameOver,
    /// The end of a search.
    BestMove {
        /// The move to play, if there is one.
        best: Option<String>,
        /// The answer expected.
        ponder: Option<String>,
    },
    /// A message for people.
    Message(String),
    /// A line of something that was asked for and has no form of its own, such as the board.
    Text(String),
}

/// News of a search, ready to be written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Plies searched.
    pub depth: u32,
    /// Plies of the longest line.
    pub selective_depth: u32,
    /// The rank of the line, from 1.
    pub rank: usize,
    /// The line's score from the view of the side to move.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// The chances, if they are to be written.
    pub chances: Option<Chances>,
    /// Nodes searched.
    pub nodes: u64,
    /// Time since the search was asked for.
    pub elapsed: Duration,
    /// How full the table is.
    pub permille_full: u32,
    /// The line's moves.
    pub line: Vec<String>,
}

impl Reply {
    /// The line for a report of a search of `position`.
    pub fn of_report(report: &Report, position: &dyn AnyPosition, with_chances: bool) -> Self {
        if report.line.is_empty() {
            return Self::GameOver;
        }
        Self::Info(Info {
            depth: report.depth,
            selective_depth: report.selective_depth,
            rank: report.rank,
            score: report.score,
            bound: report.bound,
            chances: with_chances.then(|| Chances::of(report.score, position.variant())),
            nodes: report.nodes,
            elapsed: report.elapsed,
            permille_full: report.permille_full,
            line: report.line.iter().map(|mv| position.move_text(*mv)).collect(),
        })
    }
}

impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "id name {name}"),
            Self::Author(author) => write!(f, "id author {author}"),
            Self::Option(offer) => write!(f, "option {offer}"),
            Self::Identified => f.write_str("uciok"),
            Self::Ready => f.write_str("readyok"),
            Self::Info(info) => info.fmt(f),
            Self::GameOver => f.write_str("info depth 0 score mate 0"),
            Self::BestMove { best: None, .. } => f.write_str("bestmove (none)"),
            Self::BestMove { best: Some(best), ponder: None } => write!(f, "bestmove {best}"),
            Self::BestMove { best: Some(best), ponder: Some(ponder) } => {
                write!(f, "bestmove {best} ponder {ponder}")
            }
            Self::Message(text) => write!(f, "info string {}", OneLine(text)),
            Self::Text(text) => OneLine(text).fmt(f),
        }
    }
}

impl Info {
    /// Nodes a second; a search that took no time counts as one of a microsecond.
    pub fn nodes_per_second(&self) -> u64 {
        per_second(self.nodes, self.elapsed)
    }
}

/// `count` a second, as a number that is printed; no time counts as a microsecond.
pub fn per_second(count: u64, elapsed: Duration) -> u64 {
    let rate = u128::from(count) * 1_000_000 / elapsed.as_micros().max(1);
    u64::try_from(rate).unwrap_or(u64::MAX)
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "info depth {} seldepth {}", self.depth, self.selective_depth)?;
        write!(f, " multipv {}", self.rank)?;
        match (self.score, self.score.mate_in_moves()) {
            (_, Some(moves)) => write!(f, " score mate {moves}")?,
            (Score::Centipawns(score), _) => write!(f, " score cp {score}")?,
            (_, None) => {}
        }
        match self.bound {
            Bound::Exact => {}
            Bound::Lower => f.write_str(" lowerbound")?,
            Bound::Upper => f.write_str(" upperbound")?,
        }
        if let Some(chances) = self.chances {
            write!(f, " wdl {} {} {}", chances.win, chances.draw, chances.loss())?;
        }
        write!(f, " nodes {} nps {}", self.nodes, self.nodes_per_second())?;
        write!(f, " hashfull {} time {} pv", self.permille_full, self.elapsed.as_millis())?;
        for mv in &self.line {
            write!(f, " {mv}")?;
        }
        Ok(())
    }
}

/// Text that stays one line, whatever is in it.
struct OneLine<'a>(&'a str);

impl fmt::Display for OneLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for part in self.0.split_inclusive(char::is_control) {
            match part.strip_suffix(char::is_control) {
                Some(before) => write!(f, "{before}{}", char::REPLACEMENT_CHARACTER)?,
                None => f.write_str(part)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
