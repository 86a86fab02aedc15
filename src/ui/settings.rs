//! The control of a setting, from its declaration.

use egui::Ui;

use crate::language::tr;
use crate::settings::{Range, Setting, Value, title};
use crate::ui::widgets::{choice, slider};

/// A control for one setting; the text of its new value, if it got one.
pub fn control(ui: &mut Ui, setting: &'static Setting, value: Value) -> Option<String> {
    match (&setting.range, value) {
        (Range::Choice { options, .. }, Value::Word(word)) => {
            let rows = options.iter().map(|(word, says)| (tr(&title(word)), tr(says), true));
            let chosen = choice(ui, &tr(setting.label), &tr(setting.help), &tr(&title(word)), rows)?;
            Some(options[chosen].0.to_owned())
        }
        (&Range::Whole { min, max, .. }, Value::Whole(before)) => {
            let mut number = before;
            let wide = max / min.max(1) >= 16;
            slider(ui, &tr(setting.label), &tr(setting.help), &mut number, min..=max, |s| {
                s.logarithmic(wide)
            });
            (number != before).then(|| number.to_string())
        }
        _ => None,
    }
}
