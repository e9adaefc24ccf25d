//! Freeling's rules against an independent rules program in Python: move lists, what each
//! move leads to, and chains. Its results lie in `tests/data/freeling*.csv`, where each file's head says what it holds.
//!
//! A hash stands for most of the lists, since they are long; `freeling_lists.csv` has some of them in clear, so that a
//! fault can be read.

use breach_engine::board::{Bits, Square};
use breach_engine::freeling::{Author, Chain, Position, RuleSet, Rules, Stacks, Towers};
use breach_engine::game::Game;
use breach_engine::{BoardSize, Move, Side, Variant};

use crate::freeling_board::{Board, engine_side};

const POSITIONS: &str = include_str!("../data/freeling.csv");
const LISTS: &str = include_str!("../data/freeling_lists.csv");
const CHAINS: &str = include_str!("../data/freeling_chains.csv");

fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| line.split(',').collect())
}

fn fnv1a(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The moves as the tables write them, sorted.
fn moves<R: RuleSet>(text: &str) -> Vec<String> {
    let position = Position::<R>::read(&format!("{text} 7 1")).expect("a position");
    let size = BoardSize::new(5, 9).expect("the board");
    let mut moves = Vec::new();
    position.each_legal(|mv| {
        let next = position.play(mv);
        let board = next.to_string();
        let board = board.split(' ').next().expect("a board");
        let name = if mv == Move::PASS { "0000".into() } else { mv.text(size) };
        // Seven plies were quiet before; the count starts anew when men leave the board.
        let lost = if next.reversible_plies() == 0 { "x" } else { "" };
        let won = if next.has_reached_goal(position.side()) { "!" } else { "" };
        if lost.is_empty() {
            assert_eq!(next.reversible_plies(), 8, "{text} {name}");
        }
        if !won.is_empty() {
            assert_eq!(next.winner(), Some(position.side()), "{text} {name}");
        }
        assert_eq!(next.side(), !position.side());
        moves.push(format!("{name}={board}{lost}{won}"));
    });
    moves.sort_unstable();
    moves
}

#[test]
fn every_move_and_its_result_are_those_of_the_independent_program() {
    let (mut positions, mut played) = (0, 0);
    for row in rows(POSITIONS) {
        let [position, author, author_hash, towers, towers_hash] = row[..] else {
            panic!("five columns: {row:?}")
        };
        for (found, count, hash) in [
            (moves::<Author>(position), author, author_hash),
            (moves::<Towers>(position), towers, towers_hash),
        ] {
            assert_eq!(found.len().to_string(), count, "{position}: {found:#?}");
            let found_hash = format!("{:016x}", fnv1a(&found.join("\n")));
            assert_eq!(found_hash, hash, "{position}: {found:#?}");
            played += found.len();
        }
        positions += 1;
    }
    assert_eq!(positions, 7_536);
    assert_eq!(played, 332_092);
}

#[test]
fn lists_of_moves_equal_those_in_clear() {
    let mut lists = 0;
    for row in rows(LISTS) {
        let [variant, position, expected] = row[..] else { panic!("three columns: {row:?}") };
        let found = match variant.parse() {
            Ok(Variant::Freeling(Rules::Author)) => moves::<Author>(position),
            Ok(Variant::Freeling(Rules::Towers)) => moves::<Towers>(position),
            other => panic!("{other:?}"),
        };
        let expected: Vec<&str> = expected.split(' ').filter(|mv| !mv.is_empty()).collect();
        assert_eq!(found, expected, "{variant} {position}");
        lists += 1;
    }
    assert_eq!(lists, 440);
}

/// The chain's end as the table writes it.
fn settled<R: RuleSet>(board: &Board) -> String {
    let side = board.to_move;
    let chain = Chain::new(engine_side(side), board.stacks(side), board.stacks(-side).held());
    let end = chain.settle::<R>();
    assert_eq!(end.side, chain.side);
    assert_eq!(end, chain.settle_lowest_first::<R>(), "{}", board.fen());
    let enemy = board.stacks(-side);
    let left = |word: u64| word & end.enemy;
    let enemy = Stacks { ones: left(enemy.ones), twos: left(enemy.twos), fours: 0 };
    let stacks = if side > 0 { [end.own, enemy] } else { [enemy, end.own] };
    let after = Board::of(&Position::<R>::from_stacks(stacks, engine_side(-side)));
    format!("{}{}", after.text(), if end.is_won { "!" } else { "" })
}

#[test]
fn chains_end_as_in_the_independent_program() {
    let (mut chains, mut wins) = (0, 0);
    for row in rows(CHAINS) {
        let [text, author, towers] = row[..] else { panic!("three columns: {row:?}") };
        let board = Board::read(text);
        assert_eq!(settled::<Author>(&board), author, "{text}");
        assert_eq!(settled::<Towers>(&board), towers, "{text}");
        chains += 1;
        wins += u32::from(author.ends_with('!'));
    }
    assert_eq!(chains, 1_500);
    assert_eq!(wins, 257);
}

/// The rules of the tests, which properties are checked against, say the same as the program.
#[test]
fn the_plain_rules_of_the_tests_are_those_of_the_independent_program() {
    use crate::freeling_board::{Text, engine_move};
    let size = BoardSize::new(5, 9).expect("the board");
    for row in rows(POSITIONS) {
        let board = Board::read(row[0]);
        assert_eq!(board.fen(), row[0]);
        for (text, count, hash) in [(Text::Author, row[1], row[2]), (Text::Towers, row[3], row[4])]
        {
            let mut moves: Vec<String> = board
                .moves()
                .into_iter()
                .map(|mv| {
                    let after = board.after(mv, text);
                    let lost = if after.board.men() < board.men() { "x" } else { "" };
                    let won = if after.won { "!" } else { "" };
                    format!("{}={}{lost}{won}", engine_move(mv).text(size), after.board.text())
                })
                .collect();
            if text == Text::Towers {
                moves.push(format!("0000={}", board.text()));
            }
            moves.sort_unstable();
            assert_eq!(moves.len().to_string(), count, "{}", row[0]);
            assert_eq!(format!("{:016x}", fnv1a(&moves.join("\n"))), hash, "{}", row[0]);
        }
    }
}

/// The engine's own list of explosions leads from the move to the result, one square after the other.
#[test]
fn the_explosions_told_of_a_move_are_an_order_that_can_be_read() {
    let mut told = 0;
    for row in rows(POSITIONS).step_by(7) {
        for name in ["freeling", "freeling-towers"] {
            let variant: Variant = name.parse().expect("a variant");
            let position = variant.position(row[0]).expect("a position");
            for mv in position.legal_moves() {
                let order: Vec<Square> = position.explosions(mv);
                if order.is_empty() {
                    continue;
                }
                let order: String = order.iter().map(ToString::to_string).collect();
                let text = format!("{}/{order}", position.move_text(mv));
                assert_eq!(position.parse_move(&text), Ok(mv), "{name} {}", row[0]);
                // Neither more nor less: without its last square the order is another move's, or none.
                let shorter = text[..text.len() - 2].trim_end_matches('/');
                let same = position.parse_move(shorter).is_ok();
                assert_eq!(same, order.len() == 2, "{name} {} {text}", row[0]);
                assert!(position.parse_move(&format!("{text}a1")).is_err(), "{text}");
                told += 1;
            }
        }
    }
    assert!(told > 1_000, "{told}");
}

/// Both sides' men are those of the board read, whichever way they are asked for.
#[test]
fn stacks_tell_heights_and_men() {
    let board = Board::read("5/1ss2/5/3d1/5/S4/1D1S1/2D2/5 w");
    let position = board.position::<Author>();
    assert_eq!(Board::of(&position), board);
    assert_eq!([position.stacks(Side::White).men(), position.stacks(Side::Black).men()], [6, 4]);
    assert_eq!(position.held(Side::White).count(), 4);
    let tall = Board::read("5/5/5/5/5/1V1Q1/2T2/5/5 w").stacks(1);
    assert_eq!((tall.men(), tall.held().count()), (12, 3));
}
