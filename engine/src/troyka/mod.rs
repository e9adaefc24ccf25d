//! Dan Troyka's Breakthrough (2000) on every board.
//!
//! Men step one square ahead, straight or diagonally, onto empty squares, and capture diagonally ahead. Whoever reaches
//! the far rank, or takes the last enemy man, has won. There are no draws.

mod count;
mod evaluate;
mod exact;
mod fen;
mod game;
mod generate;
mod position;
mod weights;

pub use evaluate::{HandMade, Terms};
pub(crate) use fen::Fen;
pub use fen::FenError;
pub use position::Position;
