//! When to stop: from a clock to a soft limit, after which no new iteration starts, and a hard limit, at which the
//! running one is broken off.

use std::time::Duration;

use super::limits::{GameClock, Limits};

/// Times counted from the start of the side's own clock. `None`: no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct TimePlan {
    /// What a move is expected to take; scaled by how settled the best move is.
    pub(crate) soft: Option<Duration>,
    /// What a move may take at the very most.
    pub(crate) hard: Option<Duration>,
    /// Whether the time belongs to a game's clock, so that what is not used is not lost.
    pub(crate) saves: bool,
}

/// Moves a game is expected to go on for when no control is near. A game takes 35 moves a side; later moves are decided
/// more often than not.
const MOVES_LEFT: u32 = 30;
/// Kept on the clock, as far as there is that much: what a busy machine may keep a ready thread waiting. 200 games at
/// 1 s + 0.01 s on two cores with six busy processes met one wait of 140 ms.
const STALL_RESERVE: Duration = Duration::from_millis(200);
/// The part of a fixed time that is kept in reserve, at most the overhead.
const FIXED_TIME_RESERVE: u32 = 32;
/// The least time a search asks for, whatever the clock says.
const LEAST: Duration = Duration::from_millis(1);

impl TimePlan {
    /// The plan for one move under `limits`.
    pub(crate) fn new(limits: &Limits) -> Self {
        let clock = limits.clock.map(|clock| Self::of_clock(clock, limits.overhead));
        // No clock runs out at the end of a fixed time, so a small part of it is reserve enough.
        let fixed = limits.move_time.map(|time| {
            let reserve = limits.overhead.min(time / FIXED_TIME_RESERVE);
            time.saturating_sub(reserve).max(LEAST)
        });
        match (clock, fixed) {
            (Some(plan), Some(fixed)) => {
                Self { hard: plan.hard.map(|hard| hard.min(fixed)), ..plan }
            }
            (Some(plan), None) => plan,
            (None, hard) => Self { soft: None, hard, saves: false },
        }
    }

    fn of_clock(clock: GameClock, overhead: Duration) -> Self {
        // What can be spent at all without losing on time; the increment comes only after the move.
        let left = clock.remaining.saturating_sub(overhead);
        let usable = left.saturating_sub(STALL_RESERVE.min(left / 3));
        let moves = clock.moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
        let increments = clock.increment.saturating_sub(overhead) * 3 / 4;
        let share = usable / moves + increments;
        // With one move to the control, everything left may be spent, but for a reserve against a busy machine.
        let ceiling = usable * 4 / 5;
        let soft = share.min(ceiling);
        let hard = (share * 4).min(if moves == 1 { ceiling } else { usable / 3 });
        Self { soft: Some(soft.max(LEAST)), hard: Some(hard.max(soft).max(LEAST)), saves: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn no_plan_spends_more_than_the_clock_has(
            remaining in 0u64..10_000_000, increment in 0u64..100_000,
            moves_to_go in prop::option::of(0u32..200), overhead in 0u64..5_000,
        ) {
            let clock = GameClock {
                remaining: Duration::from_millis(remaining),
                increment: Duration::from_millis(increment),
                moves_to_go,
            };
            let plan = TimePlan::of_clock(clock, Duration::from_millis(overhead));
            let (soft, hard) = (plan.soft.unwrap(), plan.hard.unwrap());
            prop_assert!(soft <= hard);
            let spendable = clock.remaining.saturating_sub(Duration::from_millis(overhead));
            prop_assert!(hard <= spendable.max(LEAST));
        }
    }

    #[test]
    fn a_clock_of_nothing_still_leaves_a_millisecond() {
        let clock = GameClock {
            remaining: Duration::ZERO,
            increment: Duration::ZERO,
            moves_to_go: Some(1),
        };
        let plan = TimePlan::of_clock(clock, Duration::from_millis(10));
        assert_eq!((plan.soft, plan.hard), (Some(LEAST), Some(LEAST)));
    }

    #[test]
    fn the_whole_increment_is_not_spent_when_nothing_else_is_left() {
        let increment = Duration::from_secs(10);
        let clock = GameClock { remaining: increment, increment, moves_to_go: None };
        let plan = TimePlan::of_clock(clock, Duration::from_millis(10));
        assert!(plan.hard.unwrap() <= increment * 9 / 10);
    }

    #[test]
    fn the_shorter_of_clock_and_move_time_counts() {
        let limits = Limits {
            move_time: Some(Duration::from_millis(50)),
            clock: Some(GameClock {
                remaining: Duration::from_secs(90),
                increment: Duration::ZERO,
                moves_to_go: None,
            }),
            ..Limits::default()
        };
        assert_eq!(TimePlan::new(&limits).hard, Some(Duration::from_millis(50)));
    }
}
