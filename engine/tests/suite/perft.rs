//! Leaf counts: against the tables in `tests/data/perft.csv`, and the fast counter against plain recursion.

use breach_engine::Variant;
use breach_engine::board::{AnySize, Fixed8x8, Geometry};
use breach_engine::game::Game;
use breach_engine::level::Portable;
use breach_engine::perft;
use breach_engine::troyka::Position;

use crate::boards::{Random, position, random_game, random_placement, size, with_every_geometry};
use crate::slow_tests_wanted;
use crate::solver::Board;

const TABLE: &str = include_str!("../data/perft.csv");

struct Row<'t> {
    variant: Variant,
    position: &'t str,
    depth: u32,
    leaves: u64,
}

fn table() -> impl Iterator<Item = Row<'static>> {
    let lines = TABLE.lines().filter(|line| !line.starts_with('#')).skip(1);
    lines.map(|line| {
        let [variant, position, depth, leaves] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("four columns: {line}")
        };
        Row {
            variant: variant.parse().expect("a variant"),
            position,
            depth: depth.parse().expect("a depth"),
            leaves: leaves.parse().expect("a count"),
        }
    })
}

#[test]
fn perft_equals_the_tables() {
    let mut rows = 0;
    for row in table() {
        let position = match row.position {
            "startpos" => row.variant.start(),
            fen => row.variant.position(fen).unwrap(),
        };
        let counted = position.perft(row.depth, 2).unwrap();
        assert_eq!(counted.total, row.leaves, "{} at depth {}", position, row.depth);
        assert_eq!(counted.divide.len(), position.legal_moves().len());
        assert_eq!(counted.divide.iter().map(|(_, leaves)| leaves).sum::<u64>(), row.leaves);
        rows += 1;
    }
    assert_eq!(rows, 75);
}

/// Deeper than the tables, where every exploding move has been played in some context.
#[test]
fn freelings_game_six_plies_deep() {
    if !slow_tests_wanted("leaves of Freeling's game six plies deep") {
        return;
    }
    for (name, leaves) in [("freeling", 2_083_378_444), ("freeling-towers", 2_462_554_343)] {
        let start = name.parse::<Variant>().unwrap().start();
        assert_eq!(start.perft(6, 2).unwrap().total, leaves, "{name}");
    }
}

#[test]
fn no_ply_has_one_leaf() {
    for name in Variant::OFFERED {
        let counted = name.parse::<Variant>().unwrap().start().perft(0, 1).unwrap();
        assert_eq!((counted.total, counted.divide.len()), (1, 0), "{name}");
    }
}

/// Plays every move down to the leaves.
fn plain<G: Geometry>(position: &Position<G>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    position.each_legal(|mv| leaves += plain(&position.play(mv), depth - 1));
    leaves
}

/// The same with the rules of the tests.
fn plainest(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    board.moves().into_iter().map(|mv| plainest(&board.after(mv), depth - 1)).sum()
}

fn check<G: Geometry>(position: &Position<G>, board: &Board, depth: u32) {
    for depth in 0..=depth {
        let leaves = plain(position, depth);
        assert_eq!(plainest(board, depth), leaves, "{position} at depth {depth}");
        assert_eq!(position.leaves_at(Portable, depth), leaves, "{position} at depth {depth}");
        let counted = perft::count(position, depth, 1).expect("one thread");
        assert_eq!(counted.total, leaves, "{position} at depth {depth}");
    }
}

#[test]
fn the_fast_counter_equals_plain_recursion() {
    let mut random = Random::new(11);
    for (files, ranks) in [
        (2, 4),
        (2, 16),
        (3, 5),
        (4, 4),
        (5, 5),
        (6, 6),
        (7, 7),
        (8, 8),
        (6, 8),
        (8, 6),
        (9, 7),
        (9, 9),
        (10, 10),
        (11, 11),
        (16, 4),
        (16, 8),
        (4, 16),
        (8, 16),
        (12, 10),
    ] {
        for round in 0..6 {
            let game = random_game(&mut random, files, ranks);
            // Depth 4 costs most, and least at the end of a game.
            let (board, depth) = match round {
                0 | 1 => (random.pick(&game), 3),
                2 => (game[game.len() - 1], 3),
                3 => (game[game.len() - 2 - random.below(game.len().min(8) - 1)], 3),
                _ => (random_placement(&mut random, files, ranks, 8), 4),
            };
            with_every_geometry!(size(files, ranks), geometry => {
                check(&position(geometry, &board), &board, depth);
            });
        }
    }
}

#[test]
fn the_built_in_board_counts_as_the_board_of_any_size() {
    let general = AnySize::<u64>::new(size(8, 8)).unwrap();
    let wide = AnySize::<u128>::new(size(8, 8)).unwrap();
    let mut random = Random::new(12);
    for _ in 0..20 {
        let game = random_game(&mut random, 8, 8);
        let board = random.pick(&game);
        let fixed = perft::count(&position(Fixed8x8, &board), 5, 2).unwrap();
        assert_eq!(fixed, perft::count(&position(general, &board), 5, 2).unwrap());
        assert_eq!(fixed, perft::count(&position(wide, &board), 5, 2).unwrap());
    }
}
