//! A second set of rules, and a solver that knows nothing but them.
//!
//! Everything the engine claims to have proven is held against this file, so it shares no code and no idea with the
//! engine: a board is an array of cells, moves are found with coordinates, and "wins within n plies" is written down as
//! the sentence it is. It is slow and meant to be read.

use std::collections::HashMap;

/// A man of one of the two colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Man {
    White,
    Black,
}

impl Man {
    pub(crate) fn other(self) -> Self {
        match self {
            Self::White => Self::Black,
            Self::Black => Self::White,
        }
    }
}

/// A position: cell `rank * files + file`, counted from a1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    pub(crate) files: usize,
    pub(crate) ranks: usize,
    pub(crate) cells: [Option<Man>; 128],
    pub(crate) to_move: Man,
}

impl Board {
    pub(crate) fn empty(files: usize, ranks: usize, to_move: Man) -> Self {
        Self { files, ranks, cells: [None; 128], to_move }
    }

    pub(crate) fn start(files: usize, ranks: usize) -> Self {
        let mut board = Self::empty(files, ranks, Man::White);
        for cell in 0..2 * files {
            board.cells[cell] = Some(Man::White);
            board.cells[files * ranks - 1 - cell] = Some(Man::Black);
        }
        board
    }

    /// Who has won: a man on the far rank, or no enemy left.
    pub(crate) fn winner(&self) -> Option<Man> {
        let last = self.files * (self.ranks - 1);
        if self.cells[last..last + self.files].contains(&Some(Man::White)) {
            return Some(Man::White);
        }
        if self.cells[..self.files].contains(&Some(Man::Black)) {
            return Some(Man::Black);
        }
        let cells = &self.cells[..self.files * self.ranks];
        if !cells.contains(&Some(Man::Black)) {
            return Some(Man::White);
        }
        if !cells.contains(&Some(Man::White)) {
            return Some(Man::Black);
        }
        None
    }

    /// All moves as (from, to), men nearest to the goal first; none when the game is over.
    pub(crate) fn moves(&self) -> Vec<(usize, usize)> {
        let mut moves = Vec::with_capacity(48);
        if self.winner().is_some() {
            return moves;
        }
        for steps in 1..self.ranks {
            // The rank `steps` before the goal, and the one ahead of it.
            let (rank, ahead) = match self.to_move {
                Man::White => (self.ranks - 1 - steps, self.ranks - steps),
                Man::Black => (steps, steps - 1),
            };
            for file in 0..self.files {
                let from = rank * self.files + file;
                if self.cells[from] != Some(self.to_move) {
                    continue;
                }
                for to_file in file.saturating_sub(1)..=(file + 1).min(self.files - 1) {
                    let to = ahead * self.files + to_file;
                    let allowed = match self.cells[to] {
                        None => true,
                        Some(man) => man != self.to_move && to_file != file,
                    };
                    if allowed {
                        moves.push((from, to));
                    }
                }
            }
        }
        moves
    }

    pub(crate) fn after(&self, (from, to): (usize, usize)) -> Self {
        let mut next = *self;
        next.cells[to] = next.cells[from].take();
        next.to_move = self.to_move.other();
        next
    }

    /// The squares of one colour's men as a set.
    pub(crate) fn men(&self, man: Man) -> u128 {
        let squares = 0..self.files * self.ranks;
        squares.filter(|cell| self.cells[*cell] == Some(man)).fold(0, |set, cell| set | 1 << cell)
    }

    /// The position as a FEN with zeroed counters.
    pub(crate) fn fen(&self) -> String {
        let mut rows = Vec::new();
        for rank in (0..self.ranks).rev() {
            let (mut row, mut empty) = (String::new(), 0);
            for cell in &self.cells[rank * self.files..(rank + 1) * self.files] {
                if let Some(man) = cell {
                    if empty > 0 {
                        row += &empty.to_string();
                    }
                    empty = 0;
                    row.push(if *man == Man::White { 'P' } else { 'p' });
                } else {
                    empty += 1;
                }
            }
            if empty > 0 {
                row += &empty.to_string();
            }
            rows.push(row);
        }
        let side = if self.to_move == Man::White { 'w' } else { 'b' };
        format!("{} {side} - - 0 1", rows.join("/"))
    }
}

/// What a position is worth, in plies to the end with best play: the winner hurries, the loser delays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Value {
    Win(u32),
    Loss(u32),
}

type Key = (u128, u128, bool);

