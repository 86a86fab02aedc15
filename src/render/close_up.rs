//! A small picture of the place where two things touch or are nearest, with a camera of its own.

use super::camera::{Camera, Lens};
use crate::geometry::{Aabb, Point, Vector};

/// Half of what a close-up shows, in lengths of the gap or of the overlap.
const AROUND: f64 = 2.0;
/// Half of what it shows of things that touch, in sizes of the two.
const AROUND_TOUCHING: f64 = 0.08;
/// An overlap is shallow if it is less than this, in sizes of the two.
const SHALLOW: f64 = 0.1;
/// The least and the most of it, in sizes of the two.
const HALF: [f64; 2] = [0.001, 0.25];

/// Where two things touch or are nearest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// A point of each, in the world, metres; where the two overlap, both ends of the overlap where it is narrowest.
    pub points: [Point; 2],
    /// From the one to the other across what is between them, of any length; `None` where there is no such direction.
    pub across: Option<Vector>,
    /// How the two stand to each other there.
    pub meeting: Meeting,
    /// A box around both, in the world, metres.
    pub bounds: Aabb,
}

/// How two things stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meeting {
    /// They are apart.
    Gap,
    /// They share points and next to no room.
    Touch,
    /// They share room.
    Overlap,
}

impl Nearest {
    /// Half-way between both points, metres.
    pub fn middle(&self) -> Point {
        nalgebra::center(&self.points[0], &self.points[1])
    }

    /// Metres between both points.
    pub fn length(&self) -> f64 {
        (self.points[1] - self.points[0]).norm()
    }

    /// A camera that shows the place as large as it needs. It looks the way of `from`, turned so that it looks in
    /// between the two unless they overlap deeply. Rays are parallel, so that a length has one size on the picture.
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

    /// Direction to the eye.
    fn back(&self, from: &Camera) -> Vector {
        let [_, up, back] = from.directions();
        let shallow = SHALLOW * 0.5 * self.bounds.extents().norm();
        let is_deep = self.meeting == Meeting::Overlap && self.length() > shallow;
        let across = self.across.filter(|_| !is_deep);
        let Some(across) = across.and_then(|across| across.try_normalize(0.0)) else { return back };
        let between = |way: Vector| (way - across * across.dot(&way)).try_normalize(0.05);
        between(back).or_else(|| between(up)).unwrap_or(back)
    }
}

/// A length of 1, 2 or 5 of a power of ten, at most this long: metres, and with its unit.
pub fn round_length(most: f64) -> (f64, String) {
    let power = 10f64.powf(most.log10().floor());
    let metres = [5.0, 2.0, 1.0].map(|n| n * power).into_iter().find(|n| *n <= most).unwrap_or(power);
    let units = [("m", 1.0), ("mm", 1e-3), ("µm", 1e-6)];
    let (unit, size) = units.into_iter().find(|(_, size)| metres > 0.99 * size).unwrap_or(("nm", 1e-9));
    // Rounded, so that no digits of the division show.
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
