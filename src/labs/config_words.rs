//! Configurations in words: read from links and scene files, written again, and told in a few words each.

use super::fields::{Configuration, FOCUS, in_pane};
use super::lab::LabError;
use super::word_values::{check_focus, check_frames};
use crate::exhibit::Words;
use crate::language::t;
use crate::ui::said;

/// A configuration after words were read into it.
#[derive(Clone)]
pub struct Changed<C> {
    /// The configuration with what the words set.
    pub next: C,
    named: Vec<&'static str>,
    /// A setting of a pane that is not open or shows another method.
    of_no_pane: Option<String>,
}

impl<C: Configuration> Changed<C> {
    /// Without a change.
    pub fn new(next: C) -> Self {
        Self { next, named: Vec::new(), of_no_pane: None }
    }

    /// Whether any of these words was given.
    pub fn names(&self, ids: &[&str]) -> bool {
        self.named.iter().any(|id| ids.contains(id))
    }

    /// Refuses a focus on no pane, and settings of a pane that does not show their method.
    pub fn check_panes(&self) -> Result<(), LabError> {
        let panes = self.next.panes();
        if let Some(name) = &self.of_no_pane {
            let shown = panes.abouts().map(|about| about.id).collect::<Vec<_>>().join(", ");
            return Err(LabError(format!("{name}: the panes show {shown}")));
        }
        let focus = self.names(&[FOCUS]).then_some(panes.focus());
        check_focus(focus, panes.count(), panes.count())
    }

    /// Refuses a frame, if one was given, that is too far from the start of what is on show at `now`.
    pub fn check_frame(&self, frame: u64, now: u64) -> Result<(), LabError> {
        if self.names(&["frame"]) && frame != now { check_frames(0, frame) } else { Ok(()) }
    }
}

/// Reads words into a configuration. Nothing is built. The order of the words does not matter: what is said of a method holds
/// for all panes, and then what is said of one pane.
pub fn read<C: Configuration>(words: &Words, onto: C) -> Result<Changed<C>, LabError> {
    let mut changed = Changed::new(onto);
    let mut of_methods = Vec::new();
    for (name, value) in words.iter() {
        match C::FIELDS.iter().find(|field| field.row.id == name) {
            Some(field) => {
                field.read(&mut changed.next, value)?;
                changed.named.push(field.row.id);
            }
            None => of_methods.push((name, value)),
        }
    }
    of_methods.sort_by_key(|(name, _)| in_pane(name).0);
    for (name, value) in of_methods {
        if !changed.next.read_other(name, value)? {
            changed.of_no_pane.get_or_insert(format!("{name}={value}"));
        }
    }
    if !changed.names(&[FOCUS]) {
        let panes = changed.next.panes_mut();
        panes.focus_on(panes.focus());
    }
    Ok(changed)
}

/// Checks words: names and values, not whether a scene has such a thing.
pub fn check<C: Configuration>(words: &Words) -> Result<(), LabError> {
    read(words, C::default()).map(drop)
}

/// All that is set, in words; with `all` also what is left out at its default.
pub fn write<C: Configuration>(config: &C, all: bool) -> Words {
    let (mut words, default) = (Words::default(), C::default());
    for field in C::FIELDS {
        let text = field.text(config);
        let is_left_out = field.is_default_left_out && !all && text == field.text(&default);
        if (field.is_written)(config) && !is_left_out {
            words.set(field.row.id, text);
        }
        if field.row.id == FOCUS {
            config.panes().words(all).iter().for_each(|(name, value)| words.set(name, value));
        }
    }
    words
}

/// What words set, a few words each, in the language that is spoken: for the hover text of a link, and for what undo takes
/// back. Values that are refused stand as they are.
pub fn describe<C: Configuration>(words: &Words) -> Vec<String> {
    let mut read = C::default();
    let mut tell = |(name, value): (&str, &str)| match C::FIELDS.iter().find(|field| field.row.id == name) {
        Some(field) => {
            // What is refused leaves the configuration as it is.
            let _ = field.read(&mut read, value);
            field.tell(&read, value)
        }
        None => {
            // Without a method it is a setting of every method that has it.
            let everywhere = C::abouts().flat_map(|about| about.settings).find(|setting| setting.id == name);
            let (pane, name) = in_pane(name);
            let (method, id) = name.split_once('.').unwrap_or(("", name));
            let told = match everywhere {
                Some(setting) => said::setting(setting, value),
                None => said::setting_of(C::abouts().find(|about| about.id == method), id, value),
            };
            match pane {
                Some(pane) => said::labelled(&t!("pane %{n}", n = pane + 1), &told),
                None => told,
            }
        }
    };
    words.iter().map(&mut tell).collect()
}
