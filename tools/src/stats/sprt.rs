//! The sequential probability ratio test: play until one of two hypotheses on the Elo difference is far likelier.
//!
//! The likelihood of a hypothesis is that of the likeliest distribution of scores that satisfies it, given the sample
//! (the generalized test). For a logistic hypothesis the distribution's mean is fixed, for a normalized one its mean
//! lead in units of its own standard deviation. Both are found by one Lagrange multiplier, see Van den Bergh,
//! "Generalized likelihood ratio test for multinomial distributions" and "Normalized Elo in practice".

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::sample::Sample;

/// What the hypotheses' Elo means.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Model {
    /// Elo in units of the deviation of one game: the length of the test hardly depends on the openings.
    #[default]
    Normalized,
    /// Elo as in ratings, by the mean score alone.
    Logistic,
}

/// A word that names no model.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{0}' is no model: normalized or logistic")]
pub struct ModelError(String);

impl Model {
    /// The largest difference that a hypothesis can be about. No distribution of scores leads by much more than one of
    /// its standard deviations unless it has next to none, and the search for one starts from an even one: beyond
    /// about 245 normalized Elo it would find nothing.
    pub fn most_elo(self) -> f64 {
        match self {
            Self::Normalized => 200.0,
            Self::Logistic => 2000.0,
        }
    }
}

impl FromStr for Model {
    type Err = ModelError;

    fn from_str(text: &str) -> Result<Self, ModelError> {
        match text {
            "normalized" => Ok(Self::Normalized),
            "logistic" => Ok(Self::Logistic),
            _ => Err(ModelError(text.into())),
        }
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Normalized => "normalized",
            Self::Logistic => "logistic",
        })
    }
}

/// The two hypotheses of a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hypothesis {
    /// The difference is `elo0` (or less).
    H0,
    /// The difference is `elo1` (or more).
    H1,
}

/// A test that cannot be run.
#[derive(Clone, Copy, PartialEq, Debug, Error)]
pub enum SprtError {
    /// The hypotheses coincide or are swapped.
    #[error("elo0 ({0}) must be less than elo1 ({1})")]
    Hypotheses(f64, f64),
    /// A hypothesis that the model cannot express.
    #[error("{0} is beyond the hypotheses of this model: from -{limit} to {limit}", limit = .1)]
    Extreme(f64, f64),
    /// An error rate no test can have.
    #[error("{0} is no error rate: alpha and beta lie between 0 and 0.5")]
    Rate(f64),
}

/// A test of `elo0` against `elo1`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference under the null hypothesis.
    pub elo0: f64,
    /// The difference under the alternative.
    pub elo1: f64,
    /// How often H0 may be refused though it is true.
    pub alpha: f64,
    /// How often H1 may be refused though it is true.
    pub beta: f64,
    /// What Elo means here.
    pub model: Model,
}

impl Default for Sprt {
    fn default() -> Self {
        Self { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05, model: Model::default() }
    }
}

impl Sprt {
    /// The test itself if it can be run.
    ///
    /// # Errors
    /// Names the parameter that makes no test.
    pub fn checked(self) -> Result<Self, SprtError> {
        if !(self.elo0 < self.elo1 && self.elo0.is_finite() && self.elo1.is_finite()) {
            return Err(SprtError::Hypotheses(self.elo0, self.elo1));
        }
        let limit = self.model.most_elo();
        for elo in [self.elo0, self.elo1] {
            if elo.abs() > limit {
                return Err(SprtError::Extreme(elo, limit));
            }
        }
        for rate in [self.alpha, self.beta] {
            if !(rate > 0.0 && rate < 0.5) {
                return Err(SprtError::Rate(rate));
            }
        }
        Ok(self)
    }

    /// The ratios at which H0 and H1 are accepted.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The logarithm of the likelihood ratio, H1 over H0. 0 for an empty sample.
    pub fn log_likelihood_ratio(&self, sample: &Sample) -> f64 {
        if sample.is_empty() {
            return 0.0;
        }
        let counts = sample.regularized();
        let total: f64 = counts.iter().map(|(_, count)| count).sum();
        let found: Vec<Share> =
            counts.iter().map(|&(score, count)| Share { score, share: count / total }).collect();
        let [likely0, likely1] = [self.elo0, self.elo1].map(|elo| match self.model {
            Model::Logistic => with_mean(&found, 1.0 / (1.0 + 10f64.powf(-elo / 400.0))),
            Model::Normalized => {
                let lead = sample.games_factor() * elo * std::f64::consts::LN_10 / 800.0;
                with_normalized_lead(&found, lead)
            }
        });
        let ratios = likely0.iter().zip(&likely1).map(|(p0, p1)| (p1 / p0).ln());
        total * found.iter().zip(ratios).map(|(found, ratio)| found.share * ratio).sum::<f64>()
    }

    /// The hypothesis that a ratio accepts, if it has reached a bound.
    pub fn verdict(&self, ratio: f64) -> Option<Hypothesis> {
        let (lower, upper) = self.bounds();
        if ratio <= lower {
            Some(Hypothesis::H0)
        } else {
            (ratio >= upper).then_some(Hypothesis::H1)
        }
    }
}

/// A score with its share of the sample, never 0.
#[derive(Clone, Copy)]
struct Share {
    score: f64,
    share: f64,
}

/// The likeliest distribution with mean score `mean`.
fn with_mean(found: &[Share], mean: f64) -> Vec<f64> {
    let constraint: Vec<f64> = found.iter().map(|found| found.score - mean).collect();
    with_vanishing(found, &constraint)
}

