//! The sweep through one column: a box against those after it, eight at once.

use super::columns::Column;
use super::raster::WholeBox;

/// Boxes that are compared at once.
const LANES: usize = 8;

/// The boxes of a column, coordinate by coordinate, so that eight lie side by side.
#[derive(Default)]
pub struct Lanes {
    min: [Vec<i32>; 3],
    /// Of the two axes across.
    max: [Vec<i32>; 2],
}

impl Lanes {
    /// Calls `act` with the bodies of each pair of the column whose numbers overlap, and whether the boxes then are
    /// certain to. Returns how many boxes begin before one before them ends.
    pub fn sweep(&mut self, column: &Column, mut act: impl FnMut(u32, u32, bool)) -> u64 {
        let boxes = column.boxes;
        if boxes.len() < 2 {
            return 0;
        }
        self.fill(boxes);
        let [x0, y0, z0] = self.min.each_ref().map(Vec::as_slice);
        let [y1, z1] = self.max.each_ref().map(Vec::as_slice);
        let mut tests = [0; LANES];
        for (i, a) in boxes.iter().enumerate() {
            let mut at = i + 1;
            loop {
                let (x0, y0, z0) = (eight(x0, at), eight(y0, at), eight(z0, at));
                let (y1, z1) = (eight(y1, at), eight(z1, at));
                let mut apart = [0; LANES];
                for lane in 0..LANES {
                    let begins_later = -i32::from(x0[lane] > a.max[0]);
                    tests[lane] += 1 + begins_later;
                    apart[lane] = begins_later
                        | -i32::from(y0[lane] > a.max[1])
                        | -i32::from(a.min[1] > y1[lane])
                        | -i32::from(z0[lane] > a.max[2])
                        | -i32::from(a.min[2] > z1[lane]);
                }
                if apart.iter().fold(-1, |all, lane| all & lane) == 0 {
                    for lane in (0..LANES).filter(|&lane| apart[lane] == 0) {
                        let b = &boxes[at + lane];
                        if column.owns(a, b) {
                            act(a.body, b.body, are_certain(a, b));
                        }
                    }
                }
                if x0[LANES - 1] > a.max[0] {
                    break;
                }
                at += LANES;
            }
        }
        tests.iter().map(|&lane| lane as u64).sum()
    }

    fn fill(&mut self, boxes: &[WholeBox]) {
        // Behind the last box stand some that begin after all others.
        let padding = [i32::MAX; LANES];
        for axis in 0..3 {
            self.min[axis].clear();
            self.min[axis].extend(boxes.iter().map(|b| b.min[axis]));
            self.min[axis].extend(padding);
        }
        for axis in 0..2 {
            self.max[axis].clear();
            self.max[axis].extend(boxes.iter().map(|b| b.max[axis + 1]));
            self.max[axis].extend(padding);
        }
    }
}

fn eight(all: &[i32], at: usize) -> [i32; LANES] {
    all[at..at + LANES].try_into().expect("a slice of as many")
}

/// Numbers that differ stand for coordinates that differ.
fn are_certain(a: &WholeBox, b: &WholeBox) -> bool {
    (0..3).all(|axis| a.min[axis] < b.max[axis] && b.min[axis] < a.max[axis])
}
