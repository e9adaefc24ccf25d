//! Positions of Troyka's game behind the common interface.

use std::any::Any;
use std::fmt;

use super::{AnyPosition, Ending, Evaluation, MoveError, Outcome};
use crate::board::{BoardSize, Geometry, Move, Side};
use crate::game::Game;
use crate::perft::{self, Perft};
use crate::search::{Control, Engine, Finding, Limits, Report};
use crate::text::shortened;
use crate::troyka::{self, HandMade};
use crate::variant::Variant;

/// A position of Troyka's game with its evaluation.
#[derive(Clone, Debug)]
pub(crate) struct TroykaPosition<G: Geometry> {
    pub(super) position: troyka::Position<G>,
    evaluator: HandMade,
}

impl<G: Geometry> TroykaPosition<G> {
    pub(crate) fn new(position: troyka::Position<G>) -> Self {
        Self { position, evaluator: HandMade::new(position.geometry().size()) }
    }

    fn size(&self) -> BoardSize {
        self.position.geometry().size()
    }
}

impl<G: Geometry> fmt::Display for TroykaPosition<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.position.fmt(f)
    }
}

impl<G: Geometry> AnyPosition for TroykaPosition<G> {
    fn variant(&self) -> Variant {
        Variant::Breakthrough(self.size())
    }

    fn side_to_move(&self) -> Side {
        self.position.side_to_move()
    }

    fn outcome(&self) -> Option<Outcome> {
        let winner = self.position.winner()?;
        let by_goal = self.position.has_reached_goal(winner);
        let ending = if by_goal { Ending::Goal } else { Ending::LastMan };
        Some(Outcome { winner: Some(winner), ending })
    }

    fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.position.each_legal(|mv| moves.push(mv));
        moves
    }

    fn parse_move(&self, text: &str) -> Result<Move, MoveError> {
        let mv =
            Move::read(text, self.size()).ok_or_else(|| MoveError::Unreadable(shortened(text)))?;
        if self.position.is_legal(mv) { Ok(mv) } else { Err(MoveError::Illegal(shortened(text))) }
    }

    fn move_text(&self, mv: Move) -> String {
        mv.text(self.size())
    }

    fn play(&mut self, mv: Move) -> Result<(), MoveError> {
        if !self.position.is_legal(mv) {
            return Err(MoveError::Illegal(self.move_text(mv)));
        }
        self.position = self.position.play(mv);
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
        Evaluation { total: terms.total(), terms: terms.named().to_vec() }
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
        engine.search(&self.position, &[], &self.evaluator, limits, control, report)
    }

    fn boxed(&self) -> Box<dyn AnyPosition> {
        Box::new(self.clone())
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
