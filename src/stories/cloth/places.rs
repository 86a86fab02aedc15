//! The drawing that shows where on the features the roots of the cubic lie: in the triangle, by the weights
//! of two corners; or along both edges, one per axis.

use egui::{Align2, Color32, FontId, Pos2, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::curve::Root;
use crate::continuous::Kind;
use crate::continuous::inclusion::Cell;
use crate::language::t;
use crate::ui::theme;

/// Distance beyond the features up to which roots are drawn in place, as a multiple of a feature's size;
/// roots farther away are drawn at the border.
const BEYOND: f64 = 0.6;

/// The contents of the drawing.
pub struct Places<'a> {
    /// The kind of features.
    pub kind: Kind,
    /// The roots.
    pub roots: &'a [Root],
    /// Index of the root that is framed; `None` for no frame.
    pub framed: Option<usize>,
    /// The coordinates of the closest points on the features at the time that the step shows; `None` if it
    /// shows no time.
    pub now: Option<[f64; 2]>,
    /// The current box of the inclusion test.
    pub cell: Option<&'a Cell>,
}

/// Adds the drawing, `height` points high.
pub fn show(ui: &mut Ui, places: &Places, height: f32) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let painter = ui.painter().with_clip_rect(rect);
    painter.rect_filled(rect, 2.0, theme::sunken());
    let side = rect.width().min(rect.height());
    let unit = f64::from(side) / (1.0 + 2.0 * BEYOND);
    let middle = rect.center();
    let place = |[u, v]: [f64; 2]| -> Pos2 {
        let clamp = |x: f64| if x.is_finite() { x.clamp(-BEYOND, 1.0 + BEYOND) } else { 1.0 + BEYOND };
        let (x, y) = ((clamp(u) - 0.5) * unit, (clamp(v) - 0.5) * unit);
        let inside = rect.shrink(6.0);
        pos2(middle.x + x as f32, middle.y - y as f32).clamp(inside.min, inside.max)
    };
    let corners: &[[f64; 2]] = match places.kind {
        Kind::VertexFace => &[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]],
        Kind::EdgeEdge => &[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]],
    };
    let outline: Vec<Pos2> = corners.iter().map(|corner| place(*corner)).collect();
    painter.add(Shape::convex_polygon(outline, theme::panel(), Stroke::new(1.5, theme::text())));
    if let Some(cell) = places.cell {
        let [[u0, u1], [v0, v1]] = [cell.domain[1], cell.domain[2]];
        let at = Rect::from_two_pos(place([u0, v0]), place([u1, v1]));
        let seen = Rect::from_center_size(at.center(), at.size().max(vec2(4.0, 4.0)));
        painter.rect_stroke(seen, 0.0, Stroke::new(1.5, theme::accent()), egui::StrokeKind::Middle);
    }
    if let Some(now) = places.now {
        cross(&painter, place(now), theme::strong());
    }
    for (index, root) in places.roots.iter().enumerate() {
        let at = place(root.at);
        match root.touches {
            true => painter.circle_filled(at, 4.5, theme::colliding()),
            false => painter.circle_stroke(at, 4.5, Stroke::new(1.75, theme::text())),
        };
        if places.framed == Some(index) {
            painter.circle_stroke(at, 8.0, Stroke::new(1.5, theme::strong()));
        }
    }
    let font = FontId::proportional(11.0);
    let axes = match places.kind {
        Kind::VertexFace => ["u →", "v ↑"],
        Kind::EdgeEdge => ["a →", "b ↑"],
    };
    let low = place([0.0, 0.0]);
    painter.text(low + vec2(2.0, 4.0), Align2::LEFT_TOP, axes[0], font.clone(), theme::weak());
    painter.text(low + vec2(-4.0, -2.0), Align2::RIGHT_BOTTOM, axes[1], font, theme::weak());
    let name = match places.kind {
        Kind::VertexFace => t!("The triangle, by the weights of its second and third corners"),
        Kind::EdgeEdge => t!("Positions along both edges, the first to the right, the second upwards"),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &*name));
    response.on_hover_text(format!(
        "{name}\n{}",
        t!("Filled: a root where the features touch; open: a root outside the features; cross: the closest points at the time shown, of the features extended to infinity. Points far outside are drawn at the border.")
    ));
}

fn cross(painter: &egui::Painter, at: Pos2, color: Color32) {
    for arm in [vec2(5.0, 5.0), vec2(5.0, -5.0)] {
        painter.line_segment([at - arm, at + arm], Stroke::new(2.0, color));
    }
}
