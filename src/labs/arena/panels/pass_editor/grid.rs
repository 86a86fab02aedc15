//! The table: a line per row, with a menu in each cell, and beside it the values on the chosen pixel.

use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align, Align2, Button, Checkbox, Color32, FontId, Id, Layout, Popup, PopupCloseBehavior, Rect, Response,
    RichText, Role, Sense, Shape, Stroke, StrokeKind, TextStyle, Ui, UiBuilder, WidgetInfo, pos2, vec2,
};

use super::cells::{self, Cell, Part};
use super::edits::{self, Place};
use super::relations::Mark;
use super::state::{PassEditor, Typed};
use crate::image_space::own::check::{Fault, Place as Where};
use crate::image_space::own::pixel::History;
use crate::image_space::own::rows::Effect;
use crate::image_space::own::table::OwnTable;
use crate::image_space::pass::{Pass, PassProgram, Repeat};
use crate::language::{t, tr};
use crate::ui::buffer_colors::{ink, stencil_color};
use crate::ui::theme;

/// Height of a row, points.
const ROW: f32 = 25.0;
/// Width of the column of numbers.
const NUMBER: f32 = 34.0;
/// Widths of the columns with a menu that decide whether a row takes one line or two. So the lines do not depend on the
/// words in them, and rows stay where they are while words change.
const WIDTHS: [f32; 5] = [156.0, 70.0, 122.0, 150.0, 150.0];
/// Smallest width of a column with a menu.
const LEAST: f32 = 44.0;
/// Space between two parts of a cell.
const BETWEEN_PARTS: f32 = 7.0;
/// Width of each of the two columns with a check box.
const CHECK: f32 = 46.0;
/// Widths of the columns on the chosen pixel: depth, stencil value, fragments that passed.
const ON_PIXEL: [f32; 3] = [52.0, 46.0, 46.0];

/// The table with the history of a pixel.
pub struct Shown<'a> {
    /// The table as it is edited.
    pub table: &'a OwnTable,
    /// Its faults.
    pub faults: &'a [Fault],
    /// The history of the chosen pixel; `None` if the table has faults, or pixels cannot judge it.
    pub history: Option<&'a History>,
    /// Name of the chosen pixel with the table's verdict, and its mark.
    pub caption: Option<(String, Mark)>,
    /// The turn that is shown.
    pub turn: usize,
    /// The effect of leaving out a row.
    pub effect: &'a dyn Fn(Place) -> Option<Effect>,
}

/// The places of the columns. In a narrow page a row takes two lines, and the columns from the operations on stand in
/// the second one.
struct Columns {
    /// Left and right end, and line, of every column.
    places: Vec<(f32, f32, usize)>,
    lines: usize,
}

impl Columns {
    /// The columns in a page of this width; those with a menu are as wide as their words, if there is room.
    fn new(left: f32, width: f32, words: [f32; 5]) -> Self {
        let others = 2.0 * CHECK + ON_PIXEL.iter().sum::<f32>();
        let lines = if width < NUMBER + WIDTHS.iter().sum::<f32>() + others { 2 } else { 1 };
        let before_second = NUMBER + if lines == 2 { 0.0 } else { others };
        let shared = if lines == 2 { 4 } else { 5 };
        let least: f32 = WIDTHS[..4].iter().sum();
        let mut menus = words;
        // 1. The columns of the first line share its room: what is left over goes to all of them alike.
        let room = (width - before_second).max(least);
        let wanted: f32 = menus[..shared].iter().sum();
        for menu in &mut menus[..shared] {
            *menu =
                if wanted > room { *menu * room / wanted } else { *menu + (room - wanted) / shared as f32 };
        }
        // 2. In the second line the operations take what the check boxes and the pixel leave.
        if lines == 2 {
            menus[4] = (room - others).max(WIDTHS[4]);
        }
        let widths = std::iter::once(NUMBER).chain(menus).chain([CHECK, CHECK]).chain(ON_PIXEL);
        let mut places = Vec::new();
        let mut at = left;
        for (column, width) in widths.enumerate() {
            if column == OPERATIONS && lines == 2 {
                at = left + NUMBER;
            }
            let line = if column < OPERATIONS { 0 } else { lines - 1 };
            places.push((at, at + width, line));
            at += width;
        }
        Self { places, lines }
    }

