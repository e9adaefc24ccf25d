//! A match: encounters played on several threads, gathered by one.
//!
//! Each worker has a process of either engine for itself, takes a pair from the schedule and plays both its games. The
//! calling thread receives every game as it ends, adds it to the standing, shows it to the observer and decides whether
//! to go on. Only it writes anything down, so a record is written whole and once.

use std::io;
use std::sync::mpsc::{self, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use breach_engine::Side;
use thiserror::Error;

use super::game::{self, Interrupted, Played, Seat};
use super::{Contestant, Encounter, OpeningError, OpeningRule, OpeningSource, Schedule, Standing};
use crate::engine_process::{Setup, UciEngine};
use crate::record::{GameRecord, GameResult};
use crate::stats::Sprt;

/// Sees each game as it ends.
pub trait Observer {
    /// A game has ended; `standing` has it already.
    ///
    /// # Errors
    /// An error ends the match: games that cannot be written down are not played.
    fn game_ended(&mut self, record: &GameRecord, standing: &Standing) -> io::Result<()>;
}

/// Why a match cannot be played.
#[derive(Debug, Error)]
pub enum MatchError {
    /// Only matches of two are played so far.
    #[error("a match is between two engines, not {0}")]
    Players(usize),
    /// An engine that would not play a single game.
    #[error("engine '{name}' cannot play: {why}")]
    Engine {
        /// Its name.
        name: String,
        /// What it did not do.
        why: String,
    },
    /// No positions to play from.
    #[error("--openings: {0}")]
    Openings(OpeningError),
    /// The observer gave up.
    #[error("a game could not be written down: {0}")]
    Record(io::Error),
}

/// All that makes a match. The same match with engines that play deterministically gives the same games again.
#[derive(Clone, Debug)]
pub struct Match {
    /// The players; two.
    pub contestants: Vec<Contestant>,
    /// What their processes are started with; its interrupt also ends the match.
    pub setup: Setup,
    /// Where games begin.
    pub openings: OpeningRule,
    /// What makes the openings' random moves.
    pub seed: u64,
    /// Pairs of games to play.
    pub rounds: u64,
    /// Games at a time.
    pub concurrency: usize,
    /// Plies by the engines after which a game is a draw: where moves can be taken back, a game need not end by itself.
    pub most_plies: usize,
    /// A test that ends the match early.
    pub sprt: Option<Sprt>,
    /// The event's name, for the records.
    pub event: Option<String>,
}

impl Match {
    /// Finds what would keep the match from starting: starts and stops each engine once, and draws an opening.
    ///
    /// # Errors
    /// Names what is wrong.
    pub fn check(&self) -> Result<(), MatchError> {
        let players = self.contestants.len();
        if players != 2 {
            return Err(MatchError::Players(players));
        }
        self.opening_source().draw().map_err(MatchError::Openings)?;
        for Contestant { program, .. } in &self.contestants {
            let refuse = |why: String| MatchError::Engine { name: program.name.clone(), why };
            UciEngine::start(program, &self.setup).map_err(|error| refuse(error.to_string()))?;
        }
        Ok(())
    }

    fn opening_source(&self) -> OpeningSource {
        OpeningSource::new(self.openings.clone(), self.setup.variant, self.seed)
    }

    /// Plays until all pairs are played, the test is decided, or the interrupt asks for an end.
    ///
    /// # Errors
    /// When there is nothing to play, or the observer fails.
    pub fn run(&self, observer: &mut dyn Observer) -> Result<Standing, MatchError> {
        let [first, second] = self.contestants.as_slice() else {
            return Err(MatchError::Players(self.contestants.len()));
        };
        let mut standing = Standing::new([first, second].map(|player| player.program.name.clone()));
        let schedule = Mutex::new(Schedule::head_to_head(self.rounds, self.opening_source()));
        let (sender, finished) = mpsc::channel();
        thread::scope(|scope| {
            let workers = self.rounds.min(self.concurrency as u64);
            for _ in 0..workers {
                let (sender, schedule) = (sender.clone(), &schedule);
                scope.spawn(move || self.work(schedule, &sender));
            }
            drop(sender);
            let mut failure = None;
            for game in finished {
                let outcome = game.map_err(MatchError::Openings).and_then(|record| {
                    self.gather(&record, &mut standing);
                    observer.game_ended(&record, &standing).map_err(MatchError::Record)
                });
                if let Err(error) = outcome {
                    self.setup.interrupt.finish();
                    failure.get_or_insert(error);
                }
            }
            failure.map_or(Ok(()), Err)
        })?;
        Ok(standing)
    }

    /// Adds a game to the standing, and ends the match if that decides the test.
    fn gather(&self, record: &GameRecord, standing: &mut Standing) {
        let complete = standing.add(record);
        if let Some(sprt) = self.sprt.filter(|_| complete) {
            let ratio = sprt.log_likelihood_ratio(&standing.sample());
            standing.decide(sprt.verdict(ratio));
            if standing.decision().is_some() {
                self.setup.interrupt.finish();
            }
        }
    }

    /// Plays encounters until there are none or the match is to end.
    fn work(
        &self,
        schedule: &Mutex<Schedule>,
        finished: &Sender<Result<GameRecord, OpeningError>>,
    ) {
        let mut seats: Vec<Seat<'_>> =
            self.contestants.iter().map(|player| Seat::new(player, &self.setup)).collect();
        while !self.setup.interrupt.is_finishing() {
            let taken = schedule.lock().unwrap_or_else(PoisonError::into_inner).take();
            match taken {
                Ok(Some(encounter)) => self.play_pair(&encounter, &mut seats, finished),
                Ok(None) => return,
                Err(error) => {
                    let _ = finished.send(Err(error));
                    return;
                }
            }
        }
    }

    /// Plays both games of an encounter, as far as the match goes on.
    fn play_pair(
        &self,
        encounter: &Encounter,
        seats: &mut [Seat<'_>],
        finished: &Sender<Result<GameRecord, OpeningError>>,
    ) {
        for (number, players) in encounter.games() {
            if self.setup.interrupt.is_finishing() {
                return;
            }
            let Ok(seats) = seats.get_disjoint_mut(players) else { return };
            match game::play(seats, &encounter.opening, self.most_plies) {
                Ok(played) => {
                    let record = self.record(encounter, number, players, played);
                    if finished.send(Ok(record)).is_err() {
                        return;
                    }
                }
                Err(Interrupted) => return,
            }
        }
    }

    fn record(
        &self,
        encounter: &Encounter,
        game: u64,
        players: [usize; 2],
        played: Played,
    ) -> GameRecord {
        let name = |side: Side| self.contestants[players[side.index()]].program.name.clone();
        let [white_effort, black_effort] = played.efforts;
        GameRecord {
            game,
            pair: encounter.pair,
            event: self.event.clone(),
            variant: self.setup.variant.to_string(),
            white: name(Side::White),
            black: name(Side::Black),
            fen: encounter.opening.position.to_string(),
            opening: encounter.opening.moves.clone(),
            plies: played.moves.len() as u64,
            moves: played.moves,
            result: GameResult::of(played.winner),
            reason: played.reason,
            detail: played.detail,
            white_effort,
            black_effort,
        }
    }
}
