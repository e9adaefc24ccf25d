//! What Freeling's positions, moves and orders of explosions are refused for, and what is read.

use breach_engine::board::Square;
use breach_engine::freeling::{NotationError, OrderError};
use breach_engine::variant::PositionError;
use breach_engine::{AnyPosition, Move, MoveError, Side, Variant};
use proptest::prelude::*;

fn variant(name: &str) -> Variant {
    name.parse().expect("a variant")
}

fn square(text: &str) -> Square {
    Square::read(text).expect("a square").0
}

/// What reading a position fails with.
fn error(text: &str) -> NotationError {
    let read = ["freeling", "freeling-towers"].map(|name| match variant(name).position(text) {
        Err(PositionError::Freeling(error)) => error,
        Err(other) => panic!("{text}: {other}"),
        Ok(position) => panic!("{text} was read as {position}"),
    });
    assert_eq!(read[0], read[1]);
    read[0].clone()
}

#[test]
fn every_fault_of_a_position_is_named() {
    use NotationError as E;
    let board = "sssss/sssss/5/5/5/5/5/SSSSS/SSSSS";
    assert_eq!(error(""), E::Empty);
    assert_eq!(error(" \t "), E::Empty);
    assert_eq!(error(board), E::FieldCount(1));
    assert_eq!(error(&format!("{board} w 0")), E::FieldCount(3));
    assert_eq!(error(&format!("{board} w - - 0 1")), E::FieldCount(6));
    assert_eq!(error("sssss/sssss/5/5/5/5/SSSSS/SSSSS w"), E::Ranks(8));
    assert_eq!(error("sssss/sssss/5/5/5/5/5/5/SSSSS/SSSSS w"), E::Ranks(10));
    assert_eq!(error("4s/5/5/5/5/5/5/4/S4 w"), E::Rank { rank: 2, found: 4 });
    assert_eq!(error("4s1/5/5/5/5/5/5/5/S4 w"), E::Rank { rank: 9, found: 6 });
    assert_eq!(error("4s/5/5/5//5/5/5/S4 w"), E::Rank { rank: 5, found: 0 });
    assert_eq!(error("4s/5/5/99/5/5/5/5/S4 w"), E::Rank { rank: 6, found: 18 });
    for letter in ['P', '0', 'T', 'q', 'é', '-'] {
        let text = format!("4s/5/5/2{letter}2/5/5/5/5/S4 w");
        assert_eq!(error(&text), E::Letter(letter));
    }
    assert_eq!(error("4s/5/5/5/D4/5/5/5/5 w"), E::Pair(square("a5")));
    assert_eq!(error("4s/5/5/5/5/5/4d/5/S4 w"), E::Pair(square("e3")));
    let eleven = "sssss/sssss/5/5/5/S4/5/SSSSS/SSSSS w";
    assert_eq!(error(eleven), E::Men { side: Side::White, men: 11 });
    let pairs = "1ddd1/1ddd1/5/5/5/5/5/5/S4 w";
    assert_eq!(error(pairs), E::Men { side: Side::Black, men: 12 });
    assert_eq!(error("S3s/5/5/5/5/5/5/5/S4 b"), E::Goal { side: Side::White });
    assert_eq!(error("4s/5/5/5/5/5/5/5/S3s w"), E::Goal { side: Side::Black });
    assert_eq!(error(&format!("{board} x")), E::Side("x".into()));
    assert_eq!(error(&format!("{board} W")), E::Side("W".into()));
    for found in ["x", "-1", "+1", "65536", "1.5"] {
        let counter = |field| E::Counter { field, found: found.into() };
        assert_eq!(error(&format!("{board} w {found} 1")), counter("quiet plies"));
        assert_eq!(error(&format!("{board} w 0 {found}")), counter("move number"));
    }
}

#[test]
fn what_is_just_within_the_limits_is_read() {
    for text in ["1ddd1/1dd2/5/5/5/5/5/1DD2/1DDD1 w 65535 65535", "5/5/5/5/5/5/5/5/5 b 0 1"] {
        for name in ["freeling", "freeling-towers"] {
            let position = variant(name).position(text).unwrap();
            assert_eq!(position.to_string(), text);
            assert_eq!(position.variant(), variant(name));
        }
    }
    let short = variant("freeling").position("  4s/5/5/5/1111S/5/5/5/5\tb ").unwrap();
    assert_eq!(short.to_string(), "4s/5/5/5/4S/5/5/5/5 b 0 1");
}

#[test]
fn passes_are_read_and_no_move_stays_where_it_is() {
    let towers = variant("freeling-towers").start();
    for text in ["0000", "pass", "PASS", "Pass"] {
        assert_eq!(towers.parse_move(text), Ok(Move::PASS), "{text}");
    }
    assert_eq!(towers.move_text(Move::PASS), "0000");
    for name in ["freeling", "freeling-towers"] {
        let start = variant(name).start();
        for text in ["a1a1", "e9e9", "", "b2", "b2a1x", "b2 a1", "f2e3", "b2a10", "000", "passs"] {
            assert_eq!(start.parse_move(text), Err(MoveError::Unreadable(text.into())), "{name}");
        }
        for text in ["b2b3", "a8b7", "c3d4", "b2e4", "a1e5"] {
            assert_eq!(start.parse_move(text), Err(MoveError::Illegal(text.into())), "{name}");
        }
        assert_eq!(start.parse_move("B2A1"), start.parse_move("b2a1"));
    }
}

/// What is wrong with the order of explosions behind a move.
fn order_error(position: &dyn AnyPosition, text: &str) -> OrderError {
    match position.parse_move(text) {
        Err(MoveError::Order { error, .. }) => error,
        other => panic!("{text}: {other:?}"),
    }
}

