//! The language of the program's texts: English, and what `assets/locales` translates of it.
//!
//! The English text is the key. A text that stands in the code is written `t!("…")`, one that comes from a table
//! of a lower room goes through [`tr`] where it is shown: rooms below the window write English and use nothing
//! of this. Sentences that such rooms form with numbers in them are known by their templates.
//! Ids, settings' words, file formats, what a driver says, and error messages are not translated: scripts read
//! them, and people search for them.

mod templates;

use std::borrow::Cow;

pub use templates::TEMPLATES;

/// A language of the program's texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Language {
    /// The texts as they stand in the code.
    #[default]
    English,
    /// Simplified Chinese, from the catalogues.
    Chinese,
}

impl Language {
    /// All languages, in the order of the menu.
    pub const ALL: [Self; 2] = [Self::English, Self::Chinese];

    /// Tag of the language (BCP 47), as on the command line and in file names.
    pub const fn id(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Chinese => "zh-CN",
        }
    }

    /// Name of the language in itself, such as 中文.
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Chinese => "简体中文",
        }
    }

    /// The one after it in the menu; after the last comes the first.
    pub fn next(self) -> Self {
        let all = Self::ALL;
        all[(self as usize + 1) % all.len()]
    }

    /// The language of a tag: its id, or any name of the same language, such as `zh`, `zh_CN.UTF-8`, `en-GB`.
    pub fn of(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_', '.']).next().unwrap_or(tag).to_lowercase();
        Self::ALL.into_iter().find(|language| language.id().split('-').next() == Some(primary.as_str()))
    }

    /// The system's language, if the program has it; else English.
    pub fn of_system() -> Self {
        sys_locale::get_locale().as_deref().and_then(Self::of).unwrap_or_default()
    }

    /// The language that is set now, for the whole process.
    pub fn current() -> Self {
        Self::of(&rust_i18n::locale()).unwrap_or_default()
    }

    /// Sets the language for the whole process.
    pub fn speak(self) {
        rust_i18n::set_locale(self.id());
    }

    /// A text in this language; `None` if there is no translation, or it reads the same.
    pub fn translation(self, text: &str) -> Option<Cow<'static, str>> {
        if self == Self::English {
            return Some(Cow::Owned(text.to_owned()));
        }
        let found = rust_i18n::t!(text, locale = self.id());
        (found != text).then(|| Cow::Owned(found.into_owned()))
    }
}

/// A text of a table, or a sentence formed after one of the [`TEMPLATES`], in the language that is set;
/// unchanged where there is no translation.
pub fn tr(text: &str) -> String {
    let language = Language::current();
    if language == Language::English {
        return text.to_owned();
    }
    let found = language.translation(text).map(Cow::into_owned);
    found.or_else(|| templates::translated(language, text)).unwrap_or_else(|| text.to_owned())
}

/// Sentences one after the other, as the language that is set writes them.
pub fn joined(sentences: &[Cow<'_, str>]) -> String {
    let space = match Language::current() {
        Language::English => " ",
        Language::Chinese => "",
    };
    sentences.join(space)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_known_by_any_of_its_tags() {
        for (tag, language) in [
            ("en", Some(Language::English)),
            ("en_GB.UTF-8", Some(Language::English)),
            ("zh", Some(Language::Chinese)),
            ("zh-CN", Some(Language::Chinese)),
            ("zh_CN.UTF-8", Some(Language::Chinese)),
            ("ZH-Hans", Some(Language::Chinese)),
            ("de", None),
            ("", None),
            ("C", None),
        ] {
            assert_eq!(Language::of(tag), language, "{tag:?}");
        }
    }

    #[test]
    fn a_text_is_translated_and_an_unknown_one_is_not() {
        const TEXT: &str = "The language of the window, of lessons and of help";
        let chinese = Language::Chinese.translation(TEXT).unwrap();
        assert!(chinese.contains("语言"), "{chinese}");
        assert_eq!(Language::English.translation(TEXT).as_deref(), Some(TEXT));
        assert_eq!(Language::Chinese.translation("no such text"), None);
    }

    #[test]
    fn the_menu_goes_round() {
        assert_eq!(Language::English.next(), Language::Chinese);
        assert_eq!(Language::Chinese.next(), Language::English);
    }
}
