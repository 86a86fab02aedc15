//! Tools of a lecturer over the picture: a pointer, a pen, and a black screen.

use egui::{Area, Color32, CursorIcon, Id, LayerId, Order, Pos2, Rect, Sense, Stroke, Ui, pos2, vec2};

use super::pictures::Pictures;
use crate::language::t;
use crate::ui::requests::{LessonsRequest, Request, Requests};
use crate::ui::theme;

/// Radius of the pointer's dot, points.
const DOT: f32 = 7.0;
/// Width of the pen's line, points.
const LINE: f32 = 3.5;
/// Shortest distance between two points of a stroke, points.
const STEP: f32 = 1.5;

/// The tools of a lecture.
#[derive(Default)]
pub struct Tools {
    /// Whether the screen is black.
    pub black: bool,
    /// Use of the mouse.
    pub hand: Hand,
    /// The strokes of the pen: points relative to the window, 0 to 1 on both axes.
    pub strokes: Vec<Vec<Pos2>>,
    /// The place that the overview selects, while the overview is open.
    pub overview: Option<usize>,
    /// Pictures for the overview.
    pub pictures: Pictures,
}

/// Use of the mouse during a lecture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hand {
    /// It uses the window as usual.
    #[default]
    Free,
    /// It moves a bright dot.
    Laser,
    /// It draws.
    Pen,
}

impl Tools {
    /// Switches a tool on, or off if it is on.
    pub fn switch(&mut self, hand: Hand) {
        self.hand = if self.hand == hand { Hand::Free } else { hand };
    }

    /// Switches off the topmost tool: overview, black screen, pointer or pen. Returns whether one was on.
    pub fn put_away(&mut self) -> bool {
        let is_busy = self.overview.take().is_some() || std::mem::take(&mut self.black);
        is_busy || std::mem::take(&mut self.hand) != Hand::Free
    }
}

/// Shows strokes, pointer and black screen over the window.
pub fn show(ui: &mut Ui, tools: &mut Tools, requests: &mut Requests) {
    let screen = ui.ctx().content_rect();
    if tools.hand == Hand::Pen && tools.overview.is_none() {
        draw(ui, tools, screen);
    }
    let painter = ui.ctx().layer_painter(LayerId::new(Order::Foreground, Id::unique("strokes")));
    let strokes = tools.strokes.iter().filter(|_| tools.overview.is_none());
    for stroke in strokes {
        let points: Vec<Pos2> = stroke.iter().map(|at| screen.lerp_inside(at.to_vec2())).collect();
        // A light edge keeps the line visible on dark and on coloured ground.
        for (width, color) in [(LINE + 3.0, Color32::from_white_alpha(190)), (LINE, theme::PEN)] {
            if let [only] = points[..] {
                painter.circle_filled(only, 0.5 * width, color);
            }
            painter.line(points.clone(), Stroke::new(width, color));
        }
    }
    let pointer = ui.input(|input| input.pointer.latest_pos());
    if let Some(at) = pointer.filter(|_| tools.hand == Hand::Laser && tools.overview.is_none()) {
        ui.set_cursor_icon(CursorIcon::None);
        painter.circle_filled(at, DOT + 2.0, Color32::from_black_alpha(150));
        painter.circle_filled(at, DOT, theme::LASER);
        painter.circle_filled(at, 0.4 * DOT, Color32::WHITE);
    }
    if tools.black {
        black(ui, screen, requests);
    }
}

/// Adds the pointer's movement to the strokes while a button is held.
fn draw(ui: &mut Ui, tools: &mut Tools, screen: Rect) {
    let sheet = Area::new(Id::unique("sheet of the pen")).order(Order::Foreground).fixed_pos(screen.min);
    let response = sheet
        .show(ui.ctx(), |ui| {
            let response = ui.allocate_response(screen.size(), Sense::click_and_drag());
            response
                .widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, t!("Sheet of the pen")));
            response
        })
        .inner
        .on_hover_cursor(CursorIcon::Crosshair);
    if ui.input(|input| input.pointer.primary_pressed()) && response.contains_pointer() {
        tools.strokes.push(Vec::new());
    }
    let held = response.interact_pointer_pos().filter(|_| response.is_pointer_button_down_on());
    if let (Some(at), Some(stroke)) = (held, tools.strokes.last_mut()) {
        let size = screen.size().max(vec2(1.0, 1.0));
        let relative = (at - screen.min) / size;
        let is_far = |last: &Pos2| ((relative - last.to_vec2()) * size).length() >= STEP;
        if stroke.last().is_none_or(is_far) {
            stroke.push(pos2(relative.x, relative.y));
        }
    }
}

/// Covers the window with black; a click shows it again.
fn black(ui: &mut Ui, screen: Rect, requests: &mut Requests) {
    let cover = Area::new(Id::unique("black screen")).order(Order::Tooltip).fixed_pos(screen.min);
    let response = cover
        .show(ui.ctx(), |ui| {
            let response = ui.allocate_response(screen.size(), Sense::click());
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, t!("Black screen")));
            ui.painter().rect_filled(screen, 0.0, Color32::BLACK);
            response
        })
        .inner
        .on_hover_cursor(CursorIcon::None);
    if response.clicked() {
        requests.ask(Request::Lessons(LessonsRequest::Blackout));
    }
}
