//! Positions of Freeling's game behind the common interface, with what the game has seen: a third occurrence is a draw.

use std::any::Any;
use std::fmt;

use super::{AnyPosition, Ending, Evaluation, MoveError, Outcome};
use crate::board::{Move, Side, Square};
use crate::freeling::{HandMade, Position, RuleSet, size};
use crate::game::Game;
use crate::perft::{self, Perft};
use crate::search::{Control, Engine, Finding, Limits, Report};
use crate::text::shortened;
use crate::variant::Variant;

/// The text of a pass, and what is read as one besides.
const PASS: &str = "0000";
const PASS_IN_WORDS: &str = "pass";

/// A position of Freeling's game with its past and its evaluation.
#[derive(Clone, Debug)]
pub(crate) struct FreelingPosition<R> {
    pub(super) position: Position<R>,
    /// The repetition keys of the positions before, oldest first, since a man was last captured or lost.
    pub(super) past: Vec<u64>,
    evaluator: HandMade,
}

impl<R: RuleSet> FreelingPosition<R> {
    pub(crate) fn new(position: Position<R>) -> Self {
        Self { position, past: Vec::new(), evaluator: HandMade::new(R::RULES) }
    }

    fn ending(&self, winner: Side) -> Ending {
        if self.position.has_reached_goal(winner) {
            Ending::Goal
        } else if self.position.held(!winner) == 0 {
            Ending::LastMan
        } else {
            Ending::Blockade
        }
    }

    fn is_third_occurrence(&self) -> bool {
        let key = self.position.repetition_key();
        self.past.iter().filter(|past| **past == key).count() >= 2
    }
}

impl<R: RuleSet> fmt::Display for FreelingPosition<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}

impl<R: RuleSet> AnyPosition for FreelingPosition<R> {
    fn variant(&self) -> Variant {
        Variant::Freeling(R::RULES)
    }

    fn side_to_move(&self) -> Side {
        self.position.side()
    }

    fn outcome(&self) -> Option<Outcome> {
        let draw = |ending| Outcome { winner: None, ending };
        if let Some(winner) = self.position.winner() {
            Some(Outcome { winner: Some(winner), ending: self.ending(winner) })
        } else if self.position.passes() == 2 {
            Some(draw(Ending::Passes))
        } else {
            self.is_third_occurrence().then(|| draw(Ending::Repetition))
        }
    }

    fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.position.each_legal(|mv| moves.push(mv));
        moves
    }

    /// Reads a move, `0000` or `pass` for a pass. An order of explosions may follow, as in `b2a1/a1a2`: it is checked and
    /// dropped.
    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let (squares, order) = match text.split_once('/') {
            Some((squares, order)) => (squares, Some(order)),
            None => (text, None),
        };
        let is_pass = squares == PASS || squares.eq_ignore_ascii_case(PASS_IN_WORDS);
        let read = if is_pass { Some(Move::PASS) } else { Move::read(squares, size()) };
        // No move stays on its square; without this, `a1a1` would be read as a pass.
        let read = read.filter(|mv| is_pass || mv.from() != mv.to());
        let mv = read.ok_or_else(|| MoveError::Unreadable(shortened(text)))?;
        if !self.position.is_legal(mv) {
            return Err(MoveError::Illegal(shortened(text)));
        }
        if let Some(order) = order {
            let wrong = |error| MoveError::Order { text: shortened(text), error };
            self.position.check_order(mv, order).map_err(wrong)?;
        }
        Ok(mv)
    }

    fn move_text(&self, mv: Move) -> String {
        if mv == Move::PASS { PASS.to_owned() } else { mv.text(size()) }
    }

    fn explosions(&self, mv: Move) -> Vec<Square> {
        self.position.explosions(mv)
    }

    fn play(&mut self, mv: Move) -> Result<(), MoveError> {
        if !self.position.is_legal(mv) {
            return Err(MoveError::Illegal(self.move_text(mv)));
        }
        self.past.push(self.position.repetition_key());
        self.position = self.position.play(mv);
        if self.position.reversible_plies() == 0 {
            self.past.clear();
        }
        Ok(())
    }

    fn key(&self) -> u64 {
        self.position.key()
    }

    fn diagram(&self) -> String {
        self.position.diagram()
    }

    fn evaluation(&self) -> Evaluation {
        let terms = self.evaluator.terms(&self.position);
        Evaluation { total: terms.iter().map(|(_, value)| value).sum(), terms }
    }

    fn perft(&self, depth: u32, threads: usize) -> Result<Perft, rayon::ThreadPoolBuildError> {
        perft::count(&self.position, depth, threads)
    }

    fn search(
        &self,
        engine: &mut Engine,
        limits: &Limits,
        control: &Control,
        report: &mut (dyn FnMut(&Report) + Send),
    ) -> Finding {
        engine.search(&self.position, &self.past, &self.evaluator, limits, control, report)
    }

    fn boxed(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
