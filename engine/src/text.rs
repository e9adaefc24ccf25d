//! What the notations of all games have in common.

use std::fmt;

use crate::board::BoardSize;

/// Text from outside as an error message can show it: on one line, and of bounded length.
pub(crate) fn shortened(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(40).collect()
}

/// Writes the board field: from the top rank down, a letter for each square that has one, numbers for runs of those that
/// have none.
pub(crate) fn write_board(
    f: &mut fmt::Formatter<'_>,
    size: BoardSize,
    letter: impl Fn(u32) -> Option<char>,
) -> fmt::Result {
    for (row, squares) in size.rows_from_top().enumerate() {
        if row > 0 {
            f.write_str("/")?;
        }
        let mut empty = 0;
        for square in squares {
            if let Some(letter) = letter(square) {
                write_run(f, empty)?;
                empty = 0;
                write!(f, "{letter}")?;
            } else {
                empty += 1;
            }
        }
        write_run(f, empty)?;
    }
    Ok(())
}

fn write_run(f: &mut fmt::Formatter<'_>, empty: u32) -> fmt::Result {
    if empty > 0 { write!(f, "{empty}") } else { Ok(()) }
}

/// Reads a counter of plies or moves: digits alone, below 65,536.
pub(crate) fn counter(text: &str) -> Option<u16> {
    let digits = text.bytes().all(|byte| byte.is_ascii_digit());
    digits.then(|| text.parse().ok()).flatten()
}
