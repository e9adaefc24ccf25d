//! The programs under test: found beside the running test, and built if they are not there or not up to date.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The program `breach`.
pub fn breach() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| build("breach-protocol", "breach"))
}

/// The program `breach-tools`.
pub fn breach_tools() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| build("breach-tools", "breach-tools"))
}

/// Builds a program with the test's own profile, into the test's own folder.
fn build(package: &str, name: &str) -> PathBuf {
    let test = std::env::current_exe().expect("a test has a file");
    let profile = test.ancestors().nth(2).expect("it lies in target/PROFILE/deps");
    let release = profile.ends_with("release").then_some("--release");
    let target = profile.parent().expect("the profile's folder lies in the target's");
    let status = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--package", package, "--bin", name])
        .args(release)
        .arg("--target-dir")
        .arg(target)
        .status();
    assert!(status.is_ok_and(|status| status.success()), "{name} does not build");
    profile.join(name).with_extension(std::env::consts::EXE_EXTENSION)
}
