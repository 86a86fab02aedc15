//! The contrast of text as drawn with the colours painted under it: WCAG 2.1, 1.4.3, level AA.

use egui::emath::Rot2;
use egui::epaint::{ClippedShape, Mesh, TextShape};
use egui::{Color32, Pos2, Rect, Rgba, Shape, TextureId, Vec2};

/// Minimum contrast of text with its background at level AA. Large text would need less, but none here is
/// large enough.
pub const LEAST: f32 = 4.5;

/// Text that is hard to read.
#[derive(Debug)]
pub struct Faint {
    /// The line of text.
    pub text: String,
    /// Contrast of its worst letter.
    pub contrast: f32,
    /// That letter's colour, opaque.
    pub color: Color32,
    /// The background colour; where a picture shows through, the worse of both extremes.
    pub ground: Color32,
    /// Position of that letter, points of the window.
    pub at: Pos2,
}

/// All lines of text of a frame with a letter of less contrast than [`LEAST`]. `panel` is the clear colour of
/// the window.
pub fn faint(shapes: &[ClippedShape], panel: Color32) -> Vec<Faint> {
    let mut painted = Vec::new();
    let mut found = Vec::new();
    for ClippedShape { clip_rect, shape, .. } in shapes {
        walk(shape, *clip_rect, panel, &mut painted, &mut found);
    }
    found
}

/// A painted area.
struct Ground {
    clip: Rect,
    area: Area,
    /// The colour; `None` for a picture, which may have any colour.
    color: Option<Color32>,
}

enum Area {
    Rect(Rect),
    Circle(Pos2, f32),
    Outline(Vec<Pos2>),
}

impl Ground {
    fn covers(&self, at: Pos2) -> bool {
        self.clip.contains(at)
            && match &self.area {
                Area::Rect(rect) => rect.contains(at),
                Area::Circle(center, radius) => center.distance(at) <= *radius,
                Area::Outline(points) => is_inside(points, at),
            }
    }
}

fn walk(shape: &Shape, clip: Rect, panel: Color32, painted: &mut Vec<Ground>, found: &mut Vec<Faint>) {
    let mut paint = |area, color: Option<Color32>| {
        if color != Some(Color32::TRANSPARENT) {
            painted.push(Ground { clip, area, color });
        }
    };
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| walk(shape, clip, panel, painted, found)),
        Shape::Rect(rect) if rect.brush.is_some() => paint(Area::Rect(rect.rect), None),
        Shape::Rect(rect) => paint(Area::Rect(rect.rect), Some(rect.fill)),
        Shape::Circle(circle) => paint(Area::Circle(circle.center, circle.radius), Some(circle.fill)),
        Shape::Path(path) if path.closed => paint(Area::Outline(path.points.clone()), Some(path.fill)),
        Shape::Mesh(mesh) => triangles(mesh, 0..mesh.indices.len(), Vec2::ZERO, paint),
        Shape::Callback(callback) => paint(Area::Rect(callback.rect), None),
        Shape::Text(text) => read(text, clip, panel, painted, found),
        _ => {}
    }
}

fn triangles(
    mesh: &Mesh,
    indices: std::ops::Range<usize>,
    offset: Vec2,
    mut paint: impl FnMut(Area, Option<Color32>),
) {
    for corners in mesh.indices[indices].chunks_exact(3) {
        let corners = [0, 1, 2].map(|corner| mesh.vertices[corners[corner] as usize]);
        let color = (mesh.texture_id == TextureId::default()).then_some(corners[0].color);
        paint(Area::Outline(corners.map(|corner| corner.pos + offset).to_vec()), color);
    }
}

fn read(text: &TextShape, clip: Rect, panel: Color32, painted: &mut Vec<Ground>, found: &mut Vec<Faint>) {
    let turn = Rot2::from_angle(text.angle);
    for row in &text.galley.rows {
        let visuals = &row.visuals;
        let offset = text.pos.to_vec2() + row.pos.to_vec2();
        // The background that the text itself has.
        triangles(&visuals.mesh, 0..visuals.glyph_index_start, offset, |area, color| {
            painted.push(Ground { clip, area, color: color.map(|color| shown(text, color)) });
        });
        let mut worst: Option<Faint> = None;
        for corners in visuals.mesh.vertices[visuals.glyph_vertex_range.clone()].chunks_exact(4) {
            let center = Rect::from_two_pos(corners[0].pos, corners[3].pos).center();
            // Slanted text is turned around its position.
            let at = text.pos + turn * (center + row.pos.to_vec2()).to_vec2();
            let color = text.override_text_color.unwrap_or_else(|| shown(text, corners[0].color));
            let color = color.gamma_multiply(text.opacity_factor);
            // Clipped and fully transparent letters do not count.
            if !clip.contains(at) || color.a() == 0 {
                continue;
            }
            for ground in under(painted, at, panel) {
                let color = over(ground, color);
                let contrast = contrast(color, ground);
                if contrast < worst.as_ref().map_or(LEAST, |worst| worst.contrast) {
                    worst = Some(Faint { text: row.text(), contrast, color, ground, at });
                }
            }
        }
        found.extend(worst);
    }
}

fn shown(text: &TextShape, color: Color32) -> Color32 {
    if color == Color32::PLACEHOLDER { text.fallback_color } else { color }
}

/// The background at a point: one colour, or the darkest and the lightest possible one where a picture shows
/// through.
fn under(painted: &[Ground], at: Pos2, panel: Color32) -> [Color32; 2] {
    painted.iter().filter(|ground| ground.covers(at)).fold([panel; 2], |below, ground| match ground.color {
        None => [Color32::BLACK, Color32::WHITE],
        Some(color) => below.map(|below| over(below, color)),
    })
}

/// Blends a premultiplied colour over an opaque one like the painter.
fn over(below: Color32, color: Color32) -> Color32 {
    below.blend(color)
}

/// The contrast ratio of two opaque colours, from 1 to 21.
pub fn contrast(a: Color32, b: Color32) -> f32 {
    let luminance = |color: Color32| {
        let [r, g, b, _] = Rgba::from(color).to_array();
        0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05
    };
    let (a, b) = (luminance(a), luminance(b));
    a.max(b) / a.min(b)
}

/// True if a point lies inside a closed outline: a ray to the right crosses it an odd number of times.
fn is_inside(points: &[Pos2], at: Pos2) -> bool {
    let edges = points.iter().zip(points.iter().cycle().skip(1));
    let crossed = edges.filter(|(a, b)| {
        (a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x)
    });
    crossed.count() % 2 == 1
}
