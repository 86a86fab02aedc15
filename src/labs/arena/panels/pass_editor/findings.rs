//! Findings about the table: the smallest pixel on which it is wrong, a random family, its cost, its verdicts in the
//! current frame, and the difference from another table.

use egui::{
    Button, ComboBox, DragValue, Grid, Label, Rect, RichText, Role, Sense, Stroke, StrokeKind, Ui, UiBuilder,
    WidgetInfo, vec2,
};

use super::analysis::{Analysis, FAMILY};
use super::grid::number_text;
use super::relations::words;
use super::state::{Compared, PassEditor, PixelChoice, origin};
use crate::exhibit::Page;
use crate::image_space::own::cost::PairCost;
use crate::image_space::own::counterexample::Counterexample;
use crate::image_space::own::difference::{Change, Line, difference};
use crate::image_space::own::pixel::{Common, Pixel};
use crate::image_space::own::relations::Answer;
use crate::image_space::own::settings::{BUILT_IN, copy_of};
use crate::image_space::own::table::OwnTable;
use crate::image_space::pass::{Read, Repeat};
use crate::labs::arena::Arena;
use crate::language::{t, tr};
use crate::methods;
use crate::ui::drawing::{bar, between, em, eye, font, looks};
use crate::ui::format::grouped;
use crate::ui::requests::{PanelContext, Request};
use crate::ui::theme;
use crate::ui::widgets::options_in;

/// Width from which the sections stand side by side, points.
const ROOM: f32 = 820.0;

/// Gap between two sections side by side.
const GAP: f32 = 20.0;

/// All findings.
pub fn show(
    ui: &mut Ui,
    editor: &mut PassEditor,
    arena: &mut Arena,
    analysis: &Analysis,
    panel: &mut PanelContext,
) {
    ui.spacing_mut().item_spacing.y = 4.0;
    let is_old = editor.draft(arena, editor.index(arena)).is_some();
    if ui.available_width() >= ROOM {
        let room = ui.available_rect_before_wrap();
        let width = (room.width() - 2.0 * GAP) / 3.0;
        let mut bottom = room.top();
        for column in 0..3 {
            let left = room.left() + column as f32 * (width + GAP);
            let place = Rect::from_min_size(egui::pos2(left, room.top()), vec2(width, room.height()));
            let mut ui = ui.new_child(UiBuilder::new().id_salt(("finding", column)).max_rect(place));
            match column {
                0 => pixels(&mut ui, editor, analysis, is_old),
                1 => cost(&mut ui, arena, editor, analysis),
                _ => scene(&mut ui, editor, arena, panel),
            }
            bottom = bottom.max(ui.min_rect().bottom());
        }
        ui.allocate_space(vec2(room.width(), bottom - room.top()));
    } else {
        pixels(ui, editor, analysis, is_old);
        cost(ui, arena, editor, analysis);
        scene(ui, editor, arena, panel);
    }
    compared(ui, editor, arena);
}

fn title(ui: &mut Ui, text: &str, help: &str) {
    ui.add_space(4.0);
    ui.label(RichText::new(text).color(theme::strong()).size(13.5)).on_hover_text(help);
}

fn small(ui: &mut Ui, text: impl Into<String>) {
    ui.add(Label::new(RichText::new(text.into()).small().color(theme::text())).wrap());
}

