//! What must hold at every position of Freeling's game, whatever the rules: moves, results, chains, keys, proofs.
//!
//! Positions come from games whose moves proptest chooses, so that a failure shrinks to a short game, and from men
//! crowded together at random, who meet the rare rules far more often than games do.

use std::collections::HashSet;

use breach_engine::board::{Bits, splitmix64};
use breach_engine::freeling::{Author, Chain, Position, RuleSet, Rules, Towers};
use breach_engine::game::{Game, Verdict};
use breach_engine::level::Portable;
use breach_engine::{Move, Side};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::boards::Random;
use crate::freeling_board::{Board, Text, crowd, engine_move, engine_side, overfull, rank};

type Checked = Result<(), TestCaseError>;

fn text<R: RuleSet>() -> Text {
    match R::RULES {
        Rules::Author => Text::Author,
        Rules::Towers => Text::Towers,
    }
}

fn collect(visit: impl FnOnce(&mut dyn FnMut(Move))) -> Vec<Move> {
    let mut moves = Vec::new();
    visit(&mut |mv| moves.push(mv));
    moves
}

pub(crate) fn legal<R: RuleSet>(position: &Position<R>) -> Vec<Move> {
    collect(|visit| position.each_legal(visit))
}

/// The positions of a game, the start and the end included: the choices, taken in turn, pick among the legal moves, one
/// in three among those that capture, if there are any. A winning move is passed over where another can be picked.
pub(crate) fn game<R: RuleSet>(choices: &[u16]) -> Vec<(Position<R>, Option<Move>)> {
    let mut position = Position::<R>::start();
    let mut game = Vec::new();
    for choice in choices {
        let captures = collect(|visit| position.each_capture(visit));
        let mut moves = legal(&position);
        if choice % 3 == 0 && position.winner().is_none() && !captures.is_empty() {
            moves = captures;
        }
        if moves.is_empty() {
            break;
        }
        let mut mv = moves[usize::from(choice / 3) % moves.len()];
        if choice % 4 != 0 && position.play(mv).winner().is_some() {
            mv = moves[usize::from(choice / 5) % moves.len()];
        }
        game.push((position, Some(mv)));
        position = position.play(mv);
    }
    game.push((position, None));
    game
}

pub(crate) fn choices() -> impl Strategy<Value = Vec<u16>> {
    proptest::collection::vec(any::<u16>(), 0..160)
}

/// A position of a game or a crowded one, with the same men in both rule sets.
pub(crate) fn some_board() -> impl Strategy<Value = Board> {
    let of_game = (choices(), any::<prop::sample::Index>(), any::<bool>());
    prop_oneof![
        of_game.prop_map(|(choices, at, author)| if author {
            Board::of(&at.get(&game::<Author>(&choices)).0)
        } else {
            Board::of(&at.get(&game::<Towers>(&choices)).0)
        }),
        any::<u64>().prop_map(|seed| crowd(&mut Random::new(seed))),
    ]
}

/// The moves of a position and what they lead to, against the plain rules.
fn check_moves<R: RuleSet>(board: &Board) -> Checked {
    let position = board.position::<R>();
    let moves = legal(&position);
    let set: HashSet<Move> = moves.iter().copied().collect();
    prop_assert_eq!(set.len(), moves.len(), "a move is generated twice");
    let plain = board.moves();
    let mut expected: HashSet<Move> = plain.iter().copied().map(engine_move).collect();
    if R::MAY_PASS && !board.is_over() {
        expected.insert(Move::PASS);
    }
    prop_assert_eq!(&set, &expected, "{}", board.fen());
    prop_assert_eq!(position.leaves_at(Portable, 1), moves.len() as u64);
    for from in 0..128 {
        for to in 0..128 {
            let mv = Move::new(from, to);
            prop_assert_eq!(position.is_legal(mv), set.contains(&mv), "{} {:?}", position, mv);
        }
    }
    for mv in plain {
        let (after, next) = (board.after(mv, text::<R>()), position.play(engine_move(mv)));
        prop_assert_eq!(Board::of(&next).fen(), after.board.fen(), "{} {:?}", position, mv);
        prop_assert_eq!(next.has_reached_goal(position.side()), after.won);
        prop_assert_eq!(next.key(), next.recomputed_key());
        let lost = after.board.men() < board.men();
        prop_assert_eq!(next.reversible_plies() == 0, lost, "{} {:?}", position, mv);
        check_explosions(&position, board, mv)?;
    }
    let blocked = board.moves().is_empty() && !R::MAY_PASS;
    prop_assert_eq!(position.winner().is_some(), board.is_over() || blocked);
    let slots: HashSet<usize> = moves.iter().map(|mv| position.slot(*mv)).collect();
    prop_assert_eq!(slots.len(), moves.len(), "two moves share a slot");
    prop_assert!(slots.iter().all(|slot| *slot < Position::<R>::SLOTS));
    Ok(())
}

