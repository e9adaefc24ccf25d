//! The hand-made evaluation, for boards of every size.
//!
//! A man is worth something for where it stands, told by its steps to the goal (or as a guard of its home rank) and by
//! its distance from the edge; that sum is kept move by move. Everything else is read off the board as sets: which
//! squares are attacked and by how many, which men stand together, what is out of the enemy's reach.

use super::Position;
use super::exact::out_of_reach;
use super::weights::{self, EDGES, RACE, ROWS, Weights};
use crate::board::{Bits, BoardSize, Geometry, Move, Side};
use crate::game::Evaluator;

/// The evaluation for one board size.
#[derive(Clone, Debug)]
pub struct HandMade {
    weights: &'static Weights,
    /// The worth of a man by side and square, White's positive and Black's negative.
    squares: [[i32; BoardSize::MOST_SQUARES]; 2],
}

/// What the evaluation counts, each term White's worth minus Black's in centipawns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Terms {
    /// The men, for where they stand.
    pub placement: i32,
    /// Squares attacked, attacked twice, and attacked by one side alone.
    pub control: i32,
    /// Men side by side, men under attack, outposts and holes.
    pub structure: i32,
    /// Men that no enemy man can meet on their way.
    pub runners: i32,
    /// How near each side is to breaking through.
    pub race: i32,
    /// The right to move.
    pub tempo: i32,
}

impl Terms {
    /// Names and values, for a table.
    pub fn named(&self) -> [(&'static str, i32); 6] {
        [
            ("placement", self.placement),
            ("control", self.control),
            ("structure", self.structure),
            ("runners", self.runners),
            ("race", self.race),
            ("tempo", self.tempo),
        ]
    }

    /// The sum of all terms.
    pub fn total(&self) -> i32 {
        self.placement + self.control + self.structure + self.runners + self.race + self.tempo
    }
}

/// The squares that matter to the patterns of one side.
#[derive(Clone, Copy, Debug)]
struct Sets<W> {
    own: W,
    /// Attacked from the left, and from the right.
    from_left: W,
    from_right: W,
    enemy_from_left: W,
    enemy_from_right: W,
}

/// The row of the weights that a square belongs to, and its column.
pub(super) fn cell(size: BoardSize, side: Side, square: u32) -> (usize, usize) {
    let (file, rank) = (square % size.files(), square / size.files());
    let steps = match side {
        Side::White => size.ranks() - 1 - rank,
        Side::Black => rank,
    };
    let row = if steps == size.ranks() - 1 { 0 } else { (steps as usize).min(ROWS - 1) };
    let edge = file.min(size.files() - 1 - file) as usize;
    (row, edge.min(EDGES - 1))
}

impl HandMade {
    /// The evaluation for boards of `size`.
    pub fn new(size: BoardSize) -> Self {
        let weights = &weights::TUNED;
        let mut squares = [[0; BoardSize::MOST_SQUARES]; 2];
        for square in 0..size.squares() {
            for side in Side::BOTH {
                let (row, column) = cell(size, side, square);
                let worth = weights.squares[row][column];
                squares[side.index()][square as usize] =
                    if side == Side::White { worth } else { -worth };
            }
        }
        Self { weights, squares }
    }

    /// The placement sum computed anew, White's view.
    fn placement<G: Geometry>(&self, position: &Position<G>) -> i32 {
        let of = |side: Side| -> i32 {
            let worths = &self.squares[side.index()];
            position.men(side).squares().map(|square| worths[square as usize]).sum()
        };
        of(Side::White) + of(Side::Black)
    }

    /// Attacks of both sides, seen from `us`.
    #[inline(always)]
    fn sets<G: Geometry>(position: &Position<G>, us: Side) -> Sets<G::Word> {
        let geometry = position.geometry();
        let ahead = geometry.ahead(us, position.men(us));
        let enemy_ahead = geometry.ahead(!us, position.men(!us));
        Sets {
            own: position.men(us),
            from_left: geometry.right(ahead),
            from_right: geometry.left(ahead),
            enemy_from_left: geometry.right(enemy_ahead),
            enemy_from_right: geometry.left(enemy_ahead),
        }
    }

    /// What the attacked squares are worth, rank by rank.
    #[inline(always)]
    fn control<G: Geometry>(&self, position: &Position<G>, us: Side) -> i32 {
        let geometry = position.geometry();
        let sets = Self::sets(position, us);
        let attacked = sets.from_left | sets.from_right;
        let twice = sets.from_left & sets.from_right;
        let alone = attacked & !(sets.enemy_from_left | sets.enemy_from_right);
        let w = self.weights;
        let mut sum = 0;
        for steps in 1..geometry.ranks() - 1 {
            let rank = geometry.rank_for(!us, steps);
            let row = (steps as usize).min(ROWS - 1);
            sum += w.attacked[row] * (attacked & rank).count() as i32
                + w.attacked_twice[row] * (twice & rank).count() as i32
                + w.controlled[row] * (alone & rank).count() as i32;
        }
        sum
    }