fn key(board: &Board) -> Key {
    (board.men(Man::White), board.men(Man::Black), board.to_move == Man::White)
}

/// Solves positions, remembering what it has seen on this board size. Gives up after a number of positions.
pub(crate) struct Solver {
    within: HashMap<(Key, u32), bool>,
    values: HashMap<Key, Value>,
    size: (usize, usize),
    budget: u64,
    left: u64,
}

/// The solver has looked at as many positions as it may for one question.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GaveUp;

impl Solver {
    /// A solver that looks at no more than `budget` positions for one question.
    pub(crate) fn new(budget: u64) -> Self {
        Self { within: HashMap::new(), values: HashMap::new(), size: (0, 0), budget, left: budget }
    }

    /// Whether the side to move can force a win within `plies`.
    pub(crate) fn wins_within(&mut self, board: &Board, plies: u32) -> Result<bool, GaveUp> {
        self.begin(board);
        self.wins(board, plies)
    }

    /// Whether the side to move cannot avoid a loss within `plies`.
    pub(crate) fn loses_within(&mut self, board: &Board, plies: u32) -> Result<bool, GaveUp> {
        self.begin(board);
        self.loses(board, plies)
    }

    /// The value, if the game ends within `plies`.
    pub(crate) fn value_within(
        &mut self,
        board: &Board,
        plies: u32,
    ) -> Result<Option<Value>, GaveUp> {
        for distance in 0..=plies {
            // Wins take an odd number of plies, losses an even one, but a finished game may be either.
            if distance % 2 == 1 || distance == 0 {
                self.begin(board);
                if self.wins(board, distance)? {
                    return Ok(Some(Value::Win(distance)));
                }
            }
            if distance % 2 == 0 {
                self.begin(board);
                if self.loses(board, distance)? {
                    return Ok(Some(Value::Loss(distance)));
                }
            }
        }
        Ok(None)
    }

    /// The value, however far the end: for boards with few men.
    pub(crate) fn value(&mut self, board: &Board) -> Result<Value, GaveUp> {
        self.begin(board);
        self.solve(board)
    }

    fn begin(&mut self, board: &Board) {
        self.left = self.budget;
        let size = (board.files, board.ranks);
        // Memory is bounded by forgetting everything now and then.
        if self.size != size || self.within.len() + self.values.len() > 4_000_000 {
            self.size = size;
            self.within.clear();
            self.values.clear();
        }
    }

    fn spend(&mut self) -> Result<(), GaveUp> {
        self.left = self.left.checked_sub(1).ok_or(GaveUp)?;
        Ok(())
    }

    fn wins(&mut self, board: &Board, plies: u32) -> Result<bool, GaveUp> {
        self.spend()?;
        if let Some(winner) = board.winner() {
            return Ok(winner == board.to_move);
        }
        if plies == 0 {
            return Ok(false);
        }
        let id = (key(board), plies);
        if plies >= 3
            && let Some(known) = self.within.get(&id)
        {
            return Ok(*known);
        }
        let mut found = false;
        for mv in board.moves() {
            if self.loses(&board.after(mv), plies - 1)? {
                found = true;
                break;
            }
        }
        if plies >= 3 {
            self.within.insert(id, found);
        }
        Ok(found)
    }

    fn loses(&mut self, board: &Board, plies: u32) -> Result<bool, GaveUp> {
        self.spend()?;
        if let Some(winner) = board.winner() {
            return Ok(winner != board.to_move);
        }
        if plies == 0 {
            return Ok(false);
        }
        for mv in board.moves() {
            if !self.wins(&board.after(mv), plies - 1)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn solve(&mut self, board: &Board) -> Result<Value, GaveUp> {
        if let Some(winner) = board.winner() {
            return Ok(if winner == board.to_move { Value::Win(0) } else { Value::Loss(0) });
        }
        let id = key(board);
        if let Some(known) = self.values.get(&id) {
            return Ok(*known);
        }
        self.spend()?;
        let (mut win, mut loss) = (None, 0);
        for mv in board.moves() {
            match self.solve(&board.after(mv))? {
                Value::Loss(plies) => {
                    win = Some(win.map_or(plies + 1, |best: u32| best.min(plies + 1)));
                }
                Value::Win(plies) => loss = loss.max(plies + 1),
            }
        }
        let value = win.map_or(Value::Loss(loss), Value::Win);
        self.values.insert(id, value);
        Ok(value)
    }
}