/// The random family and the smallest counterexample. `is_old`: whether they are of the last table without faults.
fn pixels(ui: &mut Ui, editor: &mut PassEditor, analysis: &Analysis, is_old: bool) {
    let help = t!("The table against the truth, on pixels with random intervals of both bodies.");
    let name = if is_old { t!("Random pixels, the last table without faults") } else { t!("Random pixels") };
    title(ui, &name, &help);
    let Some(searched) = &analysis.searched else {
        return small(ui, t!("searching…"));
    };
    let Some(mistakes) = searched.mistakes else {
        return small(ui, t!("A table that draws edges cannot be judged on single pixels."));
    };
    let wrong = mistakes.missed + mistakes.false_hits;
    ui.horizontal_wrapped(|ui| {
        let (text, color) = match wrong {
            0 => (t!("right on all %{m} pixels", m = grouped(FAMILY as u64)), theme::teal()),
            _ => (
                t!(
                    "wrong on %{n} of %{m} pixels (missed: %{missed}, false hits: %{false_hits})",
                    n = wrong,
                    m = grouped(FAMILY as u64),
                    missed = mistakes.missed,
                    false_hits = mistakes.false_hits
                ),
                theme::amber(),
            ),
        };
        ui.label(RichText::new(text).color(if is_old { theme::weak() } else { color }));
    });
    ui.horizontal(|ui| {
        let help = t!("Number of the family; the same number gives the same pixels.");
        let name = ui.label(RichText::new(t!("Family")).small().color(theme::weak()));
        ui.add(DragValue::new(&mut editor.seed).speed(0.1)).labelled_by(name.id).on_hover_text(help);
        let help = t!("Other random pixels.");
        if ui.button(t!("Next family")).on_hover_text(help).clicked() {
            editor.seed = editor.seed.wrapping_add(1);
        }
    });
    match &searched.smallest {
        None => small(
            ui,
            t!("No counterexample: right on all pixels with ends from 0 to 6, and on 2000 random ones."),
        ),
        Some(found) => smallest(ui, editor, found),
    }
}

/// The smallest counterexample, a click on which makes it the chosen pixel.
fn smallest(ui: &mut Ui, editor: &mut PassEditor, found: &Counterexample) {
    let is_chosen = editor.pixel == PixelChoice::Smallest;
    let answer = if found.colliding { Answer::Colliding } else { Answer::Separated };
    let common = match found.common {
        Common::Nothing => t!("they share no depth"),
        Common::Touch => t!("they touch"),
        Common::Overlap => t!("they overlap"),
    };
    let says = words(answer, found.common, editor.touching);
    let text =
        t!("Smallest counterexample: %{common}; the table says %{answer}.", common = common, answer = says);
    ui.add(Label::new(RichText::new(text.as_ref()).small().color(theme::text())).wrap());
    let em = em(ui);
    let width = ui.available_width().min(380.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, 5.0 * em), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_chosen, text.as_ref()));
    let fill = if is_chosen { theme::selection() } else { theme::sunken() };
    let line = match () {
        () if response.has_focus() => Stroke::new(2.0, theme::accent()),
        () if is_chosen => Stroke::new(1.5, theme::strong()),
        () if response.hovered() => Stroke::new(1.0, theme::weak()),
        () => Stroke::new(1.0, theme::line()),
    };
    ui.painter().rect(rect, 4.0, fill, line, StrokeKind::Inside);
    slabs(ui, rect.shrink2(vec2(0.6 * em, 0.3 * em)), &found.pixel);
    if response.on_hover_text(t!("Click to see this pixel row by row in the table.")).clicked() {
        editor.pixel = PixelChoice::Smallest;
        (editor.turn, editor.exchanged) = (None, false);
    }
}

/// The intervals of a pixel as bars with the depths of their ends.
fn slabs(ui: &Ui, rect: Rect, pixel: &Pixel) {
    let em = em(ui);
    let painter = ui.painter_at(rect);
    eye(&painter, rect.left_center() + vec2(0.6 * em, 0.0), 1.2 * em, theme::weak());
    let numbers = 8.5 * em;
    let field = Rect::from_min_max(rect.min + vec2(1.8 * em, 0.0), rect.max - vec2(numbers, 0.0));
    painter.hline(field.x_range(), field.center().y, Stroke::new(1.0, theme::line()));
    // A small pixel is drawn over its own range, so that thin slabs are visible.
    let ends = || pixel.bodies.iter().flatten().flatten().map(|end| pixel.depth(*end));
    let (least, most) = (ends().fold(1.0, f64::min), ends().fold(0.0, f64::max));
    let span = (most - least).max(1e-3);
    let share = |end: u32| 0.08 + 0.84 * (pixel.depth(end) - least) / span;
    for (index, intervals) in pixel.bodies.iter().enumerate() {
        let top = field.top() + field.height() * (0.06 + 0.48 * index as f32);
        let lane =
            Rect::from_min_size(egui::pos2(field.left(), top), vec2(field.width(), 0.40 * field.height()));
        for interval in intervals {
            bar(&painter, between(lane, interval.map(share)), looks()[index]);
        }
        let depths = |[near, far]: &[u32; 2]| {
            format!("{}–{}", number_text(pixel.depth(*near)), number_text(pixel.depth(*far)))
        };
        let list = match intervals.is_empty() {
            true => t!("not on the pixel").into_owned(),
            false => intervals.iter().map(depths).collect::<Vec<_>>().join(", "),
        };
        let text = format!("{} {list}", looks()[index].letter);
        let at = egui::pos2(field.right() + 0.5 * em, lane.center().y);
        painter.text(at, egui::Align2::LEFT_CENTER, text, font(0.85 * em), theme::strong());
    }
}

