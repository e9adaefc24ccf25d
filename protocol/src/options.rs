//! What can be set: each option knows its name and its limits, and reads its own value.
//!
//! [`read`] turns a name and a value into a [`Setting`], which is within its limits by construction; the session carries
//! it out and keeps it in [`Settings`].

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use breach_engine::{ELO_RANGE, Variant};
use thiserror::Error;

use crate::command::shown;

/// A whole number with limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spin {
    /// The name.
    pub name: &'static str,
    /// The value it starts with.
    pub default: u32,
    /// The least value.
    pub least: u32,
    /// The greatest value.
    pub most: u32,
}

/// Yes or no.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Check {
    /// The name.
    pub name: &'static str,
    /// The value it starts with.
    pub default: bool,
}

/// A value that names one of several things.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Combo {
    /// The name.
    pub name: &'static str,
    /// The names of the things; it starts with the first.
    pub choices: &'static [&'static str],
}

/// Something to do at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Button {
    /// The name.
    pub name: &'static str,
}

/// Any text; it starts empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Text {
    /// The name.
    pub name: &'static str,
}

/// Size of the transposition table in MiB.
pub const HASH: Spin = Spin { name: "Hash", default: 16, least: 1, most: 33_554_432 };
/// Threads that search.
pub const THREADS: Spin = Spin { name: "Threads", default: 1, least: 1, most: 256 };
/// Lines to report.
pub const MULTI_PV: Spin = Spin { name: "MultiPV", default: 1, least: 1, most: 256 };
/// Whether the other side may let this one ponder; it needs nothing done.
pub const PONDER: Check = Check { name: "Ponder", default: false };
/// Milliseconds lost on the way between the two clocks.
pub const MOVE_OVERHEAD: Spin = Spin { name: "Move Overhead", default: 10, least: 0, most: 5_000 };
/// Empties the transposition table.
pub const CLEAR_HASH: Button = Button { name: "Clear Hash" };
/// Analysis: the strength is not limited.
pub const ANALYSE_MODE: Check = Check { name: "UCI_AnalyseMode", default: false };
/// Whether to write the chances of a win.
pub const SHOW_WDL: Check = Check { name: "UCI_ShowWDL", default: false };
/// Whether to play no better than [`ELO`].
pub const LIMIT_STRENGTH: Check = Check { name: "UCI_LimitStrength", default: false };
/// How well to play when the strength is limited.
pub const ELO: Spin =
    Spin { name: "UCI_Elo", default: 1_500, least: *ELO_RANGE.start(), most: *ELO_RANGE.end() };
/// The game.
pub const VARIANT: Combo = Combo { name: "UCI_Variant", choices: &Variant::OFFERED };
/// A file that every line is appended to.
pub const DEBUG_LOG_FILE: Text = Text { name: "Debug Log File" };

/// An option as it is offered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Offer {
    /// A number.
    Spin(Spin),
    /// Yes or no.
    Check(Check),
    /// One of several.
    Combo(Combo),
    /// Something to do.
    Button(Button),
    /// Text.
    Text(Text),
}

/// All options, in the order they are offered.
pub const OFFERS: [Offer; 12] = [
    Offer::Text(DEBUG_LOG_FILE),
    Offer::Spin(THREADS),
    Offer::Spin(HASH),
    Offer::Button(CLEAR_HASH),
    Offer::Check(PONDER),
    Offer::Spin(MULTI_PV),
    Offer::Spin(MOVE_OVERHEAD),
    Offer::Check(ANALYSE_MODE),
    Offer::Check(SHOW_WDL),
    Offer::Check(LIMIT_STRENGTH),
    Offer::Spin(ELO),
    Offer::Combo(VARIANT),
];

/// An option's value, within its limits.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Setting {
    /// [`HASH`].
    Hash(usize),
    /// [`THREADS`].
    Threads(usize),
    /// [`MULTI_PV`].
    MultiPv(usize),
    /// [`PONDER`].
    Ponder(bool),
    /// [`MOVE_OVERHEAD`].
    MoveOverhead(Duration),
    /// [`CLEAR_HASH`].
    ClearHash,
    /// [`ANALYSE_MODE`].
    AnalyseMode(bool),
    /// [`SHOW_WDL`].
    ShowWdl(bool),
    /// [`LIMIT_STRENGTH`].
    LimitStrength(bool),
    /// [`ELO`].
    Elo(u32),
    /// [`VARIANT`].
    Variant(Variant),
    /// [`DEBUG_LOG_FILE`]; none to close it.
    DebugLogFile(Option<PathBuf>),
}

/// The values a search depends on, save those the engine keeps itself.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// [`MULTI_PV`].
    pub multi_pv: usize,
    /// [`MOVE_OVERHEAD`].
    pub overhead: Duration,
    /// [`ANALYSE_MODE`].
    pub analyses: bool,
    /// [`SHOW_WDL`].
    pub shows_chances: bool,
    /// [`LIMIT_STRENGTH`].
    pub limits_strength: bool,
    /// [`ELO`].
    pub elo: u32,
    /// [`VARIANT`].
    pub variant: Variant,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            multi_pv: MULTI_PV.default as usize,
            overhead: Duration::from_millis(u64::from(MOVE_OVERHEAD.default)),
            analyses: ANALYSE_MODE.default,
            shows_chances: SHOW_WDL.default,
            limits_strength: LIMIT_STRENGTH.default,
            elo: ELO.default,
            variant: Variant::default(),
        }
    }
}

