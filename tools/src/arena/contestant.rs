//! A program that takes part, with the time it may use.

use std::path::{Path, PathBuf};
use std::time::Duration;

use super::clock::read_seconds;
use super::settings::{key_value, unknown_key, value};
use super::{Pace, SettingError};
use crate::engine_process::Program;

const KEYS: &str =
    "cmd, name, arg, dir, option.NAME, tc, st, nodes, depth, timemargin (ms), proto (uci)";

/// A player of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Contestant {
    /// What to start.
    pub program: Program,
    /// What its searches may use.
    pub pace: Pace,
}

/// Reads the engines of a match: the words of each `--engine`, then those of `--each`, which hold for every engine that
/// says nothing else.
///
/// # Errors
/// Names the engine and the word that is wrong, or the program that is missing.
pub fn read_contestants(
    engines: &[Vec<String>],
    each: &[String],
) -> Result<Vec<Contestant>, SettingError> {
    let mut general = Draft::default();
    for word in each {
        general.read("--each", word)?;
    }
    if general.command.is_some() || general.name.is_some() {
        return Err(SettingError::new("--each: cmd and name belong to one engine"));
    }
    let mut contestants: Vec<Contestant> = Vec::new();
    for (number, words) in engines.iter().enumerate() {
        let of = format!("engine {}", number + 1);
        let mut draft = Draft::default();
        for word in words {
            draft.read(&of, word)?;
        }
        let contestant = draft.finish(&of, &general)?;
        let name = &contestant.program.name;
        if contestants.iter().any(|other| other.program.name == *name) {
            let text = format!("{of}: another engine is called '{name}' too, give it a name=");
            return Err(SettingError::new(text));
        }
        contestants.push(contestant);
    }
    Ok(contestants)
}

/// What the words read so far say.
#[derive(Clone, Default)]
struct Draft {
    command: Option<String>,
    name: Option<String>,
    arguments: Vec<String>,
    directory: Option<PathBuf>,
    options: Vec<(String, String)>,
    pace: Pace,
}

impl Draft {
    fn read(&mut self, of: &str, word: &str) -> Result<(), SettingError> {
        let (key, text) = key_value(of, word)?;
        let seconds = || {
            let time = read_seconds(text).filter(|time| !time.is_zero());
            let error = || SettingError::new(format!("{of} {key}={text}: no time in seconds"));
            time.ok_or_else(error)
        };
        match key {
            "cmd" => self.command = Some(text.into()),
            "name" => self.name = Some(text.into()),
            "arg" => self.arguments.push(text.into()),
            "dir" => self.directory = Some(text.into()),
            "proto" if text == "uci" => {}
            "proto" => {
                return Err(SettingError::new(format!("{of} proto={text}: only uci is spoken")));
            }
            "tc" => self.pace.clock = Some(value(of, key, text)?),
            "st" => self.pace.move_time = Some(seconds()?),
            "nodes" => self.pace.nodes = Some(positive(of, key, text)?),
            "depth" => self.pace.depth = Some(positive::<u32>(of, key, text)?),
            "timemargin" => {
                self.pace.margin = Some(Duration::from_millis(value::<u32>(of, key, text)?.into()));
            }
            _ => match key.strip_prefix("option.") {
                Some(option) if !option.is_empty() => set(&mut self.options, option, text),
                _ => return Err(unknown_key(of, key, KEYS)),
            },
        }
        Ok(())
    }

    fn finish(self, of: &str, general: &Self) -> Result<Contestant, SettingError> {
        let command = self.command.ok_or_else(|| SettingError::new(format!("{of}: no cmd=")))?;
        let path = find_program(of, &command)?;
        let file_name = || Path::new(&command).file_name().map(|name| name.to_string_lossy());
        let name = self.name.or_else(|| file_name().map(|name| name.to_string()));
        let directory = self.directory.or_else(|| general.directory.clone());
        if let Some(missing) = directory.as_ref().filter(|directory| !directory.is_dir()) {
            let text = format!("{of} dir={}: no such directory", missing.display());
            return Err(SettingError::new(text));
        }
        let mut options = general.options.clone();
        for (name, value) in &self.options {
            set(&mut options, name, value);
        }
        let pace = self.pace.or(&general.pace);
        if pace.is_unlimited() {
            let text = format!("{of}: nothing ends its searches, give tc=, st=, nodes= or depth=");
            return Err(SettingError::new(text));
        }
        if pace.clock.is_some() && pace.move_time.is_some() {
            return Err(SettingError::new(format!("{of}: tc and st exclude each other")));
        }
        let arguments = general.arguments.iter().chain(&self.arguments).map(Into::into).collect();
        let name = name.unwrap_or(command);
        Ok(Contestant { program: Program { name, path, arguments, directory, options }, pace })
    }
}

