//! Where games begin: positions some random moves from the start, on request only those that are balanced.

use std::collections::HashSet;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use breach_engine::{AnyPosition, Control, Engine, Limits, Score, Side, SystemClock, Variant};
use thiserror::Error;

/// Draws until a position is taken as not to be had.
const TRIES: usize = 1000;
/// The most random plies that can be asked for.
const MOST_PLIES: u32 = 200;

/// Nodes of the search that tells whether an opening is balanced.
const BALANCE_NODES: u64 = 50_000;
/// Size of that search's table, in MiB.
const BALANCE_MEGABYTES: usize = 16;

/// How many random plies an opening has: one number, or any of a range with equal chances.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plies(RangeInclusive<u32>);

/// What openings are played. `Display` writes it as the command line has it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OpeningRule {
    /// The random moves they begin with.
    pub plies: Plies,
    /// The score of a short search, in centipawns for either side, beyond which an opening is not played.
    pub balance: Option<u32>,
}

impl Default for Plies {
    fn default() -> Self {
        Self(4..=6)
    }
}

/// Openings that cannot be made.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpeningError {
    /// Not a number or a range.
    #[error("'{0}' is no number of plies: 6, or 4-6, at most 200")]
    Unreadable(String),
    /// The rule leaves nothing to play for.
    #[error("{TRIES} random openings ({rule}) were all decided already, or not balanced")]
    NoneLeft {
        /// What was asked for.
        rule: OpeningRule,
    },
    /// The engine that tells whether they are balanced cannot be had.
    #[error("balance: {0}")]
    Engine(String),
}

impl FromStr for Plies {
    type Err = OpeningError;

    fn from_str(text: &str) -> Result<Self, OpeningError> {
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        match (least.parse::<u32>(), most.parse::<u32>()) {
            (Ok(least), Ok(most)) if least <= most && most <= MOST_PLIES => Ok(Self(least..=most)),
            _ => Err(OpeningError::Unreadable(text.into())),
        }
    }
}

impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (least, most) = (self.0.start(), self.0.end());
        if least == most { write!(f, "{least}") } else { write!(f, "{least}-{most}") }
    }
}

impl fmt::Display for OpeningRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "plies={}", self.plies)?;
        self.balance.map_or(Ok(()), |balance| write!(f, " balance={balance}"))
    }
}

/// A position to play from.
#[derive(Clone, Debug)]
pub struct Opening {
    /// The position.
    pub position: Box<dyn AnyPosition>,
    /// The moves that led to it from the variant's start.
    pub moves: Vec<String>,
}

/// A reproducible stream of openings: the same rule, variant and seed give the same.
#[derive(Debug)]
pub struct OpeningSource {
    rule: OpeningRule,
    start: Box<dyn AnyPosition>,
    random: fastrand::Rng,
    drawn: HashSet<u64>,
    /// What was found not to be balanced.
    rejected: HashSet<u64>,
    /// Tells whether an opening is balanced; started when first asked.
    judge: Option<Engine>,
}

impl OpeningSource {
    /// A stream from its beginning.
    pub fn new(rule: OpeningRule, variant: Variant, seed: u64) -> Self {
        let random = fastrand::Rng::with_seed(seed);
        Self {
            rule,
            start: variant.start(),
            random,
            drawn: HashSet::new(),
            rejected: HashSet::new(),
            judge: None,
        }
    }

    /// The next opening: an undecided position, and a new one as long as some are found.
    ///
    /// # Errors
    /// When all are decided.
    pub fn draw(&mut self) -> Result<Opening, OpeningError> {
        let mut repeated = None;
        for _ in 0..TRIES {
            let Some(opening) = self.random_opening() else { continue };
            let key = opening.position.key();
            if self.rejected.contains(&key) {
                continue;
            }
            if !self.drawn.contains(&key) {
                if self.is_balanced(opening.position.as_ref())? {
                    self.drawn.insert(key);
                    return Ok(opening);
                }
                self.rejected.insert(key);
                continue;
            }
            repeated = Some(opening);
        }
        repeated.ok_or_else(|| OpeningError::NoneLeft { rule: self.rule.clone() })
    }

    /// Whether a short search finds neither side far ahead, if that is asked for.
    fn is_balanced(&mut self, position: &dyn AnyPosition) -> Result<bool, OpeningError> {
        let Some(balance) = self.rule.balance else { return Ok(true) };
        if self.judge.is_none() {
            let engine = Engine::new(1, BALANCE_MEGABYTES);
            self.judge = Some(engine.map_err(|error| OpeningError::Engine(error.to_string()))?);
        }
        let Some(engine) = &mut self.judge else { return Ok(true) };
        // The verdict must not depend on the openings before.
        engine.new_game();
        let limits = Limits { nodes: Some(BALANCE_NODES), ..Limits::default() };
        let control = Control::new(SystemClock::start(), false);
        let found = position.search(engine, &limits, &control, &mut |_| ());
        Ok(matches!(found.score, Score::Centipawns(score) if score.unsigned_abs() <= balance))
    }

    /// Random moves from the start, unless they lead to a decided position. None of them may end the game, not even in a
    /// draw that could be played on from.
    fn random_opening(&mut self) -> Option<Opening> {
        let mut position = self.start.clone();
        let mut moves = Vec::new();
        for _ in 0..self.random.u32(self.rule.plies.0.clone()) {
            let mv = self.random.choice(position.legal_moves())?;
            moves.push(position.move_text(mv));
            position.play(mv).ok()?;
            if position.outcome().is_some() {
                return None;
            }
        }
        (!is_decided(position.as_ref())).then_some(Opening { position, moves })
    }
}