    /// What the men's standing to each other is worth.
    #[inline(always)]
    fn structure<G: Geometry>(&self, position: &Position<G>, us: Side) -> i32 {
        let geometry = position.geometry();
        let Sets { own, from_left, from_right, enemy_from_left, enemy_from_right } =
            Self::sets(position, us);
        let attacked = from_left | from_right;
        let endangered = enemy_from_left | enemy_from_right;
        let far_half = match us {
            // The middle rank of an odd number belongs to neither half.
            Side::White => {
                geometry.all() & !G::Word::first(geometry.files() * geometry.ranks().div_ceil(2))
            }
            Side::Black => G::Word::first(geometry.files() * (geometry.ranks() / 2)),
        };
        let rear = own & (geometry.rank_for(us, 0) | geometry.rank_for(us, 1));
        let guarded = geometry.diagonals_ahead(us, rear);
        let w = self.weights;
        let count = |set: G::Word| set.count() as i32;
        w.phalanx * count(own & geometry.right(own))
            + w.hanging * count(own & endangered & !attacked)
            + w.besieged * count(own & enemy_from_left & enemy_from_right)
            + w.engaged * count(own & endangered & far_half)
            + w.outpost * count(own & attacked & !endangered & far_half)
            + w.hole * count(geometry.rank_for(us, 2) & !guarded)
    }

    /// What the foremost man that nobody can meet is worth.
    #[inline(always)]
    fn runners<G: Geometry>(&self, position: &Position<G>, us: Side) -> i32 {
        let geometry = position.geometry();
        let chasers_move = position.side() != us;
        let free = out_of_reach(geometry, !us, position.men(!us), position.men(us), chasers_move);
        if free.is_empty() {
            return 0;
        }
        let steps = geometry.fewest_steps(us, free) as usize;
        self.weights.runner[steps.clamp(1, ROWS) - 1]
    }

    /// What the race to break through is worth to the side to move.
    #[inline(always)]
    fn race<G: Geometry>(&self, position: &Position<G>) -> i32 {
        let us = position.side();
        let (own, enemy) = (position.men(us), position.men(!us));
        let ours = steps_to_break_through(position.geometry(), us, own, enemy);
        let theirs = steps_to_break_through(position.geometry(), !us, enemy, own);
        self.weights.race[ours][theirs]
    }

    /// The terms of a position.
    pub fn terms<G: Geometry>(&self, position: &Position<G>) -> Terms {
        let both = |of: fn(&Self, &Position<G>, Side) -> i32| {
            of(self, position, Side::White) - of(self, position, Side::Black)
        };
        let sign = if position.side() == Side::White { 1 } else { -1 };
        Terms {
            placement: self.placement(position),
            control: both(Self::control),
            structure: both(Self::structure),
            runners: both(Self::runners),
            race: sign * self.race(position),
            tempo: sign * self.weights.tempo,
        }
    }

    /// Everything but placement and tempo, for one side.
    #[inline(always)]
    fn pattern<G: Geometry>(&self, position: &Position<G>, us: Side) -> i32 {
        self.control(position, us) + self.structure(position, us) + self.runners(position, us)
    }
}

/// How soon a man of `side` could stand on the goal rank if the enemy only took what it attacks: the length of the
/// shortest way, where a square under attack takes two steps longer, for the support it needs first. At most the last
/// index of the race table.
#[inline(always)]
fn steps_to_break_through<G: Geometry>(
    geometry: G,
    side: Side,
    own: G::Word,
    enemy: G::Word,
) -> usize {
    let goal = geometry.rank_for(!side, 0);
    let attacked = geometry.diagonals_ahead(!side, enemy);
    // Squares reached now, in one step, in two; and those that were reached before.
    let (mut now, mut soon, mut later, mut before) =
        (own, G::Word::EMPTY, G::Word::EMPTY, G::Word::EMPTY);
    for steps in 0..RACE - 1 {
        if now.meets(goal) {
            return steps;
        }
        before |= now;
        let ahead = geometry.ahead(side, now);
        let reached = (ahead & !enemy) | geometry.left(ahead) | geometry.right(ahead);
        now = ((reached & !attacked) | soon) & !before;
        soon = later;
        later = reached & attacked;
    }
    RACE - 1
}

impl<G: Geometry> Evaluator<Position<G>> for HandMade {
    /// The placement sum, White's view.
    type State = i32;

    fn state(&self, position: &Position<G>) -> i32 {
        self.placement(position)
    }

    #[inline(always)]
    fn after(&self, state: &i32, before: &Position<G>, mv: Move, _after: &Position<G>) -> i32 {
        let us = before.side();
        let worths = &self.squares[us.index()];
        let (from, to) = (mv.from() as usize & 127, mv.to() as usize & 127);
        let mut sum = state - worths[from] + worths[to];
        if before.men(!us).has(mv.to()) {
            sum -= self.squares[(!us).index()][to];
        }
        sum
    }

    #[inline(always)]
    fn evaluate(&self, state: &i32, position: &Position<G>) -> i32 {
        let total =
            state + self.pattern(position, Side::White) - self.pattern(position, Side::Black);
        let own = if position.side() == Side::White { total } else { -total };
        own + self.race(position) + self.weights.tempo
    }
}
