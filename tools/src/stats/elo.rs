//! Estimates of the difference in strength.

use std::fmt;

use super::normal::{QUANTILE_95, erf};
use super::sample::Sample;

/// A value with its 95 % interval. At the ends of the scale (all games won) parts of it are infinite.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Estimate {
    /// The most likely value.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Estimate {
    /// Half the width of the interval.
    pub fn error(&self) -> f64 {
        (self.high - self.low) / 2.0
    }
}

impl fmt::Display for Estimate {
    /// `16.56 ± 27.16`, or the finite end of an interval that has but one.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = f.precision().unwrap_or(2);
        let value = self.value;
        if self.low.is_finite() && self.high.is_finite() {
            write!(f, "{value:.digits$} ± {:.digits$}", self.error())
        } else if self.low.is_finite() {
            write!(f, "{value:.digits$} (at least {:.digits$})", self.low)
        } else if self.high.is_finite() {
            write!(f, "{value:.digits$} (at most {:.digits$})", self.high)
        } else {
            write!(f, "{value:.digits$} ± inf")
        }
    }
}

/// The logistic Elo difference that gives a mean score.
fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        // 0 is added for the sign of an even score: `0.00`, not `-0.00`.
        -400.0 * (1.0 / score - 1.0).log10() + 0.0
    }
}

/// The Elo difference, or nothing for an empty sample.
pub fn elo(sample: &Sample) -> Option<Estimate> {
    if sample.is_empty() {
        return None;
    }
    let mean = sample.mean();
    let reach = QUANTILE_95 * (sample.variance() / sample.len() as f64).sqrt();
    Some(Estimate {
        value: elo_of_score(mean),
        low: elo_of_score(mean - reach),
        high: elo_of_score(mean + reach),
    })
}

/// Normalized Elo: the difference in units of the standard deviation of one game, so that it says how many games tell
/// the players apart. Nothing for a sample whose scores are all the same.
pub fn normalized_elo(sample: &Sample) -> Option<Estimate> {
    let deviation = sample.variance().sqrt() * sample.games_factor();
    if sample.is_empty() || deviation <= 0.0 {
        return None;
    }
    let scale = 800.0 / std::f64::consts::LN_10;
    let value = (sample.mean() - 0.5) / deviation * scale;
    let reach = QUANTILE_95 / (sample.len() as f64).sqrt() / sample.games_factor() * scale;
    Some(Estimate { value, low: value - reach, high: value + reach })
}

/// The likelihood, from 0 to 1, that the player is the better one; nothing for an empty sample.
pub fn likelihood_of_superiority(sample: &Sample) -> Option<f64> {
    if sample.is_empty() {
        return None;
    }
    let lead = sample.mean() - 0.5;
    let deviation = (2.0 * sample.variance() / sample.len() as f64).sqrt();
    // No spread: certain, unless the score is even.
    let quotient = if deviation > 0.0 { lead / deviation } else { lead * f64::INFINITY };
    Some(if quotient.is_nan() { 0.5 } else { f64::midpoint(1.0, erf(quotient)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 6e-4, "{found}, expected {expected}");
    }

    #[test]
    fn pairs_without_draws_have_fastchess_figures() {
        let sample = Sample::pairs([30, 0, 140, 0, 40]);
        let rating = elo(&sample).unwrap();
        close(rating.value, 16.557);
        close(rating.error(), 27.155);
        let normalized = normalized_elo(&sample).unwrap();
        close(normalized.value, 20.332);
        close(normalized.error(), 33.227);
        close(likelihood_of_superiority(&sample).unwrap() * 100.0, 88.480);
        assert_eq!(format!("{rating:.3}"), "16.557 ± 27.155");
    }

    #[test]
    fn swapped_players_mirror_the_figures() {
        let (one, other) = (Sample::games(200, 3, 220), Sample::games(220, 3, 200));
        close(elo(&one).unwrap().value, -elo(&other).unwrap().value);
        close(elo(&one).unwrap().low, -elo(&other).unwrap().high);
        close(normalized_elo(&one).unwrap().value, -normalized_elo(&other).unwrap().value);
        let chances = [one, other].map(|sample| likelihood_of_superiority(&sample).unwrap());
        close(chances[0] + chances[1], 1.0);
    }

    #[test]
    fn one_sided_results_are_infinite_and_print() {
        let sample = Sample::pairs([0, 0, 0, 0, 7]);
        assert_eq!(elo(&sample).unwrap().to_string(), "inf ± inf");
        assert_eq!(normalized_elo(&sample), None);
        close(likelihood_of_superiority(&sample).unwrap(), 1.0);
        let nearly = elo(&Sample::pairs([0, 0, 1, 0, 29])).unwrap();
        assert_eq!(nearly.to_string(), "708.34 (at least 516.00)");
        let lost = elo(&Sample::pairs([29, 0, 1, 0, 0])).unwrap();
        assert_eq!(lost.to_string(), "-708.34 (at most -516.00)");
    }

    #[test]
    fn even_and_empty_results_break_nothing() {
        let even = Sample::pairs([0, 0, 9, 0, 0]);
        assert_eq!(elo(&even).unwrap().to_string(), "0.00 ± 0.00");
        close(likelihood_of_superiority(&even).unwrap(), 0.5);
        let empty = Sample::pairs([0; 5]);
        assert_eq!(elo(&empty), None);
        assert_eq!(normalized_elo(&empty), None);
        assert_eq!(likelihood_of_superiority(&empty), None);
    }
}
