//! The legend of a lab's scene: small drawings of its marks, with words. No two marks differ by colour alone.

use egui::{
    Align, Color32, Label, Layout, Painter, Pos2, Rect, RichText, Stroke, StrokeKind, Ui, UiBuilder, Vec2,
    pos2, vec2,
};

use super::theme;
use super::widgets::text_width;
use crate::language::tr;
use crate::render::palette::{self, Color};

/// One mark of a scene and its meaning.
#[derive(Clone, Copy, Debug)]
pub struct LegendRow {
    /// The mark in the scene.
    pub mark: Mark,
    /// The mark's meaning, in English.
    pub says: &'static str,
    /// Id of the switch that shows the mark, for `Visible::draws`; `None` if the mark does not depend on a switch.
    pub with: Option<&'static str>,
}

/// A kind of mark in a scene, with its colours there.
#[derive(Clone, Copy, Debug)]
pub enum Mark {
    /// A solid body: its colour, its outline and the outline's width in points.
    Body(Color, Color, f32),
    /// A thick outline around any body.
    Outline(Color),
    /// Two dashed rings with a dashed line between them.
    DashedRings(Color),
    /// Two rings with a crossed line between them.
    CrossedRings(Color),
    /// Two thin rings.
    Rings(Color),
    /// A line with a dot at either end.
    Link(Color),
    /// An arrow.
    Arrow(Color),
    /// The edges of a box.
    Box(Color),
    /// The dashed edges of a box.
    DashedBox(Color),
    /// Two shades side by side, the darker one first.
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
/// Space between marks and words, and around the rows, points.
const GAP: f32 = 8.0;
/// Maximum share of the pane's width, and of its height, that the legend may take.
const MOST: f32 = 0.62;

/// Minimum distance between the legend and the obstacles that it must not cover, points.
const CLEAR: f32 = 6.0;
/// Width of wrapped words, points.
const WRAPPED: f32 = 118.0;

/// The result of placing a legend.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fit {
    /// The legend is shown.
    #[default]
    Shown,
    /// The pane is too small for the legend.
    TooSmall,
    /// In every corner the legend would cover part of the scene.
    NoFreeCorner,
}

/// The parts of a view that the legend must not cover.
#[derive(Clone, Copy, Debug, Default)]
pub struct Obstacles<'a> {
    /// The lens over the view, if shown.
    pub lens: Option<Rect>,
    /// Screen positions of important points of the scene. Without any positions, the legend is in the lower left
    /// corner or hidden.
    pub places: &'a [Pos2],
}

/// Shows the rows in a corner of `room`: the corner used last, at first the lower left. If that corner is not free,
/// uses another one, with words wrapped if necessary. Shows nothing if the legend would cover too much, or an
/// obstacle.
pub fn show(ui: &mut Ui, rows: &[LegendRow], room: Rect, obstacles: &Obstacles) -> Fit {
    if rows.is_empty() {
        return Fit::Shown;
    }
    let wide = LaidRows::new(ui, rows, f32::INFINITY);
    let is_small =
        |laid: &LaidRows| laid.size.x <= MOST * room.width() && laid.size.y <= MOST * room.height();
    let id = ui.scope_id().with("corner of the legend");
    if obstacles.places.is_empty() {
        let ground = corner(room, wide.size, 0);
        if !is_small(&wide) || !is_free(ground, obstacles) {
            return Fit::TooSmall;
        }
        wide.paint(ui, rows, ground);
        return Fit::Shown;
    }
    // The widest lines that the room allows are tried first, then lines wrapped at `WRAPPED`.
    let widest = MOST * room.width() - MARK.x - 3.0 * GAP;
    let wrapped = [widest, WRAPPED].into_iter().filter(|most| (WRAPPED..wide.words).contains(most));
    let wrapped: Vec<_> = wrapped.map(|most| LaidRows::new(ui, rows, most.floor())).collect();
    let last = ui.data(|data| data.get_temp::<usize>(id)).unwrap_or(0);
    let fitting: Vec<LaidRows> = std::iter::once(wide).chain(wrapped).filter(is_small).collect();
    let corners = || std::iter::once(last).chain((0..4).filter(move |corner| *corner != last));
    for laid in &fitting {
        let free = corners().find(|at| is_free(corner(room, laid.size, *at), obstacles));
        if let Some(at) = free {
            ui.data_mut(|data| data.insert_temp(id, at));
            laid.paint(ui, rows, corner(room, laid.size, at));
            return Fit::Shown;
        }
    }
    if fitting.is_empty() { Fit::TooSmall } else { Fit::NoFreeCorner }
}

