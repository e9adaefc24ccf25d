//! One game: two engines, one referee.
//!
//! The referee is the library's own position. It asks the side to move, charges the clock, checks the move, and decides
//! when the game is over; what the engines believe does not matter. Any fault loses the game for the one at fault, and
//! ends its process: the next game gets a new one.

use std::time::Duration;

use breach_engine::{AnyPosition, Ending, Outcome, Side};

use super::{Contestant, GameClock, Opening};
use crate::engine_process::{Answer, Fault, Setup, StartError, UciEngine, position_text};
use crate::record::{Effort, Reason};

/// A contestant's place at a table, with its process as long as that is sound.
#[derive(Debug)]
pub(super) struct Seat<'a> {
    contestant: &'a Contestant,
    setup: &'a Setup,
    engine: Option<UciEngine>,
}

/// A finished game.
#[derive(Debug)]
pub(super) struct Played {
    /// The engines' moves.
    pub(super) moves: Vec<String>,
    /// The winner, if there is one.
    pub(super) winner: Option<Side>,
    /// Why it ended.
    pub(super) reason: Reason,
    /// More on a fault.
    pub(super) detail: Option<String>,
    /// What White and Black put into it.
    pub(super) efforts: [Effort; 2],
}

/// A game that was given up on request.
#[derive(Debug)]
pub(super) struct Interrupted;

/// What keeps a side from moving.
enum Trouble {
    /// Its own fault.
    Fault(Reason, String),
    /// A request to stop.
    Interrupted,
}

impl Trouble {
    /// What a fault means while `silence` is how not answering counts.
    fn of(fault: &Fault, silence: Reason) -> Self {
        match fault {
            Fault::Interrupted => Self::Interrupted,
            Fault::Disconnect(_) => Self::Fault(Reason::Disconnect, fault.to_string()),
            Fault::Silence { .. } => Self::Fault(silence, fault.to_string()),
        }
    }
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Self {
        Self::of(&fault, Reason::Stall)
    }
}

impl<'a> Seat<'a> {
    pub(super) fn new(contestant: &'a Contestant, setup: &'a Setup) -> Self {
        Self { contestant, setup, engine: None }
    }

    /// The running engine, started if need be.
    fn engine(&mut self) -> Result<&mut UciEngine, Trouble> {
        if self.engine.is_none() {
            let started = UciEngine::start(&self.contestant.program, self.setup);
            self.engine = Some(started.map_err(|error| match error {
                StartError::Fault(Fault::Interrupted) => Trouble::Interrupted,
                error => Trouble::Fault(Reason::NotStarted, error.to_string()),
            })?);
        }
        let lost = || Trouble::Fault(Reason::NotStarted, "no process".into());
        self.engine.as_mut().ok_or_else(lost)
    }

    /// Gets ready for a new game.
    fn prepare(&mut self) -> Result<GameClock, Trouble> {
        self.engine()?.new_game()?;
        Ok(GameClock::new(self.contestant.pace))
    }

    /// Ends the process without asking.
    fn dismiss(&mut self) {
        if let Some(mut engine) = self.engine.take() {
            engine.condemn();
        }
    }
}

