//! The program's languages, and the current one.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

/// Index in [`Language::ALL`] of the current language.
static CURRENT: AtomicUsize = AtomicUsize::new(0);

/// A language of the program's texts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// The texts as written in the code.
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

    /// Name of the language in the language itself, such as 中文.
    pub const fn name(self) -> &'static str {
        match self {
            Self::English => "English",
            Self::Chinese => "简体中文",
        }
    }

    /// The next language in the menu; the first follows the last.
    pub fn next(self) -> Self {
        let all = Self::ALL;
        all[(self as usize + 1) % all.len()]
    }

    /// The language of a tag: its id, or another tag of the same language, such as `zh`, `zh_CN.UTF-8`, `en-GB`.
    pub fn of(tag: &str) -> Option<Self> {
        let primary = tag.split(['-', '_', '.']).next().unwrap_or(tag).to_lowercase();
        Self::ALL.into_iter().find(|language| language.id().split('-').next() == Some(primary.as_str()))
    }

    /// The system's language if the program supports it, else English.
    pub fn of_system() -> Self {
        sys_locale::get_locale().as_deref().and_then(Self::of).unwrap_or_default()
    }

    /// The current language of the process.
    pub fn current() -> Self {
        Self::ALL[CURRENT.load(Relaxed)]
    }

    /// Sets the language of the process.
    pub fn speak(self) {
        CURRENT.store(self as usize, Relaxed);
    }
}
