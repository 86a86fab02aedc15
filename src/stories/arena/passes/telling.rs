//! The pixel at which the story of a pass table opens: one that decides the answer, or that contradicts it.

use std::borrow::Cow;

use crate::image_space::explained::relation::Relation;
use crate::image_space::pass::Takes;
use crate::image_space::pixel_twin;
use crate::image_space::recording::{PassRecording, depth_share};
use crate::language::t;

/// Maximum number of pixels along a side that are looked at; of finer tiles, some are skipped.
const MOST: usize = 256;

/// The pixel at which a story opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Telling {
    /// Its coordinates, from the lower left.
    pub pixel: [u32; 2],
    /// Why it tells most.
    pub kind: Kind,
}

/// Kinds of pixels, the most telling first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// The table is wrong about the ray of this pixel.
    Wrong,
    /// This pixel alone proves the collision.
    Proof,
    /// Both bodies cover the pixel.
    Both,
    /// One body covers the pixel.
    One,
}

impl Telling {
    /// The reason to look at the pixel.
    pub fn says(self) -> Cow<'static, str> {
        match self.kind {
            Kind::Wrong => t!("Suggested pixel: the method is wrong on its ray."),
            Kind::Proof => t!("Suggested pixel: it proves the collision."),
            Kind::Both => t!("Suggested pixel: both bodies cover it."),
            Kind::One => t!("Suggested pixel: one body covers it."),
        }
    }
}

/// The pixel nearest to the middle of those that tell most; `None` if no body covers any pixel.
pub fn find(recording: &PassRecording) -> Option<Telling> {
    let side = recording.side();
    let stride = side.div_ceil(MOST).max(1);
    let pixels = || (0..side).step_by(stride).flat_map(|y| (0..side).step_by(stride).map(move |x| [x, y]));
    let told = |[x, y]: [usize; 2]| kind(recording, y * side + x);
    let best = pixels().filter_map(told).min()?;
    let found: Vec<_> = pixels().filter(|at| told(*at) == Some(best)).collect();
    let middle = [0, 1].map(|axis| found.iter().map(|at| at[axis]).sum::<usize>() / found.len());
    let off = |at: &[usize; 2]| at[0].abs_diff(middle[0]).pow(2) + at[1].abs_diff(middle[1]).pow(2);
    let nearest = found.into_iter().min_by_key(off)?;
    Some(Telling { pixel: nearest.map(|coordinate| coordinate as u32), kind: best })
}

fn kind(recording: &PassRecording, index: usize) -> Option<Kind> {
    let intervals = recording.intervals.each_ref().map(|of_body| of_body.get(index).copied().flatten());
    let [Some(a), Some(b)] = intervals else {
        return intervals.iter().any(Option::is_some).then_some(Kind::One);
    };
    if recording.table.takes != Takes::Convex {
        return Some(Kind::Both);
    }
    let relation = Relation::of(a.map(f64::from), b.map(f64::from));
    let [a, b] = [a, b].map(|ends| Some(ends.map(depth_share)));
    let proves = pixel_twin::collides(&recording.table, a, b);
    Some(match proves {
        _ if proves != (relation.overlaps() || relation.touches()) => Kind::Wrong,
        true => Kind::Proof,
        false => Kind::Both,
    })
}
