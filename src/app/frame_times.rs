//! Timings of the window: per redraw, from an input to the redraw that shows its effect, and per part of a redraw.
//!
//! OpenGL works behind the program, so a part's time is known only if the program waits for OpenGL after the part.
//! Waiting makes a redraw slower. So only every eighth redraw is timed in parts, and the other statistics leave it out.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use crate::gpu::Gpu;
use crate::ui::stage::DrawingCost;

/// One redraw in this many is timed in parts.
pub const PARTS_EVERY: usize = 8;

/// A part of a redraw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Simulation, and the answers of the methods.
    Steps,
    /// Layout of the panels, and the pictures of the scene, which the layout requests.
    Layout,
    /// Drawing of the panels.
    Panels,
    /// Presentation of the finished picture by the window system.
    Swap,
}

/// The times of one redraw's parts.
pub struct PartTimes {
    last: Instant,
    /// Time of each [`Part`], in their order.
    pub times: [Duration; 4],
    scene: DrawingCost,
}

impl PartTimes {
    /// Ends a part: waits for OpenGL, and counts the time since the end of the previous part.
    pub fn end(&mut self, gpu: &Gpu, part: Part) {
        gpu.finish();
        let now = Instant::now();
        self.times[part as usize] += now - self.last;
        self.last = now;
    }

    /// Adds the cost of the pictures of the scene.
    pub fn scene(&mut self, cost: DrawingCost) {
        self.scene = cost;
    }
}

/// Timings of all redraws since the window was opened.
#[derive(Default)]
pub struct FrameTimes {
    /// Duration of each redraw, from the start of the work until the result is on the screen.
    pub pictures: Vec<Duration>,
    /// Number of each redraw, and the time at which its result appeared.
    shown: Vec<(usize, Instant)>,
    /// Latency of each redraw that follows input: from the first such input until the result appears.
    pub latencies: Vec<Duration>,
    /// Time at which the first input since the last redraw arrived.
    waiting: Option<Instant>,
    /// Redraws that were timed in parts.
    pub parts: Vec<PartTimes>,
    /// Number of redraws so far.
    count: usize,
}

impl FrameTimes {
    /// Records a pointer movement, button or key. The latency counts from the moment when the program takes the
    /// input out of the window system's queue, where it may have waited for the duration of a redraw.
    pub fn input(&mut self) {
        self.waiting.get_or_insert_with(Instant::now);
    }

    /// A stopwatch for the parts of the redraw that begins at `start`, if this redraw is timed in parts.
    pub fn parts(&self, start: Instant) -> Option<PartTimes> {
        let is_timed = self.count % PARTS_EVERY == PARTS_EVERY / 2;
        is_timed.then(|| PartTimes { last: start, times: [Duration::ZERO; 4], scene: DrawingCost::default() })
    }

    /// Records the end of a redraw that began at `start`, after all inputs so far. `parts`: the redraw's parts, if it
    /// was timed in parts.
    pub fn picture(&mut self, start: Instant, parts: Option<PartTimes>) {
        let now = Instant::now();
        self.count += 1;
        let input = self.waiting.take();
        if let Some(parts) = parts {
            self.parts.push(parts);
            return;
        }
        self.pictures.push(now - start);
        self.shown.push((self.count, now));
        self.latencies.extend(input.map(|input| now - input));
    }

    /// The timings as text; `None` before the second redraw. The first redraw compiles shaders and uploads data, so its
    /// duration is listed separately. `methods`: mean time of all methods per simulated frame, milliseconds.
    pub fn report(&self, methods: Option<f64>) -> Option<String> {
        let (first, rest) = self.pictures.split_first()?;
        let times = Times::of(rest)?;
        let mut lines =
            format!("{} frames: {times}; the first took {:.0} ms", self.count, 1e3 * first.as_secs_f64());
        let successive = self.shown.windows(2).filter(|pair| pair[1].0 == pair[0].0 + 1);
        let gaps: Vec<_> = successive.map(|pair| pair[1].1 - pair[0].1).collect();
        if let Some(gaps) = Times::of(&gaps) {
            lines += &format!("\nframe to frame: {gaps}");
        }
        if let Some(latencies) = Times::of(&self.latencies) {
            lines += &format!("\ninput to frame (n = {}): {latencies}", self.latencies.len());
        }
        lines.extend(self.table(methods));
        Some(lines)
    }

    /// A table of the parts' times; `None` if no redraw was timed in parts.
    fn table(&self, methods: Option<f64>) -> Option<String> {
        let median = |time: &dyn Fn(&PartTimes) -> Duration| {
            Some(Times::of(&self.parts.iter().map(time).collect::<Vec<_>>())?.median)
        };
        let part = |part: Part| median(&|parts| parts.times[part as usize]);
        let sum = |count: fn(&DrawingCost) -> u32| self.parts.iter().map(|p| count(&p.scene)).sum::<u32>();
        let rows = [
            ("simulation and methods", part(Part::Steps)?),
            (
                "layout of the panels",
                median(&|p| p.times[Part::Layout as usize].saturating_sub(p.scene.time + p.scene.reading))?,
            ),
            ("pictures of the scene", median(&|parts| parts.scene.time)?),
            ("drawing of the panels", part(Part::Panels)?),
            ("swap", part(Part::Swap)?),
        ];
        let mut table =
            format!("\nparts of a frame, medians of {} frames that wait for OpenGL:", self.parts.len());
        for (name, time) in rows {
            table += &format!("\n  {name:<24}{time:7.1} ms");
            if let (Some(methods), "simulation and methods") = (methods, name) {
                table += &format!(" (methods: mean {methods:.1} ms per simulated frame)");
            }
        }
        let (drawn, kept, same) = (sum(|c| c.drawn), sum(|c| c.kept), sum(|c| c.unchanged));
        table += &format!("\n  scene pictures: {drawn} drawn, {same} of them unchanged; {kept} kept");
        Some(table)
    }
}

/// Mean time of all methods per frame, milliseconds, from a lab's measurements (CSV with columns `frame` and
/// `time_ms`).
pub fn methods_time(measurements: &[u8]) -> Option<f64> {
    let mut file = csv::Reader::from_reader(measurements);
    let heads = file.headers().ok()?.clone();
    let column = |name: &str| heads.iter().position(|head| head == name);
    let (frame, time) = (column("frame")?, column("time_ms")?);
    let (mut frames, mut sum) = (HashSet::new(), 0.0);
    for row in file.records().map_while(Result::ok) {
        if let Some(Ok(ms)) = row.get(time).map(str::parse::<f64>) {
            frames.insert(row.get(frame)?.to_owned());
            sum += ms;
        }
    }
    (!frames.is_empty()).then(|| sum / frames.len() as f64)
}

/// Statistics of many times, milliseconds.
pub struct Times {
    /// Arithmetic mean, milliseconds.
    pub mean: f64,
    /// The upper median of an even number of times, milliseconds.
    pub median: f64,
    /// 95th percentile.
    pub most: f64,
    /// The longest time, milliseconds.
    pub slowest: f64,
}

impl Times {
    /// The statistics of these times; `None` without times.
    pub fn of(times: &[Duration]) -> Option<Self> {
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
