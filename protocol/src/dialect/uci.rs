//! UCI, the Universal Chess Interface, with `UCI_Variant`.
//!
//! Reading follows the specification where programs differ: words may stand in any order after `go`, unknown ones are
//! skipped one by one, and `searchmoves` takes the rest of its line.

use std::fmt::Write as _;
use std::num::IntErrorKind;
use std::str::FromStr;

use crate::command::{Command, CommandError, Go, Setup, Words, shown};

/// Reads a line. Blank lines, and commands that need no answer, are nothing to do.
///
/// # Errors
/// Names the word that is wrong.
pub fn read(line: &str) -> Result<Option<Command>, CommandError> {
    let mut words = Words::new(line.trim_start_matches('\u{feff}'));
    let Some(command) = words.next() else { return Ok(None) };
    Ok(Some(match command {
        "uci" => Command::Identify,
        "ucinewgame" => Command::NewGame,
        "isready" => Command::IsReady,
        "setoption" => set_option(words)?,
        "position" => position(words)?,
        "go" => go(words)?,
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit,
        "quit" | "exit" => Command::Quit,
        "d" => Command::Show,
        "eval" => Command::Evaluate,
        "bench" => bench(words)?,
        "compiler" => Command::Compiler,
        "help" | "--help" | "?" => Command::Help,
        // There is nothing to register, and nothing more to tell when debugging: that goes to the log.
        "debug" | "register" => return Ok(None),
        other => return Err(CommandError::Unknown(shown(other))),
    }))
}

fn set_option(mut words: Words<'_>) -> Result<Command, CommandError> {
    if words.next() != Some("name") {
        return Err(CommandError::OptionName);
    }
    let mut name = Vec::new();
    let mut value = None;
    while let Some(word) = words.next() {
        if word == "value" {
            value = Some(words.rest().to_owned());
            break;
        }
        name.push(word);
    }
    if name.is_empty() {
        return Err(CommandError::OptionName);
    }
    Ok(Command::SetOption { name: name.join(" "), value })
}

fn position(mut words: Words<'_>) -> Result<Command, CommandError> {
    let is_moves = |word: &&str| *word == "moves";
    let fen = match words.next() {
        Some("startpos") => None,
        Some("fen") => {
            let mut fields = Vec::new();
            while let Some(field) = words.peek().filter(|word| !is_moves(word)) {
                fields.push(field);
                words.next();
            }
            Some(fields.join(" "))
        }
        other => return Err(CommandError::PositionKind(shown(other.unwrap_or("")))),
    };
    if let Some(other) = words.next().filter(|word| !is_moves(word)) {
        return Err(CommandError::PositionMoves(shown(other)));
    }
    Ok(Command::Position(Setup { fen, moves: words.map(str::to_owned).collect() }))
}

fn go(mut words: Words<'_>) -> Result<Command, CommandError> {
    let mut go = Go::default();
    while let Some(word) = words.next() {
        let understood = match word {
            "wtime" => take(&mut words, &mut go.time[0]),
            "btime" => take(&mut words, &mut go.time[1]),
            "winc" => take(&mut words, &mut go.increment[0]),
            "binc" => take(&mut words, &mut go.increment[1]),
            "movestogo" => take(&mut words, &mut go.moves_to_go),
            "depth" => take(&mut words, &mut go.depth),
            "nodes" => take(&mut words, &mut go.nodes),
            "mate" => take(&mut words, &mut go.mate),
            "movetime" => take(&mut words, &mut go.move_time),
            "infinite" => {
                go.infinite = true;
                true
            }
            "ponder" => {
                go.ponder = true;
                true
            }
            "searchmoves" => {
                go.search_moves = words.by_ref().map(str::to_owned).collect();
                true
            }
            "perft" => return depth("go perft", words.next().unwrap_or("")).map(Command::Perft),
            _ => false,
        };
        if !understood && go.ignored.is_none() {
            go.ignored = Some(shown(word));
        }
    }
    Ok(Command::Go(go))
}

