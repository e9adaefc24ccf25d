//! One worker of a search: its counters, its move statistics, and its view of what all workers share.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::control::Control;
use super::history::History;
use super::limits::Limits;
use super::picker::MoveStack;
use super::repetition::{Drawn, UNTAINTED};
use super::score::{ESTIMATE, MAX_PLY};
use super::table::TranspositionTable;
use super::time::TimePlan;
use crate::board::Move;
use crate::game::{Evaluator, Game};
use crate::level::Level;

/// The search was told to stop, or its limit was reached: there is no value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Interrupted;

/// Nodes between two looks at the clock and the stop flag.
const NODES_BETWEEN_CHECKS: u64 = 1024;

/// What all workers of a search share.
#[derive(Debug)]
pub(crate) struct Shared<'a> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) control: &'a Control,
    pub(crate) limits: &'a Limits,
    pub(crate) plan: TimePlan,
    pub(crate) drawn: Drawn,
    /// Nodes of each worker, written every so often.
    pub(crate) nodes: &'a [AtomicU64],
}

impl Shared<'_> {
    /// Nodes of all workers, as far as published.
    pub(crate) fn total_nodes(&self) -> u64 {
        self.nodes.iter().map(|count| count.load(Ordering::Relaxed)).sum()
    }
}

/// What a worker remembers of each ply of the line it is in.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Frame {
    pub(crate) killers: [Option<Move>; 2],
    pub(crate) estimate: i32,
}

/// One worker.
pub(crate) struct Worker<'a, G: Game, E: Evaluator<G>, L: Level> {
    pub(crate) id: usize,
    pub(crate) shared: &'a Shared<'a>,
    pub(crate) evaluator: &'a E,
    pub(crate) history: &'a mut History,
    pub(crate) level: L,
    pub(crate) moves: MoveStack,
    pub(crate) frames: Vec<Frame>,
    /// The principal variation from each ply on.
    pub(crate) lines: Vec<Vec<Move>>,
    /// The repetition key of each ply of the line it is in, where positions can repeat.
    pub(crate) line_keys: Vec<u64>,
    /// The lowest ply that the value just returned depends on; see `repetition`.
    pub(crate) taint: usize,
    pub(crate) nodes: u64,
    pub(crate) selective_depth: usize,
    next_check: u64,
    game: std::marker::PhantomData<G>,
}

impl<'a, G: Game, E: Evaluator<G>, L: Level> Worker<'a, G, E, L> {
    pub(crate) fn new(
        id: usize,
        shared: &'a Shared<'a>,
        evaluator: &'a E,
        history: &'a mut History,
        level: L,
    ) -> Self {
        let mut worker = Self {
            id,
            shared,
            evaluator,
            history,
            level,
            moves: Vec::with_capacity(4096),
            frames: vec![Frame::default(); MAX_PLY + 3],
            lines: vec![Vec::new(); MAX_PLY + 2],
            line_keys: vec![0; if G::CAN_REPEAT { MAX_PLY + 2 } else { 0 }],
            taint: UNTAINTED,
            nodes: 0,
            selective_depth: 0,
            next_check: 0,
            game: std::marker::PhantomData,
        };
        worker.schedule_check();
        worker
    }

    /// Counts a node, unless the search has to end here.
    #[inline(always)]
    pub(crate) fn enter(&mut self, ply: usize) -> Result<(), Interrupted> {
        if self.nodes >= self.next_check {
            self.check()?;
        }
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        Ok(())
    }

    fn schedule_check(&mut self) {
        self.next_check = self.nodes + NODES_BETWEEN_CHECKS;
        if let Some(limit) = self.shared.limits.nodes {
            self.next_check = self.next_check.min(limit.max(self.nodes));
        }
    }

    /// Tells the others how far this worker is, and looks whether to go on.
    #[inline(never)]
    #[cold]
    fn check(&mut self) -> Result<(), Interrupted> {
        self.publish_nodes();
        let shared = self.shared;
        if shared.control.is_stopped() {
            return Err(Interrupted);
        }
        let out_of_nodes = shared.limits.nodes.is_some_and(|limit| shared.total_nodes() >= limit);
        if out_of_nodes || (self.id == 0 && self.is_past(shared.plan.hard)) {
            shared.control.stop();
            return Err(Interrupted);
        }
        self.schedule_check();
        Ok(())
    }

    /// Whether a limit of time is over; while pondering, none is.
    pub(crate) fn is_past(&self, limit: Option<Duration>) -> bool {
        let control = self.shared.control;
        limit.is_some_and(|limit| !control.is_pondering() && control.charged() >= limit)
    }

    pub(crate) fn publish_nodes(&self) {
        self.shared.nodes[self.id].store(self.nodes, Ordering::Relaxed);
    }

    /// The static evaluation, inside the range of estimates.
    #[inline(always)]
    pub(crate) fn estimate(&self, state: &E::State, game: &G) -> i32 {
        self.evaluator.evaluate(state, game).clamp(-ESTIMATE, ESTIMATE)
    }

    /// Makes `mv` and the line found behind it the principal variation from `ply` on.
    #[inline(always)]
    pub(crate) fn extend_line(&mut self, ply: usize, mv: Move) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        let line = &mut above[ply];
        line.clear();
        line.push(mv);
        line.extend_from_slice(&below[0]);
    }
}
