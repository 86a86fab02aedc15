//! Boxes in integer coordinates, and the choice of the columns' width.
//!
//! One monotone function rounds all coordinates, lower and upper ends alike. So boxes that overlap still
//! overlap, and a smaller integer implies a smaller coordinate. Only equal integers are inconclusive.

use crate::geometry::Aabb;
use crate::geometry::obb::descending;

/// Number of bits of an integer coordinate, which is below 2^BITS.
pub const BITS: u32 = 30;

/// Minimum width of a column, as a multiple of the side of the median box.
const COLUMN_SIDES: f64 = 6.0;
/// Minimum average number of boxes per column.
const BOXES_PER_COLUMN: usize = 16;
/// Maximum number of columns, as a power of two; limited because filling writes to all columns in turn.
const MOST_COLUMN_BITS: u32 = 12;
/// Number of boxes sampled to choose axis and width.
const SAMPLES: usize = 32;
/// Coordinates are clamped to this, so that differences are finite.
const FARTHEST: f64 = f64::MAX / 4.0;

/// A box in integer coordinates: the sweep axis first, then the two column axes.
#[derive(Clone, Copy, Default)]
#[repr(align(32))]
pub struct WholeBox {
    pub min: [i32; 3],
    pub max: [i32; 3],
    pub body: u32,
}

/// Maps coordinates to integers, and integers to columns.
pub struct Raster {
    /// The sweep axis, then the two column axes.
    axes: [usize; 3],
    /// Origin per axis, in the order of `axes`, metres.
    origin: [f64; 3],
    /// Scale per axis, in the order of `axes`, per metre.
    scale: [f64; 3],
    /// For the two column axes: the right shift that turns an integer into its cell number.
    pub cell_shift: [u32; 2],
    /// For the two column axes: number of bits of a cell number, which wraps around.
    pub cell_bits: [u32; 2],
}

impl Raster {
    pub fn for_boxes(boxes: &[Aabb]) -> Self {
        let around = boxes.iter().fold(Aabb::EMPTY, |sum, b| sum.union(b));
        let samples = [0, 1, 2].map(|axis| AxisStatistics::of(boxes, axis));
        let axes = descending([0, 1, 2].map(|axis: usize| samples[axis].room()));

        // Starts with the narrowest cells. If they make more columns than BOXES_PER_COLUMN allows, widens them.
        let mut cells = [1, 2].map(|place| (samples[axes[place]].room() / COLUMN_SIDES).clamp(1.0, 1e9));
        let most = (boxes.len() / BOXES_PER_COLUMN).clamp(1, 1 << MOST_COLUMN_BITS) as f64;
        if cells[0] * cells[1] > most {
            let shrink = (most / (cells[0] * cells[1])).sqrt();
            cells[1] = (cells[1] * shrink).max(1.0);
            cells[0] = most / cells[1];
        }

        let mut raster =
            Self { axes, origin: [0.0; 3], scale: [0.0; 3], cell_shift: [BITS; 2], cell_bits: [0; 2] };
        for (place, &axis) in axes.iter().enumerate() {
            let [low, high] = [around.min[axis], around.max[axis]].map(near);
            raster.origin[place] = low;
            let all = f64::from((1 << BITS) - 1);
            let scale = if high > low { (all / (high - low)).min(f64::MAX) } else { 0.0 };
            raster.scale[place] = scale;
            if place > 0 && scale > 0.0 && cells[place - 1] > 1.0 {
                // The width of a cell is a power of two, so the scale is reduced until a cell has the
                // intended width.
                let width = samples[axis].spread / cells[place - 1];
                let shift = (width * scale).log2().floor().clamp(0.0, f64::from(BITS));
                raster.scale[place] = scale.min(shift.exp2() / width);
                raster.cell_shift[place - 1] = shift as u32;
                raster.cell_bits[place - 1] = cells[place - 1].log2().ceil() as u32;
            }
        }
        raster
    }

    /// Converts all boxes to integer coordinates, in the same order.
    pub fn map(&self, boxes: &[Aabb], whole: &mut Vec<WholeBox>) {
        whole.resize(boxes.len(), WholeBox::default());
        for (body, (whole, b)) in (0u32..).zip(whole.iter_mut().zip(boxes)) {
            for (place, &axis) in self.axes.iter().enumerate() {
                whole.min[place] = self.number(b.min[axis], place);
                whole.max[place] = self.number(b.max[axis], place);
            }
            whole.body = body;
        }
    }

    #[inline]
    fn number(&self, at: f64, place: usize) -> i32 {
        // Adding 2^52 rounds a number to an integer, which is then in the lower bits.
        const TO_WHOLE: f64 = 4_503_599_627_370_496.0;
        ((near(at) - self.origin[place]) * self.scale[place] + TO_WHOLE).to_bits() as i32
    }
}

#[inline]
fn near(at: f64) -> f64 {
    at.clamp(-FARTHEST, FARTHEST)
}

/// Statistics of a sample of boxes along one axis, metres.
struct AxisStatistics {
    /// Extent of the sampled centres without outliers.
    spread: f64,
    /// Median side of the boxes.
    side: f64,
}

impl AxisStatistics {
    fn of(boxes: &[Aabb], axis: usize) -> Self {
        let count = boxes.len().min(SAMPLES);
        if count == 0 {
            return Self { spread: 0.0, side: 0.0 };
        }
        let (mut places, mut sides) = ([0.0; SAMPLES], [0.0; SAMPLES]);
        for i in 0..count {
            // Golden-ratio steps spread the sample over the list, out of phase with any period in it.
            let share = (i as u32).wrapping_mul(2_654_435_769);
            let b = &boxes[((u64::from(share) * boxes.len() as u64) >> 32) as usize];
            let (low, high) = (near(b.min[axis]), near(b.max[axis]));
            (places[i], sides[i]) = (0.5 * low + 0.5 * high, high - low);
        }
        let (places, sides) = (&mut places[..count], &mut sides[..count]);
        places.sort_unstable_by(f64::total_cmp);
        let side = *sides.select_nth_unstable_by(count / 2, f64::total_cmp).1;
        let trimmed = count / 32;
        Self { spread: places[count - 1 - trimmed] - places[trimmed], side }
    }

    /// The spread in units of the median side; infinite for points.
    fn room(&self) -> f64 {
        if self.spread > 0.0 { self.spread / self.side } else { 0.0 }
    }
}
