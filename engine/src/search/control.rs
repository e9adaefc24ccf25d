//! The reins of a running search: stop it, or tell it that pondering has become thinking.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A source of time. The engine reads no clock but the one it is given.
pub trait Clock: Send + Sync {
    /// Time since the search was asked for.
    fn elapsed(&self) -> Duration;
}

/// The system's monotonic clock.
#[derive(Clone, Copy, Debug)]
pub struct SystemClock(Instant);

impl SystemClock {
    /// A clock that starts now.
    pub fn start() -> Self {
        Self(Instant::now())
    }

    /// A clock that started at `instant`, such as the moment a command was read.
    pub fn since(instant: Instant) -> Self {
        Self(instant)
    }
}

impl Clock for SystemClock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }
}

/// Shared between a search and whoever commands it.
pub struct Control {
    clock: Box<dyn Clock>,
    stop: AtomicBool,
    pondering: AtomicBool,
    /// Milliseconds on the clock when pondering ended.
    ponder_time: AtomicU64,
}

impl Control {
    /// A control over `clock`. While `pondering`, no limit of time ends the search.
    pub fn new(clock: impl Clock + 'static, pondering: bool) -> Self {
        Self {
            clock: Box::new(clock),
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            ponder_time: AtomicU64::new(0),
        }
    }

    /// Ends the search as soon as each worker looks up from its tree, at most about a thousand nodes later.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search has been told to stop, or has told itself.
    #[inline(always)]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The move pondered on was played: limits of time count from now.
    pub fn ponder_hit(&self) {
        self.ponder_time.store(self.clock.elapsed().as_millis() as u64, Ordering::Relaxed);
        self.pondering.store(false, Ordering::Release);
    }

    /// Whether the search still ponders.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Acquire)
    }

    /// Time since the search was asked for.
    pub fn elapsed(&self) -> Duration {
        self.clock.elapsed()
    }

    /// Time on the side's own clock: since the search was asked for, or since pondering ended.
    pub fn charged(&self) -> Duration {
        let pondered = Duration::from_millis(self.ponder_time.load(Ordering::Relaxed));
        self.elapsed().saturating_sub(pondered)
    }
}

impl fmt::Debug for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Control")
            .field("elapsed", &self.elapsed())
            .field("stopped", &self.is_stopped())
            .field("pondering", &self.is_pondering())
            .finish()
    }
}
