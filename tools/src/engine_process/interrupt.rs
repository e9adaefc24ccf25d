//! A request to stop, shared by everything that waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

const RUN: u8 = 0;
const FINISH: u8 = 1;
const ABORT: u8 = 2;

/// A request to stop that only ever becomes more urgent. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Interrupt(Arc<AtomicU8>);

impl Interrupt {
    /// Asks to begin nothing new.
    pub fn finish(&self) {
        self.0.fetch_max(FINISH, Ordering::Relaxed);
    }

    /// Asks to stop at once.
    pub fn abort(&self) {
        self.0.fetch_max(ABORT, Ordering::Relaxed);
    }

    /// Asks for more than was asked before: first to finish, then to abort.
    pub fn escalate(&self) {
        if self.0.swap(FINISH, Ordering::Relaxed) != RUN {
            self.abort();
        }
    }

    /// Whether nothing new should begin.
    pub fn is_finishing(&self) -> bool {
        self.0.load(Ordering::Relaxed) != RUN
    }

    /// Whether to stop at once.
    pub fn is_aborting(&self) -> bool {
        self.0.load(Ordering::Relaxed) == ABORT
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_only_become_more_urgent() {
        let interrupt = Interrupt::default();
        assert!(!interrupt.is_finishing());
        interrupt.clone().escalate();
        assert!(interrupt.is_finishing() && !interrupt.is_aborting());
        interrupt.escalate();
        assert!(interrupt.is_aborting());
        interrupt.finish();
        assert!(interrupt.is_finishing() && interrupt.is_aborting());
    }
}
