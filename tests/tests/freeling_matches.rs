//! Matches of Freeling's game: `breach` against `breach-tools mcts`, both as a director runs them.

use breach_tests::matches::{Ended, MatchRun, replay, run_tools, scratch};
use breach_tests::program::{breach, breach_tools};
use breach_tools::record::{GameRecord, GameResult, Reason};

/// Two pairs of games, paced by nodes so that the machine's load changes nothing.
fn play(variant: &str, more: &str) -> Ended {
    let (breach, tools) = (breach().display(), breach_tools().display());
    let line = format!(
        "--rounds 2 --variant {variant} --openings plies=2-4 --concurrency 2 {more} \
         --engine cmd={breach} name=breach nodes=2000 option.Hash=2 \
         --engine cmd={tools} arg=mcts arg=--seed=1 name=mcts nodes=300"
    );
    let ended = MatchRun::new(&line).run();
    assert_eq!((ended.status, ended.games.len()), (Some(0), 4), "{}", ended.err);
    for game in &ended.games {
        assert_eq!(game.variant, variant);
        assert!(!game.reason.is_fault(), "{game}");
        replay(game);
    }
    ended
}

/// Checks what is said of the games, by the match and by a count of their file.
fn check_counts(ended: &Ended, variant: &str) {
    let games = &ended.games;
    let won_by = |name: &str| {
        let is_won =
            |game: &&GameRecord| game.result.winner().is_some_and(|side| game.player(side) == name);
        games.iter().filter(is_won).count()
    };
    let of = |result| games.iter().filter(|game| game.result == result).count();
    let draws = of(GameResult::Draw);
    let told = if draws == 0 { String::new() } else { format!(" - {draws}") };
    let score =
        format!("Score of breach vs mcts: {} - {}{told} (", won_by("breach"), won_by("mcts"));
    assert!(ended.out.contains(&score), "no '{score}' in {}", ended.out);

    let file = scratch("freeling.jsonl");
    let lines: Vec<String> = games.iter().map(ToString::to_string).collect();
    std::fs::write(&file, lines.join("\n")).expect("it can be written");
    let counted = run_tools(&format!("games {}", file.display()));
    let _ = std::fs::remove_file(&file);
    assert!(counted.status.success(), "{counted:?}");
    let out = String::from_utf8_lossy(&counted.stdout);
    assert!(out.starts_with(&format!("{variant}: 4 games\n")), "{out}");
    let (white, black) = (of(GameResult::White), of(GameResult::Black));
    for count in
        [format!("White {white} ("), format!("Black {black} ("), format!("draws {draws} (")]
    {
        assert!(out.contains(&count), "no '{count}' in {out}");
    }
}

#[test]
fn the_engine_plays_the_sparring_partner_by_both_rule_sets() {
    for variant in ["freeling", "freeling-towers"] {
        check_counts(&play(variant, ""), variant);
    }
}

#[test]
fn games_that_take_too_many_moves_are_draws() {
    let ended = play("freeling", "--maxmoves 2");
    for game in &ended.games {
        // Nobody comes to the goal as soon as that; a move is one of each side.
        assert_eq!((game.reason, game.result), (Reason::MaxMoves, GameResult::Draw), "{game}");
        assert_eq!(game.plies, 4, "{game}");
        assert!(game.to_string().contains(r#""reason":"max_moves""#), "{game}");
    }
    check_counts(&ended, "freeling");
}
