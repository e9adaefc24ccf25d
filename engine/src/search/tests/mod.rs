//! The search on games small enough to be drawn on paper.

mod graph;
mod proofs;
mod repetition;
mod zugzwang;
