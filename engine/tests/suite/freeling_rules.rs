//! One test for each rule of Freeling's game, on positions set up by hand: what a reader of the rules would try out.
//!
//! Most rules are tried for both sides; the two sets of rules are named where they part.

use breach_engine::{AnyPosition, Ending, MoveError, Outcome, Side, Variant};

const BOTH: [&str; 2] = ["freeling", "freeling-towers"];
const AUTHOR: &str = "freeling";
const TOWERS: &str = "freeling-towers";

fn start(variant: &str) -> Box<dyn AnyPosition> {
    variant.parse::<Variant>().expect("a variant").start()
}

fn position(variant: &str, text: &str) -> Box<dyn AnyPosition> {
    variant.parse::<Variant>().expect("a variant").position(text).expect("a position")
}

fn play(position: &mut Box<dyn AnyPosition>, moves: &str) {
    for text in moves.split_whitespace() {
        let mv = position.parse_move(text).unwrap_or_else(|error| panic!("{position}: {error}"));
        position.play(mv).expect("a legal move");
    }
}

/// The position after some moves.
fn after(variant: &str, text: &str, moves: &str) -> Box<dyn AnyPosition> {
    let mut position = position(variant, text);
    play(&mut position, moves);
    position
}

/// The board after some moves.
fn board_after(variant: &str, text: &str, moves: &str) -> String {
    let text = after(variant, text, moves).to_string();
    text.split(' ').next().expect("a board").to_owned()
}

/// The ends of the moves that start on `from`, sorted.
fn ends(variant: &str, text: &str, from: &str) -> String {
    let position = position(variant, text);
    let moves = position.legal_moves().into_iter().map(|mv| position.move_text(mv));
    let mut ends: Vec<String> =
        moves.filter_map(|mv| mv.strip_prefix(from).map(str::to_owned)).collect();
    ends.sort_unstable();
    ends.join(" ")
}

fn won(winner: Side, ending: Ending) -> Outcome {
    Outcome { winner: Some(winner), ending }
}

fn drawn(ending: Ending) -> Outcome {
    Outcome { winner: None, ending }
}

#[test]
fn white_begins_with_two_ranks_of_men_each() {
    for (variant, moves) in [(AUTHOR, 36), (TOWERS, 37)] {
        let start = start(variant);
        assert_eq!(start.to_string(), "sssss/sssss/5/5/5/5/5/SSSSS/SSSSS w 0 1");
        assert_eq!(start.legal_moves().len(), moves);
    }
}

#[test]
fn pieces_slide_along_diagonals_forward_and_backward_any_distance() {
    for variant in BOTH {
        for text in ["4s/5/5/5/2S2/5/5/5/5 w", "4s/5/5/5/2D2/5/5/5/5 w", "5/5/5/5/2d2/5/5/5/4S b"] {
            assert_eq!(ends(variant, text, "c5"), "a3 a7 b4 b6 d4 d6 e3 e7", "{text}");
        }
        assert_eq!(ends(variant, "s4/5/5/5/5/4S/5/5/5 w", "e4"), "b1 b7 c2 c6 d3 d5");
    }
}

#[test]
fn a_pair_moves_as_a_whole() {
    for variant in BOTH {
        let board = board_after(variant, "4s/5/5/5/2D2/5/5/5/5 w", "c5b4");
        assert_eq!(board, "4s/5/5/5/5/1D3/5/5/5");
    }
}

#[test]
fn a_move_may_end_on_an_own_piece_and_never_passes_it() {
    for variant in BOTH {
        let text = "4s/5/5/3S1/2S2/5/5/5/5 w";
        assert_eq!(ends(variant, text, "c5"), "a3 a7 b4 b6 d4 d6 e3");
        assert_eq!(board_after(variant, text, "c5d6"), "4s/5/5/3D1/5/5/5/5/5");
        let text = "5/5/5/5/2s2/1d3/5/5/4S b";
        assert_eq!(ends(variant, text, "c5"), "a7 b4 b6 d4 d6 e3 e7");
    }
}

#[test]
fn a_move_never_enters_or_passes_an_enemy() {
    for variant in BOTH {
        assert_eq!(ends(variant, "5/5/5/3s1/2S2/5/5/5/5 w", "c5"), "a3 a7 b4 b6 d4 e3");
        assert_eq!(ends(variant, "5/5/5/5/2S2/1d3/5/5/5 w", "c5"), "a7 b6 d4 d6 e3 e7");
        assert_eq!(ends(variant, "5/5/5/3S1/2s2/5/5/5/5 b", "c5"), "a3 a7 b4 b6 d4 e3");
    }
}