/// A mark with its meaning, for a page outside of a scene.
pub fn entry(ui: &mut Ui, row: &LegendRow) {
    ui.horizontal(|ui| {
        ui.spacing_mut().interact_size.y = MARK.y;
        let (rect, _) = ui.allocate_exact_size(MARK, egui::Sense::hover());
        // The mark is drawn on a colour like the scene's background.
        let ground: Rect = rect.expand2(vec2(3.0, 1.0));
        ui.painter().rect_filled(ground, 3.0, theme::over_pictures().sunken);
        paint(ui.painter(), rect, row.mark);
        ui.add_space(4.0);
        ui.label(tr(row.says));
    });
}

/// The name of a mark: its meaning up to the first colon or comma, in the current language.
fn name(says: &str) -> String {
    tr(says).split([':', ',', '：', '，']).next().unwrap_or_default().to_owned()
}

/// Shows the rows side by side with short names, for several panes. Hover texts explain the marks.
pub fn in_line(ui: &mut Ui, rows: &[LegendRow]) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().interact_size.y = MARK.y;
        ui.spacing_mut().item_spacing = vec2(10.0, 1.0);
        for row in rows {
            let name = name(row.says);
            let font = egui::TextStyle::Small.resolve(ui.style());
            let width = MARK.x + 4.0 + text_width(ui, &name, font);
            let size = vec2(width.min(ui.max_rect().width()), MARK.y);
            ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                let (rect, _) = ui.allocate_exact_size(MARK, egui::Sense::hover());
                ui.painter().rect_filled(rect, 3.0, theme::over_pictures().sunken);
                paint(ui.painter(), rect, row.mark);
                let text = RichText::new(name).small().color(theme::text());
                ui.add(Label::new(text).truncate()).on_hover_text(tr(row.says));
            });
        }
    });
}

/// The rectangle of a legend of this size in a corner: lower left, upper left, lower right, upper right.
pub fn corner(room: Rect, size: Vec2, which: usize) -> Rect {
    let inside = room.shrink(GAP);
    let x = if which < 2 { inside.left() } else { inside.right() - size.x };
    let y = if which.is_multiple_of(2) { inside.bottom() - size.y } else { inside.top() };
    Rect::from_min_size(pos2(x, y), size)
}

fn is_free(ground: Rect, obstacles: &Obstacles) -> bool {
    let around = ground.expand(CLEAR);
    !obstacles.lens.is_some_and(|lens| lens.intersects(ground.expand(0.5 * GAP)))
        && !obstacles.places.iter().any(|place| around.contains(*place))
}

/// The layout of a legend's words: their width, the top and height of every row, and the total size.
pub struct LaidRows {
    words: f32,
    rows: Vec<[f32; 2]>,
    /// Width and height of the whole legend, points.
    pub size: Vec2,
}

impl LaidRows {
    /// The layout of these rows, with words up to `most` points wide.
    pub fn new(ui: &Ui, rows: &[LegendRow], most: f32) -> Self {
        let font = egui::TextStyle::Small.resolve(ui.style());
        let line = MARK.y.max(font.size + 5.0);
        let (mut words, mut top, mut laid) = (0.0_f32, 0.5 * GAP, Vec::new());
        for row in rows {
            let size = ui.painter().layout(tr(row.says), font.clone(), Color32::WHITE, most).size();
            let height = line.max(size.y + 4.0);
            words = words.max(size.x.ceil());
            laid.push([top, height]);
            top += height;
        }
        Self { words, rows: laid, size: vec2(MARK.x + words + 3.0 * GAP, top + 0.5 * GAP) }
    }

