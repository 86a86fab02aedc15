//! Plan slice: a horizontal section of the level at the mover's height. It shows the area where the mover truly
//! collides, and the area where it collides according to the shifted planes of a method. The difference between the
//! areas is the method's error.

use egui::epaint::{Mesh, Vertex};
use egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2,
};

use crate::geometry::Point;
use crate::language::t;
use crate::level::flat::{Flat, Patch, Window};
use crate::level::slice::Slice;
use crate::level::sweep::{Hit, Question};
use crate::ui::format::grouped;
use crate::ui::theme;

/// Size of a colour sample in the legend, points.
const SAMPLE: egui::Vec2 = vec2(12.0, 10.0);

/// Longest side of the lens, points.
const LENS: f32 = 120.0;
/// Below this magnification there is no lens.
const LEAST_ZOOM: f64 = 2.0;

/// Stops nearer to each other than this have no lens, metres.
const LEAST_ERROR: f64 = 1e-6;

/// The data of a plan slice.
pub struct Plan<'a> {
    /// The areas.
    pub slice: &'a Slice,
    /// The rectangle that the slice covers.
    pub window: Window,
    /// The mover's reference point.
    pub place: Point,
    /// The mover's radius, metres; `None` if it is not round.
    pub radius: Option<f64>,
    /// Origins of rays, which a car casts.
    pub origins: &'a [Point],
    /// The queried move with its exact answer.
    pub question: Option<&'a Question>,
    /// The hit that the method reports.
    pub hit: Option<Hit>,
}

impl Plan<'_> {
    /// Draws the slice in `rect`, with its legend, and a lens on a wrong stop.
    pub fn show(&self, ui: &Ui, rect: Rect) {
        let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        let on = On { rect, window: self.window };
        painter.rect_filled(rect, 2.0, theme::sunken());
        on.areas(&painter, self.slice);
        mover(&painter, &on, self);
        lens(&painter, &on, self);
        legend(ui, rect);
        let image = ui.interact(rect, ui.scope_id().with("plan slice"), Sense::hover());
        image.widget_info(|| WidgetInfo::labeled(Role::Image, true, t!("Plan slice")));
    }
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
fn mover(painter: &Painter, on: &On, plan: &Plan<'_>) {
    let flat = |p: nalgebra::Point3<f64>| on.at(&[p.x, p.z]);
    let here = flat(plan.place);
    if let Some(radius) = plan.radius {
        painter.circle_stroke(here, radius as f32 * on.per_metre(), Stroke::new(1.0, theme::second()));
    }
    for origin in plan.origins {
        painter.circle_filled(flat(*origin), 2.5, theme::second());
    }
    if let Some(question) = plan.question {
        let path = |time: f64| flat(question.a_move.from + question.a_move.path() * time);
        painter.line_segment([path(0.0), path(1.0)], Stroke::new(1.0, theme::weak()));
        // The true stop is a cross and the method's stop a ring, so that both are visible at the same place.
        if let Some(truth) = question.truth {
            let (at, arm) = (path(truth.time), 4.5);
            for way in [vec2(arm, arm), vec2(arm, -arm)] {
                painter.line_segment([at - way, at + way], Stroke::new(2.0, theme::strong()));
            }
        }
        if let Some(stop) = plan.hit {
            painter.circle_stroke(path(stop.time), 5.0, Stroke::new(2.0, theme::colliding()));
        }
    }
    painter.circle_filled(here, 3.5, theme::strong());
}

/// Draws a wrong stop enlarged, in the upper right corner, so that the distance to the true stop can be seen.
fn lens(painter: &Painter, on: &On, plan: &Plan<'_>) {
    let Some(question) = plan.question else { return };
    let off = (question.reached(question.truth.as_ref()) - question.reached(plan.hit.as_ref())).abs();
    let side = LENS.min(0.6 * on.rect.height());
    let half = 1.5 * off;
    let zoom = f64::from(side) / (2.0 * half * f64::from(on.per_metre()));
    if off < LEAST_ERROR || zoom < LEAST_ZOOM {
        return;
    }
    let stop = question.reached(plan.hit.as_ref()) / question.length();
    let truth = question.reached(question.truth.as_ref()) / question.length();
    let middle = question.a_move.from + question.a_move.path() * (0.5 * (stop + truth));
    let rect = Align2::RIGHT_TOP.anchor_size(on.rect.right_top() + vec2(-6.0, 6.0), egui::Vec2::splat(side));
    let window = Window { min: [middle.x - half, middle.z - half], max: [middle.x + half, middle.z + half] };
    let enlarged = On { rect, window };
    let inside = painter.with_clip_rect(rect);
    inside.rect_filled(rect, 0.0, theme::sunken());
    enlarged.areas(&inside, plan.slice);
    mover(&inside, &enlarged, plan);
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
