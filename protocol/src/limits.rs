//! From what a `go` asks for to what ends the search.

use std::time::Duration;

use breach_engine::{AnyPosition, GameClock, Handicap, Limits, MoveError, Side};

use crate::command::Go;
use crate::options::Settings;

/// The longest time that is taken seriously: ten years. Longer ones could overflow when they are multiplied.
const LONGEST: i64 = 10 * 365 * 24 * 3_600_000;

/// The limits of a search of `position`, and what is wrong with the first of the moves to look at that is none. Moves
/// that cannot be played are left out; when no other was named, all are looked at.
pub fn limits(
    go: &Go,
    position: &dyn AnyPosition,
    settings: &Settings,
) -> (Limits, Option<MoveError>) {
    let (search_moves, problem) = search_moves(go, position);
    let limited = settings.limits_strength && !settings.analyses;
    let handicap = limited.then(|| Handicap::new(settings.elo).nodes());
    let limits = Limits {
        depth: go.depth,
        nodes: go.nodes.into_iter().chain(handicap).min(),
        mate: go.mate,
        move_time: go.move_time.map(milliseconds),
        clock: clock(go, position.side_to_move()),
        infinite: go.infinite,
        search_moves,
        multi_pv: settings.multi_pv,
        overhead: settings.overhead,
    };
    (limits, problem)
}

fn search_moves(
    go: &Go,
    position: &dyn AnyPosition,
) -> (Vec<breach_engine::Move>, Option<MoveError>) {
    let mut moves = Vec::new();
    let mut problem = None;
    for text in &go.search_moves {
        match position.parse_move(text) {
            Ok(mv) => moves.push(mv),
            Err(error) => problem = problem.or(Some(error)),
        }
    }
    (moves, problem)
}

/// The side's own clock. If only the other side's time was told, it stands for both: a search that waits for ever would
/// be worse.
fn clock(go: &Go, side: Side) -> Option<GameClock> {
    let (own, other) = (side.index(), (!side).index());
    let remaining = go.time[own].or(go.time[other]);
    if remaining.is_none() && go.increment[own].is_none() {
        return None;
    }
    Some(GameClock {
        remaining: milliseconds(remaining.unwrap_or(0)),
        increment: milliseconds(go.increment[own].unwrap_or(0)),
        moves_to_go: go.moves_to_go.filter(|moves| *moves > 0),
    })
}

/// Overdrawn clocks stand at zero.
fn milliseconds(number: i64) -> Duration {
    Duration::from_millis(number.clamp(0, LONGEST) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::command::Command;
    use crate::dialect::uci;
    use breach_engine::Variant;
    use proptest::prelude::*;

    fn read(line: &str) -> Go {
        match uci::read(line) {
            Ok(Some(Command::Go(go))) => go,
            other => panic!("{line} is read as {other:?}"),
        }
    }

    fn limits_of(line: &str) -> Limits {
        let position = Variant::default().start();
        limits(&read(line), position.as_ref(), &Settings::default()).0
    }

    fn remaining(line: &str) -> Option<u128> {
        limits_of(line).clock.map(|clock| clock.remaining.as_millis())
    }

    #[test]
    fn each_side_uses_its_own_clock() {
        assert_eq!(remaining("go wtime 700 btime 900"), Some(700));
        let mut position = Variant::default().start();
        let mv = position.parse_move("a2a3").unwrap();
        position.play(mv).unwrap();
        let go = read("go btime 900 wtime 700 binc 3 winc 2");
        let clock = limits(&go, position.as_ref(), &Settings::default()).0.clock.unwrap();
        assert_eq!(clock.remaining, Duration::from_millis(900));
        assert_eq!(clock.increment, Duration::from_millis(3));
    }

    #[test]
    fn the_only_clock_told_is_used() {
        assert_eq!(remaining("go btime 100"), Some(100));
        assert_eq!(remaining("go wtime 100"), Some(100));
        assert_eq!(remaining("go winc 100"), Some(0));
        assert_eq!(remaining("go depth 3"), None);
    }

    #[test]
    fn overdrawn_and_endless_clocks_are_brought_into_bounds() {
        assert_eq!(remaining("go wtime -5 btime 10"), Some(0));
        let longest = Some(LONGEST as u128);
        assert_eq!(remaining("go wtime 99999999999999999999999"), longest);
        assert_eq!(limits_of("go movetime -1").move_time, Some(Duration::ZERO));
        assert_eq!(limits_of("go movetime 0").move_time, Some(Duration::ZERO));
    }

    #[test]
    fn the_handicap_joins_the_other_limits() {
        let position = Variant::default().start();
        let mut settings = Settings { limits_strength: true, elo: 500, ..Settings::default() };
        let nodes =
            |settings: &Settings, line| limits(&read(line), position.as_ref(), settings).0.nodes;
        assert_eq!(nodes(&settings, "go nodes 20"), Some(20));
        assert_eq!(nodes(&settings, "go nodes 2000"), Some(30));
        assert_eq!(nodes(&settings, "go infinite"), Some(30));
        settings.analyses = true;
        assert_eq!(nodes(&settings, "go infinite"), None);
    }

    #[test]
    fn moves_that_cannot_be_played_are_named_and_left_out() {
        let position = Variant::default().start();
        let go = read("go depth 2 searchmoves a2a3 e2e4 b2b3 depth 9");
        let (limits, problem) = limits(&go, position.as_ref(), &Settings::default());
        assert_eq!(limits.search_moves.len(), 2);
        assert_eq!(limits.depth, Some(2));
        assert_eq!(problem, Some(MoveError::Illegal("e2e4".into())));
    }

    proptest! {
        #[test]
        fn no_clock_is_out_of_bounds(time: i64, increment: i64, move_time: i64) {
            let line = format!("go wtime {time} winc {increment} movetime {move_time}");
            let limits = limits_of(&line);
            let longest = Duration::from_millis(LONGEST as u64);
            let clock = limits.clock.unwrap();
            prop_assert!(clock.remaining <= longest && clock.increment <= longest);
            prop_assert!(limits.move_time.unwrap() <= longest);
        }
    }
}
