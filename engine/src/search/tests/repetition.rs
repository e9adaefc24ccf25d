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

/// A circle with one way out of it, good for White, and a vertex outside from which White can enter it.
struct Circle {
    graph: &'static Graph,
    /// Where White can leave, and what the others of the circle are called, in order.
    exit: usize,
    circle: [usize; 3],
    /// White chooses between a small advantage and the last vertex of the circle, before the exit.
    outside: usize,
}

fn circle() -> Circle {
    let mut graph = Graph::default();
    let exit = graph.vertex(White, 0);
    let circle = [Black, White, Black].map(|side| graph.vertex(side, 0));
    let outside = graph.vertex(White, 0);
    let large = graph.corridor(Black, 300);
    let small = graph.corridor(Black, 50);
    graph.edge(exit, large);
    graph.edge(exit, circle[0]);
    graph.edge(circle[0], circle[1]);
    graph.edge(circle[1], circle[2]);
    graph.edge(circle[2], exit);
    graph.edge(outside, small);
    graph.edge(outside, circle[2]);
    Circle { graph: graph.keep(), exit, circle, outside }
}

/// The problem of graph history interaction (Campbell 1985). From the exit, going round ends where it began: a draw. A
/// table that kept this score for the last vertex of the circle would lead astray whoever comes to it from outside.
#[test]
fn a_draw_on_one_line_is_none_on_another() {
    let Circle { graph, exit, circle, outside } = circle();
    let mut engine = engine();
    let large = Score::Centipawns(300);
    assert_eq!(search(&mut engine, graph.at(exit), &[], 16).score, large);
    let finding = search(&mut engine, graph.at(outside), &[], 8);
    assert_eq!((chosen(&finding), finding.score), (circle[2], large));
}

#[test]
fn a_draw_in_one_game_is_none_in_another() {
    let Circle { graph, exit, circle, outside } = circle();
    let mut engine = engine();
    let twice = [exit, circle[0], circle[1], circle[2], exit, circle[0]];
    for _ in 0..2 {
        let finding = search(&mut engine, graph.at(outside), &twice, 16);
        assert_ne!(chosen(&finding), circle[2]);
        assert_eq!(finding.score, Score::Centipawns(50));
        let finding = search(&mut engine, graph.at(outside), &twice[..4], 8);
        assert_eq!((chosen(&finding), finding.score), (circle[2], Score::Centipawns(300)));
    }
}
