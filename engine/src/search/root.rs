//! The root: deepen ply by ply, inside an aspiration window, and tell what was found.

use std::cmp::Reverse;
use std::time::Duration;

use super::line::completed;
use super::negamax::{Late, Node, Window};
use super::parameters as tuned;
use super::score::{INFINITE, MAX_PLY, PROVEN, Score, WIN, is_proven};
use super::worker::{Frame, Interrupted, Worker};
use crate::board::Move;
use crate::game::{Evaluator, Game};
use crate::level::Level;

/// What a told score says of the value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The score is the value.
    Exact,
    /// The value is at least the score.
    Lower,
    /// The value is at most the score.
    Upper,
}

/// One line of news from a running search.
#[derive(Clone, Debug)]
pub struct Report {
    /// The iteration, in plies.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub selective_depth: u32,
    /// The rank of this line, from 1.
    pub rank: usize,
    /// The score of the line.
    pub score: Score,
    /// What the score says.
    pub bound: Bound,
    /// Nodes visited by all workers.
    pub nodes: u64,
    /// Time since the search was asked for.
    pub elapsed: Duration,
    /// How full the transposition table is, per thousand.
    pub permille_full: u32,
    /// The principal variation; never empty.
    pub line: Vec<Move>,
}

/// What a search came to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// The move to play; none where there is no legal move.
    pub best: Option<Move>,
    /// The reply expected.
    pub ponder: Option<Move>,
    /// The score of the best move.
    pub score: Score,
    /// The last iteration that was finished.
    pub depth: u32,
    /// Nodes visited by all workers.
    pub nodes: u64,
}

/// A legal move at the root.
#[derive(Clone, Debug)]
struct RootMove {
    mv: Move,
    /// The score of the running iteration, very low until the move has been shown to be good.
    score: i32,
    /// The last score that was found for it as one of the best.
    previous: i32,
    line: Vec<Move>,
    nodes: u64,
}

/// What one worker found.
#[derive(Clone, Debug)]
pub(crate) struct Outcome {
    pub(crate) depth: i32,
    pub(crate) selective_depth: usize,
    pub(crate) score: i32,
    pub(crate) line: Vec<Move>,
}

/// Where reports go; only the first worker sends any.
pub(crate) type Sink<'s> = &'s mut (dyn FnMut(&Report) + Send);

/// One worker's search from the root.
pub(crate) struct Root<'w, 'a, 's, G: Game, E: Evaluator<G>, L: Level> {
    worker: &'w mut Worker<'a, G, E, L>,
    game: G,
    state: E::State,
    moves: Vec<RootMove>,
    sink: Option<Sink<'s>>,
    finished_depth: i32,
    /// Iterations in a row with the same best move.
    settled: u32,
    /// While a pass over the moves runs: the move being searched, and what the line was worth before.
    running: Option<(usize, i32)>,
}

impl<'w, 'a, 's, G: Game, E: Evaluator<G>, L: Level> Root<'w, 'a, 's, G, E, L> {
    /// A search of `game`, which must have at least one move among those allowed by the limits.
    pub(crate) fn new(
        worker: &'w mut Worker<'a, G, E, L>,
        game: G,
        moves: &[Move],
        sink: Option<Sink<'s>>,
    ) -> Self {
        let state = worker.evaluator.state(&game);
        let estimate = worker.estimate(&state, &game);
        let moves = moves
            .iter()
            .map(|mv| RootMove {
                mv: *mv,
                score: estimate,
                previous: estimate,
                line: vec![*mv],
                nodes: 0,
            })
            .collect();
        worker.begin_line(&game);
        worker.frames.fill(Frame { estimate, ..Frame::default() });
        Self { worker, game, state, moves, sink, finished_depth: 0, settled: 0, running: None }
    }

