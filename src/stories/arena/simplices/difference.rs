//! The drawing of the Minkowski difference: the hull of A − B as glass, the origin, and the simplex inside
//! it.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use egui::epaint::{Mesh as Triangles, Vertex, WHITE_UV};
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

use crate::geometry::{Aabb, Mesh, Point, Vector};
use crate::inspector::space::stand::Stand;
use crate::inspector::space::view::steer;
use crate::language::t;
use crate::object_space::simplices::{Step, Trace};
use crate::render::camera::Camera;
use crate::ui::drawing::project;
use crate::ui::theme;
use crate::world::Body;

/// Colour of the hull and its edges.
fn hull_color() -> Color32 {
    theme::weak()
}
/// Colour of the simplex and its parts.
fn simplex_color() -> Color32 {
    theme::second()
}
/// Neighbouring faces are drawn as one face if the cosine of the angle between their normals exceeds this
/// value.
const FLAT: f64 = 0.9998;

/// Shows the difference after `position` steps. Dragging turns it, the wheel zooms, a double click shows all.
/// While a body is held the camera stays and only the difference moves.
pub fn show(ui: &mut Ui, bodies: &[Body; 2], trace: &Trace, position: usize, rect: Rect, stand: &mut Stand) {
    let id = ui.scope_id().with("difference");
    let response = ui.interact(rect, id, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, t!("The Minkowski difference")));
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 4.0, theme::sunken());

    let hull = trace.difference(bodies);
    let radius = trace.radii[0] + trace.radii[1];
    let bounds = bounds(hull, trace, radius);
    let mut hasher = DefaultHasher::new();
    for corner in [bounds.min, bounds.max] {
        corner.coords.map(f64::to_bits).hash(&mut hasher);
    }
    let back = Vector::new(0.5, 0.45, 0.8);
    let place = hasher.finish();
    let camera = steer(ui, &response, stand, [place; 2], &bounds, &back);
    let pen = Pen { painter: &painter, rect, camera: &camera };

    if let Some(hull) = hull {
        pen.faces(hull, false);
    }
    let step = position.checked_sub(1).and_then(|last| trace.steps.get(last));
    let before = position.checked_sub(2).and_then(|last| trace.steps.get(last));
    let reach = 0.5 * bounds.extents().norm();
    if let Some(step) = step {
        pen.simplex(step);
    }
    if let Some(hull) = hull {
        pen.faces(hull, true);
    }
    pen.origin(radius);
    if let Some(step) = step {
        let from = before.map_or(bounds.center(), |before| Point::from(before.nearest));
        pen.arrow(from, step.direction, 0.3 * reach);
        pen.points(step);
    }
    let text = if step.is_some() {
        t!("A − B, the origin, the simplex of this step (yellow), the search direction (arrow)")
    } else {
        t!("A − B and the origin")
    };
    let font = FontId::proportional(12.0);
    let galley = painter.layout(text.into_owned(), font, theme::weak(), (rect.width() - 16.0).max(20.0));
    painter.galley(rect.left_bottom() + vec2(8.0, -6.0 - galley.size().y), galley, theme::weak());
}

/// A box around the hull, all points of the Minkowski difference that the search found, and a ball of
/// `radius` around the origin.
fn bounds(hull: Option<&Mesh>, trace: &Trace, radius: f64) -> Aabb {
    let around_origin = Aabb::cube(Point::origin(), radius);
    let found = trace.steps.iter().map(|step| Point::from(step.found.difference));
    let all = Aabb::around(found).union(&around_origin);
    let all = hull.map_or(all, |hull| all.union(&hull.aabb()));
    // The box may have no extent, for two equal centres without radius: then a cube with side 2 is framed.
    if all.extents().norm() > 0.0 { all } else { Aabb::cube(all.center(), 1.0) }
}

/// Converts points in space to points on the screen through a camera, and paints lines there.
struct Pen<'a> {
    painter: &'a Painter,
    rect: Rect,
    camera: &'a Camera,
}