/// A capture is a move whose first explosion takes an enemy piece; as many men as that takes, it is worth.
fn check_explosions<R: RuleSet>(
    position: &Position<R>,
    board: &Board,
    (from, to): (usize, usize),
) -> Checked {
    let side = board.to_move;
    let mut first = *board;
    first.cells[to] += std::mem::take(&mut first.cells[from]);
    let goal = rank(to) == if side > 0 { 8 } else { 0 };
    let explodes = !goal && first.overloaded(side).contains(&to);
    let enemies = |board: &Board| {
        board.cells.iter().filter(|men| **men * side < 0).map(|men| men.abs()).sum::<i32>()
    };
    if explodes {
        first.explode(to, side, text::<R>());
    }
    let taken = enemies(board) - enemies(&first);
    let mv = engine_move((from, to));
    prop_assert_eq!(position.is_capture(mv), taken > 0, "{} {:?}", position, mv);
    if taken > 0 {
        prop_assert_eq!(position.capture_value(mv), taken, "{} {:?}", position, mv);
    }
    prop_assert_eq!(!position.explosions(mv).is_empty(), explodes, "{} {:?}", position, mv);
    Ok(())
}

/// What the search asks for where nothing is proven, against the list of legal moves.
fn check_candidates<R: RuleSet>(board: &Board) -> Checked {
    let position = board.position::<R>();
    if position.verdict().is_some() {
        return Ok(());
    }
    let legal: HashSet<Move> = legal(&position).into_iter().collect();
    let captures = collect(|visit| position.each_capture(visit));
    let quiets = collect(|visit| position.each_quiet(visit));
    let urgent = collect(|visit| position.each_urgent_quiet(visit));
    prop_assert!(captures.iter().all(|mv| position.is_capture(*mv)));
    prop_assert!(!quiets.iter().any(|mv| position.is_capture(*mv)));
    let candidates: HashSet<Move> = captures.iter().chain(&quiets).copied().collect();
    prop_assert_eq!(candidates.len(), captures.len() + quiets.len(), "a candidate comes twice");
    prop_assert!(candidates.is_subset(&legal), "{}", position);
    for left_out in legal.difference(&candidates) {
        prop_assert!(loses_at_once(&position, *left_out), "{} {:?}", position, left_out);
    }
    prop_assert!(!candidates.is_empty(), "{}", position);
    if position.is_threatened() {
        // Any of them may be the one that helps.
        prop_assert_eq!(urgent, quiets);
    } else {
        let told: Vec<Move> =
            quiets.into_iter().filter(|mv| position.is_urgent_quiet(*mv)).collect();
        prop_assert_eq!(urgent, told, "{}", position);
    }
    Ok(())
}

/// A winning move of the side to move, shortest chain first, with the number of its explosions.
fn shortest_win<R: RuleSet>(position: &Position<R>) -> Option<(usize, Move)> {
    let wins = |mv: &Move| position.play(*mv).has_reached_goal(position.side());
    let moves = legal(position).into_iter().filter(wins);
    moves.map(|mv| (position.explosions(mv).len(), mv)).min()
}

/// Whether the opponent wins with the next move after `mv`.
fn loses_at_once<R: RuleSet>(position: &Position<R>, mv: Move) -> bool {
    let next = position.play(mv);
    next.winner().is_none() && shortest_win(&next).is_some()
}

