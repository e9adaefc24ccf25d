//! The tree: alpha-beta as negamax with null windows after the first move (principal variation search).
//!
//! The steps are numbered; measurements in `docs/strength.md` refer to them. No step may turn an estimate into a proven
//! score: what is pruned is pruned only while something better than a proven loss is at hand.

use super::history::Previous;
use super::parameters as tuned;
use super::picker::{Picked, Picker};
use super::repetition::UNTAINTED;
use super::score::{DRAW, INFINITE, MAX_PLY, PROVEN, WIN, is_proven};
use super::table::{Entry, Limit};
use super::worker::{Interrupted, Worker};
use crate::board::Move;
use crate::game::{Evaluator, Game};
use crate::level::Level;

/// The range of scores that matter to a node's parents, `alpha < beta`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    /// The window as the opponent sees it.
    #[inline(always)]
    pub(crate) fn reversed(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// The narrowest window above `alpha`.
    #[inline(always)]
    pub(crate) fn null(alpha: i32) -> Self {
        Self { alpha, beta: alpha + 1 }
    }
}

/// A position in the tree with all that comes along on the way down.
#[derive(Debug)]
pub(crate) struct Node<'n, G: Game, S> {
    pub(crate) game: &'n G,
    pub(crate) state: &'n S,
    pub(crate) ply: usize,
    pub(crate) previous: Previous,
    /// Whether the node is expected to fail high: its parent's later moves are, and every other ply below them.
    pub(crate) cut: bool,
}

/// Quiet moves remembered at a node, to blame those that did not refute it.
const BLAMED: usize = 32;

