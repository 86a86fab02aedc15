//! A setting, declared once for its control, the command line, scene files and CSV headers.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;
use std::sync::Arc;

use crate::names::there_are;

/// The declaration of a setting.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// Id, as in `--set id=value`, in files and in CSV columns; it never changes.
    pub id: &'static str,
    /// Caption of the control, in English.
    pub label: &'static str,
    /// One sentence, for hover text and `--help`.
    pub help: &'static str,
    /// Unit of a number; empty if it has none.
    pub unit: &'static str,
    /// The accepted values.
    pub range: Range,
}

/// The values of a setting, and its default.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Range {
    /// One of a few options, each with an explanation.
    Choice {
        /// Every option with its explanation, in the order of the menu.
        options: &'static [(&'static str, &'static str)],
        /// The initial option, one of `options`.
        default: &'static str,
    },
    /// A whole number from `min` to `max`.
    Whole {
        /// The smallest accepted number.
        min: u64,
        /// The largest accepted number.
        max: u64,
        /// The initial number, from `min` to `max`.
        default: u64,
    },
    /// A real number from `min` to `max`, in [`Setting::unit`].
    Real {
        /// The smallest accepted number.
        min: f64,
        /// The largest accepted number.
        max: f64,
        /// The initial number, from `min` to `max`.
        default: f64,
        /// How a slider spreads the numbers.
        scale: Scale,
    },
    /// A switch that is on or off.
    Switch {
        /// The initial state.
        default: bool,
    },
    /// Relative weights from 0 to 1, one for each of several items; all 1 initially.
    Shares {
        /// The names of the items, which also give their number and order.
        of: &'static [&'static str],
    },
    /// A text of several lines, such as a table of passes.
    Text {
        /// The initial text.
        default: &'static str,
        /// The kind of text.
        kind: TextKind,
    },
}

/// A kind of text that a setting takes.
#[derive(Clone, Copy, Debug)]
pub struct TextKind {
    /// The kind in words, with an article.
    pub what: &'static str,
    /// Checks a text; the error is one line that says what is wrong and what would be right.
    pub check: fn(&str) -> Result<(), String>,
    /// A checked text in a few characters.
    pub brief: fn(&str) -> String,
}

impl PartialEq for TextKind {
    fn eq(&self, other: &Self) -> bool {
        self.what == other.what
    }
}

/// How a slider spreads real numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Equal steps differ by the same amount.
    Linear,
    /// Equal steps differ by the same factor.
    Logarithmic,
}

/// A value of a setting.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// An option of a [`Range::Choice`].
    Word(&'static str),
    /// A number of a [`Range::Whole`].
    Whole(u64),
    /// A number of a [`Range::Real`].
    Real(f64),
    /// The state of a [`Range::Switch`]: `true` is on.
    Switch(bool),
    /// The weights of a [`Range::Shares`], 0 to 1 each, in the order of its `of`.
    Shares(Vec<f64>),
    /// A [`Range::Text`], as its author wrote it.
    Text(Arc<str>),
}

/// Writes a text as one word, which stands in links, scene files and arguments: letters, digits and most signs as they
/// are, a space as `+`, the end of a line as `;`, other characters as `%` and two hexadecimal digits for each byte.
pub fn in_one_word(text: &str) -> String {
    let mut word = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b' ' => word.push('+'),
            b'\n' => word.push(';'),
            b'a'..=b'z'
            | b'A'..=b'Z'
            | b'0'..=b'9'
            | b'-'
            | b'_'
            | b'.'
            | b'='
            | b':'
            | b'('
            | b')'
            | b'/' => {
                word.push(char::from(byte));
            }
            _ => word += &format!("%{byte:02X}"),
        }
    }
    word
}

/// The text of [`in_one_word`]. Characters that need no other form may also stand for themselves.
pub fn of_one_word(word: &str) -> String {
    let bytes = word.as_bytes();
    let digit = |at: usize| bytes.get(at).and_then(|byte| char::from(*byte).to_digit(16));
    let (mut text, mut at) = (Vec::with_capacity(bytes.len()), 0);
    while let Some(byte) = bytes.get(at) {
        at += 1;
        match (byte, digit(at), digit(at + 1)) {
            (b'+', ..) => text.push(b' '),
            (b';', ..) => text.push(b'\n'),
            (b'%', Some(high), Some(low)) => {
                text.push((16 * high + low) as u8);
                at += 2;
            }
            _ => text.push(*byte),
        }
    }
    String::from_utf8_lossy(&text).into_owned()
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Word(word) => f.write_str(word),
            Self::Whole(number) => number.fmt(f),
            Self::Real(number) => number.fmt(f),
            Self::Switch(on) => f.write_str(if *on { "on" } else { "off" }),
            Self::Shares(shares) => {
                let shares: Vec<_> = shares.iter().map(f64::to_string).collect();
                f.write_str(&shares.join(","))
            }
            Self::Text(text) => f.write_str(&in_one_word(text)),
        }
    }
}

