//! The catalogues of translations, with the English text as key.

use std::borrow::Cow;
use std::collections::HashMap;
use std::fmt::Display;
use std::sync::LazyLock;

use super::languages::Language;

/// Chinese by English text, parsed when Chinese is first used.
static CHINESE: LazyLock<HashMap<String, String>> = LazyLock::new(|| {
    let joined = include_str!(concat!(env!("OUT_DIR"), "/zh-CN.json"));
    serde_json::from_str(joined).expect("every line of a catalogue is \"English\": \"中文\"")
});

impl Language {
    /// Translation of an English text; `None` if there is none, or if it equals the English.
    pub fn translation(self, text: &str) -> Option<&'static str> {
        let found = match self {
            Self::English => None,
            Self::Chinese => CHINESE.get(text).map(String::as_str),
        };
        found.filter(|found| *found != text)
    }
}

/// A text in the current language; `t!` without gaps expands to a call of this function.
pub fn text(english: &'static str) -> Cow<'static, str> {
    Cow::Borrowed(Language::current().translation(english).unwrap_or(english))
}

/// A sentence in the current language, with its gaps filled; `t!` with gaps expands to a call of this function.
pub fn sentence(english: &'static str, gaps: &[(&str, &dyn Display)]) -> Cow<'static, str> {
    Cow::Owned(filled(&text(english), gaps))
}

/// `text` with its gaps, written `%{name}`, filled; gaps without a value stay unchanged. Chinese texts have a blank
/// between characters and a gap, for numbers and Latin names; it is left out beside a Chinese value.
pub fn filled(text: &str, gaps: &[(&str, &dyn Display)]) -> String {
    let mut parts = text.split("%{");
    let mut filled = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let gap = part.split_once('}').and_then(|(name, rest)| {
            let (_, value) = gaps.iter().find(|(known, _)| *known == name)?;
            Some((value, rest))
        });
        let Some((value, rest)) = gap else {
            filled.push_str("%{");
            filled.push_str(part);
            continue;
        };
        let value = value.to_string();
        if value.starts_with(is_chinese)
            && filled.strip_suffix(' ').is_some_and(|it| it.ends_with(is_chinese))
        {
            filled.pop();
        }
        filled.push_str(&value);
        let closed = rest.strip_prefix(' ').filter(|rest| rest.starts_with(is_chinese));
        filled.push_str(closed.filter(|_| value.ends_with(is_chinese)).unwrap_or(rest));
    }
    filled
}

fn is_chinese(letter: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&letter)
}
