//! The tree: UCT (Kocsis and Szepesvári, "Bandit based Monte-Carlo planning", 2006).
//!
//! Every playout walks from the root to a leaf, at each node to the child with the highest upper confidence bound
//! (UCB1); plays random moves from there to the end of the game; and counts the result in every node it came through. A
//! leaf is opened when it is reached a second time, all its children at once, and they are tried in random order.
//!
//! Nodes count half points of the player who moved there: 2 for a win, 1 for a draw. So the player to move always
//! prefers the child with the larger share, and no sign is turned.
//!
//! What is hot is inlined into the code for a processor level, or it would be compiled without its features.

use std::collections::TryReserveError;
use std::ops::ControlFlow;

use breach_engine::game::{Game, Verdict};
use breach_engine::level::{AtLevel, Choice, Level};
use breach_engine::{Move, Side, WithGame};

use crate::record::GameResult;

/// The root is the first node made.
const ROOT: usize = 0;
/// Playouts between two looks at the clock and the input: about a tenth of a millisecond.
const BATCH: u32 = 16;

/// What a search is made of.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameters {
    /// What the width of UCB1's confidence interval is multiplied by. The theory's value, for scores from 0 to 1, is √2.
    pub exploration: f64,
    /// Plies after which a playout counts as a draw. No game of Breakthrough on 128 squares lasts so long.
    pub playout_plies: u32,
    /// Where the random numbers begin.
    pub seed: u64,
}

impl Default for Parameters {
    /// Random playouts say little of the result, so shares differ little and the theory's exploration looks at everything
    /// alike: on 8×8 with 2000 playouts 0.4 won 109 to 51 against 1.0, and 76 to 84 against 0.25.
    fn default() -> Self {
        Self { exploration: 0.4, playout_plies: 500, seed: 1 }
    }
}

/// A position in the tree, by the move that leads there.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// Of the player who moved here, over all visits.
    half_points: u64,
    visits: u32,
    /// The first child; the others follow it.
    first: u32,
    children: u16,
    mv: Move,
    state: State,
}

/// What is known of a node.
#[derive(Clone, Copy, Debug)]
enum State {
    /// No children yet.
    Leaf,
    /// All children are in the tree.
    Open,
    /// The game is over here.
    Ended(GameResult),
}

impl Node {
    fn new(mv: Move) -> Self {
        Self { half_points: 0, visits: 0, first: 0, children: 0, mv, state: State::Leaf }
    }

    fn children(&self) -> std::ops::Range<usize> {
        let first = self.first as usize;
        first..first + usize::from(self.children)
    }

    /// The mean score of the player who moved here, from 0 to 1.
    fn mean(&self) -> f64 {
        self.half_points as f64 / (2.0 * f64::from(self.visits))
    }
}

/// The tree of one search, and all that a playout needs, made once.
#[derive(Debug)]
pub struct Tree {
    parameters: Parameters,
    random: fastrand::Rng,
    nodes: Vec<Node>,
    most_nodes: usize,
    /// Whether a node could not be opened for want of space.
    is_full: bool,
    /// Plies of the longest walk.
    deepest: usize,
    /// The nodes of the present walk.
    path: Vec<u32>,
    /// The moves of the present position.
    moves: Vec<Move>,
}

impl Tree {
    /// A tree of at most so many MiB.
    ///
    /// # Errors
    /// When there is no such memory.
    pub fn new(parameters: Parameters, megabytes: usize) -> Result<Self, TryReserveError> {
        let bytes = megabytes.saturating_mul(1 << 20);
        // Nodes are numbered in 32 bits.
        let most_nodes = (bytes / size_of::<Node>()).min(u32::MAX as usize);
        let mut nodes = Vec::new();
        nodes.try_reserve_exact(most_nodes)?;
        Ok(Self {
            parameters,
            random: fastrand::Rng::with_seed(parameters.seed),
            nodes,
            most_nodes,
            is_full: false,
            deepest: 0,
            path: Vec::new(),
            moves: Vec::new(),
        })
    }

    /// Begins the random numbers anew, as a new game does: what happens in it depends on nothing before it.
    pub fn reseed(&mut self) {
        self.random = fastrand::Rng::with_seed(self.parameters.seed);
    }

