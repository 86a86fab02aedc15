//! `parity-slice`: Rossignac, Megahed & Schneider 1992, "Interactive inspection of solids: cross-sections and
//! interferences". Answers whether two solids share a point, and how large their common volume is. Read through
//! a survey: the order of the draws and the stencil masks are reconstructed.
//!
//! A plane across the line of sight cuts both solids. A point of it lies in a solid exactly when an odd number
//! of the solid's faces lies in front of it. With the depth buffer cleared to the plane, every face in front
//! passes the depth test and inverts a bit of the stencil buffer: bit 1 for A, bit 2 for B. Pixels that hold 3
//! are points of both solids. The planes go through the depths that both boxes share.
//! The bodies are closed and otherwise of any shape: no convex pieces are needed.
//! A counted sample is a common point, up to the rounding of depths and corners, so hits are certain. The
//! counts of all slices, times the volume of a sample, approximate the common volume.
//! Fails where: the overlap is thinner than the distance of two slices, or than a pixel, and lies between them.
//! Cost: three draws per slice, linear in the triangles, and one query per slice.
//! Schedules: pair by pair only. The planes differ from pair to pair, so a sheet of pairs has no common clear.

use super::pass::{
    Depth::*, Outline, Pass, PassProgram, Read, Repeat, Rounds, STENCIL_0, Surface::*, Takes, Who::*,
};
use crate::gpu::{Compare::*, StencilOp::*};

/// One slice: the parity of A, that of B, and the pixels where both are odd.
#[rustfmt::skip]
pub const PROGRAM: PassProgram = PassProgram {
    rounds: Rounds::BuiltIn(&[&[
        Pass::draw(Whole(First)).says("Depth at the slice; bit 1 inverted by every face of A in front of it")
            .clear_to_slice(STENCIL_0).depth(Less, ReadOnly).stencil(Always, 0, 0xff).then(Keep, Keep, Invert).writing(1),
        Pass::draw(Whole(Second)).says("Bit 2 inverted by every face of B in front of the slice")
            .depth(Less, ReadOnly).stencil(Always, 0, 0xff).then(Keep, Keep, Invert).writing(2),
        Pass::draw(Tile).says("Count the pixels whose point of the slice lies in both bodies")
            .stencil(Equal, 3, 3).counted(),
    ]]),
    read: Read::Counts,
    symmetric: true,
    outline: Outline::True,
    repeat: Repeat::Slices,
    takes: Takes::Closed,
    turns: None,
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::image_space::pass::Turn;
    use crate::image_space::pixel_twin::{Incoming, history_of};

    /// Sides of a body whose closed intervals on the pixel are these, in hundredths.
    fn sides(intervals: &[[u32; 2]]) -> Vec<Incoming> {
        let side = |depth: u32, is_near| Incoming { depth: f64::from(depth) / 100.0, is_near };
        intervals.iter().flat_map(|&[near, far]| [side(near, true), side(far, false)]).collect()
    }

    #[test]
    fn every_bit_says_whether_the_point_of_the_slice_is_inside() {
        // Every set of up to two intervals with ends on a grid, in both drawing orders.
        let grid = [10, 30, 50, 70, 90];
        let mut bodies = vec![vec![]];
        for a in 0..5 {
            for b in a + 1..5 {
                bodies.push(vec![[grid[a], grid[b]]]);
                for c in b + 1..5 {
                    bodies.extend((c + 1..5).map(|d| vec![[grid[a], grid[b]], [grid[c], grid[d]]]));
                }
            }
        }
        let planes = [5, 20, 40, 60, 80, 95];
        let turns: Vec<Turn> =
            (0..).zip(planes).map(|(number, plane)| Turn { number, plane: plane as f32 / 100.0 }).collect();
        let inside = |body: &[[u32; 2]], plane: u32| body.iter().any(|[a, b]| (*a..*b).contains(&plane));
        for first in &bodies {
            for second in &bodies {
                let (ahead, mut back) = (sides(first), sides(second));
                back.reverse();
                let states = history_of(&PROGRAM, &turns, [&ahead, &back]);
                for (turn, plane) in states.chunks(3).zip(planes) {
                    let bits = u8::from(inside(first, plane)) + 2 * u8::from(inside(second, plane));
                    assert_eq!(turn[2].stencil, bits, "{first:?}, {second:?} at {plane}");
                    assert_eq!(turn[2].passed, u32::from(bits == 3));
                }
            }
        }
    }
}
