//! Overlays of a method's tree: the boxes of the nodes on one level or its cells of space, their cones of normals, and
//! the contours (border edges of a node's patch) that may cross themselves.

use std::ops::ControlFlow;

use super::cloth_lab::ClothLab;
use super::lane::Lane;
use crate::broad_phase::subdivision::Seen;
use crate::cloth::detect::Patch;
use crate::cloth::detect::exact::SameSide;
use crate::cloth::mesh::ClothMesh;
use crate::cloth::methods::{self, BINARY, FAST, REFERENCE};
use crate::cloth::step::Step;
use crate::cloth::tree::bounds::{Cone, Span};
use crate::cloth::tree::contour::{Cells, is_simple};
use crate::cloth::tree::detect::{Centroid, Cones, Stages, Tree};
use crate::cloth::{crossings, tree};
use crate::figures::cloth::mark_crossings;
use crate::geometry::{Aabb, Point, Vector};
use crate::render::dissection::Dissection;
use crate::render::palette::{self, Color};

/// Colour of the edges of a box.
pub const BOX: Color = palette::AABB;
/// Colour of a cone narrower than a half-space.
pub const NARROW: Color = palette::PRUNED;
/// Colour of a cone that is a half-space or wider.
pub const WIDE: Color = palette::UNDECIDED;
/// Colour of a contour that may cross itself.
pub const CROSSED: Color = palette::THOUGHT;
/// Most boxes or cones that are drawn.
const MOST: usize = 1100;
/// Length of a drawn cone's side, as a fraction of the diameter of the node's patch of cloth.
const LENGTH: f64 = 0.3;
/// Number of line segments of a cone's rim.
const RIM: usize = 14;

/// A node of the shown level.
pub struct Shown {
    /// The node's cells in the grid; `None` for a node of another tree.
    pub cells: Option<Cells>,
    /// The node's box.
    pub aabb: Aabb,
    /// The cone of the node's normals; `None` if the method has no cones.
    pub cone: Option<Cone>,
}

/// Adds the overlays of a pane that are switched on.
pub fn add(dissection: &mut Dissection, lab: &ClothLab, pane: usize) {
    let view = lab.settings.view;
    let (Some(lane), Some(step)) = (lab.contest.lanes.get(pane), lab.step_on_show()) else { return };
    if !(view.boxes || view.cones || view.contours) {
        return;
    }
    let mesh = lab.mesh();
    let places = &lab.now().state.positions;
    for node in level(mesh, step, lane, view.level).into_iter().take(MOST) {
        if view.boxes {
            dissection.box_edges(&node.aabb.corners(), 1.5, BOX);
        }
        let (Some(cone), Some(cells), Some(side)) = (node.cone, node.cells, mesh.side) else { continue };
        if view.cones {
            add_cone(dissection, &cone, &middle(places, side, &cells), LENGTH * width(places, side, &cells));
        }
        let swept = span(lane) == Span::Swept;
        if view.contours && cone.is_narrow() && !is_simple(side, step, &cone.axis, &[cells], swept) {
            add_contour(dissection, places, &outline(side, &cells), &cone.axis);
        }
    }
}

/// Adds the contour `around`, and marks where its projection along `axis`, the axis of the node's cone, crosses
/// itself.
fn add_contour(dissection: &mut Dissection, places: &[Point], around: &[usize], axis: &Vector) {
    let next = |i: usize| around[(i + 1) % around.len()];
    let edges: Vec<[u32; 2]> =
        around.iter().enumerate().map(|(i, p)| [*p, next(i)].map(|p| p as u32)).collect();
    let place = |p: u32| places[p as usize];
    for edge in &edges {
        dissection.line_on_top(edge.map(place), 2.5, CROSSED);
    }
    mark_crossings(dissection, &crossings::places(&edges, &place, axis), CROSSED);
}

/// Whether the method's tree has cones of normals and contours, as the quad trees do.
pub fn has_cones(mesh: &ClothMesh, lane: &Lane) -> bool {
    mesh.side.is_some() && lane.settings().has("cones")
}

