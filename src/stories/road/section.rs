//! The cut through the ground along a wheel's ray and the car's heading: surface, origin and ray.

use egui::{Align2, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};

use crate::geometry::{Mesh, Point, Vector};
use crate::language::t;
use crate::road::car::WHEEL_RADIUS;
use crate::road::ray::Cast;
use crate::road::wheel::WheelAnswer;
use crate::ui::drawing::{arrow, plate};
use crate::ui::format::length;
use crate::ui::theme;

/// Half width of the ground that is cut, metres.
const REACH: f64 = 6.0;
/// Height of the drawn crust below the surface, points.
const CRUST: f32 = 9.0;
/// Distance of the drawing's edge from the ends of the ray, metres.
const MARGIN: f64 = 0.25;

/// Depth of a hit below the origin up to which the drawing contains it, metres.
const DEEPEST: f64 = 3.0;

/// The ground in the plane of the ray and the heading, in metres from the contact point: ahead, and against the ray.
pub struct Section {
    surface: Vec<[[f64; 2]; 2]>,
    /// Height of the road on the line of the ray; `None` without ground.
    ground: Option<f64>,
    /// Height of the ray's origin.
    origin: f64,
}

impl Section {
    /// The section through a mesh along a wheel's ray and the car's heading, `ahead`. `road` is the signed distance from
    /// the contact point to the road.
    pub fn of(mesh: &Mesh, answer: &WheelAnswer, ahead: Vector, road: Option<f64>) -> Self {
        let up = -answer.ray.direction();
        let contact = answer.ray.at(answer.offset);
        let level = ahead - up * up.dot(&ahead);
        let ahead = level.try_normalize(1e-9).unwrap_or(Vector::z());
        let side = up.cross(&ahead);
        let cut = |triangle| {
            let corners = mesh.corners(triangle).map(|corner: Point| corner - contact);
            if corners.iter().all(|corner| corner.dot(&ahead).abs() > REACH) {
                return None;
            }
            let off = corners.map(|corner| corner.dot(&side));
            let crossing = |(i, j): (usize, usize)| {
                let share = off[i] / (off[i] - off[j]);
                let at = corners[i] + (corners[j] - corners[i]) * share;
                ((off[i] < 0.0) != (off[j] < 0.0)).then(|| [at.dot(&ahead), at.dot(&up)])
            };
            let mut ends = [(0, 1), (1, 2), (2, 0)].into_iter().filter_map(crossing);
            Some([ends.next()?, ends.next()?])
        };
        let surface: Vec<_> = (0..mesh.triangles().len()).filter_map(cut).collect();
        Self { surface, ground: road.map(|distance| -distance), origin: answer.offset }
    }

    /// Depth of the ray's origin below the ground, metres; `None` if it lies above, or if there is no ground.
    pub fn depth(&self) -> Option<f64> {
        self.ground.map(|ground| ground - self.origin).filter(|depth| *depth > 0.0)
    }

    /// Draws the section in `rect`, with the ray to its hit.
    pub fn show(&self, ui: &Ui, rect: Rect, cast: &Cast) {
        let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        painter.rect_filled(rect, 3.0, theme::sunken());
        // The arrow to a hit far below ends at the edge.
        let end = cast.hit.map(|hit| self.origin - hit.t).filter(|end| self.origin - end < DEEPEST);
        let heights = [Some(0.0), Some(self.origin), self.ground, end, Some(2.0 * WHEEL_RADIUS)];
        let heights = || heights.into_iter().flatten();
        let low = heights().fold(f64::INFINITY, f64::min) - if end.is_none() { 2.0 } else { 1.0 } * MARGIN;
        let high = heights().fold(f64::NEG_INFINITY, f64::max) + MARGIN;
        let per_metre = f64::from(rect.height()) / (high - low);
        let at = |[ahead, up]: [f64; 2]| -> Pos2 {
            rect.center_top() + vec2((ahead * per_metre) as f32, ((high - up) * per_metre) as f32)
        };
        for ends in &self.surface {
            let [a, b] = ends.map(at);
            let below = vec2(0.0, CRUST);
            let crust = vec![a, b, b + below, a + below];
            painter.add(Shape::convex_polygon(crust, theme::weak().gamma_multiply(0.35), Stroke::NONE));
            painter.line_segment([a, b], Stroke::new(2.0, theme::text()));
        }
        let wheel = Stroke::new(1.5, theme::weak());
        painter.circle_stroke(at([0.0, WHEEL_RADIUS]), (WHEEL_RADIUS * per_metre) as f32, wheel);
        let depth = self.depth();
        let color = if depth.is_some() { theme::amber() } else { theme::teal() };
        let origin = at([0.0, self.origin]);
        let tip = at([0.0, end.unwrap_or(low + 0.3 * MARGIN)]);
        arrow(&painter, origin, tip, Stroke::new(2.5, color), 9.0);
        painter.circle_filled(origin, 4.5, color);
        let contact = at([0.0, 0.0]);
        painter.hline(contact.x - 9.0..=contact.x + 9.0, contact.y, Stroke::new(2.0, theme::strong()));
        if let (Some(depth), Some(ground)) = (depth, self.ground) {
            let above = at([0.0, ground]);
            let x = origin.x - 26.0;
            let measure = Stroke::new(1.5, theme::strong());
            painter.line_segment([pos2(x, above.y), pos2(x, origin.y)], measure);
            painter.hline(x - 4.0..=x + 4.0, above.y, measure);
            painter.hline(x - 4.0..=x + 4.0, origin.y, measure);
            let middle = pos2(x - 8.0, 0.5 * (above.y + origin.y));
            plate(&painter, rect, middle, Align2::RIGHT_CENTER, length(depth), theme::strong());
        }
        let right = vec2(14.0, 0.0);
        plate(&painter, rect, origin + right, Align2::LEFT_CENTER, t!("origin of the ray").into(), color);
        if (origin.y - contact.y).abs() > 24.0 {
            let text = t!("contact point").into_owned();
            plate(&painter, rect, contact + right, Align2::LEFT_CENTER, text, theme::strong());
        }
        if let Some(ground) = self.ground {
            let on_ground = at([0.0, ground]) + vec2(-0.3 * rect.width(), -12.0);
            plate(&painter, rect, on_ground, Align2::CENTER_BOTTOM, t!("ground").into(), theme::text());
        }
        let image = ui.interact(rect, ui.scope_id().with("section"), Sense::hover());
        image.widget_info(|| WidgetInfo::labeled(Role::Image, true, t!("Cut through the ground")));
        image.on_hover_text(t!(
            "The ground along the car's heading, with the wheel, its contact point, and the ray."
        ));
    }
}