    fn rect(&self, column: usize, row: Rect) -> Rect {
        let (left, right, line) = self.places[column];
        let height = row.height() / self.lines as f32;
        Rect::from_min_size(pos2(left, row.top() + height * line as f32), vec2(right - left, height))
    }

    fn width(&self) -> f32 {
        let right = self.places.iter().map(|(_, right, _)| *right).fold(0.0, f32::max);
        right - self.places[0].0
    }
}

/// Index of the column of operations, of the first column with a check box, and of the first one on the chosen pixel.
const OPERATIONS: usize = 5;
const COUNT: usize = 6;
const PIXEL: usize = 8;

/// Smallest width of the table.
pub fn least_width() -> f32 {
    Columns::new(0.0, 0.0, [LEAST; 5]).width()
}

/// Widths that the words of the columns with a menu need, points.
fn widths_of_words(ui: &Ui, table: &OwnTable, program: &PassProgram) -> [f32; 5] {
    let width = |text: String, font: FontId| ui.painter().layout_no_wrap(text, font, theme::text()).size().x;
    let small = TextStyle::Small.resolve(ui.style());
    let letters = FontId::monospace(small.size);
    Cell::ALL.map(|cell| {
        let of_row = |place: Place| {
            let (Some(row), meant) = (table.row(place), &program.rounds[place[0]][place[1]]) else {
                return 0.0;
            };
            let parts = cells::parts(cell, row, meant, table.unsaid);
            let words: f32 = parts.iter().map(|part| width(part.text.clone(), letters.clone())).sum();
            words + BETWEEN_PARTS * parts.len().saturating_sub(1) as f32
        };
        let words = table.places().map(of_row).fold(width(cell.title(), small.clone()), f32::max);
        (words + 12.0).max(LEAST)
    })
}

/// Shows the table. Returns it if a cell was changed.
pub fn show(ui: &mut Ui, editor: &mut PassEditor, shown: &Shown<'_>) -> Option<OwnTable> {
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut next = shown.table.clone();
    let program = shown.table.lowered();
    let words = widths_of_words(ui, shown.table, &program);
    let columns = Columns::new(ui.cursor().left(), ui.available_width(), words);
    head(ui, &columns, shown);
    let faults_of = |place: Where| shown.faults.iter().filter(move |fault| fault.place == place);
    let mut number = 0;
    for (index, round) in shown.table.rounds.iter().enumerate() {
        let of_turn = match program.repeat {
            Repeat::Once => None,
            Repeat::Slices | Repeat::Layers => Some(shown.turn + 1),
        };
        let fault = faults_of(Where::Round(index)).next();
        round_heading(ui, index, shown.table.rounds.len(), of_turn, fault);
        if round.rows.is_empty() {
            editor.selected = empty_round(ui, index, &mut next).or(editor.selected);
        }
        for row in 0..round.rows.len() {
            number += 1;
            let place = [index, row];
            line(ui, editor, &columns, shown, (number, place), &program.rounds[index][row], &mut next);
        }
    }
    (next != *shown.table).then_some(next)
}

