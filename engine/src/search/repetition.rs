//! Draws by repetition, kept out of the transposition table.
//!
//! By the rules a position is drawn when it occurs for the third time. The search meets two kinds of repetition:
//!
//! * A position that has occurred twice in the game so far ([`Drawn`]). Entering it is the third occurrence: a draw on
//!   every line, as exact as the end of the game.
//! * A position that stands on the line from the root already. It is scored as a draw at this, its second occurrence:
//!   if going round once was best, going round again is. That score depends on the line.
//!
//! # The table
//!
//! An entry is read on other lines and in later searches, so what it says must not depend on either.
//!
//! * The drawn positions are part of the table's key, by a [salt](Drawn::salt), as long as one of them can be entered:
//!   entries hold for searches with the same ones. Behind a move that cannot be taken back there is no salt.
//! * Each value comes with its *taint*: the lowest ply of the line that it depends on, in [`Worker::taint`]. A draw by
//!   the line is tainted with the ply that it repeats; a node's value takes the lowest taint of the children that made
//!   it, which is one child where that child refuted the node. A taint not above the node itself is dropped, since the
//!   repetition lies within the node's own tree. A score tainted by a ply above is not stored, only its move is.
//!
//! So a stored score never counts as a draw what repeats a position above its node. On a line where it would, the score
//! ignores that repetition, which is but the second.
//!
//! # Proofs
//!
//! A proven score says: the winner wins within this many plies by the moves alone, where entering a drawn position ends
//! the game. No draw by the line has a part in that. It is never what makes a side win; and a side that has one to
//! choose is not lost. So counting it can hide a proof, never make a false one, and a proof is stored whatever its
//! taint, as the bound it is.
//!
//! A proven score is valid on every line. The distance to the win falls with each ply of a proof, so no position comes
//! twice while the winner follows it, and one that would come for the third time has come twice before: it is among the
//! drawn ones. Nor does hiding proofs lose a win of the root: its shortest proof meets no position twice, so no draw by
//! the line stands in its way. If a position of some deeper proof stands on the line above, the winner had a shorter
//! win there.
//!
//! Two things know nothing of the drawn positions, and are mistrusted while one can be entered. What the rules prove
//! without search may lead through one, unless it takes less than two plies: it counts as an estimate. And a move left
//! out because it loses at once may enter one, where the opponent has overlooked that win twice: so a node where
//! everything loses looks for such a move.

use super::score::{ESTIMATE, INFINITE, PROVEN, of_verdict};
use super::table::{Entry, Limit};
use super::worker::Worker;
use crate::board::{Move, splitmix64};
use crate::game::{Evaluator, Game, Verdict};
use crate::level::Level;

/// The taint of a value that depends on no ply above its node.
pub(crate) const UNTAINTED: usize = usize::MAX;

/// What keeps the salt from being made of table keys themselves.
const SALT: u64 = 0x5a17_ed00_d2a3_7e57;

/// The positions that have occurred twice in the game so far, the root included: entering one is a draw.
#[derive(Debug, Default)]
pub(crate) struct Drawn {
    /// Repetition keys, sorted.
    keys: Vec<u64>,
    /// What marks the table entries that know of these positions; 0 where there are none.
    salt: u64,
}

impl Drawn {
    /// The drawn positions of a search from `game`, whose game has gone through `past`.
    pub(crate) fn new<G: Game>(game: &G, past: &[u64]) -> Self {
        if !G::CAN_REPEAT {
            return Self::default();
        }
        let recent = past.len().min(game.reversible_plies() as usize);
        let mut met = past[past.len() - recent..].to_vec();
        met.push(game.repetition_key());
        met.sort_unstable();
        let mut keys: Vec<u64> =
            met.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        keys.dedup();
        let salt = keys.iter().fold(0, |salt, key| salt ^ splitmix64(key ^ SALT));
        Self { keys, salt }
    }

    fn contains(&self, key: u64) -> bool {
        self.keys.binary_search(&key).is_ok()
    }
}