    /// Deepens until a limit ends it, and tells what was found.
    pub(crate) fn run(mut self) -> Outcome {
        let limits = self.worker.shared.limits;
        let deepest = limits.depth.unwrap_or(u32::MAX).min(MAX_PLY as u32 - 1) as i32;
        let lines = limits.multi_pv.clamp(1, self.moves.len());
        // Odd helpers begin a ply deeper, so that the workers do not walk the same tree in step.
        let mut depth = 1 + (self.worker.id & 1) as i32;
        while depth <= deepest {
            let best_before = self.moves[0].mv;
            self.worker.selective_depth = 0;
            for root_move in &mut self.moves {
                root_move.nodes = 0;
                if root_move.score > -INFINITE {
                    root_move.previous = root_move.score;
                }
            }
            let interrupted = (0..lines).any(|first| self.search_line(first, depth).is_err());
            self.avoid_unfinished_losses();
            self.moves.sort_by_key(|root_move| Reverse(root_move.score));
            if interrupted {
                break;
            }
            self.finished_depth = depth;
            self.settled = if self.moves[0].mv == best_before { self.settled + 1 } else { 0 };
            self.tell_all(lines);
            if self.is_enough(depth) {
                break;
            }
            depth += 1;
        }
        self.worker.publish_nodes();
        if self.worker.id == 0 && !limits.infinite {
            // Whatever ended the first worker's search ends everyone's.
            self.worker.shared.control.stop();
        }
        let best = &self.moves[0];
        Outcome {
            depth: self.finished_depth,
            selective_depth: self.worker.selective_depth,
            score: best.score,
            line: best.line.clone(),
        }
    }

    /// When a pass was cut off while every move it had finished was a proven loss, the position is not: the move it was
    /// at may be better, and the score from before stands.
    fn avoid_unfinished_losses(&mut self) {
        let Some((index, before)) = self.running.take() else { return };
        let finished = self.moves.iter().map(|root_move| root_move.score).max();
        if finished.is_some_and(|best| best <= -PROVEN) {
            self.moves[index].score = before;
        }
    }

    /// Whether another iteration is not worth its time.
    fn is_enough(&self, depth: i32) -> bool {
        let shared = self.worker.shared;
        let best = &self.moves[0];
        if self.worker.id != 0 || shared.limits.infinite || shared.control.is_pondering() {
            return false;
        }
        if let Some(moves) = shared.limits.mate {
            // A proven loss, or a win proven to be slower, ends the question as well.
            let found = Score::from_search(best.score).mate_in_moves();
            let answered = |found: i32| u32::try_from(found).is_ok_and(|found| found <= moves);
            if found.is_some_and(answered) || depth >= WIN - best.score.abs() {
                return true;
            }
        }
        // A proven result cannot be improved once the search has looked as far as it reaches.
        if is_proven(best.score) && shared.limits.depth.is_none() && shared.limits.mate.is_none() {
            return depth >= WIN - best.score.abs();
        }
        let plan = shared.plan;
        if plan.saves && self.moves.len() == 1 && depth >= 4 {
            return true;
        }
        plan.soft.is_some_and(|soft| self.worker.is_past(Some(self.scaled(soft))))
    }

    /// The soft limit, longer while the best move changes or has few of the nodes, shorter when all is clear.
    fn scaled(&self, soft: Duration) -> Duration {
        let nodes: u64 = self.moves.iter().map(|root_move| root_move.nodes).sum();
        let share = (self.moves[0].nodes * 100 / nodes.max(1)) as u32;
        let by_nodes = 170 - share.min(100);
        let by_changes = [150, 120, 105, 95, 90][self.settled.min(4) as usize];
        soft * by_nodes / 100 * by_changes / 100
    }

    /// Finds the best of the moves from `first` on, inside a window around its last score.
    fn search_line(&mut self, first: usize, depth: i32) -> Result<(), Interrupted> {
        let expected = self.moves[first].previous;
        let mut width = tuned::ASPIRATION;
        let mut window = Window { alpha: -INFINITE, beta: INFINITE };
        if depth >= tuned::ASPIRATION_DEPTH && !is_proven(expected) {
            window = Window { alpha: expected - width, beta: expected + width };
        }
        for root_move in &mut self.moves[first..] {
            root_move.score = -INFINITE;
        }
        // Until a move of this iteration is finished, the last one's best stays.
        self.moves[first].score = expected;
        loop {
            let score = self.search_moves(first, window, depth)?;
            // Stable: moves without a score of their own keep the order of the last iteration.
            self.moves[first..].sort_by_key(|root_move| Reverse(root_move.score));
            width *= 2;
            if score <= window.alpha && window.alpha > -INFINITE {
                // All moves have failed: the best of their bounds is the position's.
                self.moves[first].score = score;
                self.tell(first, depth, Bound::Upper);
                window.beta = i32::midpoint(window.alpha, window.beta);
                window.alpha = if width > 400 { -INFINITE } else { score - width };
            } else if score >= window.beta && window.beta < INFINITE {
                self.tell(first, depth, Bound::Lower);
                window.beta = if width > 400 { INFINITE } else { score + width };
            } else {
                return Ok(());
            }
        }
    }

