//! Repetitions are draws, and the table never takes one line's draw for another's.

use super::graph::{End, Graph, chosen, search};
use crate::board::Side::{Black, White};
use crate::search::{Engine, Score};

fn engine() -> Engine {
    Engine::new(1, 1).expect("a small engine")
}

#[test]
fn a_third_occurrence_is_a_draw_and_a_second_is_not() {
    let mut graph = Graph::default();
    let root = graph.vertex(White, 0);
    let good = graph.corridor(Black, 500);
    let bad = graph.corridor(Black, -100);
    graph.edge(root, good);
    graph.edge(root, bad);
    let graph = graph.keep();
    let mut engine = engine();
    for (past, best, score) in [
        (vec![], good, 500),
        (vec![good, root], good, 500),
        (vec![good, root, good, root], good, 0),
        (vec![bad, root, bad, root], good, 500),
        (vec![good, bad, good, bad], good, 0),
    ] {
        let finding = search(&mut engine, graph.at(root), &past, 6);
        let found = (chosen(&finding), finding.score);
        assert_eq!(found, (best, Score::Centipawns(score)), "{past:?}");
    }
}

#[test]
fn who_stands_worse_goes_round_in_circles() {
    let mut graph = Graph::default();
    let circle = [White, Black, White, Black].map(|side| graph.vertex(side, -300));
    for (from, to) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
        graph.edge(circle[from], circle[to]);
    }
    let lost = graph.corridor(Black, -200);
    graph.edge(circle[0], lost);
    let graph = graph.keep();
    let finding = search(&mut engine(), graph.at(circle[0]), &[], 10);
    assert_eq!((chosen(&finding), finding.score), (circle[1], Score::Centipawns(0)));
}

#[test]
fn a_drawn_root_still_gets_a_move() {
    let mut graph = Graph::default();
    let root = graph.end(White, End::Drawn);
    let next = graph.corridor(Black, 40);
    graph.edge(root, next);
    let graph = graph.keep();
    for past in [vec![], vec![root, next, root, next]] {
        let finding = search(&mut engine(), graph.at(root), &past, 4);
        assert!(finding.best.is_some());
    }
    let stuck = {
        let mut graph = Graph::default();
        graph.end(White, End::Drawn);
        graph.keep()
    };
    let finding = search(&mut engine(), stuck.at(0), &[], 4);
    assert_eq!((finding.best, finding.score), (None, Score::Centipawns(0)));
}

/// A circle with one way out of it, good for White, and ways into it.
struct Circle {
    graph: &'static Graph,
    /// Where White can leave, and the other vertices of the circle, in order.
    exit: usize,
    others: [usize; 3],
    /// White chooses between a small advantage and the last vertex of the circle, before the exit.
    outside: usize,
    /// White chooses between a smaller advantage and the lobby, where Black chooses between the small one and the
    /// vertex two before the exit.
    hall: usize,
    lobby: usize,
}

/// The circle, walked in captures or in quiet moves. With captures, the estimates make it look worth walking.
fn circle(captures: bool) -> Circle {
    let mut graph = Graph::default();
    let join = if captures { Graph::capture } else { Graph::edge };
    let looks = if captures { [400, 100, 400] } else { [0; 3] };
    let exit = graph.vertex(White, 0);
    let circle = [(Black, looks[0]), (White, looks[1]), (Black, looks[2])]
        .map(|(side, estimate)| graph.vertex(side, estimate));
    let [outside, hall] = [(); 2].map(|()| graph.vertex(White, 0));
    let lobby = graph.vertex(Black, 0);
    let [large, small, smaller] = [300, 50, 40].map(|value| graph.corridor(Black, value));
    let granted = graph.corridor(White, 50);
    for (from, to) in [(exit, large), (exit, circle[0]), (circle[0], circle[1])] {
        join(&mut graph, from, to);
    }
    join(&mut graph, circle[1], circle[2]);
    join(&mut graph, circle[2], exit);
    for (from, to) in [(outside, small), (outside, circle[2]), (hall, smaller), (hall, lobby)] {
        graph.edge(from, to);
    }
    graph.edge(lobby, granted);
    graph.edge(lobby, circle[1]);
    Circle { graph: graph.keep(), exit, others: circle, outside, hall, lobby }
}