fn head(ui: &mut Ui, columns: &Columns, shown: &Shown<'_>) {
    let heads = 20.0 * columns.lines as f32;
    let (whole, _) = ui.allocate_exact_size(vec2(columns.width(), 18.0 + heads), Sense::hover());
    let (above, rect) = whole.split_top_bottom_at_y(whole.bottom() - heads);
    if let Some((caption, mark)) = &shown.caption {
        let font = TextStyle::Small.resolve(ui.style());
        let at = above.right_center() - vec2(4.0, 0.0);
        let text = ui.painter().text(at, Align2::RIGHT_CENTER, caption, font, theme::strong());
        mark.paint(ui.painter(), text.left_center() - vec2(10.0, 0.0));
    }
    let heads = Cell::ALL.iter().map(|cell| (cell.title(), cell.help()));
    let checks = [
        (t!("Count").into_owned(), t!("Count the samples that pass: an occlusion query.").into_owned()),
        (t!("Read").into_owned(), t!("Read the depth values of the tile back after the draw.").into_owned()),
    ];
    let on_pixel = [
        (t!("depth").into_owned(), t!("The stored depth on the chosen pixel after this row.").into_owned()),
        (
            t!("stencil").into_owned(),
            t!("The stencil value on the chosen pixel after this row.").into_owned(),
        ),
        (
            t!("passed").into_owned(),
            t!("Fragments of this row that pass both tests on the chosen pixel.").into_owned(),
        ),
    ];
    let all = heads.chain(checks).chain(on_pixel);
    for (column, (title, help)) in all.enumerate() {
        let cell = columns.rect(column + 1, rect);
        if column + 1 >= PIXEL && shown.history.is_none() {
            break;
        }
        let response = ui.interact(cell, ui.scope_id().with(("head", column)), Sense::hover());
        let font = TextStyle::Small.resolve(ui.style());
        let at = cell.left_center() + vec2(5.0, 0.0);
        ui.painter().text(at, Align2::LEFT_CENTER, title, font, theme::weak());
        response.on_hover_text(help);
    }
    ui.painter().hline(rect.x_range(), rect.bottom(), Stroke::new(1.0, theme::line()));
}

fn round_heading(ui: &mut Ui, index: usize, of: usize, turn: Option<usize>, fault: Option<&Fault>) {
    ui.add_space(3.0);
    let mut text = t!("Round %{n} of %{of}", n = index + 1, of = of).into_owned();
    if let Some(turn) = turn {
        text += &format!(" · {}", t!("repeated; turn %{n} on the pixel", n = turn));
    }
    let color = if fault.is_some() { theme::amber() } else { theme::strong() };
    let heading = ui.label(RichText::new(text).size(12.5).color(color));
    if let Some(fault) = fault {
        heading.on_hover_text(tr(&fault.says));
    }
}

/// The buttons of a round without rows, which has no row to select. Returns the row to select.
fn empty_round(ui: &mut Ui, index: usize, next: &mut OwnTable) -> Option<Place> {
    let mut chosen = None;
    ui.horizontal(|ui| {
        ui.add_space(NUMBER);
        let help = t!("Add a row to this round.");
        if ui.button(t!("Add row")).on_hover_text(help).clicked() {
            chosen = Some(edits::add_row(next, index));
        }
        let help = t!("Remove this round.");
        if ui.button(t!("Remove round")).on_hover_text(help).clicked() {
            chosen = edits::remove_round(next, index);
        }
    });
    chosen
}

