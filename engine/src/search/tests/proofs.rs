//! Proven scores on random graphs, held against the rules as they are written: the third occurrence is a draw.

use std::collections::HashMap;

use proptest::prelude::*;

use super::graph::{Edge, End, Graph, search};
use crate::board::Side;
use crate::search::{Engine, Score};

/// Vertices of a random graph that are no ends.
const INNER: usize = 8;
/// Deep enough to walk round everything several times.
const DEPTH: u32 = 40;

/// What a position is worth in plies to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Value {
    Win(u32),
    Loss(u32),
    Draw,
}

type Counts = [u8; INNER];

/// Plays every game to its end, counting how often each vertex has been on the board. It shares no idea with the
/// search.
struct Solver {
    graph: &'static Graph,
    known: HashMap<(usize, Counts), Value>,
}

impl Solver {
    /// The value of `vertex` for the side to move, after a game in which `counts` positions have occurred, this one
    /// included.
    fn value(&mut self, vertex: usize, counts: Counts) -> Value {
        let here = &self.graph.vertices[vertex];
        match here.end {
            Some(End::Won(winner)) if winner == here.side => return Value::Win(0),
            Some(End::Won(_)) => return Value::Loss(0),
            Some(End::Drawn) => return Value::Draw,
            None => {}
        }
        if let Some(value) = self.known.get(&(vertex, counts)) {
            return *value;
        }
        let replies: Vec<Value> =
            here.edges.iter().map(|edge| self.entered(edge.to, counts)).collect();
        let value = best(&replies);
        self.known.insert((vertex, counts), value);
        value
    }

    fn entered(&mut self, vertex: usize, mut counts: Counts) -> Value {
        if vertex < INNER {
            counts[vertex] += 1;
            if counts[vertex] >= 3 {
                return Value::Draw;
            }
        }
        self.value(vertex, counts)
    }
}

/// The value for the side to move, given those of its moves for the opponent.
fn best(replies: &[Value]) -> Value {
    let win = replies.iter().filter_map(|reply| match reply {
        Value::Loss(plies) => Some(plies + 1),
        _ => None,
    });
    let loss = replies.iter().map(|reply| match reply {
        Value::Win(plies) => Some(plies + 1),
        _ => None,
    });
    match (win.min(), loss.collect::<Option<Vec<u32>>>()) {
        (Some(plies), _) => Value::Win(plies),
        (None, Some(plies)) => Value::Loss(plies.into_iter().max().expect("a move")),
        (None, None) => Value::Draw,
    }
}

/// What a random vertex is made of: its edges as numbers to be reduced, its estimate, whether it is a zugzwang.
type Raw = (Vec<(u8, bool)>, i32, bool);

/// A game: where it begins, and which edge is taken at each vertex.
type Walk = (usize, Vec<usize>);

fn raw_vertex() -> impl Strategy<Value = Raw> {
    (prop::collection::vec((any::<u8>(), any::<bool>()), 1..4), -400..400i32, any::<bool>())
}

fn walk() -> impl Strategy<Value = Walk> {
    (0..INNER, prop::collection::vec(0..3usize, 0..16))
}

/// A graph whose inner vertices from `split` on lie in a second layer. Every other vertex is White's.
fn graph(raw: &[Raw], split: usize) -> Graph {
    let side = |index: usize| if index.is_multiple_of(2) { Side::White } else { Side::Black };
    let mut graph = Graph::default();
    for (index, (_, estimate, zugzwang)) in raw.iter().enumerate() {
        let vertex = graph.vertex(side(index), *estimate);
        graph.vertices[vertex].zugzwang = *zugzwang;
        graph.vertices[vertex].layer = u32::from(index >= split);
    }
    let ends = [End::Won(Side::White), End::Won(Side::Black), End::Drawn];
    let ends = [Side::White, Side::Black].map(|side| ends.map(|end| graph.end(side, end)));
    for (index, (edges, ..)) in raw.iter().enumerate() {
        let layer = graph.vertices[index].layer;
        let inner = (0..INNER).filter(|other| side(*other) != side(index));
        let inner = inner.filter(|other| graph.vertices[*other].layer >= layer);
        let mut targets: Vec<usize> = inner.flat_map(|other| [other, other]).collect();
        targets.extend(ends[1 - index % 2]);
        for (pick, capture) in edges {
            let to = targets[usize::from(*pick) % targets.len()];
            let vertex = &mut graph.vertices[index];
            if vertex.edges.iter().all(|edge| edge.to != to) {
                vertex.edges.push(Edge { to, capture: *capture });
            }
        }
    }
    graph
}

/// The vertices of a game, the last of which is not over.
fn game(graph: &Graph, (start, picks): &Walk) -> Vec<usize> {
    let mut game = vec![*start];
    for pick in picks {
        let edges = &graph.vertices[game[game.len() - 1]].edges;
        let next = edges[pick % edges.len()].to;
        let met = game.iter().filter(|vertex| **vertex == next).count();
        if next < INNER && met < 2 {
            game.push(next);
        }
    }
    game
}

fn counts(game: &[usize]) -> Counts {
    let mut counts = Counts::default();
    for vertex in game {
        counts[*vertex] += 1;
    }
    counts
}

fn check(graph: Graph, walks: &[Walk], complete: bool) -> Result<(), TestCaseError> {
    let graph = graph.keep();
    let mut engine = Engine::new(1, 1).expect("a small engine");
    let mut solver = Solver { graph, known: HashMap::new() };
    for walk in walks {
        let game = game(graph, walk);
        let (root, past) = game.split_last().expect("a root");
        let value = solver.value(*root, counts(&game));
        let finding = search(&mut engine, graph.at(*root), past, DEPTH);
        let holds = match (finding.score, value) {
            (Score::Win(told), Value::Win(plies)) | (Score::Loss(told), Value::Loss(plies)) => {
                plies <= told
            }
            (Score::Centipawns(_), Value::Draw) => true,
            (Score::Centipawns(_), _) => !complete,
            _ => false,
        };
        prop_assert!(holds, "game {:?}: {:?} is told as {:?}", game, value, finding.score);
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 400,
        failure_persistence: None,
        rng_seed: proptest::test_runner::RngSeed::Fixed(7),
        ..ProptestConfig::default()
    })]

    #[test]
    fn what_is_proven_is_true_and_what_is_true_is_proven(
        raw in prop::collection::vec(raw_vertex(), INNER),
        split in 2..=INNER,
        foresight: bool,
        walks in prop::collection::vec(walk(), 1..8),
    ) {
        let graph = Graph { foresight, ..graph(&raw, split) };
        check(graph, &walks, true)?;
    }

    /// Results that the rules prove leave the drawn positions out of account; the search must not.
    #[test]
    fn what_is_proven_with_verdicts_is_true(
        raw in prop::collection::vec(raw_vertex(), INNER),
        split in 2..=INNER,
        foresight: bool,
        plies in 1..5u32,
        walks in prop::collection::vec(walk(), 1..8),
    ) {
        let mut graph = Graph { foresight, ..graph(&raw, split) };
        graph.prove(plies);
        check(graph, &walks, false)?;
    }
}
