//! Plan slice: a horizontal section at the mover's height. It shows the area where the mover truly collides,
//! and the area where it collides according to the shifted planes of the active pane's method. The difference
//! between the areas is the method's error.

use egui::epaint::{Mesh, Vertex};
use egui::{
    Align, Align2, Color32, FontId, Layout, Painter, Pos2, Rect, RichText, Role, Sense, Shape, Stroke, Ui,
    WidgetInfo, pos2, vec2,
};

use crate::labs::contest::row_of;
use crate::labs::lab::change_panes;
use crate::labs::level::lane::Sweeper;
use crate::labs::level::level_lab::LevelLab;
use crate::language::{t, tr};
use crate::level::figure::KINDS;
use crate::level::flat::{Flat, Patch, Window};
use crate::level::methods::{self, BSP_SHIFT, BSP_SHIFT_BEVELS};
use crate::level::slice::Slice;
use crate::ui::format::grouped;
use crate::ui::theme;

/// Height of the text line above the slice, points.
const LINE: f32 = 20.0;
/// Distance from the slice's centre to its upper edge, metres; twice the mover's radius is added.
const HALF: f64 = 2.6;
/// Size of a colour sample in the legend, points.
const SAMPLE: egui::Vec2 = vec2(12.0, 10.0);

/// Longest side of the lens, points.
const LENS: f32 = 120.0;
/// Below this magnification there is no lens.
const LEAST_ZOOM: f64 = 2.0;

/// Adds the slice with its legend, the slider of the radius, and the switch of bevels.
pub fn show(ui: &mut Ui, lab: &mut LevelLab) {
    ui.spacing_mut().item_spacing.y = 2.0;
    let line = vec2(ui.available_width(), LINE);
    ui.allocate_ui_with_layout(line, Layout::left_to_right(Align::Center), |ui| {
        ui.label(RichText::new(t!("Plan slice")).small().strong().color(theme::text())).on_hover_text(help());
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            bevels(ui, lab);
        });
    });
    let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
    if rect.width() < 20.0 || rect.height() < 20.0 {
        return;
    }
    let half = HALF + 2.0 * lab.figure().radius;
    let across = half * f64::from(rect.width() / rect.height());
    let (window, slice) = lab.slice([across, half]);
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let on = On { rect, window };
    painter.rect_filled(rect, 2.0, theme::sunken());
    on.areas(&painter, &slice);
    mover(&painter, &on, lab);
    lens(&painter, &on, &slice, lab);
    legend(ui, rect);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, t!("Plan slice")));
    response.on_hover_text(help());
}

fn help() -> String {
    t!("The level at the mover's height, from above. The mover is shown as its reference point. The exact answer stops that point at the edge of the Minkowski sum, the active method at the edge of the shifted planes. Between both edges the method stops the mover too early. A wrong stop is shown enlarged in the corner.")
        .into_owned()
}

fn mixed(color: Color32, share: f32) -> Color32 {
    theme::sunken().lerp_to_gamma(color, share)
}

fn error() -> Color32 {
    mixed(theme::violet(), 0.85)
}

fn sum() -> Color32 {
    mixed(theme::accent(), 0.35)
}

fn solid() -> Color32 {
    mixed(theme::weak(), 0.75)
}

/// Converts points of the slice to window coordinates.
struct On {
    rect: Rect,
    window: Window,
}

impl On {
    /// x points right and z down: a view from above with −z ahead.
    fn at(&self, p: &Flat) -> Pos2 {
        let share =
            |i: usize| ((p[i] - self.window.min[i]) / (self.window.max[i] - self.window.min[i])) as f32;
        pos2(self.rect.left() + share(0) * self.rect.width(), self.rect.top() + share(1) * self.rect.height())
    }

    fn per_metre(&self) -> f32 {
        self.rect.height() / (self.window.max[1] - self.window.min[1]) as f32
    }

    fn areas(&self, painter: &Painter, slice: &Slice) {
        self.fill(painter, &slice.method, error());
        self.fill(painter, &slice.exact, sum());
        self.fill(painter, &slice.solid, solid());
    }

    /// Fills without antialiasing, which would show seams between adjacent patches.
    fn fill(&self, painter: &Painter, patches: &[Patch], color: Color32) {
        let mut mesh = Mesh::default();
        for patch in patches {
            let first = mesh.vertices.len() as u32;
            let vertex = |p: &Flat| Vertex { pos: self.at(p), uv: egui::epaint::WHITE_UV, color };
            mesh.vertices.extend(patch.iter().map(vertex));
            for i in 2..patch.len() as u32 {
                mesh.add_triangle(first, first + i - 1, first + i);
            }
        }
        painter.add(Shape::mesh(mesh));
    }
}