/// A row, with its menus.
fn line(
    ui: &mut Ui,
    editor: &mut PassEditor,
    columns: &Columns,
    shown: &Shown<'_>,
    (number, place): (usize, Place),
    meant: &Pass,
    next: &mut OwnTable,
) {
    let (rect, _) = ui.allocate_exact_size(vec2(columns.width(), ROW * columns.lines as f32), Sense::hover());
    let is_selected = editor.selected == Some(place);
    let effect = (shown.effect)(place);
    let is_idle = effect == Some(Effect::Nothing);
    if is_selected {
        ui.painter().rect_filled(rect, 3.0, theme::selection());
    } else if ui.rect_contains_pointer(rect) && !Popup::is_any_open(ui.ctx()) {
        ui.painter().rect_filled(rect, 3.0, theme::stripe());
    }
    ui.painter().hline(rect.x_range(), rect.bottom(), Stroke::new(1.0, theme::line()));
    let Some(row) = shown.table.row(place) else { return };

    // 1. The number, which selects the row.
    let id = ui.scope_id().with(("row", number));
    let response = ui.interact(columns.rect(0, rect), id, Sense::click());
    let name = t!("Row %{n}", n = number);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_selected, name.as_ref()));
    let fault = shown.faults.iter().find(|fault| fault.place == Where::Row(place));
    let color = match fault {
        Some(_) => theme::amber(),
        None if is_idle => theme::weak(),
        None => theme::strong(),
    };
    let box_ = Rect::from_center_size(columns.rect(0, rect).center(), vec2(20.0, 18.0));
    let outline = match fault {
        _ if response.has_focus() => Stroke::new(1.0, theme::accent()),
        Some(_) => Stroke::new(2.0, theme::amber()),
        None => Stroke::new(1.0, theme::line()),
    };
    ui.painter().rect_stroke(box_, 4.0, outline, StrokeKind::Inside);
    let font = FontId::proportional(12.0);
    ui.painter().text(box_.center(), Align2::CENTER_CENTER, number.to_string(), font, color);
    if response.clicked() {
        editor.selected = Some(place);
    }
    let fault = fault.map(|fault| tr(&fault.says));
    response.on_hover_text(about(fault, row.comment.as_str(), effect.as_ref()));

    // 2. Cells with a menu.
    for (column, kind) in Cell::ALL.into_iter().enumerate() {
        let parts = cells::parts(kind, row, meant, shown.table.unsaid);
        let id = ui.scope_id().with(("cell", number, column));
        let response = cell(ui, columns.rect(column + 1, rect), id, (number, kind), &parts, is_idle);
        if response.clicked() || response.gained_focus() {
            editor.selected = Some(place);
        }
        let popup = Popup::menu(&response).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
        let Some(target) = next.rounds.get_mut(place[0]).and_then(|round| round.rows.get_mut(place[1]))
        else {
            continue;
        };
        popup.show(|ui| {
            if cells::menu(ui, kind, target, meant) {
                ui.close();
            }
        });
    }

    // 3. Check boxes.
    if let Some(target) = next.rounds.get_mut(place[0]).and_then(|round| round.rows.get_mut(place[1])) {
        let checks = [(&mut target.count, t!("Count")), (&mut target.read_depth, t!("Read"))];
        for (index, (on, name)) in checks.into_iter().enumerate() {
            let inside = columns.rect(COUNT + index, rect).shrink2(vec2(8.0, 1.0));
            let mut ui = ui.new_child(
                UiBuilder::new()
                    .id_salt(("check", number, index))
                    .max_rect(inside)
                    .layout(Layout::left_to_right(Align::Center)),
            );
            let response = ui.add(Checkbox::without_text(on));
            let is_on = *on;
            let name = t!("Row %{n}, %{column}", n = number, column = name);
            response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, is_on, name.as_ref()));
            if response.changed() {
                editor.selected = Some(place);
            }
        }
    }

    // 4. The chosen pixel.
    if let Some([before, after]) = shown.history.and_then(|history| history.around(place, shown.turn)) {
        let font = TextStyle::Monospace.resolve(ui.style());
        let shade = |changed: bool| if changed { theme::strong() } else { theme::weak() };
        let depth = columns.rect(PIXEL, rect);
        let color = shade(before.depth != after.depth || meant.clear.depth.is_some());
        ui.painter().text(
            depth.left_center() + vec2(5.0, 0.0),
            Align2::LEFT_CENTER,
            number_text(after.depth),
            font.clone(),
            color,
        );
        let chip = Rect::from_center_size(
            columns.rect(PIXEL + 1, rect).left_center() + vec2(16.0, 0.0),
            vec2(24.0, 18.0),
        );
        let ground = stencil_color(after.stencil, shown.table.lowered().proof());
        let line = if before.stencil == after.stencil { theme::line() } else { theme::strong() };
        ui.painter().rect(chip, 3.0, ground, Stroke::new(1.0, line), StrokeKind::Inside);
        let text = after.stencil.to_string();
        ui.painter().text(chip.center(), Align2::CENTER_CENTER, text, font.clone(), ink(ground));
        let passed = columns.rect(PIXEL + 2, rect);
        let at = passed.left_center() + vec2(14.0, 0.0);
        ui.painter().text(at, Align2::LEFT_CENTER, after.passed.to_string(), font, shade(after.passed > 0));
    }
}

