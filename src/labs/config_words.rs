//! Configurations in words: read from links and scene files, written again, and told in a few words each.

use super::fields::{Configuration, FOCUS};
use super::lab::LabError;
use super::word_values::{check_focus, check_frames, put_settings};
use crate::about::About;
use crate::exhibit::Words;
use crate::ui::said;

/// A configuration after words were read into it.
#[derive(Clone)]
pub struct Changed<C> {
    /// The configuration with what the words set.
    pub next: C,
    named: Vec<&'static str>,
}

impl<C: Configuration> Changed<C> {
    /// Without a change.
    pub fn new(next: C) -> Self {
        Self { next, named: Vec::new() }
    }

    /// Whether any of these words was given.
    pub fn names(&self, ids: &[&str]) -> bool {
        self.named.iter().any(|id| ids.contains(id))
    }

    /// Refuses a focus on no pane.
    pub fn check_focus(&self) -> Result<(), LabError> {
        let panes = self.next.panes();
        let focus = self.names(&[FOCUS]).then_some(panes.focus);
        check_focus(focus, panes.methods.len(), panes.methods.len())
    }

    /// Refuses a frame, if one was given, that is too far from the start of what is on show at `now`.
    pub fn check_frame(&self, frame: u64, now: u64) -> Result<(), LabError> {
        if self.names(&["frame"]) && frame != now { check_frames(0, frame) } else { Ok(()) }
    }
}

/// A configuration with all settings of methods at their defaults.
pub fn first<C: Configuration>() -> C {
    let mut first = C::default();
    first.panes_mut().settings = C::abouts().map(About::default_settings).collect();
    first
}

/// Reads words into a configuration. Nothing is built.
pub fn read<C: Configuration>(words: &Words, onto: C) -> Result<Changed<C>, LabError> {
    let mut changed = Changed::new(onto);
    for (name, value) in words.iter() {
        match C::FIELDS.iter().find(|field| field.row.id == name) {
            Some(field) => {
                field.read(&mut changed.next, value)?;
                changed.named.push(field.row.id);
            }
            None => changed.next.read_other(name, value)?,
        }
    }
    Ok(changed)
}

/// Checks words: names and values, not whether a scene has such a thing.
pub fn check<C: Configuration>(words: &Words) -> Result<(), LabError> {
    read(words, first::<C>()).map(drop)
}

/// All that is set, in words; with `all` also what is left out at its default.
pub fn write<C: Configuration>(config: &C, all: bool) -> Words {
    let (mut words, default) = (Words::default(), first::<C>());
    for field in C::FIELDS {
        let text = field.text(config);
        let is_left_out = field.is_default_left_out && !all && text == field.text(&default);
        if (field.is_written)(config) && !is_left_out {
            words.set(field.row.id, text);
        }
        if field.row.id == FOCUS {
            for (about, settings) in C::abouts().zip(&config.panes().settings) {
                put_settings(&mut words, about, settings, all);
            }
        }
    }
    words
}

/// What words set, a few words each, in the language that is spoken: for the hover text of a link, and for what undo takes
/// back. Values that are refused stand as they are.
pub fn describe<C: Configuration>(words: &Words) -> Vec<String> {
    let mut read = first::<C>();
    let mut tell = |(name, value): (&str, &str)| match C::FIELDS.iter().find(|field| field.row.id == name) {
        Some(field) => {
            // What is refused leaves the configuration as it is.
            let _ = field.read(&mut read, value);
            field.tell(&read, value)
        }
        None => {
            // Without a method it is a setting of every method that has it.
            let everywhere = C::abouts().flat_map(|about| about.settings).find(|setting| setting.id == name);
            let (method, id) = name.split_once('.').unwrap_or(("", name));
            match everywhere {
                Some(setting) => said::setting(setting, value),
                None => said::setting_of(C::abouts().find(|about| about.id == method), id, value),
            }
        }
    };
    words.iter().map(&mut tell).collect()
}
