//! What outlives a search: the transposition table, the workers' statistics, and a rayon pool of the engine's own.
//!
//! Every worker deepens from the root by itself; they help each other through the shared table alone. Splitting the
//! root's move list among the workers was measured too, and lost (`docs/strength.md`).

use std::fmt;
use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use rayon::{ThreadPool, ThreadPoolBuilder};
use thiserror::Error;

use super::control::Control;
use super::history::History;
use super::limits::Limits;
use super::line::completed;
use super::repetition::Drawn;
use super::root::{Bound, Finding, Outcome, Report, Root, Sink};
use super::score::{Score, is_proven};
use super::table::TranspositionTable;
use super::time::TimePlan;
use super::worker::{Shared, Worker};
use crate::board::Move;
use crate::game::{Evaluator, Game};
use crate::level::{AtLevel, Choice, Level};

/// Why an engine could not be set up as asked. It stays as it was.
#[derive(Debug, Error)]
pub enum EngineError {
    /// The table does not fit the memory.
    #[error("Hash: {megabytes} MB cannot be had")]
    Memory {
        /// The size asked for.
        megabytes: usize,
        /// What the system said.
        source: io::Error,
    },
    /// The system gives no more threads.
    #[error("Threads: {threads} cannot be had")]
    Threads {
        /// The number asked for.
        threads: usize,
        /// What the system said.
        source: rayon::ThreadPoolBuildError,
    },
}

/// Stack of a worker: the deepest line is [`MAX_PLY`](super::MAX_PLY) calls of about a kilobyte, in debug builds several.
const STACK_BYTES: usize = 16 << 20;

/// A search engine for every game of the project.
pub struct Engine {
    pool: ThreadPool,
    table: TranspositionTable,
    histories: Vec<Mutex<History>>,
    choice: Choice,
}

impl Engine {
    /// An engine with this many worker threads and a table of this many MiB.
    ///
    /// # Errors
    /// When the system refuses the threads or the memory.
    pub fn new(threads: usize, megabytes: usize) -> Result<Self, EngineError> {
        let (pool, histories) = start_workers(threads)?;
        let table = allocate(megabytes, &pool)?;
        Ok(Self { pool, table, histories, choice: Choice::Detect })
    }

    /// Searches at another processor level than the one detected, to compare.
    pub fn set_level(&mut self, choice: Choice) {
        self.choice = choice;
    }

    /// Changes the number of worker threads.
    ///
    /// # Errors
    /// When the system refuses the threads; the old ones stay.
    pub fn set_threads(&mut self, threads: usize) -> Result<(), EngineError> {
        (self.pool, self.histories) = start_workers(threads)?;
        Ok(())
    }

    /// Changes the size of the transposition table, which is emptied.
    ///
    /// # Errors
    /// When the memory cannot be had; the old table stays, with what is in it.
    pub fn set_megabytes(&mut self, megabytes: usize) -> Result<(), EngineError> {
        self.table = allocate(megabytes, &self.pool)?;
        Ok(())
    }

    /// Number of worker threads.
    pub fn threads(&self) -> usize {
        self.histories.len()
    }

    /// Size of the transposition table in MiB.
    pub fn megabytes(&self) -> usize {
        self.table.megabytes()
    }

    /// Forgets the games before, as if newly started.
    pub fn new_game(&mut self) {
        let table = &mut self.table;
        self.pool.install(|| table.clear());
        for history in &mut self.histories {
            history.get_mut().unwrap_or_else(PoisonError::into_inner).clear();
        }
    }