impl<G: Game, E: Evaluator<G>, L: Level> Worker<'_, G, E, L> {
    /// The value of `node` at `depth`, in code compiled for the processor.
    pub(crate) fn negamax<const PV: bool>(
        &mut self,
        node: &Node<'_, G, E::State>,
        window: Window,
        depth: i32,
    ) -> Result<i32, Interrupted> {
        self.level.run(
            #[inline(always)]
            || self.negamax_body::<PV>(node, window, depth),
        )
    }

    #[inline(always)]
    #[expect(clippy::too_many_lines, reason = "one walk through the numbered steps of a node")]
    fn negamax_body<const PV: bool>(
        &mut self,
        node: &Node<'_, G, E::State>,
        mut window: Window,
        mut depth: i32,
    ) -> Result<i32, Interrupted> {
        let Node { game, state, ply, previous, cut } = *node;
        // Whoever may be hurt by having to move cannot decline to: at the first leaf all moves are tried.
        let zugzwang = game.may_be_in_zugzwang();
        if depth < 0 || (depth == 0 && !zugzwang) {
            return self.quiescence::<PV>(node, window, 0);
        }
        self.enter(ply)?;
        if PV {
            self.lines[ply].clear();
        }

        // 1. Repetition, and what the rules alone prove.
        if self.repeats(game, ply) {
            return Ok(DRAW);
        }
        if let Some(verdict) = game.verdict() {
            return Ok(self.proven(verdict, game, ply));
        }
        if ply >= MAX_PLY {
            return Ok(self.estimate(state, game));
        }

        // 2. Mate distance: a shorter win elsewhere makes this node irrelevant.
        window.alpha = window.alpha.max(-WIN + ply as i32 + 2);
        window.beta = window.beta.min(WIN - ply as i32 - 1);
        if window.alpha >= window.beta {
            return Ok(window.alpha);
        }

        // 3. Transposition table. A proven score holds at any depth.
        let key = self.table_key(game, ply);
        let entry = self.shared.table.probe(key, ply);
        if let Some(entry) = entry
            && !PV
            && (entry.depth >= depth || proves(entry))
            && settles(entry, window)
        {
            return Ok(entry.score);
        }
        let table_move = entry.and_then(|entry| entry.best);

        // 4. Static evaluation, and whether it rises over that of two plies ago.
        let estimate = match entry {
            Some(entry) => entry.estimate,
            None => self.estimate(state, game),
        };
        self.frames[ply].estimate = estimate;
        self.frames[ply + 2].killers = [None; 2];
        let improving = ply >= 2 && estimate > self.frames[ply - 2].estimate;
        let threatened = game.is_threatened();

        if !PV && !threatened && !is_proven(window.beta) && !is_proven(window.alpha) {
            // 5. Reverse futility: far above beta, a quiet position stays there.
            let margin = tuned::REVERSE_FUTILITY_MARGIN * (depth - i32::from(improving));
            let deep = depth > tuned::REVERSE_FUTILITY_DEPTH;
            if !deep && !zugzwang && estimate - margin >= window.beta {
                return Ok(i32::midpoint(estimate, window.beta));
            }
            // 6. Razoring: far below alpha, only captures and threats can help.
            if depth <= tuned::RAZOR_DEPTH && estimate + tuned::RAZOR_MARGIN * depth < window.alpha
            {
                let score = self.quiescence::<false>(node, window, 0)?;
                if score <= window.alpha {
                    return Ok(score);
                }
            }
        }

        // 7. Internal iterative reduction: without a table move the order is poor, so look less deep first.
        if table_move.is_none() && depth >= tuned::INTERNAL_REDUCTION_DEPTH {
            depth -= 1;
        }

        let alpha_before = window.alpha;
        let side = game.side_to_move();
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut taint = UNTAINTED;
        let mut tried = 0;
        let mut blamed = [Move::PASS; BLAMED];
        let mut quiets = 0;
        let killers = self.frames[ply].killers;
        let mut picker = Picker::all(&self.moves, table_move, killers, previous);
        while let Some(Picked { mv, is_capture }) = picker.next(game, &mut self.moves, self.history)
        {
            let urgent = is_capture || threatened || game.is_urgent_quiet(mv);
            let learned =
                if is_capture { 0 } else { self.history.score(side, previous, game.slot(mv)) };

            // 8. Late quiet moves and quiet moves too far below alpha are not tried near the leaves.
            if !PV && !urgent && best > -PROVEN {
                let grown = depth * depth * tuned::LATE_MOVE_GROWTH / 100;
                let late = (tuned::LATE_MOVE_BASE + grown) / (2 - i32::from(improving));
                let too_late =
                    !zugzwang && depth <= tuned::LATE_MOVE_DEPTH && quiets as i32 >= late;
                let margin = tuned::FUTILITY_BASE + tuned::FUTILITY_MARGIN * depth;
                let futile = depth <= tuned::FUTILITY_DEPTH && estimate + margin <= window.alpha;
                let loses = depth <= tuned::LOSING_STEP_DEPTH && game.loses_exchange(mv);
                if too_late || futile || loses {
                    continue;
                }
            }

            let child = game.play(mv);
            self.shared.table.prefetch(self.table_key(&child, ply + 1));
            let child_state = self.evaluator.after(state, game, mv, &child);
            let next = |cut| Node {
                game: &child,
                state: &child_state,
                ply: ply + 1,
                previous: Some(mv.to()),
                cut,
            };
            tried += 1;
            let full_depth = depth - 1;

            // 9. The first move with the full window, the rest with a null window, late quiet ones less deep.
            let score = if tried == 1 {
                -self.negamax::<PV>(&next(!PV && !cut), window.reversed(), full_depth)?
            } else {
                let late = Late { depth, tried, pv: PV, cut, improving, learned };
                let reduction = if !urgent {
                    late.reduction()
                } else if is_capture && !threatened {
                    late.capture_reduction(game.loses_exchange(mv))
                } else {
                    0
                };
                let null = Window::null(window.alpha).reversed();
                let mut score =
                    -self.negamax::<false>(&next(true), null, full_depth - reduction)?;
                if score > window.alpha && reduction > 0 {
                    score = -self.negamax::<false>(&next(!cut), null, full_depth)?;
                }
                if PV && score > window.alpha {
                    score = -self.negamax::<true>(&next(false), window.reversed(), full_depth)?;
                }
                score
            };
            taint = self.tainted(taint, score >= window.beta);

            if score > best {
                best = score;
                if score > window.alpha {
                    best_move = Some(mv);
                    if PV {
                        self.extend_line(ply, mv);
                    }
                    window.alpha = score;
                }
            }
            if score >= window.beta {
                // 10. What refuted the position is remembered; what was tried before it is blamed.
                if !is_capture {
                    self.reward(node, mv, &blamed[..quiets.min(BLAMED)], depth);
                }
                break;
            }
            if !is_capture {
                if quiets < BLAMED {
                    blamed[quiets] = mv;
                }
                quiets += 1;
            }
        }
        picker.finish(&mut self.moves);
        if let Some(mv) = self.escape::<PV>(game, ply, best) {
            (best, best_move, taint) = (DRAW, Some(mv), UNTAINTED);
        }

        let limit = if best >= window.beta {
            Limit::Lower
        } else if best > alpha_before {
            Limit::Exact
        } else {
            Limit::Upper
        };
        let entry = Entry { best: best_move, score: best, estimate, depth, limit };
        self.keep(key, ply, entry, taint);
        Ok(best)
    }

    /// Remembers the quiet move that refuted `node`, and that the moves tried before it did not.
    #[inline(always)]
    fn reward(&mut self, node: &Node<'_, G, E::State>, mv: Move, blamed: &[Move], depth: i32) {
        let side = node.game.side_to_move();
        let killers = &mut self.frames[node.ply].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let bonus = (depth * depth * 16).min(1600);
        self.history.update(side, node.previous, node.game.slot(mv), bonus);
        for other in blamed {
            self.history.update(side, node.previous, node.game.slot(*other), -bonus);
        }
    }
}

