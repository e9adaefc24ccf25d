//! The engine's rules, proofs, texts and searches, tested from outside.
//!
//! One program, so that it is linked once. `solver`, `boards` and `freeling_board` are tools, `make_mates` makes a data
//! file; every other module is a set of tests.

use std::io::Write as _;

mod boards;
mod evaluation;
mod exact;
mod freeling_board;
mod freeling_evaluation;
mod freeling_properties;
mod freeling_rules;
mod freeling_texts;
mod freeling_vectors;
mod make_mates;
mod mates;
mod perft;
mod reports;
mod rules;
mod searches;
mod solver;
mod texts;

/// Whether tests that take more than a few seconds are to run, which `BREACH_SLOW_TESTS=1` asks for. Says what is left
/// out otherwise.
fn slow_tests_wanted(what: &str) -> bool {
    let wanted = std::env::var_os("BREACH_SLOW_TESTS").is_some();
    if !wanted {
        // Written past the test harness, which swallows what a passing test prints.
        let _ = writeln!(std::io::stderr(), "left out without BREACH_SLOW_TESTS=1: {what}");
    }
    wanted
}
