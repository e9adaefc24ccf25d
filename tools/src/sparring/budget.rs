//! How much time a move may take.

use std::time::Duration;

use breach_engine::{GameClock, Limits};

/// Moves a game is expected to go on for.
const MOVES_LEFT: u32 = 30;
/// Kept on the clock, as far as a third of it allows: what a busy machine may keep a ready program waiting.
const RESERVE: Duration = Duration::from_millis(200);
/// The part of a fixed time that is kept in reserve, at most the overhead.
const FIXED_TIME_RESERVE: u32 = 32;

/// The time for one move, if time limits it: an even share of the clock, or what was given for the move.
pub(super) fn budget(limits: &Limits) -> Option<Duration> {
    let clock = limits.clock.map(|clock| share(clock, limits.overhead));
    let fixed = limits
        .move_time
        .map(|time| time.saturating_sub(limits.overhead.min(time / FIXED_TIME_RESERVE)));
    clock.into_iter().chain(fixed).min()
}

fn share(clock: GameClock, overhead: Duration) -> Duration {
    let left = clock.remaining.saturating_sub(overhead);
    let usable = left.saturating_sub(RESERVE.min(left / 3));
    let moves = clock.moves_to_go.unwrap_or(MOVES_LEFT).clamp(1, MOVES_LEFT);
    // The increment comes only after the move.
    (usable / moves + clock.increment * 3 / 4).min(usable * 4 / 5)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn no_more_is_spent_than_there_is(
            remaining in 0u64..10_000_000, increment in 0u64..100_000, overhead in 0u64..5_000,
            moves_to_go in prop::option::of(1u32..200), fixed in prop::option::of(0u64..100_000),
        ) {
            let millis = Duration::from_millis;
            let clock = GameClock {
                remaining: millis(remaining), increment: millis(increment), moves_to_go,
            };
            let limits = Limits {
                clock: Some(clock),
                move_time: fixed.map(millis),
                overhead: millis(overhead),
                ..Limits::default()
            };
            let time = budget(&limits).unwrap();
            prop_assert!(time <= clock.remaining.saturating_sub(limits.overhead));
            prop_assert!(fixed.is_none_or(|fixed| time <= millis(fixed)));
        }
    }

    #[test]
    fn without_a_clock_there_is_no_budget() {
        assert_eq!(budget(&Limits { nodes: Some(3), ..Limits::default() }), None);
    }
}