impl Pen<'_> {
    fn at(&self, point: &Point) -> Option<Pos2> {
        project(self.rect, self.camera, point)
    }

    fn line(&self, ends: [Point; 2], stroke: Stroke) {
        if let [Some(from), Some(to)] = ends.map(|p| self.at(&p)) {
            self.painter.line_segment([from, to], stroke);
        }
    }

    /// Paints the faces that are turned towards the camera (`near`) or away from it, with the edges between
    /// them.
    fn faces(&self, hull: &Mesh, near: bool) {
        let eye = self.camera.eye();
        let normal = |t: usize| hull.area_normal(t).try_normalize(0.0).unwrap_or_default();
        let faces_eye: Vec<bool> =
            (0..hull.triangles().len()).map(|t| normal(t).dot(&(eye - hull.corners(t)[0])) > 0.0).collect();
        let light = (self.camera.directions()[2] + Vector::y() * 0.8).normalize();
        let mut fill = Triangles::default();
        for t in (0..hull.triangles().len()).filter(|t| faces_eye[*t] == near) {
            let corners = hull.corners(t).map(|p| self.at(&p));
            let [Some(p), Some(q), Some(r)] = corners else { continue };
            let shade = 0.5 + 0.5 * normal(t).dot(&light).max(0.0) as f32;
            let color = hull_color().gamma_multiply(if near { 0.13 * shade } else { 0.05 });
            let first = fill.vertices.len() as u32;
            fill.vertices.extend([p, q, r].map(|pos| Vertex { pos, uv: WHITE_UV, color }));
            fill.indices.extend([first, first + 1, first + 2]);
        }
        self.painter.add(fill);

        // An edge is near if one of its faces is near.
        let mut edges: HashMap<[u32; 2], usize> = HashMap::new();
        for (t, [a, b, c]) in hull.triangles().iter().copied().enumerate() {
            for [a, b] in [[a, b], [b, c], [c, a]] {
                let Some(other) = edges.insert([a.min(b), a.max(b)], t) else { continue };
                let is_near = faces_eye[t] || faces_eye[other];
                let is_rim = faces_eye[t] != faces_eye[other];
                if is_near != near || (!is_rim && normal(t).dot(&normal(other)) > FLAT) {
                    continue;
                }
                let (width, strength) =
                    if is_rim { (1.5, 0.9) } else { (1.0, if near { 0.5 } else { 0.22 }) };
                let ends = [a, b].map(|v| hull.vertices()[v as usize]);
                self.line(ends, Stroke::new(width, hull_color().gamma_multiply(strength)));
            }
        }
    }

    /// Paints the faces and edges of the simplex.
    fn simplex(&self, step: &Step) {
        let points: Vec<Option<Pos2>> =
            step.simplex.iter().map(|p| self.at(&Point::from(p.difference))).collect();
        let count = points.len();
        for (i, j) in (0..count).flat_map(|i| (i + 1..count).map(move |j| (i, j))) {
            for k in j + 1..count {
                if let [Some(p), Some(q), Some(r)] = [points[i], points[j], points[k]] {
                    let mut fill = Triangles::default();
                    let color = simplex_color().gamma_multiply(if count == 3 { 0.3 } else { 0.14 });
                    fill.vertices.extend([p, q, r].map(|pos| Vertex { pos, uv: WHITE_UV, color }));
                    fill.indices.extend([0, 1, 2]);
                    self.painter.add(fill);
                }
            }
            if let [Some(p), Some(q)] = [points[i], points[j]] {
                self.painter.line_segment([p, q], Stroke::new(2.0, simplex_color()));
            }
        }
    }

    /// Paints the points of the simplex, with dropped points crossed out and the new point in a ring, and the
    /// point nearest to the origin.
    fn points(&self, step: &Step) {
        let cross = Stroke::new(1.5, theme::weak());
        for at in step.dropped.iter().filter_map(|p| self.at(&Point::from(p.difference))) {
            for slope in [1.0, -1.0] {
                let arm = vec2(5.0, 5.0 * slope);
                self.painter.line_segment([at - arm, at + arm], cross);
            }
        }
        for at in step.simplex.iter().filter_map(|p| self.at(&Point::from(p.difference))) {
            self.painter.circle(at, 4.5, simplex_color(), Stroke::new(1.0, theme::sunken()));
        }
        if let Some(at) = self.at(&Point::from(step.found.difference)) {
            self.painter.circle_stroke(at, 8.5, Stroke::new(1.5, theme::strong()));
        }
        if !step.weights.is_empty() {
            let nearest = Point::from(step.nearest);
            self.line([Point::origin(), nearest], Stroke::new(2.0, theme::teal()));
            if let Some(at) = self.at(&nearest) {
                self.painter.circle(at, 4.0, theme::teal(), Stroke::new(1.0, theme::sunken()));
                self.word(at + vec2(8.0, 8.0), Align2::LEFT_TOP, &t!("nearest"), theme::teal());
            }
        }
    }

    /// Paints the origin as a cross. If the bodies are balls, the difference is that of their centres, and
    /// `radius` is the sum of their radii: a ring shows the distance at which they touch.
    fn origin(&self, radius: f64) {
        let Some(at) = self.at(&Point::origin()) else { return };
        if let Some(rim) =
            self.at(&Point::from(self.camera.directions()[0] * radius)).filter(|_| radius > 0.0)
        {
            let ring = Stroke::new(1.5, theme::strong().gamma_multiply(0.7));
            self.painter.circle(at, at.distance(rim), theme::strong().gamma_multiply(0.06), ring);
        }
        for (arm, width, color) in [(8.0, 4.0, theme::sunken()), (7.0, 2.0, theme::strong())] {
            let stroke = Stroke::new(width, color);
            self.painter.line_segment([at - vec2(arm, 0.0), at + vec2(arm, 0.0)], stroke);
            self.painter.line_segment([at - vec2(0.0, arm), at + vec2(0.0, arm)], stroke);
        }
        self.word(at + vec2(-9.0, -6.0), Align2::RIGHT_BOTTOM, &t!("origin"), theme::strong());
    }

    /// Paints the search direction of the step.
    fn arrow(&self, from: Point, direction: Vector, length: f64) {
        let ends = [from, from + direction * length].map(|p| self.at(&p));
        let [Some(start), Some(tip)] = ends else { return };
        let stroke = Stroke::new(2.0, theme::accent());
        self.painter.line_segment([start, tip], stroke);
        let along = (tip - start).normalized();
        for side in [0.45, -0.45] {
            let barb = tip - along * 10.0 + along.rot90() * (10.0 * side);
            self.painter.line_segment([tip, barb], stroke);
        }
    }

    fn word(&self, at: Pos2, anchor: Align2, text: &str, color: Color32) {
        let font = FontId::proportional(12.5);
        let galley = self.painter.layout_no_wrap(text.to_owned(), font, color);
        let place = anchor.anchor_size(pos2(at.x, at.y), galley.size());
        self.painter.rect_filled(place.expand(2.0), 2.0, theme::sunken().gamma_multiply(0.9));
        self.painter.galley(place.min, galley, color);
    }
}
