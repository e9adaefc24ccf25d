//! Who plays whom, from where.

use super::{Opening, OpeningError, OpeningSource};

/// A pair of games from one opening: in the first game the first player has White, in the second the other.
#[derive(Clone, Debug)]
pub struct Encounter {
    /// The pair's number, from 1.
    pub pair: u64,
    /// The players, by their place in the list.
    pub players: [usize; 2],
    /// Where both games begin.
    pub opening: Opening,
}

impl Encounter {
    /// Both games: their number in the match, from 1, and who has White and Black.
    pub fn games(&self) -> [(u64, [usize; 2]); 2] {
        let [first, second] = self.players;
        [(2 * self.pair - 1, [first, second]), (2 * self.pair, [second, first])]
    }
}

/// The encounters of a match of two players, in order. Openings are drawn in that order too, however many threads take
/// encounters from the schedule.
#[derive(Debug)]
pub struct Schedule {
    next: u64,
    rounds: u64,
    openings: OpeningSource,
}

impl Schedule {
    /// `rounds` encounters of the first two players.
    pub fn head_to_head(rounds: u64, openings: OpeningSource) -> Self {
        Self { next: 1, rounds, openings }
    }

    /// The next encounter, if any are left.
    ///
    /// # Errors
    /// When no opening is left to play.
    pub fn take(&mut self) -> Result<Option<Encounter>, OpeningError> {
        if self.next > self.rounds {
            return Ok(None);
        }
        let opening = self.openings.draw()?;
        let pair = self.next;
        self.next += 1;
        Ok(Some(Encounter { pair, players: [0, 1], opening }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::OpeningRule;
    use breach_engine::Variant;

    #[test]
    fn each_round_is_a_pair_with_colours_swapped() {
        let openings = OpeningSource::new(OpeningRule::default(), Variant::default(), 1);
        let mut schedule = Schedule::head_to_head(2, openings);
        let first = schedule.take().unwrap().unwrap();
        assert_eq!(first.games(), [(1, [0, 1]), (2, [1, 0])]);
        let second = schedule.take().unwrap().unwrap();
        assert_eq!(second.games(), [(3, [0, 1]), (4, [1, 0])]);
        assert!(schedule.take().unwrap().is_none());
    }
}
