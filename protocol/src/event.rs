//! What a session waits for: lines from outside, and news from the worker, in one queue.

use std::time::Instant;

use breach_engine::{Engine, Finding};

use crate::reply::Reply;

/// Something that happened.
#[derive(Debug)]
pub(crate) enum Event {
    /// A line was read, at this moment; its end is cut off.
    Line(Instant, String),
    /// A line was too long to be read.
    LongLine,
    /// There is no more input.
    EndOfInput,
    /// The worker has something to say.
    Reply(Reply),
    /// The worker is done.
    Done(Done),
}

/// What a worker hands back.
#[derive(Debug)]
pub(crate) struct Done {
    /// The engine it was lent.
    pub(crate) engine: Engine,
    /// What a search came to; none when the work was no search.
    pub(crate) finding: Option<Finding>,
}
