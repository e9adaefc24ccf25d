//! What the end-to-end tests share.

pub mod matches;
pub mod program;
pub mod talk;