/// Proofs are proofs, and those that are promised are given.
fn check_verdict<R: RuleSet>(board: &Board) -> Checked {
    let position = board.position::<R>();
    if board.is_over() {
        prop_assert!(matches!(position.verdict(), Some(Verdict::Win(0) | Verdict::Loss(0))));
        return Ok(());
    }
    let win = shortest_win(&position);
    match position.verdict() {
        Some(Verdict::Win(1)) => prop_assert!(win.is_some(), "no move wins: {}", position),
        Some(Verdict::Loss(0)) => prop_assert_eq!(position.winner(), Some(!position.side())),
        Some(Verdict::Loss(2)) => {
            let saves = legal(&position).into_iter().find(|mv| !loses_at_once(&position, *mv));
            prop_assert_eq!(saves, None, "{} is not lost", position);
        }
        None => prop_assert!(win.is_none_or(|(count, _)| count > 2), "{} {:?}", position, win),
        other => prop_assert!(false, "{other:?}: {position}"),
    }
    let other =
        Position::<R>::from_stacks(Side::BOTH.map(|side| position.stacks(side)), !position.side());
    let threat = shortest_win(&other);
    if position.is_threatened() {
        prop_assert!(threat.is_some(), "no threat: {}", position);
    } else {
        prop_assert!(threat.is_none_or(|(count, _)| count > 2), "{} {:?}", position, threat);
    }
    Ok(())
}

/// Follows a game with the key kept up to date and the text read again.
fn check_game<R: RuleSet>(choices: &[u16]) -> Checked {
    for (position, mv) in game::<R>(choices) {
        prop_assert_eq!(position.key(), position.recomputed_key());
        let over = Side::BOTH.into_iter().any(|side| position.has_reached_goal(side));
        let written = position.to_string();
        let read = Position::<R>::read(&written);
        prop_assert_eq!(read.is_err(), over, "{}", written);
        if let Ok(read) = read {
            prop_assert_eq!(read.to_string(), written);
            prop_assert_eq!(Board::of(&read), Board::of(&position));
            prop_assert_eq!(read.key() == position.key(), position.passes() == 0);
            prop_assert_eq!(read.repetition_key(), position.repetition_key());
        }
        if let Some(mv) = mv {
            let next = position.play(mv);
            prop_assert_ne!(next.key(), position.key());
            prop_assert_eq!(next.side(), !position.side());
            prop_assert_eq!(next.passes() > 0, mv == Move::PASS);
        }
    }
    Ok(())
}

/// A set of some of the squares, at least one.
fn some_of(word: u64, random: &mut Random) -> u64 {
    let some = word & random.next();
    if some.is_empty() { word } else { some }
}