    /// Forgets everything but the root, whose children are the legal moves, or those of them in `only` if there are any.
    fn plant<G: Game>(&mut self, game: &G, only: &[Move]) {
        self.nodes.clear();
        (self.is_full, self.deepest) = (false, 0);
        self.nodes.push(Node::new(Move::PASS));
        self.list_moves(game);
        if !only.is_empty() {
            self.moves.retain(|mv| only.contains(mv));
        }
        self.adopt(ROOT);
    }

    /// One playout from the root, which is not the end of the game.
    #[inline(always)]
    fn play_once<G: Game>(&mut self, game: &G) {
        let (mut position, mut index) = (*game, ROOT);
        self.path.clear();
        let result = loop {
            self.path.push(index as u32);
            let Node { state, visits, .. } = self.nodes[index];
            match state {
                State::Ended(result) => break result,
                State::Leaf if visits == 0 => {
                    if let Some(result) = ended(&position) {
                        self.nodes[index].state = State::Ended(result);
                        break result;
                    }
                    break self.play_out(position);
                }
                State::Leaf if !self.open(index, &position) => break self.play_out(position),
                State::Leaf | State::Open => {}
            }
            index = self.select(index);
            position = position.play(self.nodes[index].mv);
        };
        self.count(result, !game.side_to_move());
    }

    /// The child with the highest upper confidence bound; one that was never tried has none.
    #[inline(always)]
    fn select(&self, parent: usize) -> usize {
        let node = &self.nodes[parent];
        let exploration = self.parameters.exploration;
        let logarithm = f64::from(node.visits).ln();
        let (mut best, mut highest) = (node.first as usize, f64::NEG_INFINITY);
        for index in node.children() {
            let child = &self.nodes[index];
            if child.visits == 0 {
                return index;
            }
            let bound = child.mean() + exploration * (logarithm / f64::from(child.visits)).sqrt();
            if bound > highest {
                (best, highest) = (index, bound);
            }
        }
        best
    }

    /// Gives a leaf its children. Says whether it has some: it has none where there is no space left.
    fn open<G: Game>(&mut self, index: usize, position: &G) -> bool {
        if self.is_full {
            return false;
        }
        self.list_moves(position);
        self.adopt(index)
    }

    /// Makes the listed moves the children of a node, in random order.
    fn adopt(&mut self, index: usize) -> bool {
        let first = self.nodes.len();
        if first + self.moves.len() > self.most_nodes {
            self.is_full = true;
            return false;
        }
        // Absent moves leave a leaf; the playout finds out who has won by that.
        if self.moves.is_empty() {
            return false;
        }
        self.random.shuffle(&mut self.moves);
        let node = &mut self.nodes[index];
        (node.state, node.first) = (State::Open, first as u32);
        node.children = self.moves.len() as u16;
        self.nodes.extend(self.moves.iter().map(|mv| Node::new(*mv)));
        true
    }

    #[inline(always)]
    fn list_moves<G: Game>(&mut self, position: &G) {
        let moves = &mut self.moves;
        moves.clear();
        position.each_legal(|mv| moves.push(mv));
    }

    /// Plays random moves to the end of the game.
    #[inline(always)]
    fn play_out<G: Game>(&mut self, mut position: G) -> GameResult {
        for _ in 0..self.parameters.playout_plies {
            self.list_moves(&position);
            let Some(mv) = self.random.choice(&self.moves) else {
                // Without a move and without a winner, whoever should move has lost, as the referee has it.
                let loser = position.side_to_move();
                return GameResult::of(position.winner().or(Some(!loser)));
            };
            position = position.play(*mv);
            // Of the draws only those by passing are seen; the others are left to the limit of plies, for verdicts are
            // dear.
            if *mv == Move::PASS && position.verdict() == Some(Verdict::Draw) {
                return GameResult::Draw;
            }
        }
        GameResult::Draw
    }

    /// Counts a result along the path. `mover` is the player who moved to the root.
    fn count(&mut self, result: GameResult, mover: Side) {
        let points = Side::BOTH.map(|side| result.half_points(side) as u64);
        let mut mover = mover;
        for index in &self.path {
            let node = &mut self.nodes[*index as usize];
            node.visits += 1;
            node.half_points += points[mover.index()];
            mover = !mover;
        }
        self.deepest = self.deepest.max(self.path.len() - 1);
    }

    /// The child visited most, and of those the one with the best score.
    fn favourite(&self, parent: usize) -> Option<usize> {
        let node = self.nodes.get(parent)?;
        node.children().max_by_key(|index| {
            let child = &self.nodes[*index];
            (child.visits, child.half_points)
        })
    }

