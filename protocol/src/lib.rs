//! The engine's line protocols: text in, text out, and a session in between.
//!
//! A line goes one way through the rooms: [`input`] reads it, a [`dialect`] turns it into a [`command`], the [`session`]
//! carries it out with the engine on a worker thread, and [`output`] writes each [`reply`]. [`options`] holds what
//! can be set, [`limits`] turns a `go` into what ends a search, [`describe`] words what is shown to people.
//!
//! A session needs no process:
//!
//! ```
//! let input = std::io::Cursor::new("isready\nquit\n");
//! let mut output = Vec::new();
//! breach_protocol::session::run(input, &mut output)?;
//! assert_eq!(output, b"readyok\n");
//! # Ok::<(), breach_protocol::session::SessionError>(())
//! ```

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod chances;
pub mod command;
pub mod count;
pub mod describe;
pub mod dialect;
mod event;
pub mod input;
pub mod limits;
pub mod memory;
pub mod options;
pub mod output;
pub mod reply;
pub mod session;
pub mod setup;
mod worker;

/// The program's name.
pub const NAME: &str = "Breach";
/// Who wrote it.
pub const AUTHOR: &str = "the Breach developers";
/// Its version.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
