//! Rules, search and evaluation of the games called Breakthrough.
//!
//! The crate reads nothing, prints nothing and keeps no clock of its own. From the lowest room up: [`board`] (squares
//! and sets of squares), [`game`] (what the search asks of a game), [`troyka`] (Dan Troyka's Breakthrough), [`freeling`] (Christian Freeling's), [`search`]
//! (iterative-deepening negamax on all cores), then [`mod@perft`], [`mod@bench`] and [`variant`], the list of all games, whose
//! positions [`position::AnyPosition`] hides behind one interface.
//!
//! ```
//! use breach_engine::{Control, Engine, Limits, SystemClock, Variant};
//!
//! let position = Variant::default().start();
//! let mut engine = Engine::new(1, 16)?;
//! let limits = Limits { depth: Some(4), ..Limits::default() };
//! let control = Control::new(SystemClock::start(), false);
//! let found = position.search(&mut engine, &limits, &control, &mut |_| ());
//! assert!(position.legal_moves().contains(&found.best.unwrap()));
//! # Ok::<(), breach_engine::EngineError>(())
//! ```

pub mod bench;
pub mod board;
pub mod freeling;
pub mod game;
pub mod level;
pub mod perft;
pub mod position;
pub mod search;
mod text;
pub mod troyka;
pub mod variant;

pub use board::{BoardSize, Move, Side};
pub use perft::Perft;
pub use position::{AnyPosition, Ending, Evaluation, MoveError, Outcome, WithGame, with_game};
/// Why the system's threads could not be had, as [`AnyPosition::perft`] tells it.
pub use rayon::ThreadPoolBuildError;
pub use search::{
    Bound, Clock, Control, ELO_RANGE, Engine, EngineError, Finding, GameClock, Handicap, Limits,
    Report, Score, SystemClock, TranspositionTable,
};
pub use variant::{PositionError, Variant};
