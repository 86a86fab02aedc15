//! The outcomes of a step's fragments (drawn pixels) as rectangles, and the outlines of the pixels that the
//! step changed. Coordinates are pixels from the lower left corner of the buffer.

use crate::image_space::recording::{Outcome, PassRecording, Step};

/// A rectangle of pixels, `[x0, y0, x1, y1]`.
pub type Area = [f32; 4];

/// The possible outcomes of a fragment, in the order of [`Fates::counts`] and [`Fates::areas`].
pub const OUTCOMES: [Outcome; 3] = [Outcome::Passed, Outcome::StencilFailed, Outcome::DepthFailed];

/// The outcomes of the fragments of one step.
#[derive(Clone, Debug, Default)]
pub struct Fates {
    /// Number of fragments with each outcome, in the order of `OUTCOMES`; their sum is the number of drawn
    /// fragments.
    pub counts: [usize; 3],
    /// Areas of the pixels with each outcome, in the order of `OUTCOMES`. A pixel whose first two fragments have
    /// different outcomes is divided into halves, with the first fragment's on the left.
    pub areas: [Vec<Area>; 3],
    /// Areas in which nothing was drawn.
    pub bare: Vec<Area>,
    /// Number of pixels where nothing was drawn.
    pub bare_count: usize,
}

impl Fates {
    /// The outcomes in a step whose buffers are `side` pixels wide.
    pub fn of(step: &Step, side: usize) -> Self {
        let mut fates = Self::default();
        let place = |outcome: Outcome| OUTCOMES.iter().position(|o| *o == outcome).unwrap_or(0);
        for pixel in 0..side * side {
            let (x, y) = ((pixel % side) as f32, (pixel / side) as f32);
            let mut fragments = step.fragments_at(pixel).map(|fragment| place(fragment.outcome));
            match (fragments.next(), fragments.next()) {
                (Some(first), Some(second)) if first != second => {
                    for (list, x) in [(first, x), (second, x + 0.5)] {
                        fates.counts[list] += 1;
                        fates.areas[list].push([x, y, x + 0.5, y + 1.0]);
                    }
                }
                (Some(first), second) => {
                    fates.counts[first] += 1 + usize::from(second.is_some());
                    lengthen(&mut fates.areas[first], x, y);
                }
                (None, _) => {
                    fates.bare_count += 1;
                    lengthen(&mut fates.bare, x, y);
                }
            }
            fragments.for_each(|further| fates.counts[further] += 1);
        }
        fates
    }
}

/// Adds a pixel to a list of areas, extending the last area if the pixel is next to it; pixels must be added
/// row by row.
fn lengthen(areas: &mut Vec<Area>, x: f32, y: f32) {
    match areas.last_mut() {
        Some([_, row, right, _]) if *row == y && *right == x => *right = x + 1.0,
        _ => areas.push([x, y, x + 1.0, y + 1.0]),
    }
}

/// The borders between pixels for which `changed` is true and other pixels, as few long lines.
pub fn outline(side: usize, changed: impl Fn(usize) -> bool) -> Vec<Area> {
    let is = |x: isize, y: isize| {
        let inside = |v: isize| (0..side as isize).contains(&v);
        inside(x) && inside(y) && changed(y as usize * side + x as usize)
    };
    let mut lines: Vec<Area> = Vec::new();
    for level in [true, false] {
        for fixed in 0..=side as isize {
            let mut open = false;
            for along in 0..side as isize {
                let (x, y) = if level { (along, fixed) } else { (fixed, along) };
                let (back_x, back_y) = if level { (x, y - 1) } else { (x - 1, y) };
                let edge = is(x, y) != is(back_x, back_y);
                let [x, y] = [x as f32, y as f32];
                let (end_x, end_y) = if level { (x + 1.0, y) } else { (x, y + 1.0) };
                match lines.last_mut().filter(|_| open && edge) {
                    Some(line) => (line[2], line[3]) = (end_x, end_y),
                    None if edge => lines.push([x, y, end_x, end_y]),
                    None => {}
                }
                open = edge;
            }
        }
    }
    lines
}

/// The pixels that a step changed, in the depth buffer and in the stencil buffer.
pub fn changes(recording: &PassRecording, index: usize) -> [Vec<bool>; 2] {
    let step = &recording.steps[index];
    let pixels = 0..step.depth.len();
    let depth = pixels.clone().map(|p| recording.before(index, p).0 != step.depth[p]).collect();
    let stencil = pixels.map(|p| recording.before(index, p).1 != step.stencil[p]).collect();
    [depth, stencil]
}
