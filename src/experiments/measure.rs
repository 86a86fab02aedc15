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
    let mut contestants: Vec<_> = detectors
        .iter_mut()
        .map(|detector| {
            |frame: usize| {
                let (bodies, pairs) = &frames[frame];
                detector.detect(bodies, pairs)?;
                Ok(())
            }
        })
        .collect();
    let mut contestants: Vec<Contestant<'_>> =
        contestants.iter_mut().map(|contestant| contestant as Contestant<'_>).collect();
    alternating(run, &mut contestants, frames.len(), turns)
}

/// Computes the frame with this index.
pub type Contestant<'a> = &'a mut dyn FnMut(usize) -> Result<(), RunError>;

/// Runs every contestant on every frame, like [`in_turns`].
pub fn alternating(
    run: &Run,
    contestants: &mut [Contestant<'_>],
    frames: usize,
    turns: usize,
) -> Result<Vec<Duration>, RunError> {
    let mut times = vec![Vec::with_capacity(turns); contestants.len()];
    for turn in 0..=turns {
        for (contestant, times) in contestants.iter_mut().zip(&mut times) {
            run.check()?;
            let start = Instant::now();
            (0..frames).try_for_each(&mut **contestant)?;
            if turn > 0 {
                times.push(start.elapsed() / frames.max(1) as u32);
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
