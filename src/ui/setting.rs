//! The control of a declared setting. Caption, hover text, range and scale come from its declaration.

use egui::{Align, DragValue, Layout, RichText, Ui};

use super::widgets::{Edit, checkbox, choice, row, slider};
use super::{said, theme};
use crate::language::tr;
use crate::settings::{Range, Scale, Setting, Value, title};

/// Whole numbers whose bounds differ by at least this factor get a logarithmic slider.
const WIDE: u64 = 16;
/// Length of the longest symbol of a unit, such as "m/s²".
const LONGEST_SYMBOL: usize = 4;
/// Width of the number field of one share in a [`Range::Shares`], points.
const SHARE: f32 = 46.0;

/// Shows the control for a value of any kind. Returns the new value if it was changed.
pub fn show(ui: &mut Ui, setting: &Setting, value: &Value) -> Option<Value> {
    let mut new = value.clone();
    match &mut new {
        Value::Word(chosen) => word(ui, setting, chosen),
        Value::Whole(number) => whole(ui, setting, number),
        Value::Real(number) => real(ui, setting, number),
        Value::Switch(on) => switch(ui, setting, on),
        Value::Shares(shares) => self::shares(ui, setting, shares),
        Value::Text(_) => text(ui, setting, value),
    };
    (new != *value).then_some(new)
}

/// Shows a list of the options of a [`Range::Choice`], each with its explanation.
pub fn word(ui: &mut Ui, setting: &Setting, chosen: &mut &'static str) -> Edit {
    let Range::Choice { options, .. } = setting.range else { return Edit::None };
    let rows = options.iter().map(|(word, says)| (tr(&title(word)), tr(says), true));
    match choice(ui, &tr(setting.label), &tr(setting.help), &tr(&title(chosen)), rows) {
        Some(index) => {
            *chosen = options[index].0;
            Edit::Done
        }
        None => Edit::None,
    }
}

/// Shows a slider with a number field for a [`Range::Whole`]; only the field if there is no upper bound.
pub fn whole(ui: &mut Ui, setting: &Setting, number: &mut u64) -> Edit {
    let (min, max) = setting.wholes().into_inner();
    let (name, help) = (tr(setting.label), tr(setting.help));
    if max < u64::MAX {
        let wide = max / min.max(1) >= WIDE;
        return slider(ui, &name, &help, number, (min..=max, symbol(setting)), |slider| {
            slider.logarithmic(wide)
        });
    }
    let field = row(ui, &name, &help, |ui| {
        let number = DragValue::new(number).range(min..=max).speed(0.05);
        ui.add_sized([ui.available_width(), ui.spacing().interact_size.y], number)
    });
    if field.changed() { Edit::Done } else { Edit::None }
}

/// Shows a slider with a number field for a [`Range::Real`].
pub fn real(ui: &mut Ui, setting: &Setting, number: &mut f64) -> Edit {
    let logarithmic = matches!(setting.range, Range::Real { scale: Scale::Logarithmic, .. });
    let (name, help) = (tr(setting.label), tr(setting.help));
    slider(ui, &name, &help, number, (setting.reals(), symbol(setting)), |slider| {
        slider.logarithmic(logarithmic)
    })
}

/// The unit beside a number, as a symbol; a word, such as "triangles", has no room there.
fn symbol(setting: &Setting) -> &'static str {
    match setting.unit {
        "pixels" => "px",
        unit if unit.chars().count() <= LONGEST_SYMBOL => unit,
        _ => "",
    }
}

/// Shows a check box for a [`Range::Switch`].
pub fn switch(ui: &mut Ui, setting: &Setting, on: &mut bool) -> Edit {
    let switched = checkbox(ui, &tr(setting.label), on).on_hover_text(tr(setting.help)).changed();
    if switched { Edit::Done } else { Edit::None }
}

/// Shows a [`Range::Text`] in a few characters; it is edited on a page of its own.
pub fn text(ui: &mut Ui, setting: &Setting, value: &Value) -> Edit {
    row(ui, &tr(setting.label), &tr(setting.help), |ui| ui.label(said::brief(setting, value)));
    Edit::None
}

/// Shows a field for each share of a [`Range::Shares`], two fields on each line.
pub fn shares(ui: &mut Ui, setting: &Setting, shares: &mut [f64]) -> Edit {
    let Range::Shares { of } = setting.range else { return Edit::None };
    let mut edit = Edit::None;
    let height = ui.spacing().interact_size.y;
    for (names, shares) in of.chunks(2).zip(shares.chunks_mut(2)) {
        ui.columns(2, |columns| {
            for ((column, name), share) in columns.iter_mut().zip(names).zip(shares) {
                let field = column.horizontal(|ui| {
                    let help = tr(setting.help);
                    let name = ui.label(RichText::new(tr(name)).color(theme::weak())).on_hover_text(&help);
                    let value = DragValue::new(share).range(setting.reals()).speed(0.01).fixed_decimals(2);
                    let at_the_right = Layout::right_to_left(Align::Center);
                    let field = ui.with_layout(at_the_right, |ui| ui.add_sized([SHARE, height], value)).inner;
                    field.labelled_by(name.id).on_hover_text(help)
                });
                let field = field.inner;
                edit = match Edit::of(&[field]) {
                    Edit::None => edit,
                    changed => changed,
                };
            }
        });
    }
    edit
}
