//! Freeling's game over real pipes: its texts, passes, repetitions and blockades, and that what is announced as forced is.
//!
//! The matches of this game are in `freeling_matches.rs`.

use std::process::Command;

use breach_engine::{AnyPosition, Variant, bench};
use breach_tests::program::breach;
use breach_tests::talk::Talk;

const FREELING: &str = "freeling";
const TOWERS: &str = "freeling-towers";
const BOTH: [&str; 2] = [FREELING, TOWERS];

/// An engine that has been told the variant.
fn talk(variant: &str) -> Talk {
    let mut talk = Talk::begin();
    let answer = talk.answer(&format!("setoption name UCI_Variant value {variant}"));
    let start = "files 5 ranks 9 pocket 0 template fairy startpos \
                 sssss/sssss/5/5/5/5/5/SSSSS/SSSSS w 0 1";
    assert_eq!(answer, [format!("info string variant {variant} {start}")]);
    talk
}

/// The position that `setup` describes, read by the library: `startpos` or `fen FEN`, with moves or without.
fn position(variant: &str, setup: &str) -> Box<dyn AnyPosition> {
    let variant: Variant = variant.parse().expect("a variant");
    let (start, moves) = setup.split_once(" moves ").unwrap_or((setup, ""));
    let mut position = match start.strip_prefix("fen ") {
        Some(fen) => variant.position(fen).expect("a position"),
        None => variant.start(),
    };
    for text in moves.split_whitespace() {
        position.play(position.parse_move(text).expect("legal")).expect("legal");
    }
    position
}

/// What `d` tells as the result; nothing while the game goes on.
fn result(talk: &mut Talk) -> Option<String> {
    let lines = talk.answer("d");
    assert!(lines.iter().any(|line| line.starts_with("Fen: ")), "{lines:?}");
    lines.iter().find_map(|line| line.strip_prefix("Result: ")).map(str::to_owned)
}

#[test]
fn both_rule_sets_are_offered() {
    let mut talk = Talk::begin();
    talk.send("uci");
    let lines = talk.until("uciok");
    let combo = lines.iter().find(|line| line.starts_with("option name UCI_Variant type combo "));
    let words: Vec<&str> = combo.expect("the option").split(' ').collect();
    for variant in BOTH {
        assert!(words.windows(2).any(|pair| pair == ["var", variant]), "{variant}");
    }
    talk.quit();
}

#[test]
fn a_position_is_drawn_with_stacks_and_walls() {
    for variant in BOTH {
        let mut talk = talk(variant);
        assert_eq!(talk.answer("position startpos moves b2a1"), [""; 0]);
        let lines = talk.answer("d");
        let expected = [
            " 9  s s s s s",
            " 8  s s s s s",
            " 7 =.=.=.=.=.=",
            " 6  . . . . .",
            " 5  . . . . .",
            " 4  . . . . .",
            " 3 =S=.=.=.=.=",
            " 2  . S S S S",
            " 1  . D S S S",
            "    a b c d e",
            "",
            &format!("Variant: {variant}"),
            "Fen: sssss/sssss/5/5/5/5/S4/1SSSS/1DSSS b 0 1",
        ];
        assert_eq!(lines[..expected.len()], expected);
        talk.quit();
    }
}

