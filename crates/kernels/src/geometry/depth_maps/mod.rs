//! Two orthographic depth maps of a solid, front and back, with the normals of both surfaces.
//!
//! Vassilev, Spanlang and Chrysanthou, "Fast cloth animation on walking avatars", 2001. A point counts as inside if its
//! depth lies between both maps at its pixel. It is pushed out along the stored normal. One look-up answers for a
//! point, however many triangles the solid has.
//!
//! Where it fails: the pixel's centre answers for the whole pixel, so points within half a pixel's diagonal of the
//! surface may be decided wrongly. A gap between two parts of the solid along the view counts as solid. A side that is
//! parallel to the view is in neither map, so the depth of a point near it is too large. The proofs are in
//! `docs/proofs/depth-maps.md`.
//!
//! [`twin`] computes the maps on the processor; `src/image_space/depth_maps.rs` draws the same maps with OpenGL. The
//! cost is two renderings of the solid per frame, and one look-up per point.

pub mod twin;

use super::{Aabb, Point, Vector};

/// The part of space that a pair of maps covers, and its pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MapWindow {
    /// Axis of the view: 0, 1 or 2. The front map is seen from its positive end.
    pub axis: usize,
    /// Pixels along a side of the square maps.
    pub side: u32,
    /// Centre of the window.
    pub center: Point,
    /// Half the side of the square window, metres.
    pub half: f64,
    /// Half the range of depths, metres.
    pub half_depth: f64,
}

/// The fewest and the most pixels along a side.
pub const SIDES: [u32; 2] = [8, 1024];

/// A pixel of a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Texel {
    /// Depth from the front end of the window, 0 to 1, in both maps.
    pub depth: f32,
    /// Outward unit normal of the surface, each coordinate mapped from −1…1 to 0…255.
    pub color: [u8; 3],
}

/// The front and the back map of a solid. Pixels are in rows from the bottom; a pixel that the solid does not cover is
/// `None`.
#[derive(Clone, Debug, PartialEq)]
pub struct DepthMaps {
    /// The window of both maps.
    pub window: MapWindow,
    /// The nearest surface seen from the front, and the farthest.
    pub layers: [Vec<Option<Texel>>; 2],
}

/// Answer to a point inside the solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Inside {
    /// Distance to the stored surface along its normal, metres.
    pub depth: f64,
    /// Distance to the same surface along the view, metres.
    pub along: f64,
    /// The stored normal, which points outwards.
    pub normal: Vector,
}

impl MapWindow {
    /// The window around a solid, seen along an axis: one pixel wider than the solid on every side. `None` if there are
    /// no points, or if they do not extend across the view.
    pub fn around(points: impl IntoIterator<Item = Point>, axis: usize, side: u32) -> Option<Self> {
        let bounds = Aabb::around(points);
        let extents = bounds.extents();
        let side = side.clamp(SIDES[0], SIDES[1]);
        let widest = [1, 2].map(|i| extents[(axis + i) % 3]).into_iter().fold(0.0, f64::max);
        if !(widest.is_finite() && widest > 0.0) {
            return None;
        }
        let half = 0.5 * widest * f64::from(side) / f64::from(side - 2);
        let half_depth = 0.505 * extents[axis].max(1e-3 * widest);
        Some(Self { axis, side, center: bounds.center(), half, half_depth })
    }

    /// The axes across and up in the maps.
    pub fn across(&self) -> [usize; 2] {
        [(self.axis + 1) % 3, (self.axis + 2) % 3]
    }

    /// Side of a pixel, metres.
    pub fn pixel(&self) -> f64 {
        2.0 * self.half / f64::from(self.side)
    }

    /// Place of a point in the maps: pixels across and up, and depth from 0 to 1.
    pub fn place(&self, p: &Point) -> [f64; 3] {
        let off = p - self.center;
        let [u, v] = self.across().map(|i| 0.5 * (off[i] / self.half + 1.0) * f64::from(self.side));
        [u, v, 0.5 * (1.0 - off[self.axis] / self.half_depth)]
    }

    /// Index of the pixel that a point lies in; `None` outside the maps.
    pub fn pixel_of(&self, p: &Point) -> Option<usize> {
        let [u, v, _] = self.place(p).map(f64::floor);
        let inside = 0.0..f64::from(self.side);
        (inside.contains(&u) && inside.contains(&v)).then(|| v as usize * self.side as usize + u as usize)
    }

    /// The point at the depth of `p` on the axis through the centre of a pixel: the point that the maps decide in place
    /// of `p`.
    pub fn centered(&self, p: &Point, pixel: usize) -> Point {
        let side = self.side as usize;
        let mut at = *p;
        for (i, index) in self.across().into_iter().zip([pixel % side, pixel / side]) {
            at[i] = self.center[i] - self.half + (index as f64 + 0.5) * self.pixel();
        }
        at
    }
}

impl Texel {
    /// A pixel of a surface with this outward unit normal.
    pub fn new(depth: f64, normal: &Vector) -> Self {
        let color = [0, 1, 2].map(|i| ((0.5 * normal[i] + 0.5) * 255.0).round() as u8);
        Self { depth: depth as f32, color }
    }

    /// The stored normal. It differs from the surface's by at most half a step of 1/127.5 in each coordinate.
    pub fn normal(&self) -> Vector {
        let [x, y, z] = self.color.map(|byte| f64::from(byte) / 127.5 - 1.0);
        Vector::new(x, y, z).normalize()
    }
}

impl DepthMaps {
    /// Whether the maps decide that a point is inside, and how deep. Points on a stored surface are inside.
    pub fn inside(&self, p: &Point) -> Option<Inside> {
        self.within(p, 0.0)
    }

    /// Like [`Self::inside`], for the solid whose stored surfaces are moved outwards along their normals by `margin`
    /// metres.
    pub fn within(&self, p: &Point, margin: f64) -> Option<Inside> {
        let pixel = self.window.pixel_of(p)?;
        let [front, back] = [self.layers[0][pixel]?, self.layers[1][pixel]?];
        let depth = self.window.place(p)[2];
        let range = 2.0 * self.window.half_depth;
        let of = |texel: Texel, along: f64| {
            let normal = texel.normal();
            Inside { depth: along * normal[self.window.axis].abs() + margin, along, normal }
        };
        let front = of(front, range * (depth - f64::from(front.depth)));
        let back = of(back, range * (f64::from(back.depth) - depth));
        let is_inside = front.depth >= 0.0 && back.depth >= 0.0;
        is_inside.then_some(if front.depth <= back.depth { front } else { back })
    }
}
