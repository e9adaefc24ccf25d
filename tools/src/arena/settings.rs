//! `key=value` words: how engines, openings and tests are given on the command line.

use std::str::FromStr;

use thiserror::Error;

use super::OpeningRule;
use crate::stats::Sprt;

/// A setting that cannot be used, in one line for the person who wrote it.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct SettingError(pub(super) String);

impl SettingError {
    pub(super) fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

/// Splits a word of the group that `of` names.
pub(super) fn key_value<'a>(of: &str, word: &'a str) -> Result<(&'a str, &'a str), SettingError> {
    word.split_once('=')
        .ok_or_else(|| SettingError::new(format!("{of}: '{word}' is not key=value")))
}

/// The error for a key that the group has not.
pub(super) fn unknown_key(of: &str, key: &str, known: &str) -> SettingError {
    SettingError::new(format!("{of}: unknown key '{key}' (known: {known})"))
}

/// Reads a value, naming group and key if it cannot be.
pub(super) fn value<T: FromStr>(of: &str, key: &str, text: &str) -> Result<T, SettingError>
where
    T::Err: std::fmt::Display,
{
    text.parse().map_err(|error| SettingError::new(format!("{of} {key}={text}: {error}")))
}

/// Reads `--openings`: `plies=6` or `plies=4-6`, and `balance=40`, centipawns.
///
/// # Errors
/// Names the word that is wrong.
pub fn read_openings(words: &[String]) -> Result<OpeningRule, SettingError> {
    let of = "--openings";
    let mut rule = OpeningRule::default();
    for word in words {
        match key_value(of, word)? {
            ("plies", text) => rule.plies = value(of, "plies", text)?,
            ("balance", text) => rule.balance = Some(value(of, "balance", text)?),
            (key, _) => return Err(unknown_key(of, key, "plies, balance")),
        }
    }
    Ok(rule)
}

/// Reads `--sprt`: `elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized`, any of them left out.
///
/// # Errors
/// Names the word that is wrong.
pub fn read_sprt(words: &[String]) -> Result<Sprt, SettingError> {
    let of = "--sprt";
    let mut sprt = Sprt::default();
    for word in words {
        let (key, text) = key_value(of, word)?;
        match key {
            "elo0" => sprt.elo0 = value(of, key, text)?,
            "elo1" => sprt.elo1 = value(of, key, text)?,
            "alpha" => sprt.alpha = value(of, key, text)?,
            "beta" => sprt.beta = value(of, key, text)?,
            "model" => sprt.model = value(of, key, text)?,
            _ => return Err(unknown_key(of, key, "elo0, elo1, alpha, beta, model")),
        }
    }
    sprt.checked().map_err(|error| SettingError::new(format!("{of}: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::Model;

    fn words(text: &str) -> Vec<String> {
        text.split_whitespace().map(String::from).collect()
    }

    #[test]
    fn tests_are_read_with_defaults() {
        let sprt = read_sprt(&words("elo0=-3 elo1=1.5 model=logistic")).unwrap();
        assert_eq!((sprt.elo0, sprt.elo1, sprt.alpha), (-3.0, 1.5, 0.05));
        assert_eq!(sprt.model, Model::Logistic);
        assert_eq!(read_sprt(&[]).unwrap(), Sprt::default());
    }

    #[test]
    fn openings_are_read_in_any_order_and_written_back() {
        for text in ["plies=2", "plies=4-6 balance=40"] {
            assert_eq!(read_openings(&words(text)).unwrap().to_string(), text);
        }
        let reversed = read_openings(&words("balance=40 plies=4-6")).unwrap();
        assert_eq!(reversed.to_string(), "plies=4-6 balance=40");
        assert!(read_openings(&words("balance=-1")).is_err());
    }

    #[test]
    fn wrong_words_are_named() {
        let error = |text| read_sprt(&words(text)).unwrap_err().to_string();
        assert!(error("elo2=1").contains("unknown key 'elo2'"));
        assert!(error("elo0=x").contains("elo0=x"));
        assert!(error("elo0").contains("'elo0'"));
        assert!(error("model=bayesian").contains("bayesian"));
        assert!(error("elo0=7").contains("less than"));
        let error = read_openings(&words("file=x")).unwrap_err().to_string();
        assert!(error.contains("unknown key 'file'"));
    }
}