    /// The move to play: the one visited most. None before a search, and where there is none.
    pub fn best(&self) -> Option<Move> {
        self.favourite(ROOT).map(|index| self.nodes[index].mv)
    }

    /// The moves visited most, one after the other.
    pub fn line(&self) -> Vec<Move> {
        let mut line = Vec::new();
        let mut index = ROOT;
        while let Some(next) = self.favourite(index).filter(|next| self.nodes[*next].visits > 0) {
            line.push(self.nodes[next].mv);
            index = next;
        }
        line
    }

    /// Playouts made.
    pub fn playouts(&self) -> u64 {
        self.nodes.first().map_or(0, |root| u64::from(root.visits))
    }

    /// What the player to move scores with its best move, from 0 to 1 exclusively: a win and a loss are added to the
    /// counts.
    pub fn score(&self) -> f64 {
        let (half_points, visits) = self.favourite(ROOT).map_or((0, 0), |index| {
            let child = &self.nodes[index];
            (child.half_points, child.visits)
        });
        (half_points as f64 / 2.0 + 1.0) / (f64::from(visits) + 2.0)
    }

    /// Plies of the longest walk through the tree.
    pub fn deepest(&self) -> usize {
        self.deepest
    }

    /// How much of its space the tree has taken, in thousandths.
    pub fn permille_full(&self) -> u32 {
        if self.is_full {
            return 1000;
        }
        (self.nodes.len() as u64 * 1000 / self.most_nodes.max(1) as u64) as u32
    }
}

/// The result, where the game is over by its rules alone.
fn ended<G: Game>(position: &G) -> Option<GameResult> {
    let side = position.side_to_move();
    match position.verdict()? {
        Verdict::Win(0) => Some(GameResult::of(Some(side))),
        Verdict::Loss(0) => Some(GameResult::of(Some(!side))),
        Verdict::Draw => Some(GameResult::Draw),
        // A proof is knowledge, and this player has none.
        Verdict::Win(_) | Verdict::Loss(_) => None,
    }
}

/// A search: grows a tree from a position, for [`breach_engine::with_game`].
pub struct Grow<'a> {
    /// The tree; what it held is forgotten.
    pub tree: &'a mut Tree,
    /// The moves to look at; empty for all.
    pub only: &'a [Move],
    /// Playouts after which it ends. There is at least one.
    pub playouts: u64,
    /// Asked every few playouts whether to end.
    pub look: &'a mut dyn FnMut(&Tree) -> ControlFlow<()>,
}

impl std::fmt::Debug for Grow<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Grow").field("playouts", &self.playouts).finish_non_exhaustive()
    }
}

impl WithGame for Grow<'_> {
    type Output = ();

    fn run<G: Game>(self, game: &G, _past: &[u64]) {
        self.tree.plant(game, self.only);
        if self.tree.best().is_some() {
            Choice::Detect.run(Growth { search: self, game });
        }
    }
}

/// A search of a game, to be run in code compiled for the processor.
struct Growth<'a, 'b, G> {
    search: Grow<'a>,
    game: &'b G,
}

impl<G: Game> AtLevel for Growth<'_, '_, G> {
    type Output = ();

