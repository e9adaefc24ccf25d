//! An engine as a child process.
//!
//! [`EngineProcess`] is the bare child: lines in, lines out with the moment each arrived, deadlines, and an end that
//! nothing outlives. [`UciEngine`] speaks the protocol over it. Whatever an engine does wrong comes out as a
//! [`Fault`]; nothing it prints or leaves unprinted stops the program that runs it.

mod interrupt;
mod log;
mod options;
mod process;
mod uci;

pub use interrupt::Interrupt;
pub use log::TrafficLog;
pub use options::{EngineOption, OptionKind};
pub use process::{EngineProcess, Fault, Program};
pub use uci::{Answer, Deadlines, Go, SearchInfo, Setup, StartError, UciEngine};
pub(crate) use uci::{by_side, position_text};
