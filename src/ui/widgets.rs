//! Controls shared by all panels: labelled rows, sliders, lists, headings and notes.

use std::ops::RangeInclusive;

use egui::{
    Align, Button, DragValue, FontId, Frame, Layout, Margin, Rect, RectAlign, Response, RichText, Role,
    ScrollArea, Sense, Slider, TextStyle, Tooltip, Ui, WidgetInfo, emath::Numeric, vec2,
};

use super::egui_gaps::{keep_focus_in_sight, keep_scrolled};
use super::format::with_units_kept;
use super::levels::{is_filtered, lists};
use super::said::with_unit;
use super::terms::explain;
use super::theme;
use crate::language::t;

/// Width of the names to the left of controls, points.
const NAME_WIDTH: f32 = 88.0;
/// Minimum width of the number beside a slider, points.
const NUMBER_WIDTH: f32 = 52.0;

/// Shows the contents of a panel with margins, in a scroll area that keeps the focused control in sight.
pub fn scrolled(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let area = ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        let margin = Margin { left: 12, right: 12, top: 0, bottom: 12 };
        Frame::new().inner_margin(margin).show(ui, contents);
        keep_focus_in_sight(ui);
    });
    keep_scrolled(ui, area.id);
}

/// Shows a heading with space above it. Headings, names and notes explain terms of the glossary in their hover text.
pub fn heading(ui: &mut Ui, text: &str) -> Response {
    ui.add_space(8.0);
    let heading = ui.label(RichText::new(text).color(theme::strong()).size(14.5));
    ui.add_space(1.0);
    explain(heading, text)
}

/// Shows a row: the name on the left, on two lines if necessary, and its control in the rest of the line. Both have
/// the hover text `help`.
pub fn row(ui: &mut Ui, name: &str, help: &str, control: impl FnOnce(&mut Ui) -> Response) -> Response {
    if !lists(ui, name) {
        return hidden(ui);
    }
    let font = TextStyle::Body.resolve(ui.style());
    let lines = ui.painter().layout(name.to_owned(), font, theme::weak(), NAME_WIDTH);
    // The row is at least as high as a button, because in some panels the lines are lower than buttons.
    let button = ui.text_style_height(&TextStyle::Button) + 2.0 * ui.spacing().button_padding.y;
    let height = ui.spacing().interact_size.y.max(button.ceil()).max(lines.size().y);
    let line = vec2(ui.available_width(), height);
    ui.allocate_ui_with_layout(line, Layout::left_to_right(Align::Center), |ui| {
        let cell = ui.allocate_ui_with_layout(
            vec2(NAME_WIDTH, height),
            Layout::left_to_right(Align::Center),
            |ui| {
                ui.set_min_width(NAME_WIDTH);
                let label = egui::Label::new(RichText::new(name).color(theme::weak())).wrap();
                explain(ui.add(label).on_hover_text(help), name)
            },
        );
        control(ui).labelled_by(cell.inner.id).on_hover_text(help)
    })
    .inner
}

/// Shows a small line of text under the control of a row.
pub fn below(ui: &mut Ui, text: &str) {
    ui.horizontal(|ui| {
        ui.add_space(NAME_WIDTH + ui.spacing().item_spacing.x);
        ui.label(RichText::new(text).small().color(theme::weak()));
    });
}

/// The user's change of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edit {
    /// The value has not changed.
    None,
    /// The value is being dragged, and may change again with the next frame.
    Going,
    /// The value was changed without a drag, or its drag has ended.
    Done,
}

impl Edit {
    /// This change, or the other one if there is none.
    pub fn or(self, other: Self) -> Self {
        if self == Self::None { other } else { self }
    }

    /// The change that the user has made with the widgets of one value.
    pub fn of(widgets: &[Response]) -> Self {
        let any = |what: fn(&Response) -> bool| widgets.iter().any(what);
        if any(Response::dragged) && any(Response::changed) {
            Self::Going
        } else if any(Response::changed) || any(Response::drag_stopped) {
            Self::Done
        } else {
            Self::None
        }
    }
}

