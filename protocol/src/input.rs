//! Reading lines, whatever bytes they hold.

use std::io::{self, BufRead, Read};
use std::sync::mpsc::Sender;
use std::time::Instant;

use crate::event::Event;

/// Bytes of the longest line that is read. A game of a thousand moves fits several hundred times.
pub const LONGEST_LINE: u64 = 1 << 20;

/// A line read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// Its text, without the end; what is no UTF-8 is replaced.
    Text(String),
    /// It was longer than [`LONGEST_LINE`], and is skipped.
    TooLong,
}

/// Reads a line. Nothing at the end of the input; a last line need not be ended.
///
/// # Errors
/// When the input cannot be read.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') {
        skip_line(input)?;
        return Ok(Some(Line::TooLong));
    }
    let text = String::from_utf8_lossy(&bytes);
    Ok(Some(Line::Text(text.trim_end_matches(['\n', '\r']).to_owned())))
}

fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let bytes = match input.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            other => other?,
        };
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let used = end.map_or(bytes.len(), |end| end + 1);
        input.consume(used);
        if end.is_some() || used == 0 {
            return Ok(());
        }
    }
}

/// Sends every line to the session, with the moment it was read at: clocks run from there.
pub(crate) fn send_lines(mut input: impl BufRead, events: &Sender<Event>) {
    loop {
        let event = match read_line(&mut input) {
            Ok(Some(Line::Text(text))) => Event::Line(Instant::now(), text),
            Ok(Some(Line::TooLong)) => Event::LongLine,
            Ok(None) => Event::EndOfInput,
            Err(error) => {
                log::warn!("input: {error}");
                Event::EndOfInput
            }
        };
        let last = matches!(event, Event::EndOfInput);
        if events.send(event).is_err() || last {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn lines(mut bytes: &[u8]) -> Vec<Line> {
        std::iter::from_fn(|| read_line(&mut bytes).unwrap()).collect()
    }

    fn text(line: &str) -> Line {
        Line::Text(line.to_owned())
    }

    #[test]
    fn lines_end_at_either_kind_of_end_or_at_none() {
        assert_eq!(lines(b"a\r\n\nb c\n\0\nd"), ["a", "", "b c", "\0", "d"].map(text));
        assert_eq!(lines(b""), []);
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced() {
        assert_eq!(lines(b"a\xff\xfeb\n"), [text("a\u{fffd}\u{fffd}b")]);
    }

    #[test]
    fn a_line_without_bounds_is_skipped_and_the_next_is_read() {
        let longest = LONGEST_LINE as usize;
        let mut bytes = vec![b'x'; 3 * longest];
        bytes.extend(b"\nisready\n");
        assert_eq!(lines(&bytes), [Line::TooLong, text("isready")]);
        let mut just_fits = vec![b'x'; longest - 1];
        just_fits.extend(b"\nisready\n");
        assert_eq!(lines(&just_fits)[1], text("isready"));
        assert!(matches!(&lines(&just_fits)[0], Line::Text(line) if line.len() == longest - 1));
    }

    proptest! {
        #[test]
        fn any_bytes_are_as_many_lines_as_they_have_ends(bytes: Vec<u8>) {
            let pieces = bytes.split(|byte| *byte == b'\n').count();
            let ended = usize::from(bytes.last().is_none_or(|byte| *byte == b'\n'));
            prop_assert_eq!(lines(&bytes).len(), pieces - ended);
        }
    }
}
