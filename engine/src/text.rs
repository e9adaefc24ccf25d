//! What the notations of all games have in common.

use std::fmt;

/// Text from outside as an error message can show it: on one line, and of bounded length.
pub(crate) fn shortened(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(40).collect()
}

/// Writes a run of empty squares, if there are any.
pub(crate) fn write_run(f: &mut fmt::Formatter<'_>, empty: u32) -> fmt::Result {
    if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
}

/// Reads a counter of plies or moves: digits alone, below 65,536.
pub(crate) fn counter(text: &str) -> Option<u16> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}