/// The theorem: in whatever order squares explode, one by one or several at once, the end is the same.
fn check_order<R: RuleSet>(board: &Board, seed: u64) -> Checked {
    let (side, random) = (board.to_move, &mut Random::new(seed));
    let begun = Chain::new(engine_side(side), board.stacks(side), board.stacks(-side).held());
    let settled = begun.settle::<R>();
    let mut bound = 0;
    for (at, men) in board.cells.iter().enumerate().filter(|(_, men)| **men * side > 0) {
        bound += men.abs() * if side > 0 { 8 - rank(at) } else { rank(at) };
    }
    for _ in 0..4 {
        let mut explosions = 0;
        let plain = board.settle(side, text::<R>(), |count| {
            explosions += 1;
            random.below(count)
        });
        prop_assert_eq!(plain.won, settled.is_won, "{}", board.fen());
        prop_assert!(explosions <= bound, "{} explosions: {}", explosions, board.fen());
        let mut several = begun;
        while !several.is_won && !several.own.overloaded().is_empty() {
            several.explode::<R>(some_of(several.own.overloaded(), random));
        }
        prop_assert_eq!(several.is_won, settled.is_won, "{}", board.fen());
        if !settled.is_won {
            prop_assert_eq!(settled.own, plain.board.stacks(side), "{}", board.fen());
            prop_assert_eq!(settled.enemy, plain.board.stacks(-side).held(), "{}", board.fen());
            prop_assert_eq!(several, settled, "{}", board.fen());
        }
    }
    let lowest = board.settle(side, text::<R>(), |_| 0);
    prop_assert_eq!(settled.own, lowest.board.stacks(side), "{}", board.fen());
    prop_assert_eq!(settled.enemy, lowest.board.stacks(-side).held(), "{}", board.fen());
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn moves_and_results_are_those_of_the_plain_rules(board in some_board()) {
        check_moves::<Author>(&board)?;
        check_moves::<Towers>(&board)?;
    }

    #[test]
    fn captures_and_quiet_moves_are_the_legal_moves(board in some_board()) {
        check_candidates::<Author>(&board)?;
        check_candidates::<Towers>(&board)?;
    }

    #[test]
    fn keys_and_texts_are_kept_along_games(choices in choices()) {
        check_game::<Author>(&choices)?;
        check_game::<Towers>(&choices)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2048, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_proven_win_is_won_by_a_move(board in some_board()) {
        check_verdict::<Author>(&board)?;
        check_verdict::<Towers>(&board)?;
    }

    #[test]
    fn who_may_answer_a_pass_with_a_pass_is_not_lost(board in some_board()) {
        if !board.is_over() {
            let position = board.position::<Towers>().play(Move::PASS);
            prop_assert!(!matches!(position.verdict(), Some(Verdict::Loss(1..))), "{}", position);
            let quiets = collect(|visit| position.each_quiet(visit));
            prop_assert!(quiets.contains(&Move::PASS), "{}", position);
            prop_assert_eq!(position.play(Move::PASS).verdict(), Some(Verdict::Draw));
        }
    }

    // Ten men, as a game has at most: no square ever holds more than the seven that the engine can count.
    #[test]
    fn the_order_of_explosions_changes_nothing(seed: u64) {
        let board = overfull(&mut Random::new(seed), 10);
        check_order::<Author>(&board, seed)?;
        check_order::<Towers>(&board, seed)?;
    }
}

/// Full squares before the goal, where chains win and proofs are given, come too seldom by themselves.
#[test]
fn proofs_hold_in_crowds_before_the_goal() {
    let (mut won, mut lost, mut threatened, mut unproven) = (0, 0, 0, 0);
    for seed in 0..40_000 {
        let board = crowd(&mut Random::new(splitmix64(seed)));
        check_verdict::<Author>(&board).expect("proofs");
        check_verdict::<Towers>(&board).expect("proofs");
        let position = board.position::<Author>();
        if position.winner().is_none() {
            won += u32::from(position.verdict() == Some(Verdict::Win(1)));
            lost += u32::from(position.verdict() == Some(Verdict::Loss(2)));
            threatened += u32::from(position.is_threatened());
            unproven +=
                u32::from(position.verdict().is_none() && shortest_win(&position).is_some());
        }
    }
    eprintln!(
        "{won} wins and {lost} losses proven, {threatened} threats, {unproven} longer chains"
    );
    assert!(won.min(threatened).min(unproven) > 100 && lost > 10);
}

/// Every node of small trees, not a sample.
#[test]
fn the_properties_hold_at_every_node_of_perfts() {
    fn walk<R: RuleSet>(position: &Position<R>, depth: u32) -> u64 {
        let board = Board::of(position);
        check_moves::<R>(&board).expect("every property");
        check_candidates::<R>(&board).expect("every property");
        if depth == 0 {
            return 1;
        }
        legal(position).into_iter().map(|mv| walk(&position.play(mv), depth - 1)).sum::<u64>() + 1
    }
    let nodes = walk(&Position::<Author>::start(), 2) + walk(&Position::<Towers>::start(), 2);
    assert_eq!(nodes, 1 + 36 + 1_286 + 1 + 37 + 1_359);
}

/// Plays every move down to the leaves, by the plain rules.
fn plain_leaves(board: &Board, text: Text, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    for mv in board.moves() {
        leaves += plain_leaves(&board.after(mv, text).board, text, depth - 1);
    }
    if text == Text::Towers && !board.is_over() {
        leaves += plain_leaves(&Board { to_move: -board.to_move, ..*board }, text, depth - 1);
    }
    leaves
}

#[test]
fn the_fast_counter_equals_plain_recursion() {
    fn check<R: RuleSet>(board: &Board, depth: u32) {
        let leaves = board.position::<R>().leaves_at(Portable, depth);
        assert_eq!(leaves, plain_leaves(board, text::<R>(), depth), "{}", board.fen());
    }
    let mut random = Random::new(41);
    for round in 0..200 {
        let board = crowd(&mut random);
        check::<Author>(&board, 1 + round % 3);
        check::<Towers>(&board, 1 + round % 3);
    }
}