const LARGE: Score = Score::Centipawns(300);
const SMALL: Score = Score::Centipawns(50);

/// The problem of graph history interaction (Campbell 1985). From the exit, going round ends where it began: a draw. A
/// table that kept this score for the vertices on the way would lead astray whoever comes to them from outside.
#[test]
fn a_draw_on_one_line_is_none_on_another() {
    let Circle { graph, exit, others: circle, outside, hall, lobby } = circle(false);
    // The last vertex of the circle fails high by the draw, the one before it fails low.
    for (root, best, score) in [(outside, circle[2], LARGE), (hall, lobby, SMALL)] {
        let mut engine = engine();
        assert_eq!(search(&mut engine, graph.at(exit), &[], 16).score, LARGE);
        let finding = search(&mut engine, graph.at(root), &[], 8);
        assert_eq!((chosen(&finding), finding.score), (best, score));
    }
}

#[test]
fn a_draw_in_one_quiescence_is_none_in_another() {
    let Circle { graph, exit, others: circle, outside, .. } = circle(true);
    let mut engine = engine();
    assert_eq!(search(&mut engine, graph.at(exit), &[], 1).score, LARGE);
    let finding = search(&mut engine, graph.at(outside), &[], 1);
    assert_eq!((chosen(&finding), finding.score), (circle[2], LARGE));
}

#[test]
fn a_draw_in_one_game_is_none_in_another() {
    let Circle { graph, exit, others: circle, outside, .. } = circle(false);
    let mut engine = engine();
    let twice = [exit, circle[0], circle[1], circle[2], exit, circle[0]];
    for _ in 0..2 {
        let finding = search(&mut engine, graph.at(outside), &twice, 16);
        assert_ne!(chosen(&finding), circle[2]);
        assert_eq!(finding.score, SMALL);
        let finding = search(&mut engine, graph.at(outside), &twice[..4], 8);
        assert_eq!((chosen(&finding), finding.score), (circle[2], LARGE));
    }
}

/// A move that loses at once is no candidate. But here it goes where Black has overlooked its win twice.
#[test]
fn a_move_into_a_drawn_position_saves_from_a_proven_loss() {
    let mut graph = Graph { foresight: true, ..Graph::default() };
    let root = graph.vertex(Black, 0);
    let threatened = graph.vertex(White, 0);
    let overlooked = graph.vertex(Black, 0);
    let longer = [Black, White, Black].map(|side| graph.vertex(side, 0));
    let won = graph.end(White, End::Won(Black));
    for (from, to) in [(root, threatened), (threatened, overlooked), (overlooked, won)] {
        graph.edge(from, to);
    }
    let path = [threatened, longer[0], longer[1], longer[2], won];
    for step in path.windows(2) {
        graph.edge(step[0], step[1]);
    }
    let graph = graph.keep();
    let twice = [overlooked, threatened, overlooked];
    for depth in [1, 2, 3, 8] {
        let finding = search(&mut engine(), graph.at(root), &twice, depth);
        assert!(matches!(finding.score, Score::Centipawns(_)), "depth {depth}: {finding:?}");
    }
    assert_eq!(search(&mut engine(), graph.at(root), &twice, 8).score, Score::Centipawns(0));
    assert_eq!(search(&mut engine(), graph.at(root), &[overlooked], 8).score, Score::Win(5));
}

/// The rules alone say that White loses, but the only way there leads through what has been on the board twice.
#[test]
fn what_the_rules_prove_may_be_prevented_by_a_repetition() {
    let mut graph = Graph::default();
    let [root, overlooked] = [(); 2].map(|()| graph.vertex(Black, 0));
    let lost = graph.vertex(White, 0);
    let won = graph.end(White, End::Won(Black));
    for (from, to) in [(root, lost), (lost, overlooked), (overlooked, won)] {
        graph.edge(from, to);
    }
    graph.prove(2);
    let graph = graph.keep();
    let once = [overlooked, lost];
    let twice = [overlooked, lost, overlooked];
    assert_eq!(search(&mut engine(), graph.at(root), &once, 4).score, Score::Win(3));
    let score = search(&mut engine(), graph.at(root), &twice, 4).score;
    assert!(matches!(score, Score::Centipawns(_)), "{score:?}");
}
