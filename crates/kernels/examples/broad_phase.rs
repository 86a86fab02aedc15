//! Ten thousand boxes drift for 100 frames: the candidate pairs by both methods.
//!
//!     cargo run --release -p collidoscope-kernels --example broad_phase

use std::error::Error;
use std::time::{Duration, Instant};

use collidoscope_kernels::BoxPairs;

const BOXES: usize = 10_000;
const FRAMES: u32 = 100;

fn main() -> Result<(), Box<dyn Error>> {
    let [mut scratch, mut coherent] = [BoxPairs::from_scratch(), BoxPairs::coherent()];
    let mut times = [Duration::ZERO; 2];
    let mut pairs = 0;
    for frame in 0..FRAMES {
        let boxes: Vec<_> = (0..BOXES).map(|index| drifting(index, frame)).collect();
        let begin = Instant::now();
        let found = scratch.find(&boxes)?;
        times[0] += begin.elapsed();
        let begin = Instant::now();
        assert_eq!(coherent.find(&boxes)?, found, "both methods find the same pairs");
        times[1] += begin.elapsed();
        pairs += found.len();
    }
    let [scratch, coherent] = times.map(|time| time / FRAMES);
    println!(
        "{:.0} pairs a frame; from scratch {scratch:.1?}, coherent {coherent:.1?}",
        pairs as f64 / 100.0
    );
    Ok(())
}

/// A box of half a metre that moves through a cube of 30 m, a centimetre a frame.
fn drifting(index: usize, frame: u32) -> [[f64; 3]; 2] {
    // Fractional parts of multiples of irrational numbers are spread evenly.
    let spread = |irrational: f64| (index as f64 * irrational).fract();
    let start = [spread(0.618_033_988_7), spread(0.754_877_666_2), spread(0.569_840_290_9)];
    let by = [spread(0.819_172_513_4) - 0.5, spread(0.671_043_606_7) - 0.5, spread(0.549_700_477_9) - 0.5];
    let min = [0, 1, 2].map(|i| 30.0 * start[i] + 0.02 * by[i] * f64::from(frame));
    [min, min.map(|x| x + 0.5)]
}