#[test]
fn positions_have_two_fields_or_four() {
    let mut talk = talk(TOWERS);
    let board = "s1d2/5/5/2D2/s3S/5/5/1S3/5";
    for (fields, shown) in [("b", "b 0 1"), ("w 7 31", "w 7 31")] {
        assert_eq!(talk.answer(&format!("position fen {board} {fields}")), [""; 0]);
        assert!(talk.answer("d").contains(&format!("Fen: {board} {shown}")), "{fields}");
    }
    let before = talk.answer("d");
    for (text, named) in [
        (format!("{board} w 7"), "3 fields"),
        (format!("{board} w - - 0 1"), "6 fields"),
        (format!("{board} x"), "'x'"),
        (format!("{board} w 7 x"), "move number field"),
        ("D4/5/5/5/5/5/5/5/s4 w".to_owned(), "a9"),
        ("S4/5/5/5/5/5/5/5/s4 w".to_owned(), "goal rank"),
        ("s1d2/5/5/2D2/s3S/5/5/1S3 w".to_owned(), "8 ranks"),
        ("s1d2/5/5/2D2/s3S/5/5/1S3/6 w".to_owned(), "rank 1"),
        ("pppppppp/8/8/8/8/8/8/PPPPPPPP w - - 0 1".to_owned(), "6 fields"),
    ] {
        let answer = talk.answer(&format!("position fen {text}"));
        assert_eq!(answer.len(), 1, "{text}: {answer:?}");
        assert!(answer[0].starts_with("info string position: "), "{}", answer[0]);
        assert!(answer[0].contains(named), "{named} in {}", answer[0]);
        assert_eq!(talk.answer("d"), before, "{text}");
    }
    talk.quit();
}

#[test]
fn an_order_of_explosions_is_read_and_changes_nothing() {
    let mut talk = talk(FREELING);
    talk.answer("position startpos moves b2a1");
    let without = talk.answer("d");
    talk.answer("position startpos");
    assert_eq!(talk.answer("position startpos moves b2a1/a1a2"), [""; 0]);
    assert_eq!(talk.answer("d"), without);
    talk.quit();
}

#[test]
fn texts_that_are_no_moves_are_named_in_one_line() {
    let mut talk = talk(FREELING);
    talk.answer("position startpos moves c2b3");
    let before = talk.answer("d");
    for text in
        ["b2a1/a2a1", "b2a1/a1", "b2a1/a1a2a1", "b2a1/", "b2", "a1a1", "c1c9", "0000", "pass"]
    {
        let answer = talk.answer(&format!("position startpos moves {text}"));
        assert_eq!(answer.len(), 1, "{text}: {answer:?}");
        let start = format!("info string position: move 1: '{text}'");
        assert!(answer[0].starts_with(&start), "{}", answer[0]);
        assert_eq!(talk.answer("d"), before, "{text}");
    }
    talk.quit();
}

#[test]
fn two_passes_are_a_draw_and_the_search_goes_on() {
    let mut talk = talk(TOWERS);
    for (moves, draws) in [
        ("0000", false),
        ("pass", false),
        ("0000 pass", true),
        ("pass 0000", true),
        ("b2a3 0000 0000", true),
        ("0000 b8a7 0000", false),
    ] {
        assert_eq!(talk.answer(&format!("position startpos moves {moves}")), [""; 0]);
        let expected = draws.then(|| "a draw: both sides passed".to_owned());
        assert_eq!(result(&mut talk), expected, "{moves}");
        // Not every referee ends the game there.
        let search = talk.search("go depth 3");
        let position = position(TOWERS, &format!("startpos moves {moves}"));
        assert!(position.parse_move(search.best()).is_ok(), "{moves}: {}", search.best());
    }
    talk.quit();
}

#[test]
fn no_mate_is_announced_that_a_second_pass_prevents() {
    // Black would win with b2a1 or b2c1, but White may answer the pass with a pass.
    let mut talk = talk(TOWERS);
    talk.send("position fen 5/5/5/5/5/2S2/5/1s3/5 b 0 1");
    talk.send("go depth 6 searchmoves 0000");
    let lines = talk.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" score cp 0 ")), "{lines:?}");
    assert!(!lines.iter().any(|line| line.contains(" mate ")), "{lines:?}");
    talk.quit();
}

#[test]
fn a_pass_answers_a_pass_before_a_loss() {
    let mut talk = talk(TOWERS);
    let board = "5/5/2s2/2S2/5/S2s1/3dS/S1d2/5";
    let lost = talk.search(&format!("position fen {board} w\ngo depth 5"));
    assert_eq!(lost.score(), ("mate", -1));
    let saved = talk.search(&format!("position fen {board} b moves 0000\ngo depth 5"));
    assert_eq!((saved.best(), saved.score()), ("0000", ("cp", 0)));
    // So Black, who wins by nearly any move, does not begin with one.
    let won = talk.search(&format!("position fen {board} b\ngo depth 5"));
    assert_eq!(won.score(), ("mate", 1));
    talk.quit();
}

