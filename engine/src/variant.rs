//! The list of all variants: their names, and how each starts and is read.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::{AnySize, BoardSize, Fixed8x8, Geometry};
use crate::freeling::{self, Author, NotationError, Rules, Towers};
use crate::position::{AnyPosition, FreelingPosition, TroykaPosition};
use crate::text::shortened;
use crate::troyka::{Fen, FenError, Position};

const FREELING: &str = "freeling";
const FREELING_TOWERS: &str = "freeling-towers";

/// A game with its board. The default is Breakthrough on 8×8.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Variant {
    /// Dan Troyka's Breakthrough.
    Breakthrough(BoardSize),
    /// Christian Freeling's Breakthrough.
    Freeling(Rules),
}

/// A variant name that stands for no variant.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "'{0}' is no variant: breakthrough (8x8), breakthrough<files>x<ranks> (files 2-16, ranks 4-16, at most 128 \
     squares), freeling and freeling-towers are"
)]
pub struct VariantError(String);

/// Text that is no position of a variant.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(transparent)]
pub enum PositionError {
    /// Of Troyka's game.
    Breakthrough(#[from] FenError),
    /// Of Freeling's game.
    Freeling(#[from] NotationError),
}

impl Default for Variant {
    fn default() -> Self {
        Self::Breakthrough(BoardSize::standard())
    }
}

impl Variant {
    /// The names offered to programs that want a list, the default first. Every other size is understood as well;
    /// `breakthrough5`, `6` and `7` are what Fairy-Stockfish calls those square boards.
    pub const OFFERED: [&'static str; 14] = [
        "breakthrough",
        "breakthrough5",
        "breakthrough6",
        "breakthrough7",
        "breakthrough5x5",
        "breakthrough6x6",
        "breakthrough7x7",
        "breakthrough6x8",
        "breakthrough8x6",
        "breakthrough9x9",
        "breakthrough10x10",
        "breakthrough16x8",
        FREELING,
        FREELING_TOWERS,
    ];

    /// Files and ranks of the board.
    pub fn size(self) -> BoardSize {
        match self {
            Self::Breakthrough(size) => size,
            Self::Freeling(_) => freeling::size(),
        }
    }

    /// The starting position.
    pub fn start(self) -> Box<dyn AnyPosition> {
        match self {
            Self::Breakthrough(size) => troyka(size, Start),
            Self::Freeling(Rules::Author) => {
                Box::new(FreelingPosition::new(freeling::Position::<Author>::start()))
            }
            Self::Freeling(Rules::Towers) => {
                Box::new(FreelingPosition::new(freeling::Position::<Towers>::start()))
            }
        }
    }

    /// Reads a position in this variant's notation.
    ///
    /// # Errors
    /// Names the field that is wrong.
    pub fn position(self, text: &str) -> Result<Box<dyn AnyPosition>, PositionError> {
        match self {
            Self::Breakthrough(size) => {
                let fen = Fen::read(text)?;
                if fen.size == size {
                    Ok(troyka(size, fen))
                } else {
                    let (variant, found) = (self.to_string(), fen.size);
                    Err(FenError::OtherSize { variant, found, expected: size }.into())
                }
            }
            Self::Freeling(Rules::Author) => {
                Ok(Box::new(FreelingPosition::new(freeling::Position::<Author>::read(text)?)))
            }
            Self::Freeling(Rules::Towers) => {
                Ok(Box::new(FreelingPosition::new(freeling::Position::<Towers>::read(text)?)))
            }
        }
    }

    /// The variant that a position belongs to by its looks, among this one's relatives: the same game on the board of
    /// the text's size.
    ///
    /// # Errors
    /// As [`Variant::position`].
    pub fn position_of_any_size(self, text: &str) -> Result<Box<dyn AnyPosition>, PositionError> {
        match self {
            Self::Breakthrough(_) => {
                let fen = Fen::read(text)?;
                Ok(troyka(fen.size, fen))
            }
            Self::Freeling(_) => self.position(text),
        }
    }
}

/// Something that makes a position once the board's geometry is known.
trait Setup {
    fn build<G: Geometry>(self, geometry: G) -> Position<G>;
}

struct Start;

impl Setup for Start {
    fn build<G: Geometry>(self, geometry: G) -> Position<G> {
        Position::start(geometry)
    }
}

impl Setup for Fen {
    fn build<G: Geometry>(self, geometry: G) -> Position<G> {
        self.position(geometry)
    }
}

/// Picks the geometry for a board of `size`: the built-in one, 64 bits, or 128.
fn troyka(size: BoardSize, setup: impl Setup) -> Box<dyn AnyPosition> {
    if size == BoardSize::standard() {
        Box::new(TroykaPosition::new(setup.build(Fixed8x8)))
    } else if let Some(geometry) = AnySize::<u64>::new(size) {
        Box::new(TroykaPosition::new(setup.build(geometry)))
    } else {
        let geometry = AnySize::<u128>::new(size).expect("every size has at most 128 squares");
        Box::new(TroykaPosition::new(setup.build(geometry)))
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Breakthrough(size) if *size == BoardSize::standard() => {
                f.write_str("breakthrough")
            }
            Self::Breakthrough(size) => write!(f, "breakthrough{size}"),
            Self::Freeling(Rules::Author) => f.write_str(FREELING),
            Self::Freeling(Rules::Towers) => f.write_str(FREELING_TOWERS),
        }
    }
}

impl FromStr for Variant {
    type Err = VariantError;

    /// Reads a name of either case.
    fn from_str(text: &str) -> Result<Self, VariantError> {
        let unknown = || VariantError(shortened(text));
        let lower = text.to_ascii_lowercase();
        match lower.as_str() {
            FREELING => return Ok(Self::Freeling(Rules::Author)),
            FREELING_TOWERS => return Ok(Self::Freeling(Rules::Towers)),
            _ => {}
        }
        let size = lower.strip_prefix("breakthrough").ok_or_else(unknown)?;
        let number = |digits: &str| -> Option<usize> {
            let plain = !digits.starts_with('0') && digits.bytes().all(|b| b.is_ascii_digit());
            plain.then(|| digits.parse().ok()).flatten()
        };
        let size = match (size, size.split_once('x')) {
            ("", _) => Some((8, 8)),
            (_, Some((files, ranks))) => number(files).zip(number(ranks)),
            (square @ ("5" | "6" | "7" | "8"), None) => number(square).map(|n| (n, n)),
            _ => None,
        };
        let size = size.and_then(|(files, ranks)| BoardSize::new(files, ranks).ok());
        size.map(Self::Breakthrough).ok_or_else(unknown)
    }
}
