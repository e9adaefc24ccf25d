//! Freeling's rules once more, square by square, as slow and as plain as they can be: what the engine is compared with.
//!
//! Nothing here is shared with the engine. Men are counted in an array; a stack of Black's is negative.

use breach_engine::freeling::{Position, RuleSet, Stacks};
use breach_engine::{Move, Side};

use crate::boards::Random;

pub(crate) const FILES: usize = 5;
pub(crate) const RANKS: usize = 9;
pub(crate) const SQUARES: usize = FILES * RANKS;

/// The letters of stacks of one man and more.
const LETTERS: &str = "SDTQVXY";

/// What the two texts of the rules differ in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Text {
    Author,
    Towers,
}

/// A board with the side to move: +1 for White, -1 for Black.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Board {
    pub(crate) cells: [i32; SQUARES],
    pub(crate) to_move: i32,
}

/// A move, or the board a chain ended on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Settled {
    pub(crate) board: Board,
    pub(crate) won: bool,
}

pub(crate) fn rank(square: usize) -> i32 {
    (square / FILES) as i32
}

fn file(square: usize) -> i32 {
    (square % FILES) as i32
}

fn square(file: i32, rank: i32) -> Option<usize> {
    let inside = (0..FILES as i32).contains(&file) && (0..RANKS as i32).contains(&rank);
    inside.then(|| rank as usize * FILES + file as usize)
}

fn capacity(square: usize) -> i32 {
    if matches!(file(square), 0 | 4) { 1 } else { 2 }
}

fn goal(side: i32) -> i32 {
    if side > 0 { 8 } else { 0 }
}

fn far_wall(side: i32) -> i32 {
    if side > 0 { 6 } else { 2 }
}

impl Board {
    pub(crate) const fn empty(to_move: i32) -> Self {
        Self { cells: [0; SQUARES], to_move }
    }

    /// Reads a board field and a side, stacks of up to seven men included.
    pub(crate) fn read(text: &str) -> Self {
        let mut fields = text.split(' ');
        let rows = fields.next().expect("a board");
        let mut board = Self::empty(if fields.next() == Some("b") { -1 } else { 1 });
        for (row, text) in rows.split('/').enumerate() {
            let mut at = (RANKS - 1 - row) * FILES;
            for letter in text.chars() {
                if let Some(empty) = letter.to_digit(10) {
                    at += empty as usize;
                    continue;
                }
                let height = LETTERS.find(letter.to_ascii_uppercase()).expect("a stack") as i32 + 1;
                board.cells[at] = if letter.is_ascii_uppercase() { height } else { -height };
                at += 1;
            }
            assert_eq!(at, (RANKS - row) * FILES, "{text}");
        }
        board
    }

    /// The board field alone.
    pub(crate) fn text(&self) -> String {
        let rows = self.cells.chunks(FILES).rev().map(|row| {
            let mut text = String::new();
            let mut empty = 0;
            for men in row {
                if *men == 0 {
                    empty += 1;
                    continue;
                }
                if empty > 0 {
                    text += &std::mem::take(&mut empty).to_string();
                }
                let letter = LETTERS.as_bytes()[men.unsigned_abs() as usize - 1] as char;
                text.push(if *men > 0 { letter } else { letter.to_ascii_lowercase() });
            }
            if empty > 0 { text + &empty.to_string() } else { text }
        });
        rows.collect::<Vec<_>>().join("/")
    }

    /// The board field and the side.
    pub(crate) fn fen(&self) -> String {
        format!("{} {}", self.text(), if self.to_move > 0 { 'w' } else { 'b' })
    }

    /// Whether someone stands where the game is over.
    pub(crate) fn is_over(&self) -> bool {
        let goals = |side| move |at: &usize| rank(*at) == goal(side);
        (0..SQUARES).filter(goals(1)).any(|at| self.cells[at] > 0)
            || (0..SQUARES).filter(goals(-1)).any(|at| self.cells[at] < 0)
    }

    /// All men of both sides.
    pub(crate) fn men(&self) -> u32 {
        self.cells.iter().map(|men| men.unsigned_abs()).sum()
    }

    /// The moves as start and end, the pass left out.
    pub(crate) fn moves(&self) -> Vec<(usize, usize)> {
        let side = self.to_move;
        let mut moves = Vec::new();
        if self.is_over() {
            return moves;
        }
        for from in (0..SQUARES).filter(|at| self.cells[*at] * side > 0) {
            for (aside, up) in [(-1, 1), (1, 1), (-1, -1), (1, -1)] {
                let mut at = from;
                // A forward step that leaves the far wall is none, be it the first or a later one.
                while up != side || rank(at) != far_wall(side) {
                    let Some(to) = square(file(at) + aside, rank(at) + up) else { break };
                    if self.cells[to] * side < 0 {
                        break;
                    }
                    moves.push((from, to));
                    if self.cells[to] != 0 {
                        break;
                    }
                    at = to;
                }
            }
        }
        moves
    }

    /// The squares that `side` has too many men on.
    pub(crate) fn overloaded(&self, side: i32) -> Vec<usize> {
        (0..SQUARES).filter(|at| self.cells[*at] * side > capacity(*at)).collect()
    }