#[test]
fn a_side_without_a_move_passes_where_it_may() {
    // The wall stops the man from going ahead, enemies from going back.
    let setups = ["fen 5/4s/S4/1s3/5/5/5/5/5 w", "fen 5/5/5/5/5/3S1/4s/S4/5 b"];
    for setup in setups {
        let mut passing = talk(TOWERS);
        let search = passing.search(&format!("position {setup}\ngo depth 3"));
        assert_eq!(search.best(), "0000", "{setup}");
        assert!(search.variations().all(|line| line[0] == "0000"), "{setup}");
        assert_eq!(result(&mut passing), None, "{setup}");
        passing.quit();

        let mut lost = talk(FREELING);
        let search = lost.search(&format!("position {setup}\ngo depth 3"));
        let finished = ["info depth 0 score mate 0", "bestmove (none)"];
        assert_eq!(search.lines, finished, "{setup}");
        let winner = if setup.ends_with('w') { "Black" } else { "White" };
        assert_eq!(result(&mut lost), Some(format!("{winner} left no move")), "{setup}");
        lost.quit();
    }
}

#[test]
fn taking_the_last_move_is_seen_as_a_win() {
    let mut talk = talk(FREELING);
    for (setup, best) in
        [("fen 5/5/5/5/5/5/s1S2/5/5 w", "c3b4"), ("fen 5/5/S1s2/5/5/5/5/5/5 b", "c7b6")]
    {
        let search = talk.search(&format!("position {setup}\ngo depth 2"));
        assert_eq!((search.best(), search.score()), (best, ("mate", 1)), "{setup}");
        let after = format!("position {setup} moves {best}");
        let finished = ["info depth 0 score mate 0", "bestmove (none)"];
        assert_eq!(talk.search(&format!("{after}\ngo movetime 1000")).lines, finished);
        let winner = if setup.ends_with('w') { "White" } else { "Black" };
        assert_eq!(result(&mut talk), Some(format!("{winner} left no move")));
    }
    talk.quit();
}

#[test]
fn the_third_occurrence_is_counted_along_the_moves() {
    let to_and_fro = ["b2a3", "b8a7", "a3b2", "a7b8"];
    let with_passes = ["0000", "b8a7", "0000", "a7b8"];
    for (variant, circle) in [(FREELING, to_and_fro), (TOWERS, to_and_fro), (TOWERS, with_passes)] {
        let mut talk = talk(variant);
        let moves = circle.repeat(2);
        for plies in 1..=moves.len() {
            let line = format!("position startpos moves {}", moves[..plies].join(" "));
            assert_eq!(talk.answer(&line), [""; 0]);
            // The starting position is the first to be there for the third time.
            let expected =
                (plies == 8).then(|| "a draw: the same position for the third time".to_owned());
            assert_eq!(result(&mut talk), expected, "{variant}, {plies} plies");
        }
        // A setup counts from itself on.
        talk.answer(&format!("position startpos moves {}", circle.join(" ")));
        assert_eq!(result(&mut talk), None);
        talk.quit();
    }
}

#[test]
fn the_weaker_side_takes_the_draw_by_repetition() {
    // White has three men against ten.
    let there = "fen sssss/sssss/5/5/5/5/5/1S3/S3S b";
    let circle = "b8a7 b2c3 a7b8";
    for variant in BOTH {
        let mut talk = talk(variant);
        let setup = format!("position {there} moves {circle} c3b2 {circle}");
        let search = talk.search(&format!("{setup}\ngo depth 6"));
        assert_eq!((search.best(), search.score()), ("c3b2", ("cp", 0)), "{variant}");
        talk.answer(&format!("{setup} c3b2"));
        let expected = "a draw: the same position for the third time".to_owned();
        assert_eq!(result(&mut talk), Some(expected), "{variant}");

        // The position alone, and where the move would lead to the second occurrence, is bad.
        let (alone, once) = (
            "position fen sssss/sssss/5/5/5/5/2S2/5/S3S w".to_owned(),
            format!("position {there} moves {circle}"),
        );
        for setup in [alone, once] {
            let search = talk.search(&format!("{setup}\ngo depth 6"));
            let (kind, score) = search.score();
            assert!(score < -100 || kind == "mate" && score < 0, "{variant}: {kind} {score}");
        }
        talk.quit();
    }
}

