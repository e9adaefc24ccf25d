//! How fast Freeling's game is: chains of explosions, counting leaves, making moves, searching.
//!
//! Chains are measured against a resolver that walks over the squares one by one, on the boards that exploding moves of
//! games leave behind: what the bit operations are worth.

use std::hint::black_box;

use breach_engine::board::splitmix64;
use breach_engine::freeling::{Author, Chain, HandMade, Position, RuleSet, Rules, Stacks, Towers};
use breach_engine::game::Game;
use breach_engine::{Control, Engine, Limits, Move, Side, SystemClock, bench, perft};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

const FILES: usize = 5;
const SQUARES: usize = 45;

fn legal<R: RuleSet>(position: &Position<R>) -> Vec<Move> {
    let mut moves = Vec::new();
    position.each_legal(|mv| moves.push(mv));
    moves
}

/// The positions of some games whose moves chance picks, the same ones every time.
fn games<R: RuleSet>() -> Vec<Position<R>> {
    let mut positions = Vec::new();
    for game in 0..20 {
        let mut position = Position::start();
        for ply in 0..80 {
            let moves = legal(&position);
            if moves.is_empty() {
                break;
            }
            positions.push(position);
            let chance = splitmix64(game * 1000 + ply) as usize;
            position = position.play(moves[chance % moves.len()]);
        }
    }
    positions
}

/// A board whose men are counted square by square: the side's that explodes positive, the enemy's negative.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Walked {
    cells: [i8; SQUARES],
    is_won: bool,
}

impl Walked {
    fn new(chain: &Chain) -> Self {
        let mut cells = [0; SQUARES];
        for (square, cell) in cells.iter_mut().enumerate() {
            let men = chain.own.height(square as u32) as i8;
            *cell = if chain.enemy >> square & 1 == 1 { -1 } else { men };
        }
        Self { cells, is_won: chain.is_won }
    }

    /// Explodes the lowest square that is overloaded until there is none.
    fn settle(mut self, side: Side, rules: Rules) -> Self {
        let room = |square: usize| if matches!(square % FILES, 0 | 4) { 1 } else { 2 };
        while let Some(square) = (0..SQUARES).find(|at| self.cells[*at] > room(*at)) {
            self.explode(square, side, rules);
            if self.is_won {
                break;
            }
        }
        self
    }

    fn explode(&mut self, square: usize, side: Side, rules: Rules) {
        let (ahead, wall, goal) = match side {
            Side::White => (square + FILES, 2, 8),
            Side::Black => (square - FILES, 6, 0),
        };
        let safe = if rules == Rules::Author { wall } else { goal };
        let left = (!square.is_multiple_of(FILES)).then(|| square - 1);
        let right = (square % FILES < FILES - 1).then_some(square + 1);
        for to in [Some(ahead), left, right].into_iter().flatten() {
            self.cells[square] -= 1;
            if self.cells[to] < 0 {
                if to / FILES == safe {
                    continue;
                }
                self.cells[to] = 0;
            }
            self.cells[to] += 1;
            self.is_won |= to / FILES == goal;
        }
    }
}

/// The chains that the exploding moves of games begin, before their first explosion.
fn chains<R: RuleSet>() -> Vec<Chain> {
    let mut chains = Vec::new();
    for position in games::<R>() {
        for mv in legal(&position) {
            if position.explosions(mv).is_empty() {
                continue;
            }
            let side = position.side();
            let mut own = position.stacks(side);
            let men = own.height(mv.from());
            own = Stacks {
                ones: own.ones & !(1 << mv.from()),
                twos: own.twos & !(1 << mv.from()),
                ..own
            };
            for _ in 0..men {
                own.add(1 << mv.to());
            }
            chains.push(Chain::new(side, own, position.held(!side)));
        }
    }
    chains
}

fn resolvers<R: RuleSet>(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group(format!("chains, {:?}", R::RULES));
    let chains = chains::<R>();
    let walked: Vec<(Walked, Side)> =
        chains.iter().map(|chain| (Walked::new(chain), chain.side)).collect();
    for (chain, (board, side)) in chains.iter().zip(&walked) {
        let settled = Walked::new(&chain.settle::<R>());
        assert_eq!(settled, board.settle(*side, R::RULES), "both resolvers agree");
    }
    group.throughput(Throughput::Elements(chains.len() as u64));
    group.bench_function("by bits", |bencher| {
        let settle = |sum, chain: &Chain| sum ^ chain.settle::<R>().own.ones;
        bencher.iter(|| black_box(&chains).iter().fold(0, settle));
    });
    group.bench_function("square by square", |bencher| {
        let settle = |sum, (board, side): &(Walked, Side)| {
            sum ^ black_box(board.settle(*side, R::RULES)).cells[22]
        };
        bencher.iter(|| black_box(&walked).iter().fold(0, settle));
    });
    group.finish();
}

fn count_and_search<R: RuleSet>(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group(format!("Freeling's game, {:?}", R::RULES));
    group.sample_size(10);
    let start = Position::<R>::start();
    let count = |depth| perft::count(black_box(&start), depth, 1).expect("one thread").total;
    group.throughput(Throughput::Elements(count(4)));
    group.bench_function("perft", |bencher| bencher.iter(|| count(4)));

    let positions = games::<R>();
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("all moves of a position, played", |bencher| {
        bencher.iter(|| {
            let mut sum = 0;
            for position in black_box(&positions) {
                position.each_capture(|mv| sum += position.play(mv).key() & 1);
                position.each_quiet(|mv| sum += position.play(mv).key() & 1);
            }
            sum
        });
    });

    let evaluator = HandMade::new(R::RULES);
    let mut engine = Engine::new(1, 16).expect("memory for a small table");
    let limits = Limits { depth: Some(bench::DEPTH - 2), ..Limits::default() };
    let mut nodes = || {
        engine.new_game();
        let control = Control::new(SystemClock::start(), false);
        engine.search(&positions[8], &[], &evaluator, &limits, &control, &mut |_| ()).nodes
    };
    group.throughput(Throughput::Elements(nodes()));
    group.bench_function("search to a fixed depth", |bencher| bencher.iter(&mut nodes));
    group.finish();
}

fn freeling(criterion: &mut Criterion) {
    resolvers::<Author>(criterion);
    resolvers::<Towers>(criterion);
    count_and_search::<Author>(criterion);
    count_and_search::<Towers>(criterion);
}

criterion_group!(benches, freeling);
criterion_main!(benches);
