//! Drawing of a pair for the inspector: translucent bodies, parts of their surfaces, sheets and lines.
//!
//! Plain data, and its renderer. Everything is in world coordinates, in f64; the renderer subtracts the eye's
//! position before it rounds to f32, so that a pair of any size and position looks the same.

pub mod fabric;
pub mod renderer;
mod surfaces;

use std::sync::Arc;

use self::fabric::Fabric;
use super::floor::Floor;
use super::palette::Color;
use super::render_mesh::{CREASE_ANGLE, Part, RenderMesh};
use crate::geometry::{Aabb, Point, Pose, Shape, Vector};

/// Opacity factor for a solid part that is made translucent.
const GLASS: f32 = 0.3;

/// Surfaces, sheets and lines in the world.
#[derive(Clone, Debug, Default)]
pub struct Dissection {
    /// Bodies and parts of them.
    pub surfaces: Vec<Surface>,
    /// Fabrics: surfaces with two sides and no inside.
    pub fabrics: Vec<Fabric>,
    /// Translucent parallelograms, such as planes and pixels.
    pub sheets: Vec<Sheet>,
    /// The floor below everything, if there is one.
    pub floor: Option<Floor>,
    /// Lines that are faint where bodies hide them.
    pub lines: Vec<Stroke>,
    /// Lines drawn over everything else.
    pub on_top: Vec<Stroke>,
}

/// A body's surface, or a part of it.
#[derive(Clone, Debug)]
pub struct Surface {
    /// The shape.
    pub shape: Arc<Shape>,
    /// Transform from the shape's own frame to the world, metres.
    pub pose: Pose,
    /// The triangles to draw.
    pub part: Part,
    /// The colour of the surface.
    pub color: Color,
    /// Whether the surface is translucent.
    pub see_through: bool,
    /// Whether to draw silhouettes and creases. Off for ground, where they are not useful.
    pub outlined: bool,
    /// The material.
    pub material: Material,
}

/// Materials of surfaces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Material {
    /// Smooth, with a faint gloss.
    #[default]
    Plain,
    /// Soil and grass.
    Ground,
}

/// A translucent parallelogram in the world.
#[derive(Clone, Copy, Debug)]
pub struct Sheet {
    /// A corner of the parallelogram, metres.
    pub corner: Point,
    /// Vectors to the two adjacent corners, metres.
    pub sides: [Vector; 2],
    /// Colour, including opacity.
    pub color: Color,
}

/// A straight line; with equal ends, a dot.
#[derive(Clone, Copy, Debug)]
pub struct Stroke {
    /// Both ends, in the world, metres.
    pub ends: [Point; 2],
    /// Width in points of the window.
    pub width_px: f32,
    /// Colour, including opacity.
    pub color: Color,
}

impl Dissection {
    /// Bounding box of everything except sheets and the floor.
    pub fn bounds(&self) -> Aabb {
        let bodies = self.surfaces.iter().flat_map(|surface| {
            let aabb = surface.shape.aabb_at(&surface.pose);
            [aabb.min, aabb.max]
        });
        let lines = self.lines.iter().chain(&self.on_top).flat_map(|line| line.ends);
        let fabrics = self.fabrics.iter().flat_map(|fabric| fabric.places.iter().copied());
        Aabb::around(bodies.chain(lines).chain(fabrics))
    }

    /// A box around everything that may cast a shadow: surfaces and fabrics. It is larger than necessary.
    fn casters(&self) -> Aabb {
        let surfaces = self.surfaces.iter().flat_map(|surface| {
            let corners = surface.shape.local_aabb().corners();
            corners.map(|corner| surface.pose * corner)
        });
        let fabrics = self.fabrics.iter().flat_map(|fabric| fabric.places.iter().copied());
        Aabb::around(surfaces.chain(fabrics))
    }

    /// Whether the scene lies in the open, on a ground that ends in haze.
    fn is_landscape(&self) -> bool {
        self.surfaces.iter().any(|surface| surface.material == Material::Ground)
    }

    /// A copy with all solid parts translucent.
    pub fn as_glass(&self) -> Self {
        let mut glass = self.clone();
        for solid in glass.surfaces.iter_mut().filter(|surface| !surface.see_through) {
            (solid.see_through, solid.color) = (true, solid.color.faded(GLASS));
        }
        glass.fabrics.iter_mut().for_each(|fabric| fabric.see_through = true);
        glass
    }

    /// Adds a line that is faint where bodies hide it.
    pub fn line(&mut self, ends: [Point; 2], width_px: f32, color: Color) {
        self.lines.push(Stroke { ends, width_px, color });
    }

    /// Adds a line that is drawn over everything else.
    pub fn line_on_top(&mut self, ends: [Point; 2], width_px: f32, color: Color) {
        self.on_top.push(Stroke { ends, width_px, color });
    }

    /// Adds a dot that is drawn over everything else.
    pub fn dot(&mut self, at: Point, width_px: f32, color: Color) {
        self.line_on_top([at; 2], width_px, color);
    }

    /// Adds the edges of a box, given by its corners, x varying fastest.
    pub fn box_edges(&mut self, corners: &[Point; 8], width_px: f32, color: Color) {
        for edge in super::lines::BOX_EDGES {
            self.line(edge.map(|corner| corners[corner]), width_px, color);
        }
    }

    /// Adds an arrow whose head is `head` metres long.
    pub fn arrow(&mut self, [from, tip]: [Point; 2], head: f64, width_px: f32, color: Color) {
        self.line_on_top([from, tip], width_px, color);
        let Some(along) = (tip - from).try_normalize(0.0) else { return };
        let across = along.cross(&Vector::ith(along.iamin(), 1.0)).normalize();
        for side in [across, -across, along.cross(&across), -along.cross(&across)] {
            self.line_on_top([tip, tip + (side * 0.4 - along) * head], width_px, color);
        }
    }
}

impl Surface {
    /// Number of triangles in the drawn part of the surface.
    pub fn triangles(&self) -> usize {
        let mesh = RenderMesh::new(self.shape.mesh(), CREASE_ANGLE);
        mesh.part(&self.local_part()).iter().map(|range| range.len() / 3).sum()
    }

    /// The drawn part, with its viewing direction (if it has one) converted from the world to the body's own frame.
    fn local_part(&self) -> Part {
        let local = |direction: Vector| self.pose.inverse_transform_vector(&direction);
        match self.part {
            Part::Whole => Part::Whole,
            Part::Facing(direction) => Part::Facing(local(direction)),
            Part::Averted(direction) => Part::Averted(local(direction)),
        }
    }
}