/// A depth in at most three digits after the point.
pub fn number_text(depth: f64) -> String {
    let text = format!("{depth:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The hover text of a row: its fault, its note, and what changes without it.
fn about(fault: Option<String>, comment: &str, effect: Option<&Effect>) -> String {
    let mut lines = Vec::from_iter(fault);
    if !comment.is_empty() {
        lines.push(tr(comment));
    }
    let without = match effect {
        Some(Effect::Needed(fault)) => {
            Some(t!("Without this row the table cannot run: %{why}", why = tr(&fault.says)))
        }
        Some(Effect::Nothing) => {
            Some(t!("This row changes no answer, in any relation and on no pixel of the random family."))
        }
        Some(Effect::Changes(changes)) => {
            let numbers: Vec<_> =
                changes.relations.iter().map(|relation| relation.number().to_string()).collect();
            Some(match (numbers.is_empty(), changes.allen.is_empty()) {
                (false, _) => t!("Without this row: relations %{list} change.", list = numbers.join(", ")),
                (true, false) => {
                    t!("Without this row: only the ends of intervals that coincide change the answer.")
                }
                (true, true) => {
                    t!(
                        "Number of random pixels on which the answer changes without this row: %{n}.",
                        n = changes.pixels
                    )
                }
            })
        }
        Some(Effect::Unknown) | None => None,
    };
    lines.extend(without.map(|text| text.into_owned()));
    lines.push(
        t!("Click to select the row: Delete removes it, Alt + Up and Alt + Down move it.").into_owned(),
    );
    lines.join("\n")
}

/// A cell with its text; a click opens its menu.
fn cell(
    ui: &Ui,
    rect: Rect,
    id: Id,
    (number, kind): (usize, Cell),
    parts: &[Part],
    is_idle: bool,
) -> Response {
    let inside = rect.shrink2(vec2(1.0, 1.0));
    let response = ui.interact(inside, id, Sense::click());
    let text = parts.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join(" ");
    let name = t!("Row %{n}, %{column}: %{text}", n = number, column = kind.title(), text = text);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name.as_ref()));
    let is_open = Popup::is_id_open(ui.ctx(), Popup::default_response_id(&response));
    let is_chosen = is_open || response.has_focus();
    if is_chosen || response.hovered() {
        let (width, color) = if is_chosen { (1.5, theme::accent()) } else { (1.0, theme::weak()) };
        let stroke = Stroke::new(width, color);
        ui.painter().rect(inside, 3.0, theme::sunken(), stroke, StrokeKind::Inside);
        let at = pos2(inside.right() - 8.0, inside.center().y);
        let corners = [vec2(-3.5, -2.0), vec2(3.5, -2.0), vec2(0.0, 3.0)].map(|by| at + by);
        ui.painter().add(Shape::convex_polygon(corners.to_vec(), theme::text(), Stroke::NONE));
    }
    let wrap = egui::text::TextWrapping::truncate_at_width(inside.width() - 8.0);
    let mut job = LayoutJob { wrap, ..LayoutJob::default() };
    let font_id = FontId::monospace(TextStyle::Small.resolve(ui.style()).size);
    for (index, part) in parts.iter().enumerate() {
        let color: Color32 = if part.is_said && !is_idle { theme::strong() } else { theme::weak() };
        let format =
            TextFormat { font_id: font_id.clone(), color, italics: !part.is_said, ..TextFormat::default() };
        job.append(&part.text, if index > 0 { BETWEEN_PARTS } else { 0.0 }, format);
    }
    let galley = ui.painter().layout_job(job);
    let is_cut = galley.elided;
    let at = pos2(inside.left() + 4.0, inside.center().y - 0.5 * galley.size().y);
    ui.painter().galley(at, galley, theme::text());
    if is_open {
        return response;
    }
    // The meaning of the column, below a text that is cut off.
    let help = if is_cut { format!("{text}\n{}", kind.help()) } else { kind.help() };
    response.on_hover_text(help)
}

