//! Matrix of all methods that are on: a cell holds the number of pairs on which two methods differ, the
//! diagonal the number of pairs that a method reports as colliding.

use egui::{Align2, FontId, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use super::pairs::{around, list};
use crate::comparison::disagreements::Cell;
use crate::labs::arena::Arena;
use crate::language::{joined, t, tr};
use crate::methods::Method;
use crate::ui::format::shortened;
use crate::ui::requests::PanelContext;
use crate::ui::theme;
use crate::ui::verdicts::word;
use crate::ui::widgets::note;

/// Width and height of a cell, points.
const CELL: egui::Vec2 = vec2(30.0, 19.0);
/// Width of the list of pairs, points.
const LIST: f32 = 176.0;
/// Range of widths of the names on the left, points; the longest name determines it.
const NAMES: std::ops::RangeInclusive<f32> = 80.0..=280.0;

/// Display settings of the matrix, and the cell whose pairs are listed.
#[derive(Default)]
pub struct MatrixState {
    /// Whether cells count pairs of all compared frames instead of this frame only.
    pub all_frames: bool,
    /// The two methods whose differing pairs are listed.
    pub cell: Option<[&'static Method; 2]>,
}

/// The matrix, and the pairs of the chosen cell. Returns whether a pair was picked.
pub fn show(ui: &mut Ui, state: &mut MatrixState, arena: &mut Arena, panel: &mut PanelContext) -> bool {
    ui.horizontal(|ui| {
        let this = t!("Pairs of the current frame.");
        let all = t!("Pairs of the frames in which all methods that are on have run.");
        for (all_frames, name, help) in
            [(false, t!("This frame"), this), (true, t!("All compared frames"), all)]
        {
            ui.radio_value(&mut state.all_frames, all_frames, name).on_hover_text(help);
        }
        note(ui, &t!("Diagonal: hits."));
    });
    let methods: Vec<_> = arena.lineup().asked().collect();
    if methods.is_empty() {
        note(ui, &t!("All methods are switched off."));
        return false;
    }
    let line = ui.horizontal_top(|ui| {
        // The list comes first: a matrix of all methods is wider than the panel.
        let list = ui.vertical(|ui| {
            ui.set_width(LIST);
            differing_pairs(ui, state, arena, panel)
        });
        cells(ui, state, arena, &methods);
        list.inner
    });
    line.inner
}

fn cells(ui: &mut Ui, state: &mut MatrixState, arena: &Arena, methods: &[&'static Method]) {
    let side = methods.len() as f32;
    let font = FontId::proportional(12.0);
    // A column has the number of its method only: names would make the table high, and cut names look alike.
    let name_of = |row: usize| format!("{}  {}", row + 1, tr(methods[row].title));
    let width = |row| ui.painter().layout_no_wrap(name_of(row), font.clone(), theme::text()).size().x;
    let names = (0..methods.len()).map(width).fold(*NAMES.start(), f32::max).min(*NAMES.end()) + 8.0;
    let size = vec2(names + CELL.x * side, CELL.y * (side + 1.0));
    let (table, _) = ui.allocate_exact_size(size, Sense::hover());
    let all_frames = state.all_frames;
    let value = |cell: Cell| if all_frames { (cell.frames > 0).then_some(cell.sum) } else { cell.now };
    let most = methods.iter().enumerate().flat_map(|(i, a)| methods[..i].iter().map(move |b| (a, b)));
    let most = most.filter_map(|(a, b)| value(arena.comparison().cell(a, b))).max().unwrap_or(0);
    for (row, first) in methods.iter().enumerate() {
        let top = table.top() + CELL.y * (row as f32 + 1.0);
        let name = Rect::from_min_size(pos2(table.left(), top), vec2(names - 6.0, CELL.y));
        let painter = ui.painter().with_clip_rect(name.intersect(ui.clip_rect()));
        let head = Rect::from_min_size(pos2(table.left() + names + CELL.x * row as f32, table.top()), CELL);
        for (place, of) in [(name, "name"), (head, "head")] {
            ui.interact(place, ui.scope_id().with((first.id, of)), Sense::hover())
                .on_hover_text(tr(first.title));
        }
        painter.text(name.left_center(), Align2::LEFT_CENTER, name_of(row), font.clone(), theme::text());
        let number = (row + 1).to_string();
        ui.painter().text(head.center(), Align2::CENTER_CENTER, number, font.clone(), theme::text());
        for (column, second) in methods.iter().enumerate() {
            let corner = pos2(table.left() + names + CELL.x * column as f32, top);
            let rect = Rect::from_min_size(corner, CELL).shrink(1.0);
            let cell = arena.comparison().cell(first, second);
            one(ui, state, rect, [first, second], cell, value(cell), most);
        }
    }
}

fn one(
    ui: &Ui,
    state: &mut MatrixState,
    rect: Rect,
    methods: [&'static Method; 2],
    cell: Cell,
    value: Option<u64>,
    most: u64,
) {
    let [first, second] = methods;
    let itself = first.id == second.id;
    let id = ui.scope_id().with((first.id, second.id));
    let response = ui.interact(rect, id, if itself { Sense::hover() } else { Sense::click() });
    let picked = state.cell.is_some_and(|cell| cell.map(|m| m.id) == methods.map(|m| m.id));
    if !itself {
        let name = t!("%{a} and %{b}", a = tr(first.title), b = tr(second.title));
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, picked, &name));
    }
    if response.clicked() {
        state.cell = (!picked).then_some(methods);
    }
    let hovered = response.hovered();
    response.on_hover_text(explanation(methods, cell));

    let fill = match value {
        _ if itself => theme::sunken(),
        Some(count) if count > 0 => {
            let share = (count as f32 / most.max(1) as f32).sqrt();
            theme::amber().gamma_multiply(0.12 + 0.33 * share)
        }
        Some(_) => theme::stripe(),
        None => theme::panel(),
    };
    ui.painter().rect_filled(rect, 2.0, fill);
    if picked || hovered {
        let color = if picked { theme::strong() } else { theme::weak() };
        ui.painter().rect_stroke(rect, 2.0, Stroke::new(1.5, color), StrokeKind::Inside);
    }
    let color = match value {
        Some(count) if count > 0 => theme::strong(),
        _ => theme::weak(),
    };
    let text = value.map_or("–".to_owned(), shortened);
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, text, FontId::monospace(11.0), color);
}

fn explanation([first, second]: [&'static Method; 2], cell: Cell) -> String {
    let since = match cell.frames {
        1 => t!("Pairs in all compared frames: %{n}, in one frame.", n = cell.sum),
        frames => {
            t!("Pairs in all compared frames: %{n}, in %{frames} frames.", n = cell.sum, frames = frames)
        }
    };
    let now = match cell.now {
        Some(now) => t!("Pairs in this frame: %{n}.", n = now),
        None => t!("Not compared in this frame."),
    };
    if first.id == second.id {
        let what = t!("Pairs that %{method} reports as colliding.", method = tr(first.title));
        return joined(&[what, now, since]);
    }
    let what = t!("Pairs on which %{a} and %{b} differ.", a = tr(first.title), b = tr(second.title));
    joined(&[what, now, since, t!("Click to list the pairs of this frame.")])
}

/// Lists the pairs of the picked cell.
fn differing_pairs(ui: &mut Ui, state: &MatrixState, arena: &mut Arena, panel: &mut PanelContext) -> bool {
    let Some([first, second]) = state.cell else {
        note(ui, &t!("Click a cell to list the pairs on which two methods differ."));
        return false;
    };
    let found = arena.found();
    let between = found.between(first, second);
    let pairs: Vec<_> = between.iter().map(|&index| (index, found.candidates[index])).collect();
    let (a, b) = (tr(first.title), tr(second.title));
    let summary = match pairs.len() {
        0 => t!("%{a} and %{b} agree on all pairs of this frame.", a = a, b = b),
        1 => t!("%{a} and %{b} differ on one pair of this frame.", a = a, b = b),
        n => t!("%{a} and %{b} differ on %{n} pairs of this frame.", a = a, b = b, n = n),
    };
    note(ui, &summary);
    let help = t!("Click to zoom to this pair. Bodies in front of it become translucent.");
    let clicked = list(ui, arena, "differing", &help, &pairs, |arena, index, pair| {
        let colliding = |method| {
            let verdict = arena.found().answer(method).and_then(|answer| answer.verdicts.get(index));
            verdict.is_some_and(|verdict| verdict.colliding)
        };
        let (a, b) = (word(colliding(first)), word(colliding(second)));
        egui::RichText::new(format!("{}–{} · {a}, {b}", pair.a, pair.b))
    });
    if let Some(pair) = clicked {
        arena.selected_pair = Some(pair);
        panel.requests.extend(around(arena, pair));
    }
    clicked.is_some()
}