#[test]
fn a_forward_move_ends_at_the_far_wall() {
    for variant in BOTH {
        assert_eq!(ends(variant, "4s/5/5/5/5/S4/5/5/5 w", "a4"), "b3 b5 c2 c6 d1 d7");
        assert_eq!(ends(variant, "5/5/5/s4/5/5/5/5/4S b", "a6"), "b5 b7 c4 c8 d3 d9");
    }
}

#[test]
fn no_forward_move_starts_on_the_far_wall() {
    for variant in BOTH {
        assert_eq!(ends(variant, "4s/5/2S2/5/5/5/5/5/5 w", "c7"), "a5 b6 d6 e5");
        assert_eq!(ends(variant, "5/5/5/5/5/5/2s2/5/4S b", "c3"), "a5 b4 d4 e5");
    }
}

#[test]
fn a_sides_own_wall_has_no_effect() {
    for variant in BOTH {
        assert_eq!(ends(variant, "4s/5/5/5/5/5/5/S4/5 w", "a2"), "b1 b3 c4 d5 e6");
        assert_eq!(ends(variant, "4s/5/5/5/5/5/S4/5/5 w", "a3"), "b2 b4 c1 c5 d6 e7");
        assert_eq!(ends(variant, "5/s4/5/5/5/5/5/5/4S b", "a8"), "b7 b9 c6 d5 e4");
    }
}

#[test]
fn backward_moves_cross_and_leave_both_walls() {
    for variant in BOTH {
        assert_eq!(ends(variant, "s4/4S/5/5/5/5/5/5/5 w", "e8"), "a4 b5 c6 d7 d9");
        assert_eq!(ends(variant, "s4/5/5/5/4S/5/5/5/5 w", "e5"), "a1 b2 c3 c7 d4 d6");
        assert_eq!(ends(variant, "5/5/5/5/5/5/5/4s/S4 b", "e2"), "a6 b5 c4 d1 d3");
        assert_eq!(ends(variant, "5/5/5/5/4s/5/5/5/S4 b", "e5"), "a9 b8 c3 c7 d4 d6");
    }
}

#[test]
fn beyond_the_far_wall_men_move_forward_again() {
    for variant in BOTH {
        let text = "4s/2S2/5/5/5/5/5/5/5 w";
        assert_eq!(ends(variant, text, "c8"), "a6 b7 b9 d7 d9 e6");
        let end = after(variant, text, "c8b9");
        assert_eq!(end.outcome(), Some(won(Side::White, Ending::Goal)));
        assert_eq!(ends(variant, "1s3/S4/5/5/5/5/5/5/5 w", "a8"), "b7 c6 d5 e4");
    }
}

#[test]
fn a_middle_file_holds_two_men_and_explodes_at_three() {
    for variant in BOTH {
        let two = board_after(variant, "4s/5/5/5/2S2/3S1/5/5/5 w", "d4c5");
        assert_eq!(two, "4s/5/5/5/2D2/5/5/5/5");
        // A man onto a pair on each of the middle files: a man ahead, one left, one right, none stays.
        for (text, mv, board) in [
            ("4s/5/5/5/1D3/2S2/5/5/5 w", "c4b5", "4s/5/5/1S3/S1S2/5/5/5/5"),
            ("4s/5/5/5/2D2/3S1/5/5/5 w", "d4c5", "4s/5/5/2S2/1S1S1/5/5/5/5"),
            ("4s/5/5/5/3D1/2S2/5/5/5 w", "c4d5", "4s/5/5/3S1/2S1S/5/5/5/5"),
        ] {
            assert_eq!(board_after(variant, text, mv), board);
        }
        let black = board_after(variant, "5/5/5/3s1/2d2/5/5/5/4S b", "d6c5");
        assert_eq!(black, "5/5/5/5/1s1s1/2s2/5/5/4S");
    }
}

#[test]
fn a_side_file_holds_one_man_and_explodes_at_two() {
    for variant in BOTH {
        let one = board_after(variant, "4s/5/5/5/5/1S3/5/5/5 w", "b4a5");
        assert_eq!(one, "4s/5/5/5/S4/5/5/5/5");
        let two = board_after(variant, "4s/5/5/5/S4/1S3/5/5/5 w", "b4a5");
        assert_eq!(two, "4s/5/5/S4/1S3/5/5/5/5");
        let two = board_after(variant, "4s/5/5/5/4S/3S1/5/5/5 w", "d4e5");
        assert_eq!(two, "4s/5/5/4S/3S1/5/5/5/5");
        let black = board_after(variant, "5/5/5/1s3/s4/5/5/5/4S b", "b6a5");
        assert_eq!(black, "5/5/5/5/1s3/s4/5/5/4S");
    }
}