    /// One pass over the root moves from `first` on.
    fn search_moves(
        &mut self,
        first: usize,
        mut window: Window,
        depth: i32,
    ) -> Result<i32, Interrupted> {
        self.worker.enter(0)?;
        let before = self.moves[first].score;
        let mut best = -INFINITE;
        for index in first..self.moves.len() {
            self.running = Some((index, before));
            let mv = self.moves[index].mv;
            let nodes_before = self.worker.nodes;
            let score = self.search_move(mv, index - first, window, depth)?;
            let root_move = &mut self.moves[index];
            root_move.nodes += self.worker.nodes - nodes_before;
            if index == first || score > window.alpha {
                root_move.score = score;
                root_move.line.clear();
                root_move.line.push(mv);
                root_move.line.extend_from_slice(&self.worker.lines[1]);
            } else {
                root_move.score = -INFINITE;
            }
            best = best.max(score);
            window.alpha = window.alpha.max(score);
            if score >= window.beta {
                break;
            }
        }
        self.running = None;
        Ok(best)
    }

    fn search_move(
        &mut self,
        mv: Move,
        index: usize,
        window: Window,
        depth: i32,
    ) -> Result<i32, Interrupted> {
        let worker = &mut *self.worker;
        let child = self.game.play(mv);
        let state = worker.evaluator.after(&self.state, &self.game, mv, &child);
        let node = |cut| Node { game: &child, state: &state, ply: 1, previous: Some(mv.to()), cut };
        worker.lines[1].clear();
        if index == 0 {
            return Ok(-worker.negamax::<true>(&node(false), window.reversed(), depth - 1)?);
        }
        let urgent =
            self.game.is_capture(mv) || self.game.is_threatened() || self.game.is_urgent_quiet(mv);
        let late =
            Late { depth, tried: index + 1, pv: true, cut: false, improving: true, learned: 0 };
        let less = if urgent { 0 } else { late.reduction() };
        let null = Window::null(window.alpha).reversed();
        let mut score = -worker.negamax::<false>(&node(true), null, depth - 1 - less)?;
        if score > window.alpha && less > 0 {
            score = -worker.negamax::<false>(&node(true), null, depth - 1)?;
        }
        if score > window.alpha {
            score = -worker.negamax::<true>(&node(false), window.reversed(), depth - 1)?;
        }
        Ok(score)
    }

    fn tell_all(&mut self, lines: usize) {
        for index in 0..lines {
            self.tell(index, self.finished_depth, Bound::Exact);
        }
    }

    fn tell(&mut self, index: usize, depth: i32, bound: Bound) {
        // Bounds of short iterations are noise.
        let soon = self.worker.shared.control.elapsed() < Duration::from_secs(1);
        if self.sink.is_none() || (bound != Bound::Exact && soon) {
            return;
        }
        self.worker.publish_nodes();
        let root_move = &self.moves[index];
        let report = Report {
            depth: depth as u32,
            selective_depth: (self.worker.selective_depth.max(depth as usize)) as u32,
            rank: index + 1,
            score: Score::from_search(root_move.score),
            bound,
            nodes: self.worker.shared.total_nodes(),
            elapsed: self.worker.shared.control.elapsed(),
            permille_full: self.worker.shared.table.permille_full(),
            line: completed(self.game, &root_move.line, root_move.score),
        };
        if let Some(sink) = &mut self.sink {
            sink(&report);
        }
    }
}
