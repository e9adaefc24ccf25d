//! Counting the lines of legal moves, the test of every move generator.

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;

use crate::board::Move;
use crate::game::Game;
use crate::level::{AtLevel, Choice, Level};

/// Leaves below each first move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Perft {
    /// The first moves in the generator's order, with the leaves below each.
    pub divide: Vec<(Move, u64)>,
    /// All leaves; 1 at depth 0.
    pub total: u64,
}

/// Counts the leaves `depth` plies below `game`. The work is cut into the positions two plies from the root, so that it
/// spreads evenly over the threads.
///
/// # Errors
/// When the system refuses the threads.
pub fn count<G: Game>(
    game: &G,
    depth: u32,
    threads: usize,
) -> Result<Perft, rayon::ThreadPoolBuildError> {
    if depth == 0 {
        return Ok(Perft { divide: Vec::new(), total: 1 });
    }
    let mut firsts = Vec::new();
    game.each_legal(|mv| firsts.push(mv));
    let mut parts = Vec::new();
    for (index, mv) in firsts.iter().enumerate() {
        let child = game.play(*mv);
        if depth > 3 {
            child.each_legal(|reply| parts.push((index, child.play(reply), depth - 2)));
        } else {
            parts.push((index, child, depth - 1));
        }
    }
    let pool = ThreadPoolBuilder::new().num_threads(threads.max(1)).build()?;
    let counted: Vec<(usize, u64)> = pool.install(|| {
        let leaves = |(index, game, depth): &(usize, G, u32)| {
            (*index, Choice::Detect.run(Leaves { game, depth: *depth }))
        };
        parts.par_iter().map(leaves).collect()
    });
    let mut divide: Vec<(Move, u64)> = firsts.into_iter().map(|mv| (mv, 0)).collect();
    for (index, leaves) in counted {
        divide[index].1 += leaves;
    }
    let total = divide.iter().map(|(_, leaves)| leaves).sum();
    Ok(Perft { divide, total })
}

struct Leaves<'g, G> {
    game: &'g G,
    depth: u32,
}

impl<G: Game> AtLevel for Leaves<'_, G> {
    type Output = u64;

    fn run<L: Level>(self, level: L) -> u64 {
        self.game.leaves_at(level, self.depth)
    }
}
