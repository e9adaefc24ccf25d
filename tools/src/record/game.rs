//! One finished game, written as a line of JSON.
//!
//! The record is all that is known of a game: standings are counted from records alone, so a match can be counted anew
//! from its file.

use std::fmt;
use std::str::FromStr;

use breach_engine::Side;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// Who won.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum GameResult {
    /// The first player.
    #[serde(rename = "1-0")]
    White,
    /// The second player.
    #[serde(rename = "0-1")]
    Black,
    /// Neither.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl GameResult {
    /// The result of a game with this winner.
    pub fn of(winner: Option<Side>) -> Self {
        match winner {
            Some(Side::White) => Self::White,
            Some(Side::Black) => Self::Black,
            None => Self::Draw,
        }
    }

    /// The winner, if there is one.
    pub fn winner(self) -> Option<Side> {
        match self {
            Self::White => Some(Side::White),
            Self::Black => Some(Side::Black),
            Self::Draw => None,
        }
    }

    /// Points of `side` in halves: 0, 1 or 2.
    pub fn half_points(self, side: Side) -> usize {
        self.winner().map_or(1, |winner| if winner == side { 2 } else { 0 })
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::White => "1-0",
            Self::Black => "0-1",
            Self::Draw => "1/2-1/2",
        })
    }
}

/// Why a game ended. The first five are the rules', the sixth is the match's; the others are faults of the loser's program.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The winner reached the goal.
    Goal,
    /// The winner took the last enemy man.
    LastMan,
    /// The loser had no move.
    NoMoves,
    /// The same position for the third time: a draw.
    Repetition,
    /// Both sides passed in succession: a draw.
    Passes,
    /// The most moves a game may take were played: a draw.
    MaxMoves,
    /// The loser's answer was not a legal move.
    IllegalMove,
    /// The loser used more than its time.
    Time,
    /// The loser's program ended.
    Disconnect,
    /// The loser's program runs, but did not answer where no clock was running.
    Stall,
    /// The loser's program could not be started.
    NotStarted,
}

impl Reason {
    /// Whether the game was decided by a fault and not on the board.
    pub fn is_fault(self) -> bool {
        !matches!(
            self,
            Self::Goal
                | Self::LastMan
                | Self::NoMoves
                | Self::Repetition
                | Self::Passes
                | Self::MaxMoves
        )
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Goal => "reached the goal",
            Self::LastMan => "took the last man",
            Self::NoMoves => "no move left",
            Self::Repetition => "third repetition",
            Self::Passes => "two passes",
            Self::MaxMoves => "most moves",
            Self::IllegalMove => "illegal move",
            Self::Time => "time",
            Self::Disconnect => "disconnected",
            Self::Stall => "stalled",
            Self::NotStarted => "not started",
        })
    }
}

/// What one side put into a game, as far as it told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Effort {
    /// Moves it was asked for and gave.
    pub moves: u64,
    /// Milliseconds charged, all moves together.
    pub time_ms: u64,
    /// Milliseconds charged for the slowest move.
    pub slowest_ms: u64,
    /// Nodes it reported, all moves together.
    pub nodes: u64,
    /// Depths it reported, added up over its moves.
    pub depths: u64,
}

impl Effort {
    /// Adds what was put into other moves.
    pub fn add(&mut self, other: &Self) {
        self.moves += other.moves;
        self.time_ms += other.time_ms;
        self.slowest_ms = self.slowest_ms.max(other.slowest_ms);
        self.nodes += other.nodes;
        self.depths += other.depths;
    }
}

/// One finished game. `Display` writes it as one line of JSON, `FromStr` reads that.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// The game's number in its match, from 1.
    pub game: u64,
    /// Its pair's number, from 1: the games of a pair share their opening and swap colours.
    pub pair: u64,
    /// The event's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<String>,
    /// The variant's name.
    pub variant: String,
    /// The first player's name.
    pub white: String,
    /// The second player's name.
    pub black: String,
    /// The position in which the engines took over.
    pub fen: String,
    /// The moves that led there from the variant's start.
    pub opening: Vec<String>,
    /// The engines' moves.
    pub moves: Vec<String>,
    /// Who won.
    pub result: GameResult,
    /// Why the game ended.
    pub reason: Reason,
    /// More on a fault, for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The number of the engines' moves.
    pub plies: u64,
    /// What the first player put into the game.
    pub white_effort: Effort,
    /// What the second player put into the game.
    pub black_effort: Effort,
}

impl GameRecord {
    /// A player's name.
    pub fn player(&self, side: Side) -> &str {
        match side {
            Side::White => &self.white,
            Side::Black => &self.black,
        }
    }

    /// What a player put into the game.
    pub fn effort(&self, side: Side) -> &Effort {
        match side {
            Side::White => &self.white_effort,
            Side::Black => &self.black_effort,
        }
    }
}

impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

/// A line that is no record of a game.
#[derive(Debug, Error)]
#[error("no record of a game: {0}")]
pub struct RecordError(serde_json::Error);

impl FromStr for GameRecord {
    type Err = RecordError;

    fn from_str(line: &str) -> Result<Self, RecordError> {
        serde_json::from_str(line).map_err(RecordError)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn any_effort() -> impl Strategy<Value = Effort> {
        any::<[u64; 5]>().prop_map(|[moves, time_ms, slowest_ms, nodes, depths]| Effort {
            moves,
            time_ms,
            slowest_ms,
            nodes,
            depths,
        })
    }

    fn any_record() -> impl Strategy<Value = GameRecord> {
        let results = [GameResult::White, GameResult::Black, GameResult::Draw];
        let reasons = [
            Reason::Goal,
            Reason::LastMan,
            Reason::NoMoves,
            Reason::Repetition,
            Reason::Passes,
            Reason::MaxMoves,
            Reason::IllegalMove,
            Reason::Time,
            Reason::Disconnect,
            Reason::Stall,
            Reason::NotStarted,
        ];
        let names = (any::<String>(), any::<String>(), any::<String>(), any::<String>());
        let notes = (any::<Option<String>>(), any::<Option<String>>());
        let moves = (any::<Vec<String>>(), any::<Vec<String>>());
        let ending =
            (prop::sample::select(results.to_vec()), prop::sample::select(reasons.to_vec()));
        (any::<[u64; 3]>(), names, notes, moves, ending, any_effort(), any_effort()).prop_map(
            |([game, pair, plies], names, notes, moves, ending, white_effort, black_effort)| {
                let (variant, white, black, fen) = names;
                let (event, detail) = notes;
                let (opening, moves) = moves;
                let (result, reason) = ending;
                GameRecord {
                    game,
                    pair,
                    event,
                    variant,
                    white,
                    black,
                    fen,
                    opening,
                    moves,
                    result,
                    reason,
                    detail,
                    plies,
                    white_effort,
                    black_effort,
                }
            },
        )
    }

    proptest! {
        #[test]
        fn reading_a_written_record_is_an_identity(record in any_record()) {
            let line = record.to_string();
            prop_assert!(!line.contains('\n'));
            prop_assert_eq!(line.parse::<GameRecord>().unwrap(), record);
        }
    }

    #[test]
    fn points_of_both_sides_add_up() {
        for result in [GameResult::White, GameResult::Black, GameResult::Draw] {
            let points = Side::BOTH.map(|side| result.half_points(side));
            assert_eq!(points[0] + points[1], 2);
            assert_eq!(GameResult::of(result.winner()), result);
        }
    }
}
