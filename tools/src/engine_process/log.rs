//! A file that all traffic with engines is written to.

use std::fs::File;
use std::io::{self, LineWriter, Write};
use std::path::Path;
use std::sync::Mutex;
use std::time::Instant;

/// A log of the lines to (`>`), from (`<`) and about (`!`) engines, with seconds since its start. Every line is in the
/// file once it is written.
#[derive(Debug)]
pub struct TrafficLog {
    start: Instant,
    file: Mutex<LineWriter<File>>,
}

impl TrafficLog {
    /// A new log in place of whatever `path` held.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub fn create(path: &Path) -> io::Result<Self> {
        let file = Mutex::new(LineWriter::new(File::create(path)?));
        Ok(Self { start: Instant::now(), file })
    }

    /// Writes a line, stamped `at`. A log that cannot be written (a full disk) stops no match.
    pub fn write(&self, at: Instant, engine: &str, direction: char, line: &str) {
        let seconds = at.saturating_duration_since(self.start).as_secs_f64();
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let _ = writeln!(file, "{seconds:.6} {engine} {direction} {line}");
    }
}