/// The cost of a pair.
fn cost(ui: &mut Ui, arena: &Arena, editor: &PassEditor, analysis: &Analysis) {
    let resolution = arena.settings_of(editor.method(arena)).whole("resolution").unwrap_or_default();
    let text = t!("Cost of a pair at %{n} × %{n} pixels", n = resolution);
    title(ui, &text, &t!("By the rows of the table, drawn pair by pair."));
    let program = &analysis.program;
    let runs_all = program.repeat != Repeat::Once || matches!(program.read, Read::Lists | Read::AnyCount);
    let costs: Vec<(String, PairCost)> = match analysis.costs.as_slice() {
        [.., last] if runs_all || analysis.costs.len() == 1 => vec![(t!("every pair").into_owned(), *last)],
        costs => {
            let name = |round: usize| match round + 1 == costs.len() {
                true => t!("all rounds"),
                false => t!("separated in round %{n}", n = round + 1),
            };
            costs.iter().enumerate().map(|(round, cost)| (name(round).into_owned(), *cost)).collect()
        }
    };
    Grid::new("cost").num_columns(5).spacing([12.0, 2.0]).show(ui, |ui| {
        let weak = |text: &str| RichText::new(text).small().color(theme::weak());
        ui.label("");
        for (head, help) in [
            (t!("draws"), t!("Draw calls.")),
            (t!("queries"), t!("Occlusion queries.")),
            (t!("bytes"), t!("Bytes read back from the GPU.")),
            (t!("waits"), t!("Times that the processor waits for the GPU.")),
        ] {
            ui.label(weak(&head)).on_hover_text(help);
        }
        ui.end_row();
        for (name, PairCost { draws, queries, bytes_read, waits }) in costs {
            ui.label(weak(&name));
            for number in [draws, queries, bytes_read, waits] {
                ui.label(RichText::new(grouped(number)).monospace().color(theme::strong()));
            }
            ui.end_row();
        }
    });
}

/// The method's verdicts in the current frame, if a pane shows it.
fn scene(ui: &mut Ui, editor: &PassEditor, arena: &mut Arena, panel: &mut PanelContext) {
    title(
        ui,
        &t!("On the scene"),
        &t!("The verdicts of the method that runs the table, in the current frame."),
    );
    let method = editor.method(arena);
    let pane = arena.lineup().panes().iter().position(|shown| shown.id == method.id);
    let Some(pane) = pane else {
        small(ui, t!("No pane shows this method."));
        let help = t!("Show the method in the active pane.");
        if ui.button(t!("Try on the scene")).on_hover_text(help).clicked() {
            arena.show(method);
        }
        return;
    };
    let (text, color) = match arena.found().answer(method) {
        None => (t!("The method is switched off.").into_owned(), theme::weak()),
        Some(answer) => match (&answer.trouble, &answer.errors) {
            (Some(why), _) => (tr(why.words()), theme::amber()),
            (None, None) => (t!("The reference is off or has no answer.").into_owned(), theme::weak()),
            (None, Some(errors)) => {
                let (missed, false_hits) = (errors.missed.len(), errors.false_hits.len());
                let hits = answer.verdicts.iter().filter(|verdict| verdict.colliding).count();
                let colliding = hits + missed - false_hits;
                let separated = answer.verdicts.len() - colliding;
                let text = t!(
                    "Frame %{frame}: missed %{missed} of %{colliding} colliding pairs, false hits: %{false_hits} of %{separated} separated ones",
                    missed = missed,
                    false_hits = false_hits,
                    colliding = grouped(colliding as u64),
                    separated = grouped(separated as u64),
                    frame = arena.world().frame()
                );
                // Without pairs of both kinds, no mistake proves little.
                let color = match missed + false_hits {
                    0 if colliding > 0 && separated > 0 => theme::teal(),
                    0 => theme::text(),
                    _ => theme::amber(),
                };
                (text.into_owned(), color)
            }
        },
    };
    ui.add(Label::new(RichText::new(text).color(color)).wrap());
    ui.horizontal_wrapped(|ui| {
        let help = t!("The scene with the method's verdicts, in pane %{n}", n = pane + 1);
        if ui.button(t!("Show the scene")).on_hover_text(help).clicked() {
            arena.focus_on(pane);
            panel.ask(Request::Turn(Page::Scene));
        }
        let help = t!("The method on the picked pair, row by row, with the real buffers.");
        if ui.button(t!("Inspect a pair")).on_hover_text(help).clicked() {
            arena.focus_on(pane);
            panel.ask(Request::Turn(Page::Inspector));
        }
    });
}

