//! Figure of the eight relations of two depth intervals, figure 1 of Huang & Tian (source 4).

use egui::{
    Align2, Painter, Pos2, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use crate::image_space::explained::relation::Relation;
use crate::language::{t, tr};
use crate::ui::drawing;
use crate::ui::drawing::{between, em, eye, font, height_of, looks, wrapped};
use crate::ui::theme;

/// A's interval in every drawing: its ends as fractions of the drawn ray.
const A: [f64; 2] = [0.36, 0.66];

/// All eight relations, in as many columns as fit.
pub fn show(ui: &mut Ui) {
    let em = em(ui);
    let gap = 0.6 * em;
    let width = ui.available_width();
    let columns = [4, 2].into_iter().find(|&n| width >= n as f32 * 14.5 * em).unwrap_or(1);
    let cell = (width - gap * (columns - 1) as f32) / columns as f32;
    for row in Relation::ALL.chunks(columns) {
        let highest = row.iter().map(|&r| height(ui, r, cell)).fold(0.0, f32::max);
        let (rect, _) = ui.allocate_exact_size(vec2(width, highest), Sense::hover());
        for (column, &relation) in row.iter().enumerate() {
            let corner = rect.min + vec2(column as f32 * (cell + gap), 0.0);
            card(ui, Rect::from_min_size(corner, vec2(cell, highest)), relation);
        }
    }
    let text = t!(
        "The eye is on the left. In relations 4 to 7 the intervals share a section of the ray, marked red: they overlap. In relations 2 and 3 they share one point: they touch, which counts as colliding."
    );
    ui.label(egui::RichText::new(text).small().color(theme::weak()));
}

/// B's interval in the drawing of a relation: its ends as fractions of the drawn ray.
pub fn example_b(relation: Relation) -> [f64; 2] {
    match relation {
        Relation::NearerAndApart => [0.06, 0.27],
        Relation::NearerAndTouching => [0.12, A[0]],
        Relation::FartherAndTouching => [A[1], 0.90],
        Relation::ReachingInFromTheFront => [0.16, 0.50],
        Relation::BInsideA => [0.43, 0.59],
        Relation::AInsideB => [0.20, 0.84],
        Relation::ReachingOutAtTheBack => [0.52, 0.88],
        Relation::FartherAndApart => [0.75, 0.96],
    }
}

/// The relation's number and name, and its meaning, as a sentence.
pub fn sentence(relation: Relation) -> String {
    let says = tr(relation.says());
    let number = relation.number();
    if relation.overlaps() {
        t!("Relation %{number}, %{says}: the intervals overlap.", number = number, says = says).into_owned()
    } else if relation.touches() {
        let says = t!("Relation %{number}, %{says}: one shared point.", number = number, says = says);
        format!("{says} {}", t!("A strict depth test misses this contact."))
    } else {
        t!("Relation %{number}, %{says}: no shared point.", number = number, says = says).into_owned()
    }
}

/// The two bars of a relation, without text, within `rect`.
pub fn bars(painter: &Painter, rect: Rect, relation: Relation) {
    let b = example_b(relation);
    let height = rect.height();
    painter.hline(rect.x_range(), rect.center().y, Stroke::new(1.0, theme::line()));
    if relation.overlaps() {
        let common = [A[0].max(b[0]), A[1].min(b[1])];
        let band = between(rect, common);
        painter.rect_filled(band, 0.0, theme::colliding().gamma_multiply(0.38));
        for x in [band.left(), band.right()] {
            painter.vline(x, rect.y_range(), Stroke::new(1.4, theme::colliding()));
        }
    } else if relation.touches() {
        let x = between(rect, [if b[1] == A[0] { A[0] } else { A[1] }; 2]).left();
        painter.vline(x, rect.y_range(), Stroke::new(1.4, theme::strong()));
    }
    for (index, interval) in [A, b].into_iter().enumerate() {
        let top = rect.top() + height * (0.08 + 0.46 * index as f32);
        let lane = Rect::from_min_size(pos2(rect.left(), top), vec2(rect.width(), 0.38 * height));
        drawing::bar(painter, between(lane, interval), looks()[index]);
    }
}

/// All eight numbers in small type, with `relation` highlighted, at most `width` wide.
pub fn among_all(ui: &mut Ui, relation: Option<Relation>, width: f32) {
    let em = em(ui);
    let gap = 0.25 * em;
    let columns = if width >= 8.0 * 3.6 * em { 8 } else { 4 };
    let cell = ((width - gap * (columns - 1) as f32) / columns as f32).clamp(1.0, 6.5 * em);
    for row in Relation::ALL.chunks(columns) {
        let size = vec2(cell * columns as f32 + gap * (columns - 1) as f32, 2.5 * em);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        for (column, &each) in row.iter().enumerate() {
            let corner = rect.min + vec2(column as f32 * (cell + gap), 0.0);
            let cell = Rect::from_min_size(corner, vec2(cell, size.y));
            chip(ui, cell, each, relation == Some(each));
        }
    }
}

fn chip(ui: &Ui, rect: Rect, relation: Relation, lifted: bool) {
    named(ui, rect, relation, lifted);
    let fill = if lifted { ui.visuals().selection.bg_fill } else { theme::sunken() };
    let line =
        Stroke::new(if lifted { 1.6 } else { 1.0 }, if lifted { theme::strong() } else { theme::line() });
    ui.painter().rect(rect, 3.0, fill, line, StrokeKind::Inside);
    let size = 0.8 * em(ui);
    let color = if lifted { theme::strong() } else { theme::weak() };
    let at = rect.left_center() + vec2(0.4 * size, 0.0);
    ui.painter().text(at, Align2::LEFT_CENTER, relation.number().to_string(), font(size), color);
    let picture = Rect::from_min_max(rect.min + vec2(1.3 * size, 3.0), rect.max - vec2(3.0, 3.0));
    let mut painter = ui.painter_at(rect);
    painter.set_opacity(if lifted { 1.0 } else { 0.45 });
    small_bars(&painter, picture, relation);
}

/// Bars too small for letters and hatching: A above, B below.
fn small_bars(painter: &Painter, rect: Rect, relation: Relation) {
    for (index, interval) in [A, example_b(relation)].into_iter().enumerate() {
        let top = rect.top() + rect.height() * (0.18 + 0.38 * index as f32);
        let lane = Rect::from_min_size(pos2(rect.left(), top), vec2(rect.width(), 0.26 * rect.height()));
        painter.rect_filled(between(lane, interval), 1.0, looks()[index].color);
    }
}

fn card(ui: &Ui, rect: Rect, relation: Relation) {
    let em = em(ui);
    named(ui, rect, relation, false);
    let painter = ui.painter();
    let line = if relation.overlaps() { theme::colliding() } else { theme::line() };
    painter.rect(rect, 4.0, theme::sunken(), Stroke::new(1.0, line), StrokeKind::Inside);
    let inner = rect.shrink(0.55 * em);
    let disc = Pos2::new(inner.left() + 0.75 * em, inner.top() + 0.7 * em);
    painter.circle(disc, 0.75 * em, theme::panel(), Stroke::new(1.2, theme::weak()));
    painter.text(disc, Align2::CENTER_CENTER, relation.number().to_string(), font(em), theme::strong());
    let at = inner.min + vec2(2.0 * em, 0.0);
    wrapped(painter, at, &tr(relation.says()), em, theme::text(), inner.width() - 2.0 * em);
    let word = if relation.overlaps() {
        t!("overlap")
    } else if relation.touches() {
        t!("touch")
    } else {
        t!("apart")
    };
    let color = if relation.overlaps() { theme::colliding() } else { theme::weak() };
    painter.text(inner.right_bottom(), Align2::RIGHT_BOTTOM, word, font(0.9 * em), color);
    let lanes = Rect::from_min_max(
        pos2(inner.left() + 1.9 * em, inner.bottom() - 4.9 * em),
        pos2(inner.right(), inner.bottom() - 1.3 * em),
    );
    eye(painter, pos2(inner.left() + 0.7 * em, lanes.center().y), 1.3 * em, theme::weak());
    bars(painter, lanes, relation);
}

fn height(ui: &Ui, relation: Relation, width: f32) -> f32 {
    let em = em(ui);
    height_of(ui, &tr(relation.says()), em, width - 3.1 * em).max(1.5 * em) + 5.9 * em
}

/// Adds the sentence about a relation to its drawing, as hover text and for screen readers.
fn named(ui: &Ui, rect: Rect, relation: Relation, lifted: bool) -> Response {
    let id = ui.scope_id().with(("relation", relation.number(), rect.min.x as i32, rect.min.y as i32));
    let response = ui.interact(rect, id, Sense::hover());
    let text = sentence(relation);
    response.widget_info(|| WidgetInfo::selected(Role::Image, true, lifted, &text));
    response.on_hover_text(text)
}
