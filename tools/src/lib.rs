//! Matches and measurements for engines that play Breakthrough.
//!
//! From the lowest room up: [`stats`] (counts in, Elo and likelihoods out), [`record`] (how games are written down),
//! [`engine_process`] (an engine as a child process) and [`arena`] (games, pairs of games, matches). [`sparring`] stands
//! beside them: a player to put into matches. Nothing here prints: the program `breach-tools` shows what the library
//! reports.

pub mod arena;
pub mod engine_process;
pub mod record;
pub mod sparring;
pub mod stats;
