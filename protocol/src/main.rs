//! The program `breach`: a session on its standard input and output, or one command and out.

use std::env;
use std::io::{self, BufReader, IsTerminal, Write};
use std::process::ExitCode;

use breach_protocol::session::SessionError;
use breach_protocol::{AUTHOR, NAME, VERSION, session};

mod cli;

fn main() -> ExitCode {
    env_logger::init();
    // Programs that talk to this one start it without arguments, and wait.
    let result = if env::args_os().len() <= 1 { talk() } else { cli::run() };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "breach: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn talk() -> anyhow::Result<()> {
    let mut output = io::stdout();
    if io::stdin().is_terminal() {
        writeln!(
            output,
            "{NAME} {VERSION} by {AUTHOR}: type 'uci' to talk to it, 'help' for commands, 'quit' to leave"
        )?;
    }
    Ok(session::run(BufReader::new(io::stdin()), output)?)
}

/// Nobody reads on: that is no failure.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = match error.downcast_ref::<SessionError>() {
        Some(SessionError::Io(io)) => Some(io),
        _ => error.downcast_ref::<io::Error>(),
    };
    io.is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe)
}
