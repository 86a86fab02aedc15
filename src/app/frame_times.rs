//! Timings of the window: per redraw, and from an input to the redraw that shows its effect.

use std::time::{Duration, Instant};

/// Timings of all redraws since the window was opened.
#[derive(Default)]
pub struct FrameTimes {
    /// Duration of each redraw, from the start of the work until the result is on the screen.
    pictures: Vec<Duration>,
    /// Time at which the result of each redraw appeared.
    shown: Vec<Instant>,
    /// Latency of each redraw that follows input: from the first such input until the result appears.
    latencies: Vec<Duration>,
    /// Time at which the first input since the last redraw arrived.
    waiting: Option<Instant>,
}

impl FrameTimes {
    /// Records a pointer movement, button or key. The latency counts from the moment when the program takes the
    /// input out of the window system's queue, where it may have waited for the duration of a redraw.
    pub fn input(&mut self) {
        self.waiting.get_or_insert_with(Instant::now);
    }

    /// Records the end of a redraw that began at `start`, after all inputs so far.
    pub fn picture(&mut self, start: Instant) {
        let now = Instant::now();
        self.pictures.push(now - start);
        self.shown.push(now);
        self.latencies.extend(self.waiting.take().map(|input| now - input));
    }

    /// The timings as two or three lines of text; `None` before the second redraw. The first redraw compiles shaders
    /// and uploads data, so its duration is listed separately.
    pub fn report(&self) -> Option<String> {
        let (first, rest) = self.pictures.split_first()?;
        let times = Times::of(rest)?;
        let mut lines = format!(
            "{} frames: {times}; the first took {:.0} ms",
            self.pictures.len(),
            1e3 * first.as_secs_f64()
        );
        let gaps: Vec<_> = self.shown.windows(2).map(|pair| pair[1] - pair[0]).collect();
        if let Some(gaps) = Times::of(&gaps) {
            lines += &format!("\nframe to frame: {gaps}");
        }
        if let Some(latencies) = Times::of(&self.latencies) {
            lines += &format!("\ninput to frame (n = {}): {latencies}", self.latencies.len());
        }
        Some(lines)
    }
}

/// Statistics of many times, milliseconds.
struct Times {
    mean: f64,
    median: f64,
    /// 95th percentile.
    most: f64,
    slowest: f64,
}

impl Times {
    fn of(times: &[Duration]) -> Option<Self> {
        let mut times: Vec<_> = times.iter().map(|time| 1e3 * time.as_secs_f64()).collect();
        times.sort_unstable_by(f64::total_cmp);
        let slowest = *times.last()?;
        // The smallest time that is not exceeded by at least 95 % of the times.
        let most = times[(19 * times.len()).div_ceil(20) - 1];
        let mean = times.iter().sum::<f64>() / times.len() as f64;
        Some(Self { mean, median: times[times.len() / 2], most, slowest })
    }
}

impl std::fmt::Display for Times {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { mean, median, most, slowest } = self;
        write!(
            f,
            "mean {mean:.1} ms, median {median:.1} ms, 95th percentile {most:.1} ms, slowest {slowest:.1} ms"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nineteen_of_twenty_are_at_most_the_95th_percentile() {
        let times: Vec<_> = (1..=20).rev().map(Duration::from_millis).collect();
        let report = Times::of(&times).unwrap().to_string();
        assert_eq!(report, "mean 10.5 ms, median 11.0 ms, 95th percentile 19.0 ms, slowest 20.0 ms");
        assert_eq!(Times::of(&times[..1]).unwrap().most, 20.0);
        assert!(Times::of(&[]).is_none());
    }

    #[test]
    fn an_input_is_answered_by_the_first_picture_after_it_and_once() {
        let mut times = FrameTimes::default();
        let start = Instant::now();
        times.picture(start);
        assert_eq!(times.report(), None, "the first picture alone says nothing");
        times.input();
        times.input();
        times.picture(start);
        times.picture(start);
        assert_eq!(times.latencies.len(), 1);
        let report = times.report().unwrap();
        assert!(report.starts_with("3 frames: mean") && report.contains("input to frame (n = 1)"));
    }
}
