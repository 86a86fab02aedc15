//! Fair timing: all contestants are measured in turns within one run, and medians are reported.

use std::time::{Duration, Instant};

use super::scenes::Frame;
use super::{Run, RunError};
use crate::detector::{Cost, Detector};

/// Runs every detector on every frame, `turns` times, one detector after the other within a turn. A first
/// extra turn does not count. Returns, per detector, the median over the turns of the mean time per frame.
pub fn in_turns(
    run: &Run,
    detectors: &mut [Box<dyn Detector>],
    frames: &[Frame],
    turns: usize,
) -> Result<Vec<Duration>, RunError> {
    let mut times = vec![Vec::with_capacity(turns); detectors.len()];
    for turn in 0..=turns {
        for (detector, times) in detectors.iter_mut().zip(&mut times) {
            run.check()?;
            let start = Instant::now();
            for (bodies, pairs) in frames {
                detector.detect(bodies, pairs)?;
            }
            if turn > 0 {
                times.push(start.elapsed() / frames.len().max(1) as u32);
            }
        }
    }
    Ok(times.into_iter().map(median).collect())
}

/// The counted costs of one untimed detection per frame, in the frames' order.
pub fn cost_of(detector: &mut dyn Detector, frames: &[Frame]) -> Result<Vec<Cost>, RunError> {
    frames.iter().map(|(bodies, pairs)| Ok(detector.detect(bodies, pairs)?.cost)).collect()
}

/// The median of the times. Of an even number of times, the longer of the two middle ones; zero if there are none.
pub fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
