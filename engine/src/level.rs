//! What the processor can do, asked once and carried as a type.
//!
//! The program is built for the plainest processor of its kind. The hot loops are compiled a second time for processors
//! with AVX2 and the bit instructions that came with it; a [`Level`] picks one of the two at the top of a search, and
//! the type parameter keeps every call below it direct.

use std::fmt::Debug;

/// A set of processor features that code may be compiled for.
pub trait Level: Copy + Debug + Send + Sync + 'static {
    /// The name told to users.
    const NAME: &'static str;

    /// Runs `work` in code compiled for this level. Only what is inlined into it gains.
    fn run<T>(self, work: impl FnOnce() -> T) -> T;
}

/// Code for every processor of the architecture.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Level for Portable {
    const NAME: &'static str = "portable";

    #[inline(always)]
    fn run<T>(self, work: impl FnOnce() -> T) -> T {
        work()
    }
}

/// Code for x86-64 processors with AVX2, BMI1, BMI2, LZCNT and POPCNT (x86-64-v3). A value of this type is the proof
/// that the processor has them.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

#[cfg(target_arch = "x86_64")]
impl Avx2 {
    /// The level, if this processor has it.
    pub fn detect() -> Option<Self> {
        let has_all = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        has_all.then_some(Self(()))
    }
}

#[cfg(target_arch = "x86_64")]
impl Level for Avx2 {
    const NAME: &'static str = "avx2";

    #[inline(always)]
    #[expect(unsafe_code, reason = "calling code for a level that was detected")]
    fn run<T>(self, work: impl FnOnce() -> T) -> T {
        // SAFETY: `self` exists only where the processor was found to have these features.
        unsafe { with_avx2(work) }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn with_avx2<T>(work: impl FnOnce() -> T) -> T {
    work()
}

/// Code that runs at whatever level is picked for it.
pub trait AtLevel {
    /// The result.
    type Output;

    /// Runs at `level`.
    fn run<L: Level>(self, level: L) -> Self::Output;
}

/// Which level to run at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Choice {
    /// The best this processor has.
    #[default]
    Detect,
    /// The portable one everywhere, to compare with.
    Portable,
}

impl Choice {
    /// Runs `work` at the chosen level.
    pub fn run<W: AtLevel>(self, work: W) -> W::Output {
        #[cfg(target_arch = "x86_64")]
        if self == Self::Detect
            && let Some(level) = Avx2::detect()
        {
            return work.run(level);
        }
        work.run(Portable)
    }

    /// The name of the level this choice comes to on this processor.
    pub fn name(self) -> &'static str {
        struct Name;
        impl AtLevel for Name {
            type Output = &'static str;
            fn run<L: Level>(self, _: L) -> &'static str {
                L::NAME
            }
        }
        self.run(Name)
    }
}