    fn paint(&self, ui: &mut Ui, rows: &[LegendRow], ground: Rect) {
        // The background is like the scene's, because the marks have the scene's colours.
        ui.painter().rect_filled(ground, 5.0, theme::plate());
        let line = Stroke::new(1.0, theme::over_pictures().line);
        ui.painter().rect_stroke(ground, 5.0, line, StrokeKind::Inside);
        for (row, [top, height]) in rows.iter().zip(&self.rows) {
            let top = ground.top() + top;
            let at = Rect::from_min_size(pos2(ground.left() + GAP, top), vec2(MARK.x, *height));
            paint(ui.painter(), at, row.mark);
            // The width is slightly larger than that of the layout, so that rounding does not wrap the text.
            let beside = Rect::from_min_size(pos2(at.right() + GAP, top), vec2(self.words + 1.0, *height));
            let place = UiBuilder::new().max_rect(beside).layout(Layout::left_to_right(Align::Center));
            // The text is not selectable, so that the pointer reaches the scene below it.
            let text = RichText::new(tr(row.says)).small().color(theme::over_pictures().text);
            ui.new_child(place).add(Label::new(text).selectable(false).wrap());
        }
    }
}

/// Draws a mark in the middle of `rect`.
pub fn paint(painter: &Painter, rect: Rect, mark: Mark) {
    let center = rect.center();
    let [left, right] = [-10.0, 10.0].map(|x| center + vec2(x, 0.0));
    let pen = Pen { painter };
    match mark {
        Mark::Body(fill, outline, width) => {
            let body = Rect::from_center_size(center, vec2(15.0, 12.0));
            painter.rect_filled(body, 2.0, color(fill));
            painter.rect_stroke(body, 2.0, Stroke::new(width, line_color(outline)), StrokeKind::Outside);
        }
        Mark::Outline(line) => {
            let body = Rect::from_center_size(center, vec2(14.0, 11.0));
            painter.rect_stroke(body, 2.0, Stroke::new(3.0, line_color(line)), StrokeKind::Outside);
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
                painter.rect_stroke(rect, 0.0, Stroke::new(1.2, line_color(line)), StrokeKind::Middle);
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
            painter.rect_stroke(frame, 0.0, Stroke::new(2.0, line_color(line)), StrokeKind::Middle);
        }
        Mark::Bar(line) => pen.line([center - vec2(6.0, 0.0), center + vec2(6.0, 0.0)], 2.0, line),
        Mark::Line(line) => pen.line([left - vec2(4.0, 0.0), right + vec2(4.0, 0.0)], 2.0, line),
    }
}

/// A scene's colour as an egui colour.
fn color(color: Color) -> Color32 {
    let [r, g, b] = color.rgb.map(|channel| (255.0 * channel).round() as u8);
    Color32::from_rgba_unmultiplied(r, g, b, (255.0 * color.alpha).round() as u8)
}

/// The colour of a line or a dot in the scenes of the current theme.
fn line_color(line: Color) -> Color32 {
    color(line.line_in(theme::scheme()))
}

/// Draws lines with an edge that sets them off, as the scene does.
struct Pen<'a> {
    painter: &'a Painter,
}

impl Pen<'_> {
    fn thin(&self, ends: [egui::Pos2; 2], line: Color) {
        self.painter.line_segment(ends, Stroke::new(1.0, line_color(line)));
    }

    fn line(&self, ends: [egui::Pos2; 2], width: f32, line: Color) {
        self.painter.line_segment(ends, Stroke::new(width + 1.5, line_color(palette::MARK_SHADE)));
        self.painter.line_segment(ends, Stroke::new(width, line_color(line)));
    }

    fn dot(&self, at: egui::Pos2, radius: f32, line: Color) {
        self.painter.circle_filled(at, radius + 1.0, line_color(palette::MARK_SHADE));
        self.painter.circle_filled(at, radius, line_color(line));
    }

    fn ring(&self, at: egui::Pos2, radius: f32, width: f32, dashed: bool, line: Color) {
        ring(self.painter, at, radius, width, dashed, line);
    }
}

/// Draws a ring with an edge that sets it off, as the scene does.
pub fn ring(painter: &Painter, at: Pos2, radius: f32, width: f32, dashed: bool, line: Color) {
    const PIECES: u8 = 48;
    let point = |piece: u8| {
        let (sin, cos) = (std::f32::consts::TAU * f32::from(piece) / f32::from(PIECES)).sin_cos();
        at + radius * vec2(cos, sin)
    };
    // Small rings have four dashes, large ones eight.
    let dash = if radius < 9.0 { 12 } else { 6 };
    let is_drawn = |piece: &u8| !dashed || piece % dash < dash / 2;
    for (width, line) in [(width + 1.5, palette::MARK_SHADE), (width, line)] {
        for piece in (0..PIECES).filter(is_drawn) {
            painter.line_segment([point(piece), point(piece + 1)], Stroke::new(width, line_color(line)));
        }
    }
}