/// Sets an option, in place of an earlier value.
fn set(options: &mut Vec<(String, String)>, name: &str, value: &str) {
    options.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
    options.push((name.into(), value.into()));
}

/// Reads a number above 0.
fn positive<T: std::str::FromStr + Default + PartialEq>(
    of: &str,
    key: &str,
    text: &str,
) -> Result<T, SettingError>
where
    T::Err: std::fmt::Display,
{
    let number: T = value(of, key, text)?;
    if number == T::default() {
        return Err(SettingError::new(format!("{of} {key}=0: nothing could be searched")));
    }
    Ok(number)
}

/// The program that a command means, as a shell would find it. The path is absolute, so that it means the same from
/// another directory.
fn find_program(of: &str, command: &str) -> Result<PathBuf, SettingError> {
    let missing = |place: &str| SettingError::new(format!("{of}: no program '{command}'{place}"));
    if command.is_empty() {
        return Err(missing(""));
    }
    let found = if command.contains(std::path::MAIN_SEPARATOR) {
        Some(PathBuf::from(command)).filter(|path| is_program(path)).ok_or_else(|| missing(""))?
    } else {
        let path = std::env::var_os("PATH").unwrap_or_default();
        let mut places = std::env::split_paths(&path).map(|place| place.join(command));
        places.find(|file| is_program(file)).ok_or_else(|| missing(" on the path"))?
    };
    std::path::absolute(found).map_err(|error| SettingError::new(format!("{of}: {error}")))
}

fn is_program(path: &Path) -> bool {
    let Ok(file) = path.metadata() else { return false };
    #[cfg(unix)]
    let executable = std::os::unix::fs::PermissionsExt::mode(&file.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    let executable = true;
    file.is_file() && executable
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(String::from).collect()
    }

    fn read(engines: &[&str], each: &str) -> Result<Vec<Contestant>, SettingError> {
        let engines: Vec<_> = engines.iter().map(|text| words(text)).collect();
        read_contestants(&engines, &words(each))
    }

    #[test]
    fn engines_take_what_they_do_not_say_from_each() {
        let engines =
            ["cmd=sh name=one arg=-c option.hash=2 nodes=5", "cmd=/bin/sh arg=a arg=b tc=1+0.1"];
        let found = read(&engines, "option.Hash=1 option.Ponder=false st=0.1").unwrap();
        assert_eq!(found[0].program.name, "one");
        assert!(found[0].program.path.is_absolute());
        let option = |name: &str, value: &str| (name.to_string(), value.to_string());
        assert_eq!(found[0].program.options, [option("Ponder", "false"), option("hash", "2")]);
        assert_eq!(found[0].pace.move_time, Some(Duration::from_millis(100)));
        assert_eq!(found[0].pace.nodes, Some(5));
        assert_eq!(found[1].program.name, "sh");
        assert_eq!(found[1].program.arguments, ["a", "b"]);
        assert_eq!(found[1].pace.move_time, None);
    }

    #[test]
    fn mistakes_are_named_with_their_engine() {
        let error = |engines: &[&str], each| read(engines, each).unwrap_err().to_string();
        let cases: [(&[&str], &str, &str); 11] = [
            (&["cmd=sh", "name=x"], "depth=1", "engine 2: no cmd="),
            (&["cmd=no-such-program"], "depth=1", "no program 'no-such-program' on the path"),
            (&["cmd=/no/such"], "depth=1", "engine 1: no program '/no/such'"),
            (&["cmd=/etc/passwd"], "depth=1", "engine 1: no program '/etc/passwd'"),
            (&["cmd=sh"], "", "nothing ends its searches"),
            (&["cmd=sh", "cmd=sh"], "depth=1", "another engine is called 'sh'"),
            (&["cmd=sh hash=1"], "depth=1", "unknown key 'hash'"),
            (&["cmd=sh tc=x"], "", "'x' is no time control"),
            (&["cmd=sh tc=1 st=1"], "", "exclude each other"),
            (&["cmd=sh depth=0"], "", "depth=0"),
            (&["cmd=sh"], "name=x depth=1", "--each"),
        ];
        for (engines, each, expected) in cases {
            let found = error(engines, each);
            assert!(found.contains(expected), "{found}, expected {expected}");
            assert_eq!(found.lines().count(), 1);
        }
    }
}