    /// Searches a position until a limit of `limits` is reached or `control` says stop, reporting each iteration and,
    /// at the end, the final result once more. With `limits.infinite` the search may still end by itself, when there is
    /// nothing left to find.
    ///
    /// `past` holds the [repetition keys](Game::repetition_key) of the game's positions before this one, oldest first,
    /// as far back as one of them can come again; it is empty in games without repetition.
    pub fn search<G: Game, E: Evaluator<G>>(
        &mut self,
        game: &G,
        past: &[u64],
        evaluator: &E,
        limits: &Limits,
        control: &Control,
        report: &mut (dyn FnMut(&Report) + Send),
    ) -> Finding {
        let moves = root_moves(game, limits);
        if moves.is_empty() {
            return no_moves(game, control, report);
        }
        self.table.next_search();
        let counters: Vec<AtomicU64> = self.histories.iter().map(|_| AtomicU64::new(0)).collect();
        let shared = Shared {
            table: &self.table,
            control,
            limits,
            plan: TimePlan::new(limits),
            drawn: Drawn::new(game, past),
            nodes: &counters,
        };
        let work =
            Work { shared: &shared, game, evaluator, moves: &moves, histories: &self.histories };
        let sink: Mutex<Option<Sink<'_>>> = Mutex::new(Some(report));
        let choice = self.choice;
        let outcomes = self.pool.broadcast(|context| {
            let id = context.index();
            let sink = if id == 0 { lock(&sink).take() } else { None };
            choice.run(WorkerRun { id, work: &work, sink })
        });
        let finding = conclude(game, &shared, &outcomes, report);
        debug_assert!(finding.best.is_some_and(|mv| game.is_legal(mv)));
        finding
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine")
            .field("threads", &self.threads())
            .field("megabytes", &self.megabytes())
            .field("level", &self.choice.name())
            .finish_non_exhaustive()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A table whose memory has been touched, so that the first search does not pay for it.
fn allocate(megabytes: usize, pool: &ThreadPool) -> Result<TranspositionTable, EngineError> {
    let mut table = TranspositionTable::new(megabytes)
        .map_err(|source| EngineError::Memory { megabytes, source })?;
    pool.install(|| table.clear());
    Ok(table)
}

fn start_workers(threads: usize) -> Result<(ThreadPool, Vec<Mutex<History>>), EngineError> {
    let threads = threads.max(1);
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK_BYTES)
        .thread_name(|index| format!("search-{index}"))
        .build()
        .map_err(|source| EngineError::Threads { threads, source })?;
    Ok((pool, (0..threads).map(|_| Mutex::default()).collect()))
}

/// The legal moves at the root, in the generator's order; only those asked for, if any are.
fn root_moves<G: Game>(game: &G, limits: &Limits) -> Vec<Move> {
    let mut moves = Vec::new();
    let wanted = &limits.search_moves;
    game.each_legal(|mv| {
        if wanted.is_empty() || wanted.contains(&mv) {
            moves.push(mv);
        }
    });
    moves
}

/// The result where there is nothing to search.
fn no_moves<G: Game>(
    game: &G,
    control: &Control,
    report: &mut (dyn FnMut(&Report) + Send),
) -> Finding {
    let score = match game.winner() {
        Some(winner) if winner == game.side_to_move() => Score::Win(0),
        Some(_) => Score::Loss(0),
        None => Score::Centipawns(0),
    };
    report(&Report {
        depth: 0,
        selective_depth: 0,
        rank: 1,
        score,
        bound: Bound::Exact,
        nodes: 0,
        elapsed: control.elapsed(),
        permille_full: 0,
        line: Vec::new(),
    });
    Finding { best: None, ponder: None, score, depth: 0, nodes: 0 }
}

/// What the workers of one search need.
struct Work<'a, G: Game, E: Evaluator<G>> {
    shared: &'a Shared<'a>,
    game: &'a G,
    evaluator: &'a E,
    moves: &'a [Move],
    histories: &'a [Mutex<History>],
}

/// One worker's part of a search, at a processor level yet to be chosen.
struct WorkerRun<'a, 's, G: Game, E: Evaluator<G>> {
    id: usize,
    work: &'a Work<'a, G, E>,
    sink: Option<Sink<'s>>,
}

impl<G: Game, E: Evaluator<G>> AtLevel for WorkerRun<'_, '_, G, E> {
    type Output = Outcome;

    fn run<L: Level>(self, level: L) -> Outcome {
        let Work { shared, game, evaluator, moves, histories } = *self.work;
        let mut history = lock(&histories[self.id]);
        history.prepare(G::SLOTS);
        let mut worker = Worker::new(self.id, shared, evaluator, &mut history, level);
        Root::new(&mut worker, *game, moves, self.sink).run()
    }
}

/// Picks the result among the workers', and reports it a last time with the final counts.
fn conclude<G: Game>(
    game: &G,
    shared: &Shared<'_>,
    outcomes: &[Outcome],
    report: &mut (dyn FnMut(&Report) + Send),
) -> Finding {
    let best = chosen(outcomes);
    let nodes = shared.nodes.iter().map(|count| count.load(Ordering::Relaxed)).sum();
    let line = completed(*game, &best.line, best.score);
    let score = Score::from_search(best.score);
    let depth = best.depth.max(1) as u32;
    report(&Report {
        depth,
        selective_depth: depth.max(best.selective_depth as u32),
        rank: 1,
        score,
        bound: Bound::Exact,
        nodes,
        elapsed: shared.control.elapsed(),
        permille_full: shared.table.permille_full(),
        line: line.clone(),
    });
    Finding {
        best: line.first().copied(),
        ponder: line.get(1).copied(),
        score,
        depth: best.depth as u32,
        nodes,
    }
}

/// The first worker's result, unless another has proven more or finished a deeper iteration. An estimate never replaces a
/// proof, nor a proven loss an estimate: the first worker would have told it, had it been sure of all moves.
fn chosen(outcomes: &[Outcome]) -> &Outcome {
    let mut best = &outcomes[0];
    for other in &outcomes[1..] {
        let better = match (is_proven(best.score), is_proven(other.score)) {
            (false, false) => other.depth > best.depth,
            (_, true) => other.score > best.score && other.depth > 0,
            (true, false) => false,
        };
        if better {
            best = other;
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::WIN;

    fn outcome(score: i32, depth: i32) -> Outcome {
        Outcome { depth, selective_depth: 0, score, line: Vec::new() }
    }

    #[test]
    fn a_proof_is_replaced_by_a_better_proof_alone() {
        let chosen_score = |first, second| chosen(&[first, second]).score;
        let loss = outcome(-WIN + 10, 10);
        assert_eq!(chosen_score(loss.clone(), outcome(-476, 6)), loss.score);
        assert_eq!(chosen_score(loss.clone(), outcome(WIN - 9, 6)), WIN - 9);
        assert_eq!(chosen_score(outcome(12, 10), outcome(WIN - 9, 6)), WIN - 9);
        assert_eq!(chosen_score(outcome(12, 10), loss), 12);
        assert_eq!(chosen_score(outcome(12, 10), outcome(20, 11)), 20);
        assert_eq!(chosen_score(outcome(12, 10), outcome(20, 10)), 12);
    }
}
