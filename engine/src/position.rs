//! A position of any variant behind one interface: what a session, a referee or a tool holds.
//!
//! Calls through it are virtual, but there is one for a whole search, not one for each node: below this line everything
//! is compiled for its game and board.

use std::any::Any;
use std::fmt;

use thiserror::Error;

use crate::board::{AnySize, BoardSize, Fixed8x8, Geometry, Move, Side};
use crate::game::Game;
use crate::perft::{self, Perft};
use crate::search::{Control, Engine, Finding, Limits, Report};
use crate::troyka::{self, HandMade};
use crate::variant::Variant;

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// The winner; none after a draw.
    pub winner: Option<Side>,
    /// Why.
    pub ending: Ending,
}

/// What ends a game by its rules. `Display` says it of the winner, or of the game where there is none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Ending {
    /// A man of the winner stands on its goal rank.
    Goal,
    /// The loser has no man left.
    LastMan,
    /// The loser has men, but no move.
    Blockade,
    /// The same position for the third time: a draw.
    Repetition,
    /// Both sides passed in succession: a draw.
    Passes,
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Goal => "reached the goal",
            Self::LastMan => "took the last man",
            Self::Blockade => "left no move",
            Self::Repetition => "the same position for the third time",
            Self::Passes => "both sides passed",
        })
    }
}

/// A move that cannot be played, or text that is none.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum MoveError {
    /// The text does not name two squares of the board.
    #[error("'{0}' is no move on this board")]
    Unreadable(String),
    /// The squares exist, the rules forbid the move.
    #[error("'{0}' is not legal here")]
    Illegal(String),
}

/// A static evaluation with its terms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Evaluation {
    /// Centipawns, White's view.
    pub total: i32,
    /// Each term, White's view.
    pub terms: Vec<(&'static str, i32)>,
}

/// A position of any variant.
///
/// `Display` writes the FEN.
pub trait AnyPosition: fmt::Display + fmt::Debug + Send + Sync {
    /// The variant.
    fn variant(&self) -> Variant;
    /// The player whose turn it is.
    fn side_to_move(&self) -> Side;
    /// How the game ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// All legal moves; none in a game that is won. A drawn game may go on: not every referee counts what makes it one.
    fn legal_moves(&self) -> Vec<Move>;
    /// Reads a legal move.
    ///
    /// # Errors
    /// When the text is no move, or the move is not legal.
    fn parse_move(&self, text: &str) -> Result<Move, MoveError>;
    /// Writes a move as [`AnyPosition::parse_move`] reads it.
    fn move_text(&self, mv: Move) -> String;
    /// Plays a move.
    ///
    /// # Errors
    /// When the move is not legal; the position stays.
    fn play(&mut self, mv: Move) -> Result<(), MoveError>;
    /// The hash key.
    fn key(&self) -> u64;
    /// The board as lines of text.
    fn diagram(&self) -> String;
    /// The static evaluation.
    fn evaluation(&self) -> Evaluation;
    /// Counts the legal lines of `depth` plies by their first move, on `threads` threads.
    ///
    /// # Errors
    /// When the system refuses the threads.
    fn perft(&self, depth: u32, threads: usize) -> Result<Perft, rayon::ThreadPoolBuildError>;
    /// Searches; see [`Engine::search`].
    fn search(
        &self,
        engine: &mut Engine,
        limits: &Limits,
        control: &Control,
        report: &mut (dyn FnMut(&Report) + Send),
    ) -> Finding;
    /// A copy.
    fn boxed(&self) -> Box<dyn AnyPosition>;
    /// The concrete type behind the interface, for [`with_game`].
    fn as_any(&self) -> &dyn Any;
}

impl Clone for Box<dyn AnyPosition> {
    fn clone(&self) -> Self {
        self.as_ref().boxed()
    }
}

/// A position of Troyka's game with its evaluation.
#[derive(Clone, Debug)]
pub(crate) struct TroykaPosition<G: Geometry> {
    position: troyka::Position<G>,
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
        let shown = || text.chars().filter(|c| !c.is_control()).take(20).collect();
        let mv = Move::read(text, self.size()).ok_or_else(|| MoveError::Unreadable(shown()))?;
        if self.position.is_legal(mv) { Ok(mv) } else { Err(MoveError::Illegal(shown())) }
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

/// Work that is written for any game and compiled for each.
pub trait WithGame {
    /// The result.
    type Output;

    /// Does the work. `past` holds the repetition keys of the positions before, as [`Engine::search`] takes them.
    fn run<G: Game>(self, game: &G, past: &[u64]) -> Self::Output;
}

/// Runs `work` on the game behind `position`, so that nothing below goes through [`AnyPosition`]'s virtual calls. Nothing
/// for a position that is not one of the engine's own.
pub fn with_game<W: WithGame>(position: &dyn AnyPosition, work: W) -> Option<W::Output> {
    let position = position.as_any();
    if let Some(found) = position.downcast_ref::<TroykaPosition<Fixed8x8>>() {
        Some(work.run(&found.position, &[]))
    } else if let Some(found) = position.downcast_ref::<TroykaPosition<AnySize<u64>>>() {
        Some(work.run(&found.position, &[]))
    } else if let Some(found) = position.downcast_ref::<TroykaPosition<AnySize<u128>>>() {
        Some(work.run(&found.position, &[]))
    } else {
        None
    }
}