impl<G: Game, E: Evaluator<G>, L: Level> Worker<'_, G, E, L> {
    /// Begins the line at the root.
    pub(crate) fn begin_line(&mut self, root: &G) {
        if G::CAN_REPEAT {
            self.line_keys[0] = root.repetition_key();
        }
    }

    /// Adds the node `game` at `ply` to the line, and tells whether it repeats a position in a way that is a draw. The
    /// taint is then that draw's, otherwise none.
    #[inline(always)]
    pub(crate) fn repeats(&mut self, game: &G, ply: usize) -> bool {
        if !G::CAN_REPEAT {
            return false;
        }
        self.taint = UNTAINTED;
        let key = game.repetition_key();
        self.line_keys[ply] = key;
        if self.can_enter_drawn(game, ply) && self.shared.drawn.contains(key) {
            return true;
        }
        // Each side has to leave a place and come back to it: no position comes again in fewer than four plies.
        let reach = ply.min(game.reversible_plies() as usize);
        let earlier = (4..=reach).step_by(2).map(|back| ply - back);
        for earlier in earlier {
            if self.line_keys[earlier] == key {
                self.taint = earlier;
                return true;
            }
        }
        false
    }

    /// Whether a drawn position can come again at or below the node `game` at `ply`.
    #[inline(always)]
    fn can_enter_drawn(&self, game: &G, ply: usize) -> bool {
        G::CAN_REPEAT
            && !self.shared.drawn.keys.is_empty()
            && game.reversible_plies() as usize >= ply
    }

    /// The key under which the table keeps the node `game` at `ply`.
    #[inline(always)]
    pub(crate) fn table_key(&self, game: &G, ply: usize) -> u64 {
        if self.can_enter_drawn(game, ply) {
            game.key() ^ self.shared.drawn.salt
        } else {
            game.key()
        }
    }

    /// The score of what the rules prove of the node `game` at `ply`.
    #[inline(always)]
    pub(crate) fn proven(&self, verdict: Verdict, game: &G, ply: usize) -> i32 {
        let score = of_verdict(verdict, ply);
        match verdict {
            Verdict::Win(2..) | Verdict::Loss(2..) if self.can_enter_drawn(game, ply) => {
                // Below all proofs, above all estimates but the most extreme, and the faster the better.
                score - score.signum() * (PROVEN - ESTIMATE)
            }
            _ => score,
        }
    }

    /// A move of the node `game` at `ply` that enters a drawn position.
    #[cold]
    #[inline(never)]
    fn drawing_move(&self, game: &G, ply: usize) -> Option<Move> {
        if !self.can_enter_drawn(game, ply) {
            return None;
        }
        let mut found = None;
        game.each_legal(|mv| {
            let child = game.play(mv);
            let reversible = self.can_enter_drawn(&child, ply + 1);
            if found.is_none() && reversible && self.shared.drawn.contains(child.repetition_key()) {
                found = Some(mv);
            }
        });
        found
    }

    /// The move into a drawn position that saves a node with the score `best` from a proven loss, made the principal
    /// variation.
    #[inline(always)]
    pub(crate) fn escape<const PV: bool>(
        &mut self,
        game: &G,
        ply: usize,
        best: i32,
    ) -> Option<Move> {
        if !G::CAN_REPEAT || best > -PROVEN {
            return None;
        }
        let mv = self.drawing_move(game, ply)?;
        if PV {
            self.lines[ply + 1].clear();
            self.extend_line(ply, mv);
        }
        Some(mv)
    }

    /// The taint of a node, which was `so_far` until a child returned with its own. A child that refutes the node decides
    /// its value alone.
    #[inline(always)]
    pub(crate) fn tainted(&self, so_far: usize, refutes: bool) -> usize {
        if !G::CAN_REPEAT {
            return UNTAINTED;
        }
        if refutes { self.taint } else { so_far.min(self.taint) }
    }

    /// Concludes the node at `ply`: makes `taint` that of its value, and stores of `entry` what holds on other lines.
    #[inline(always)]
    pub(crate) fn keep(&mut self, key: u64, ply: usize, entry: Entry, taint: usize) {
        self.leave(ply, taint);
        if !G::CAN_REPEAT || self.taint == UNTAINTED {
            self.shared.table.store(key, ply, entry);
        } else if let Some(kept) = elsewhere(entry) {
            if kept == entry {
                self.taint = UNTAINTED;
            }
            self.shared.table.store(key, ply, kept);
        }
    }

    /// Concludes the node at `ply` without storing anything.
    #[inline(always)]
    pub(crate) fn leave(&mut self, ply: usize, taint: usize) {
        if G::CAN_REPEAT {
            self.taint = if taint < ply { taint } else { UNTAINTED };
        }
    }
}

/// What holds on other lines of an entry whose score depends on its own: a proof, as a bound; otherwise the move, with a
/// score that settles nothing.
fn elsewhere(entry: Entry) -> Option<Entry> {
    if entry.score >= PROVEN && entry.limit != Limit::Upper {
        Some(Entry { limit: Limit::Lower, ..entry })
    } else if entry.score <= -PROVEN && entry.limit != Limit::Lower {
        Some(Entry { limit: Limit::Upper, ..entry })
    } else {
        entry.best?;
        Some(Entry { score: -INFINITE, depth: 0, limit: Limit::Lower, ..entry })
    }
}
