//! The options that an engine offers, and whether a value suits one.

/// What values an option takes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OptionKind {
    /// `true` or `false`.
    Check,
    /// A whole number, from the least to the most.
    Spin(i64, i64),
    /// One of a list.
    Combo(Vec<String>),
    /// No value: setting it does something.
    Button,
    /// Any text.
    Text,
}

/// An option that an engine offers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineOption {
    /// Its name; case does not matter.
    pub name: String,
    /// What it takes.
    pub kind: OptionKind,
}

impl EngineOption {
    /// Reads an `option name … type …` line. Names and values of lists may contain blanks.
    pub fn read(line: &str) -> Option<Self> {
        let rest = line.trim().strip_prefix("option")?.trim_start().strip_prefix("name ")?;
        let words: Vec<&str> = rest.split_whitespace().collect();
        let type_at = words.iter().position(|&word| word == "type")?;
        let name = words[..type_at].join(" ");
        let fields = Fields(&words[type_at..]);
        let number = |key| fields.first(key).and_then(|text| text.parse().ok());
        let kind = match fields.first("type")?.as_str() {
            "check" => OptionKind::Check,
            "button" => OptionKind::Button,
            "combo" => OptionKind::Combo(fields.all("var")),
            "spin" => OptionKind::Spin(
                number("min").unwrap_or(i64::MIN),
                number("max").unwrap_or(i64::MAX),
            ),
            _ => OptionKind::Text,
        };
        (!name.is_empty()).then_some(Self { name, kind })
    }

    /// The line that sets the option.
    ///
    /// # Errors
    /// Says what values the option takes when `value` is none of them.
    pub fn set(&self, value: &str) -> Result<String, String> {
        let name = &self.name;
        match &self.kind {
            OptionKind::Button => return Ok(format!("setoption name {name}")),
            OptionKind::Check if !matches!(value, "true" | "false") => {
                return Err(format!("option {name} is true or false, not '{value}'"));
            }
            OptionKind::Spin(least, most) => {
                let number = value.parse::<i64>();
                if !number.is_ok_and(|number| (*least..=*most).contains(&number)) {
                    let range = format!("option {name} goes from {least} to {most}");
                    return Err(format!("{range}, '{value}' does not"));
                }
            }
            OptionKind::Combo(values) if !values.iter().any(|known| known == value) => {
                return Err(format!("option {name} has no value '{value}'"));
            }
            OptionKind::Check | OptionKind::Combo(_) | OptionKind::Text => {}
        }
        Ok(format!("setoption name {name} value {value}"))
    }
}

/// The words of an option line after its name: keys, each with the words up to the next key.
struct Fields<'a>(&'a [&'a str]);

impl Fields<'_> {
    fn all(&self, key: &str) -> Vec<String> {
        let is_key = |word: &str| matches!(word, "type" | "default" | "min" | "max" | "var");
        let starts = (0..self.0.len()).filter(|&at| self.0[at] == key);
        starts
            .map(|at| {
                let value = self.0[at + 1..].iter().take_while(|word| !is_key(word));
                value.copied().collect::<Vec<_>>().join(" ")
            })
            .collect()
    }

    fn first(&self, key: &str) -> Option<String> {
        self.all(key).into_iter().next()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> EngineOption {
        EngineOption::read(line).unwrap()
    }

    #[test]
    fn every_type_is_read() {
        let hash = read("option name Hash type spin default 16 min 1 max 131072");
        assert_eq!(hash.kind, OptionKind::Spin(1, 131_072));
        assert_eq!(read("option name Ponder type check default false").kind, OptionKind::Check);
        assert_eq!(read("option name Clear Hash type button").name, "Clear Hash");
        assert_eq!(read("option name Book type string default <empty>").kind, OptionKind::Text);
        let combo = read("option name Style type combo default Very solid var Very solid var Wild");
        assert_eq!(combo.kind, OptionKind::Combo(vec!["Very solid".into(), "Wild".into()]));
    }

    #[test]
    fn other_lines_are_no_options() {
        for line in [
            "",
            "option",
            "option name",
            "option name Hash",
            "id name option",
            "option name type spin",
        ] {
            assert_eq!(EngineOption::read(line), None, "{line}");
        }
    }

    #[test]
    fn values_are_checked() {
        let hash = read("option name Hash type spin default 16 min 1 max 64");
        assert_eq!(hash.set("64").unwrap(), "setoption name Hash value 64");
        assert!(hash.set("65").is_err() && hash.set("much").is_err());
        let button = read("option name Clear Hash type button");
        assert_eq!(button.set("").unwrap(), "setoption name Clear Hash");
        let check = read("option name Ponder type check default false");
        assert!(check.set("true").is_ok() && check.set("yes").is_err());
        assert!(read("option name V type combo default a var a var b").set("c").is_err());
    }
}