/// Buttons that change rows and rounds. Returns the changed table.
pub fn row_buttons(ui: &mut Ui, editor: &mut PassEditor, table: &OwnTable) -> Option<OwnTable> {
    let mut next = table.clone();
    let selected = editor.selected.filter(|place| table.row(*place).is_some());
    let has_row = selected.is_some();
    let mut chosen = selected;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let button = |ui: &mut Ui, name: &str, help: &str, on: bool| {
            let button = ui.add_enabled(on, Button::new(name));
            button.on_hover_text(help).on_disabled_hover_text(help).clicked()
        };
        if button(ui, &t!("Add row"), &t!("Add a row below the selected one, or at the end."), true) {
            chosen = Some(edits::insert_below(&mut next, selected, edits::new_row()));
        }
        let of_row = t!("Select a row by its number first.");
        let help = |text: &str| if has_row { text.to_owned() } else { of_row.clone().into_owned() };
        if button(ui, &t!("Duplicate"), &help(&t!("Add a copy of the selected row below it.")), has_row) {
            chosen = selected.and_then(|place| edits::duplicate(&mut next, place));
        }
        if button(ui, &t!("Remove"), &help(&t!("Remove the selected row (Delete).")), has_row) {
            chosen = selected.and_then(|place| edits::remove(&mut next, place));
        }
        for (name, text, down) in [
            (t!("Up"), t!("Move the selected row up, also into the round above (Alt + Up)."), false),
            (t!("Down"), t!("Move the selected row down, also into the round below (Alt + Down)."), true),
        ] {
            if button(ui, &name, &help(&text), has_row) {
                chosen = selected.map(|place| edits::shift(&mut next, place, down));
            }
        }
        ui.separator();
        let text = t!("Add a round of one row below that of the selected row, or at the end.");
        if button(ui, &t!("Add round"), &text, true) {
            chosen = Some(edits::add_round(&mut next, selected));
        }
        let text = t!("Remove the round of the selected row, with all its rows.");
        if button(ui, &t!("Remove round"), &help(&text), has_row) {
            chosen = selected.and_then(|[round, _]| edits::remove_round(&mut next, round));
        }
        ui.separator();
        // Always there, so that selecting a row moves no row.
        let row = selected.and_then(|[round, row]| next.rounds.get_mut(round)?.rows.get_mut(row));
        let (mut none, is_there) = (String::new(), row.is_some());
        let comment = row.map_or(&mut none, |row| &mut row.comment);
        let note = ui.label(RichText::new(t!("Note")).color(theme::weak()));
        let width = (ui.available_size_before_wrap().x - 12.0).clamp(80.0, 460.0);
        let help = t!("A note about the selected row, for readers of the table.");
        let field = Typed::Note(selected.unwrap_or_default());
        let field = ui.add_enabled_ui(is_there, |ui| editor.text_field(ui, field, comment, width)).inner;
        field.labelled_by(note.id).on_hover_text(help).on_disabled_hover_text(of_row.as_ref());
    });
    editor.selected = chosen;
    (next != *table).then_some(next)
}

/// Keys of the page: Delete removes the selected row, Alt + Up and Alt + Down move it.
pub fn listen(ui: &Ui, editor: &mut PassEditor, table: &OwnTable) -> Option<OwnTable> {
    use egui::{Key, Modifiers};
    if ui.ctx().text_edit_focused() || Popup::is_any_open(ui.ctx()) {
        return None;
    }
    let selected = editor.selected.filter(|place| table.row(*place).is_some())?;
    let pressed = |held, key| {
        let is_pressed = ui.input_mut(|input| input.consume_key(held, key));
        if is_pressed {
            // The arrow keys would also move the focus.
            ui.memory_mut(|memory| memory.move_focus(egui::FocusDirection::None));
        }
        is_pressed
    };
    let mut next = table.clone();
    if pressed(Modifiers::NONE, Key::Delete) {
        editor.selected = edits::remove(&mut next, selected);
    } else if pressed(Modifiers::ALT, Key::ArrowUp) {
        editor.selected = Some(edits::shift(&mut next, selected, false));
    } else if pressed(Modifiers::ALT, Key::ArrowDown) {
        editor.selected = Some(edits::shift(&mut next, selected, true));
    }
    (next != *table).then_some(next)
}