    /// One explosion; whether it reaches the goal.
    pub(crate) fn explode(&mut self, at: usize, side: i32, text: Text) -> bool {
        let mut won = false;
        for (aside, up) in [(0, side), (-1, 0), (1, 0)] {
            let Some(to) = square(file(at) + aside, rank(at) + up) else {
                assert_ne!(aside, 0, "no chain goes on behind the goal");
                continue;
            };
            self.cells[at] -= side;
            if self.cells[to] * side < 0 {
                let safe = match text {
                    Text::Author => rank(to) == far_wall(-side),
                    Text::Towers => rank(to) == goal(side),
                };
                if safe {
                    continue;
                }
                self.cells[to] = 0;
            }
            self.cells[to] += side;
            won |= rank(to) == goal(side);
        }
        won
    }

    /// The chain of `side`, in an order that `pick` chooses: the place in the list of overloaded squares.
    pub(crate) fn settle(
        mut self,
        side: i32,
        text: Text,
        mut pick: impl FnMut(usize) -> usize,
    ) -> Settled {
        loop {
            let overloaded = self.overloaded(side);
            if overloaded.is_empty() {
                return Settled { board: self, won: false };
            }
            if self.explode(overloaded[pick(overloaded.len())], side, text) {
                return Settled { board: self, won: true };
            }
        }
    }

    /// The board after a move; the other side is to move on it.
    pub(crate) fn after(mut self, (from, to): (usize, usize), text: Text) -> Settled {
        let side = self.to_move;
        self.to_move = -side;
        self.cells[to] += std::mem::take(&mut self.cells[from]);
        if rank(to) == goal(side) {
            return Settled { board: self, won: true };
        }
        self.settle(side, text, |_| 0)
    }

    /// The same position in the engine.
    pub(crate) fn position<R: RuleSet>(&self) -> Position<R> {
        Position::from_stacks([self.stacks(1), self.stacks(-1)], engine_side(self.to_move))
    }

    /// The stacks of one side, of up to seven men.
    pub(crate) fn stacks(&self, side: i32) -> Stacks {
        let digit = |digit: u32| {
            let has = |at: &usize| (self.cells[*at] * side).max(0) as u32 & digit != 0;
            (0..SQUARES).filter(has).fold(0, |word, at| word | 1 << at)
        };
        Stacks { ones: digit(1), twos: digit(2), fours: digit(4) }
    }

    /// The board of a position of the engine.
    pub(crate) fn of<R: RuleSet>(position: &Position<R>) -> Self {
        let side = if position.side() == Side::White { 1 } else { -1 };
        let mut board = Self::empty(side);
        for (at, cell) in board.cells.iter_mut().enumerate() {
            let height = |side| position.stacks(side).height(at as u32) as i32;
            *cell = height(Side::White) - height(Side::Black);
        }
        board
    }

    /// Left and right exchanged.
    pub(crate) fn mirrored(&self) -> Self {
        let mut mirrored = *self;
        for row in mirrored.cells.chunks_mut(FILES) {
            row.reverse();
        }
        mirrored
    }

    /// The same position with colours and ranks exchanged.
    pub(crate) fn turned_round(&self) -> Self {
        let mut turned = Self::empty(-self.to_move);
        for (at, men) in self.cells.iter().enumerate() {
            turned.cells[(RANKS - 1 - at / FILES) * FILES + at % FILES] = -men;
        }
        turned
    }
}

pub(crate) fn engine_side(side: i32) -> Side {
    if side > 0 { Side::White } else { Side::Black }
}

/// The engine's move.
pub(crate) fn engine_move((from, to): (usize, usize)) -> Move {
    Move::new(from as u32, to as u32)
}

/// Men of both sides crowded into a few ranks, each side's on no more than it has room for, none where it has won.
pub(crate) fn crowd(random: &mut Random) -> Board {
    let mut board = Board::empty(random.pick(&[1, -1]));
    let (low, span) = (random.below(7), random.between(2, 4));
    for side in [1, -1] {
        let mut left = random.below(11) as i32;
        for _ in 0..60 {
            let at = ((low + random.below(span)) * FILES + random.below(FILES)).min(SQUARES - 1);
            let height = if random.one_in(4) { 1 } else { capacity(at) };
            if rank(at) != goal(side) && board.cells[at] == 0 && left >= height {
                board.cells[at] = side * height;
                left -= height;
            }
        }
    }
    board
}

/// Too many men of the side to move on a few squares, up to five on one and at most `most`, with enemies in between.
pub(crate) fn overfull(random: &mut Random, most: usize) -> Board {
    let side = random.pick(&[1, -1]);
    let mut board = Board::empty(1);
    let (low, span) = (random.below(7), random.between(1, 3));
    for _ in 0..random.between(2, most) {
        let at = (low + random.below(span)) * FILES + random.below(FILES);
        if rank(at) != goal(1) && board.cells[at] < 5 {
            board.cells[at] += 1;
        }
    }
    for _ in 0..random.below(14) {
        let at = random.between(FILES, SQUARES - 1);
        if board.cells[at] == 0 {
            board.cells[at] = -1 - random.below(capacity(at) as usize) as i32;
        }
    }
    if side > 0 { board } else { board.turned_round() }
}
