//! A match in words.

use std::fmt::{self, Write};

use breach_tools::arena::{PlayerFigures, Standing};
use breach_tools::record::{Endings, Reason};
use breach_tools::stats::{self, Histogram, Hypothesis, Sprt};

/// The score, the estimates and the test on one line, while the match goes on.
pub(super) fn progress_line(standing: &Standing, sprt: Option<&Sprt>) -> String {
    let mut line = format!("Games {}: {}", standing.games(), score(standing));
    let sample = standing.sample();
    if let Some(elo) = stats::elo(&sample) {
        let _ = write!(line, ", Elo {elo:.1}");
    }
    if let Some(sprt) = sprt {
        let _ = write!(line, ", {}", ratio(standing, sprt));
    }
    let _ = write!(line, ", Ptnml {:?}", standing.pairs());
    line
}

/// Everything, at the end.
pub(super) fn report(standing: &Standing, sprt: Option<&Sprt>) -> String {
    let [first, second] = standing.names();
    if standing.games() == 0 {
        return format!("No game of {first} against {second} was finished.\n");
    }
    let mut text = String::new();
    let written = write_report(&mut text, standing, sprt);
    debug_assert!(written.is_ok(), "strings can always be written to");
    text
}

fn write_report(out: &mut String, standing: &Standing, sprt: Option<&Sprt>) -> fmt::Result {
    let [first, second] = standing.names();
    writeln!(out, "Score of {first} vs {second}: {}, {} games", score(standing), standing.games())?;
    let sample = standing.sample();
    match (stats::elo(&sample), stats::normalized_elo(&sample)) {
        (Some(elo), Some(normalized)) => writeln!(out, "Elo: {elo}, nElo: {normalized}")?,
        (Some(elo), None) => writeln!(out, "Elo: {elo}, nElo: undefined, all pairs are alike")?,
        (None, _) => writeln!(out, "Elo: no pair is complete")?,
    }
    if let Some(chance) = stats::likelihood_of_superiority(&sample) {
        writeln!(out, "LOS: {:.2} %", chance * 100.0)?;
    }
    if let Some(sprt) = sprt {
        let verdict = match standing.decision() {
            Some(Hypothesis::H0) => ": H0 accepted",
            Some(Hypothesis::H1) => ": H1 accepted",
            None => ": undecided",
        };
        writeln!(out, "{}{verdict}", ratio(standing, sprt))?;
    }
    write!(out, "Ptnml(0-2): {:?}", standing.pairs())?;
    match standing.open_pairs() {
        0 => writeln!(out)?,
        open => writeln!(out, ", pairs with one game: {open}")?,
    }
    let white = standing.white_score() * 100.0;
    writeln!(out, "First player (White): {white:.2} %")?;
    writeln!(out, "{}", lengths(standing.lengths()))?;
    if standing.endings().keys().any(|reason| is_worth_telling(*reason)) {
        writeln!(out, "Endings: {}", endings(standing.endings()))?;
    }
    for (name, figures) in standing.names().iter().zip(standing.figures()) {
        writeln!(out, "{name}: {}", faults_and_effort(figures))?;
    }
    Ok(())
}

/// Whether an ending is neither what most games of most variants end by nor a fault, which is told of its player.
fn is_worth_telling(reason: Reason) -> bool {
    !reason.is_fault() && !matches!(reason, Reason::Goal | Reason::LastMan)
}

/// Games by why they ended, as in `reached the goal 12, two passes 1`.
pub(super) fn endings(endings: &Endings) -> String {
    let counts: Vec<_> =
        endings.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
    counts.join(", ")
}

/// How long the games are.
pub(super) fn lengths(lengths: &Histogram) -> String {
    match (lengths.mean(), lengths.median(), lengths.largest()) {
        (Some(mean), Some(median), Some(longest)) => {
            format!("Length: mean {mean:.1}, median {median}, longest {longest} plies")
        }
        _ => "Length: no games".to_owned(),
    }
}

