//! The evaluation knows no colour and no left or right: a position is worth to its mover what its mirror image is worth
//! to the mover there.

use breach_engine::board::Geometry;
use breach_engine::game::{Evaluator, Game};
use breach_engine::troyka::{HandMade, Position};
use breach_engine::{Side, Variant};
use proptest::prelude::*;

use crate::boards::{position, size, with_every_geometry};
use crate::rules::{any_board, any_game};
use crate::solver::{Board, Man};

/// The board with every man where `to` sends it.
fn moved(board: &Board, to: impl Fn(usize, usize) -> (usize, usize)) -> Board {
    let mut moved = Board::empty(board.files, board.ranks, board.to_move);
    for rank in 0..board.ranks {
        for file in 0..board.files {
            let (to_file, to_rank) = to(file, rank);
            moved.cells[to_rank * board.files + to_file] = board.cells[rank * board.files + file];
        }
    }
    moved
}

/// The board with colours, ranks and the side to move exchanged.
fn colours_exchanged(board: &Board) -> Board {
    let mut flipped = moved(board, |file, rank| (file, board.ranks - 1 - rank));
    flipped.cells = flipped.cells.map(|man| man.map(Man::other));
    flipped.to_move = board.to_move.other();
    flipped
}

/// The board as a mirror at its side shows it.
fn left_and_right_exchanged(board: &Board) -> Board {
    moved(board, |file, rank| (board.files - 1 - file, rank))
}

fn worth<G: Geometry>(evaluator: &HandMade, position: &Position<G>) -> i32 {
    evaluator.evaluate(&evaluator.state(position), position)
}

fn some_position() -> impl Strategy<Value = Board> {
    prop_oneof![any_board(), any_game().prop_map(|game| game[game.len() - 1])]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn exchanging_colours_exchanges_nothing_else(board in some_position()) {
        with_every_geometry!(size(board.files, board.ranks), geometry => {
            let evaluator = HandMade::new(geometry.size());
            let here = position(geometry, &board);
            let there = position(geometry, &colours_exchanged(&board));
            prop_assert_eq!(worth(&evaluator, &here), worth(&evaluator, &there), "{}", here);
            prop_assert_eq!(here.verdict(), there.verdict());
        });
    }

    #[test]
    fn left_and_right_are_the_same(board in some_position()) {
        with_every_geometry!(size(board.files, board.ranks), geometry => {
            let evaluator = HandMade::new(geometry.size());
            let here = position(geometry, &board);
            let there = position(geometry, &left_and_right_exchanged(&board));
            prop_assert_eq!(worth(&evaluator, &here), worth(&evaluator, &there), "{}", here);
            prop_assert_eq!(here.verdict(), there.verdict());
        });
    }

    #[test]
    fn the_width_of_the_word_changes_nothing(board in some_position()) {
        let mut worths = Vec::new();
        with_every_geometry!(size(board.files, board.ranks), geometry => {
            worths.push(worth(&HandMade::new(geometry.size()), &position(geometry, &board)));
        });
        prop_assert!(worths.windows(2).all(|pair| pair[0] == pair[1]), "{:?}", worths);
    }

    #[test]
    fn the_terms_told_add_up_to_the_score(board in some_position()) {
        let size = size(board.files, board.ranks);
        let told = Variant::Breakthrough(size).position(&board.fen()).unwrap().evaluation();
        prop_assert_eq!(told.terms.iter().map(|(_, worth)| worth).sum::<i32>(), told.total);
        with_every_geometry!(size, geometry => {
            let position = position(geometry, &board);
            let worth = worth(&HandMade::new(size), &position);
            let white = if position.side() == Side::White { worth } else { -worth };
            prop_assert_eq!(white, told.total);
        });
    }
}
