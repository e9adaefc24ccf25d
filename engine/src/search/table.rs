//! The transposition table: what was found of a position, shared by all workers without locks.
//!
//! An entry is two relaxed atomic words, the second of which is stored xored onto the key (Hyatt's trick): when two
//! workers write one entry at once, a reader that gets half of each sees a key that is not its own. Nothing is undefined
//! and nothing has to be ordered: a stale or mixed entry is a miss. What a hit says of legality is still checked by the
//! picker, since two positions can share a key.
//!
//! ```text
//!  word 0                key ^ data
//!  word 1 (data)   63 … 48   47 … 32   31 … 16   15 … 8   7 … 2   1 0
//!                  estimate  score     move      depth    age     bound
//! ```
//!
//! Four entries share a cache line; the shallowest or oldest of the line gives way.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;

use super::score::{from_table, to_table};
use super::table_memory::{Words, prefetch};
use crate::board::Move;

/// Words of an entry, and entries of a cache line.
const ENTRY_WORDS: usize = 2;
const LINE_ENTRIES: usize = 4;
const LINE_WORDS: usize = ENTRY_WORDS * LINE_ENTRIES;
const AGES: u8 = 64;

/// What a stored score says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Limit {
    /// The value is at most the score.
    Upper = 1,
    /// The value is at least the score.
    Lower = 2,
    /// The value is the score.
    Exact = 3,
}

/// What the table knows of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Entry {
    /// The move that was best or refuted the position.
    pub(crate) best: Option<Move>,
    /// The score, proven ones counted from the ply it was read at.
    pub(crate) score: i32,
    /// The static evaluation.
    pub(crate) estimate: i32,
    /// The depth searched, 0 for quiescence.
    pub(crate) depth: i32,
    /// What the score says.
    pub(crate) limit: Limit,
}

/// The table. See the file's head for its layout.
#[derive(Debug)]
pub struct TranspositionTable {
    words: Words,
    /// Cache lines, thus `words / LINE_WORDS`.
    lines: u64,
    age: u8,
}

impl TranspositionTable {
    /// A table of `megabytes` MiB, at least 1.
    ///
    /// # Errors
    /// When the memory cannot be had.
    pub fn new(megabytes: usize) -> io::Result<Self> {
        let words = megabytes
            .max(1)
            .checked_mul((1 << 20) / size_of::<AtomicU64>())
            .ok_or_else(|| io::Error::from(io::ErrorKind::OutOfMemory))?;
        Ok(Self { words: Words::zeroed(words)?, lines: (words / LINE_WORDS) as u64, age: 0 })
    }

    /// The size in MiB.
    pub fn megabytes(&self) -> usize {
        (self.lines as usize * LINE_WORDS * size_of::<AtomicU64>()) >> 20
    }

    /// Forgets everything, with all threads of the current rayon pool.
    pub fn clear(&mut self) {
        self.age = 0;
        self.words
            .as_slice()
            .par_chunks(1 << 16)
            .for_each(|chunk| chunk.iter().for_each(|word| word.store(0, Ordering::Relaxed)));
    }

    /// Marks what is in the table as older than what will be stored.
    pub(crate) fn next_search(&mut self) {
        self.age = (self.age + 1) % AGES;
    }

    /// Entries of this search per thousand, from a sample.
    pub fn permille_full(&self) -> u32 {
        let sample = &self.words.as_slice()[..1000 * ENTRY_WORDS];
        let used = sample.chunks_exact(ENTRY_WORDS).filter(|entry| {
            let data = entry[1].load(Ordering::Relaxed);
            is_used(data) && age_of(data) == self.age
        });
        used.count() as u32
    }

    #[inline(always)]
    fn line(&self, key: u64) -> &[AtomicU64; LINE_WORDS] {
        // The high half of the product spreads the keys evenly over any number of lines.
        let line = (u128::from(key) * u128::from(self.lines)) >> 64;
        let start = line as usize * LINE_WORDS;
        let words = &self.words.as_slice()[start..start + LINE_WORDS];
        words.try_into().expect("a line has this many words")
    }

