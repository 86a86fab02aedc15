//! Controls for the settings declared in `fields.rs`.

use egui::Ui;

use super::fields::{Configuration, Field, Kind, ON_OFF};
use crate::language::tr;
use crate::settings::{Range, Setting};
use crate::ui::setting;
use crate::ui::widgets::{Edit, checkbox, choice};

impl<C> Field<C> {
    /// Hover text of the control, including its key.
    fn hover_text(&self) -> String {
        let says = tr(self.row.says);
        if self.key.is_empty() { says } else { format!("{says} ({})", self.key) }
    }

    /// The field as a [`Setting`] for its control; the upper end of the range is limited to that of the
    /// slider.
    fn shown(&self) -> Option<Setting> {
        let setting = self.row.setting()?;
        let range = match setting.range {
            Range::Whole { min, max, default } => Range::Whole { min, max: max.min(self.offered), default },
            range => range,
        };
        Some(Setting { range, ..setting })
    }

    /// Adds the control. `idle("")` returns why the whole field is disabled, and `idle(value)` why one of its
    /// values is; `None` if it is enabled.
    fn control(&self, ui: &mut Ui, config: &mut C, idle: impl Fn(&str) -> Option<&'static str>) -> Edit {
        let (label, help, why) = (tr(self.row.label), self.hover_text(), idle(""));
        match (&self.kind, self.shown()) {
            (Kind::Real(place), Some(offered)) => {
                let mut value = (place.get)(config);
                let edit = enabled(ui, why, |ui| setting::real(ui, &offered, &mut value));
                (place.set)(config, value);
                edit
            }
            (Kind::Whole(place), Some(offered)) => {
                let mut value = (place.get)(config);
                let edit = enabled(ui, why, |ui| setting::whole(ui, &offered, &mut value));
                // A value beyond the slider's range is kept until the slider is moved.
                if edit != Edit::None {
                    (place.set)(config, value);
                }
                edit
            }
            (Kind::Switch(place, rows), _) if rows[0].0 == ON_OFF[0].0 => {
                let mut on = (place.get)(config);
                let edit =
                    enabled(ui, why, |ui| Edit::of(&[checkbox(ui, &label, &mut on).on_hover_text(help)]));
                (place.set)(config, on);
                edit
            }
            (Kind::Switch(place, rows), _) => {
                let options = rows.iter().map(|row| (tr(row.1), tr(row.2), true));
                let now = usize::from(!(place.get)(config));
                let chosen = choice(ui, &label, &help, &tr(rows[now].1), options);
                chosen.map_or(Edit::None, |row| {
                    (place.set)(config, row == 0);
                    Edit::Done
                })
            }
            (Kind::OneOf(place, rows), _) => {
                let options = rows.iter().map(|row| match idle(row.0) {
                    Some(why) => (tr(row.1), tr(why), false),
                    None => (tr(row.1), tr(row.2), true),
                });
                let chosen = choice(ui, &label, &help, &tr(rows[(place.get)(config)].1), options);
                chosen.map_or(Edit::None, |row| {
                    (place.set)(config, row);
                    Edit::Done
                })
            }
            _ => Edit::None,
        }
    }
}

/// Adds a control. With a reason `why`, the control is disabled and the reason is its hover text.
fn enabled(ui: &mut Ui, why: Option<&'static str>, control: impl FnOnce(&mut Ui) -> Edit) -> Edit {
    let shown = ui.add_enabled_ui(why.is_none(), control);
    shown.response.on_disabled_hover_text(tr(why.unwrap_or_default()));
    shown.inner
}

/// Adds the controls of a group, in table order, editing a copy of the configuration. `idle` returns why a
/// parameter, or one of its values, is disabled, in English. Returns the combined edit: [`Edit::Going`] while
/// one control is dragged.
pub fn controls<C: Configuration>(
    ui: &mut Ui,
    config: &mut C,
    group: &str,
    idle: impl Fn(&str, &str) -> Option<&'static str>,
) -> Edit {
    let edits: Vec<_> = C::FIELDS
        .iter()
        .filter(|field| field.group == group)
        .map(|field| field.control(ui, config, |value| idle(field.row.id, value)))
        .collect();
    [Edit::Going, Edit::Done].into_iter().find(|edit| edits.contains(edit)).unwrap_or(Edit::None)
}

/// Hover text of a control that a panel makes by hand, by parameter id.
pub fn hover_text<C: Configuration>(id: &str) -> String {
    C::FIELDS.iter().find(|field| field.row.id == id).map_or_else(String::new, Field::hover_text)
}

/// An `idle` function that disables nothing.
pub fn all_free(_: &str, _: &str) -> Option<&'static str> {
    None
}
