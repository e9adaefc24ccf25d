//! A game that is a graph: a position is a vertex, a move an edge. It has what the engine's own games may lack: cycles,
//! drawn ends, sides that would rather not move.

use crate::board::{Move, Side, splitmix64};
use crate::game::{Evaluator, Game, Verdict};
use crate::search::{Control, Engine, Finding, Limits, SystemClock};

/// How a game ends at a vertex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    Won(Side),
    Drawn,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    pub(super) to: usize,
    pub(super) capture: bool,
}

/// A position. Edges lead to vertices of the other side.
#[derive(Clone, Debug)]
pub(super) struct Vertex {
    pub(super) side: Side,
    pub(super) edges: Vec<Edge>,
    /// White's view.
    pub(super) estimate: i32,
    pub(super) end: Option<End>,
    pub(super) zugzwang: bool,
    /// Edges lead to the same layer or a later one, and there is no way back from a later one.
    pub(super) layer: u32,
}

/// A game. Vertices are numbered below 128, since a move is a pair of numbers as small as that.
#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    pub(super) vertices: Vec<Vertex>,
    /// Moves that lose at once are no candidates, where there are others.
    pub(super) foresight: bool,
    /// Results that the rules prove at each vertex; only ends, unless more are filled in.
    pub(super) verdicts: Vec<Option<Verdict>>,
}

impl Graph {
    pub(super) fn vertex(&mut self, side: Side, estimate: i32) -> usize {
        let vertex =
            Vertex { side, edges: Vec::new(), estimate, end: None, zugzwang: false, layer: 0 };
        self.vertices.push(vertex);
        self.vertices.len() - 1
    }

    pub(super) fn end(&mut self, side: Side, end: End) -> usize {
        let vertex = self.vertex(side, 0);
        self.vertices[vertex].end = Some(end);
        vertex
    }

    pub(super) fn edge(&mut self, from: usize, to: usize) {
        assert_ne!(self.vertices[from].side, self.vertices[to].side);
        self.vertices[from].edges.push(Edge { to, capture: false });
    }

    pub(super) fn capture(&mut self, from: usize, to: usize) {
        self.edge(from, to);
        self.vertices[from].edges.last_mut().expect("an edge").capture = true;
    }

    /// Vertices with one edge each, more than any test searches through, all with the same estimate.
    pub(super) fn corridor(&mut self, side: Side, estimate: i32) -> usize {
        let first = self.vertex(side, estimate);
        let mut last = first;
        for _ in 0..20 {
            let next = self.vertex(!self.vertices[last].side, estimate);
            self.edge(last, next);
            last = next;
        }
        let winner = self.vertices[last].side;
        self.vertices[last].end = Some(End::Won(winner));
        first
    }

    /// Makes what follows from the ends within `plies` plies known without search.
    pub(super) fn prove(&mut self, plies: u32) {
        self.verdicts = self.vertices.iter().map(verdict_of_end).collect();
        for distance in 1..=plies {
            let known = self.verdicts.clone();
            for (vertex, verdict) in self.vertices.iter().zip(&mut self.verdicts) {
                if verdict.is_none() {
                    *verdict = step(vertex, &known, distance);
                }
            }
        }
    }

    /// The game, kept to the end of the program: positions are copied freely.
    pub(super) fn keep(mut self) -> &'static Self {
        assert!(self.vertices.len() <= 128);
        if self.verdicts.is_empty() {
            self.prove(0);
        }
        Box::leak(Box::new(self))
    }

    fn wins_at_once(&self, vertex: usize) -> bool {
        let Vertex { side, edges, .. } = &self.vertices[vertex];
        let won = |vertex: usize| self.vertices[vertex].end == Some(End::Won(*side));
        won(vertex) || (edges.iter().any(|edge| won(edge.to)))
    }

    pub(super) fn at(&'static self, vertex: usize) -> Place {
        Place { graph: self, vertex, reversible: u32::MAX }
    }
}

fn verdict_of_end(vertex: &Vertex) -> Option<Verdict> {
    vertex.end.map(|end| match end {
        End::Won(winner) if winner == vertex.side => Verdict::Win(0),
        End::Won(_) => Verdict::Loss(0),
        End::Drawn => Verdict::Draw,
    })
}

/// The result of a vertex that ends the game in `distance` plies, given all nearer ones.
fn step(vertex: &Vertex, known: &[Option<Verdict>], distance: u32) -> Option<Verdict> {
    let mut replies = vertex.edges.iter().map(|edge| known[edge.to]);
    if replies.clone().any(|reply| matches!(reply, Some(Verdict::Loss(_)))) {
        Some(Verdict::Win(distance))
    } else if replies.all(|reply| matches!(reply, Some(Verdict::Win(_)))) {
        Some(Verdict::Loss(distance))
    } else {
        None
    }
}

