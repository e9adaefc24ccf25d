//! The protocols' ways to say things. Each reads a line into a [`Command`](crate::command::Command), which knows nothing
//! of where it came from.

pub mod uci;
