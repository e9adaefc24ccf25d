//! Moves in the order they are worth trying: table move, captures by exchange, killers, quiet moves by history. Each
//! stage is generated only when the one before it has not refuted the position.
//!
//! The moves of all open nodes lie on one stack, so that a node costs no array of its own and no board is too large.
//! Moves that do not come from the generator (table, killers) are tried only where they are legal and of the kind they
//! were stored as: a position with the same key, or the same ply of another line, may know nothing of them.

use super::history::{History, Previous};
use crate::board::Move;
use crate::game::Game;

/// A move and its place in the order; larger is earlier.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ranked {
    pub(crate) mv: Move,
    rank: i32,
}

/// The stack that holds the moves of all open nodes.
pub(crate) type MoveStack = Vec<Ranked>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    GenerateCaptures,
    Captures,
    FirstKiller,
    SecondKiller,
    GenerateQuiets,
    Quiets,
    Done,
}

/// The order of one node's moves.
#[derive(Debug)]
pub(crate) struct Picker {
    stage: Stage,
    table: Option<Move>,
    killers: [Option<Move>; 2],
    previous: Previous,
    /// Where this node's moves begin on the stack, and the next one to hand out.
    start: usize,
    next: usize,
    quiets: bool,
}

/// A move handed out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Picked {
    pub(crate) mv: Move,
    pub(crate) is_capture: bool,
}

impl Picker {
    /// All candidates of a node.
    #[inline(always)]
    pub(crate) fn all(
        stack: &MoveStack,
        table: Option<Move>,
        killers: [Option<Move>; 2],
        previous: Previous,
    ) -> Self {
        let start = stack.len();
        Self { stage: Stage::Table, table, killers, previous, start, next: start, quiets: true }
    }

    /// Captures, then urgent quiet moves if `quiets`.
    #[inline(always)]
    pub(crate) fn urgent(stack: &MoveStack, table: Option<Move>, quiets: bool) -> Self {
        let start = stack.len();
        let killers = [None; 2];
        Self { stage: Stage::Table, table, killers, previous: None, start, next: start, quiets }
    }

    /// Gives the stack back as it was.
    #[inline(always)]
    pub(crate) fn finish(&self, stack: &mut MoveStack) {
        stack.truncate(self.start);
    }

    /// The next move of a full node.
    #[inline(always)]
    pub(crate) fn next<G: Game>(
        &mut self,
        game: &G,
        stack: &mut MoveStack,
        history: &History,
    ) -> Option<Picked> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::GenerateCaptures;
                    if let Some(picked) = self.take_table(game) {
                        return Some(picked);
                    }
                }
                Stage::GenerateCaptures => self.generate_captures(game, stack),
                Stage::Captures => match self.best(stack) {
                    Some(mv) if Some(mv) == self.table => {}
                    Some(mv) => return Some(Picked { mv, is_capture: true }),
                    None => self.stage = Stage::FirstKiller,
                },
                Stage::FirstKiller => {
                    self.stage = Stage::SecondKiller;
                    if let Some(picked) = self.killer(game, 0) {
                        return Some(picked);
                    }
                }
                Stage::SecondKiller => {
                    self.stage = Stage::GenerateQuiets;
                    if let Some(picked) = self.killer(game, 1) {
                        return Some(picked);
                    }
                }
                Stage::GenerateQuiets => {
                    self.restart(stack, Stage::Quiets);
                    let side = game.side_to_move();
                    game.each_quiet(|mv| {
                        let learned = history.score(side, self.previous, game.slot(mv));
                        stack.push(Ranked { mv, rank: learned + game.quiet_value(mv) });
                    });
                }
                Stage::Quiets => match self.best(stack) {
                    Some(mv) if Some(mv) == self.table || self.killers.contains(&Some(mv)) => {}
                    Some(mv) => return Some(Picked { mv, is_capture: false }),
                    None => self.stage = Stage::Done,
                },
                Stage::Done => return None,
            }
        }
    }

    /// The next move of a quiescence node.
    #[inline(always)]
    pub(crate) fn next_urgent<G: Game>(
        &mut self,
        game: &G,
        stack: &mut MoveStack,
    ) -> Option<Picked> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::GenerateCaptures;
                    if let Some(picked) = self.take_table(game) {
                        return Some(picked);
                    }
                }
                Stage::GenerateCaptures => self.generate_captures(game, stack),
                Stage::Captures => match self.best(stack) {
                    Some(mv) if Some(mv) == self.table => {}
                    Some(mv) => return Some(Picked { mv, is_capture: true }),
                    None if self.quiets => self.stage = Stage::GenerateQuiets,
                    None => self.stage = Stage::Done,
                },
                Stage::GenerateQuiets => {
                    self.restart(stack, Stage::Quiets);
                    game.each_urgent_quiet(|mv| {
                        stack.push(Ranked { mv, rank: game.quiet_value(mv) });
                    });
                }
                Stage::Quiets => match self.best(stack) {
                    Some(mv) if Some(mv) == self.table => {}
                    Some(mv) => return Some(Picked { mv, is_capture: false }),
                    None => self.stage = Stage::Done,
                },
                Stage::FirstKiller | Stage::SecondKiller | Stage::Done => return None,
            }
        }
    }

    #[inline(always)]
    fn take_table<G: Game>(&mut self, game: &G) -> Option<Picked> {
        self.table = self.table.filter(|mv| game.is_legal(*mv));
        self.table.map(|mv| Picked { mv, is_capture: game.is_capture(mv) })
    }

    #[inline(always)]
    fn killer<G: Game>(&mut self, game: &G, which: usize) -> Option<Picked> {
        let usable = self.killers[which].filter(|mv| {
            Some(*mv) != self.table
                && !game.is_threatened()
                && game.is_legal(*mv)
                && !game.is_capture(*mv)
        });
        self.killers[which] = usable;
        usable.map(|mv| Picked { mv, is_capture: false })
    }

    #[inline(always)]
    fn generate_captures<G: Game>(&mut self, game: &G, stack: &mut MoveStack) {
        self.restart(stack, Stage::Captures);
        game.each_capture(|mv| stack.push(Ranked { mv, rank: game.capture_value(mv) }));
    }

    #[inline(always)]
    fn restart(&mut self, stack: &mut MoveStack, stage: Stage) {
        stack.truncate(self.start);
        self.next = self.start;
        self.stage = stage;
    }

    /// Hands out the best move left of this stage. Ties go to the one generated first, so that the order, and the node
    /// count, is the same everywhere.
    #[inline(always)]
    fn best(&mut self, stack: &mut MoveStack) -> Option<Move> {
        let left = stack.get_mut(self.next..).filter(|left| !left.is_empty())?;
        let mut best = 0;
        for index in 1..left.len() {
            if left[index].rank > left[best].rank {
                best = index;
            }
        }
        left.swap(0, best);
        self.next += 1;
        left.first().map(|ranked| ranked.mv)
    }
}
