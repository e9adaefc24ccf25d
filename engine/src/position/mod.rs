//! A position of any variant behind one interface: what a session, a referee or a tool holds.
//!
//! Calls through it are virtual, but there is one for a whole search, not one for each node: below this line everything
//! is compiled for its game and board.

mod freeling;
mod troyka;

use std::any::Any;
use std::fmt;

use thiserror::Error;

use crate::board::{AnySize, Fixed8x8, Move, Side, Square};
use crate::freeling::{Author, OrderError, Towers};
use crate::game::Game;
use crate::perft::Perft;
use crate::search::{Control, Engine, Finding, Limits, Report};
use crate::variant::Variant;

pub(crate) use freeling::FreelingPosition;
pub(crate) use troyka::TroykaPosition;

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
    /// The move is legal, the order of explosions behind it is not its.
    #[error("'{text}': {error}")]
    Order {
        /// The text.
        text: String,
        /// What is wrong with the order.
        error: OrderError,
    },
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
    /// The squares that explode after a legal move, in the order of the rules; none in games without explosions.
    fn explosions(&self, _mv: Move) -> Vec<Square> {
        Vec::new()
    }
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
    } else if let Some(found) = position.downcast_ref::<FreelingPosition<Author>>() {
        Some(work.run(&found.position, &found.past))
    } else if let Some(found) = position.downcast_ref::<FreelingPosition<Towers>>() {
        Some(work.run(&found.position, &found.past))
    } else {
        None
    }
}