#[test]
fn the_winner_does_not_run_into_the_third_occurrence() {
    // In each, the winning move `win` was made twice and taken back, while the opponent went to and fro.
    for (variant, after, circle, win) in [
        (FREELING, "5/5/1sS1S/1S1DS/3d1/2Ss1/5/5/5", "d5c6 d6b4 c6d5", "b4d6"),
        (FREELING, "5/5/1dD2/3D1/s2S1/5/1SD2/5/2D2", "a5b6 d6b4 b6a5", "b4d6"),
        (TOWERS, "2s2/5/2Ss1/1Ds2/s2S1/5/2S2/1S1D1/5", "c6b7 c7e5 b7c6", "e5c7"),
        (TOWERS, "4s/2s2/sS2s/1D2S/3DS/5/5/5/S4", "e7d8 d5b3 d8e7", "b3d5"),
    ] {
        let mut talk = talk(variant);
        let setup = format!("position fen {after} b moves {circle} {win} {circle}");
        let search = talk.search(&format!("{setup}\ngo depth 7"));
        assert_ne!(search.best(), win, "{after}");
        // A proof may hide behind the repetition; the win is not doubted.
        let (kind, score) = search.score();
        assert!(score > 100 || kind == "mate" && score > 0, "{}", search.last_info());
        talk.answer(&format!("{setup} {}", search.best()));
        assert_eq!(result(&mut talk), None, "{after}");

        // Without what was played before it wins, with it it draws.
        let only = talk.search(&format!("{setup}\ngo depth 7 searchmoves {win}"));
        assert_eq!(only.score(), ("cp", 0), "{after}");
        let fresh = position(variant, &format!("fen {after} b moves {circle}"));
        let only = talk.search(&format!("position fen {fresh}\ngo depth 7 searchmoves {win}"));
        assert_eq!((only.score().0, only.score().1 > 0), ("mate", true), "{after}");
        talk.quit();
    }
}

/// The setup after one more move.
fn extended(setup: &str, mv: &str) -> String {
    let joint = if setup.contains(" moves ") { " " } else { " moves " };
    format!("{setup}{joint}{mv}")
}

/// The mate that is announced for a position whose game goes on.
fn announced(talk: &mut Talk, setup: &str) -> (i64, String) {
    let search = talk.search(&format!("position {setup}\ngo depth 5"));
    assert_eq!(search.score().0, "mate", "{setup}: {}", search.last_info());
    (search.score().1, search.best().to_owned())
}

/// Checks by the library's rules that the side to move wins in `moves` and no faster, or loses in as many: the engine's
/// own moves for the winner, every move for the loser.
fn check_mate(talk: &mut Talk, variant: &str, setup: &str, moves: i64) {
    let before = position(variant, setup);
    let (found, best) = announced(talk, setup);
    assert_eq!(found, moves, "{setup}");
    let us = before.side_to_move();
    let texts = || before.legal_moves().into_iter().map(|mv| before.move_text(mv));
    let winner = |text: &str| {
        let outcome = position(variant, &extended(setup, text)).outcome();
        outcome.map(|outcome| outcome.winner)
    };
    match moves {
        1 => assert_eq!(winner(&best), Some(Some(us)), "{setup}: {best}"),
        2.. => {
            assert!(texts().all(|text| winner(&text) != Some(Some(us))), "{setup}: faster");
            check_mate(talk, variant, &extended(setup, &best), 1 - moves);
        }
        _ => {
            let mut longest = 0;
            for text in texts() {
                assert_eq!(winner(&text), None, "{setup}: {text}");
                let next = extended(setup, &text);
                let (found, _) = announced(talk, &next);
                assert!((1..=-moves).contains(&found), "{next}: {found}");
                check_mate(talk, variant, &next, found);
                longest = longest.max(found);
            }
            assert_eq!(longest, -moves, "{setup}");
        }
    }
}

