//! The thread that works while the session listens.

use std::fmt;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{self, Sender};
use std::thread;

use breach_engine::level::Choice;
use breach_engine::{AnyPosition, Control, Engine, Finding, Limits, Score, bench};

use crate::count;
use crate::event::{Done, Event};
use crate::reply::{Reply, per_second};

/// Something to do, with all it takes. The engine is lent: it comes back with [`Done`].
#[derive(Debug)]
pub(crate) struct Job {
    pub(crate) engine: Engine,
    pub(crate) position: Box<dyn AnyPosition>,
    pub(crate) control: Arc<Control>,
    pub(crate) work: Work,
}

/// What to do.
#[derive(Debug)]
pub(crate) enum Work {
    /// Search, and write the chances of a win if asked to.
    Search { limits: Limits, with_chances: bool },
    /// Count lines of this many plies.
    Perft(u32),
    /// The signature at this depth.
    Bench(u32),
}

/// A thread of its own, kept for the whole session: a search may not fail for want of one.
#[derive(Debug)]
pub(crate) struct Worker {
    jobs: Sender<Job>,
}

impl Worker {
    /// A worker that reports to `events`.
    pub(crate) fn start(events: Sender<Event>) -> io::Result<Self> {
        let (jobs, received) = mpsc::channel::<Job>();
        let work = move || {
            for job in received {
                let done = job.run(&|reply| drop(events.send(Event::Reply(reply))));
                if events.send(Event::Done(done)).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new().name("worker".to_owned()).spawn(work)?;
        Ok(Self { jobs })
    }

    /// Hands over a job. It comes back if the worker is gone.
    pub(crate) fn give(&self, job: Job) -> Result<(), Box<Job>> {
        self.jobs.send(job).map_err(|error| Box::new(error.0))
    }
}

/// Where a job's replies go.
type Say<'a> = &'a (dyn Fn(Reply) + Sync);

impl Job {
    fn run(mut self, say: Say<'_>) -> Done {
        let is_search = matches!(self.work, Work::Search { .. });
        // A panic is a defect, but one move is no reason to lose the game: the engine's parts stay valid, as they are
        // atomics and numbers, and some legal move is better than none.
        let finding = catch_unwind(AssertUnwindSafe(|| self.carry_out(say)));
        let finding = finding.unwrap_or_else(|_| {
            say(Reply::Message("error: the work failed; please report it".to_owned()));
            is_search.then(|| any_move(self.position.as_ref()))
        });
        Done { engine: self.engine, finding }
    }

    fn carry_out(&mut self, say: Say<'_>) -> Option<Finding> {
        match &self.work {
            Work::Search { limits, with_chances } => {
                let position = self.position.as_ref();
                let mut tell = |report: &_| say(Reply::of_report(report, position, *with_chances));
                Some(position.search(&mut self.engine, limits, &self.control, &mut tell))
            }
            Work::Perft(depth) => {
                self.perft(*depth, say);
                None
            }
            Work::Bench(depth) => {
                self.bench(*depth, say);
                None
            }
        }
    }

    fn perft(&self, depth: u32, say: Say<'_>) {
        let stop = || self.control.is_stopped();
        let mut each = |mv: &str, leaves| say(Reply::Text(format!("{mv}: {leaves}")));
        let position = self.position.as_ref();
        match count::divide(position, depth, self.engine.threads(), &stop, &mut each) {
            Ok(total) => {
                say(Reply::Text(String::new()));
                say(Reply::Text(format!("Nodes searched: {total}")));
            }
            Err(error) => say(Reply::Message(format!("go perft: {error}"))),
        }
    }

    fn bench(&self, depth: u32, say: Say<'_>) {
        match bench::run(depth, Choice::Detect, |_, _| ()) {
            Ok(nodes) => {
                let rate = per_second(nodes, self.control.elapsed());
                say(Reply::Text(format!("{nodes} nodes {rate} nps")));
            }
            Err(error) => say(Reply::Message(format!("bench: {error}"))),
        }
    }
}

/// A finding for a search that came to none.
fn any_move(position: &dyn AnyPosition) -> Finding {
    let best = position.legal_moves().first().copied();
    Finding { best, ponder: None, score: Score::Centipawns(0), depth: 0, nodes: 0 }
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Search { .. } => "go",
            Self::Perft(_) => "go perft",
            Self::Bench(_) => "bench",
        })
    }
}
