//! Counting leaves without playing the last two plies.
//!
//! The number of replies to a move differs from the number of moves the opponent had before it only near the two
//! squares of the move. Summed over all moves of one direction at once, those differences are a few population counts,
//! so a node two plies above the leaves costs about as much as one move list.

use super::Position;
use super::generate::{Targets, targets};
use crate::board::{Bits, Geometry, Side};
use crate::level::Level;

impl<G: Geometry> Position<G> {
    /// The leaves `depth` plies below this position.
    pub(super) fn count_leaves<L: Level>(&self, level: L, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.decided().is_some() {
            return 0;
        }
        let (own, enemy) = self.own_and_enemy();
        match self.side {
            Side::White => leaves::<G, L, true>(level, self.geometry, own, enemy, depth),
            Side::Black => leaves::<G, L, false>(level, self.geometry, own, enemy, depth),
        }
    }
}

/// The leaves below an undecided position, `depth >= 1`; the colour is a constant so that every shift is one.
fn leaves<G: Geometry, L: Level, const WHITE: bool>(
    level: L,
    geometry: G,
    own: G::Word,
    enemy: G::Word,
    depth: u32,
) -> u64 {
    level.run(
        #[inline(always)]
        || leaves_body::<G, L, WHITE>(level, geometry, own, enemy, depth),
    )
}

#[inline(always)]
fn leaves_body<G: Geometry, L: Level, const WHITE: bool>(
    level: L,
    geometry: G,
    own: G::Word,
    enemy: G::Word,
    depth: u32,
) -> u64 {
    let side = if WHITE { Side::White } else { Side::Black };
    let moves = targets(geometry, side, own, enemy);
    match depth {
        1 => u64::from(moves.count()),
        2 => replies(geometry, side, own, enemy, moves),
        _ => {
            let goal = geometry.rank_for(side, geometry.ranks() - 1);
            let mut total = 0;
            moves.within(!goal).each(geometry, side, |mv| {
                let to = G::Word::single(mv.to());
                let own = own ^ (G::Word::single(mv.from()) | to);
                let enemy = enemy & !to;
                if enemy.is_empty() {
                    return;
                }
                total += if WHITE {
                    leaves::<G, L, false>(level, geometry, enemy, own, depth - 1)
                } else {
                    leaves::<G, L, true>(level, geometry, enemy, own, depth - 1)
                };
            });
            total
        }
    }
}

/// The sum, over all `moves` of `side`, of the number of replies.
#[inline(always)]
fn replies<G: Geometry>(
    geometry: G,
    side: Side,
    own: G::Word,
    enemy: G::Word,
    moves: Targets<G::Word>,
) -> u64 {
    let them = !side;
    // A move to the goal ends the game and has no reply.
    let moves = moves.within(!geometry.rank_for(side, geometry.ranks() - 1));
    let before = targets(geometry, them, enemy, own);
    let enemy_ahead = geometry.ahead(them, enemy);
    let back = |set| geometry.ahead(them, set);
    let change = Change {
        enemy,
        in_front: enemy_ahead,
        from_left: geometry.left(enemy_ahead),
        from_right: geometry.right(enemy_ahead),
        // The men that can make each kind of move, found by going back from its target.
        straight_movers: geometry.ahead(side, before.straight),
        left_movers: geometry.right(geometry.ahead(side, before.left)),
        right_movers: geometry.left(geometry.ahead(side, before.right)),
    };
    let total = i64::from(moves.count()) * i64::from(before.count())
        + change.by(moves.left, geometry.right(back(moves.left)))
        + change.by(moves.straight, back(moves.straight))
        + change.by(moves.right, geometry.left(back(moves.right)));
    total as u64
}

/// What decides by how much a move changes the number of the opponent's moves.
struct Change<W> {
    enemy: W,
    /// Squares straight in front of an enemy man.
    in_front: W,
    /// Squares an enemy man would reach, or does reach, by a step towards file a.
    from_left: W,
    /// The same, away from file a.
    from_right: W,
    straight_movers: W,
    left_movers: W,
    right_movers: W,
}

impl<W: Bits> Change<W> {
    /// The sum of the changes made by moves in one direction to the squares `to` from the squares `from`.
    #[inline(always)]
    fn by(&self, to: W, from: W) -> i64 {
        let taken = to & self.enemy;
        let entered = to & !self.enemy;
        // The square left is open to the man that stood before it; the square entered is shut.
        let opened = from & self.in_front;
        let shut = entered & self.in_front;
        // Where a man was taken, its moves are gone, and its fellows may take on its square.
        let gained = (taken & self.from_left).count() + (taken & self.from_right).count();
        let lost = (taken & self.straight_movers).count()
            + (taken & self.left_movers).count()
            + (taken & self.right_movers).count();
        i64::from(opened.count() + gained) - i64::from(shut.count() + lost)
    }
}
