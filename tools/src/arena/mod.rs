//! Games, pairs of games and matches between engines.
//!
//! Lowest first: [`TimeControl`] and [`Pace`] (what a player may use), [`Contestant`] (a program with its pace),
//! [`OpeningSource`] (where games begin), the game itself, refereed by the rules and not by the engines' word,
//! [`Schedule`] (who plays whom from where), [`Standing`] (what the records add up to) and [`Match`] (all of it on
//! several threads).

mod clock;
mod contestant;
mod game;
mod openings;
mod schedule;
mod settings;
mod standing;
mod tournament;

pub use clock::{GameClock, Overrun, Pace, TimeControl, TimeControlError};
pub use contestant::{Contestant, read_contestants};
pub use openings::{Opening, OpeningError, OpeningRule, OpeningSource};
pub use schedule::{Encounter, Schedule};
pub use settings::{SettingError, read_openings, read_sprt};
pub use standing::{Faults, PlayerFigures, Standing};
pub use tournament::{Match, MatchError, Observer};