/// Shows a slider with a number field beside it. The field shows the unit, which may be empty.
pub fn slider<T: Numeric>(
    ui: &mut Ui,
    name: &str,
    help: &str,
    value: &mut T,
    (range, unit): (RangeInclusive<T>, &str),
    style: impl Fn(Slider<'_>) -> Slider<'_>,
) -> Edit {
    let mut field = None;
    let rail = row(ui, name, help, |ui| {
        let suffix = with_unit("", unit);
        let decimals = decimals_of(&range);
        let widest = format!("{:.*}{suffix}", decimals.min(3), range.end().to_f64());
        let number_width = NUMBER_WIDTH.max(width_in_button(ui, &widest));
        ui.spacing_mut().slider_width = (ui.available_width() - number_width - 8.0).max(40.0);
        let rail = ui.add(style(Slider::new(value, range.clone())).show_value(false));
        let number = DragValue::new(value).range(range.clone()).speed(0.0).suffix(suffix);
        let number = number.min_decimals(decimals.min(1)).max_decimals(decimals);
        field = Some(ui.add_sized([number_width, ui.spacing().interact_size.y], number).on_hover_text(help));
        rail
    });
    let responses: Vec<_> = std::iter::once(rail).chain(field).collect();
    Edit::of(&responses)
}

/// Most decimals of a number in this range: enough for its smallest positive value.
fn decimals_of<T: Numeric>(range: &RangeInclusive<T>) -> usize {
    let least = range.start().to_f64();
    match least {
        _ if T::INTEGRAL => 0,
        _ if least > 0.0 => (-least.log10().floor()).clamp(2.0, 6.0) as usize,
        _ => 2,
    }
}

/// Width of a text on one line, points.
pub fn text_width(ui: &Ui, text: &str, font: FontId) -> f32 {
    ui.painter().layout_no_wrap(text.to_owned(), font, theme::text()).size().x
}

/// Width of a button with this text, points.
pub fn width_in_button(ui: &Ui, text: &str) -> f32 {
    text_width(ui, text, TextStyle::Button.resolve(ui.style())) + 2.0 * ui.spacing().button_padding.x
}

/// The response of a control that a filter hides: it takes no room and is never touched.
fn hidden(ui: &Ui) -> Response {
    ui.interact(Rect::NOTHING, ui.next_auto_id(), Sense::hover())
}

/// Shows a check box, unless a filter hides it.
pub fn checkbox(ui: &mut Ui, name: &str, on: &mut bool) -> Response {
    match lists(ui, name) {
        true => ui.checkbox(on, name),
        false => hidden(ui),
    }
}

/// Shows a list of options to choose from: `(name, explanation, is enabled)`. Returns the index of the option that
/// was chosen, if any.
pub fn choice(
    ui: &mut Ui,
    name: &str,
    help: &str,
    current: &str,
    options: impl IntoIterator<Item = (String, String, bool)>,
) -> Option<usize> {
    choice_in(ui, name, help, current, |ui| options_in(ui, current, options))
}

/// As [`choice`]; `list` shows the options.
pub fn choice_in(
    ui: &mut Ui,
    name: &str,
    help: &str,
    current: &str,
    list: impl FnOnce(&mut Ui) -> Option<usize>,
) -> Option<usize> {
    let mut chosen = None;
    // If the name is truncated, the hover text shows it in full.
    let room =
        ui.available_width() - NAME_WIDTH - 2.0 * ui.spacing().item_spacing.x - ui.spacing().icon_width;
    let help = match width_in_button(ui, current) > room {
        true => format!("{current}\n{help}"),
        false => help.to_owned(),
    };
    row(ui, name, &help, |ui| {
        let width = ui.available_width();
        let height = room_for_list(ui);
        egui::ComboBox::from_id_salt(name)
            .width(width)
            .height(height)
            .truncate()
            .selected_text(current)
            .show_ui(ui, |ui| chosen = list(ui))
            .response
    });
    chosen
}

/// Shows a button that opens a list, with an arrow like that of other lists.
pub fn list_button(ui: &mut Ui, name: &str, list: impl FnOnce(&mut Ui)) -> Response {
    // The blanks leave room for the arrow.
    let menu = ui.menu_button(format!("{name}\u{a0}\u{a0}\u{a0}\u{a0}"), list).response;
    menu.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    let tip = menu.rect.right_center() + vec2(-ui.spacing().button_padding.x - 4.0, 2.5);
    let corners = vec![tip, tip + vec2(-4.0, -5.0), tip + vec2(4.0, -5.0)];
    ui.painter().add(egui::Shape::convex_polygon(corners, theme::weak(), egui::Stroke::NONE));
    menu
}

/// Size that a dialog over the window may have, with these margins around it. It is at least wide enough for a line
/// of words, even if the window is narrower and cuts the dialog off.
pub fn room_over(ui: &Ui, margins: egui::Vec2) -> egui::Vec2 {
    const LEAST: egui::Vec2 = egui::vec2(240.0, 0.0);
    (ui.ctx().content_rect().size() - margins).max(LEAST)
}

/// Maximum height of a list that opens at the cursor of `ui`. A longer list scrolls, so that it does not extend
/// beyond the window.
fn room_for_list(ui: &Ui) -> f32 {
    const FRAME: f32 = 16.0;
    let (window, top) = (ui.ctx().content_rect(), ui.cursor().top());
    let below = window.bottom() - top - ui.spacing().interact_size.y;
    let above = top - window.top();
    (below.max(above) - FRAME).clamp(ui.spacing().interact_size.y, 620.0)
}

/// Shows the options of an open list, as described at [`choice`].
pub fn options_in(
    ui: &mut Ui,
    current: &str,
    options: impl IntoIterator<Item = (String, String, bool)>,
) -> Option<usize> {
    ui.spacing_mut().item_spacing.y = 1.0;
    let mut chosen = None;
    for (index, (title, says, enabled)) in options.into_iter().enumerate() {
        let option = ui.add_enabled(enabled, egui::Button::selectable(title == current, title));
        explain_beside(&option, &says);
        if option.clicked() {
            chosen = Some(index);
        }
    }
    chosen
}

/// Shows the hover text of an option beside the list, so that it does not cover the next options.
pub fn explain_beside(option: &Response, says: &str) {
    for mut tooltip in [Tooltip::for_enabled(option), Tooltip::for_disabled(option)] {
        tooltip.popup = tooltip.popup.align(RectAlign::RIGHT).gap(14.0);
        tooltip.show(|ui| {
            ui.set_max_width(ui.spacing().tooltip_width);
            ui.label(says);
        });
    }
}

/// Shows an explanation in small, weak text.
pub fn note(ui: &mut Ui, text: &str) {
    if is_filtered(ui) {
        return;
    }
    let shown = RichText::new(with_units_kept(text));
    explain(ui.add(egui::Label::new(shown.small().color(theme::weak())).wrap()), text);
}

/// First height of the strip below the panes, in a window of `height` points, and the heights to which it can be dragged.
pub fn strip_heights(height: f32) -> (f32, std::ops::RangeInclusive<f32>) {
    ((0.21 * height).clamp(130.0, 300.0), 90.0..=(0.55 * height).max(131.0))
}

/// The frame of a panel at the edge of the window, with horizontal and vertical margins, points.
pub fn dock(x: i8, y: i8) -> egui::Frame {
    egui::Frame::new().inner_margin(egui::Margin::symmetric(x, y))
}

/// Shows the number of a pane, whose index counts from 0, as a button that activates the pane.
pub fn pane_number(ui: &mut Ui, pane: usize, in_focus: bool) -> Response {
    let help = t!("Make this the active pane: its settings appear on the left, its results on the right.");
    let number = ui.add(Button::selectable(in_focus, format!("{}", pane + 1))).on_hover_text(help);
    let name = t!("Pane %{n}", n = pane + 1);
    number.widget_info(|| WidgetInfo::selected(Role::Button, true, in_focus, &name));
    number
}