/// The nodes of a level of the method's tree; none for brute force, which has no tree.
pub fn level(mesh: &ClothMesh, step: &Step, lane: &Lane, level: usize) -> Vec<Shown> {
    if let Some(divided) = methods::in_space(lane.method().id, mesh, lane.settings()) {
        return cells(divided, step, level);
    }
    let cones = has_cones(mesh, lane);
    let nodes = match (lane.method().id, mesh.side) {
        (BINARY, _) => tree::binary(mesh),
        (REFERENCE, _) | (_, None) => return Vec::new(),
        (FAST, Some(side)) => return moving(side, step, level),
        (_, Some(side)) => tree::quad(side - 1),
    };
    let stages = Stages {
        span: span(lane),
        cones: if cones { Cones::WithContour } else { Cones::Off },
        centroid: Centroid::Off,
        same_side: SameSide::Off,
        once: true,
    };
    let mut tree = Tree::new(mesh, nodes, stages);
    tree.refit(step);
    let mut row = vec![tree.nodes().len() as u32 - 1];
    for _ in 0..level {
        let below = |node: &u32| {
            let children = &tree.nodes()[*node as usize].children;
            // A leaf above the shown level has no children; it is drawn in their place.
            if children.is_empty() { vec![*node] } else { children.clone() }
        };
        row = row.iter().flat_map(below).collect();
    }
    let shown = |node: u32| {
        let bounds = tree.bounds()[node as usize];
        let cells = match tree.nodes()[node as usize].patch {
            Patch::Cells { from, to } => Some((from, to)),
            _ => None,
        };
        Shown { cells, aabb: bounds.aabb, cone: cones.then_some(bounds.cone) }
    };
    row.into_iter().map(shown).collect()
}

/// The cells of space on one level, and the leaves above it.
fn cells(mut divided: Tree, step: &Step, level: usize) -> Vec<Shown> {
    divided.refit(step);
    let mut shown = Vec::new();
    divided.divide(&mut |seen| {
        if let Seen::Cell(aabb, depth, is_leaf) = seen
            && (depth == level || is_leaf && depth < level)
        {
            shown.push(Shown { cells: None, aabb, cone: None });
        }
        ControlFlow::Continue(())
    });
    shown
}

/// The times that a method's boxes enclose: the whole step, or its end only.
fn span(lane: &Lane) -> Span {
    let at_end = lane.settings().word("span") == Some("end-of-step");
    if at_end { Span::End } else { Span::Swept }
}

/// The nodes of one level of the fastest method's tree: square blocks whose side is a power of two of cells, with
/// boxes over the whole step.
fn moving(side: usize, step: &Step, level: usize) -> Vec<Shown> {
    let cells = side - 1;
    let depth = cells.next_power_of_two().trailing_zeros() as usize;
    let wide = 1_usize << depth.saturating_sub(level);
    let starts = || (0..cells).step_by(wide);
    let node = |(u, v): (usize, usize)| {
        let to = [u, v].map(|from| (from + wide).min(cells));
        let particles = (v..=to[1]).flat_map(|row| (u..=to[0]).map(move |column| row * side + column));
        let around = particles.flat_map(|p| [step.start[p], step.end[p]]);
        Shown {
            cells: Some(([u as u16, v as u16], to.map(|c| c as u16))),
            aabb: Aabb::around(around),
            cone: None,
        }
    };
    starts().flat_map(|v| starts().map(move |u| (u, v))).map(node).collect()
}

fn add_cone(dissection: &mut Dissection, cone: &Cone, apex: &Point, length: f64) {
    let color = if cone.is_narrow() { NARROW } else { WIDE };
    let across = cone.axis.cross(&Vector::ith(cone.axis.iamin(), 1.0)).normalize();
    let up = cone.axis.cross(&across);
    let (sine, cosine) = cone.half_angle.sin_cos();
    let rim = |piece: usize| {
        let (y, x) = (std::f64::consts::TAU * piece as f64 / RIM as f64).sin_cos();
        apex + (cone.axis * cosine + (across * x + up * y) * sine) * length
    };
    for piece in 0..RIM {
        dissection.line([rim(piece), rim(piece + 1)], 1.5, color);
        if piece % 2 == 0 {
            dissection.line([*apex, rim(piece)], 1.0, color);
        }
    }
    dissection.line([*apex, apex + cone.axis * length], 2.0, color);
}

/// Position of the particle in the middle of a patch.
fn middle(places: &[Point], side: usize, (from, to): &Cells) -> Point {
    let [u, v] = [0, 1].map(|i| usize::from(from[i] + to[i]) / 2);
    places[v * side + u]
}

/// Diagonal of a patch at rest: its length in cells times the length of a cell.
fn width(places: &[Point], side: usize, (from, to): &Cells) -> f64 {
    let at = |u: u16, v: u16| places[usize::from(v) * side + usize::from(u)];
    let [u, v] = [usize::from(to[0] - from[0]), usize::from(to[1] - from[1])];
    let cell = (at(from[0] + 1, from[1]) - at(from[0], from[1])).norm();
    cell * u.max(v) as f64
}

/// The particles around a patch, each once.
fn outline(side: usize, (from, to): &Cells) -> Vec<usize> {
    let at = |u: u16, v: u16| usize::from(v) * side + usize::from(u);
    let mut around: Vec<usize> = (from[0]..to[0]).map(|u| at(u, from[1])).collect();
    around.extend((from[1]..to[1]).map(|v| at(to[0], v)));
    around.extend((from[0] + 1..=to[0]).rev().map(|u| at(u, to[1])));
    around.extend((from[1] + 1..=to[1]).rev().map(|v| at(from[0], v)));
    around
}