/// The likeliest distribution whose mean leads ½ by `lead` of its own standard deviations. That constraint is not
/// linear in the distribution: it is replaced by its linearization at the last one found, until that stays.
fn with_normalized_lead(found: &[Share], lead: f64) -> Vec<f64> {
    let mut likely = vec![1.0 / found.len() as f64; found.len()];
    for _ in 0..10 {
        let moment = |of: &dyn Fn(f64) -> f64| -> f64 {
            likely.iter().zip(found).map(|(p, found)| p * of(found.score)).sum()
        };
        let mean = moment(&|score| score);
        let deviation = moment(&|score| (score - mean).powi(2)).sqrt();
        let slope = |score: f64| 1.0 + ((score - mean) / deviation).powi(2);
        let constraint: Vec<f64> = found
            .iter()
            .map(|found| found.score - 0.5 - 0.5 * lead * deviation * slope(found.score))
            .collect();
        let next = with_vanishing(found, &constraint);
        let moved = likely.iter().zip(&next).map(|(p, q)| (p - q).abs()).fold(0.0, f64::max);
        likely = next;
        if moved < 1e-9 {
            break;
        }
    }
    likely
}

/// The likeliest distribution under which `constraint` has mean 0: `p_k = share_k / (1 + θ c_k)`, with the θ that makes
/// it so. As a function of θ that mean falls from +∞ to −∞ between its outer poles, so bisection finds it.
fn with_vanishing(found: &[Share], constraint: &[f64]) -> Vec<f64> {
    let least = constraint.iter().copied().fold(f64::INFINITY, f64::min);
    let most = constraint.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mean = |theta: f64| -> f64 {
        found.iter().zip(constraint).map(|(found, c)| found.share * c / (1.0 + theta * c)).sum()
    };
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if mean(middle) > 0.0 { low = middle } else { high = middle }
    }
    let theta = f64::midpoint(low, high);
    found.iter().zip(constraint).map(|(found, c)| found.share / (1.0 + theta * c)).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[track_caller]
    fn check(sample: &Sample, (elo0, elo1): (f64, f64), normalized: f64, logistic: f64) {
        for (model, expected) in [(Model::Normalized, normalized), (Model::Logistic, logistic)] {
            let sprt = Sprt { elo0, elo1, model, ..Sprt::default() };
            let found = sprt.log_likelihood_ratio(sample);
            assert!((found - expected).abs() < 1e-5, "{model}: {found}, expected {expected}");
        }
    }

    #[test]
    fn ratios_equal_those_of_fishtest() {
        let pairs = Sample::pairs;
        check(&pairs([10, 20, 100, 25, 12]), (0.0, 5.0), 0.170_458, 0.238_291);
        check(&pairs([30, 0, 140, 0, 40]), (0.0, 5.0), 0.309_166, 0.367_119);
        check(&pairs([30, 0, 140, 0, 40]), (0.0, 10.0), 0.531_645, 0.604_163);
        check(&pairs([3, 0, 94, 0, 103]), (0.0, 5.0), 2.758_450, 2.692_555);
        check(&pairs([0, 0, 0, 0, 10]), (0.0, 5.0), 0.201_447, 0.142_904);
        check(&pairs([379, 10170, 21828, 10640, 343]), (0.0, 2.0), 2.945_495, 3.125_676);
    }

    #[test]
    fn ratios_of_single_games_equal_those_of_fishtest() {
        check(&Sample::games(200, 0, 220), (0.0, 5.0), 0.244_326, 0.244_333);
    }

    proptest! {
        #[test]
        fn every_sample_has_a_finite_ratio(
            counts in prop::array::uniform5(prop_oneof![Just(0), 0..20u64, 0..1_000_000u64]),
            elo in prop::array::uniform2(-200.0..200.0f64),
            model in prop::sample::select(vec![Model::Normalized, Model::Logistic]),
        ) {
            let sprt = Sprt { elo0: elo[0].min(elo[1]), elo1: elo[0].max(elo[1]), model, ..Sprt::default() };
            let ratio = sprt.log_likelihood_ratio(&Sample::pairs(counts));
            prop_assert!(ratio.is_finite());
            // The swapped players under the swapped hypotheses say the same.
            let mut mirrored = counts;
            mirrored.reverse();
            let swapped = Sprt { elo0: -sprt.elo1, elo1: -sprt.elo0, ..sprt };
            let other = swapped.log_likelihood_ratio(&Sample::pairs(mirrored));
            prop_assert!((ratio + other).abs() <= 1e-6 * ratio.abs().max(1.0), "{} {}", ratio, other);
        }
    }

    #[test]
    fn an_empty_sample_decides_nothing() {
        check(&Sample::pairs([0; 5]), (0.0, 5.0), 0.0, 0.0);
        assert_eq!(Sprt::default().verdict(0.0), None);
    }

    #[test]
    fn bounds_are_reached_at_the_error_rates() {
        let sprt = Sprt::default();
        let (lower, upper) = sprt.bounds();
        assert!((lower + 2.944_439).abs() < 1e-6 && (upper - 2.944_439).abs() < 1e-6);
        assert_eq!(sprt.verdict(-2.95), Some(Hypothesis::H0));
        assert_eq!(sprt.verdict(2.95), Some(Hypothesis::H1));
        assert_eq!(sprt.verdict(2.9), None);
    }

    #[test]
    fn tests_that_decide_nothing_are_refused() {
        let sprt = Sprt::default();
        assert!(sprt.checked().is_ok());
        assert!(Sprt { elo0: 5.0, ..sprt }.checked().is_err());
        assert!(Sprt { elo1: 201.0, ..sprt }.checked().is_err());
        assert!(Sprt { elo1: 201.0, model: Model::Logistic, ..sprt }.checked().is_ok());
        assert!(Sprt { alpha: 0.0, ..sprt }.checked().is_err());
        assert!(Sprt { beta: f64::NAN, ..sprt }.checked().is_err());
    }
}