/// Draws the mover's reference point and outline, the queried move, its true stop, and the stop that the
/// method reports.
fn mover(painter: &Painter, on: &On, lab: &LevelLab) {
    let place = lab.walk().now().state.walker.place;
    let flat = |p: nalgebra::Point3<f64>| on.at(&[p.x, p.z]);
    let here = flat(place);
    if KINDS[lab.figure().kind].takes[0] {
        let radius = lab.figure().radius as f32 * on.per_metre();
        painter.circle_stroke(here, radius, Stroke::new(1.0, theme::second()));
    }
    // For a car, draw the origins of the wheels' rays.
    for question in lab.questions().iter().filter(|_| lab.figure().is_car()) {
        painter.circle_filled(flat(question.a_move.from), 2.5, theme::second());
    }
    if let Some(question) = lab.question() {
        let path = |time: f64| flat(question.a_move.from + question.a_move.path() * time);
        painter.line_segment([path(0.0), path(1.0)], Stroke::new(1.0, theme::weak()));
        let stop = lab.contest.in_focus().answer().and_then(|answer| answer.hit);
        // The true stop is a cross and the method's stop a ring, so that both are visible at the same place.
        if let Some(truth) = question.truth {
            let (at, arm) = (path(truth.time), 4.5);
            for way in [vec2(arm, arm), vec2(arm, -arm)] {
                painter.line_segment([at - way, at + way], Stroke::new(2.0, theme::strong()));
            }
        }
        if let Some(stop) = stop {
            painter.circle_stroke(path(stop.time), 5.0, Stroke::new(2.0, theme::colliding()));
        }
    }
    painter.circle_filled(here, 3.5, theme::strong());
}

/// Draws a wrong stop enlarged, in the upper right corner, so that the distance to the true stop can be seen.
fn lens(painter: &Painter, on: &On, slice: &Slice, lab: &LevelLab) {
    let (Some(question), Some(answer)) = (lab.question(), lab.contest.in_focus().answer()) else { return };
    let off = answer.early.abs();
    let side = LENS.min(0.6 * on.rect.height());
    let half = 1.5 * off;
    let zoom = f64::from(side) / (2.0 * half * f64::from(on.per_metre()));
    if !(answer.is_early() || answer.is_late()) || zoom < LEAST_ZOOM {
        return;
    }
    let stop = question.reached(answer.hit.as_ref()) / question.length();
    let truth = question.reached(question.truth.as_ref()) / question.length();
    let middle = question.a_move.from + question.a_move.path() * (0.5 * (stop + truth));
    let rect = Align2::RIGHT_TOP.anchor_size(on.rect.right_top() + vec2(-6.0, 6.0), egui::Vec2::splat(side));
    let window = Window { min: [middle.x - half, middle.z - half], max: [middle.x + half, middle.z + half] };
    let enlarged = On { rect, window };
    let inside = painter.with_clip_rect(rect);
    inside.rect_filled(rect, 0.0, theme::sunken());
    enlarged.areas(&inside, slice);
    mover(&inside, &enlarged, lab);
    let font = FontId::proportional(11.0);
    let text = format!("×{}", grouped(zoom.round() as u64));
    inside.text(rect.left_top() + vec2(4.0, 3.0), Align2::LEFT_TOP, text, font, theme::strong());
    painter.rect_stroke(rect, 0.0, Stroke::new(1.5, theme::strong()), egui::StrokeKind::Inside);
}

/// Legend of the areas, a line in the lower left corner.
fn legend(ui: &Ui, rect: Rect) {
    let rows = [(solid(), t!("solid")), (sum(), t!("Minkowski sum")), (error(), t!("error of the method"))];
    let font = FontId::proportional(11.0);
    let galleys = rows.map(|(color, text)| {
        (color, ui.painter().layout_no_wrap(text.into_owned(), font.clone(), theme::text()))
    });
    let widths = galleys.iter().map(|(_, galley)| SAMPLE.x + galley.size().x + 16.0);
    let size = vec2(widths.sum::<f32>() + 4.0, 19.0);
    let plate = Align2::LEFT_BOTTOM.anchor_size(rect.left_bottom() + vec2(4.0, -4.0), size);
    ui.painter().rect_filled(plate, 3.0, theme::plate());
    let mut left = plate.left() + 6.0;
    for (color, galley) in galleys {
        let sample = Align2::LEFT_CENTER.anchor_size(pos2(left, plate.center().y), SAMPLE);
        ui.painter().rect_filled(sample, 1.0, color);
        let at = pos2(sample.right() + 5.0, plate.center().y - 0.5 * galley.size().y);
        left = at.x + galley.size().x + 11.0;
        ui.painter().galley(at, galley, Color32::WHITE);
    }
}

/// Adds the switch of bevels, if the active pane's method shifts planes.
fn bevels(ui: &mut Ui, lab: &mut LevelLab) {
    let focus = lab.contest.panes.focus();
    let method = lab.contest.in_focus().method();
    if method.id != BSP_SHIFT && method.id != BSP_SHIFT_BEVELS {
        let title = tr(method.title);
        ui.label(RichText::new(title).small().color(theme::weak()));
        return;
    }
    let mut on = method.id == BSP_SHIFT_BEVELS;
    let help = t!("Switch the active pane to the method with or without bevels.");
    if ui.checkbox(&mut on, RichText::new(t!("Bevels")).small()).on_hover_text(help).changed() {
        let id = if on { BSP_SHIFT_BEVELS } else { BSP_SHIFT };
        if let Some(method) = methods::find(id) {
            change_panes(lab, |panes| panes.show(focus, row_of::<Sweeper>(method)));
        }
    }
}