    /// Asks for the line of `key` ahead of its use.
    #[inline(always)]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(&self.line(key)[0]);
    }

    /// What is known of the position with this key, met at `ply`.
    #[inline(always)]
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<Entry> {
        self.line(key).chunks_exact(ENTRY_WORDS).find_map(|entry| {
            let data = entry[1].load(Ordering::Relaxed);
            let matches = entry[0].load(Ordering::Relaxed) ^ data == key;
            if matches { unpack(data, ply) } else { None }
        })
    }

    /// Keeps `entry` for the position with this key, met at `ply`.
    #[inline(always)]
    pub(crate) fn store(&self, key: u64, ply: usize, entry: Entry) {
        let line = self.line(key);
        let mut victim = 0;
        let mut least = i32::MAX;
        let mut best = entry.best;
        for slot in 0..LINE_ENTRIES {
            let data = line[slot * ENTRY_WORDS + 1].load(Ordering::Relaxed);
            if line[slot * ENTRY_WORDS].load(Ordering::Relaxed) ^ data == key && is_used(data) {
                // A deeper result of the same search is worth more than a bound found on the way.
                let deeper = depth_of(data) > entry.depth + 3 && age_of(data) == self.age;
                if deeper && entry.limit != Limit::Exact {
                    return;
                }
                best = best.or_else(|| Move::unpack((data >> 16) as u16));
                victim = slot;
                break;
            }
            let elapsed = (AGES + self.age - age_of(data)) % AGES;
            let worth =
                if is_used(data) { depth_of(data) - 8 * i32::from(elapsed) } else { i32::MIN };
            if worth < least {
                (victim, least) = (slot, worth);
            }
        }
        let data = pack(Entry { best, ..entry }, ply, self.age);
        line[victim * ENTRY_WORDS].store(key ^ data, Ordering::Relaxed);
        line[victim * ENTRY_WORDS + 1].store(data, Ordering::Relaxed);
    }
}

/// Whether the entry with this data was ever written.
#[inline(always)]
fn is_used(data: u64) -> bool {
    data & 3 != 0
}

#[inline(always)]
fn depth_of(data: u64) -> i32 {
    i32::from((data >> 8) as u8)
}

#[inline(always)]
fn age_of(data: u64) -> u8 {
    (data >> 2) as u8 & (AGES - 1)
}

#[inline(always)]
fn pack(entry: Entry, ply: usize, age: u8) -> u64 {
    let score = to_table(entry.score, ply);
    (entry.limit as u64)
        | u64::from(age) << 2
        | u64::from(entry.depth.clamp(0, 255) as u8) << 8
        | u64::from(Move::pack(entry.best)) << 16
        | u64::from(score as i16 as u16) << 32
        | u64::from(entry.estimate as i16 as u16) << 48
}

#[inline(always)]
fn unpack(data: u64, ply: usize) -> Option<Entry> {
    let limit = match data & 3 {
        1 => Limit::Upper,
        2 => Limit::Lower,
        3 => Limit::Exact,
        _ => return None,
    };
    Some(Entry {
        best: Move::unpack((data >> 16) as u16),
        score: from_table(i32::from((data >> 32) as u16 as i16), ply),
        estimate: i32::from((data >> 48) as u16 as i16),
        depth: depth_of(data),
        limit,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::WIN;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn unpacking_a_packed_entry_is_an_identity(
            from in 0..128u32, to in 0..128u32, has_move: bool,
            score in -WIN + 300..WIN - 300, estimate in -20_000..20_000i32,
            depth in 0..255i32, limit in 1..4u8, age in 0..AGES, ply in 0..240usize,
        ) {
            let limit = match limit { 1 => Limit::Upper, 2 => Limit::Lower, _ => Limit::Exact };
            let best = has_move.then(|| Move::new(from, to));
            let entry = Entry { best, score, estimate, depth, limit };
            let data = pack(entry, ply, age);
            prop_assert_eq!(unpack(data, ply), Some(entry));
            prop_assert_eq!(age_of(data), age);
        }
    }

    #[test]
    fn a_stored_entry_is_found_and_others_are_not() {
        let table = TranspositionTable::new(1).unwrap();
        let entry = Entry { best: None, score: 12, estimate: -3, depth: 4, limit: Limit::Exact };
        table.store(42, 0, entry);
        assert_eq!(table.probe(42, 0), Some(entry));
        assert_eq!(table.probe(43, 0), None);
        // Key 0 meets entries that are all zero: an empty table knows nothing of it.
        assert_eq!(TranspositionTable::new(1).unwrap().probe(0, 0), None);
    }

    #[test]
    fn a_torn_entry_is_a_miss() {
        let table = TranspositionTable::new(1).unwrap();
        let entry = Entry { best: None, score: 12, estimate: 0, depth: 4, limit: Limit::Exact };
        table.store(42, 0, entry);
        table.line(42)[1].fetch_xor(1 << 20, Ordering::Relaxed);
        assert_eq!(table.probe(42, 0), None);
    }

    #[test]
    fn clearing_forgets() {
        let mut table = TranspositionTable::new(1).unwrap();
        let entry = Entry { best: None, score: 12, estimate: 0, depth: 4, limit: Limit::Exact };
        table.store(42, 0, entry);
        table.clear();
        assert_eq!(table.probe(42, 0), None);
    }

    #[test]
    fn more_memory_than_the_machine_has_is_refused() {
        assert!(TranspositionTable::new(usize::MAX).is_err());
        assert!(TranspositionTable::new(1 << 30).is_err());
    }
}
