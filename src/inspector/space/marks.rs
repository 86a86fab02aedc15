//! What is written and painted over the picture: names, and the eye.

use egui::epaint::QuadraticBezierShape;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, pos2, vec2};

use super::view::{Label, Place};
use crate::geometry::Point;
use crate::render::camera::Camera;
use crate::render::palette::Color;
use crate::ui::drawing::{moved_into, project};
use crate::ui::theme;

/// Half the width of the eye, points.
const EYE: f32 = 15.0;

/// Labels that would lie upon each other are moved apart.
pub fn paint(painter: &Painter, rect: Rect, camera: &Camera, labels: &[Label], eye: Option<Point>) {
    if let Some(at) = eye.and_then(|eye| project(rect, camera, &eye)) {
        paint_eye(painter, at);
    }
    let mut taken: Vec<Rect> = Vec::new();
    for label in labels {
        let Some((at, anchor)) = anchor(rect, camera, &label.place) else { continue };
        let font = FontId::proportional(13.0);
        let galley = painter.layout_no_wrap(label.text.clone(), font, color(label.color));
        let place = anchor.anchor_size(at, galley.size()).expand2(vec2(4.0, 1.0));
        let mut place = moved_into(rect.shrink(3.0), place);
        while let Some(other) = taken.iter().find(|other| other.intersects(place)) {
            place = place.translate(vec2(0.0, other.bottom() - place.top() + 1.0));
        }
        painter.rect_filled(place, 3.0, theme::plate());
        painter.galley(place.min + vec2(4.0, 1.0), galley, Color32::WHITE);
        taken.push(place);
    }
}

/// Where a label stands, and which of its corners or sides that is.
fn anchor(rect: Rect, camera: &Camera, place: &Place) -> Option<(Pos2, Align2)> {
    match place {
        Place::Under(points) => {
            let seen: Vec<Pos2> = points.iter().filter_map(|p| project(rect, camera, p)).collect();
            let lowest = seen.iter().copied().max_by(|p, q| p.y.total_cmp(&q.y))?;
            Some((lowest + vec2(0.0, 26.0), Align2::CENTER_TOP))
        }
        Place::Over(aabb) => {
            let middle = project(rect, camera, &aabb.center())?;
            let corners = aabb.corners();
            let tops = corners.iter().filter_map(|p| project(rect, camera, p)).map(|at| at.y);
            let top = tops.fold(middle.y, f32::min);
            // Boxes reach beyond round and turned bodies.
            let top = middle.y + 0.92 * (top - middle.y);
            Some((pos2(middle.x, top - 3.0), Align2::CENTER_BOTTOM))
        }
    }
}

/// Two lids and a pupil.
fn paint_eye(painter: &Painter, at: Pos2) {
    let colors = theme::over_pictures();
    let line = Stroke::new(2.0, colors.strong);
    let ends = [at - vec2(EYE, 0.0), at + vec2(EYE, 0.0)];
    painter.circle_filled(at, 0.75 * EYE, theme::plate());
    for lid in [-1.1, 1.1] {
        let points = [ends[0], at + vec2(0.0, lid * EYE), ends[1]];
        let fill = Color32::TRANSPARENT;
        painter.add(QuadraticBezierShape::from_points_stroke(points, false, fill, line));
    }
    painter.circle(at, 0.36 * EYE, colors.strong, Stroke::NONE);
    painter.circle_filled(at, 0.16 * EYE, colors.sunken);
}

fn color(color: Color) -> Color32 {
    let [r, g, b] = color.rgb.map(|channel| (channel * 255.0).round() as u8);
    Color32::from_rgb(r, g, b)
}