#[test]
fn announced_mates_are_mates() {
    for (variant, moves, setup) in [
        // A step.
        (FREELING, 1, "fen s3s/1S3/5/5/5/5/2s2/5/5 w"),
        (TOWERS, 1, "fen 5/5/2S2/5/5/5/5/3s1/S3S b"),
        // Two explosions, the second ahead of the first.
        (FREELING, 1, "fen s1s1s/1D3/1D3/2S2/5/5/5/5/5 w"),
        (TOWERS, 1, "fen 5/5/5/5/5/2s2/1d3/1d3/S1S1S b"),
        // The same onto a goal square that is held.
        (FREELING, 1, "fen ss3/S4/S4/1S3/5/5/5/5/5 w"),
        (FREELING, 1, "fen 5/5/5/5/5/3s1/4s/4s/3SS b"),
        // The longest ones.
        (FREELING, 2, "fen 5/1d2s/5/3DS/s2s1/S4/S3s/5/3D1 w"),
        (FREELING, 2, "fen 5/4s/1S2s/S4/1Sd2/4s/5/3S1/S4 b"),
        (FREELING, -1, "fen 5/1s3/S1s2/2S2/1d1Ss/5/5/1D1s1/S4 w"),
        (FREELING, -2, "fen 5/S4/S2s1/s2Ds/5/5/S2D1/S4/5 b"),
        (TOWERS, 2, "fen s4/ss3/2s2/3D1/5/S1D2/S4/S4/5 w"),
        (TOWERS, 2, "fen 5/5/1dd2/5/1D3/2S2/S3s/5/5 b"),
        (TOWERS, -1, "fen 5/5/2s2/2S2/5/S2s1/3dS/S1d2/5 w"),
        (TOWERS, -2, "fen 5/5/5/1D2S/s4/5/S3s/5/5 b"),
    ] {
        let mut talk = talk(variant);
        check_mate(&mut talk, variant, setup, moves);
        talk.quit();
    }
}

#[test]
fn a_held_goal_square_is_taken_by_one_rule_set_only() {
    for (setup, mv) in
        [("fen ss3/S4/S4/1S3/5/5/5/5/5 w", "b6a7"), ("fen 5/5/5/5/5/3s1/4s/4s/3SS b", "d4e3")]
    {
        let winner = if setup.ends_with('w') { "White" } else { "Black" };
        for (variant, wins) in [(FREELING, true), (TOWERS, false)] {
            let mut talk = talk(variant);
            let search = talk.search(&format!("position {setup}\ngo depth 1"));
            assert_eq!(search.score() == ("mate", 1), wins, "{variant}, {setup}");
            talk.answer(&format!("position {setup} moves {mv}"));
            let expected = wins.then(|| format!("{winner} reached the goal"));
            assert_eq!(result(&mut talk), expected, "{variant}, {setup}");
            talk.quit();
        }
    }
}

#[test]
fn leaves_are_counted() {
    for (variant, leaves) in [(FREELING, 46_216), (TOWERS, 50_203)] {
        let mut talk = talk(variant);
        talk.send("go perft 3");
        let lines = talk.until("Nodes searched");
        assert_eq!(lines.last(), Some(&format!("Nodes searched: {leaves}")), "{variant}");
        let parts: Vec<(&str, u64)> = lines[..lines.len() - 1]
            .iter()
            .filter_map(|line| line.split_once(": "))
            .map(|(text, count)| (text, count.parse().expect("a number")))
            .collect();
        assert_eq!(parts.iter().map(|(_, count)| count).sum::<u64>(), leaves, "{variant}");
        let passes = parts.iter().filter(|(text, _)| *text == "0000").count();
        assert_eq!(passes, usize::from(variant == TOWERS));
        talk.quit();
    }
}

