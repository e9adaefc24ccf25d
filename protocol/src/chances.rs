//! What a score means for the result: chances in thousandths, for `UCI_ShowWDL`.

use breach_engine::Score;

/// Centipawns that multiply the odds by *e*. A constant of the model and not a measurement: with it 400 centipawns, a
/// few men, come to odds of 10 to 1, the scale on which Elo counts ratings.
const CENTIPAWNS_PER_E: f64 = 173.7;

/// Chances of the side to move. There are no draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chances {
    /// Thousandths of a win; what is missing to 1000 is loss.
    pub win: u32,
}

impl Chances {
    /// The chances behind a score, by a logistic curve. Only a proven result is certain.
    pub fn of(score: Score) -> Self {
        let win = match score {
            Score::Win(_) => 1000,
            Score::Loss(_) => 0,
            Score::Centipawns(centipawns) => {
                let share = 1.0 / (1.0 + (-f64::from(centipawns) / CENTIPAWNS_PER_E).exp());
                ((share * 1000.0).round() as u32).clamp(1, 999)
            }
        };
        Self { win }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn only_proven_results_are_certain() {
        let win = |score| Chances::of(score).win;
        assert_eq!(win(Score::Win(3)), 1000);
        assert_eq!(win(Score::Loss(0)), 0);
        assert_eq!(win(Score::Centipawns(0)), 500);
        assert_eq!(win(Score::Centipawns(400)), 909);
        assert_eq!(win(Score::Centipawns(i32::MAX)), 999);
        assert_eq!(win(Score::Centipawns(i32::MIN)), 1);
    }

    proptest! {
        #[test]
        fn a_better_score_is_no_worse_a_chance(low in -20_000i32..20_000, more in 0i32..5_000) {
            let win = |score| Chances::of(Score::Centipawns(score)).win;
            prop_assert!(win(low) <= win(low + more));
            prop_assert_eq!(win(low) + win(-low), 1000);
        }
    }
}
