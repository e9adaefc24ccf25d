//! Playing weaker on purpose: `UCI_LimitStrength`.
//!
//! The weaker the play asked for, the fewer nodes a move may take. One doubling of nodes is worth about 150 Elo in this
//! game over a wide range, so a rating turns into a number of nodes by one exponential; the zero of the scale is
//! arbitrary. Below the node budget of a one-ply search, that is all there is.

use std::ops::RangeInclusive;

/// The ratings that can be asked for.
pub const ELO_RANGE: RangeInclusive<u32> = 500..=3000;

/// Nodes at the low end of the scale.
const LEAST_NODES: f64 = 30.0;
/// Elo a doubling of nodes is worth.
const ELO_PER_DOUBLING: f64 = 150.0;

/// A limit on strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Handicap {
    elo: u32,
}

impl Handicap {
    /// A handicap to about `elo`, brought into [`ELO_RANGE`].
    pub fn new(elo: u32) -> Self {
        Self { elo: elo.clamp(*ELO_RANGE.start(), *ELO_RANGE.end()) }
    }

    /// Nodes a move may take.
    pub fn nodes(self) -> u64 {
        let doublings = f64::from(self.elo - ELO_RANGE.start()) / ELO_PER_DOUBLING;
        (LEAST_NODES * doublings.exp2()).round() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_doubling_of_nodes_is_150_elo() {
        assert_eq!(Handicap::new(500).nodes(), 30);
        assert_eq!(Handicap::new(650).nodes(), 60);
        assert_eq!(Handicap::new(2000).nodes(), 30 << 10);
        assert_eq!(Handicap::new(0), Handicap::new(500));
        assert_eq!(Handicap::new(9999), Handicap::new(3000));
    }
}