/// An option that cannot be set so. Its value stays.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OptionError {
    /// There is no such option.
    #[error("no option is called '{0}'")]
    Unknown(String),
    /// A number outside the limits, or no number.
    #[error("{}: '{found}' is no whole number from {} to {}", option.name, option.least, option.most)]
    Spin {
        /// The option.
        option: Spin,
        /// What was given.
        found: String,
    },
    /// Neither yes nor no.
    #[error("{name}: '{found}' is neither true nor false")]
    Check {
        /// The option's name.
        name: &'static str,
        /// What was given.
        found: String,
    },
    /// None of the things that can be named.
    #[error("{name}: {problem}")]
    Combo {
        /// The option's name.
        name: &'static str,
        /// What is wrong.
        problem: String,
    },
}

/// Reads an option by its name, in either case.
///
/// # Errors
/// When there is no such option, or the value is not one it can have.
pub fn read(name: &str, value: Option<&str>) -> Result<Setting, OptionError> {
    let value = value.unwrap_or("").trim_ascii();
    let is = |option: &str| name.eq_ignore_ascii_case(option);
    if is(HASH.name) {
        HASH.read(value).map(|megabytes| Setting::Hash(megabytes as usize))
    } else if is(THREADS.name) {
        THREADS.read(value).map(|threads| Setting::Threads(threads as usize))
    } else if is(MULTI_PV.name) {
        MULTI_PV.read(value).map(|lines| Setting::MultiPv(lines as usize))
    } else if is(PONDER.name) {
        PONDER.read(value).map(Setting::Ponder)
    } else if is(MOVE_OVERHEAD.name) {
        let overhead = MOVE_OVERHEAD.read(value)?;
        Ok(Setting::MoveOverhead(Duration::from_millis(u64::from(overhead))))
    } else if is(CLEAR_HASH.name) {
        // Some programs send a value even to buttons.
        Ok(Setting::ClearHash)
    } else if is(ANALYSE_MODE.name) {
        ANALYSE_MODE.read(value).map(Setting::AnalyseMode)
    } else if is(SHOW_WDL.name) {
        SHOW_WDL.read(value).map(Setting::ShowWdl)
    } else if is(LIMIT_STRENGTH.name) {
        LIMIT_STRENGTH.read(value).map(Setting::LimitStrength)
    } else if is(ELO.name) {
        ELO.read(value).map(Setting::Elo)
    } else if is(VARIANT.name) {
        VARIANT.read(value).map(Setting::Variant)
    } else if is(DEBUG_LOG_FILE.name) {
        Ok(Setting::DebugLogFile(text(value).map(PathBuf::from)))
    } else {
        Err(OptionError::Unknown(shown(name)))
    }
}

impl Spin {
    fn read(self, text: &str) -> Result<u32, OptionError> {
        let number = text.parse().ok().filter(|number| (self.least..=self.most).contains(number));
        number.ok_or_else(|| OptionError::Spin { option: self, found: shown(text) })
    }
}

impl Check {
    fn read(self, text: &str) -> Result<bool, OptionError> {
        if text.eq_ignore_ascii_case("true") {
            Ok(true)
        } else if text.eq_ignore_ascii_case("false") {
            Ok(false)
        } else {
            Err(OptionError::Check { name: self.name, found: shown(text) })
        }
    }
}

impl Combo {
    /// More names than the choices may be understood: the type they stand for decides.
    fn read<T: std::str::FromStr<Err: fmt::Display>>(self, text: &str) -> Result<T, OptionError> {
        text.parse().map_err(|error: T::Err| OptionError::Combo {
            name: self.name,
            problem: error.to_string(),
        })
    }
}

/// Nothing for empty text, which the protocol may write out.
fn text(value: &str) -> Option<&str> {
    Some(value).filter(|value| !value.is_empty() && !value.eq_ignore_ascii_case(EMPTY))
}

/// How the protocol writes empty text.
const EMPTY: &str = "<empty>";

impl fmt::Display for Offer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Spin(Spin { name, default, least, most }) => {
                write!(f, "name {name} type spin default {default} min {least} max {most}")
            }
            Self::Check(Check { name, default }) => {
                write!(f, "name {name} type check default {default}")
            }
            Self::Combo(Combo { name, choices }) => {
                write!(f, "name {name} type combo default {}", choices.first().unwrap_or(&EMPTY))?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            Self::Button(Button { name }) => write!(f, "name {name} type button"),
            Self::Text(Text { name }) => write!(f, "name {name} type string default {EMPTY}"),
        }
    }
}

#[cfg(test)]
mod tests;
