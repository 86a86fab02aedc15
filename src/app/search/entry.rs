//! One thing that the search finds, and what choosing it asks for.

use crate::exhibit::Exhibit;
use crate::language::{t, tr};
use crate::settings::Setting;
use crate::ui::requests::Request;

/// One thing that the search finds.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name in the language that is spoken.
    pub title: String,
    /// What it is, in a word or two of that language.
    pub kind: String,
    /// One line that explains it, in the same language.
    pub says: String,
    /// The names that a typed text is compared with: as it is shown, in English, and other words for it.
    pub names: Vec<String>,
    /// The same, as links and the command line name it. A name that fits as well comes before.
    pub ids: Vec<String>,
    /// Of entries that have this in common, only the one that fits best is listed; empty: it stands alone.
    pub group: String,
    /// The setting that it leads to, if it is one.
    pub setting: Option<Settable>,
    /// What choosing it asks for, in order.
    pub asks: Vec<Request>,
}

/// A setting that takes a value typed behind its name.
#[derive(Clone, Debug)]
pub struct Settable {
    /// The values that it takes.
    pub setting: Setting,
    /// The word that sets it.
    pub word: String,
    /// The lab and page on which the setting is found.
    pub exhibit: Exhibit,
}

impl Entry {
    /// An entry with this English name.
    pub fn of(kind: String, english: &str, says: String, request: Request) -> Self {
        let title = tr(english);
        let mut names = vec![title.clone(), english.to_owned()];
        // Without what stands in brackets at the end.
        let bare = |name: &String| Some(name.split_once(['(', '（'])?.0.trim().to_owned());
        names.extend(names.iter().filter_map(bare).collect::<Vec<_>>());
        Self {
            title,
            kind,
            says,
            names,
            ids: Vec::new(),
            group: String::new(),
            setting: None,
            asks: vec![request],
        }
    }

    /// The same, found by this name, too.
    pub fn also(mut self, name: impl Into<String>) -> Self {
        self.names.push(name.into());
        self
    }

    /// The same, found by this id, too.
    pub fn by_id(mut self, id: impl Into<String>) -> Self {
        self.ids.push(id.into());
        self
    }

    /// The same, listed once among those of this group.
    pub fn once(mut self, group: String) -> Self {
        self.group = group;
        self
    }

    /// The entry that sets this setting to what was typed. A number that it does not take leads to the setting and says
    /// what would be right; `None` for anything else that is no value of it.
    pub fn with_value(&self, value: &str) -> Option<Self> {
        let Settable { setting, word, exhibit } = self.setting.as_ref()?;
        let mut entry = Self { setting: None, ..self.clone() };
        if let Err(why) = setting.parse(value) {
            let is_number = value.parse::<f64>().is_ok();
            return is_number.then_some(Self { says: why, ..entry });
        }
        entry.title = labelled(&self.title, value);
        entry.group = format!("{}={value}", self.group);
        let mut exhibit = exhibit.clone();
        exhibit.words.set(word, value);
        entry.asks = vec![Request::Show(Box::new(exhibit))];
        Some(entry)
    }
}

/// A setting with one of its values.
pub fn labelled(label: &str, value: &str) -> String {
    t!("%{label}: %{value}", label = label, value = value).into_owned()
}
