//! Everything that is written is read back: positions, moves, squares, names of variants. And what is not understood is
//! refused for the right reason.

use breach_engine::board::Square;
use breach_engine::troyka::FenError;
use breach_engine::variant::PositionError;
use breach_engine::{BoardSize, Move, MoveError, Side, Variant};
use proptest::prelude::*;

use crate::boards::{position, size, with_every_geometry};
use crate::rules::{any_board, any_game, any_size};

/// Whatever a command can be made of: mostly the letters that mean something, sometimes anything.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof!["[Pp0-9/ wb-]{0,40}", "[a-q0-9x]{0,8}", "breakthrough[0-9x]{0,6}", ".{0,30}"]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn reading_a_written_position_gives_it_back(
        board in prop_oneof![any_board(), any_game().prop_map(|game| game[game.len() - 1])],
    ) {
        let size = size(board.files, board.ranks);
        with_every_geometry!(size, geometry => {
            let written = position(geometry, &board).to_string();
            prop_assert_eq!(&written, &board.fen());
            let read = Variant::Breakthrough(size).position(&written).unwrap();
            prop_assert_eq!(read.to_string(), written);
            prop_assert_eq!(read.key(), position(geometry, &board).recomputed_key());
        });
    }

    #[test]
    fn counters_are_kept_and_fields_may_be_left_out(quiet: u16, number: u16) {
        let read = |fen: &str| Variant::default().position(fen).unwrap().to_string();
        let board = "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP";
        let full = format!("{board} b - - {quiet} {number}");
        prop_assert_eq!(&read(&full), &full);
        prop_assert_eq!(read(&format!("  {board}\tb {quiet} {number} ")), full);
        prop_assert_eq!(read(&format!("{board} b")), format!("{board} b - - 0 1"));
        prop_assert_eq!(read(&format!("{board} b - -")), format!("{board} b - - 0 1"));
    }

    #[test]
    fn moves_of_a_game_are_read_back(game in any_game()) {
        let variant = Variant::Breakthrough(size(game[0].files, game[0].ranks));
        let mut current = variant.start();
        for board in &game[1..] {
            let texts: Vec<String> =
                current.legal_moves().into_iter().map(|mv| current.move_text(mv)).collect();
            for (mv, text) in current.legal_moves().into_iter().zip(&texts) {
                prop_assert_eq!(current.parse_move(text), Ok(mv));
                prop_assert_eq!(current.parse_move(&text.to_uppercase()), Ok(mv));
            }
            let place = board.fen();
            let place = place.split(' ').next();
            let next = current.legal_moves().into_iter().find_map(|mv| {
                let mut next = current.clone();
                next.play(mv).ok()?;
                (next.to_string().split(' ').next() == place).then_some(next)
            });
            current = next.expect("the game goes on");
        }
        prop_assert_eq!(current.outcome().is_some(), current.legal_moves().is_empty());
    }

    #[test]
    fn squares_and_moves_are_read_back(size in any_size(), from in 0..128u32, to in 0..128u32) {
        let (from, to) = (from % size.squares(), to % size.squares());
        let square = size.square(from);
        prop_assert_eq!(size.index(square), Some(from));
        let text = format!("{square} rest");
        prop_assert_eq!(Square::read(&text), Some((square, " rest")));
        let mv = Move::new(from, to);
        prop_assert_eq!((mv.from(), mv.to()), (from, to));
        prop_assert_eq!(Move::read(&mv.text(size), size), Some(mv));
    }

    #[test]
    fn unpacking_a_packed_move_is_an_identity(word: u16, from in 0..128u32, to in 0..128u32) {
        let mv = Move::new(from, to);
        prop_assert_eq!(Move::unpack(Move::pack(Some(mv))), Some(mv));
        prop_assert_eq!(Move::unpack(Move::pack(None)), None);
        if let Some(mv) = Move::unpack(word) {
            prop_assert_eq!(Move::pack(Some(mv)), word);
        }
    }

    #[test]
    fn a_variant_is_read_back_from_its_name(size in any_size()) {
        let variant = Variant::Breakthrough(size);
        let name = variant.to_string();
        prop_assert_eq!(name.parse(), Ok(variant));
        prop_assert_eq!(name.to_uppercase().parse(), Ok(variant));
        prop_assert_eq!(variant.start().variant(), variant);
    }

    #[test]
    fn no_text_is_too_strange_to_be_answered(text in any_text()) {
        if let Ok(variant) = text.parse::<Variant>() {
            prop_assert_eq!(variant.to_string().parse(), Ok(variant));
        }
        if let Ok(position) = Variant::default().position_of_any_size(&text) {
            let again = position.to_string();
            let read = position.variant().position(&again).unwrap();
            prop_assert_eq!(read.to_string(), again);
        }
        if let Ok(mv) = Variant::default().start().parse_move(&text) {
            prop_assert!(Variant::default().start().legal_moves().contains(&mv));
        }
    }

    #[test]
    fn errors_are_one_short_line(text in any_text()) {
        let errors = [
            text.parse::<Variant>().err().map(|error| error.to_string()),
            Variant::default().position(&text).err().map(|error| error.to_string()),
            Variant::default().start().parse_move(&text).err().map(|error| error.to_string()),
        ];
        for error in errors.into_iter().flatten() {
            prop_assert!(!error.contains(char::is_control) && error.chars().count() < 200, "{}", error);
        }
    }
}