#[test]
fn an_order_of_explosions_is_checked_and_dropped() {
    use OrderError as E;
    for name in ["freeling", "freeling-towers"] {
        let start = variant(name).start();
        let mv = start.parse_move("b2a1").unwrap();
        assert_eq!(start.parse_move("b2a1/a1a2"), Ok(mv));
        assert_eq!(start.explosions(mv), ["a1", "a2"].map(square));
        let wrong = |text| order_error(start.as_ref(), text);
        assert_eq!(wrong("b2a1/a2a1"), E::NotOverloaded(square("a2")));
        assert_eq!(wrong("b2a1/a1"), E::Unfinished(square("a2")));
        assert_eq!(wrong("b2a1/a1a2a3"), E::NotOverloaded(square("a3")));
        assert_eq!(wrong("b2a1/"), E::Unreadable(String::new()));
        assert_eq!(wrong("b2a1/z9"), E::Unreadable("z9".into()));
        assert_eq!(wrong("b2a1/a1f9"), E::Unreadable("a1f9".into()));
        assert_eq!(wrong("b2a1/a1/a2"), E::Unreadable("a1/a2".into()));
        assert_eq!(wrong("a2b3/b3"), E::NotOverloaded(square("b3")), "nothing explodes there");
        let illegal = start.parse_move("b2b3/b3");
        assert_eq!(illegal, Err(MoveError::Illegal("b2b3/b3".into())));
    }
    let towers = variant("freeling-towers").start();
    assert_eq!(order_error(towers.as_ref(), "0000/a1"), E::Unreadable("a1".into()));
}

#[test]
fn every_order_in_which_squares_can_explode_is_read() {
    let variant = variant("freeling");
    let position = variant.position("4s/5/5/5/5/1DDD1/3S1/5/5 w").unwrap();
    let mv = position.parse_move("d3c4").unwrap();
    assert_eq!(position.parse_move("d3c4/c4b4d4"), Ok(mv));
    assert_eq!(position.parse_move("d3c4/c4d4b4"), Ok(mv));
    let wrong = order_error(position.as_ref(), "d3c4/b4c4d4");
    assert_eq!(wrong, OrderError::NotOverloaded(square("b4")));
    assert_eq!(position.explosions(mv), ["c4", "b4", "d4"].map(square));
}

#[test]
fn an_order_ends_where_the_game_does() {
    use OrderError as E;
    let variant = variant("freeling");
    let position = variant.position("4s/S4/SD3/1S3/5/5/5/5/5 w").unwrap();
    let mv = position.parse_move("b6a7").unwrap();
    assert_eq!(position.explosions(mv), ["a7", "b7", "a8"].map(square));
    assert_eq!(position.parse_move("b6a7/a7b7a8"), Ok(mv));
    assert_eq!(position.parse_move("b6a7/a7a8"), Ok(mv), "b7 need not explode");
    let wrong = |text| order_error(position.as_ref(), text);
    assert_eq!(wrong("b6a7/a7b7"), E::Unfinished(square("a8")));
    assert_eq!(wrong("b6a7/a7a8b7"), E::NotOverloaded(square("b7")));
    // A pair that wins on a side square does not explode any more.
    let pair = variant.position("4s/1D3/5/5/5/5/5/5/5 w").unwrap();
    let mv = pair.parse_move("b8a9").unwrap();
    assert!(pair.explosions(mv).is_empty());
    assert_eq!(order_error(pair.as_ref(), "b8a9/a9"), E::NotOverloaded(square("a9")));
}

#[test]
fn the_diagram_shows_stacks_and_walls() {
    let position = variant("freeling").position("4s/5/5/5/5/1DDd1/5/S4/5 w").unwrap();
    let diagram = position.diagram();
    let lines: Vec<&str> = diagram.lines().map(str::trim_end).collect();
    assert_eq!(lines.len(), 10, "{diagram}");
    assert_eq!(lines[5], " 4  . D D d .");
    assert_eq!(lines[7], " 2  S . . . .");
    assert_eq!([lines[2], lines[6]], [" 7 =.=.=.=.=.=", " 3 =.=.=.=.=.="]);
    assert_eq!(lines[9], "    a b c d e");
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_is_too_strange_to_be_answered(
        text in prop_oneof!["([SsDd1-5]{1,5}/){8}[SsDd1-5]{1,5} [wb]", "[SsDd0-9/ wb]{0,50}", ".{0,30}"],
    ) {
        for name in ["freeling", "freeling-towers"] {
            match variant(name).position(&text) {
                Ok(position) => {
                    let again = variant(name).position(&position.to_string()).unwrap();
                    prop_assert_eq!(again.to_string(), position.to_string());
                    prop_assert_eq!(again.key(), position.key());
                }
                Err(error) => {
                    let error = error.to_string();
                    prop_assert!(!error.contains(char::is_control), "{}", error);
                    prop_assert!(error.chars().count() < 200, "{}", error);
                }
            }
        }
    }

    #[test]
    fn no_move_is_too_strange_to_be_answered(
        text in prop_oneof!["[a-f][0-9][a-f][0-9](/([a-f][0-9]){0,4})?", "b2a1/.{0,12}", ".{0,30}"],
    ) {
        for name in ["freeling", "freeling-towers"] {
            let start = variant(name).start();
            match start.parse_move(&text) {
                Ok(mv) => prop_assert!(start.legal_moves().contains(&mv)),
                Err(error) => {
                    let error = error.to_string();
                    prop_assert!(!error.contains(char::is_control), "{}", error);
                    prop_assert!(error.chars().count() < 200, "{}", error);
                }
            }
        }
    }
}
