//! The sparring partner: a player of every variant that knows nothing but the rules.
//!
//! Plain Monte-Carlo tree search, as it was before anybody improved it: [`Tree`] is UCT with uniformly random playouts,
//! [`run`] plays it over UCI. It has no evaluation and no proofs on purpose, so that it owes nothing to the engine it
//! plays against but the rules, and so that a variant has an opponent before anybody has written one for it.

mod budget;
mod session;
mod tree;

pub use session::run;
pub use tree::{Grow, Parameters, Tree};
