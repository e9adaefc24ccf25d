//! The one thing the search asks of a game.
//!
//! A game is a position that can be played on. The search is compiled once for each game and board width, so nothing
//! here is called through a table.

use std::fmt::Debug;

use crate::board::{Move, Side};
use crate::level::Level;

/// A result that follows from the rules by a proof, not by an estimate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The side to move wins within this many plies, whatever the other does. 0: it has won.
    Win(u32),
    /// The side to move loses within this many plies, whatever it does. 0: it has lost.
    Loss(u32),
    /// The game has ended without a winner.
    Draw,
}

/// A position with its rules.
///
/// "Candidates" are the moves a search must look at to find the value of the position: moves that lose at once when
/// others need not may be left out, as long as one move remains. They fall into captures and quiet moves. Repetition is
/// not their concern either: the search itself looks for the move that is saved by one.
pub trait Game: Copy + Debug + Send + Sync + 'static {
    /// How many numbers [`Game::slot`] gives, the size of tables indexed by move.
    const SLOTS: usize;

    /// Whether a position can come back in the course of a game. Where it cannot, the search spends nothing on it.
    const CAN_REPEAT: bool = false;

    /// The player whose turn it is.
    fn side_to_move(&self) -> Side;

    /// The hash key of the position, side to move included.
    fn key(&self) -> u64;

    /// The key by which two positions of a game count as the same, where that is less than [`Game::key`] tells apart. The
    /// third time one is on the board, the game is drawn; the search counts them, the game need not.
    #[inline(always)]
    fn repetition_key(&self) -> u64 {
        self.key()
    }

    /// How many plies ago the last move was made that cannot be taken back: no earlier position can come again. 0 right
    /// after such a move. May be more than the plies played, never less than the truth.
    #[inline(always)]
    fn reversible_plies(&self) -> u32 {
        0
    }

    /// Whether the side to move may be worse off for having to move, so that its static evaluation is no lower bound of
    /// what it can reach. Depends on nothing but what [`Game::key`] tells apart.
    #[inline(always)]
    fn may_be_in_zugzwang(&self) -> bool {
        false
    }

    /// Who has won, once the game is over.
    fn winner(&self) -> Option<Side>;

    /// Whether the rules allow `mv` here. Any move may be asked for.
    fn is_legal(&self, mv: Move) -> bool;

    /// The position after a legal move.
    #[must_use]
    fn play(&self, mv: Move) -> Self;

    /// Visits every legal move: none in a game that is won. One that is drawn may go on, since not every referee counts
    /// what makes it a draw.
    fn each_legal(&self, visit: impl FnMut(Move));

    /// Visits the candidates that capture.
    fn each_capture(&self, visit: impl FnMut(Move));

    /// Visits the candidates that do not capture.
    fn each_quiet(&self, visit: impl FnMut(Move));

    /// Visits the quiet candidates that a quiescence search must not miss.
    fn each_urgent_quiet(&self, visit: impl FnMut(Move));

    /// Whether `mv`, which is legal and quiet, is one of those even where no threat has to be answered: it is not pruned
    /// for coming late either.
    fn is_urgent_quiet(&self, mv: Move) -> bool;

    /// Whether `mv`, which is legal, captures.
    fn is_capture(&self, mv: Move) -> bool;

    /// Whether the opponent threatens to win at once. Then the moves against it are all candidates, and those among them
    /// that do not capture are urgent.
    fn is_threatened(&self) -> bool;

    /// A proven result, if one can be seen without search. Always given for a finished game.
    ///
    /// Earlier positions are left out of account: where a third occurrence could stand in the way, the search takes
    /// what needs two plies or more for an estimate.
    fn verdict(&self) -> Option<Verdict>;

    /// What a capture promises, for move ordering: larger is better.
    fn capture_value(&self, mv: Move) -> i32;

    /// Whether the man moved by `mv`, which is legal, can be taken there without loss to the opponent: a quiet step that
    /// gives a man away, a capture that wins none.
    fn loses_exchange(&self, mv: Move) -> bool;

    /// What a quiet move promises before any history is known, for move ordering.
    fn quiet_value(&self, mv: Move) -> i32;

    /// A number below [`Game::SLOTS`] for a legal move, different for moves that history should tell apart.
    fn slot(&self, mv: Move) -> usize;

    /// The number of leaves of the tree of legal moves `depth` plies deep, in code compiled for `level`. Games override
    /// it where they can count faster than by playing every move.
    fn leaves_at<L: Level>(&self, level: L, depth: u32) -> u64 {
        level.run(|| {
            if depth == 0 {
                return 1;
            }
            let mut total = 0;
            self.each_legal(|mv| {
                total += if depth == 1 { 1 } else { self.play(mv).leaves_at(level, depth - 1) };
            });
            total
        })
    }
}

/// An estimate of a position's value, kept up to date move by move.
///
/// The place for a hand-made evaluation and for a network alike: `State` is whatever is cheaper to update than to
/// compute anew, such as a sum of square values or a network's accumulators.
pub trait Evaluator<G: Game>: Send + Sync {
    /// What is carried along from position to position.
    type State: Clone + Debug + Send;

    /// The state for a position met without history.
    fn state(&self, position: &G) -> Self::State;

    /// The state after `mv` has led from `before` to `after`.
    fn after(&self, state: &Self::State, before: &G, mv: Move, after: &G) -> Self::State;

    /// Centipawns from the view of the side to move, well inside the range of unproven scores.
    fn evaluate(&self, state: &Self::State, position: &G) -> i32;
}
