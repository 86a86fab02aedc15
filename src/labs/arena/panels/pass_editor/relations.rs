//! The strip of relations: how the table decides every relation of two depth intervals, in both role orders.

use egui::{
    Align2, Button, ComboBox, Rect, RichText, Role, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, pos2,
    vec2,
};

use super::analysis::Analysis;
use super::state::{PassEditor, PixelChoice};
use crate::detector::Mistake;
use crate::figures;
use crate::image_space::own::pixel::{Common, Touching};
use crate::image_space::own::relations::{A, Allen, Answer, Cell, MOST};
use crate::language::{t, tr};
use crate::ui::drawing::{self, between, font, looks};
use crate::ui::egui_gaps::at_the_right;
use crate::ui::widgets::options_in;
use crate::ui::{icons, theme};

/// Height of a cell, points.
const HEIGHT: f32 = 74.0;
/// Height of a cell of Allen's relations.
const LOW: f32 = 62.0;
/// Opacity of marks that are not those of the edited table.
const FADED: f32 = 0.3;
/// Space between cells.
const GAP: f32 = 6.0;

/// The strip, with the choice of how touching counts.
pub fn show(ui: &mut Ui, editor: &mut PassEditor, analysis: &Analysis, has_faults: bool) {
    ui.spacing_mut().item_spacing.y = 4.0;
    head(ui, editor, analysis, has_faults);
    let Some(strip) = &analysis.strip else {
        let text = t!(
            "This table draws edges. A pixel does not tell where edges are, so it is judged on the scene only."
        );
        ui.add(egui::Label::new(RichText::new(text).color(theme::weak())).wrap());
        return;
    };
    let touching = editor.touching;
    let cells = strip.relations.iter().map(|(relation, cell)| {
        let title = relation.number().to_string();
        let sentence = figures::relations::sentence(*relation);
        let name = t!("Relation %{n}", n = relation.number()).into_owned();
        (PixelChoice::Relation(*relation), Labels { title, name, sentence }, *cell)
    });
    row(ui, editor, (HEIGHT, has_faults), touching, cells.collect());
    if editor.with_allen {
        let cells = strip.allen.iter().enumerate().map(|(index, (allen, cell))| {
            let name = tr(allen.says());
            let sentence = t!("B %{relation} A (Allen 1983)", relation = name).into_owned();
            (PixelChoice::Allen(index), Labels { title: name.clone(), name, sentence }, *cell)
        });
        row(ui, editor, (LOW, has_faults), touching, cells.collect());
    }
}

struct Labels {
    /// Above the drawing.
    title: String,
    /// For screen readers.
    name: String,
    /// The meaning, as hover text.
    sentence: String,
}

fn head(ui: &mut Ui, editor: &mut PassEditor, analysis: &Analysis, has_faults: bool) {
    ui.horizontal(|ui| {
        let title = RichText::new(t!("Relations on a pixel")).color(theme::strong()).size(14.5);
        ui.label(title).on_hover_text(t!(
            "Each body covers an interval of depths on a pixel. The table's answer in each relation of two intervals, for A and B in their roles and exchanged."
        ));
        if let Some(strip) = &analysis.strip {
            let (text, color) = match strip.wrong(editor.touching) {
                [0, 0] => (t!("right in all 8 relations"), theme::teal()),
                [n, m] => (
                    t!("wrong in %{n} of 8 relations as A B, in %{m} as B A", n = n, m = m),
                    theme::amber(),
                ),
            };
            if has_faults {
                ui.label(RichText::new(t!("the last table without faults:")).color(theme::weak()));
            }
            ui.label(RichText::new(text).color(if has_faults { theme::weak() } else { color }));
        }
        at_the_right(ui, "choices of relations", |ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            let help = t!("Show the pixel with the roles of A and B exchanged.");
            let button = Button::selectable(editor.exchanged, t!("Exchange A and B"));
            if ui.add(button).on_hover_text(help).clicked() {
                editor.exchanged ^= true;
            }
            let help = t!("Show the thirteen relations of Allen, which also tell coinciding ends apart.");
            let button = Button::selectable(editor.with_allen, t!("All 13 relations"));
            if ui.add(button).on_hover_text(help).clicked() {
                editor.with_allen ^= true;
            }
            touching(ui, editor);
        });
    });
}

