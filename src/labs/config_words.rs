//! Conversion between configurations and parameters: reading, writing, and describing in a few words.

use super::fields::{Configuration, FOCUS, Field, METHOD, in_pane};
use super::lab::LabError;
use super::word_row::Role;
use super::word_values::{check_focus, check_frames};
use crate::exhibit::Params;
use crate::language::t;
use crate::ui::said;

/// A configuration after parameters were applied.
#[derive(Clone)]
pub struct Changed<C> {
    /// The configuration with the parameters applied.
    pub next: C,
    named: Vec<&'static str>,
    /// Name of a given setting that belongs to no pane: its pane is closed or shows another method.
    of_no_pane: Option<String>,
}

impl<C: Configuration> Changed<C> {
    /// A configuration without changes.
    pub fn new(next: C) -> Self {
        Self { next, named: Vec::new(), of_no_pane: None }
    }

    /// Whether any of the parameters with these ids was given.
    pub fn names(&self, ids: &[&str]) -> bool {
        self.named.iter().any(|id| ids.contains(id))
    }

    /// Refuses an active pane that is not open, and settings of a pane that shows another method.
    pub fn check_panes(&self) -> Result<(), LabError> {
        let panes = self.next.panes();
        if let Some(name) = &self.of_no_pane {
            let shown = panes.abouts().map(|about| about.id).collect::<Vec<_>>().join(", ");
            return Err(LabError(format!("{name}: the panes show {shown}")));
        }
        let focus = self.names(&[FOCUS]).then_some(panes.focus());
        check_focus(focus, panes.count(), panes.count())
    }

    /// Refuses a given frame if it is too far from the start of the run to be simulated. `now` is the current
    /// frame, which is always accepted.
    pub fn check_frame(&self, frame: u64, now: u64) -> Result<(), LabError> {
        if self.names(&["frame"]) && frame != now { check_frames(0, frame) } else { Ok(()) }
    }
}

/// Reads parameters into a configuration without building anything. The order of the parameters does not
/// matter: settings that apply to all panes are read first, settings of single panes afterwards.
pub fn read<C: Configuration>(words: &Params, onto: C) -> Result<Changed<C>, LabError> {
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

/// Whether two configurations differ in a setting of the scene: not only in frame, panes, selection or view.
pub fn is_other_scene<C: Configuration>(a: &C, b: &C) -> bool {
    let is_of_scene =
        |field: &&Field<C>| matches!(field.row.role, Role::Scene | Role::Setting) && field.row.id != METHOD;
    C::FIELDS.iter().filter(is_of_scene).any(|field| field.text(a) != field.text(b))
}

/// Checks names and values of parameters, but not whether the scene has the objects that they name.
pub fn check<C: Configuration>(words: &Params) -> Result<(), LabError> {
    read(words, C::default()).map(drop)
}

/// Writes all settings as parameters. Without `all`, settings at their default are left out where links omit
/// them.
pub fn write<C: Configuration>(config: &C, all: bool) -> Params {
    let (mut words, default) = (Params::default(), C::default());
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

/// Describes each parameter in a few words in the current language, for undo and for the hover texts of
/// links. A value that would be refused is shown as it was written.
pub fn describe<C: Configuration>(words: &Params) -> Vec<String> {
    let mut read = C::default();
    let mut tell = |(name, value): (&str, &str)| match C::FIELDS.iter().find(|field| field.row.id == name) {
        Some(field) => {
            // A refused value leaves the configuration unchanged.
            let _ = field.read(&mut read, value);
            field.tell(&read, value)
        }
        None => {
            // A setting without a method prefix applies to every method that has it.
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
