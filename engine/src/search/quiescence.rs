//! The leaves: captures, forced replies and steps towards the goal are played out before a position is evaluated.

use super::negamax::{Node, Window, settles};
use super::parameters as tuned;
use super::picker::{Picked, Picker};
use super::repetition::UNTAINTED;
use super::score::{DRAW, INFINITE, MAX_PLY, PROVEN, is_proven};
use super::table::{Entry, Limit};
use super::worker::{Interrupted, Worker};
use crate::game::{Evaluator, Game};
use crate::level::Level;

impl<G: Game, E: Evaluator<G>, L: Level> Worker<'_, G, E, L> {
    /// The value of `node` once it is quiet; `depth` is 0 at first and falls.
    pub(crate) fn quiescence<const PV: bool>(
        &mut self,
        node: &Node<'_, G, E::State>,
        window: Window,
        depth: i32,
    ) -> Result<i32, Interrupted> {
        self.level.run(
            #[inline(always)]
            || self.quiescence_body::<PV>(node, window, depth),
        )
    }

    #[inline(always)]
    fn quiescence_body<const PV: bool>(
        &mut self,
        node: &Node<'_, G, E::State>,
        mut window: Window,
        depth: i32,
    ) -> Result<i32, Interrupted> {
        let Node { game, state, ply, .. } = *node;
        self.enter(ply)?;
        if PV {
            self.lines[ply].clear();
        }
        if self.repeats(game, ply) {
            return Ok(DRAW);
        }
        if let Some(verdict) = game.verdict() {
            return Ok(self.proven(verdict, game, ply));
        }
        if ply >= MAX_PLY {
            return Ok(self.estimate(state, game));
        }

        let key = self.table_key(game, ply);
        let entry = self.shared.table.probe(key, ply);
        if let Some(entry) = entry
            && !PV
            && settles(entry, window)
        {
            return Ok(entry.score);
        }
        let estimate = match entry {
            Some(entry) => entry.estimate,
            None => self.estimate(state, game),
        };

        // Whoever need not answer a threat may decline all captures.
        let threatened = game.is_threatened();
        let alpha_before = window.alpha;
        let mut best = -INFINITE;
        if !threatened {
            best = estimate;
            if best >= window.beta || depth <= -tuned::QUIESCENCE_PLIES {
                return Ok(best);
            }
            window.alpha = window.alpha.max(best);
        }

        let table_move = entry.and_then(|entry| entry.best);
        let table_move = table_move
            .filter(|mv| game.is_legal(*mv) && (game.is_capture(*mv) || game.is_urgent_quiet(*mv)));
        let mut best_move = None;
        let mut taint = UNTAINTED;
        let quiets = threatened || depth > -tuned::URGENT_PLIES;
        let mut picker = Picker::urgent(&self.moves, table_move, quiets);
        while let Some(Picked { mv, is_capture }) = picker.next_urgent(game, &mut self.moves) {
            // A capture that cannot lift the estimate to alpha is left out.
            if !threatened && best > -PROVEN && is_capture && !is_proven(window.alpha) {
                let futile = estimate + tuned::DELTA <= window.alpha;
                if futile {
                    continue;
                }
            }
            let child = game.play(mv);
            self.shared.table.prefetch(self.table_key(&child, ply + 1));
            let child_state = self.evaluator.after(state, game, mv, &child);
            let next = Node {
                game: &child,
                state: &child_state,
                ply: ply + 1,
                previous: Some(mv.to()),
                cut: false,
            };
            let score = -self.quiescence::<PV>(&next, window.reversed(), depth - 1)?;
            taint = self.tainted(taint, score >= window.beta);
            if score > best {
                best = score;
                if score > window.alpha {
                    best_move = Some(mv);
                    if PV {
                        self.extend_line(ply, mv);
                    }
                    window.alpha = score;
                    if score >= window.beta {
                        break;
                    }
                }
            }
        }
        picker.finish(&mut self.moves);
        if let Some(mv) = self.escape::<PV>(game, ply, best) {
            (best, best_move, taint) = (DRAW, Some(mv), UNTAINTED);
        }

        let limit = if best >= window.beta {
            Limit::Lower
        } else if PV && best > alpha_before {
            Limit::Exact
        } else {
            Limit::Upper
        };
        let entry = Entry { best: best_move, score: best, estimate, depth: 0, limit };
        if !threatened && game.may_be_in_zugzwang() {
            // A full node must not take a score from the table that declines to move.
            self.leave(ply, taint);
        } else {
            self.keep(key, ply, entry, taint);
        }
        Ok(best)
    }
}