#[test]
fn a_pair_that_moves_to_an_empty_side_square_explodes() {
    for variant in BOTH {
        let board = board_after(variant, "4s/5/5/5/5/1D3/5/5/5 w", "b4a5");
        assert_eq!(board, "4s/5/5/S4/1S3/5/5/5/5");
        let board = board_after(variant, "5/5/5/3d1/5/5/5/5/S4 b", "d6e5");
        assert_eq!(board, "5/5/5/5/3s1/4s/5/5/S4");
    }
}

#[test]
fn what_an_explosion_does_not_send_stays() {
    for variant in BOTH {
        let pairs = board_after(variant, "4s/5/5/5/2D2/3D1/5/5/5 w", "d4c5");
        assert_eq!(pairs, "4s/5/5/2S2/1SSS1/5/5/5/5");
        let side = board_after(variant, "4s/5/5/5/S4/1D3/5/5/5 w", "b4a5");
        assert_eq!(side, "4s/5/5/S4/SS3/5/5/5/5");
    }
}

#[test]
fn dispersed_men_ignore_walls() {
    for variant in BOTH {
        let board = board_after(variant, "4s/5/5/1D3/5/5/5/5/5 w", "b6a7");
        assert_eq!(board, "4s/S4/1S3/5/5/5/5/5/5");
        let board = board_after(variant, "5/5/5/5/5/1d3/5/5/4S b", "b4a3");
        assert_eq!(board, "5/5/5/5/5/5/1s3/s4/4S");
    }
}

#[test]
fn one_dispersed_man_captures_a_pair_and_stands_there_alone() {
    for variant in BOTH {
        let text = "5/4s/5/5/Sd3/1S3/5/5/5 w";
        assert_eq!(board_after(variant, text, "b4a5"), "5/4s/5/S4/1S3/5/5/5/5");
        // Ahead as well as to the sides.
        let text = "5/4s/5/2d2/1sDs1/3S1/5/5/5 w";
        assert_eq!(board_after(variant, text, "d4c5"), "5/4s/5/2S2/1S1S1/5/5/5/5");
        let text = "5/5/5/3s1/1SdS1/2D2/5/S4/5 b";
        assert_eq!(board_after(variant, text, "d6c5"), "5/5/5/5/1s1s1/2s2/5/S4/5");
    }
}

#[test]
fn on_their_far_wall_pieces_are_safe_in_the_authors_rules_alone() {
    // To the side, a pair; then ahead, a man.
    let aside = ("5/4s/5/5/5/5/3dS/3S1/5 w", "d2e3");
    assert_eq!(board_after(AUTHOR, aside.0, aside.1), "5/4s/5/5/5/4S/3d1/5/5");
    assert_eq!(board_after(TOWERS, aside.0, aside.1), "5/4s/5/5/5/4S/3S1/5/5");
    let ahead = ("5/4s/5/5/5/5/s4/S4/1S3 w", "b1a2");
    assert_eq!(board_after(AUTHOR, ahead.0, ahead.1), "5/4s/5/5/5/5/s4/1S3/5");
    assert_eq!(board_after(TOWERS, ahead.0, ahead.1), "5/4s/5/5/5/5/S4/1S3/5");
    let black = ("5/3s1/3Ds/5/5/5/5/4S/5 b", "d8e7");
    assert_eq!(board_after(AUTHOR, black.0, black.1), "5/5/3D1/4s/5/5/5/4S/5");
    assert_eq!(board_after(TOWERS, black.0, black.1), "5/5/3s1/4s/5/5/5/4S/5");
}

#[test]
fn on_their_own_wall_pieces_are_not_safe() {
    for variant in BOTH {
        let board = board_after(variant, "4s/5/3sS/3S1/5/5/5/5/5 w", "d6e7");
        assert_eq!(board, "4s/4S/3S1/5/5/5/5/5/5");
        let board = board_after(variant, "5/5/5/5/5/3s1/3Ss/5/S4 b", "d4e3");
        assert_eq!(board, "5/5/5/5/5/5/3s1/4s/S4");
    }
}

