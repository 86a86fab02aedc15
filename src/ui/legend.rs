//! What the marks of a lab's scene mean: small drawings of them, with words. No two differ by colour alone.

use egui::{
    Align, Color32, Label, Layout, Painter, Rect, RichText, Stroke, StrokeKind, Ui, UiBuilder, pos2, vec2,
};

use super::theme;
use crate::language::tr;
use crate::render::palette::{self, Color};

/// One mark of a scene and its meaning.
#[derive(Clone, Copy, Debug)]
pub struct LegendRow {
    /// What is drawn in the scene.
    pub mark: Mark,
    /// What it means, in English.
    pub says: &'static str,
    /// The switch with which it is drawn, for `Lab::draws`; `None`: it is drawn wherever it applies.
    pub with: Option<&'static str>,
}

/// What is drawn in a scene, each with its colour there.
#[derive(Clone, Copy, Debug)]
pub enum Mark {
    /// A solid body: its colour, its outline and the outline's width in points.
    Body(Color, Color, f32),
    /// A thick outline, whatever is in it.
    Outline(Color),
    /// Two dashed rings, a dashed line between them.
    DashedRings(Color),
    /// Two rings, a crossed line between them.
    CrossedRings(Color),
    /// Two thin rings.
    Rings(Color),
    /// A line with a dot at either end.
    Link(Color),
    /// An arrow.
    Arrow(Color),
    /// The edges of a box.
    Box(Color),
    /// The same with dashed edges.
    DashedBox(Color),
    /// Two shades beside each other, the darker one first.
    Shades([Color; 2]),
    /// A line that ends in a large dot.
    Ray(Color),
    /// A line beside a frame, without a dot.
    FramedRay(Color),
    /// A short bar across a line.
    Bar(Color),
    /// A line.
    Line(Color),
}

/// Width and height of a drawn mark, points.
pub const MARK: egui::Vec2 = vec2(34.0, 18.0);
/// Space between mark and words, and around all, points.
const GAP: f32 = 8.0;
/// The legend covers at most this share of the width and of the height of its pane.
const MOST: f32 = 0.62;

/// The rows in the lower left corner of `room`, over what is there; nothing where they would cover too much of it
/// or reach into what is `taken`. Whether there was room for them.
pub fn show(ui: &mut Ui, rows: &[LegendRow], room: Rect, taken: Option<Rect>) -> bool {
    let font = egui::TextStyle::Small.resolve(ui.style());
    let line = MARK.y.max(font.size + 5.0);
    let widths = rows
        .iter()
        .map(|row| ui.painter().layout_no_wrap(tr(row.says), font.clone(), Color32::WHITE).size().x);
    let words = widths.fold(0.0, f32::max).ceil();
    let size = vec2(MARK.x + words + 3.0 * GAP, line * rows.len() as f32 + GAP);
    if size.x > MOST * room.width() || size.y > MOST * room.height() {
        return false;
    }
    if rows.is_empty() {
        return true;
    }
    let ground = Rect::from_min_size(room.left_bottom() + vec2(GAP, -GAP - size.y), size);
    if taken.is_some_and(|taken| taken.intersects(ground.expand(0.5 * GAP))) {
        return false;
    }
    // The marks have the colours of the scene, which is dark in both themes.
    ui.painter().rect_filled(ground, 5.0, theme::plate());
    ui.painter().rect_stroke(ground, 5.0, Stroke::new(1.0, theme::over_pictures().line), StrokeKind::Inside);
    for (index, row) in rows.iter().enumerate() {
        let top = ground.top() + 0.5 * GAP + line * index as f32;
        let at = Rect::from_min_size(pos2(ground.left() + GAP, top), vec2(MARK.x, line));
        paint(ui.painter(), at, row.mark);
        let beside = Rect::from_min_max(pos2(at.right() + GAP, top), pos2(ground.right(), top + line));
        let place = UiBuilder::new().max_rect(beside).layout(Layout::left_to_right(Align::Center));
        // The pointer goes through to the scene.
        let text = RichText::new(tr(row.says)).small().color(theme::over_pictures().text);
        ui.new_child(place).add(Label::new(text).selectable(false));
    }
    true
}

