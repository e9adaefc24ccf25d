//! Any bytes as a line of UCI: read without a panic, and what was read is written and read again as the same.

#![no_main]

use breach_protocol::command::Command;
use breach_protocol::dialect::uci;
use breach_protocol::options;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let line = String::from_utf8_lossy(bytes);
    match uci::read(&line) {
        Ok(None) => {}
        Ok(Some(command)) => {
            let written = uci::write(&command);
            assert_eq!(uci::read(&written).as_ref(), Ok(&Some(command.clone())), "{written:?}");
            if let Command::SetOption { name, value } = command
                && let Err(error) = options::read(&name, value.as_deref())
            {
                assert!(!error.to_string().contains(char::is_control));
            }
        }
        Err(error) => assert!(!error.to_string().contains(char::is_control)),
    }
});
