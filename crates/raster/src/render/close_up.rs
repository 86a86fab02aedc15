//! A small view of the contact or the closest points of two objects, with its own camera.

use super::camera::{Camera, Lens};
use crate::geometry::{Aabb, Point, Vector};

/// Half the width of a close-up of a gap or overlap, as a multiple of the length of the gap or overlap.
const AROUND: f64 = 2.0;
/// Half the width of a close-up of touching objects, as a fraction of their size (half the diagonal of the box around
/// both).
const AROUND_TOUCHING: f64 = 0.08;
/// An overlap is shallow up to this length, as a fraction of the size of the two objects.
const SHALLOW: f64 = 0.1;
/// Smallest and largest half width of a close-up, as fractions of the size of the two objects.
const HALF: [f64; 2] = [0.001, 0.25];

/// Contact or closest points of two objects.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// A point on each object, in the world, metres: the closest points, or, if the objects overlap, the two ends of
    /// the overlap where it is narrowest.
    pub points: [Point; 2],
    /// Direction from the first object to the second across the gap or overlap, of any length; `None` if there is
    /// none.
    pub across: Option<Vector>,
    /// Relation of the two objects.
    pub meeting: Meeting,
    /// A box around both objects, in the world, metres.
    pub bounds: Aabb,
}

/// Relation of two objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// The objects are separated.
    Gap,
    /// The objects share points but almost no volume.
    Touch,
    /// The objects share volume.
    Overlap,
}

impl Nearest {
    /// Midpoint of both points, metres.
    pub fn middle(&self) -> Point {
        nalgebra::center(&self.points[0], &self.points[1])
    }

    /// Distance between the two points, metres.
    pub fn length(&self) -> f64 {
        (self.points[1] - self.points[0]).norm()
    }

    /// A camera for a close-up of suitable size. It looks in the direction of the camera `from`. Unless the objects
    /// overlap deeply, it is turned just so far that it looks perpendicular to the gap or overlap. Rays are parallel,
    /// so that lengths look the same everywhere.
    pub fn camera(&self, from: &Camera) -> Camera {
        let size = 0.5 * self.bounds.extents().norm();
        let wanted = match self.meeting {
            Meeting::Touch => AROUND_TOUCHING * size,
            Meeting::Gap | Meeting::Overlap => AROUND * self.length(),
        };
        let [least, most] = HALF.map(|share| share * size);
        let seen = Aabb::cube(self.middle(), wanted.clamp(least, most));
        let mut camera = Camera::framing_from(&seen, &self.back(from));
        camera.set_lens(Lens::Window(self.bounds));
        camera
    }

    /// Direction from the target to the eye.
    fn back(&self, from: &Camera) -> Vector {
        let [_, up, back] = from.directions();
        let shallow = SHALLOW * 0.5 * self.bounds.extents().norm();
        let is_deep = self.meeting == Meeting::Overlap && self.length() > shallow;
        let across = self.across.filter(|_| !is_deep);
        let Some(across) = across.and_then(|across| across.try_normalize(0.0)) else { return back };
        let between = |direction: Vector| (direction - across * across.dot(&direction)).try_normalize(0.05);
        between(back).or_else(|| between(up)).unwrap_or(back)
    }
}

/// The largest length of 1, 2 or 5 times a power of ten that is at most `most`: in metres, and as text with its unit.
pub fn round_length(most: f64) -> (f64, String) {
    let power = 10f64.powf(most.log10().floor());
    let metres = [5.0, 2.0, 1.0].map(|n| n * power).into_iter().find(|n| *n <= most).unwrap_or(power);
    let units = [("m", 1.0), ("mm", 1e-3), ("µm", 1e-6)];
    let (unit, size) = units.into_iter().find(|(_, size)| metres > 0.99 * size).unwrap_or(("nm", 1e-9));
    // The number is rounded, to hide digits that come from the division.
    (metres, format!("{}\u{a0}{unit}", (1e3 * metres / size).round() / 1e3))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nearest(points: [Point; 2], meeting: Meeting) -> Nearest {
        let across = Some(points[1] - points[0]);
        Nearest { points, across, meeting, bounds: Aabb::cube(Point::origin(), 1.0) }
    }

    #[test]
    fn a_gap_is_seen_from_its_side_and_large() {
        let from = Camera::framing(&Aabb::cube(Point::origin(), 5.0));
        for along in [Vector::x(), Vector::y(), from.directions()[2], from.directions()[1]] {
            let near = nearest([Point::origin(), Point::from(along * 0.002)], Meeting::Gap);
            let camera = near.camera(&from);
            assert!(camera.directions()[2].dot(&along).abs() < 1e-9, "{along}");
            let ends = near.points.map(|p| camera.view_projection(1.0).transform_point(&p));
            let seen = (ends[1] - ends[0]).xy().norm();
            assert!((0.1..1.0).contains(&seen), "{seen}");
        }
    }

    #[test]
    fn a_deep_overlap_is_seen_from_where_the_scene_is_and_a_shallow_one_from_its_side() {
        let from = Camera::framing(&Aabb::cube(Point::origin(), 5.0));
        let near = nearest([Point::new(-0.1, 0.0, 0.0), Point::new(0.1, 0.0, 0.0)], Meeting::Overlap);
        let camera = near.camera(&from);
        assert!((camera.directions()[2] - from.directions()[2]).norm() < 1e-12);
        assert_eq!(camera.target(), Point::origin());
        let along = from.directions()[2] * 0.01;
        let camera = nearest([Point::origin(), Point::from(along)], Meeting::Overlap).camera(&from);
        assert!(camera.directions()[2].dot(&along).abs() < 1e-9);
    }

    #[test]
    fn lengths_are_round_and_fit() {
        for (most, metres, says) in [
            (0.0031, 0.002, "2\u{a0}mm"),
            (0.99, 0.5, "500\u{a0}mm"),
            (1.0, 1.0, "1\u{a0}m"),
            (70.0, 50.0, "50\u{a0}m"),
            (3e-5, 2e-5, "20\u{a0}µm"),
            (1.5e-8, 1e-8, "10\u{a0}nm"),
        ] {
            let (round, text) = round_length(most);
            assert!((round / metres - 1.0).abs() < 1e-9 && text == says, "{most}: {round} {text}");
        }
    }
}
