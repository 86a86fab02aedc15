//! The window of a pair: orthographic, along one axis of the world.
//!
//! Across the axis the window is the overlap of the two boxes, because a common point can lie nowhere else.
//! Along the axis it must be their *union*: if the near or far plane clips a surface, the depth of another
//! surface behind it is drawn instead, and contained bodies are missed.

use nalgebra::{Matrix4, Vector4};

use super::pass::Turn;
use crate::geometry::{Aabb, Point, Pose};

/// The view axes of a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AxisChoice {
    /// One axis: 0, 1, 2 for x, y, z.
    One(u8),
    /// Along the longest side of the overlap, which gives the smallest window.
    SmallestWindow,
    /// All three axes in turn; colliding when any of them reports a collision.
    All,
}

/// The range of depths that the window shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ViewVolume {
    /// The union of both boxes' depths, enlarged by 2.5 % at either end.
    Union,
    /// The boxes' overlap: the paper's text taken literally. Kept to demonstrate its failure.
    Overlap,
}

/// A pair's window, in world coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// Axis of view: 0, 1, 2 for x, y, z; the eye looks along its positive direction.
    pub axis: u8,
    /// The visible box, depth included, metres.
    pub volume: Aabb,
    /// The depths that both boxes share: coordinates along the axis, metres.
    pub shared: [f64; 2],
}

impl View {
    /// The window of two world boxes; `None` when they are separated, which proves that the bodies are.
    pub fn of(a: &Aabb, b: &Aabb, axis: u8, depths: ViewVolume) -> Option<Self> {
        let (overlap, union) = (a.overlap(b), a.union(b));
        if (0..3).any(|i| overlap.min[i] > overlap.max[i]) {
            return None;
        }
        let along = axis as usize;
        let shared = [overlap.min[along], overlap.max[along]];
        let mut volume = overlap;
        if depths == ViewVolume::Union {
            let margin = 0.025 * union.extents()[along];
            volume.min[along] = union.min[along] - margin;
            volume.max[along] = union.max[along] + margin;
        }
        // Boxes that only touch have an overlap of zero width, which is no usable window.
        let least = 1e-6 * union.extents().max();
        for i in 0..3 {
            let lacking = least - (volume.max[i] - volume.min[i]);
            if lacking > 0.0 {
                volume.min[i] -= 0.5 * lacking;
                volume.max[i] += 0.5 * lacking;
            }
        }
        Some(Self { axis, volume, shared })
    }

    /// The side length of a pixel in metres: the longer side of the window divided by `resolution`.
    pub fn pixel(&self, resolution: u32) -> f64 {
        let mut sides = self.volume.extents();
        sides[self.axis as usize] = 0.0;
        sides.max() / f64::from(resolution)
    }

    /// The turns of a table whose rounds run once per slice: `count` planes, each in the middle of an equal part
    /// of the depths that both boxes share.
    pub fn slices(&self, count: u32) -> Vec<Turn> {
        let along = self.axis as usize;
        let [from, to] = self.shared;
        let (near, depth) = (self.volume.min[along], self.volume.extents()[along]);
        let turn = |number: u32| {
            let share = (f64::from(number) + 0.5) / f64::from(count);
            Turn { number, plane: ((from - near + (to - from) * share) / depth) as f32 }
        };
        (0..count).map(turn).collect()
    }

    /// Cubic metres of the part of the window that one pixel shows.
    pub fn pixel_column(&self, resolution: u32) -> f64 {
        self.volume.extents().product() / f64::from(resolution).powi(2)
    }

    /// Cubic metres per counted sample of a slice, if there are `count` slices.
    pub fn sample_volume(&self, resolution: u32, count: u32) -> f64 {
        let mut sides = self.volume.extents();
        sides[self.axis as usize] = (self.shared[1] - self.shared[0]) / f64::from(count);
        sides.product() / f64::from(resolution).powi(2)
    }

    /// Whether the centre of `a` lies farther from the eye than that of `b`.
    pub fn is_farther(&self, a: &Aabb, b: &Aabb) -> bool {
        let along = self.axis as usize;
        a.center()[along] > b.center()[along]
    }

    /// Matrix to clip space from a body's frame, in which coordinates are relative to `local_center` and divided by
    /// `local_scale`. The window's centre is subtracted from the body's position first. Both are stored numbers, so
    /// their difference adds no error, however far the pair is from the origin. The matrix is rounded to f32 at the
    /// end.
    pub fn local_to_clip(&self, pose: &Pose, local_center: &Point, local_scale: f64) -> Matrix4<f32> {
        let apart = pose.translation.vector - self.volume.center().coords;
        let center = apart + pose.rotation * local_center.coords;
        let rotation = pose.rotation.to_rotation_matrix();
        let extents = self.volume.extents();
        let mut matrix = Matrix4::zeros();
        for (row, (world_axis, sign)) in self.axes().into_iter().enumerate() {
            let scale = sign * 2.0 / extents[world_axis];
            let turned = rotation.matrix().row(world_axis) * (local_scale * scale);
            let moved = center[world_axis] * scale;
            matrix.set_row(row, &Vector4::new(turned[0], turned[1], turned[2], moved).transpose());
        }
        matrix[(3, 3)] = 1.0;
        matrix.cast()
    }

    /// Converts a length in metres to clip space (unit: half the window): measured across the window, and measured up
    /// it.
    pub fn across_in_clip(&self, metres: f64) -> [f32; 2] {
        let extents = self.volume.extents();
        let [across, up, _] = self.axes();
        [across, up].map(|(world_axis, _)| (2.0 * metres / extents[world_axis]) as f32)
    }

    /// World axes and signs of the window's directions: across, up and away from the eye. The eye looks along
    /// the positive axis, with y up where possible, and across × up points towards the eye. So a triangle
    /// that is counter-clockwise from outside is counter-clockwise on the tile exactly when it faces the eye.
    pub fn axes(&self) -> [(usize, f64); 3] {
        match self.axis {
            0 => [(2, 1.0), (1, 1.0), (0, 1.0)],
            1 => [(0, 1.0), (2, 1.0), (1, 1.0)],
            _ => [(0, -1.0), (1, 1.0), (2, 1.0)],
        }
    }
}

impl AxisChoice {
    /// The axes (0, 1, 2 for x, y, z) to try for a pair of world boxes, in order.
    pub fn axes(self, a: &Aabb, b: &Aabb) -> impl Iterator<Item = u8> {
        match self {
            Self::One(axis) => axis..axis + 1,
            Self::SmallestWindow => {
                let longest = a.overlap(b).extents().imax() as u8;
                longest..longest + 1
            }
            Self::All => 0..3,
        }
    }
}
