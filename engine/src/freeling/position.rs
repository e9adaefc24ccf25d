//! A position: the stacks of both sides, the side to move, and a hash key kept up to date.

use std::fmt::Write as _;
use std::marker::PhantomData;

use super::chain::{Chain, Stacks};
use super::rules::RuleSet;
use super::shape::{SQUARES, goal_rank, rank_for, size};
use crate::board::{Bits, Move, Side, splitmix64};

/// A position of Freeling's Breakthrough under the rules `R`.
#[derive(Clone, Copy, Debug)]
pub struct Position<R> {
    pub(super) stacks: [Stacks; 2],
    pub(super) key: u64,
    pub(super) side: Side,
    /// How many of the last moves were passes: 0, 1, or 2 for two and more.
    pub(super) passes: u8,
    /// Plies since the last explosion, for the notation only.
    pub(super) quiet_plies: u16,
    /// Plies since a man was last captured or lost, at most: such a move cannot be taken back. Everything else can, by
    /// moves to the rear.
    pub(super) reversible_plies: u16,
    /// The number of the move, counted as in chess, for the notation only.
    pub(super) number: u16,
    pub(super) rules: PhantomData<R>,
}

/// A random word for each side, digit of a stack's height and square.
static KEYS: [[[u64; SQUARES]; 3]; 2] = {
    let mut keys = [[[0; SQUARES]; 3]; 2];
    let mut index = 0;
    while index < 6 * SQUARES {
        let (plane, square) = (index / SQUARES, index % SQUARES);
        keys[plane / 3][plane % 3][square] = splitmix64(0x4000 + index as u64);
        index += 1;
    }
    keys
};
const BLACK_TO_MOVE: u64 = splitmix64(0x5000);
/// What the number of passes adds to the key: the same board is another game after a pass.
const PASSES: [u64; 3] = [0, splitmix64(0x5001), splitmix64(0x5002)];
const RULES: [u64; 2] = [splitmix64(0x5003), splitmix64(0x5004)];

impl<R: RuleSet> Position<R> {
    /// The starting position: a man on every square of the two ranks nearest to each side, White moves.
    pub fn start() -> Self {
        let home =
            |side| Stacks { ones: rank_for(side, 0) | rank_for(side, 1), ..Stacks::default() };
        Self::from_stacks([home(Side::White), home(Side::Black)], Side::White)
    }

    /// A position from its stacks, which must share no square.
    pub fn from_stacks(stacks: [Stacks; 2], side: Side) -> Self {
        debug_assert!(!stacks[0].held().meets(stacks[1].held()), "a square is held by both sides");
        let mut position = Self {
            stacks,
            key: 0,
            side,
            passes: 0,
            quiet_plies: 0,
            reversible_plies: 0,
            number: 1,
            rules: PhantomData,
        };
        position.key = position.recomputed_key();
        position
    }

    /// The stacks of `side`.
    #[inline(always)]
    pub fn stacks(&self, side: Side) -> Stacks {
        self.stacks[side.index()]
    }

    /// The squares `side` holds.
    #[inline(always)]
    pub fn held(&self, side: Side) -> u64 {
        self.stacks(side).held()
    }

    /// The side to move.
    #[inline(always)]
    pub fn side(&self) -> Side {
        self.side
    }

    /// How many moves in succession, up to two, were passes.
    #[inline(always)]
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// The hash key computed anew. Equal to the key kept move by move.
    pub fn recomputed_key(&self) -> u64 {
        let empty = [Stacks::default(); 2];
        let turn = if self.side == Side::Black { BLACK_TO_MOVE } else { 0 };
        let rules = RULES[R::RULES as usize];
        rules ^ turn ^ PASSES[usize::from(self.passes)] ^ board_key_change(&empty, &self.stacks)
    }

    /// The key of board and side to move alone, by which repetitions are counted.
    #[inline(always)]
    pub(super) fn board_key(&self) -> u64 {
        self.key ^ PASSES[usize::from(self.passes)]
    }

    /// Whether a man of `side` stands on its goal rank.
    #[inline(always)]
    pub fn has_reached_goal(&self, side: Side) -> bool {
        self.held(side).meets(goal_rank(side))
    }

    /// Who has won, if someone has.
    #[inline(always)]
    pub(super) fn decided(&self) -> Option<Side> {
        // The winning move was the opponent's, since no position is set up with men on a goal rank.
        for side in [!self.side, self.side] {
            if self.has_reached_goal(side) {
                return Some(side);
            }
        }
        (!R::MAY_PASS && !self.has_slide(self.side)).then_some(!self.side)
    }

