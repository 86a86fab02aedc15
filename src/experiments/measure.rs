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
    alternating(run, detectors.len(), frames.len(), turns, &mut |detector, frame| {
        let (bodies, pairs) = &frames[frame];
        detectors[detector].detect(bodies, pairs)?;
        Ok(())
    })
}

/// Computes every frame with every contestant, like [`in_turns`]; `compute` receives the indices of both.
pub fn alternating(
    run: &Run,
    contestants: usize,
    frames: usize,
    turns: usize,
    compute: &mut dyn FnMut(usize, usize) -> Result<(), RunError>,
) -> Result<Vec<Duration>, RunError> {
    let mut times = vec![Vec::with_capacity(turns); contestants];
    for turn in 0..=turns {
        for (contestant, times) in times.iter_mut().enumerate() {
            let start = Instant::now();
            for frame in 0..frames {
                run.check()?;
                compute(contestant, frame)?;
            }
            if turn > 0 {
                times.push(start.elapsed() / frames.max(1) as u32);
            }
        }
    }
    Ok(times.into_iter().map(median).collect())
}

/// The counted costs of one untimed detection per frame, in the frames' order.
pub fn cost_of(run: &Run, detector: &mut dyn Detector, frames: &[Frame]) -> Result<Vec<Cost>, RunError> {
    let cost = |(bodies, pairs): &Frame| {
        run.check()?;
        Ok(detector.detect(bodies, pairs)?.cost)
    };
    frames.iter().map(cost).collect()
}

/// The median of the times. Of an even number of times, the longer of the two middle ones; zero if there are none.
pub fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}
