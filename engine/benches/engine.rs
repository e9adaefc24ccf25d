//! How fast the parts are: counting leaves, making moves, evaluating, searching.
//!
//! The same 8×8 board is measured with its shape built in and with its shape looked up, so that what the generality costs
//! stays known; a larger board shows what the wider word costs. Searches go to a fixed depth with one thread: the work is
//! the same in every run, and the throughput shown is nodes per second.

use std::hint::black_box;

use breach_engine::board::{AnySize, Fixed8x8, Geometry};
use breach_engine::game::{Evaluator, Game};
use breach_engine::troyka::{HandMade, Position};
use breach_engine::{BoardSize, Control, Engine, Limits, SystemClock, bench, perft};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};

fn size(files: usize, ranks: usize) -> BoardSize {
    BoardSize::new(files, ranks).expect("a size within the limits")
}

fn narrow(files: usize, ranks: usize) -> AnySize<u64> {
    AnySize::<u64>::new(size(files, ranks)).expect("at most 64 squares")
}

fn wide(files: usize, ranks: usize) -> AnySize<u128> {
    AnySize::<u128>::new(size(files, ranks)).expect("at most 128 squares")
}

/// The positions of a game in which everyone plays the middle one of the legal moves.
fn game<G: Geometry>(geometry: G) -> Vec<Position<G>> {
    let mut positions = vec![Position::start(geometry)];
    loop {
        let position = positions[positions.len() - 1];
        let mut moves = Vec::new();
        position.each_legal(|mv| moves.push(mv));
        if moves.is_empty() {
            positions.pop();
            return positions;
        }
        positions.push(position.play(moves[moves.len() / 2]));
    }
}

type Group<'a> = BenchmarkGroup<'a, WallTime>;

fn count_leaves<G: Geometry>(group: &mut Group<'_>, name: &str, geometry: G, depth: u32) {
    let start = Position::start(geometry);
    let count = |depth| perft::count(black_box(&start), depth, 1).expect("one thread").total;
    group.throughput(Throughput::Elements(count(depth)));
    group.bench_function(name, |bencher| bencher.iter(|| count(depth)));
}

fn leaves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    count_leaves(&mut group, "8x8, built in", Fixed8x8, 5);
    count_leaves(&mut group, "8x8, looked up", narrow(8, 8), 5);
    count_leaves(&mut group, "8x8, 128 bits", wide(8, 8), 5);
    count_leaves(&mut group, "10x10", wide(10, 10), 5);
    group.finish();
}

fn generate<G: Geometry>(group: &mut Group<'_>, name: &str, geometry: G) {
    let positions = game(geometry);
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            let mut sum = 0;
            for position in black_box(&positions) {
                position.each_capture(|mv| sum += position.play(mv).key() & 1);
                position.each_quiet(|mv| sum += position.play(mv).key() & 1);
            }
            sum
        });
    });
}

fn moves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("all moves of a position, played");
    generate(&mut group, "8x8, built in", Fixed8x8);
    generate(&mut group, "8x8, looked up", narrow(8, 8));
    generate(&mut group, "10x10", wide(10, 10));
    group.finish();
}

fn evaluate<G: Geometry>(group: &mut Group<'_>, name: &str, geometry: G) {
    let evaluator = HandMade::new(geometry.size());
    let positions: Vec<_> =
        game(geometry).into_iter().map(|game| (evaluator.state(&game), game)).collect();
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            let worth = |(state, game): &(i32, _)| evaluator.evaluate(state, game);
            black_box(&positions).iter().map(worth).sum::<i32>()
        });
    });
}

fn evaluation(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("evaluation and verdict");
    evaluate(&mut group, "8x8, built in", Fixed8x8);
    evaluate(&mut group, "8x8, looked up", narrow(8, 8));
    evaluate(&mut group, "10x10", wide(10, 10));
    let positions = game(Fixed8x8);
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("8x8, verdict", |bencher| {
        let proven = |game: &Position<_>| game.verdict().is_some();
        bencher.iter(|| black_box(&positions).iter().filter(|game| proven(game)).count());
    });
    group.finish();
}

fn search<G: Geometry>(group: &mut Group<'_>, name: &str, geometry: G, depth: u32) {
    let evaluator = HandMade::new(geometry.size());
    let position = game(geometry)[8];
    let mut engine = Engine::new(1, 16).expect("memory for a small table");
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    let mut nodes = || {
        engine.new_game();
        let control = Control::new(SystemClock::start(), false);
        engine.search(&position, &[], &evaluator, &limits, &control, &mut |_| ()).nodes
    };
    group.throughput(Throughput::Elements(nodes()));
    group.bench_function(name, |bencher| bencher.iter(&mut nodes));
}

fn searches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("search to a fixed depth");
    group.sample_size(10);
    search(&mut group, "8x8, built in", Fixed8x8, bench::DEPTH);
    search(&mut group, "8x8, looked up", narrow(8, 8), bench::DEPTH);
    search(&mut group, "10x10", wide(10, 10), bench::DEPTH - 1);
    group.finish();
}

criterion_group!(benches, leaves, moves, evaluation, searches);
criterion_main!(benches);
