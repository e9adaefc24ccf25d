//! What the games of a variant have in common: who wins, how they end, how long they last, how many moves there are to
//! choose from. What is counted is what the moves on record come to by the rules, not what the record says of them.

use std::collections::BTreeMap;

use breach_engine::{AnyPosition, MoveError, PositionError, Variant};
use thiserror::Error;

use super::{GameRecord, GameResult, Reason};
use crate::stats::Histogram;

/// Games by why they ended.
pub type Endings = BTreeMap<Reason, u64>;

/// The sums over games of one variant.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Census {
    white: u64,
    black: u64,
    draws: u64,
    endings: Endings,
    lengths: Histogram,
    openings: Histogram,
    choices: Histogram,
}

/// A record that tells of no game its variant allows.
#[derive(Debug, Error)]
pub enum CensusError {
    /// The position is none of the variant.
    #[error("fen: {0}")]
    Position(PositionError),
    /// A move that cannot be played.
    #[error("move {number}: {error}")]
    Move {
        /// Its place among the engines' moves, from 1.
        number: usize,
        /// Why not.
        error: MoveError,
    },
    /// The number of moves is not the one on record.
    #[error("{found} moves, not {plies}")]
    Plies {
        /// The moves there are.
        found: usize,
        /// What is on record.
        plies: u64,
    },
    /// A win on the board that the moves do not lead to.
    #[error("the moves do not end the game with {0}")]
    Result(GameResult),
}

impl Census {
    /// Adds a game of `variant`, played again from the position in which the engines took over. One that cannot be
    /// played is not counted.
    ///
    /// # Errors
    /// Says what is wrong with it.
    pub fn add(&mut self, variant: Variant, record: &GameRecord) -> Result<(), CensusError> {
        let choices = choices(variant, record)?;
        for count in choices {
            self.choices.add(count);
        }
        match record.result {
            GameResult::White => self.white += 1,
            GameResult::Black => self.black += 1,
            GameResult::Draw => self.draws += 1,
        }
        *self.endings.entry(record.reason).or_default() += 1;
        self.lengths.add(record.moves.len() as u64);
        self.openings.add(record.opening.len() as u64);
        Ok(())
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.lengths.len()
    }

    /// Games won by White, won by Black, and drawn.
    pub fn results(&self) -> [u64; 3] {
        [self.white, self.black, self.draws]
    }

    /// White's mean score, from 0 to 1; none without games.
    pub fn white_score(&self) -> Option<f64> {
        let points = self.white as f64 + self.draws as f64 / 2.0;
        (self.games() > 0).then(|| points / self.games() as f64)
    }

    /// Games by why they ended.
    pub fn endings(&self) -> &Endings {
        &self.endings
    }

    /// The engines' moves in each game.
    pub fn lengths(&self) -> &Histogram {
        &self.lengths
    }

    /// The random moves before them.
    pub fn openings(&self) -> &Histogram {
        &self.openings
    }

    /// The legal moves in each position in which an engine moved: the branching factor is their mean.
    pub fn choices(&self) -> &Histogram {
        &self.choices
    }
}

/// Plays a game again, and counts the legal moves before each of its moves.
fn choices(variant: Variant, record: &GameRecord) -> Result<Vec<u64>, CensusError> {
    let mut position = variant.position(&record.fen).map_err(CensusError::Position)?;
    let mut choices = Vec::new();
    for (index, text) in record.moves.iter().enumerate() {
        choices.push(position.legal_moves().len() as u64);
        let played = position.parse_move(text).and_then(|mv| position.play(mv));
        played.map_err(|error| CensusError::Move { number: index + 1, error })?;
    }
    let found = choices.len();
    if found as u64 != record.plies {
        return Err(CensusError::Plies { found, plies: record.plies });
    }
    if is_told_wrong(position.as_ref(), record) {
        return Err(CensusError::Result(record.result));
    }
    Ok(choices)
}

/// Whether a win on the board is on record that is none. Draws are taken as told: not every referee counts alike.
fn is_told_wrong(position: &dyn AnyPosition, record: &GameRecord) -> bool {
    let Some(winner) = record.result.winner().filter(|_| !record.reason.is_fault()) else {
        return false;
    };
    match position.outcome() {
        Some(outcome) => outcome.winner != Some(winner),
        None => !position.legal_moves().is_empty() || position.side_to_move() == winner,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::Effort;

    fn record(moves: &[&str], result: GameResult, reason: Reason) -> GameRecord {
        GameRecord {
            game: 1,
            pair: 1,
            event: None,
            variant: "breakthrough4x5".into(),
            white: "a".into(),
            black: "b".into(),
            fen: "3p/4/P3/4/4 w - - 0 1".into(),
            opening: vec!["a1a2".into()],
            moves: moves.iter().map(ToString::to_string).collect(),
            result,
            reason,
            detail: None,
            plies: moves.len() as u64,
            white_effort: Effort::default(),
            black_effort: Effort::default(),
        }
    }

    fn small() -> Variant {
        "breakthrough4x5".parse().unwrap()
    }

    #[test]
    fn games_are_played_again_and_counted() {
        let mut census = Census::default();
        let won = record(&["a3a4", "d5d4", "a4b5"], GameResult::White, Reason::Goal);
        let lost = record(&["a3a4"], GameResult::White, Reason::Time);
        let drawn = record(&["a3b4", "d5d4"], GameResult::Draw, Reason::Repetition);
        for game in [won, lost, drawn] {
            census.add(small(), &game).unwrap();
        }
        assert_eq!((census.games(), census.results()), (3, [2, 0, 1]));
        assert!((census.white_score().unwrap() - 5.0 / 6.0).abs() < 1e-12);
        assert_eq!(census.lengths().median(), Some(2.0));
        assert_eq!(census.openings().mean(), Some(1.0));
        // Two moves on a file at the edge, three elsewhere; a square ahead that is held takes none here.
        assert_eq!(census.choices().len(), 6);
        assert_eq!(census.choices().mean(), Some(2.0));
        let reasons: Vec<_> = census.endings().keys().collect();
        assert_eq!(reasons, [&Reason::Goal, &Reason::Repetition, &Reason::Time]);
    }

    #[test]
    fn records_that_are_no_games_are_refused_whole() {
        let good = record(&["a3a4", "d5d4", "a4b5"], GameResult::White, Reason::Goal);
        let cases = [
            (GameRecord { fen: "x".into(), ..good.clone() }, "fen: "),
            (record(&["a3a4", "d5a1"], GameResult::White, Reason::Goal), "move 2: "),
            (GameRecord { plies: 4, ..good.clone() }, "3 moves, not 4"),
            (GameRecord { result: GameResult::Black, ..good }, "end the game with 0-1"),
            (record(&["a3a4"], GameResult::White, Reason::Goal), "end the game with 1-0"),
        ];
        for (game, expected) in cases {
            let mut census = Census::default();
            let error = census.add(small(), &game).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
            assert_eq!(census, Census::default());
        }
    }
}
