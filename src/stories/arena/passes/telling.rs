//! The pixel at which the story of a pass table opens: one that decides the answer, or that contradicts it.

use crate::image_space::explained::relation::Relation;
use crate::image_space::pass::Takes;
use crate::image_space::pixel_twin;
use crate::image_space::recording::{PassRecording, depth_share};

/// Maximum number of pixels along a side that are looked at; of finer tiles, some are skipped.
const MOST: usize = 256;

/// Kinds of pixels, the most telling first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Telling {
    /// The table is wrong about the ray of this pixel.
    Wrong,
    /// This pixel alone proves the collision.
    Proof,
    /// Both bodies cover the pixel.
    Both,
    /// One body covers the pixel.
    One,
}

/// The pixel nearest to the middle of those that tell most; `None` if no body covers any pixel.
pub fn pixel(recording: &PassRecording) -> Option<[u32; 2]> {
    let side = recording.side();
    let stride = side.div_ceil(MOST).max(1);
    let pixels = || (0..side).step_by(stride).flat_map(|y| (0..side).step_by(stride).map(move |x| [x, y]));
    let told = |[x, y]: [usize; 2]| telling(recording, y * side + x);
    let best = pixels().filter_map(told).min()?;
    let found: Vec<_> = pixels().filter(|at| told(*at) == Some(best)).collect();
    let middle = [0, 1].map(|axis| found.iter().map(|at| at[axis]).sum::<usize>() / found.len());
    let off = |at: &[usize; 2]| at[0].abs_diff(middle[0]).pow(2) + at[1].abs_diff(middle[1]).pow(2);
    found.into_iter().min_by_key(off).map(|at| at.map(|coordinate| coordinate as u32))
}

fn telling(recording: &PassRecording, index: usize) -> Option<Telling> {
    let intervals = recording.intervals.each_ref().map(|of_body| of_body.get(index).copied().flatten());
    let [Some(a), Some(b)] = intervals else {
        return intervals.iter().any(Option::is_some).then_some(Telling::One);
    };
    if recording.table.takes != Takes::Convex {
        return Some(Telling::Both);
    }
    let relation = Relation::of(a.map(f64::from), b.map(f64::from));
    let [a, b] = [a, b].map(|ends| Some(ends.map(depth_share)));
    let proves = pixel_twin::collides(&recording.table, a, b);
    Some(match proves {
        _ if proves != (relation.overlaps() || relation.touches()) => Telling::Wrong,
        true => Telling::Proof,
        false => Telling::Both,
    })
}
