//! Random positions, reproducible from a number, and the way from the solver's boards to the engine's.

use breach_engine::board::{Bits, Geometry, splitmix64};
use breach_engine::troyka::Position;
use breach_engine::{BoardSize, Side};

use crate::solver::{Board, Man};

/// Runs an expression for a board of `$size` with every geometry that can carry it: the built-in 8×8, the 64-bit and
/// the 128-bit word.
macro_rules! with_every_geometry {
    ($size:expr, $geometry:ident => $body:expr) => {{
        let size: breach_engine::BoardSize = $size;
        if size == breach_engine::BoardSize::standard() {
            let $geometry = breach_engine::board::Fixed8x8;
            $body;
        }
        if let Some($geometry) = breach_engine::board::AnySize::<u64>::new(size) {
            $body;
        }
        if let Some($geometry) = breach_engine::board::AnySize::<u128>::new(size) {
            $body;
        }
    }};
}
pub(crate) use with_every_geometry;

/// Random numbers that are the same everywhere and always.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(splitmix64(seed))
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        splitmix64(self.0)
    }

    /// A number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// A number from `low` to `high`.
    pub(crate) fn between(&mut self, low: usize, high: usize) -> usize {
        low + self.below(high - low + 1)
    }

    pub(crate) fn pick<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.below(list.len())]
    }

    pub(crate) fn one_in(&mut self, chance: usize) -> bool {
        self.below(chance) == 0
    }
}

/// The size of a board known to be within the limits.
pub(crate) fn size(files: usize, ranks: usize) -> BoardSize {
    BoardSize::new(files, ranks).expect("a size within the limits")
}

/// The engine's position for a board.
pub(crate) fn position<G: Geometry>(geometry: G, board: &Board) -> Position<G> {
    let word = |man| {
        board.men(man).squares().fold(G::Word::EMPTY, |set, square| set | G::Word::single(square))
    };
    let side = if board.to_move == Man::White { Side::White } else { Side::Black };
    Position::from_men(geometry, [word(Man::White), word(Man::Black)], side)
}

/// The positions of a game of random moves, the start and the end included. Now and then a game prefers captures, so
/// that boards get empty.
pub(crate) fn random_game(random: &mut Random, files: usize, ranks: usize) -> Vec<Board> {
    let mut board = Board::start(files, ranks);
    let mut game = vec![board];
    let bloody = random.one_in(2);
    loop {
        let moves = board.moves();
        if moves.is_empty() {
            return game;
        }
        let captures: Vec<_> =
            moves.iter().copied().filter(|(_, to)| board.cells[*to].is_some()).collect();
        // Winning at once is put off, so that the ends of games are met in many states.
        let quiet: Vec<_> =
            moves.iter().copied().filter(|mv| board.after(*mv).winner().is_none()).collect();
        let mv = if bloody && !captures.is_empty() && !random.one_in(4) {
            random.pick(&captures)
        } else if !quiet.is_empty() && !random.one_in(8) {
            random.pick(&quiet)
        } else {
            random.pick(&moves)
        };
        board = board.after(mv);
        game.push(board);
    }
}

/// Up to `most` men a side anywhere, the goal ranks now and then included.
pub(crate) fn random_placement(
    random: &mut Random,
    files: usize,
    ranks: usize,
    most: usize,
) -> Board {
    let mut board = Board::empty(files, ranks, random.pick(&[Man::White, Man::Black]));
    let with_goals = random.one_in(20);
    for man in [Man::White, Man::Black] {
        for _ in 0..random.between(1, most) {
            let cell = random.below(files * ranks);
            let goal = match man {
                Man::White => ranks - 1,
                Man::Black => 0,
            };
            if with_goals || cell / files != goal {
                board.cells[cell] = Some(man);
            }
        }
    }
    board
}
