//! A JSON tree whose errors name the place in the document.

use std::{
    collections::HashSet,
    fmt::{self, Display},
};

use crate::geometry::budget::Budget;
use crate::names::{nearest, quoted};
use crate::ui::format::number_of;
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};

/// A JSON value. Unlike serde_json's, it keeps the order of an object's fields and refuses duplicate fields.
#[derive(Debug)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool,
    /// A number.
    Number(f64),
    /// A text in quotes.
    Text(String),
    /// A list.
    List(Vec<Json>),
    /// An object: its fields in their order.
    Object(Vec<(String, Json)>),
}

/// An error and its place; each level of the tree prepends its part of the path.
#[derive(Debug)]
pub struct Problem {
    /// The path to the place, such as `cases[0].a`; empty at the root.
    pub place: String,
    /// The error.
    pub text: String,
}

impl Problem {
    /// An error at the root.
    pub fn new(text: impl Into<String>) -> Self {
        Self { place: String::new(), text: text.into() }
    }

    /// Prefixes the place with the field `name`.
    pub fn within(mut self, name: &str) -> Self {
        let dot = if self.place.is_empty() || self.place.starts_with('[') { "" } else { "." };
        self.place = format!("{name}{dot}{}", self.place);
        self
    }

    /// Prefixes the place with the list index `index`.
    pub fn within_index(self, index: usize) -> Self {
        self.within(&format!("[{index}]"))
    }
}

impl Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.place.as_str() {
            "" => f.write_str(&self.text),
            place => write!(f, "{place}: {}", self.text),
        }
    }
}

impl Json {
    /// The fields of an object.
    pub fn object(&self) -> Result<&[(String, Json)], Problem> {
        match self {
            Json::Object(fields) => Ok(fields),
            other => Err(other.unlike("an object { … }")),
        }
    }

    /// The values of the fields `known`, in that order. Any other field is an error.
    pub fn fields<const N: usize>(&self, known: [&str; N]) -> Result<[Option<&Json>; N], Problem> {
        let mut values = [None; N];
        for (name, value) in self.object()? {
            let Some(i) = known.iter().position(|k| k == name) else {
                return Err(Problem::new(format!(
                    "unknown field {}; {}",
                    quoted(name),
                    suggestion(name, &known)
                )));
            };
            values[i] = Some(value);
        }
        Ok(values)
    }

    /// The items of a list.
    pub fn list(&self) -> Result<&[Json], Problem> {
        match self {
            Json::List(items) => Ok(items),
            other => Err(other.unlike("a list [ … ]")),
        }
    }

    /// A list of exactly N items.
    pub fn array<T: Copy + Default, const N: usize>(
        &self,
        read: impl Fn(&Json) -> Result<T, Problem>,
    ) -> Result<[T; N], Problem> {
        let items = self.list()?;
        if items.len() != N {
            let numbers = number_of(items.len(), "number", "numbers");
            return Err(Problem::new(format!("has {numbers}, but needs {N}")));
        }
        let mut array = [T::default(); N];
        for (i, item) in items.iter().enumerate() {
            array[i] = read(item).map_err(|p| p.within_index(i))?;
        }
        Ok(array)
    }

    /// The value of a number.
    pub fn number(&self) -> Result<f64, Problem> {
        match self {
            Json::Number(number) => Ok(*number),
            other => Err(other.unlike("a number")),
        }
    }

    /// The characters of a text.
    pub fn text(&self) -> Result<&str, Problem> {
        match self {
            Json::Text(text) => Ok(text),
            other => Err(other.unlike("a text in quotes")),
        }
    }

    fn unlike(&self, wanted: &str) -> Problem {
        let found = match self {
            Json::Null => "null",
            Json::Bool => "true or false",
            Json::Number(_) => "a number",
            Json::Text(_) => "a text",
            Json::List(_) => "a list",
            Json::Object(_) => "an object",
        };
        Problem::new(format!("is {found}, but must be {wanted}"))
    }
}

/// Returns the value of the field `name`, or an error if it is missing.
pub fn required<'a>(value: Option<&'a Json>, name: &str) -> Result<&'a Json, Problem> {
    value.ok_or_else(|| Problem::new(format!("field \"{name}\" is missing; add it")))
}

/// A hint that suggests one of the `known` words instead of `word`.
pub fn suggestion(word: &str, known: &[&str]) -> String {
    match (nearest(word, known), known) {
        (_, []) => "there are none to choose from".into(),
        (Some(name), _) => format!("did you mean {}?", quoted(name)),
        (None, [first, ..]) if known.len() > 8 => {
            format!("there are {} others, such as \"{first}\"", known.len())
        }
        (None, _) => format!("choose from {}", known.join(", ")),
    }
}

/// Parses a text with at most `most_values` values; field names do not count.
pub fn parse(bytes: &[u8], most_values: usize) -> serde_json::Result<Json> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let tree = Tree(&mut Budget::new(most_values)).deserialize(&mut reader)?;
    reader.end().map(|()| tree)
}

/// Deserializer of one value, with the remaining budget of values.
struct Tree<'a>(&'a mut Budget);

impl<'de> DeserializeSeed<'de> for Tree<'_> {
    type Value = Json;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Json, D::Error> {
        let taken = self.0.take(1);
        taken.map_err(|spent| D::Error::custom(format!("more than {} values", spent.most)))?;
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Tree<'_> {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E: Error>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<Json, E> {
        Ok(Json::Bool)
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<Json, E> {
        Ok(Json::Number(number as f64))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<Json, E> {
        Ok(Json::Number(number as f64))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<Json, E> {
        Ok(Json::Number(number))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Json, E> {
        Ok(Json::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(Tree(&mut *self.0))? {
            list.push(item);
        }
        // Most lists and objects are short, and a growing one has room for four.
        list.shrink_to_fit();
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Json, A::Error> {
        let mut object = Vec::new();
        let mut names = HashSet::new();
        while let Some(name) = fields.next_key::<String>()? {
            let value = fields.next_value_seed(Tree(&mut *self.0))?;
            if !names.insert(name.clone()) {
                return Err(A::Error::custom(format!("duplicate field {}", quoted(&name))));
            }
            object.push((name, value));
        }
        object.shrink_to_fit();
        Ok(Json::Object(object))
    }
}

/// The message for a syntax error: its place and its remedy.
pub(super) fn syntax(error: &serde_json::Error) -> String {
    let (line, column) = (error.line(), error.column());
    let text = error.to_string();
    let text = text.strip_suffix(&format!(" at line {line} column {column}")).unwrap_or(&text);
    let mend = match text {
        t if t.starts_with("number out of range") => "give a smaller number",
        t if t.starts_with("EOF") => "the file may be cut short",
        t if t.starts_with("more than") => "split the file",
        t if t.starts_with("duplicate") => "rename or remove one",
        _ => "correct the JSON here (it has no comments, no trailing commas, no NaN and no Infinity)",
    };
    format!(":{line}:{column}: {text}; {mend}")
}