fn bench(mut words: Words<'_>) -> Result<Command, CommandError> {
    let depth = words.next().map(|word| depth("bench", word)).transpose()?;
    Ok(Command::Bench(depth))
}

fn depth(command: &'static str, word: &str) -> Result<u32, CommandError> {
    word.parse().map_err(|_| CommandError::Depth { command, found: shown(word) })
}

/// Takes a number into `place`. A word that is none stays: it may be the next keyword.
fn take<T: Number + Copy>(words: &mut Words<'_>, place: &mut Option<T>) -> bool {
    let number = words.peek().and_then(T::saturating_read);
    if number.is_some() {
        words.next();
        *place = number;
    }
    number.is_some()
}

/// Whole numbers, of which too large ones are as large as can be, not an error: a clock may stand at anything.
trait Number: FromStr<Err = std::num::ParseIntError> {
    const LEAST: Self;
    const MOST: Self;

    fn saturating_read(word: &str) -> Option<Self> {
        match word.parse() {
            Ok(number) => Some(number),
            Err(error) => match error.kind() {
                IntErrorKind::PosOverflow => Some(Self::MOST),
                IntErrorKind::NegOverflow => Some(Self::LEAST),
                _ => None,
            },
        }
    }
}

impl Number for i64 {
    const LEAST: Self = Self::MIN;
    const MOST: Self = Self::MAX;
}

impl Number for u32 {
    const LEAST: Self = Self::MIN;
    const MOST: Self = Self::MAX;
}

impl Number for u64 {
    const LEAST: Self = Self::MIN;
    const MOST: Self = Self::MAX;
}

/// Writes a command as [`read`] reads it.
pub fn write(command: &Command) -> String {
    let fixed = match command {
        Command::Identify => "uci",
        Command::NewGame => "ucinewgame",
        Command::IsReady => "isready",
        Command::Stop => "stop",
        Command::PonderHit => "ponderhit",
        Command::Quit => "quit",
        Command::Show => "d",
        Command::Evaluate => "eval",
        Command::Compiler => "compiler",
        Command::Help => "help",
        Command::Bench(None) => "bench",
        Command::Bench(Some(depth)) => return format!("bench {depth}"),
        Command::Perft(depth) => return format!("go perft {depth}"),
        Command::SetOption { name, value: None } => return format!("setoption name {name}"),
        Command::SetOption { name, value: Some(value) } => {
            return format!("setoption name {name} value {value}");
        }
        Command::Position(setup) => return write_position(setup),
        Command::Go(go) => return write_go(go),
    };
    fixed.to_owned()
}

fn write_position(setup: &Setup) -> String {
    let mut line = match &setup.fen {
        None => "position startpos".to_owned(),
        Some(fen) => format!("position fen {fen}"),
    };
    if !setup.moves.is_empty() {
        line += " moves ";
        line += &setup.moves.join(" ");
    }
    line
}

fn write_go(go: &Go) -> String {
    let mut line = "go".to_owned();
    if let Some(word) = &go.ignored {
        let _ = write!(line, " {word}");
    }
    for (set, word) in [(go.ponder, "ponder"), (go.infinite, "infinite")] {
        if set {
            let _ = write!(line, " {word}");
        }
    }
    let signed = [
        ("wtime", go.time[0]),
        ("btime", go.time[1]),
        ("winc", go.increment[0]),
        ("binc", go.increment[1]),
        ("movetime", go.move_time),
    ];
    for (word, number) in signed {
        if let Some(number) = number {
            let _ = write!(line, " {word} {number}");
        }
    }
    let counts = [
        ("movestogo", go.moves_to_go.map(u64::from)),
        ("depth", go.depth.map(u64::from)),
        ("mate", go.mate.map(u64::from)),
        ("nodes", go.nodes),
    ];
    for (word, number) in counts {
        if let Some(number) = number {
            let _ = write!(line, " {word} {number}");
        }
    }
    if !go.search_moves.is_empty() {
        let _ = write!(line, " searchmoves {}", go.search_moves.join(" "));
    }
    line
}

#[cfg(test)]
mod tests;
