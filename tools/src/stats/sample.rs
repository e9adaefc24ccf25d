//! How often each score came up.

/// What was counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Single games, scored 0, ½ or 1.
    Game,
    /// Pairs of games from one opening with colours swapped, scored 0, ¼, ½, ¾ or 1.
    Pair,
}

/// Counts of scores, from the view of one of two players, lowest score first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    unit: Unit,
    counts: Vec<u64>,
}

impl Sample {
    /// Single games.
    pub fn games(losses: u64, draws: u64, wins: u64) -> Self {
        Self { unit: Unit::Game, counts: vec![losses, draws, wins] }
    }

    /// Pairs by their score: 0, ½, 1, 1½ and 2 points.
    pub fn pairs(counts: [u64; 5]) -> Self {
        Self { unit: Unit::Pair, counts: counts.to_vec() }
    }

    /// What was counted.
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// How many games or pairs there are.
    pub fn len(&self) -> u64 {
        self.counts.iter().sum()
    }

    /// Whether nothing was counted.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Each possible score with its share of the sample; no shares of an empty sample.
    fn shares(&self) -> impl Iterator<Item = (f64, f64)> {
        let total = self.len() as f64;
        let best = (self.counts.len() - 1) as f64;
        let weighed = self.counts.iter().enumerate();
        weighed.map(move |(score, &count)| (score as f64 / best, count as f64 / total))
    }

    /// The mean score, from 0 to 1.
    pub fn mean(&self) -> f64 {
        self.shares().map(|(score, share)| score * share).sum()
    }

    /// The variance of one score.
    pub(super) fn variance(&self) -> f64 {
        let mean = self.mean();
        self.shares().map(|(score, share)| share * (score - mean).powi(2)).sum()
    }

    /// Each possible score with its count, where scores that never came up count as a thousandth: the likelihood of a
    /// model that allows them stays finite, as fishtest has it. This is the usual case here, as a game without
    /// draws leaves two of five counts empty.
    pub(super) fn regularized(&self) -> Vec<(f64, f64)> {
        let best = (self.counts.len() - 1) as f64;
        let weighed = self.counts.iter().enumerate();
        weighed
            .map(|(score, &count)| {
                (score as f64 / best, if count == 0 { 1e-3 } else { count as f64 })
            })
            .collect()
    }

    /// How a unit's standard deviation is scaled to that of one game: √2 for pairs.
    pub(super) fn games_factor(&self) -> f64 {
        match self.unit {
            Unit::Game => 1.0,
            Unit::Pair => std::f64::consts::SQRT_2,
        }
    }
}
