//! What must hold at every position, whatever the board: properties of moves, keys and sets of squares.
//!
//! Positions come from games whose moves proptest chooses, so that a failure shrinks to a short game, and from men
//! scattered at random. Each property is checked in every word width that can carry the board.

use std::collections::HashSet;

use breach_engine::board::{AnySize, Bits, Geometry};
use breach_engine::game::{Evaluator, Game};
use breach_engine::troyka::{HandMade, Position};
use breach_engine::{BoardSize, Move, Side};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::boards::{position, size, with_every_geometry};
use crate::solver::{Board, Man};

/// Any size, the small and the usual ones more often.
pub(crate) fn any_size() -> impl Strategy<Value = BoardSize> {
    let all: Vec<BoardSize> = BoardSize::all().collect();
    prop_oneof![
        2 => proptest::sample::select(all),
        1 => Just(BoardSize::standard()),
        1 => (3..7usize, 4..7usize).prop_map(|(files, ranks)| size(files, ranks)),
    ]
}

/// The positions of a game on any board: the choices, taken in turn, pick among the legal moves.
pub(crate) fn any_game() -> impl Strategy<Value = Vec<Board>> {
    let choices = proptest::collection::vec(any::<u16>(), 0..150);
    (any_size(), choices).prop_map(|(size, choices)| {
        let mut board = Board::start(size.files() as usize, size.ranks() as usize);
        let mut game = vec![board];
        for choice in choices {
            let moves = board.moves();
            if moves.is_empty() {
                break;
            }
            board = board.after(moves[usize::from(choice) % moves.len()]);
            game.push(board);
        }
        game
    })
}

/// Men scattered over any board, some of each side.
pub(crate) fn any_board() -> impl Strategy<Value = Board> {
    let cells = proptest::collection::vec(0..6u8, 128);
    (any_size(), cells, 1..5u8, any::<bool>()).prop_map(|(size, cells, dense, white)| {
        let to_move = if white { Man::White } else { Man::Black };
        let (files, ranks) = (size.files() as usize, size.ranks() as usize);
        let mut board = Board::empty(files, ranks, to_move);
        for (cell, kind) in cells.into_iter().take(files * ranks).enumerate() {
            let rank = cell / files;
            board.cells[cell] = match kind {
                0 if rank < ranks - 1 => Some(Man::White),
                1 if rank > 0 => Some(Man::Black),
                2 if dense > 3 && rank < ranks - 1 => Some(Man::White),
                _ => None,
            };
        }
        board.cells[0] = Some(Man::White);
        board.cells[files * ranks - 1] = Some(Man::Black);
        board
    })
}

fn collect<G: Geometry>(visit: impl FnOnce(&mut dyn FnMut(Move)), _: &Position<G>) -> Vec<Move> {
    let mut moves = Vec::new();
    visit(&mut |mv| moves.push(mv));
    moves
}

fn legal<G: Geometry>(position: &Position<G>) -> Vec<Move> {
    collect(|visit| position.each_legal(visit), position)
}

type Checked = Result<(), TestCaseError>;

/// The properties of one position.
fn check_position<G: Geometry>(position: &Position<G>, board: &Board) -> Checked {
    let moves = legal(position);
    let set: HashSet<Move> = moves.iter().copied().collect();
    prop_assert_eq!(set.len(), moves.len(), "a move is generated twice");

    let expected: HashSet<Move> =
        board.moves().into_iter().map(|(from, to)| Move::new(from as u32, to as u32)).collect();
    prop_assert_eq!(&set, &expected);
    prop_assert_eq!(position.winner().is_some(), board.winner().is_some());
    if let Some(winner) = board.winner() {
        let winner = if winner == Man::White { Side::White } else { Side::Black };
        prop_assert_eq!(position.winner(), Some(winner));
        prop_assert!(moves.is_empty());
    }
    check_every_encoding(position, &set)?;
    if position.winner().is_none() {
        check_candidates(position, &set)?;
        check_slots::<G>(position, &moves)?;
    }
    Ok(())
}

/// Generated is legal, over every pair of squares a move can be written with.
fn check_every_encoding<G: Geometry>(position: &Position<G>, legal: &HashSet<Move>) -> Checked {
    for from in 0..128 {
        for to in 0..128 {
            let mv = Move::new(from, to);
            prop_assert_eq!(position.is_legal(mv), legal.contains(&mv), "{:?}", mv);
        }
    }
    Ok(())
}

