//! The header of a pane: the pane's number, the choice of its method, and measured or counted values ("figures"). And
//! the group below it in the panels of every lab: the method's description and its settings.

use egui::{Align, Color32, ComboBox, Label, Layout, RichText, TextStyle, Ui, vec2};

use super::levels::shows_all;
use super::setting;
use super::theme;
use super::widgets::{choice_in, note, options_in, pane_number};
use crate::about::{MethodInfo, Promise};
use crate::language::{t, tr};
use crate::settings::{Settings, Value};

/// Largest share of a pane's header for the list of methods beside figures.
pub const LIST: f32 = 0.32;

/// The clicks in a pane's header.
pub struct Clicked {
    /// Whether the number was clicked, which activates the pane.
    pub number: bool,
    /// The chosen method, an index into `all`.
    pub method: Option<usize>,
}

/// Shows the number of the pane, and the list that chooses its method. `pane` is the pane's index and whether it is
/// active. The list has the methods `all`; `shown` is selected, under the name `title`. `figures` adds the figures.
/// If a `width` is given for the list, in points, they are in the same line, added from right to left; otherwise
/// they are below the list, on as many lines as they need.
pub fn show<'a>(
    ui: &mut Ui,
    pane: (usize, bool),
    (shown, all): (&MethodInfo, impl Iterator<Item = &'a MethodInfo>),
    title: &str,
    width: Option<f32>,
    figures: impl FnOnce(&mut Ui),
) -> Clicked {
    let to_the_left = Layout::right_to_left(Align::Center);
    if let Some(width) = width {
        let width = width.min(LIST * ui.available_width());
        return ui
            .horizontal(|ui| {
                let clicked = name(ui, pane, (shown, title), all, width);
                ui.with_layout(to_the_left, figures);
                clicked
            })
            .inner;
    }
    let clicked = ui.horizontal(|ui| {
        let width = ui.available_width() - 34.0;
        name(ui, pane, (shown, title), all, width)
    });
    ui.spacing_mut().item_spacing.y = 1.0;
    // The height starts as that of one line; further lines wrap below.
    let line = vec2(ui.available_width(), ui.text_style_height(&TextStyle::Small));
    ui.allocate_ui_with_layout(line, to_the_left.with_main_wrap(true), figures);
    clicked.inner
}

/// Shows one figure. The hover text repeats it with the explanation `help`.
pub fn figure(ui: &mut Ui, text: impl Into<String>, color: Color32, help: &str) {
    let text = text.into();
    let label = Label::new(RichText::new(&text).small().color(color));
    // When lines wrap, the figure moves to the next line as a whole.
    let label = if ui.layout().main_wrap() { label.extend() } else { label.truncate() };
    ui.add(label).on_hover_text(format!("{text}\n{help}"));
}

/// Whether a text in small letters fits into the rest of the line.
pub fn has_room(ui: &Ui, text: &str) -> bool {
    let font = TextStyle::Small.resolve(ui.style());
    ui.painter().layout_no_wrap(text.to_owned(), font, Color32::WHITE).size().x <= ui.available_width()
}

/// Shows the number and the method list of the pane.
fn name<'a>(
    ui: &mut Ui,
    (pane, in_focus): (usize, bool),
    (shown, title): (&MethodInfo, &str),
    all: impl Iterator<Item = &'a MethodInfo>,
    width: f32,
) -> Clicked {
    let number = pane_number(ui, pane, in_focus);
    let mut chosen = None;
    let list = ComboBox::from_id_salt(("method of pane", pane))
        .width(width.max(40.0))
        .truncate()
        .selected_text(title)
        .show_ui(ui, |ui| chosen = methods_in(ui, shown, all.map(|method| (method, None))));
    let is_plain = title == tr(shown.title);
    let says = if is_plain { tr(shown.says) } else { format!("{title}\n{}", tr(shown.says)) };
    list.response.labelled_by(number.id).on_hover_text(says);
    Clicked { number: number.clicked(), method: chosen }
}

/// Shows methods as the options of an open list, grouped by their promise, with `shown` selected. Beside each stands
/// the reason why it cannot be chosen, if there is one. Returns the index of the chosen method.
pub fn methods_in<'a>(
    ui: &mut Ui,
    shown: &MethodInfo,
    methods: impl IntoIterator<Item = (&'a MethodInfo, Option<String>)>,
) -> Option<usize> {
    let mut rows: Vec<_> = methods.into_iter().enumerate().collect();
    let promise = |row: &(usize, (&MethodInfo, _))| row.1.0.promise as usize;
    rows.sort_by_key(promise);
    let is_grouped = rows.first().map(promise) != rows.last().map(promise);
    let mut chosen = None;
    ui.spacing_mut().item_spacing.y = 1.0;
    for group in rows.chunk_by(|a, b| promise(a) == promise(b)) {
        let promise = group[0].1.0.promise;
        if is_grouped {
            ui.add_space(4.0);
            ui.label(
                RichText::new(format!("{}  {}", sign(promise), tr(promise.words()))).color(theme::weak()),
            );
        }
        let options = group.iter().map(|(_, (method, why))| {
            (tr(method.title), why.clone().unwrap_or_else(|| tr(method.says)), why.is_none())
        });
        chosen = chosen.or(options_in(ui, &tr(shown.title), options).map(|at| group[at].0));
    }
    chosen
}

/// Sign of a promise, before its words. Plus and minus are the signs of the errors that may occur.
fn sign(promise: Promise) -> &'static str {
    match promise {
        Promise::Exact => "=",
        Promise::WithinAPixel => "≈",
        Promise::NeverMisses | Promise::NeverLate => "+",
        Promise::CertainHits => "−",
        Promise::Approximate => "±",
        Promise::AsPublished => "▲",
        Promise::Unknown => "?",
    }
}

/// Number of a method's settings at the first level.
pub const FIRST: usize = 2;

/// A change made in the panel.
pub enum Change {
    /// Another method was chosen, by its index.
    Method(usize),
    /// A setting, by its id, got a new value.
    Setting(&'static str, Value),
}

/// Shows the choice among the methods `all`, if there are any, with `shown` selected, and the settings of `shown`.
/// `keeps_promise` is false if the settings break the promise of `shown`. `help` is the hover text of the choice. `idle`
/// returns the reason why the setting with a given id has no effect, if there is one.
pub fn settings(
    ui: &mut Ui,
    help: &str,
    (shown, keeps_promise): (&MethodInfo, bool),
    all: &[&'static MethodInfo],
    settings: &Settings,
    idle: impl Fn(&str) -> Option<String>,
) -> Option<Change> {
    let mut change = None;
    if !all.is_empty() {
        let rows = all.iter().map(|method| (*method, None));
        let list = |ui: &mut Ui| methods_in(ui, shown, rows);
        change = choice_in(ui, &t!("Method"), help, &tr(shown.title), list).map(Change::Method);
    }
    note(ui, &tr(shown.says));
    let promise = if keeps_promise { tr(shown.promise.words()) } else { t!("altered").into_owned() };
    note(ui, &format!("{} · {promise}", tr(shown.source)));
    let most = if shows_all(ui) { usize::MAX } else { FIRST };
    for (declared, value) in settings.iter().take(most) {
        let why = idle(declared.id);
        let control = ui.add_enabled_ui(why.is_none(), |ui| setting::show(ui, declared, &value));
        if let Some(why) = why {
            control.response.on_disabled_hover_text(why);
        }
        if let Some(value) = control.inner {
            change = Some(Change::Setting(declared.id, value));
        }
    }
    change
}