/// What reading a FEN for 8×8 fails with.
fn error(fen: &str) -> FenError {
    match Variant::default().position(fen) {
        Err(PositionError::Breakthrough(error)) => error,
        Err(other) => panic!("{fen}: {other}"),
        Ok(position) => panic!("{fen} was read as {position}"),
    }
}

#[test]
fn every_fault_of_a_fen_is_named() {
    use FenError as E;
    const EMPTY: &str = "8/8/8/8/8/8/8";
    let men = "p7/8/8/8/8/8/8/P7";
    assert_eq!(error(""), E::Empty);
    assert_eq!(error(" \t "), E::Empty);
    assert_eq!(error(men), E::FieldCount(1));
    assert_eq!(error(&format!("{men} w 0")), E::FieldCount(3));
    assert_eq!(error(&format!("{men} w - - 0")), E::FieldCount(5));
    assert_eq!(error(&format!("{men} w - - 0 1 x")), E::FieldCount(7));
    assert_eq!(error("p7/8/7/8/8/8/8/P7 w"), E::RaggedRank { rank: 6, found: 7, expected: 8 },);
    assert_eq!(error("p7/8/8/8/8/8/8/P8 w"), E::RaggedRank { rank: 1, found: 9, expected: 8 },);
    assert_eq!(error("p7/8/8/8/8/8/8//P7 w"), E::RaggedRank { rank: 2, found: 0, expected: 8 });
    assert_eq!(error("p7/8/8/3q4/8/8/8/P7 w"), E::Letter('q'));
    assert_eq!(error("p7/8/8/3é4/8/8/8/P7 w"), E::Letter('é'));
    assert_eq!(error("p07/8/8/8/8/8/8/P7 w"), E::Run("07".into()));
    assert_eq!(error("p17/8/8/8/8/8/8/P7 w"), E::Run("17".into()));
    assert_eq!(error("99999999999999999999/8 w"), E::Run("99999999999999999999".into()));
    assert!(matches!(error("p7/8/P7 w"), E::Size(size) if (size.files, size.ranks) == (8, 3)));
    assert!(matches!(error("p/1/1/1/P w"), E::Size(size) if size.files == 1));
    assert!(matches!(error("/8 w"), E::RaggedRank { .. } | E::Size(_)));
    let wide = [["16"; 8].join("/").as_str(), "16 w"].join("/");
    assert!(matches!(error(&wide), E::Size(size) if (size.files, size.ranks) == (16, 9)));
    assert!(matches!(error("p5/6/6/6/6/P5 w"), E::OtherSize { found, expected, .. }
        if found == size(6, 6) && expected == BoardSize::standard()));
    assert_eq!(error(&format!("{EMPTY}/8 w")), E::NoMen);
    assert_eq!(error("P7/8/8/8/8/8/8/p7 w"), E::BothWon);
    assert_eq!(error(&format!("{men} x")), E::Side("x".into()));
    assert_eq!(error(&format!("{men} W")), E::Side("W".into()));
    let dash = |field, found: &str| E::Dash { field, found: found.into() };
    assert_eq!(error(&format!("{men} w KQ - 0 1")), dash("castling", "KQ"));
    assert_eq!(error(&format!("{men} w - e3 0 1")), dash("en passant", "e3"));
    let counter = |field, found: &str| E::Counter { field, found: found.into() };
    assert_eq!(error(&format!("{men} w - - x 1")), counter("halfmove", "x"));
    assert_eq!(error(&format!("{men} w - - 0 -1")), counter("fullmove", "-1"));
    assert_eq!(error(&format!("{men} w - - 0 65536")), counter("fullmove", "65536"));
    assert_eq!(error(&format!("{men} w +1 1")), counter("halfmove", "+1"));
}