/// One option of a setting: its name, its explanation, and the value that it stands for in the program. All three are
/// in one row, so that no option lacks a value.
pub type Meaning<T> = (&'static str, &'static str, T);

/// A setting with a few named options, each with a value in the program.
pub struct Choice<T: 'static> {
    /// The declaration of the setting. Its options are some or all of those in `rows`.
    pub setting: Setting,
    rows: &'static [Meaning<T>],
}

impl<T: Copy> Choice<T> {
    /// A choice whose setting takes its options from these rows: see [`words`].
    pub const fn new(setting: Setting, rows: &'static [Meaning<T>]) -> Self {
        Self { setting, rows }
    }

    /// The value of the chosen option; that of the default option if these settings have no such choice.
    pub fn of(&self, settings: &Settings) -> T {
        self.if_declared(settings).unwrap_or(match self.setting.range {
            Range::Choice { default, .. } => self.meaning(default).unwrap_or(self.rows[0].2),
            _ => self.rows[0].2,
        })
    }

    /// The value of the chosen option; `None` if these settings have no such choice.
    pub fn if_declared(&self, settings: &Settings) -> Option<T> {
        self.meaning(settings.word(self.setting.id)?)
    }

    fn meaning(&self, word: &str) -> Option<T> {
        self.rows.iter().find(|(known, ..)| *known == word).map(|(.., meaning)| *meaning)
    }
}

/// The rows as the options of a [`Range::Choice`].
pub const fn words<T, const N: usize>(rows: &[Meaning<T>; N]) -> [(&'static str, &'static str); N] {
    let mut options = [("", ""); N];
    let mut row = 0;
    while row < N {
        options[row] = (rows[row].0, rows[row].1);
        row += 1;
    }
    options
}

/// Values for a list of declared settings, each within its range.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    declared: &'static [Setting],
    values: Vec<Value>,
}

/// Hashes every value as text, because floating-point numbers have no hash.
impl Hash for Settings {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.iter().for_each(|(setting, value)| (setting.id, value.to_string()).hash(state));
    }
}

impl Settings {
    /// Every setting at its default.
    pub fn defaults(declared: &'static [Setting]) -> Self {
        Self { declared, values: declared.iter().map(Setting::default).collect() }
    }

    /// Declarations with their values.
    pub fn iter(&self) -> impl Iterator<Item = (&'static Setting, Value)> + '_ {
        self.declared.iter().zip(self.values.iter().cloned())
    }

    /// Whether a setting with this id is declared.
    pub fn has(&self, id: &str) -> bool {
        self.declared.iter().any(|s| s.id == id)
    }

    /// Parses `text` as the value of `id`. An error names the expected values and changes nothing.
    pub fn set(&mut self, id: &str, text: &str) -> Result<(), String> {
        let value = self.parse(id, text)?;
        self.put(id, value);
        Ok(())
    }

    /// Parses `text` as a value of `id`. An error names the expected values.
    pub fn parse(&self, id: &str, text: &str) -> Result<Value, String> {
        let Some(setting) = self.declared.iter().find(|s| s.id == id) else {
            let names: Vec<_> = self.declared.iter().map(|s| s.id).collect();
            return Err(format!("no setting is called {id:?}; {}", there_are(id, &names)));
        };
        setting.parse(text)
    }

    /// Sets `id` to a value within its range, as controls and [`Settings::parse`] give it. Settings without `id` stay.
    pub fn put(&mut self, id: &str, value: Value) {
        if let Some(index) = self.declared.iter().position(|s| s.id == id) {
            debug_assert_eq!(self.declared[index].parse(&value.to_string()).as_ref(), Ok(&value));
            self.values[index] = value;
        }
    }

    /// The option chosen for `id`; `None` if no such choice is declared. The getters of the other kinds answer alike.
    pub fn word(&self, id: &str) -> Option<&'static str> {
        if let Value::Word(word) = self.value(id)? { Some(word) } else { None }
    }

