//! An advantage fades while nothing happens, by steps that the table knows of.

use super::graph::{Graph, search};
use crate::board::Side::{Black, White};
use crate::search::{Engine, Score};

#[test]
fn an_advantage_fades_while_nothing_happens() {
    let mut graph = Graph::default();
    let root = graph.vertex(White, 0);
    let next = graph.corridor(Black, 400);
    graph.edge(root, next);
    let graph = graph.keep();
    // One engine for all: what it stored at one step must not be read at another.
    let mut engine = Engine::new(1, 1).expect("a small engine");
    for (quiet, score) in [(0, 400), (40, 400), (70, 350), (100, 300), (70, 350), (0, 400)] {
        let finding = search(&mut engine, graph.at(root).after_quiet_plies(quiet), &[], 4);
        assert_eq!(finding.score, Score::Centipawns(score), "after {quiet} quiet plies");
    }
    let finding = search(&mut engine, graph.at(root).after_quiet_plies(u32::MAX), &[], 4);
    assert_eq!(finding.score, Score::Centipawns(0), "in the end nothing is left");
}