/// One side without men, or on its goal rank, is a finished game and can be set up.
#[test]
fn finished_positions_are_read_and_have_no_moves() {
    for (fen, winner) in [
        ("p7/8/8/8/8/8/8/8 w", 'b'),
        ("8/8/8/8/8/8/8/P7 b", 'w'),
        ("P6p/8/8/8/8/8/8/P7 b", 'w'),
        ("7p/8/8/8/8/8/8/P6p w", 'b'),
    ] {
        let position = Variant::default().position(fen).unwrap();
        assert!(position.legal_moves().is_empty(), "{fen}");
        let outcome = position.outcome().unwrap();
        assert_eq!(outcome.winner.map(Side::letter), Some(winner), "{fen}");
    }
}

#[test]
fn wide_boards_write_long_runs_in_decimal() {
    let fen = "p15/16/11p4/16/1P14/16/16/10P4P w - - 3 40";
    let position = Variant::Breakthrough(size(16, 8)).position(fen).unwrap();
    assert_eq!(position.to_string(), fen);
    assert!(position.parse_move("k1l2").is_ok());
    let tall = Variant::Breakthrough(size(8, 16)).start();
    assert!(tall.parse_move("a2a3").is_ok());
    assert_eq!(tall.parse_move("a02a3"), Err(MoveError::Unreadable("a02a3".into())));
}

#[test]
fn what_is_no_variant_and_no_move_is_refused() {
    for name in [
        "",
        "chess",
        "breakthrough1x8",
        "breakthrough8x3",
        "breakthrough17x4",
        "breakthrough16x9",
        "breakthrough08x8",
        "breakthrough8x",
        "breakthroughx8",
        "breakthrough8x8x8",
        "breakthrough9",
        "breakthrough 8x8",
        "breakthrough+8x8",
        "breakthrough99999999999999999999x8",
    ] {
        assert!(name.parse::<Variant>().is_err(), "{name}");
    }
    for name in Variant::OFFERED {
        assert!(name.parse::<Variant>().is_ok(), "{name}");
    }
    let start = Variant::default().start();
    for text in
        ["", "a", "a2", "a2a", "a2a3x", "a2 a3", "i2i3", "a0a1", "a2a9", "ä2a3", "a2a3a4", "a222a3"]
    {
        assert!(matches!(start.parse_move(text), Err(MoveError::Unreadable(_))), "{text}");
    }
    for text in ["a2a4", "a1a2", "a7a6", "a3a4", "a2a2", "a2c3", "h2a3"] {
        assert!(matches!(start.parse_move(text), Err(MoveError::Illegal(_))), "{text}");
    }
}