/// A position of a graph game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place {
    graph: &'static Graph,
    vertex: usize,
    reversible: u32,
}

impl Place {
    fn here(&self) -> &'static Vertex {
        &self.graph.vertices[self.vertex]
    }

    fn each_candidate(&self, mut visit: impl FnMut(Move, bool)) {
        let prudent = self.is_threatened();
        for edge in &self.here().edges {
            if !prudent || !self.graph.wins_at_once(edge.to) {
                visit(Move::new(self.vertex as u32, edge.to as u32), edge.capture);
            }
        }
    }

    fn edge(&self, mv: Move) -> Option<&'static Edge> {
        let from_here = mv.from() as usize == self.vertex;
        self.here().edges.iter().find(|edge| from_here && edge.to == mv.to() as usize)
    }
}

/// The key of a vertex.
pub(super) fn key(vertex: usize) -> u64 {
    splitmix64(vertex as u64 + 1)
}

impl Game for Place {
    const SLOTS: usize = 128;
    const CAN_REPEAT: bool = true;

    fn side_to_move(&self) -> Side {
        self.here().side
    }

    fn key(&self) -> u64 {
        key(self.vertex)
    }

    fn reversible_plies(&self) -> u32 {
        self.reversible
    }

    fn may_be_in_zugzwang(&self) -> bool {
        self.here().zugzwang
    }

    fn winner(&self) -> Option<Side> {
        match self.here().end {
            Some(End::Won(winner)) => Some(winner),
            Some(End::Drawn) | None => None,
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.winner().is_none() && self.edge(mv).is_some()
    }

    fn play(&self, mv: Move) -> Self {
        let vertex = mv.to() as usize;
        let stays = self.graph.vertices[vertex].layer == self.here().layer;
        let reversible = if stays { self.reversible.saturating_add(1) } else { 0 };
        Self { vertex, reversible, ..*self }
    }

    fn each_legal(&self, mut visit: impl FnMut(Move)) {
        if self.winner().is_none() {
            for edge in &self.here().edges {
                visit(Move::new(self.vertex as u32, edge.to as u32));
            }
        }
    }

    fn each_capture(&self, mut visit: impl FnMut(Move)) {
        self.each_candidate(|mv, capture| {
            if capture {
                visit(mv);
            }
        });
    }

    fn each_quiet(&self, mut visit: impl FnMut(Move)) {
        self.each_candidate(|mv, capture| {
            if !capture {
                visit(mv);
            }
        });
    }

    fn each_urgent_quiet(&self, visit: impl FnMut(Move)) {
        if self.is_threatened() {
            self.each_quiet(visit);
        }
    }

    fn is_urgent_quiet(&self, mv: Move) -> bool {
        self.is_threatened() && !self.graph.wins_at_once(mv.to() as usize)
    }

    fn is_capture(&self, mv: Move) -> bool {
        self.edge(mv).is_some_and(|edge| edge.capture)
    }

    fn is_threatened(&self) -> bool {
        let mut replies = self.here().edges.iter().map(|edge| self.graph.wins_at_once(edge.to));
        self.graph.foresight && replies.clone().any(|wins| wins) && !replies.all(|wins| wins)
    }

    fn verdict(&self) -> Option<Verdict> {
        self.graph.verdicts[self.vertex]
    }

    fn capture_value(&self, _: Move) -> i32 {
        0
    }

    fn loses_exchange(&self, _: Move) -> bool {
        false
    }

    fn quiet_value(&self, _: Move) -> i32 {
        0
    }

    fn slot(&self, mv: Move) -> usize {
        mv.to() as usize
    }
}

/// Reads the estimate that a vertex carries.
#[derive(Debug)]
struct Reader;

impl Evaluator<Place> for Reader {
    type State = ();

    fn state(&self, _: &Place) {}

    fn after(&self, (): &(), _: &Place, _: Move, _: &Place) {}

    fn evaluate(&self, (): &(), place: &Place) -> i32 {
        let Vertex { side, estimate, .. } = place.here();
        if *side == Side::White { *estimate } else { -estimate }
    }
}

/// Searches `place`, where the vertices of `past` stood on the board before, with what the engine remembers.
pub(super) fn search(engine: &mut Engine, place: Place, past: &[usize], depth: u32) -> Finding {
    let past: Vec<u64> = past.iter().map(|vertex| key(*vertex)).collect();
    let control = Control::new(SystemClock::start(), false);
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    engine.search(&place, &past, &Reader, &limits, &control, &mut |_| ())
}

/// The vertex that the search chose to go to.
pub(super) fn chosen(finding: &Finding) -> usize {
    finding.best.expect("a move").to() as usize
}
