//! Memory for the transposition table: zeroed, in huge pages where the system has them, and refused, not granted and
//! then taken away, when it is too much. The only place of the engine that handles raw memory.

use std::fmt;
use std::io;
use std::sync::atomic::AtomicU64;

use memmap2::{Advice, MmapMut};

/// A zeroed array of atomic words that starts on a page boundary.
pub(super) struct Words {
    memory: MmapMut,
}

impl Words {
    /// An array of `count` words, all zero; `count` must not be 0.
    ///
    /// # Errors
    /// When the system refuses, or has less memory than that in all.
    pub(super) fn zeroed(count: usize) -> io::Result<Self> {
        let bytes = count
            .checked_mul(size_of::<AtomicU64>())
            .filter(|bytes| *bytes as u64 <= installed_memory())
            .ok_or_else(|| io::Error::from(io::ErrorKind::OutOfMemory))?;
        let memory = MmapMut::map_anon(bytes)?;
        // Random probes cost a third less with huge pages. A system without them loses nothing.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(Advice::HugePage);
        Ok(Self { memory })
    }

    /// The words.
    #[inline(always)]
    #[expect(unsafe_code, reason = "there is no safe view of mapped memory as atomics")]
    #[expect(clippy::cast_ptr_alignment, reason = "maps begin on page boundaries")]
    pub(super) fn as_slice(&self) -> &[AtomicU64] {
        let count = self.memory.len() / size_of::<AtomicU64>();
        let start = self.memory.as_ptr().cast::<AtomicU64>();
        // SAFETY: the map is `count * 8` bytes of private, writable memory that lives as long as `self`; it begins on a
        // page boundary, so it is aligned; every bit pattern is a valid word. No `&mut [u8]` to it is ever made, and
        // all access is through the atomics.
        unsafe { std::slice::from_raw_parts(start, count) }
    }
}

impl fmt::Debug for Words {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Words({} bytes)", self.memory.len())
    }
}

/// Bytes of memory in the machine. A lazily granted map larger than this would kill the process when it fills.
#[cfg(unix)]
#[expect(unsafe_code, reason = "sysconf has no safe form in the standard library")]
fn installed_memory() -> u64 {
    // SAFETY: sysconf takes a number, returns one, and touches no memory of ours.
    let pages = unsafe { libc::sysconf(libc::_SC_PHYS_PAGES) };
    // SAFETY: as above.
    let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    match (u64::try_from(pages), u64::try_from(page)) {
        (Ok(pages), Ok(page)) => pages.saturating_mul(page),
        _ => u64::MAX,
    }
}

#[cfg(not(unix))]
fn installed_memory() -> u64 {
    u64::MAX
}

/// Asks the processor to fetch the cache line of `word`, which will be read soon.
#[inline(always)]
#[expect(unsafe_code, reason = "there is no safe prefetch")]
pub(super) fn prefetch(word: &AtomicU64) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch is a hint without effect on memory, and every x86-64 processor has it.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(word).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = word;
}
