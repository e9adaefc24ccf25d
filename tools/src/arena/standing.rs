//! What the records of a match add up to.

use std::collections::HashMap;

use breach_engine::Side;

use crate::record::{Effort, Endings, GameRecord, Reason};
use crate::stats::{Histogram, Hypothesis, Sample};

/// How often a player lost by its program's fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Faults {
    /// On time.
    pub time: u64,
    /// Because the process ended or could not be started.
    pub crashes: u64,
    /// Because it did not answer.
    pub stalls: u64,
    /// By an illegal move.
    pub illegal_moves: u64,
}

/// One player's share of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlayerFigures {
    /// Its losses by fault.
    pub faults: Faults,
    /// What it put into its games.
    pub effort: Effort,
}

/// The score of a match of two players, from the view of the first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Standing {
    names: [String; 2],
    wins: u64,
    losses: u64,
    draws: u64,
    white_half_points: u64,
    lengths: Histogram,
    endings: Endings,
    pairs: [u64; 5],
    /// Half points of the first player in pairs of which one game is in.
    open_pairs: HashMap<u64, usize>,
    figures: [PlayerFigures; 2],
    /// What the sequential test came to, once it has ended. Games that were still running then count in the score, but
    /// do not reopen the test.
    decision: Option<Hypothesis>,
}

impl Standing {
    /// The score before the first game.
    pub fn new(names: [String; 2]) -> Self {
        Self {
            names,
            wins: 0,
            losses: 0,
            draws: 0,
            white_half_points: 0,
            lengths: Histogram::default(),
            endings: Endings::new(),
            pairs: [0; 5],
            open_pairs: HashMap::new(),
            figures: [PlayerFigures::default(); 2],
            decision: None,
        }
    }

    /// Adds a game of the two players. Says whether it completed a pair.
    pub fn add(&mut self, record: &GameRecord) -> bool {
        let first = if record.white == self.names[0] { Side::White } else { Side::Black };
        let points = record.result.half_points(first);
        match points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
        self.white_half_points += record.result.half_points(Side::White) as u64;
        self.lengths.add(record.plies);
        *self.endings.entry(record.reason).or_default() += 1;
        for side in Side::BOTH {
            let figures = &mut self.figures[usize::from(side != first)];
            figures.effort.add(record.effort(side));
            if record.result.winner() == Some(!side) {
                figures.faults.count(record.reason);
            }
        }
        let other_game = self.open_pairs.remove(&record.pair);
        if let Some(other_points) = other_game {
            self.pairs[other_points + points] += 1;
        } else {
            self.open_pairs.insert(record.pair, points);
        }
        other_game.is_some()
    }

    /// Keeps what the sequential test came to; the first decision stands.
    pub fn decide(&mut self, decision: Option<Hypothesis>) {
        self.decision = self.decision.or(decision);
    }

    /// What the sequential test came to, if it has ended.
    pub fn decision(&self) -> Option<Hypothesis> {
        self.decision
    }

    /// The players' names.
    pub fn names(&self) -> &[String; 2] {
        &self.names
    }

    /// Games that are in.
    pub fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// Wins, losses and draws of the first player.
    pub fn wins_losses_draws(&self) -> [u64; 3] {
        [self.wins, self.losses, self.draws]
    }

    /// Complete pairs by the first player's half points in them.
    pub fn pairs(&self) -> [u64; 5] {
        self.pairs
    }

    /// Pairs of which one game is in.
    pub fn open_pairs(&self) -> usize {
        self.open_pairs.len()
    }

    /// What estimates are made from: the complete pairs.
    pub fn sample(&self) -> Sample {
        Sample::pairs(self.pairs)
    }

    /// The first player's mean score over all games, from 0 to 1.
    pub fn score(&self) -> f64 {
        (self.wins as f64 + self.draws as f64 / 2.0) / self.games() as f64
    }

    /// The mean score of whoever had White, from 0 to 1.
    pub fn white_score(&self) -> f64 {
        self.white_half_points as f64 / 2.0 / self.games() as f64
    }

    /// The engines' moves in each game.
    pub fn lengths(&self) -> &Histogram {
        &self.lengths
    }

    /// Games by why they ended.
    pub fn endings(&self) -> &Endings {
        &self.endings
    }

    /// The figures of both players.
    pub fn figures(&self) -> &[PlayerFigures; 2] {
        &self.figures
    }
}

impl Faults {
    /// Counts a loss.
    fn count(&mut self, reason: Reason) {
        match reason {
            Reason::Time => self.time += 1,
            Reason::Disconnect | Reason::NotStarted => self.crashes += 1,
            Reason::Stall => self.stalls += 1,
            Reason::IllegalMove => self.illegal_moves += 1,
            Reason::Goal
            | Reason::LastMan
            | Reason::NoMoves
            | Reason::Repetition
            | Reason::Passes
            | Reason::MaxMoves => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::GameResult;

    fn record(game: u64, white: &str, result: GameResult, reason: Reason) -> GameRecord {
        let black = if white == "a" { "b" } else { "a" };
        GameRecord {
            game,
            pair: game.div_ceil(2),
            event: None,
            variant: "breakthrough".into(),
            white: white.into(),
            black: black.into(),
            fen: String::new(),
            opening: vec![],
            moves: vec![],
            result,
            reason,
            detail: None,
            plies: 10 * game,
            white_effort: Effort { moves: 1, ..Effort::default() },
            black_effort: Effort { moves: 2, ..Effort::default() },
        }
    }

    #[test]
    fn the_first_decision_of_a_test_stands() {
        let mut standing = Standing::new(["a".into(), "b".into()]);
        assert_eq!(standing.decision(), None);
        for decision in [None, Some(Hypothesis::H1), None, Some(Hypothesis::H0)] {
            standing.decide(decision);
        }
        assert_eq!(standing.decision(), Some(Hypothesis::H1));
    }

    #[test]
    fn games_add_up_in_any_order() {
        let mut standing = Standing::new(["a".into(), "b".into()]);
        let mut records = [
            record(1, "a", GameResult::White, Reason::Goal),
            record(2, "b", GameResult::Black, Reason::Time),
            record(3, "a", GameResult::Black, Reason::IllegalMove),
            record(4, "b", GameResult::Black, Reason::Goal),
            record(5, "a", GameResult::Draw, Reason::Repetition),
        ];
        records.swap(1, 2);
        let complete = records.iter().filter(|record| standing.add(record)).count();
        assert_eq!((complete, standing.open_pairs()), (2, 1));
        assert_eq!(standing.pairs(), [0, 0, 1, 0, 1]);
        assert_eq!(standing.wins_losses_draws(), [3, 1, 1]);
        assert!((standing.score() - 0.7).abs() < 1e-12);
        assert!((standing.white_score() - 0.3).abs() < 1e-12);
        assert_eq!(
            (standing.lengths().mean(), standing.lengths().median()),
            (Some(30.0), Some(30.0))
        );
        assert_eq!(standing.endings()[&Reason::Goal], 2);
        assert_eq!(standing.endings()[&Reason::Repetition], 1);
        let [a, b] = standing.figures();
        assert_eq!((a.faults.illegal_moves, b.faults.time), (1, 1));
        assert_eq!((a.effort.moves, b.effort.moves), (7, 8));
    }
}
