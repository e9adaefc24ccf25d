//! Notes who compiles the program for what, for the command `compiler`.

use std::env;
use std::process::Command;

fn main() {
    let compiler = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = Command::new(compiler).arg("--version").output();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    let version = version.unwrap_or_else(|_| "an unknown compiler".to_owned());
    let target = env::var("TARGET").unwrap_or_else(|_| "an unknown target".to_owned());
    println!("cargo::rustc-env=BREACH_COMPILER={version}");
    println!("cargo::rustc-env=BREACH_TARGET={target}");
    println!("cargo::rerun-if-changed=build.rs");
}