#[test]
fn on_the_goal_rank_pieces_are_safe_in_games_of_towers_alone() {
    let text = "s4/S4/S4/1S3/5/5/5/5/5 w";
    let author = after(AUTHOR, text, "b6a7");
    assert_eq!(author.to_string(), "S4/1S3/1S3/5/5/5/5/5/5 b 0 1");
    assert_eq!(author.outcome(), Some(won(Side::White, Ending::Goal)));
    let towers = after(TOWERS, text, "b6a7");
    assert_eq!(towers.to_string(), "s4/1S3/1S3/5/5/5/5/5/5 b 0 1");
    assert_eq!(towers.outcome(), None, "the man was lost before it arrived");
    assert!(towers.parse_move("a9b8").is_err_and(|error| matches!(error, MoveError::Illegal(_))));
    assert!(towers.parse_move("0000").is_ok());

    let text = "5/5/5/5/5/3s1/4s/4s/4S b";
    let author = after(AUTHOR, text, "d4e3");
    assert_eq!(author.to_string(), "5/5/5/5/5/5/3s1/3s1/4s w 0 2");
    assert_eq!(author.outcome(), Some(won(Side::Black, Ending::Goal)));
    let towers = after(TOWERS, text, "d4e3");
    assert_eq!(towers.to_string(), "5/5/5/5/5/5/3s1/3s1/4S w 0 2");
    assert_eq!(towers.outcome(), None);
}

#[test]
fn a_chain_runs_in_the_same_turn() {
    for variant in BOTH {
        let mut game = start(variant);
        play(&mut game, "b2a1");
        assert_eq!(game.to_string(), "sssss/sssss/5/5/5/5/S4/1SSSS/1DSSS b 0 1");
    }
}

#[test]
fn a_chain_that_wins_stops_there_and_the_lowest_square_goes_first() {
    for variant in BOTH {
        // a7 fills a8 and b7; b7 explodes first, then a8 wins.
        let white = after(variant, "4s/S4/SD3/1S3/5/5/5/5/5 w", "b6a7");
        assert_eq!(white.to_string(), "S3s/1D3/S1S2/5/5/5/5/5/5 b 0 1");
        assert_eq!(white.outcome(), Some(won(Side::White, Ending::Goal)));
        assert!(white.legal_moves().is_empty());
        // a3 fills a2 and b3; a2 explodes first and wins, and three men stay on b3.
        let black = after(variant, "5/5/5/5/5/1s3/sd3/s4/4S b", "b4a3");
        assert_eq!(black.to_string(), "5/5/5/5/5/5/1t3/1s3/s3S w 0 2");
        assert_eq!(black.outcome(), Some(won(Side::Black, Ending::Goal)));
    }
}

#[test]
fn the_first_man_on_the_goal_rank_wins_by_a_move() {
    for variant in BOTH {
        let white = after(variant, "4s/1S3/5/5/5/5/5/s4/5 w", "b8c9");
        assert_eq!(white.outcome(), Some(won(Side::White, Ending::Goal)));
        let black = after(variant, "5/S4/5/5/5/5/5/1d3/5 b", "b2a1");
        // A pair that wins on a side square stands there: the game is over before it could explode.
        assert_eq!(black.to_string(), "5/S4/5/5/5/5/5/5/d4 w 1 2");
        assert_eq!(black.outcome(), Some(won(Side::Black, Ending::Goal)));
        assert!(black.legal_moves().is_empty());
        assert!(black.parse_move("a8b9").is_err());
        assert!(black.parse_move("0000").is_err());
    }
}

#[test]
fn the_first_man_on_the_goal_rank_wins_by_an_explosion() {
    for variant in BOTH {
        let white = after(variant, "4s/S4/S4/1S3/5/5/5/5/5 w", "b6a7");
        assert_eq!(white.to_string(), "S3s/1S3/1S3/5/5/5/5/5/5 b 0 1");
        assert_eq!(white.outcome(), Some(won(Side::White, Ending::Goal)));
    }
}

#[test]
fn a_side_without_a_move_loses_in_the_authors_rules_and_passes_in_games_of_towers() {
    let text = "4s/5/S4/5/2s2/5/5/5/5 b";
    let author = after(AUTHOR, text, "c5b6");
    assert_eq!(author.outcome(), Some(won(Side::Black, Ending::Blockade)));
    assert!(author.legal_moves().is_empty());
    let towers = after(TOWERS, text, "c5b6");
    assert_eq!(towers.outcome(), None);
    let moves: Vec<String> =
        towers.legal_moves().into_iter().map(|mv| towers.move_text(mv)).collect();
    assert_eq!(moves, ["0000"]);
    // The same with colours exchanged, set up instead of played.
    let black = position(AUTHOR, "5/5/5/5/5/3S1/4s/5/S4 b");
    assert_eq!(black.outcome(), Some(won(Side::White, Ending::Blockade)));
}