/// The drawing of a mark in the middle of `rect`.
pub fn paint(painter: &Painter, rect: Rect, mark: Mark) {
    let center = rect.center();
    let [left, right] = [-10.0, 10.0].map(|x| center + vec2(x, 0.0));
    let pen = Pen { painter };
    match mark {
        Mark::Body(fill, outline, width) => {
            let body = Rect::from_center_size(center, vec2(15.0, 12.0));
            painter.rect_filled(body, 2.0, color(fill));
            painter.rect_stroke(body, 2.0, Stroke::new(width, color(outline)), StrokeKind::Outside);
        }
        Mark::Outline(line) => {
            let body = Rect::from_center_size(center, vec2(14.0, 11.0));
            painter.rect_stroke(body, 2.0, Stroke::new(3.0, color(line)), StrokeKind::Outside);
        }
        Mark::DashedRings(line) => {
            [left, right].into_iter().for_each(|at| pen.ring(at, 5.5, 2.0, true, line));
            for x in [-3.0, 1.0] {
                pen.line([center + vec2(x, 0.0), center + vec2(x + 2.0, 0.0)], 2.0, line);
            }
        }
        Mark::CrossedRings(line) => {
            [left, right].into_iter().for_each(|at| pen.ring(at, 5.5, 1.5, false, line));
            pen.line([center + vec2(-4.5, 0.0), center + vec2(4.5, 0.0)], 1.5, line);
            for y in [-3.0, 3.0] {
                pen.line([center + vec2(-3.0, y), center + vec2(3.0, -y)], 1.5, line);
            }
        }
        Mark::Rings(line) => [left, right].into_iter().for_each(|at| pen.ring(at, 6.0, 1.2, false, line)),
        Mark::Link(line) => {
            pen.line([left, right], 1.5, line);
            [left, right].into_iter().for_each(|at| pen.dot(at, 2.5, line));
        }
        Mark::Arrow(line) => {
            pen.line([left, right], 1.75, line);
            for y in [-4.0, 4.0] {
                pen.line([right, right + vec2(-5.0, y)], 1.75, line);
            }
        }
        Mark::Box(line) => {
            let front = Rect::from_center_size(center + vec2(-2.0, 1.5), vec2(16.0, 9.0));
            let back = front.translate(vec2(5.0, -4.0));
            for rect in [front, back] {
                painter.rect_stroke(rect, 0.0, Stroke::new(1.2, color(line)), StrokeKind::Middle);
            }
            for corner in [Rect::left_top, Rect::right_top, Rect::left_bottom, Rect::right_bottom] {
                pen.thin([corner(&front), corner(&back)], line);
            }
        }
        Mark::DashedBox(line) => {
            let frame = Rect::from_center_size(center, vec2(21.0, 12.0));
            let corners = [frame.left_top(), frame.right_top(), frame.right_bottom(), frame.left_bottom()];
            for side in 0..4 {
                let (from, along) = (corners[side], corners[(side + 1) % 4] - corners[side]);
                for piece in [0.0, 0.4, 0.8] {
                    pen.thin([from + piece * along, from + (piece + 0.2) * along], line);
                }
            }
        }
        Mark::Shades(shades) => {
            for (shade, x) in shades.into_iter().zip([-5.0, 5.0]) {
                let half = Rect::from_center_size(center + vec2(x, 0.0), vec2(10.0, 12.0));
                painter.rect_filled(half, 0.0, color(shade));
            }
        }
        Mark::Ray(line) => {
            pen.line([left, right], 1.5, line);
            pen.dot(right, 4.0, line);
        }
        Mark::FramedRay(line) => {
            pen.line([left, center], 2.0, line);
            let frame = Rect::from_center_size(center + vec2(8.0, 0.0), vec2(9.0, 13.0));
            painter.rect_stroke(frame, 0.0, Stroke::new(2.0, color(line)), StrokeKind::Middle);
        }
        Mark::Bar(line) => pen.line([center - vec2(6.0, 0.0), center + vec2(6.0, 0.0)], 2.0, line),
        Mark::Line(line) => pen.line([left - vec2(4.0, 0.0), right + vec2(4.0, 0.0)], 2.0, line),
    }
}

/// The colour of a scene as that of a panel.
fn color(color: Color) -> Color32 {
    let [r, g, b] = color.rgb.map(|channel| (255.0 * channel).round() as u8);
    Color32::from_rgba_unmultiplied(r, g, b, (255.0 * color.alpha).round() as u8)
}

/// Lines with a shade under them, as in the scene.
struct Pen<'a> {
    painter: &'a Painter,
}

impl Pen<'_> {
    fn thin(&self, ends: [egui::Pos2; 2], line: Color) {
        self.painter.line_segment(ends, Stroke::new(1.0, color(line)));
    }

    fn line(&self, ends: [egui::Pos2; 2], width: f32, line: Color) {
        self.painter.line_segment(ends, Stroke::new(width + 1.5, color(palette::MARK_SHADE)));
        self.painter.line_segment(ends, Stroke::new(width, color(line)));
    }

    fn dot(&self, at: egui::Pos2, radius: f32, line: Color) {
        self.painter.circle_filled(at, radius + 1.0, color(palette::MARK_SHADE));
        self.painter.circle_filled(at, radius, color(line));
    }

    fn ring(&self, at: egui::Pos2, radius: f32, width: f32, dashed: bool, line: Color) {
        const PIECES: u8 = 24;
        let point = |piece: u8| {
            let (sin, cos) = (std::f32::consts::TAU * f32::from(piece) / f32::from(PIECES)).sin_cos();
            at + radius * vec2(cos, sin)
        };
        let is_drawn = |piece: &u8| !dashed || piece % 6 < 3;
        for (width, line) in [(width + 1.5, palette::MARK_SHADE), (width, line)] {
            for piece in (0..PIECES).filter(is_drawn) {
                self.painter.line_segment([point(piece), point(piece + 1)], Stroke::new(width, color(line)));
            }
        }
    }
}
