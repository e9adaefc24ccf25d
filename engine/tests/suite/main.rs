//! The engine's rules, proofs, texts and searches, tested from outside.
//!
//! One program, so that it is linked once. `solver` and `boards` are tools; every other module is a set of tests.

mod boards;
mod exact;
mod perft;
mod solver;
