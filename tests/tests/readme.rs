//! The console blocks of the documents, run as a reader would run them.

use breach_tests::program;

#[test]
fn console_blocks_show_what_the_programs_print() {
    trycmd::TestCases::new()
        .register_bin("breach", program::breach())
        .register_bin("breach-tools", program::breach_tools())
        .case("../README.md");
}