/// Whether the game is over or the next two plies must win it: the player to move wins at once, or cannot prevent that
/// the opponent does. A draw that could be had at once decides nothing.
fn is_decided(position: &dyn AnyPosition) -> bool {
    let (mover, replies) = (position.side_to_move(), successors(position));
    position.outcome().is_some()
        || replies.iter().any(|reply| has_won(mover, reply.as_ref()))
        || replies.iter().all(|reply| wins_at_once(!mover, reply.as_ref()))
}

/// Whether `side`, whose turn it is unless the game is over, has won or wins with one move.
fn wins_at_once(side: Side, position: &dyn AnyPosition) -> bool {
    if position.outcome().is_some() {
        return has_won(side, position);
    }
    successors(position).iter().any(|next| has_won(side, next.as_ref()))
}

fn has_won(side: Side, position: &dyn AnyPosition) -> bool {
    position.outcome().is_some_and(|outcome| outcome.winner == Some(side))
}

/// The positions after each legal move.
fn successors(position: &dyn AnyPosition) -> Vec<Box<dyn AnyPosition>> {
    let played = |mv| {
        let mut next = position.boxed();
        next.play(mv).ok().map(|()| next)
    };
    position.legal_moves().into_iter().filter_map(played).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variant(name: &str) -> Variant {
        name.parse().unwrap()
    }

    fn rule(plies: &str) -> OpeningRule {
        OpeningRule { plies: plies.parse().unwrap(), balance: None }
    }

    fn draw(source: &mut OpeningSource, count: usize) -> Vec<Vec<String>> {
        (0..count).map(|_| source.draw().unwrap().moves).collect()
    }

    #[test]
    fn numbers_of_plies_are_read_and_written() {
        for text in ["4-6", "6", "0"] {
            assert_eq!(text.parse::<Plies>().unwrap().to_string(), text);
        }
        for text in ["", "6-4", "x", "-1", "1-", "201", "1-2-3"] {
            assert!(text.parse::<Plies>().is_err(), "{text}");
        }
    }

    #[test]
    fn balanced_openings_are_within_the_bound_and_the_same_again() {
        let rule = OpeningRule { balance: Some(30), ..rule("4-6") };
        let source = || OpeningSource::new(rule.clone(), variant("breakthrough5x5"), 2);
        let openings = draw(&mut source(), 3);
        assert_eq!(openings, draw(&mut source(), 3));
        let mut judge = source();
        for moves in openings {
            let mut position = variant("breakthrough5x5").start();
            for text in moves {
                position.play(position.parse_move(&text).unwrap()).unwrap();
            }
            assert!(judge.is_balanced(position.as_ref()).unwrap());
        }
        // A man ahead near the goal is no balance.
        let won = variant("breakthrough5x5").position("5/1P3/5/p4/5 w").unwrap();
        assert!(!judge.is_balanced(won.as_ref()).unwrap());
    }

    #[test]
    fn what_was_not_balanced_is_not_searched_again() {
        // The start is the only opening without moves, and some side is ahead of a bound of nothing at all.
        let rule = OpeningRule { balance: Some(0), ..rule("1") };
        let mut source = OpeningSource::new(rule, variant("breakthrough8x4"), 1);
        while source.draw().is_ok() && source.drawn.len() < 22 && source.rejected.len() < 22 {}
        assert!(source.drawn.is_disjoint(&source.rejected));
        assert!(source.drawn.len() + source.rejected.len() <= 22);
    }

    #[test]
    fn a_seed_gives_the_same_openings_again() {
        let source = |seed| OpeningSource::new(OpeningRule::default(), Variant::default(), seed);
        assert_eq!(draw(&mut source(1), 50), draw(&mut source(1), 50));
        assert_ne!(draw(&mut source(1), 50), draw(&mut source(2), 50));
    }

    #[test]
    fn all_lengths_of_a_range_occur_and_moves_lead_to_the_position() {
        let mut source = OpeningSource::new(rule("4-6"), variant("breakthrough6x6"), 7);
        let mut lengths = HashSet::new();
        let mut positions = HashSet::new();
        for _ in 0..60 {
            let opening = source.draw().unwrap();
            let mut position = variant("breakthrough6x6").start();
            for text in &opening.moves {
                position.play(position.parse_move(text).unwrap()).unwrap();
            }
            assert_eq!(position.to_string(), opening.position.to_string());
            assert!(!is_decided(position.as_ref()));
            assert!(positions.insert(position.key()), "drawn twice");
            lengths.insert(opening.moves.len());
        }
        assert_eq!(lengths, HashSet::from([4, 5, 6]));
    }

    #[test]
    fn openings_repeat_only_when_there_are_no_others() {
        let mut source = OpeningSource::new(rule("1"), variant("breakthrough5x5"), 3);
        let first: HashSet<_> = draw(&mut source, 13).into_iter().collect();
        assert_eq!(first.len(), 13, "5x5 has 13 first moves");
        assert!(first.contains(&source.draw().unwrap().moves));
    }

    #[test]
    fn decided_positions_are_seen() {
        let position = |fen| Variant::default().position(fen).unwrap();
        for fen in [
            "1P6/8/8/8/8/8/p7/8 b - - 0 1",
            "8/P7/8/8/8/p7/8/8 w - - 0 1",
            "8/P7/8/8/8/p7/8/8 b - - 0 1",
            "P7/8/8/8/8/p7/8/8 b - - 0 1",
        ] {
            assert!(is_decided(position(fen).as_ref()), "{fen}");
        }
        assert!(!is_decided(Variant::default().start().as_ref()));
        let hopeless = OpeningSource::new(rule("40"), variant("breakthrough2x4"), 1).draw();
        assert!(matches!(hopeless, Err(OpeningError::NoneLeft { .. })));
    }
}
