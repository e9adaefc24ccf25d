//! A position: two sets of men, the side to move, and a hash key kept up to date.

use std::fmt::Write as _;

use crate::board::{Bits, BoardSize, Geometry, Move, Side, splitmix64};

/// A position of Troyka's Breakthrough on a board of geometry `G`.
#[derive(Clone, Copy, Debug)]
pub struct Position<G: Geometry> {
    pub(super) geometry: G,
    pub(super) men: [G::Word; 2],
    pub(super) key: u64,
    pub(super) side: Side,
    /// Plies since the last capture, for the FEN only: the game knows no draw.
    pub(super) quiet_plies: u16,
    /// The number of the move, counted as in chess, for the FEN only.
    pub(super) number: u16,
}

/// A random word for each side's man on each square.
const MAN_KEYS: [[u64; BoardSize::MOST_SQUARES]; 2] = {
    let mut keys = [[0; BoardSize::MOST_SQUARES]; 2];
    let mut square = 0;
    while square < BoardSize::MOST_SQUARES {
        keys[0][square] = splitmix64(square as u64);
        keys[1][square] = splitmix64(0x1000 + square as u64);
        square += 1;
    }
    keys
};
static KEYS: [[u64; BoardSize::MOST_SQUARES]; 2] = MAN_KEYS;
const BLACK_TO_MOVE: u64 = splitmix64(0x2000);

impl<G: Geometry> Position<G> {
    /// The starting position: each side fills the two ranks nearest to it, White moves.
    pub fn start(geometry: G) -> Self {
        let home = |side| geometry.rank_for(side, 0) | geometry.rank_for(side, 1);
        Self::from_men(geometry, [home(Side::White), home(Side::Black)], Side::White)
    }

    /// A position from its men. The sets must lie on the board and share no square.
    pub fn from_men(geometry: G, men: [G::Word; 2], side: Side) -> Self {
        debug_assert!(!men[0].meets(men[1]), "a square holds two men");
        let mut position = Self { geometry, men, key: 0, side, quiet_plies: 0, number: 1 };
        position.key = position.recomputed_key();
        position
    }

    /// The board's geometry.
    #[inline(always)]
    pub fn geometry(&self) -> G {
        self.geometry
    }

    /// The men of `side`.
    #[inline(always)]
    pub fn men(&self, side: Side) -> G::Word {
        self.men[side.index()]
    }

    /// The side to move.
    #[inline(always)]
    pub fn side(&self) -> Side {
        self.side
    }

    /// The men of the side to move and of its opponent.
    #[inline(always)]
    pub(super) fn own_and_enemy(&self) -> (G::Word, G::Word) {
        (self.men(self.side), self.men(!self.side))
    }

    /// The hash key computed from nothing but the board and the side to move. Equal to the key kept move by move.
    pub fn recomputed_key(&self) -> u64 {
        // The shape is part of the key, so that boards of different sizes never share a table entry by design.
        let size = self.geometry.size();
        let shape = splitmix64(0x3000 + u64::from(size.files() << 8 | size.ranks()));
        let turn = if self.side == Side::Black { BLACK_TO_MOVE } else { 0 };
        Side::BOTH.iter().fold(shape ^ turn, |key, side| {
            self.men(*side).squares().fold(key, |key, square| key ^ man_key(*side, square))
        })
    }

    /// Who has won, once the game is over.
    #[inline(always)]
    pub(super) fn decided(&self) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|side| self.has_reached_goal(*side) || self.men(!*side).is_empty())
    }

    /// Whether a man of `side` stands on its goal rank.
    #[inline(always)]
    pub fn has_reached_goal(&self, side: Side) -> bool {
        self.men(side).meets(self.geometry.rank_for(side, self.geometry.ranks() - 1))
    }

    /// The board as lines of text, with ranks and files named.
    pub fn diagram(&self) -> String {
        let size = self.geometry.size();
        let mut text = String::new();
        for squares in size.rows_from_top() {
            let _ = write!(text, "{:>2} ", squares.start / size.files() + 1);
            for square in squares {
                text += match (self.men[0].has(square), self.men[1].has(square)) {
                    (true, _) => " P",
                    (_, true) => " p",
                    _ => " .",
                };
            }
            text.push('\n');
        }
        text += "   ";
        for file in 0..size.files() as u8 {
            text.push(' ');
            text.push(char::from(b'a' + file));
        }
        text
    }

    /// The position after a legal move.
    #[inline(always)]
    pub(super) fn after(&self, mv: Move) -> Self {
        let (us, them) = (self.side, !self.side);
        let to = G::Word::single(mv.to());
        let mut next = *self;
        next.men[us.index()] ^= G::Word::single(mv.from()) | to;
        next.key ^= man_key(us, mv.from()) ^ man_key(us, mv.to()) ^ BLACK_TO_MOVE;
        next.quiet_plies = self.quiet_plies.saturating_add(1);
        if self.men(them).meets(to) {
            next.men[them.index()] ^= to;
            next.key ^= man_key(them, mv.to());
            next.quiet_plies = 0;
        }
        next.side = them;
        next.number = self.number.saturating_add(us as u16);
        next
    }
}

/// Two positions are equal when the board and the side to move are; counters do not matter.
impl<G: Geometry> PartialEq for Position<G> {
    fn eq(&self, other: &Self) -> bool {
        self.geometry.size() == other.geometry.size()
            && self.men == other.men
            && self.side == other.side
    }
}

impl<G: Geometry> Eq for Position<G> {}

#[inline(always)]
fn man_key(side: Side, square: u32) -> u64 {
    KEYS[side.index()][square as usize & (BoardSize::MOST_SQUARES - 1)]
}
