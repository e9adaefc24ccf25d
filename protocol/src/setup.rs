//! From a setup as it was read to the position it describes.

use breach_engine::{AnyPosition, MoveError, PositionError, Variant};
use thiserror::Error;

use crate::command::Setup;

/// Why a setup describes no position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// The position it begins from is none.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move cannot be played.
    #[error(transparent)]
    Line(#[from] LineError),
}

/// The move at which a line cannot go on.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("move {number}: {error}")]
pub struct LineError {
    /// The move's number in the line, from 1.
    pub number: usize,
    /// What is wrong with it.
    pub error: MoveError,
}

/// The position of `variant` that `setup` describes.
///
/// # Errors
/// Names what is wrong with the position or the move.
pub fn position(variant: Variant, setup: &Setup) -> Result<Box<dyn AnyPosition>, SetupError> {
    let mut position = match &setup.fen {
        None => variant.start(),
        Some(fen) => variant.position(fen)?,
    };
    play(position.as_mut(), &setup.moves)?;
    Ok(position)
}

/// Plays `moves` one after the other.
///
/// # Errors
/// Names the first move that cannot be played; those before it have been.
pub fn play(position: &mut dyn AnyPosition, moves: &[String]) -> Result<(), LineError> {
    for (index, text) in moves.iter().enumerate() {
        let played = position.parse_move(text).and_then(|mv| position.play(mv));
        played.map_err(|error| LineError { number: index + 1, error })?;
    }
    Ok(())
}
