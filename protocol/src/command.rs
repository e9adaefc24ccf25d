//! What a session can be told, whatever the protocol says it in. A [`dialect`](crate::dialect) reads lines into these
//! types, which hold no text that could still be misread, save what only the game can judge: moves and positions.

use thiserror::Error;

/// One thing to do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Command {
    /// Say who you are and what can be set.
    Identify,
    /// Forget the games before.
    NewGame,
    /// Say that you are listening.
    IsReady,
    /// Set an option.
    SetOption {
        /// Its name, in any case.
        name: String,
        /// Its value; buttons have none.
        value: Option<String>,
    },
    /// Set up a position.
    Position(Setup),
    /// Search.
    Go(Go),
    /// Count the lines of this many plies.
    Perft(u32),
    /// End the search and say what it found.
    Stop,
    /// The move pondered on was played.
    PonderHit,
    /// End the session.
    Quit,
    /// Show the board.
    Show,
    /// Show the static evaluation.
    Evaluate,
    /// Do the fixed work that signs a version, to this depth.
    Bench(Option<u32>),
    /// Tell how the program was built.
    Compiler,
    /// Tell what can be typed.
    Help,
}

impl Command {
    /// Whether carrying it out needs neither the engine nor changes anything, so that it may be done during a search.
    pub fn only_tells(&self) -> bool {
        match self {
            Self::Identify
            | Self::IsReady
            | Self::Show
            | Self::Evaluate
            | Self::Compiler
            | Self::Help => true,
            Self::NewGame
            | Self::SetOption { .. }
            | Self::Position(_)
            | Self::Go(_)
            | Self::Perft(_)
            | Self::Stop
            | Self::PonderHit
            | Self::Quit
            | Self::Bench(_) => false,
        }
    }
}

/// A position: where the game began and the moves since.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Setup {
    /// The position it began from; the variant's start when there is none.
    pub fen: Option<String>,
    /// The moves played from there.
    pub moves: Vec<String>,
}

/// The limits of a search as they were told. Times are milliseconds, and may be negative when a clock is overdrawn.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// Time left on White's and Black's clock.
    pub time: [Option<i64>; 2],
    /// White's and Black's increment.
    pub increment: [Option<i64>; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
    /// Plies to search.
    pub depth: Option<u32>,
    /// Nodes to search.
    pub nodes: Option<u64>,
    /// Moves to a win that is enough.
    pub mate: Option<u32>,
    /// Time for this move.
    pub move_time: Option<i64>,
    /// Until told to stop.
    pub infinite: bool,
    /// On the opponent's time, until told that its move was the expected one.
    pub ponder: bool,
    /// The only moves to look at; empty for all.
    pub search_moves: Vec<String>,
    /// The first word that meant nothing, to be complained of.
    pub ignored: Option<String>,
}

/// A line that is no command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// The first word is unknown.
    #[error("unknown command '{0}'; 'help' lists what is known")]
    Unknown(String),
    /// An option without a name.
    #[error("setoption: 'name' and the option's name expected")]
    OptionName,
    /// Neither way to begin a position.
    #[error("position: 'startpos' or 'fen' expected, '{0}' found")]
    PositionKind(String),
    /// Something between the position and its moves.
    #[error("position: 'moves' expected, '{0}' found")]
    PositionMoves(String),
    /// A depth that is no number.
    #[error("{command}: a depth in plies expected, '{found}' found")]
    Depth {
        /// The command.
        command: &'static str,
        /// What stands there.
        found: String,
    },
}

/// A word from outside as a message can repeat it: short, and without characters that would break the line.
pub fn shown(word: &str) -> String {
    const LONGEST: usize = 40;
    let safe =
        |letter: char| if letter.is_control() { char::REPLACEMENT_CHARACTER } else { letter };
    word.chars().take(LONGEST).map(safe).collect()
}

/// The words of a line, one by one; blanks are whatever ASCII calls white space.
#[derive(Clone, Debug)]
pub struct Words<'a> {
    rest: &'a str,
}

impl<'a> Words<'a> {
    /// The words of `line`.
    pub fn new(line: &'a str) -> Self {
        Self { rest: line.trim_ascii() }
    }

    /// What has not been taken, without blanks around it.
    pub fn rest(&self) -> &'a str {
        self.rest
    }

    /// The next word, which stays.
    pub fn peek(&self) -> Option<&'a str> {
        self.clone().next()
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let blank = |letter: char| letter.is_ascii_whitespace();
        let (word, rest) = self.rest.split_once(blank).unwrap_or((self.rest, ""));
        self.rest = rest.trim_ascii_start();
        Some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_at_any_run_of_blanks() {
        let words: Vec<_> = Words::new("\t go \x0c  depth\r3 \r\n").collect();
        assert_eq!(words, ["go", "depth", "3"]);
        assert_eq!(Words::new(" \t ").next(), None);
    }

    #[test]
    fn the_rest_keeps_the_blanks_inside_it() {
        let mut words = Words::new("value  a  b ");
        assert_eq!(words.next(), Some("value"));
        assert_eq!(words.rest(), "a  b");
    }

    #[test]
    fn a_word_is_shown_in_one_short_line() {
        assert_eq!(shown("a\nb\0"), "a\u{fffd}b\u{fffd}");
        assert_eq!(shown(&"é".repeat(1000)).chars().count(), 40);
    }
}
