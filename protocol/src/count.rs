//! Perft by the first move, in pieces small enough to be stopped between them.

use breach_engine::{AnyPosition, Move, ThreadPoolBuildError};
use thiserror::Error;

/// Why there is no count.
#[derive(Debug, Error)]
pub enum CountError {
    /// It was told to stop.
    #[error("stopped")]
    Stopped,
    /// The system refuses the threads.
    #[error("Threads: {0}")]
    Threads(ThreadPoolBuildError),
}

/// A piece has about as many leaves as this at most, which takes about a second.
const PIECE: u64 = 1 << 31;

/// Counts the lines of `depth` plies, telling `each` the leaves below each first move as it is done.
///
/// # Errors
/// When `stop` says so before the end, or there are no threads.
pub fn divide(
    position: &dyn AnyPosition,
    depth: u32,
    threads: usize,
    stop: &dyn Fn() -> bool,
    each: &mut dyn FnMut(&str, u64),
) -> Result<u64, CountError> {
    let Some(rest) = depth.checked_sub(1) else { return Ok(1) };
    let mut total = 0;
    for mv in position.legal_moves() {
        let leaves = leaves(after(position, mv).as_ref(), rest, threads, stop)?;
        each(&position.move_text(mv), leaves);
        total += leaves;
    }
    Ok(total)
}

fn leaves(
    position: &dyn AnyPosition,
    depth: u32,
    threads: usize,
    stop: &dyn Fn() -> bool,
) -> Result<u64, CountError> {
    if stop() {
        return Err(CountError::Stopped);
    }
    let moves = position.legal_moves();
    // A side with few moves may meet one with many: the board says what is usual.
    let usual = 2 * u64::from(position.variant().size().files());
    if usual.max(moves.len() as u64).saturating_pow(depth) <= PIECE {
        return Ok(position.perft(depth, threads).map_err(CountError::Threads)?.total);
    }
    let below = |mv| leaves(after(position, mv).as_ref(), depth - 1, threads, stop);
    moves.into_iter().map(below).sum()
}

/// The position after one of its legal moves.
fn after(position: &dyn AnyPosition, mv: Move) -> Box<dyn AnyPosition> {
    let mut next = position.boxed();
    next.play(mv).expect("a move that was generated is legal");
    next
}

#[cfg(test)]
mod tests {
    use super::*;
    use breach_engine::Variant;

    fn count(variant: &str, depth: u32) -> (Vec<u64>, u64) {
        let position = variant.parse::<Variant>().unwrap().start();
        let mut parts = Vec::new();
        let total =
            divide(position.as_ref(), depth, 1, &|| false, &mut |_, leaves| parts.push(leaves));
        (parts, total.unwrap())
    }

    #[test]
    fn the_parts_are_those_of_the_whole() {
        assert_eq!(count("breakthrough", 0), (vec![], 1));
        assert_eq!(count("breakthrough", 1), (vec![1; 22], 22));
        let (parts, total) = count("breakthrough", 4);
        assert_eq!(total, 256_036);
        assert_eq!(parts.iter().sum::<u64>(), total);
        assert_eq!(parts.len(), 22);
    }

    #[test]
    fn small_and_large_pieces_count_alike() {
        let position = Variant::default().position("pp6/8/8/8/8/8/8/6PP w - - 0 1").unwrap();
        // 16 to the 8th is more than a piece, so the first plies are walked here.
        let total = divide(position.as_ref(), 9, 1, &|| false, &mut |_, _| ()).unwrap();
        assert_eq!(total, position.perft(9, 1).unwrap().total);
    }

    #[test]
    fn a_count_without_end_can_be_stopped() {
        let position = Variant::default().start();
        let looks = std::cell::Cell::new(0);
        let stop = || looks.replace(looks.get() + 1) > 50;
        let result = divide(position.as_ref(), u32::MAX, 1, &stop, &mut |_, _| ());
        assert!(matches!(result, Err(CountError::Stopped)));
    }
}