    /// The chain that the move begins, the moved men on their square: settled already if nothing is overloaded.
    #[inline(always)]
    pub(super) fn chain(&self, mv: Move) -> Chain {
        let (us, them) = (self.side, !self.side);
        let (from, to) = (u64::single(mv.from()), u64::single(mv.to()));
        let mut own = self.stacks(us);
        if own.twos.meets(from) {
            own.twos ^= from;
            own.add_twos(to);
        } else {
            own.ones ^= from;
            own.add(to);
        }
        Chain::new(us, own, self.held(them))
    }

    /// The position after a legal move.
    #[inline(always)]
    pub(super) fn after(&self, mv: Move) -> Self {
        let us = self.side;
        let mut next = *self;
        next.side = !us;
        next.number = self.number.saturating_add(us as u16);
        next.quiet_plies = self.quiet_plies.saturating_add(1);
        next.reversible_plies = self.reversible_plies.saturating_add(1);
        next.key ^= BLACK_TO_MOVE ^ PASSES[usize::from(self.passes)];
        if mv == Move::PASS {
            next.passes = (self.passes + 1).min(2);
            next.key ^= PASSES[usize::from(next.passes)];
            return next;
        }
        next.passes = 0;
        // A man that walks onto the goal rank ends the game at once, whatever its square can hold.
        let mut chain = self.chain(mv);
        if chain.own.overloaded().is_empty() || goal_rank(us).has(mv.to()) {
            next.stacks[us.index()] = chain.own;
        } else {
            chain = chain.settle::<R>();
            next.accept(&chain);
        }
        next.key ^= board_key_change(&self.stacks, &next.stacks);
        next
    }

    /// Takes over the result of a chain.
    #[inline(always)]
    fn accept(&mut self, chain: &Chain) {
        let them = !chain.side;
        self.quiet_plies = 0;
        if chain.has_lost_men || chain.enemy != self.held(them) {
            self.reversible_plies = 0;
        }
        self.stacks[chain.side.index()] = chain.own;
        let enemy = &mut self.stacks[them.index()];
        enemy.ones &= chain.enemy;
        enemy.twos &= chain.enemy;
    }

    /// The board as lines of text: ranks and files named, walls drawn, a letter for each stack.
    pub fn diagram(&self) -> String {
        let mut text = String::new();
        for squares in size().rows_from_top() {
            let rank = squares.start / size().files() + 1;
            let wall = if matches!(rank, 3 | 7) { '=' } else { ' ' };
            let _ = write!(text, "{rank:>2} {wall}");
            for square in squares {
                let _ = write!(text, "{}{wall}", self.letter(square).unwrap_or('.'));
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text + "    a b c d e"
    }

    /// The letter of the stack on `square`, if there is one.
    pub(super) fn letter(&self, square: u32) -> Option<char> {
        let [white, black] = self.stacks.map(|stacks| stacks.height(square) as usize);
        match (white, black) {
            (0, 0) => None,
            (height, 0) => Some(char::from(LETTERS[height])),
            (_, height) => Some(char::from(LETTERS[height]).to_ascii_lowercase()),
        }
    }
}

/// The letters of White's stacks by height. More than two men stand on a square in the last picture of a won game alone,
/// where the chain stopped at the goal; such a letter is written and never read.
const LETTERS: &[u8; 8] = b".SDTQVXY";

/// Two positions are equal when board, side to move and passes are; counters do not matter.
impl<R: RuleSet> PartialEq for Position<R> {
    fn eq(&self, other: &Self) -> bool {
        self.stacks == other.stacks && self.side == other.side && self.passes == other.passes
    }
}

impl<R: RuleSet> Eq for Position<R> {}

/// By what the key of the board changes from one pair of stacks to another.
#[inline(always)]
fn board_key_change(before: &[Stacks; 2], after: &[Stacks; 2]) -> u64 {
    let mut key = 0;
    for ((before, after), keys) in before.iter().zip(after).zip(&KEYS) {
        let changed =
            [before.ones ^ after.ones, before.twos ^ after.twos, before.fours ^ after.fours];
        for (changed, keys) in changed.into_iter().zip(keys) {
            key = changed.squares().fold(key, |key, square| key ^ keys[square as usize]);
        }
    }
    key
}