/// The difference from another table: the one with which the edited table began, or that of a method.
fn compared(ui: &mut Ui, editor: &mut PassEditor, arena: &Arena) {
    let table = editor.edited(arena);
    let begun = editor.begun(arena).cloned();
    let first = match (origin(&table), &begun) {
        (Some(id), _) => Compared::BuiltIn(id),
        (None, Some(_)) => Compared::Begun,
        (None, None) => Compared::BuiltIn("stencil"),
    };
    let from = editor.compared.unwrap_or(first);
    let title_of = |from: Compared| match from {
        Compared::Begun => t!("the table as it began").into_owned(),
        Compared::BuiltIn(id) => methods::find(id).map_or_else(|| id.to_owned(), |method| tr(method.title)),
    };
    ui.add_space(4.0);
    let button =
        Button::selectable(editor.with_difference, t!("Difference from %{method}", method = title_of(from)));
    let help = t!("Show or hide the rows and cells that differ from another table.");
    if ui.add(button).on_hover_text(help).clicked() {
        editor.with_difference ^= true;
    }
    if !editor.with_difference {
        return;
    }
    ui.horizontal(|ui| {
        let help = t!("The table with which the edited one is compared.");
        let name = ui.label(RichText::new(t!("Compare with")).small().color(theme::weak()));
        let built_in = BUILT_IN.iter().map(|(id, _)| Compared::BuiltIn(id));
        let all: Vec<_> = begun.is_some().then_some(Compared::Begun).into_iter().chain(built_in).collect();
        let rows = all.iter().map(|from| {
            let says = match from {
                Compared::Begun => t!("as it was opened, pasted or begun").into_owned(),
                Compared::BuiltIn(id) => (*id).to_owned(),
            };
            (title_of(*from), says, true)
        });
        let current = title_of(from);
        let list = ComboBox::from_id_salt("compared").selected_text(&current).height(400.0);
        let list = list.show_ui(ui, |ui| options_in(ui, &current, rows));
        list.response.labelled_by(name.id).on_hover_text(help);
        if let Some(index) = list.inner.flatten() {
            editor.compared = Some(all[index]);
        }
    });
    let other = match from {
        Compared::Begun => begun,
        Compared::BuiltIn(id) => copy_of(id).ok(),
    };
    if let Some(other) = other {
        lines(ui, &other, &table);
    }
}

fn lines(ui: &mut Ui, other: &OwnTable, table: &OwnTable) {
    let found = difference(other, table);
    if found.is_empty() {
        return small(ui, t!("Both tables mean the same."));
    }
    for change in &found.head {
        small(ui, changed(change));
    }
    // Rows are numbered through all rounds, as in the table.
    let number =
        |table: &OwnTable, place| table.places().position(|other| other == place).map_or(0, |at| at + 1);
    for line in found.lines.iter().filter(|line| !line.is_same()) {
        let Line { before, after, changes } = line;
        let text = match (before, after) {
            (Some(place), None) => t!("Row %{n} of that table is missing", n = number(other, *place)),
            (None, Some(place)) => t!("Row %{n} is new", n = number(table, *place)),
            (_, Some(place)) => t!(
                "Row %{n}: %{changes}",
                n = number(table, *place),
                changes = changes.iter().map(changed).collect::<Vec<_>>().join("; ")
            ),
            (None, None) => continue,
        };
        small(ui, text);
    }
}

/// A changed cell, in the words of the text.
fn changed(change: &Change) -> String {
    let or_dash = |text: &str| if text.is_empty() { "—".to_owned() } else { text.to_owned() };
    format!("{} → {}", or_dash(&change.before), or_dash(&change.after))
}
