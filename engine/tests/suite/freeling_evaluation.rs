//! The evaluation of Freeling's game: kept along games it equals what is computed anew, it knows no colour and no left or
//! right, and its terms and features add up to it.

use breach_engine::freeling::{
    Author, FEATURES, HandMade, Position, RuleSet, Towers, each_feature,
};
use breach_engine::game::Evaluator;
use breach_engine::{Side, Variant};
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::freeling_board::Board;
use crate::freeling_properties::{choices, game, some_board};

type Checked = Result<(), TestCaseError>;

fn worth<R: RuleSet>(board: &Board) -> i32 {
    let (evaluator, position) = (HandMade::new(R::RULES), board.position::<R>());
    evaluator.evaluate(&evaluator.state(&position), &position)
}

fn features<R: RuleSet>(board: &Board) -> Vec<i32> {
    let mut features = vec![0; FEATURES];
    each_feature(&board.position::<R>(), |feature, count| features[feature] += count);
    features
}

fn check_symmetry<R: RuleSet>(board: &Board) -> Checked {
    let (mirrored, turned) = (board.mirrored(), board.turned_round());
    prop_assert_eq!(worth::<R>(board), worth::<R>(&mirrored), "{}", board.fen());
    prop_assert_eq!(worth::<R>(board), worth::<R>(&turned), "{}", board.fen());
    let counts = features::<R>(board);
    prop_assert_eq!(&counts, &features::<R>(&mirrored), "{}", board.fen());
    let negative: Vec<i32> = features::<R>(&turned).into_iter().map(|count| -count).collect();
    prop_assert_eq!(counts, negative, "{}", board.fen());
    Ok(())
}

fn check_terms<R: RuleSet>(board: &Board) -> Checked {
    if board.is_over() {
        return Ok(());
    }
    let position = Variant::Freeling(R::RULES).position(&board.fen()).expect("a position");
    let told = position.evaluation();
    prop_assert_eq!(told.terms.iter().map(|(_, worth)| worth).sum::<i32>(), told.total);
    let white = if position.side_to_move() == Side::White { 1 } else { -1 };
    prop_assert_eq!(told.total, white * worth::<R>(board), "{}", board.fen());
    Ok(())
}

fn check_game<R: RuleSet>(choices: &[u16]) -> Checked {
    let evaluator = HandMade::new(R::RULES);
    let mut state = evaluator.state(&Position::<R>::start());
    for (position, mv) in game::<R>(choices) {
        prop_assert_eq!(state, evaluator.state(&position), "{}", position);
        if let Some(mv) = mv {
            let next = breach_engine::game::Game::play(&position, mv);
            state = evaluator.after(&state, &position, mv, &next);
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn neither_colour_nor_left_and_right_matter(board in some_board()) {
        check_symmetry::<Author>(&board)?;
        check_symmetry::<Towers>(&board)?;
    }

    #[test]
    fn the_terms_told_add_up_to_the_score(board in some_board()) {
        check_terms::<Author>(&board)?;
        check_terms::<Towers>(&board)?;
    }

    #[test]
    fn the_sum_kept_along_a_game_equals_the_one_computed_anew(choices in choices()) {
        check_game::<Author>(&choices)?;
        check_game::<Towers>(&choices)?;
    }
}