fn touching(ui: &mut Ui, editor: &mut PassEditor) {
    let rows = [
        (
            Touching::IsEither,
            t!("Touching: either"),
            t!("Both answers on bodies that only touch count as right."),
        ),
        (Touching::Collides, t!("Touching: colliding"), t!("Bodies that touch collide.")),
        (Touching::IsSeparated, t!("Touching: separated"), t!("Bodies that only touch are separated.")),
    ];
    let current = rows.iter().find(|(value, ..)| *value == editor.touching).map_or("", |(_, name, _)| name);
    let options: Vec<_> =
        rows.iter().map(|(_, name, says)| (name.to_string(), says.to_string(), true)).collect();
    let list = ComboBox::from_id_salt("touching")
        .selected_text(current)
        .show_ui(ui, |ui| options_in(ui, current, options));
    let (name, value) = (t!("Touching"), current.to_owned());
    list.response.widget_info(|| WidgetInfo {
        current_text_value: Some(value.clone()),
        ..WidgetInfo::labeled(Role::ComboBox, true, name.as_ref())
    });
    list.response.on_hover_text(t!("Whether bodies that touch collide, for all marks on this page."));
    if let Some(index) = list.inner.flatten() {
        editor.touching = rows[index].0;
    }
}

/// A row of cards of this height. `is_old`: whether their marks are of another table than the edited one.
fn row(
    ui: &mut Ui,
    editor: &mut PassEditor,
    (height, is_old): (f32, bool),
    touching: Touching,
    cells: Vec<(PixelChoice, Labels, Cell)>,
) {
    let width = ui.available_width();
    let count = cells.len();
    let cell_width = (width - GAP * (count - 1) as f32) / count as f32;
    let (rect, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    for (index, (choice, labels, cell)) in cells.into_iter().enumerate() {
        let left = rect.left() + index as f32 * (cell_width + GAP);
        let place = Rect::from_min_size(pos2(left, rect.top()), vec2(cell_width, height));
        if card(ui, (place, is_old), choice, editor.pixel == choice, &labels, &cell, touching) {
            editor.pixel = choice;
            editor.turn = None;
        }
    }
}

/// One relation. Returns whether it was chosen.
fn card(
    ui: &Ui,
    (rect, is_old): (Rect, bool),
    choice: PixelChoice,
    is_chosen: bool,
    labels: &Labels,
    cell: &Cell,
    touching: Touching,
) -> bool {
    let response = ui.interact(rect, ui.scope_id().with(&labels.name), Sense::click());
    let marks = cell.answers.map(|answer| mark(answer, cell.common, touching));
    let [ab, ba] = cell.answers.map(|answer| words(answer, cell.common, touching));
    let state = if cell.is_right(touching) { t!("right") } else { t!("wrong") };
    let name = format!("{}: {state}", labels.name);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_chosen, &name));
    let painter = ui.painter_at(rect);
    let fill = if is_chosen { theme::selection() } else { theme::sunken() };
    let stroke = match () {
        () if response.has_focus() => Stroke::new(2.0, theme::accent()),
        () if is_chosen => Stroke::new(1.5, theme::strong()),
        () if response.hovered() => Stroke::new(1.0, theme::weak()),
        () => Stroke::new(1.0, theme::line()),
    };
    painter.rect(rect, 4.0, fill, stroke, StrokeKind::Inside);
    let small = 11.5;
    let at = rect.min + vec2(6.0, 4.0);
    let color = if is_chosen { theme::strong() } else { theme::text() };
    painter.text(at, Align2::LEFT_TOP, &labels.title, font(small), color);

    // The bars.
    let lanes =
        Rect::from_min_max(rect.min + vec2(8.0, 20.0), pos2(rect.right() - 8.0, rect.bottom() - 21.0));
    match choice {
        PixelChoice::Relation(relation) => figures::relations::bars(&painter, lanes, relation),
        PixelChoice::Allen(index) => bars(&painter, lanes, [A, Allen::ALL[index].1], MOST),
        PixelChoice::Smallest => {}
    }

    // The answers, for both orders of the roles.
    let line = rect.bottom() - 11.0;
    let letters = if rect.width() >= 86.0 { ["A B", "B A"] } else { ["", ""] };
    for (index, (letters, mark)) in letters.into_iter().zip(marks).enumerate() {
        let left = rect.left() + 7.0 + 0.5 * (rect.width() - 10.0) * index as f32;
        let text = painter.text(pos2(left, line), Align2::LEFT_CENTER, letters, font(small), theme::weak());
        let mut painter = painter.clone();
        painter.set_opacity(if is_old { FADED } else { 1.0 });
        mark.paint(&painter, pos2(text.right().max(left) + 13.0, line));
    }
    let both = [t!("A, B: %{answer}", answer = ab), t!("B, A: %{answer}", answer = ba)];
    let help = format!(
        "{}\n{}\n{}\n{}",
        labels.sentence,
        both[0],
        both[1],
        t!("Click to see it row by row in the table.")
    );
    response.on_hover_text(help).clicked()
}

