//! A search result, and the requests made when it is chosen.

use crate::exhibit::SceneLink;
use crate::language::{t, tr};
use crate::settings::Setting;
use crate::ui::requests::Request;

/// One search result.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The entry's name in the current language.
    pub title: String,
    /// The entry's kind, in a word or two of the current language.
    pub kind: String,
    /// One line of explanation, in the current language.
    pub says: String,
    /// Names that the typed text may match: the name as shown, the English name, and synonyms.
    pub names: Vec<String>,
    /// Ids that the typed text may match, as in links and on the command line. A match with a name ranks
    /// higher.
    pub ids: Vec<String>,
    /// Group of entries of which only the best match is listed; empty if the entry is always listed.
    pub group: String,
    /// The setting behind this entry, if it is one.
    pub setting: Option<Settable>,
    /// The requests made when the entry is chosen, in order.
    pub asks: Vec<Request>,
}

/// A setting whose value can be typed after its name.
#[derive(Clone, Debug)]
pub struct Settable {
    /// The setting's declaration.
    pub setting: Setting,
    /// The parameter that sets it.
    pub word: String,
    /// The lab and page with the setting's control.
    pub exhibit: SceneLink,
}

impl Entry {
    /// An entry with this English name.
    pub fn of(kind: String, english: &str, says: String, request: Request) -> Self {
        let title = tr(english);
        let mut names = vec![title.clone(), english.to_owned()];
        // Names that end in a parenthesis are also found without it.
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

    /// Adds a name that the typed text may match.
    pub fn also(mut self, name: impl Into<String>) -> Self {
        self.names.push(name.into());
        self
    }

    /// Adds an id that the typed text may match.
    pub fn by_id(mut self, id: impl Into<String>) -> Self {
        self.ids.push(id.into());
        self
    }

    /// Puts the entry into a group, of which only one entry is listed.
    pub fn once(mut self, group: String) -> Self {
        self.group = group;
        self
    }

    /// The entry that sets this setting to the typed value. If the value is a number out of range, the entry only
    /// explains the error; for any other invalid value it is `None`.
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

/// The caption of a setting with one of its values.
pub fn labelled(label: &str, value: &str) -> String {
    t!("%{label}: %{value}", label = label, value = value).into_owned()
}
