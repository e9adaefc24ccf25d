//! What a score means for the result: chances in thousandths, for `UCI_ShowWDL`.

use breach_engine::{Score, Variant, freeling::Rules};

/// Centipawns that multiply the odds by *e*. A constant of the model and not a measurement: with it 400 centipawns, a
/// few men, come to odds of 10 to 1, the scale on which Elo counts ratings.
pub const CENTIPAWNS_PER_E: f64 = 173.7;

/// Chances of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chances {
    /// Thousandths of a win.
    pub win: u32,
    /// Thousandths of a draw; what is missing to 1000 is loss.
    pub draw: u32,
}

impl Chances {
    /// The chances behind a score in a game of `variant`. Only a proven result is certain.
    ///
    /// The odds of winning follow a logistic curve, and so do those of losing, both moved away from even by as much as
    /// leaves room for the draws of games between equals.
    pub fn of(score: Score, variant: Variant) -> Self {
        match score {
            Score::Win(_) => Self { win: 1000, draw: 0 },
            Score::Loss(_) => Self { win: 0, draw: 0 },
            Score::Centipawns(centipawns) => {
                let share = draws_of_equals(variant);
                let margin = ((1.0 + share) / (1.0 - share)).ln();
                let odds = f64::from(centipawns) / CENTIPAWNS_PER_E;
                let win = thousandths(odds - margin);
                Self { win, draw: 1000 - win - thousandths(-odds - margin) }
            }
        }
    }

    /// Thousandths of a loss.
    pub fn loss(self) -> u32 {
        1000 - self.win - self.draw
    }
}

/// The share of draws among equals, from games of the engine against itself (`docs/strength.md`).
fn draws_of_equals(variant: Variant) -> f64 {
    match variant {
        Variant::Breakthrough(_) => 0.0,
        Variant::Freeling(Rules::Author) => 0.02,
        Variant::Freeling(Rules::Towers) => 0.25,
    }
}

fn thousandths(log_odds: f64) -> u32 {
    let share = 1.0 / (1.0 + (-log_odds).exp());
    ((share * 1000.0).round() as u32).clamp(1, 999)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(score: Score) -> (u32, u32) {
        let chances = Chances::of(score, Variant::default());
        (chances.win, chances.draw)
    }

    #[test]
    fn only_proven_results_are_certain() {
        assert_eq!(of(Score::Win(3)), (1000, 0));
        assert_eq!(of(Score::Loss(0)), (0, 0));
        assert_eq!(of(Score::Centipawns(0)), (500, 0));
        assert_eq!(of(Score::Centipawns(400)), (909, 0));
        assert_eq!(of(Score::Centipawns(i32::MAX)), (999, 0));
        assert_eq!(of(Score::Centipawns(i32::MIN)), (1, 0));
    }

    #[test]
    fn games_that_can_be_drawn_leave_room_for_it() {
        let even = Chances::of(Score::Centipawns(0), Variant::Freeling(Rules::Towers));
        assert_eq!((even.win, even.draw, even.loss()), (375, 250, 375));
    }

    proptest! {
        #[test]
        fn a_better_score_is_no_worse_a_chance(low in -20_000i32..20_000, more in 0i32..5_000) {
            for variant in [Variant::default(), Variant::Freeling(Rules::Towers)] {
                let chances = |score| Chances::of(Score::Centipawns(score), variant);
                prop_assert!(chances(low).win <= chances(low + more).win);
                prop_assert_eq!(chances(low).win, chances(-low).loss());
                prop_assert!(chances(low).draw <= 1000);
            }
        }
    }
}
