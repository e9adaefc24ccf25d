//! From counts to figures: Elo, its error, the likelihood that it is positive, and the sequential test.
//!
//! Everything about strength is a function of a [`Sample`]. A match of pairs (one opening, both colours) is one sample of pairs, not two
//! of games: the two games of a pair share their opening, so they are not independent, and a sample of games would
//! report the wrong error. The formulas are those of fishtest and fastchess, and the tests hold their figures.

mod elo;
mod histogram;
mod normal;
mod sample;
mod sprt;

pub use elo::{Estimate, elo, likelihood_of_superiority, normalized_elo};
pub use histogram::Histogram;
pub use sample::{Sample, Unit};
pub use sprt::{Hypothesis, Model, ModelError, Sprt, SprtError};
