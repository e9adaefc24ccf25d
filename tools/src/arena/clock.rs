//! What time, nodes and depth a player may use, and the clock that runs in a game.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

use crate::engine_process::{Go, by_side};
use breach_engine::Side;

/// How late an answer to a time for one move may be, unless said otherwise. Such engines aim at the exact moment, so
/// without a margin each delay of the system would decide a game.
const MOVE_TIME_MARGIN: Duration = Duration::from_millis(50);

/// A clock's setting: `moves/seconds+increment`, `1+0.01` for the whole game, minutes as in `1:30+1`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// Moves after which `base` is added again; none if it is for the whole game.
    pub moves: Option<u32>,
    /// Time on the clock at first.
    pub base: Duration,
    /// Time added after each move.
    pub increment: Duration,
}

/// Text that is no time control.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{0}' is no time control: [moves/][minutes:]seconds[+increment]")]
pub struct TimeControlError(String);

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<Self, TimeControlError> {
        let read = || {
            let (moves, time) = match text.split_once('/') {
                Some((moves, time)) => (Some(moves.parse().ok().filter(|&n| n > 0)?), time),
                None => (None, text),
            };
            let (base, increment) = time.split_once('+').unwrap_or((time, "0"));
            let (minutes, seconds) = base.split_once(':').unwrap_or(("0", base));
            let minutes = Duration::from_secs(60 * u64::from(minutes.parse::<u16>().ok()?));
            let base = minutes + read_seconds(seconds)?;
            let increment = read_seconds(increment)?;
            (!base.is_zero()).then_some(Self { moves, base, increment })
        };
        read().ok_or_else(|| TimeControlError(text.into()))
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if self.increment.is_zero() {
            Ok(())
        } else {
            write!(f, "+{}", self.increment.as_secs_f64())
        }
    }
}

/// Reads seconds with at most a million of them.
pub(super) fn read_seconds(text: &str) -> Option<Duration> {
    let plain = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let seconds: f64 = if plain { text.parse().ok()? } else { return None };
    (seconds <= 1e6).then(|| Duration::from_secs_f64(seconds))
}

/// All that limits a player's searches. Whatever is reached first ends a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pace {
    /// A clock for the game.
    pub clock: Option<TimeControl>,
    /// A time for each move.
    pub move_time: Option<Duration>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Plies for each move.
    pub depth: Option<u32>,
    /// How much later than allowed a move may come.
    pub margin: Option<Duration>,
}

impl Pace {
    /// Whether nothing would ever end a search.
    pub fn is_unlimited(&self) -> bool {
        let untimed = self.clock.is_none() && self.move_time.is_none();
        untimed && self.nodes.is_none() && self.depth.is_none()
    }

    /// This pace, with `general` where it says nothing. A clock and a time for the move replace each other.
    #[must_use]
    pub fn or(self, general: &Self) -> Self {
        let timed = self.clock.is_some() || self.move_time.is_some();
        Self {
            clock: if timed { self.clock } else { general.clock },
            move_time: if timed { self.move_time } else { general.move_time },
            nodes: self.nodes.or(general.nodes),
            depth: self.depth.or(general.depth),
            margin: self.margin.or(general.margin),
        }
    }

    /// How much later than allowed a move may come: as set, or none on a clock and a little for a time per move.
    pub fn margin(&self) -> Duration {
        let default = if self.move_time.is_some() { MOVE_TIME_MARGIN } else { Duration::ZERO };
        self.margin.unwrap_or(default)
    }
}

impl fmt::Display for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |time: Duration| time.as_secs_f64().to_string();
        let parts = [
            self.clock.map(|clock| format!("tc={clock}")),
            self.move_time.map(|time| format!("st={}", seconds(time))),
            self.nodes.map(|nodes| format!("nodes={nodes}")),
            self.depth.map(|depth| format!("depth={depth}")),
            (self.clock.is_some() || self.move_time.is_some())
                .then(|| format!("timemargin={}", self.margin().as_millis())),
        ];
        f.write_str(&parts.into_iter().flatten().collect::<Vec<_>>().join(" "))
    }
}

/// A move that took longer than allowed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("{used:.1?} used of {allowed:.1?}")]
pub struct Overrun {
    /// What it took.
    pub used: Duration,
    /// What was left, without the margin.
    pub allowed: Duration,
}

/// One player's time in one game.
#[derive(Clone, Debug)]
pub struct GameClock {
    pace: Pace,
    left: Duration,
    moves: u32,
}

impl GameClock {
    /// The clock at the start of a game.
    pub fn new(pace: Pace) -> Self {
        Self { pace, left: pace.clock.map_or(Duration::ZERO, |clock| clock.base), moves: 0 }
    }

    /// The time allowed for the coming move, without the margin; none if no time limits it.
    fn allowed(&self) -> Option<Duration> {
        let clock = self.pace.clock.map(|_| self.left);
        clock.into_iter().chain(self.pace.move_time).min()
    }

    /// How long an answer to the coming move is waited for, if time limits it.
    pub fn patience(&self) -> Option<Duration> {
        self.allowed().map(|allowed| allowed + self.pace.margin())
    }

