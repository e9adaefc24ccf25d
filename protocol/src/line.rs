//! A line of moves, as text, played from a position.

use breach_engine::{AnyPosition, MoveError};
use thiserror::Error;

/// The move at which a line cannot go on.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("move {number}: {error}")]
pub struct LineError {
    /// The move's number in the line, from 1.
    pub number: usize,
    /// What is wrong with it.
    pub error: MoveError,
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
