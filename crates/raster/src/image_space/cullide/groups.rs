//! Groups of steps that can be drawn together: first all counted draws, then all others.
//!
//! A step's count depends on the bodies drawn before it only where both cover a sample. So counting may be moved before
//! the draws of bodies whose rectangles on the picture are separate from the counted body's. Within a group each kind
//! of draw keeps its state; no count changes.

use std::ops::Range;

use super::rules::Step;
use crate::geometry::Aabb;
use crate::image_space::view::View;

/// Most steps of a group: each is compared with the drawn ones before it.
const MOST: usize = 24;

/// The rectangle of a body on the picture, in pixels: left, right, bottom, top. It has room for enlarged surfaces and
/// for rounding.
pub fn rectangle(view: &View, of_body: &Aabb, resolution: u32) -> [f64; 4] {
    /// Half a pixel for the nearest samples, half for enlarged surfaces, and one for snapping and rounding.
    const ROOM_PX: f64 = 2.0;
    let [(across, right), (up, upwards), _] = view.axes();
    let extents = view.volume.extents();
    let px = |axis: usize, sign: f64, metres: f64| {
        let middle = view.volume.center()[axis];
        (sign * (metres - middle) / extents[axis] + 0.5) * f64::from(resolution)
    };
    let ends = |axis: usize, sign: f64| {
        let (from, to) = (px(axis, sign, of_body.min[axis]), px(axis, sign, of_body.max[axis]));
        [from.min(to) - ROOM_PX, from.max(to) + ROOM_PX]
    };
    let ([left, right], [bottom, top]) = (ends(across, right), ends(up, upwards));
    [left, right, bottom, top]
}

/// Splits the steps into groups in which no counted body's rectangle overlaps that of a body drawn before it.
pub fn groups(steps: &[Step], rectangle_of: impl Fn(usize) -> [f64; 4]) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    let (mut start, mut drawn) = (0, Vec::new());
    for (index, step) in steps.iter().enumerate() {
        let of_step = rectangle_of(step.body);
        let meets = |other: &[f64; 4]| {
            of_step[0] <= other[1]
                && other[0] <= of_step[1]
                && of_step[2] <= other[3]
                && other[2] <= of_step[3]
        };
        if index - start == MOST || step.counted && drawn.iter().any(meets) {
            groups.push(start..index);
            start = index;
            drawn.clear();
        }
        if step.drawn {
            drawn.push(of_step);
        }
    }
    if start < steps.len() {
        groups.push(start..steps.len());
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;
    use crate::image_space::cullide::passes::view_of;

    #[test]
    fn a_body_is_counted_after_all_that_may_hide_it() {
        let step = |body: usize| Step { body, counted: true, drawn: true };
        let steps: Vec<Step> = (0..5).map(step).collect();
        let at = |left: f64| [left, left + 10.0, 0.0, 10.0];
        let places = [at(0.0), at(20.0), at(8.0), at(40.0), at(41.0)];
        let ends = |steps: &[Step], places: &dyn Fn(usize) -> [f64; 4]| -> Vec<usize> {
            let groups = groups(steps, places);
            assert!(groups.windows(2).all(|pair| pair[0].end == pair[1].start));
            groups.iter().map(|group| group.end).collect()
        };
        assert_eq!(ends(&steps, &|body| places[body]), [2, 4, 5]);
        let only_counted: Vec<Step> = steps.iter().map(|step| Step { drawn: false, ..*step }).collect();
        assert_eq!(ends(&only_counted, &|body| places[body]), [5]);
        let many: Vec<Step> = (0..60).map(step).collect();
        assert_eq!(ends(&many, &|body| at(20.0 * body as f64)), [24, 48, 60]);
        assert!(groups(&[], |_| at(0.0)).is_empty());
    }

    #[test]
    fn a_rectangle_holds_the_body_on_the_picture_of_every_axis() {
        let boxes = [Aabb::cube(Point::new(-3.0, 1.0, 0.0), 1.0), Aabb::cube(Point::new(5.0, 2.0, 9.0), 0.5)];
        for axis in 0..3 {
            let view = view_of(boxes.iter(), axis, 100);
            let [first, second] = boxes.each_ref().map(|of_body| rectangle(&view, of_body, 100));
            for [left, right, bottom, top] in [first, second] {
                assert!(left > -2.0 && right < 102.0 && left < right && bottom > -2.0 && top < 102.0);
            }
            // Bodies that are separate across the view have separate rectangles.
            assert!(
                first[1] < second[0] || second[1] < first[0] || first[3] < second[2] || second[3] < first[2]
            );
        }
    }
}
