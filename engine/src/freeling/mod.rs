//! Christian Freeling's Breakthrough (1984): five files, nine ranks, walls, and stacks that explode.
//!
//! Men move any distance along a diagonal over empty squares, and stack. A square that holds more men than it has room
//! for, two on the side files, three elsewhere, explodes: a man goes ahead, and one to each side. That is how men
//! capture, and how they pass the far wall, the third rank before the goal, where forward moves end. The first man on
//! the goal rank wins. Two published texts differ in what an explosion cannot take and in whether a turn may be
//! passed: [`Rules`].

mod chain;
mod count;
mod evaluate;
mod game;
mod generate;
mod notation;
mod order;
mod position;
mod rules;
mod shape;
mod weights;

pub use chain::{Chain, Stacks};
pub use evaluate::{FEATURES, HandMade, each_feature};
pub use notation::NotationError;
pub use order::OrderError;
pub use position::Position;
pub use rules::{Author, RuleSet, Rules, Towers};
pub(crate) use shape::size;