    /// The limits of the search of the player whose clock this is, the opponent having `other`.
    pub fn go(&self, mover: Side, other: &Self) -> Go {
        let reading = |clock: &Self| clock.pace.clock.map(|tc| (clock.left, tc.increment));
        // An opponent without a clock shows the player's own: programs expect both.
        let clocks = reading(self).map(|own| by_side(mover, own, reading(other).unwrap_or(own)));
        let moves = self.pace.clock.and_then(|clock| clock.moves);
        Go {
            clocks,
            moves_to_go: moves.map(|moves| moves - self.moves % moves),
            move_time: self.pace.move_time,
            nodes: self.pace.nodes,
            depth: self.pace.depth,
        }
    }

    /// Charges a move.
    ///
    /// # Errors
    /// When it took longer than allowed and the margin together.
    pub fn charge(&mut self, used: Duration) -> Result<(), Overrun> {
        if let Some(allowed) = self.allowed()
            && used > allowed + self.pace.margin()
        {
            return Err(Overrun { used, allowed });
        }
        self.moves += 1;
        if let Some(clock) = self.pace.clock {
            self.left = self.left.saturating_sub(used) + clock.increment;
            if clock.moves.is_some_and(|moves| self.moves.is_multiple_of(moves)) {
                self.left += clock.base;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(millis: u64) -> Duration {
        Duration::from_millis(millis)
    }

    fn clock(text: &str) -> GameClock {
        GameClock::new(Pace { clock: Some(text.parse().unwrap()), ..Pace::default() })
    }

    #[test]
    fn time_controls_are_read_and_written() {
        for text in ["1+0.01", "40/60", "40/60+0.5", "0.05", "5+2"] {
            assert_eq!(text.parse::<TimeControl>().unwrap().to_string(), text);
        }
        assert_eq!("1:30+1".parse::<TimeControl>().unwrap().to_string(), "90+1");
        for text in [
            "",
            "0",
            "x",
            "-1",
            "1+",
            "+1",
            "0/5",
            "/5",
            "1+-1",
            "nan",
            "inf",
            "1e3",
            "1:",
            "99999999999",
        ] {
            assert!(text.parse::<TimeControl>().is_err(), "{text}");
        }
    }

    #[test]
    fn increments_follow_moves() {
        let mut clock = clock("1+0.1");
        clock.charge(millis(1000)).unwrap();
        assert_eq!(clock.left, millis(100));
        let overrun = clock.charge(millis(101)).unwrap_err();
        assert_eq!(overrun, Overrun { used: millis(101), allowed: millis(100) });
    }

    #[test]
    fn time_is_added_after_the_last_move_of_a_period() {
        let (mut own, other) = (clock("2/1"), clock("2/1"));
        let to_go = |clock: &GameClock| clock.go(Side::White, &other).moves_to_go;
        assert_eq!(to_go(&own), Some(2));
        own.charge(millis(400)).unwrap();
        assert_eq!((to_go(&own), own.left), (Some(1), millis(600)));
        own.charge(millis(600)).unwrap();
        assert_eq!((to_go(&own), own.left), (Some(2), millis(1000)));
    }

    #[test]
    fn a_margin_forgives_but_gives_nothing() {
        let control = "1".parse().ok();
        let mut clock =
            GameClock::new(Pace { clock: control, margin: Some(millis(20)), ..Pace::default() });
        assert_eq!(clock.patience(), Some(millis(1020)));
        clock.charge(millis(1015)).unwrap();
        assert_eq!(clock.left, Duration::ZERO);
        assert!(clock.charge(millis(21)).is_err());
    }

    #[test]
    fn a_time_for_the_move_has_a_margin_of_its_own() {
        let mut clock = GameClock::new(Pace { move_time: Some(millis(100)), ..Pace::default() });
        assert!(clock.charge(millis(150)).is_ok());
        assert!(clock.charge(millis(151)).is_err());
        assert_eq!(GameClock::new(Pace { nodes: Some(9), ..Pace::default() }).patience(), None);
    }

    #[test]
    fn clocks_are_sent_by_side() {
        let (own, other) = (clock("1+0.1"), clock("2"));
        let clocks = own.go(Side::Black, &other).clocks.unwrap();
        assert_eq!(clocks, [(millis(2000), Duration::ZERO), (millis(1000), millis(100))]);
        let untimed = GameClock::new(Pace { depth: Some(1), ..Pace::default() });
        assert_eq!(own.go(Side::White, &untimed).clocks.unwrap()[1], (millis(1000), millis(100)));
        assert_eq!(untimed.go(Side::White, &own).clocks, None);
    }

    #[test]
    fn a_players_own_pace_goes_before_the_general_one() {
        let general = Pace { move_time: Some(millis(5)), nodes: Some(7), ..Pace::default() };
        let own = Pace { clock: "1".parse().ok(), ..Pace::default() };
        let merged = own.or(&general);
        assert_eq!((merged.clock, merged.move_time, merged.nodes), (own.clock, None, Some(7)));
        assert_eq!(Pace::default().or(&general), general);
        assert!(Pace::default().is_unlimited() && !general.is_unlimited());
    }
}
