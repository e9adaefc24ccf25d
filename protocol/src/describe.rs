//! What is shown to people, line by line: the board, an evaluation, the program itself.

use breach_engine::{AnyPosition, level::Choice};

use crate::{NAME, VERSION};

/// The board, its FEN and its hash key.
pub fn board(position: &dyn AnyPosition) -> Vec<String> {
    let mut lines: Vec<String> = position.diagram().lines().map(str::to_owned).collect();
    lines.push(String::new());
    lines.push(format!("Variant: {}", position.variant()));
    lines.push(format!("Fen: {position}"));
    lines.push(format!("Key: {:016X}", position.key()));
    if let Some(outcome) = position.outcome() {
        let result = match outcome.winner {
            Some(winner) => format!("{winner:?} {}", outcome.ending),
            None => format!("a draw: {}", outcome.ending),
        };
        lines.push(format!("Result: {result}"));
    }
    lines
}

/// The static evaluation by its terms.
pub fn evaluation(position: &dyn AnyPosition) -> Vec<String> {
    let evaluation = position.evaluation();
    let term = |(name, value): &(&str, i32)| format!("{name:<12} {value:>+6}");
    let mut lines: Vec<String> = evaluation.terms.iter().map(term).collect();
    lines.push(term(&("total", evaluation.total)) + "  centipawns, White's view");
    lines
}

/// The variant of a starting position, in the words of Fairy-Stockfish, which adapters read.
pub fn variant(start: &dyn AnyPosition) -> String {
    let variant = start.variant();
    let (files, ranks) = (variant.size().files(), variant.size().ranks());
    format!(
        "variant {variant} files {files} ranks {ranks} pocket 0 template fairy startpos {start}"
    )
}

/// How the program was built, and what it found to run on.
pub fn compiler() -> Vec<String> {
    let build = if cfg!(debug_assertions) { "with" } else { "without" };
    vec![
        format!("{NAME} {VERSION} for {}", env!("BREACH_TARGET")),
        format!("compiled by {}, {build} debug assertions", env!("BREACH_COMPILER")),
        format!("running at level {}", Choice::Detect.name()),
    ]
}

/// What can be typed.
pub fn help() -> Vec<String> {
    HELP.lines().map(str::to_owned).collect()
}

const HELP: &str = "\
uci                                  name, author, options
setoption name NAME [value VALUE]    set an option, such as UCI_Variant to breakthrough6x6 or freeling
position startpos|fen FEN [moves M…] set up a position
go [depth N] [movetime MS] [nodes N] [infinite] …
                                     search; 'stop' ends it, 'go perft N' counts lines
d, eval                              show the board, or its static evaluation
ucinewgame                           forget the games before
bench [DEPTH]                        search fixed positions and print the signature
compiler, help, quit";
