//! The language of the program's texts: English, and its translations in `assets/locales`.
//!
//! The English text is the key. A text in the code is written `t!("…")`; a text from a table of a lower room goes
//! through [`tr`] where it is shown, so those rooms write plain English and do not depend on this one. Sentences
//! with numbers that such rooms build are matched by templates. Ids, parameter names, file formats, driver messages
//! and error messages are not translated: scripts read them, and people search for them.

pub mod catalogue;
mod languages;
pub mod templates;

use std::borrow::Cow;

pub(crate) use catalogue::{sentence, text};
pub use languages::Language;

/// Translates an English text of the code to the current language: `t!("Pairs")`, or with values for its gaps:
/// `t!("%{n} pairs", n = 3)`.
macro_rules! t {
    ($english:literal $(,)?) => {
        $crate::language::text($english)
    };
    ($english:literal, $($gap:ident = $value:expr),+ $(,)?) => {
        $crate::language::sentence($english, &[$((stringify!($gap), &$value as &dyn std::fmt::Display)),+])
    };
}
pub(crate) use t;

/// Translates a text of a table, or a sentence that matches a template, to the current language;
/// without a translation the text is unchanged.
pub fn tr(text: &str) -> String {
    let language = Language::current();
    if language == Language::English {
        return text.to_owned();
    }
    let found = language.translation(text).map(str::to_owned);
    found.or_else(|| templates::translated(language, text, tr)).unwrap_or_else(|| text.to_owned())
}

/// Joins sentences with the spacing of the current language.
pub fn joined(sentences: &[Cow<'_, str>]) -> String {
    let space = match Language::current() {
        Language::English => " ",
        Language::Chinese => "",
    };
    sentences.join(space)
}