/// `12 - 8 (60.00 %)`, with the draws behind it in a game that has them.
fn score(standing: &Standing) -> String {
    let [wins, losses, draws] = standing.wins_losses_draws();
    let draws = if draws == 0 { String::new() } else { format!(" - {draws}") };
    format!("{wins} - {losses}{draws} ({:.2} %)", standing.score() * 100.0)
}

/// The likelihood ratio with its bounds and hypotheses.
fn ratio(standing: &Standing, sprt: &Sprt) -> String {
    let (lower, upper) = sprt.bounds();
    let Sprt { elo0, elo1, model, .. } = sprt;
    let ratio = sprt.log_likelihood_ratio(&standing.sample());
    format!("LLR: {ratio:.2} ({lower:.2}, {upper:.2}) [{elo0:.2}, {elo1:.2}] {model}")
}

fn faults_and_effort(figures: &PlayerFigures) -> String {
    let faults = figures.faults;
    let mut text = format!(
        "time losses {}, crashes {}, stalls {}, illegal moves {}",
        faults.time, faults.crashes, faults.stalls, faults.illegal_moves
    );
    let effort = figures.effort;
    if effort.moves > 0 {
        let per_move = |sum: u64| sum as f64 / effort.moves as f64;
        let (time, slowest) = (per_move(effort.time_ms), effort.slowest_ms);
        let _ = write!(text, "; per move {time:.1} ms (slowest {slowest})");
        let _ = write!(
            text,
            ", depth {:.1}, {:.0} nodes",
            per_move(effort.depths),
            per_move(effort.nodes)
        );
    }
    if effort.time_ms > 0 {
        let _ = write!(text, "; {:.0} nps", effort.nodes as f64 * 1000.0 / effort.time_ms as f64);
    }
    text
}

#[cfg(test)]
mod tests {
    use breach_tools::record::{GameRecord, GameResult};

    use super::*;

    fn standing(games: &[(GameResult, Reason)]) -> Standing {
        let mut standing = Standing::new(["a".into(), "b".into()]);
        for (index, (result, reason)) in games.iter().enumerate() {
            let line = r#"{"game":1,"pair":1,"variant":"breakthrough","white":"a","black":"b","fen":"",
                "opening":[],"moves":[],"result":"1-0","reason":"goal","plies":7,
                "white_effort":{"moves":0,"time_ms":0,"slowest_ms":0,"nodes":0,"depths":0},
                "black_effort":{"moves":0,"time_ms":0,"slowest_ms":0,"nodes":0,"depths":0}}"#;
            let record: GameRecord = line.parse().unwrap();
            let (game, pair) = (index as u64 + 1, index as u64 / 2 + 1);
            standing.add(&GameRecord { game, pair, result: *result, reason: *reason, ..record });
        }
        standing
    }

    #[test]
    fn draws_are_told_with_their_reasons() {
        let games = [
            (GameResult::White, Reason::Goal),
            (GameResult::Draw, Reason::Repetition),
            (GameResult::Draw, Reason::Passes),
            (GameResult::Black, Reason::NoMoves),
        ];
        let text = report(&standing(&games), None);
        for line in [
            "Score of a vs b: 1 - 1 - 2 (50.00 %), 4 games",
            "Ptnml(0-2): [0, 1, 0, 1, 0]",
            "First player (White): 50.00 %",
            "Length: mean 7.0, median 7, longest 7 plies",
            "Endings: reached the goal 1, no move left 1, third repetition 1, two passes 1",
        ] {
            assert!(text.lines().any(|found| found == line), "no '{line}' in {text}");
        }
    }

    #[test]
    fn nothing_is_told_of_endings_that_go_without_saying() {
        let games = [(GameResult::White, Reason::LastMan), (GameResult::Black, Reason::Time)];
        assert!(!report(&standing(&games), None).contains("Endings"));
    }
}