/// Whether what the table says of a node decides it within `window`.
#[inline(always)]
pub(crate) fn settles(entry: Entry, window: Window) -> bool {
    match entry.limit {
        Limit::Exact => true,
        Limit::Lower => entry.score >= window.beta,
        Limit::Upper => entry.score <= window.alpha,
    }
}

/// Whether an entry holds at any depth: a win at least as fast, or a loss at least as fast, as its score.
#[inline(always)]
fn proves(entry: Entry) -> bool {
    match entry.limit {
        Limit::Exact => is_proven(entry.score),
        Limit::Lower => entry.score >= PROVEN,
        Limit::Upper => entry.score <= -PROVEN,
    }
}

/// What decides by how much a late move is reduced.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Late {
    pub(crate) depth: i32,
    /// Moves tried at the node, this one included.
    pub(crate) tried: usize,
    pub(crate) pv: bool,
    pub(crate) cut: bool,
    pub(crate) improving: bool,
    /// The move's history.
    pub(crate) learned: i32,
}

impl Late {
    /// Plies by which the move is searched less deep, leaving at least one.
    #[inline(always)]
    pub(crate) fn reduction(self) -> i32 {
        if self.depth < tuned::REDUCTION_DEPTH {
            return 0;
        }
        let mut plies = 0;
        if self.tried > tuned::REDUCTION_MOVES {
            // The product of two logarithms, in whole numbers so that every machine agrees.
            let product = log2_in_256ths(self.depth as u32) * log2_in_256ths(self.tried as u32);
            plies += (product / 256 * tuned::REDUCTION_SCALE + 64 * 128) / (256 * 256);
            plies += i32::from(!self.improving) - i32::from(self.pv);
            plies -= self.learned / tuned::REDUCTION_HISTORY;
        }
        if self.cut {
            plies += tuned::REDUCTION_CUT_NODE;
        }
        plies.clamp(0, self.depth - 2)
    }

    /// The same for a capture: a ply, if it comes late and wins nothing.
    #[inline(always)]
    fn capture_reduction(self, loses: bool) -> i32 {
        i32::from(loses && self.tried > 3 && self.depth >= tuned::REDUCTION_DEPTH)
    }
}

/// The binary logarithm of `n >= 1` in units of 1/256, linear between powers of two.
#[inline(always)]
const fn log2_in_256ths(n: u32) -> i32 {
    let whole = n.ilog2();
    let fraction = ((n << 8) >> whole) & 255;
    (whole << 8 | fraction) as i32
}