    fn run<L: Level>(self, level: L) {
        let Grow { tree, playouts, look, .. } = self.search;
        // A node's visits are counted in 32 bits.
        let most = playouts.clamp(1, u64::from(u32::MAX));
        while tree.playouts() < most {
            level.run(|| {
                for _ in 0..u64::from(BATCH).min(most - tree.playouts()) {
                    tree.play_once(self.game);
                }
            });
            if look(tree).is_break() {
                return;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use breach_engine::{AnyPosition, Variant, with_game};
    use proptest::prelude::*;

    use super::*;

    fn position(variant: &str, fen: &str) -> Box<dyn AnyPosition> {
        variant.parse::<Variant>().unwrap().position(fen).unwrap()
    }

    fn searched(position: &dyn AnyPosition, seed: u64, playouts: u64, megabytes: usize) -> Tree {
        let parameters = Parameters { seed, ..Parameters::default() };
        let mut tree = Tree::new(parameters, megabytes).unwrap();
        let look = &mut |_: &Tree| ControlFlow::Continue(());
        with_game(position, Grow { tree: &mut tree, only: &[], playouts, look }).unwrap();
        tree
    }

    fn best(position: &dyn AnyPosition, playouts: u64) -> String {
        position.move_text(searched(position, 1, playouts, 1).best().unwrap())
    }

    #[test]
    fn a_node_is_three_words() {
        assert_eq!(size_of::<Node>(), 24);
    }

    #[test]
    fn a_win_in_one_is_found() {
        let small = position("breakthrough5x5", "ppp1p/1P3/5/5/PPP1P w");
        assert!(best(small.as_ref(), 500).starts_with("b4"));
        let last_man = position("breakthrough5x5", "5/5/2p2/1P3/PP3 w");
        assert_eq!(best(last_man.as_ref(), 500), "b2c3");
        let black = position("breakthrough4x5", "pp2/4/4/3p/P3 b");
        assert!(best(black.as_ref(), 500).starts_with("d2"));
    }

    #[test]
    fn a_loss_in_one_is_avoided() {
        // Only taking the man before its goal keeps the game going.
        let white = position("breakthrough5x6", "ppp1p/5/5/PP1PP/1p3/P4 w");
        assert_eq!(best(white.as_ref(), 2000), "a1b2");
        let black = position("breakthrough4x5", "p2p/2P1/1p2/4/PPP1 b");
        assert_eq!(best(black.as_ref(), 2000), "d5c4");
    }

    #[test]
    fn a_seed_gives_the_same_tree_again() {
        let start = Variant::default().start();
        let tree = |seed| {
            let tree = searched(start.as_ref(), seed, 1000, 1);
            (tree.line(), tree.score().to_bits(), tree.nodes.len(), tree.deepest)
        };
        assert_eq!(tree(7), tree(7));
        assert_ne!(tree(7), tree(8));
    }

    #[test]
    fn the_number_of_playouts_is_exact() {
        let start = Variant::default().start();
        for playouts in [1, 15, 16, 17, 100] {
            assert_eq!(searched(start.as_ref(), 1, playouts, 1).playouts(), playouts);
        }
        assert_eq!(searched(start.as_ref(), 1, 0, 1).playouts(), 1);
    }

    #[test]
    fn a_full_tree_is_searched_on() {
        let start = Variant::default().start();
        let tree = searched(start.as_ref(), 1, 50_000, 1);
        assert!(tree.is_full && tree.nodes.len() <= tree.most_nodes);
        assert_eq!(tree.playouts(), 50_000);
        assert_eq!(tree.permille_full(), 1000);
        assert!(start.legal_moves().contains(&tree.best().unwrap()));
        // Not even the first moves find a place.
        assert_eq!(searched(start.as_ref(), 1, 10, 0).best(), None);
    }

    #[test]
    fn a_finished_game_has_no_best_move() {
        let ended = position("breakthrough5x5", "P4/1p3/5/5/5 b");
        let tree = searched(ended.as_ref(), 1, 10, 1);
        assert_eq!((tree.best(), tree.playouts()), (None, 0));
    }

    #[test]
    fn a_playout_that_is_too_long_is_a_draw() {
        let start = Variant::default().start();
        let parameters = Parameters { playout_plies: 3, ..Parameters::default() };
        let mut tree = Tree::new(parameters, 1).unwrap();
        let look = &mut |_: &Tree| ControlFlow::Continue(());
        with_game(start.as_ref(), Grow { tree: &mut tree, only: &[], playouts: 99, look }).unwrap();
        assert!((tree.nodes[ROOT].mean() - 0.5).abs() < 1e-12);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(20))]

        #[test]
        fn visits_and_points_add_up(seed: u64, playouts in 1u64..3000) {
            let start = "breakthrough5x5".parse::<Variant>().unwrap().start();
            let tree = searched(start.as_ref(), seed, playouts, 1);
            for (index, node) in tree.nodes.iter().enumerate() {
                let children = &tree.nodes[node.children()];
                let sum = |of: fn(&Node) -> u64| children.iter().map(of).sum::<u64>();
                // A node that is opened has had one playout of its own before; the root has had none.
                let own = u64::from(index != ROOT);
                let visits = u64::from(node.visits);
                if matches!(node.state, State::Open) {
                    prop_assert_eq!(sum(|node| node.visits.into()) + own, visits);
                    let lost = sum(|node| node.half_points);
                    let total = 2 * visits;
                    prop_assert!((total - 2 * own..=total).contains(&(lost + node.half_points)));
                }
            }
        }
    }
}
