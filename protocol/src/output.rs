//! Writing replies: whole lines, each flushed, and noted in the debug log when there is one.

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use crate::reply::Reply;

/// Where a session writes to.
#[derive(Debug)]
pub struct Output<W> {
    writer: W,
    log: Option<File>,
}

impl<W: Write> Output<W> {
    /// An output without a log.
    pub fn new(writer: W) -> Self {
        Self { writer, log: None }
    }

    /// Appends every line from now on to the file at `path`; to none without a path.
    ///
    /// # Errors
    /// When the file cannot be opened; the log stays where it was.
    pub fn log_to(&mut self, path: Option<&Path>) -> io::Result<()> {
        let open = |path| OpenOptions::new().create(true).append(true).open(path);
        self.log = path.map(open).transpose()?;
        Ok(())
    }

    /// Writes a reply.
    ///
    /// # Errors
    /// When the output is closed or full.
    pub fn say(&mut self, reply: &Reply) -> io::Result<()> {
        let line = reply.to_string();
        self.write(&line)?;
        self.note("<<", &line)
    }

    /// Notes a line that was read.
    ///
    /// # Errors
    /// As [`Output::say`]: that the log is full has to be said.
    pub fn heard(&mut self, line: &str) -> io::Result<()> {
        self.note(">>", line)
    }

    fn write(&mut self, line: &str) -> io::Result<()> {
        // One call for the line and its end: no reader sees a part of it.
        self.writer.write_all(format!("{line}\n").as_bytes())?;
        self.writer.flush()
    }

    /// A log that cannot be written is closed: the game matters more.
    fn note(&mut self, direction: &str, line: &str) -> io::Result<()> {
        log::debug!("{direction} {line}");
        let Some(log) = &mut self.log else { return Ok(()) };
        if let Err(error) = log.write_all(format!("{direction} {line}\n").as_bytes()) {
            self.log = None;
            self.write(&Reply::Message(format!("Debug Log File: {error}")).to_string())?;
        }
        Ok(())
    }
}
