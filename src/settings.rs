//! A setting is declared once and serves slider, command line and CSV header.

use std::fmt;

/// What can be set, and how.
#[derive(Debug, PartialEq)]
pub struct Setting {
    /// As in `--set id=value`.
    pub id: &'static str,
    /// Beside the control.
    pub label: &'static str,
    /// When the pointer rests on it.
    pub help: &'static str,
    /// Which values it takes.
    pub range: Range,
}

/// The values of a setting; the default is named.
#[derive(Debug, PartialEq)]
pub enum Range {
    /// One of a few words.
    Choice {
        /// Word and explanation.
        options: &'static [(&'static str, &'static str)],
        /// One of the words.
        default: &'static str,
    },
    /// A whole number.
    Whole {
        /// Smallest.
        min: u32,
        /// Largest.
        max: u32,
        /// In between.
        default: u32,
    },
}

/// A value of a setting.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Of a [`Range::Choice`].
    Word(&'static str),
    /// Of a [`Range::Whole`].
    Whole(u32),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Whole(number) => number.fmt(f),
        }
    }
}

/// Values for a list of settings.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    declared: &'static [Setting],
    values: Vec<Value>,
}

impl Settings {
    /// Every setting at its default.
    pub fn defaults(declared: &'static [Setting]) -> Self {
        let default = |s: &Setting| match s.range {
            Range::Choice { default, .. } => Value::Word(default),
            Range::Whole { default, .. } => Value::Whole(default),
        };
        Self { declared, values: declared.iter().map(default).collect() }
    }

    /// Declarations and values side by side.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Setting, Value)> + '_ {
        self.declared.iter().zip(self.values.iter().copied())
    }

    /// Whether there is a setting of this name.
    pub fn has(&self, id: &str) -> bool {
        self.declared.iter().any(|s| s.id == id)
    }

    /// Reads a value as a person writes it. The message says what would be right.
    pub fn set(&mut self, id: &str, text: &str) -> Result<(), String> {
        let Some(index) = self.declared.iter().position(|s| s.id == id) else {
            let names: Vec<_> = self.declared.iter().map(|s| s.id).collect();
            return Err(match names.as_slice() {
                [] => format!("no setting is called {id:?}: there are none here"),
                _ => format!("no setting is called {id:?}; there are {}", names.join(", ")),
            });
        };
        self.values[index] = self.declared[index].parse(text)?;
        Ok(())
    }

    /// The word chosen for `id`.
    ///
    /// # Panics
    /// If no such choice is declared, which is a mistake in the program.
    pub fn word(&self, id: &str) -> &'static str {
        match self.value(id) {
            Value::Word(word) => word,
            Value::Whole(_) => panic!("setting {id} is a number"),
        }
    }

    /// The number set for `id`.
    ///
    /// # Panics
    /// If no such number is declared, which is a mistake in the program.
    pub fn whole(&self, id: &str) -> u32 {
        match self.value(id) {
            Value::Whole(number) => number,
            Value::Word(_) => panic!("setting {id} is a word"),
        }
    }

    fn value(&self, id: &str) -> Value {
        self.iter().find(|(s, _)| s.id == id).map(|(_, v)| v).unwrap_or_else(|| panic!("no setting {id}"))
    }
}

impl Setting {
    fn parse(&self, text: &str) -> Result<Value, String> {
        match self.range {
            Range::Choice { options, .. } => {
                let words: Vec<_> = options.iter().map(|(word, _)| *word).collect();
                let word = words.iter().find(|word| **word == text);
                word.map(|word| Value::Word(word))
                    .ok_or_else(|| format!("{} is one of {}, not {text:?}", self.id, words.join(", ")))
            }
            Range::Whole { min, max, .. } => match text.parse() {
                Ok(number) if (min..=max).contains(&number) => Ok(Value::Whole(number)),
                _ => Err(format!("{} is a whole number from {min} to {max}, not {text:?}", self.id)),
            },
        }
    }
}

/// A word of the command line as a person would write it; the name of an axis stays as it is.
pub fn title(word: &str) -> String {
    let mut letters = word.chars();
    match letters.next() {
        Some(first) if word.len() > 1 => {
            first.to_uppercase().chain(letters).collect::<String>().replace('-', " ")
        }
        _ => word.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DECLARED: &[Setting] = &[
        Setting { id: "n", label: "N", help: "", range: Range::Whole { min: 2, max: 9, default: 3 } },
        Setting {
            id: "c",
            label: "C",
            help: "",
            range: Range::Choice { options: &[("a", ""), ("b", "")], default: "b" },
        },
    ];

    #[test]
    fn values_are_read_and_wrong_ones_are_explained() {
        let mut s = Settings::defaults(DECLARED);
        assert_eq!((s.whole("n"), s.word("c")), (3, "b"));
        s.set("n", "9").unwrap();
        s.set("c", "a").unwrap();
        assert_eq!((s.whole("n"), s.word("c")), (9, "a"));
        assert_eq!(s.set("n", "10").unwrap_err(), "n is a whole number from 2 to 9, not \"10\"");
        assert_eq!(s.set("c", "x").unwrap_err(), "c is one of a, b, not \"x\"");
        assert_eq!(s.set("z", "1").unwrap_err(), "no setting is called \"z\"; there are n, c");
        assert_eq!((s.whole("n"), s.word("c")), (9, "a"), "a refused value changes nothing");
    }
}
