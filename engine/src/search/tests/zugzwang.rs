//! Where moving may hurt, no score is taken for not moving.

use super::graph::{Graph, chosen, search};
use crate::board::Side::{Black, White};
use crate::search::{Engine, Score};

/// White chooses between a small loss and a position that looks good for Black, who has to spoil it by moving.
struct Choice {
    graph: &'static Graph,
    root: usize,
    squeeze: usize,
    /// White can take its way into the squeeze, one ply from here.
    taking: usize,
}

fn choice(estimate: i32) -> Choice {
    let mut graph = Graph::default();
    let root = graph.vertex(White, 0);
    let modest = graph.corridor(Black, -50);
    let squeeze = graph.vertex(Black, estimate);
    graph.vertices[squeeze].zugzwang = true;
    graph.edge(root, modest);
    graph.edge(root, squeeze);
    for value in [500, 400, 600] {
        let spoiled = graph.corridor(White, value);
        graph.edge(squeeze, spoiled);
    }
    let taking = graph.vertex(Black, estimate);
    let taker = graph.vertex(White, estimate - 10);
    graph.edge(taking, taker);
    graph.capture(taker, squeeze);
    Choice { graph: graph.keep(), root, squeeze, taking }
}

#[test]
fn a_side_that_has_to_move_does_not_stand_pat() {
    for estimate in [-100, -1000] {
        let Choice { graph, root, squeeze, .. } = choice(estimate);
        for depth in 1..8 {
            let mut engine = Engine::new(1, 1).expect("a small engine");
            let finding = search(&mut engine, graph.at(root), &[], depth);
            let found = (chosen(&finding), finding.score);
            assert_eq!(found, (squeeze, Score::Centipawns(400)), "depth {depth}");
        }
    }
}

#[test]
fn no_full_node_takes_a_score_for_standing_pat_from_the_table() {
    let Choice { graph, root, squeeze, taking } = choice(-100);
    let mut engine = Engine::new(1, 1).expect("a small engine");
    search(&mut engine, graph.at(taking), &[], 1);
    let finding = search(&mut engine, graph.at(root), &[], 1);
    assert_eq!((chosen(&finding), finding.score), (squeeze, Score::Centipawns(400)));
}

#[test]
fn the_least_bad_move_may_come_late() {
    let mut graph = Graph::default();
    let root = graph.vertex(Black, 0);
    let modest = graph.corridor(White, -30);
    let lobby = graph.vertex(White, 0);
    let squeeze = graph.vertex(Black, -100);
    graph.vertices[squeeze].zugzwang = true;
    for (from, to) in [(root, modest), (root, lobby), (lobby, squeeze)] {
        graph.edge(from, to);
    }
    for value in [500, 600, 700, -400] {
        let next = graph.corridor(White, value);
        graph.edge(squeeze, next);
    }
    let graph = graph.keep();
    let mut engine = Engine::new(1, 1).expect("a small engine");
    let finding = search(&mut engine, graph.at(root), &[], 2);
    assert_eq!((chosen(&finding), finding.score), (lobby, Score::Centipawns(400)));
}