fn check_candidates<G: Geometry>(position: &Position<G>, legal: &HashSet<Move>) -> Checked {
    let captures = collect(|visit| position.each_capture(visit), position);
    let quiets = collect(|visit| position.each_quiet(visit), position);
    let urgent = collect(|visit| position.each_urgent_quiet(visit), position);
    prop_assert!(captures.iter().all(|mv| position.is_capture(*mv)));
    prop_assert!(!quiets.iter().any(|mv| position.is_capture(*mv)));
    prop_assert!(urgent.iter().all(|mv| quiets.contains(mv) && position.is_urgent_quiet(*mv)));
    let missed = quiets.iter().filter(|mv| position.is_urgent_quiet(**mv)).count();
    prop_assert_eq!(missed, urgent.len());

    let candidates: HashSet<Move> = captures.iter().chain(&quiets).copied().collect();
    prop_assert_eq!(candidates.len(), captures.len() + quiets.len(), "a candidate comes twice");
    prop_assert!(candidates.is_subset(legal));
    if position.is_threatened() {
        prop_assert!(quiets.is_empty());
        // Every move against the threat takes the man that makes it.
        let second_rank = position.geometry().rank_for(position.side(), 1);
        let answers =
            legal.iter().filter(|mv| position.is_capture(**mv) && second_rank.has(mv.to()));
        prop_assert_eq!(answers.count(), captures.len());
    } else {
        prop_assert_eq!(&candidates, legal);
    }
    Ok(())
}

fn check_slots<G: Geometry>(position: &Position<G>, moves: &[Move]) -> Checked {
    let slots: HashSet<usize> = moves.iter().map(|mv| position.slot(*mv)).collect();
    prop_assert_eq!(slots.len(), moves.len(), "two moves share a slot");
    prop_assert!(slots.iter().all(|slot| *slot < Position::<G>::SLOTS));
    Ok(())
}