#[test]
fn the_bench_covers_both_rule_sets() {
    let mut command = Command::new(breach());
    command.args(["bench", "--depth", "3"]).env("RUST_LOG", "info");
    let run = command.output().expect("breach starts");
    assert!(run.status.success(), "{run:?}");
    let log = String::from_utf8_lossy(&run.stderr);
    for variant in BOTH {
        let positions = bench::positions();
        let of_variant = positions.iter().filter(|found| found.variant().to_string() == variant);
        let mut count = 0;
        for position in of_variant {
            let news = format!(" {variant} {position}: ");
            assert!(log.contains(&news), "no '{news}' in {log}");
            count += 1;
        }
        assert!(count >= 2, "{variant}");
    }
}

#[test]
fn several_lines_are_reported_and_a_lonely_pass_once() {
    let mut talk = talk(TOWERS);
    let start = position(TOWERS, "startpos");
    let search = talk.search("setoption name MultiPV value 3\ngo depth 3");
    let last: Vec<&String> =
        search.lines.iter().filter(|line| line.starts_with("info depth 3 ")).collect();
    let mut firsts: Vec<&str> = last
        .iter()
        .filter_map(|line| line.split_once(" pv "))
        .filter_map(|(_, moves)| moves.split(' ').next())
        .collect();
    assert_eq!(firsts[0], search.best());
    assert!(firsts.iter().all(|text| start.parse_move(text).is_ok()), "{firsts:?}");
    firsts.sort_unstable();
    firsts.dedup();
    assert_eq!(firsts.len(), 3, "{:?}", search.lines);
    let search = talk.search("position fen 5/4s/S4/1s3/5/5/5/5/5 w\ngo depth 3");
    assert!(search.lines.iter().any(|line| line.contains(" multipv 1 ")));
    assert!(!search.lines.iter().any(|line| line.contains(" multipv 2 ")), "{:?}", search.lines);
    talk.quit();
}

#[test]
fn a_pass_can_be_what_is_searched() {
    let mut talk = talk(TOWERS);
    let search = talk.search("go depth 4 searchmoves 0000");
    assert_eq!(search.best(), "0000");
    assert!(search.variations().all(|line| line[0] == "0000"));
    let search = talk.search("go depth 4 searchmoves b2a3 pass");
    assert!(["b2a3", "0000"].contains(&search.best()), "{}", search.best());
    let search = talk.search("go depth 3 searchmoves b2a1/a1a2");
    assert_eq!(search.best(), "b2a1");
    // Where passes are no moves, the word is named and all moves are looked at.
    let mut talk = self::talk(FREELING);
    let search = talk.search("go depth 3 searchmoves 0000");
    assert!(
        search.lines[0].starts_with("info string go searchmoves: '0000'"),
        "{:?}",
        search.lines
    );
    assert!(position(FREELING, "startpos").parse_move(search.best()).is_ok());
    talk.quit();
}

#[test]
fn pondering_and_analysis_wait_to_be_ended() {
    let mut talk = talk(TOWERS);
    let setup = "startpos moves b2a3 0000";
    let position = position(TOWERS, setup);
    talk.send(&format!("position {setup}\ngo ponder depth 3 wtime 1000 btime 1000"));
    talk.until("info depth 3 ");
    assert!(!talk.answer("").iter().any(|line| line.starts_with("bestmove")));
    let search = talk.search("ponderhit");
    assert!(position.parse_move(search.best()).is_ok(), "{}", search.best());

    talk.send("go infinite");
    talk.until("info depth 4 ");
    assert!(!talk.answer("").iter().any(|line| line.starts_with("bestmove")));
    let search = talk.stopped();
    assert!(position.parse_move(search.best()).is_ok(), "{}", search.best());
    talk.quit();
}