/// Plays a game from `opening`, a draw after `most_plies`. The first of `seats` is White.
pub(super) fn play(
    mut seats: [&mut Seat<'_>; 2],
    opening: &Opening,
    most_plies: usize,
) -> Result<Played, Interrupted> {
    // The referee starts where the engines are told the game starts: what the opening went through counts for neither.
    let fen = opening.position.to_string();
    let position = opening.position.variant().position(&fen);
    let mut table = Table {
        position: position.unwrap_or_else(|_| opening.position.clone()),
        fen,
        moves: Vec::new(),
        efforts: [Effort::default(); 2],
        times: [Duration::ZERO; 2],
    };
    let (winner, reason, detail) = match table.play_out(&mut seats, most_plies) {
        Ok((winner, reason)) => (winner, reason, None),
        Err((side, Trouble::Fault(reason, detail))) => {
            seats[side.index()].dismiss();
            (Some(!side), reason, Some(detail))
        }
        Err((_, Trouble::Interrupted)) => return Err(Interrupted),
    };
    Ok(Played { moves: table.moves, winner, reason, detail, efforts: table.efforts })
}

/// A game in progress.
struct Table {
    fen: String,
    position: Box<dyn AnyPosition>,
    moves: Vec<String>,
    efforts: [Effort; 2],
    /// Charged so far. Efforts have it in milliseconds, rounded once and not with every move.
    times: [Duration; 2],
}

impl Table {
    /// Plays to the end by the rules; on a fault, says whose it was.
    fn play_out(
        &mut self,
        seats: &mut [&mut Seat<'_>; 2],
        most_plies: usize,
    ) -> Result<(Option<Side>, Reason), (Side, Trouble)> {
        let prepared = Side::BOTH.map(|side| (side, seats[side.index()].prepare()));
        let mut clocks = Vec::new();
        for (side, clock) in prepared {
            clocks.push(clock.map_err(|trouble| (side, trouble))?);
        }
        loop {
            let mover = self.position.side_to_move();
            if let Some(outcome) = self.position.outcome() {
                return Ok((outcome.winner, reason_of(outcome)));
            }
            if self.position.legal_moves().is_empty() {
                return Ok((Some(!mover), Reason::NoMoves));
            }
            if self.moves.len() >= most_plies {
                return Ok((None, Reason::MaxMoves));
            }
            self.play_move(mover, seats[mover.index()], &mut clocks)
                .map_err(|trouble| (mover, trouble))?;
        }
    }

    /// Gets a move from the side to move, and plays it.
    fn play_move(
        &mut self,
        mover: Side,
        seat: &mut Seat<'_>,
        clocks: &mut [GameClock],
    ) -> Result<(), Trouble> {
        let engine = seat.engine()?;
        engine.set_position(&position_text(&self.fen, &self.moves))?;
        let clock = &clocks[mover.index()];
        let patience = clock.patience();
        let silence = if patience.is_some() { Reason::Time } else { Reason::Stall };
        let go = clock.go(mover, &clocks[(!mover).index()]);
        let answer = engine.search(&go, patience).map_err(|fault| Trouble::of(&fault, silence))?;
        self.charge(mover, &answer);
        clocks[mover.index()]
            .charge(answer.elapsed)
            .map_err(|overrun| Trouble::Fault(Reason::Time, overrun.to_string()))?;
        let illegal = |why: String| Trouble::Fault(Reason::IllegalMove, why);
        let mv = self.position.parse_move(&answer.best).map_err(|why| illegal(why.to_string()))?;
        let text = self.position.move_text(mv);
        self.position.play(mv).map_err(|why| illegal(why.to_string()))?;
        self.moves.push(text);
        Ok(())
    }

    /// Adds an answer to its side's effort.
    fn charge(&mut self, mover: Side, answer: &Answer) {
        let (effort, time) = (&mut self.efforts[mover.index()], &mut self.times[mover.index()]);
        let before = time.as_millis();
        *time += answer.elapsed;
        effort.add(&Effort {
            moves: 1,
            time_ms: (time.as_millis() - before) as u64,
            slowest_ms: answer.elapsed.as_millis() as u64,
            nodes: answer.info.nodes.unwrap_or_default(),
            depths: answer.info.depth.unwrap_or_default(),
        });
    }
}

/// The rules' reason as a record has it.
fn reason_of(outcome: Outcome) -> Reason {
    match outcome.ending {
        Ending::Goal => Reason::Goal,
        Ending::LastMan => Reason::LastMan,
        Ending::Blockade => Reason::NoMoves,
        Ending::Repetition => Reason::Repetition,
        Ending::Passes => Reason::Passes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use breach_engine::Variant;

    #[test]
    fn the_rules_reasons_are_told_apart() {
        let reason = |fen| {
            let position = Variant::default().position(fen).unwrap();
            reason_of(position.outcome().unwrap())
        };
        assert_eq!(reason("P7/8/8/8/8/8/p7/8 b - - 0 1"), Reason::Goal);
        assert_eq!(reason("8/8/8/P7/8/8/8/8 b - - 0 1"), Reason::LastMan);
    }
}