/// Two bars on a ray of `most` units, A above B.
pub fn bars(painter: &egui::Painter, lanes: Rect, intervals: [[u32; 2]; 2], most: u32) {
    let share = |end: u32| (f64::from(end) + 0.5) / (f64::from(most) + 1.0);
    painter.hline(lanes.x_range(), lanes.center().y, Stroke::new(1.0, theme::line()));
    for (index, interval) in intervals.into_iter().enumerate() {
        let top = lanes.top() + lanes.height() * (0.08 + 0.46 * index as f32);
        let lane = Rect::from_min_size(pos2(lanes.left(), top), vec2(lanes.width(), 0.38 * lanes.height()));
        drawing::bar(painter, between(lane, interval.map(share)), looks()[index]);
    }
}

/// The mark of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// A right answer.
    Right,
    /// A miss or a false hit.
    Wrong(Mistake),
    /// It depends on the order of drawing.
    Unsure,
}

/// The mark of an answer.
pub fn mark(answer: Answer, common: Common, touching: Touching) -> Mark {
    match answer {
        _ if answer.is_right(common, touching) => Mark::Right,
        Answer::Colliding => Mark::Wrong(Mistake::FalseHit),
        Answer::Separated => Mark::Wrong(Mistake::Missed),
        Answer::DependsOnOrder => Mark::Unsure,
    }
}

impl Mark {
    /// Paints the mark around a point.
    pub fn paint(self, painter: &egui::Painter, center: egui::Pos2) {
        match self {
            Self::Right => {
                let points = [vec2(-4.5, 0.0), vec2(-1.5, 3.5), vec2(5.0, -4.0)].map(|by| center + by);
                painter.add(Shape::line(points.to_vec(), Stroke::new(2.0, theme::teal())));
            }
            Self::Wrong(mistake) => icons::badge(painter, center, mistake),
            Self::Unsure => {
                painter.circle(center, 6.5, theme::sunken(), Stroke::new(1.5, theme::amber()));
                painter.text(center, Align2::CENTER_CENTER, "?", font(11.0), theme::amber());
            }
        }
    }
}

/// An answer in words, and whether it is right.
pub fn words(answer: Answer, common: Common, touching: Touching) -> String {
    let is_free = common.colliding(touching).is_none();
    match (answer, answer.is_right(common, touching)) {
        (Answer::DependsOnOrder, _) => t!("depends on the order in which the triangles are drawn"),
        (Answer::Colliding, true) if is_free => t!("colliding; both answers count as right"),
        (Answer::Separated, true) if is_free => t!("separated; both answers count as right"),
        (Answer::Colliding, true) => t!("colliding, which is right"),
        (Answer::Separated, true) => t!("separated, which is right"),
        (Answer::Colliding, false) => t!("colliding: a false hit"),
        (Answer::Separated, false) => t!("separated: a miss"),
    }
    .into_owned()
}
