//! The drawings of the stories in space: cones of normals, patches with their boxes, moving features.

use std::f64::consts::TAU;

use super::patches::Patches;
use super::question::Question;
use crate::cloth::crossings;
use crate::cloth::detect::Patch;
use crate::cloth::step::Features;
use crate::cloth::tree::bounds::Cone;
use crate::figures::cloth::mark_crossings;
use crate::geometry::{Point, Vector};
use crate::inspector::space::SpaceView;
use crate::render::dissection::Dissection;
use crate::render::palette::{self, Color};

/// Number of straight segments of a cone's rim.
const PIECES: usize = 32;
/// Half the number of lines of a plane, in each direction.
const PLANE_LINES: i32 = 4;
/// Every this many segments of the rim, a line is drawn from the rim to the tip.
const SPOKES: usize = 4;

/// Draws a cone by lines from its `tip` to the rim, `length` metres long, and its axis as an arrow.
pub fn cone(dissection: &mut Dissection, tip: Point, cone: &Cone, length: f64, width_px: f32, color: Color) {
    let across = cone.axis.cross(&Vector::ith(cone.axis.iamin(), 1.0)).normalize();
    let up = cone.axis.cross(&across);
    let (sin, cos) = cone.half_angle.sin_cos();
    let rim = |piece: usize| {
        let (y, x) = (TAU * piece as f64 / PIECES as f64).sin_cos();
        tip + (cone.axis * cos + (across * x + up * y) * sin) * length
    };
    // A cone that contains all directions has no rim to draw.
    let pieces = if cone.half_angle < std::f64::consts::PI { PIECES } else { 0 };
    for piece in 0..pieces {
        dissection.line_on_top([rim(piece), rim(piece + 1)], width_px, color);
        if piece % SPOKES == 0 {
            dissection.line_on_top([tip, rim(piece)], 0.6 * width_px, color.faded(0.7));
        }
    }
    dissection.arrow([tip, tip + cone.axis * length], 0.12 * length, width_px, color);
}

/// The mean position of a patch's particles at `time`.
pub fn middle(question: &Question, patches: &Patches, patch: Patch, time: f64) -> Point {
    let faces = patches.faces(patch);
    let corners = faces.iter().flat_map(|face| question.mesh.faces[*face as usize]);
    let sum = corners.fold(Vector::zeros(), |sum, p| sum + question.at(p, time).coords);
    Point::from(sum / (3 * faces.len().max(1)) as f64)
}

/// Adds the border edges of a patch at a time, drawn over everything else.
pub fn outline(view: &mut SpaceView, question: &Question, edges: &[[u32; 2]], time: f64, color: Color) {
    for edge in edges {
        view.dissection.line_on_top(edge.map(|p| question.at(p, time)), 2.0, color);
    }
}

/// Adds the border edges of a patch at a time, and marks where the border, projected along `axis`, crosses
/// itself.
pub fn contour(
    view: &mut SpaceView,
    question: &Question,
    (edges, axis): (&[[u32; 2]], &Vector),
    time: f64,
    color: Color,
) {
    outline(view, question, edges, time, color);
    let places = crossings::places(edges, &|p| question.at(p, time), axis);
    mark_crossings(&mut view.dissection, &places, color);
}

/// Adds two features: their start (faint), their paths, and their position at a time.
pub fn features(view: &mut SpaceView, question: &Question, pair: Features, time: f64, is_contact: bool) {
    let particles = pair.particles(&question.mesh);
    let colors = match pair {
        Features::VertexFace(..) => [palette::B, palette::A, palette::A, palette::A],
        Features::EdgeEdge(..) => [palette::A, palette::A, palette::B, palette::B],
    };
    for (particle, color) in particles.iter().zip(colors) {
        let ends = [0.0, 1.0].map(|time| question.at(*particle, time));
        view.dissection.line_on_top(ends, 1.25, color.faded(0.5));
        view.dissection.dot(ends[0], 4.0, color.faded(0.5));
    }
    let dissection = &mut view.dissection;
    lines(dissection, question, pair, 0.0, 1.25, colors.map(|color| color.faded(0.5)));
    let shown = if is_contact { [palette::COLLIDING; 4] } else { colors };
    lines(dissection, question, pair, time, 3.0, shown);
    for (particle, color) in particles.iter().zip(shown) {
        let is_vertex = matches!(pair, Features::VertexFace(vertex, _) if vertex == *particle);
        dissection.dot(question.at(*particle, time), if is_vertex { 10.0 } else { 6.0 }, color);
    }
}

/// Adds the plane of a pair's triangle at the start of the step, as a square grid around the features.
pub fn plane_at_start(view: &mut SpaceView, question: &Question, pair: Features) {
    let [particle, a, b, c] = pair.particles(&question.mesh).map(|p| question.at(p, 0.0));
    let Some(normal) = (b - a).cross(&(c - a)).try_normalize(0.0) else { return };
    let foot = particle - normal * (particle - a).dot(&normal);
    let across = (b - a).normalize();
    let up = normal.cross(&across);
    let middle = Point::from((a.coords + b.coords + c.coords) / 3.0);
    let half = (foot - middle).norm() + (b - a).norm();
    for line in -PLANE_LINES..=PLANE_LINES {
        let offset = half * f64::from(line) / f64::from(PLANE_LINES);
        for (along, beside) in [(across, up), (up, across)] {
            let ends = [-half, half].map(|end| middle + along * end + beside * offset);
            view.dissection.line_on_top(ends, 1.0, palette::PRUNED.faded(0.6));
        }
    }
    view.dissection.line_on_top([particle, foot], 2.0, palette::PRUNED);
}

/// Adds the edges of two features in contact, at the time of the contact.
pub fn touched(view: &mut SpaceView, question: &Question, pair: Features, time: f64, color: Color) {
    lines(&mut view.dissection, question, pair, time, 1.5, [color; 4]);
}

/// Draws the edges of two features at a time.
fn lines(
    dissection: &mut Dissection,
    question: &Question,
    pair: Features,
    time: f64,
    width_px: f32,
    colors: [Color; 4],
) {
    let points = pair.particles(&question.mesh).map(|p| question.at(p, time));
    let sides: &[[usize; 2]] = match pair {
        Features::VertexFace(..) => &[[1, 2], [2, 3], [3, 1]],
        Features::EdgeEdge(..) => &[[0, 1], [2, 3]],
    };
    for &[i, j] in sides {
        dissection.line_on_top([points[i], points[j]], width_px, colors[i]);
    }
}