#[test]
fn no_men_is_no_move() {
    let text = "5/5/5/5/sS3/1s3/5/5/5 b";
    // The last man goes when b4 comes to a5.
    let author = after(AUTHOR, text, "b4a5");
    assert_eq!(author.to_string(), "5/5/5/5/1s3/s4/5/5/5 w 0 2");
    assert_eq!(author.outcome(), Some(won(Side::Black, Ending::LastMan)));
    let mut towers = after(TOWERS, text, "b4a5");
    assert_eq!(towers.outcome(), None);
    assert_eq!(towers.legal_moves().len(), 1);
    play(&mut towers, "pass b5c4 pass");
    assert_eq!(towers.outcome(), None);
}

#[test]
fn a_pass_changes_nothing_but_the_turn_and_is_for_games_of_towers() {
    let mut game = start(TOWERS);
    play(&mut game, "0000");
    assert_eq!(game.to_string(), "sssss/sssss/5/5/5/5/5/SSSSS/SSSSS b 1 1");
    assert_eq!(game.outcome(), None);
    assert_eq!(game.legal_moves().len(), 37);
    for text in ["0000", "pass"] {
        let refused = start(AUTHOR).parse_move(text);
        assert_eq!(refused, Err(MoveError::Illegal(text.into())));
    }
}

#[test]
fn two_passes_in_a_row_are_a_draw() {
    let mut game = start(TOWERS);
    play(&mut game, "0000 0000");
    assert_eq!(game.outcome(), Some(drawn(Ending::Passes)));
    // Whoever does not count that plays on, and the draw is gone.
    assert_eq!(game.legal_moves().len(), 37);
    play(&mut game, "b2a1");
    assert_eq!(game.outcome(), None);

    let mut game = start(TOWERS);
    for mv in ["0000", "a8b7", "0000", "c8d7", "0000"] {
        play(&mut game, mv);
        assert_eq!(game.outcome(), None, "a move lies between the passes");
    }
    play(&mut game, "0000");
    assert_eq!(game.outcome(), Some(drawn(Ending::Passes)));
}

#[test]
fn the_third_occurrence_of_a_position_is_a_draw() {
    for variant in BOTH {
        let mut game = start(variant);
        for mv in ["a2b3", "a8b7", "b3a2", "b7a8", "a2b3", "a8b7", "b3a2"] {
            play(&mut game, mv);
            assert_eq!(game.outcome(), None, "after {mv}");
        }
        play(&mut game, "b7a8");
        assert_eq!(game.outcome(), Some(drawn(Ending::Repetition)));
        assert!(!game.legal_moves().is_empty());
        // Only what the game has seen counts, not what its text says.
        assert_eq!(position(variant, &game.to_string()).outcome(), None);
    }
}

#[test]
fn repetition_counts_positions_by_board_and_turn_however_they_came_about() {
    let mut game = start(TOWERS);
    // The start comes back after a pass, and once more; with Black to move it is another position.
    for mv in ["a2b3", "0000", "b3a2", "0000", "a2b3", "0000", "b3a2"] {
        play(&mut game, mv);
        assert_eq!(game.outcome(), None, "after {mv}");
    }
    play(&mut game, "0000");
    assert_eq!(game.outcome(), Some(drawn(Ending::Repetition)));
}

#[test]
fn explosions_set_the_count_of_plies_back() {
    let quiet = after(AUTHOR, "5/4s/5/5/5/S4/1S3/5/5 w 11 30", "b3a4");
    assert_eq!(quiet.to_string(), "5/4s/5/5/S4/1S3/5/5/5 b 0 30", "an explosion alone does");
    let capture = after(AUTHOR, "5/4s/5/5/5/Sd3/1S3/5/5 w 11 30", "b3a4");
    assert_eq!(capture.to_string(), "5/4s/5/5/S4/1S3/5/5/5 b 0 30");
    let lost = after(AUTHOR, "5/4s/5/5/5/5/Sd3/1S3/5 w 11 30", "b2a3");
    assert_eq!(lost.to_string(), "5/4s/5/5/5/S4/1d3/5/5 b 0 30");
    let step = after(AUTHOR, "5/4s/5/5/5/5/5/1S3/5 b 11 30", "e8d7");
    assert_eq!(step.to_string(), "5/5/3s1/5/5/5/5/1S3/5 w 12 31");
}

#[test]
fn the_shortest_game() {
    let mut game = start(AUTHOR);
    for mv in ["c1b2", "e9d8", "b2d4", "d8e9", "d4a7", "b9c8"] {
        play(&mut game, mv);
        assert_eq!(game.outcome(), None, "after {mv}: {game}");
    }
    play(&mut game, "a8b9");
    assert_eq!(game.outcome(), Some(won(Side::White, Ending::Goal)));
}