/// Follows a game with the key and the evaluation kept up to date move by move.
fn check_game<G: Geometry>(geometry: G, game: &[Board]) -> Checked {
    let evaluator = HandMade::new(geometry.size());
    let mut current = position(geometry, &game[0]);
    prop_assert_eq!(current, Position::start(geometry));
    let mut state = evaluator.state(&current);
    for board in &game[1..] {
        let next = position(geometry, board);
        let mv = legal(&current).into_iter().find(|mv| current.play(*mv) == next);
        let mv = mv.expect("some move leads to the next position");
        let played = current.play(mv);
        prop_assert_eq!(played.key(), played.recomputed_key());
        prop_assert_eq!(played.key(), next.key());
        prop_assert_ne!(played.key(), current.key());
        state = evaluator.after(&state, &current, mv, &played);
        prop_assert_eq!(&state, &evaluator.state(&played));
        current = played;
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn moves_are_those_of_the_plain_rules_in_games(game in any_game(), at: prop::sample::Index) {
        let board = *at.get(&game);
        with_every_geometry!(size(board.files, board.ranks), geometry => {
            check_position(&position(geometry, &board), &board)?;
        });
    }

    #[test]
    fn moves_are_those_of_the_plain_rules_anywhere(board in any_board()) {
        with_every_geometry!(size(board.files, board.ranks), geometry => {
            check_position(&position(geometry, &board), &board)?;
        });
    }

    #[test]
    fn key_and_evaluation_kept_along_a_game_equal_those_computed_anew(game in any_game()) {
        with_every_geometry!(size(game[0].files, game[0].ranks), geometry => {
            check_game(geometry, &game)?;
        });
    }

    #[test]
    fn sets_of_squares_move_as_their_squares_do(size in any_size(), squares: u128, above: bool) {
        with_every_geometry!(size, geometry => check_geometry(geometry, squares, above)?);
    }

    #[test]
    fn a_word_is_the_set_of_its_squares(word: u128) {
        check_word(word)?;
        check_word(word as u64)?;
        // Thin sets too: a random word is about half full.
        check_word(1u128 << (word % 128))?;
        check_word(1u64 << (word % 64))?;
    }
}

/// Shifts against coordinates, square by square.
fn check_geometry<G: Geometry>(geometry: G, squares: u128, white: bool) -> Checked {
    let side = if white { Side::White } else { Side::Black };
    let (files, ranks) = (i64::from(geometry.files()), i64::from(geometry.ranks()));
    let on_board = |square: &u32| i64::from(*square) < files * ranks;
    let set: Vec<u32> = squares.squares().filter(on_board).collect();
    let word = |squares: &[u32]| {
        squares.iter().fold(G::Word::EMPTY, |set, square| set | G::Word::single(*square))
    };
    let moved = |aside: &[i64], ahead: i64| {
        let mut reached = Vec::new();
        for square in &set {
            let (file, rank) = (i64::from(*square) % files, i64::from(*square) / files);
            let rank = if white { rank + ahead } else { rank - ahead };
            for aside in aside {
                let file = file + aside;
                if (0..files).contains(&file) && (0..ranks).contains(&rank) {
                    reached.push((rank * files + file) as u32);
                }
            }
        }
        word(&reached)
    };
    let from = word(&set);
    prop_assert_eq!(geometry.ahead(side, from), moved(&[0], 1));
    prop_assert_eq!(geometry.left(from), moved(&[-1], 0));
    prop_assert_eq!(geometry.right(from), moved(&[1], 0));
    prop_assert_eq!(geometry.widen(from), moved(&[-1, 0, 1], 0));
    prop_assert_eq!(geometry.diagonals_ahead(side, from), moved(&[-1, 1], 1));

    let steps = |square: u32| {
        let rank = i64::from(square) / files;
        (if white { ranks - 1 - rank } else { rank }) as u32
    };
    for square in &set {
        prop_assert_eq!(geometry.steps_to_goal(side, *square), steps(*square));
        prop_assert!(geometry.rank_for(side, geometry.ranks() - 1 - steps(*square)).has(*square));
    }
    if let Some(fewest) = set.iter().map(|square| steps(*square)).min() {
        prop_assert_eq!(geometry.fewest_steps(side, from), fewest);
    }
    let all: Vec<u32> = (0..(files * ranks) as u32).collect();
    prop_assert_eq!(geometry.all(), word(&all));
    let by_rank = (0..geometry.ranks()).fold(G::Word::EMPTY, |set, n| set | geometry.rank(n));
    prop_assert_eq!(by_rank, geometry.all());
    Ok(())
}

fn check_word<B: Bits>(word: B) -> Checked {
    let squares: Vec<u32> = (0..B::WIDTH).filter(|square| word.has(*square)).collect();
    prop_assert_eq!(word.squares().collect::<Vec<_>>(), squares.clone());
    prop_assert_eq!(word.count() as usize, squares.len());
    prop_assert_eq!(word.is_empty(), squares.is_empty());
    prop_assert_eq!(word.several(), squares.len() > 1);
    prop_assert_eq!(word.lowest(), squares.first().copied().unwrap_or(B::WIDTH));
    if let Some(highest) = squares.last() {
        prop_assert_eq!(word.highest(), *highest);
    }
    for count in 0..=B::WIDTH {
        prop_assert_eq!(B::first(count).count(), count);
        prop_assert_eq!(B::first(count).highest(), count.saturating_sub(1));
    }
    Ok(())
}

/// Every node of small trees, not a sample: keys, and legal over every encoding.
#[test]
fn the_properties_hold_at_every_node_of_perfts() {
    fn walk<G: Geometry>(position: &Position<G>, board: &Board, depth: u32) -> u64 {
        assert_eq!(position.key(), position.recomputed_key(), "{position}");
        check_position(position, board).expect("every property");
        if depth == 0 {
            return 1;
        }
        let mut nodes = 1;
        position.each_legal(|mv| {
            let board = board.after((mv.from() as usize, mv.to() as usize));
            nodes += walk(&position.play(mv), &board, depth - 1);
        });
        nodes
    }
    let mut nodes = 0;
    for (files, ranks, depth) in [(2, 4, 8), (3, 4, 4), (4, 5, 3), (8, 8, 2), (9, 8, 2), (16, 8, 1)]
    {
        with_every_geometry!(size(files, ranks), geometry => {
            nodes += walk(&Position::start(geometry), &Board::start(files, ranks), depth);
        });
    }
    eprintln!("{nodes} nodes, 16,384 encodings each");
    assert!(nodes > 5_000);
}

#[test]
fn equal_boards_of_different_sizes_or_turns_have_different_keys() {
    let mut keys = HashSet::new();
    for size in BoardSize::all() {
        let geometry = AnySize::<u128>::new(size).unwrap();
        let men = [1 << (size.squares() - 1), 1];
        for side in Side::BOTH {
            assert!(keys.insert(Position::from_men(geometry, men, side).key()), "{size}");
        }
    }
    let one = Position::from_men(AnySize::<u128>::new(size(8, 8)).unwrap(), [2, 256], Side::White);
    let other = Position::from_men(AnySize::<u64>::new(size(8, 8)).unwrap(), [2, 256], Side::White);
    assert_eq!(one.key(), other.key(), "the width of the word is no part of the key");
}