    /// The whole number set for `id`.
    pub fn whole(&self, id: &str) -> Option<u64> {
        if let Value::Whole(number) = self.value(id)? { Some(*number) } else { None }
    }

    /// The real number set for `id`, in its unit.
    pub fn real(&self, id: &str) -> Option<f64> {
        if let Value::Real(number) = self.value(id)? { Some(*number) } else { None }
    }

    /// Whether `id` is on.
    pub fn switch(&self, id: &str) -> Option<bool> {
        if let Value::Switch(on) = self.value(id)? { Some(*on) } else { None }
    }

    /// The shares set for `id`, in the order of their declaration.
    pub fn shares(&self, id: &str) -> Option<&[f64]> {
        if let Value::Shares(shares) = self.value(id)? { Some(shares) } else { None }
    }

    /// The text set for `id`, as its author wrote it.
    pub fn text(&self, id: &str) -> Option<&str> {
        if let Value::Text(text) = self.value(id)? { Some(text) } else { None }
    }

    fn value(&self, id: &str) -> Option<&Value> {
        self.declared.iter().position(|s| s.id == id).map(|index| &self.values[index])
    }
}

impl Setting {
    /// The initial value.
    pub fn default(&self) -> Value {
        match self.range {
            Range::Choice { default, .. } => Value::Word(default),
            Range::Whole { default, .. } => Value::Whole(default),
            Range::Real { default, .. } => Value::Real(default),
            Range::Switch { default } => Value::Switch(default),
            Range::Shares { of } => Value::Shares(vec![*SHARE.end(); of.len()]),
            Range::Text { default, .. } => Value::Text(default.into()),
        }
    }

    /// Bounds of a whole-number setting.
    ///
    /// # Panics
    /// If the setting is of another kind, which is a mistake in the program.
    pub const fn wholes(&self) -> RangeInclusive<u64> {
        match self.range {
            Range::Whole { min, max, .. } => RangeInclusive::new(min, max),
            _ => panic!("not a whole number"),
        }
    }

    /// Bounds of the values of a real-number setting ([`Range::Real`]); for [`Range::Shares`], bounds of each weight.
    ///
    /// # Panics
    /// If the setting is of another kind, which is a mistake in the program.
    pub const fn reals(&self) -> RangeInclusive<f64> {
        match self.range {
            Range::Real { min, max, .. } => RangeInclusive::new(min, max),
            Range::Shares { .. } => SHARE,
            _ => panic!("not a real number"),
        }
    }

    /// The help text without its full stop, as the command line prints it.
    pub fn short_help(&self) -> &'static str {
        self.help.trim_end_matches('.')
    }

    /// Parses a value. The error names the expected values.
    pub fn parse(&self, text: &str) -> Result<Value, String> {
        let number = |text: &str| text.trim().parse().ok().filter(|number| self.reals().contains(number));
        let value = match self.range {
            Range::Choice { options, .. } => {
                options.iter().find(|(word, _)| *word == text).map(|(word, _)| Value::Word(word))
            }
            Range::Whole { .. } => {
                text.parse().ok().filter(|number| self.wholes().contains(number)).map(Value::Whole)
            }
            Range::Real { .. } => number(text).map(Value::Real),
            Range::Switch { .. } => match text {
                "on" => Some(Value::Switch(true)),
                "off" => Some(Value::Switch(false)),
                _ => None,
            },
            Range::Shares { of } => {
                let shares: Option<Vec<f64>> = text.split(',').map(number).collect();
                shares.filter(|shares| shares.len() == of.len()).map(Value::Shares)
            }
            Range::Text { kind, .. } => {
                let text = of_one_word(text);
                (kind.check)(&text).map_err(|why| format!("{}: {why}", self.id))?;
                Some(Value::Text(text.into()))
            }
        };
        value.ok_or_else(|| format!("{}: expected {}, got {text:?}", self.id, self.takes()))
    }

    /// The accepted values, in words.
    fn takes(&self) -> String {
        let unit = if self.unit.is_empty() { String::new() } else { format!(" {}", self.unit) };
        match self.range {
            Range::Choice { options, .. } => {
                let words: Vec<_> = options.iter().map(|(word, _)| *word).collect();
                format!("one of {}", words.join(", "))
            }
            Range::Whole { min, max, .. } => format!("a whole number from {min} to {max}{unit}"),
            Range::Real { min, max, .. } => format!("a number from {min} to {max}{unit}"),
            Range::Switch { .. } => "on or off".to_owned(),
            Range::Shares { of } => {
                let (min, max) = SHARE.into_inner();
                format!("{} numbers from {min} to {max}, for {}", of.len(), of.join(", "))
            }
            Range::Text { kind, .. } => kind.what.to_owned(),
        }
    }

    /// A value as text that is short enough for a caption or a column heading.
    pub fn brief(&self, value: &Value) -> String {
        match (self.range, value) {
            (Range::Text { kind, .. }, Value::Text(text)) => (kind.brief)(text),
            _ => value.to_string(),
        }
    }
}

/// Bounds of a share.
const SHARE: RangeInclusive<f64> = 0.0..=1.0;

/// Options whose name alone says too little, with their names in a menu.
const TITLES: [(&str, &str); 7] = [
    ("alone", "Cone alone"),
    ("bound", "Safe bound"),
    ("cubic", "Sign of the cubic"),
    ("one-plane", "Side of one plane"),
    ("plain", "Plain Möller–Trumbore"),
    ("swept", "Whole step"),
    ("with-contour", "Cone and contour"),
];

/// An option's name as a menu shows it: capitalised, with spaces for hyphens; single letters (axes) stay as they
/// are.
pub fn title(word: &str) -> String {
    if let Some((_, title)) = TITLES.iter().find(|(id, _)| *id == word) {
        return (*title).to_owned();
    }
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

    const ROWS: [Meaning<u8>; 2] = [("a", "the first", 1), ("b", "the second", 2)];
    const C: Choice<u8> =
        Choice::new(setting("c", "", Range::Choice { options: &words(&ROWS), default: "b" }), &ROWS);
    const DECLARED: &[Setting] = &[
        setting("n", "", Range::Whole { min: 2, max: 9, default: 3 }),
        C.setting,
        setting("r", "m", Range::Real { min: 0.5, max: 2.0, default: 1.0, scale: Scale::Linear }),
        setting("s", "", Range::Switch { default: false }),
        setting("m", "", Range::Shares { of: &["cones", "cubes"] }),
    ];

    const fn setting(id: &'static str, unit: &'static str, range: Range) -> Setting {
        Setting { id, label: "", help: "Does something.", unit, range }
    }

    #[test]
    fn values_are_read_and_wrong_ones_are_explained() {
        let mut s = Settings::defaults(DECLARED);
        let of = |s: &Settings| (s.whole("n"), s.word("c"), s.real("r"), s.switch("s"));
        assert_eq!(of(&s), (Some(3), Some("b"), Some(1.0), Some(false)));
        assert_eq!(s.shares("m"), Some(&[1.0, 1.0][..]));
        assert_eq!((s.whole("c"), s.word("none"), s.real("n")), (None, None, None));
        for (id, text) in [("n", "9"), ("c", "a"), ("r", "0.5"), ("s", "on"), ("m", "0, 0.25")] {
            s.set(id, text).unwrap();
        }
        let after = s.clone();
        assert_eq!(of(&s), (Some(9), Some("a"), Some(0.5), Some(true)));
        assert_eq!(s.shares("m"), Some(&[0.0, 0.25][..]));
        for (id, text, says) in [
            ("n", "10", "n: expected a whole number from 2 to 9, got \"10\""),
            ("c", "x", "c: expected one of a, b, got \"x\""),
            ("r", "NaN", "r: expected a number from 0.5 to 2 m, got \"NaN\""),
            ("s", "yes", "s: expected on or off, got \"yes\""),
            ("m", "1", "m: expected 2 numbers from 0 to 1, for cones, cubes, got \"1\""),
            ("m", "1,inf", "m: expected 2 numbers from 0 to 1, for cones, cubes, got \"1,inf\""),
            ("z", "1", "no setting is called \"z\"; there are n, c, r, s, m"),
        ] {
            assert_eq!(s.set(id, text).unwrap_err(), says);
        }
        assert_eq!(s, after, "a refused value changes nothing");
        let mut again = Settings::defaults(DECLARED);
        s.iter().for_each(|(setting, value)| again.set(setting.id, &value.to_string()).unwrap());
        assert_eq!(again, s, "a value is read as it is written");
    }

    #[test]
    fn a_word_has_the_meaning_of_its_row() {
        let mut s = Settings::defaults(DECLARED);
        assert_eq!(C.of(&s), 2);
        s.set("c", "a").unwrap();
        assert_eq!((C.of(&s), C.if_declared(&s)), (1, Some(1)));
        assert_eq!(C.if_declared(&Settings::defaults(&[])), None);
        assert_eq!(words(&ROWS), [("a", "the first"), ("b", "the second")]);
    }
}
