//! Queries of one method along a path, counted and timed.

use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::experiments::claims::value;
use crate::experiments::{Figure, Run, RunError};
use crate::geometry::{Mesh, Pose};
use crate::hierarchies::methods::{self, METHODS, Method};
use crate::hierarchies::pair::MeshPair;
use crate::hierarchies::query::{Answer, Cost, Query};
use crate::meshes::scenes::{self, SCENES, Scene};

/// Tested pairs of bounding volumes, mean per pose.
pub const VOLUME_TESTS: &str = "volume_tests";
/// Tested pairs of triangles, mean per pose.
pub const TRIANGLE_TESTS: &str = "triangle_tests";
/// Volumes updated to the pose, mean per pose.
pub const UPDATES: &str = "updates";
/// Mean time of a query in microseconds, the shortest of all turns.
pub const QUERY_TIME: &str = "query_time";

/// The tree methods that support every construction.
pub fn tree_methods() -> impl Iterator<Item = &'static Method> {
    METHODS.iter().filter(|method| method.settings.iter().any(|setting| setting.id == "construction"))
}

/// The scene with this id.
pub fn scene(id: &str) -> Result<&'static Scene, RunError> {
    scenes::find(id).ok_or_else(|| RunError::Setting(format!("there is no scene {id}")))
}

/// Two meshes prepared by the method with this id: default settings, changed by `set` (setting ids and
/// values).
pub fn prepare(
    id: &str,
    set: &[(&str, &str)],
    meshes: &[Arc<Mesh>; 2],
) -> Result<Box<dyn MeshPair>, RunError> {
    let method = methods::find(id).ok_or_else(|| RunError::NoMethod(id.into()))?;
    let mut settings = method.default_settings();
    for (name, value) in set {
        settings.set(name, value).map_err(|why| RunError::Setting(format!("{id}: {why}")))?;
    }
    Ok(method.make(meshes, &settings))
}

/// The answers along a path.
pub struct PathMeasurement {
    /// An answer per pose.
    pub answers: Vec<Answer>,
    /// Mean time of a query over the poses, the shortest of all turns.
    pub time: Duration,
}

/// Makes the same query in every pose, `turns` times. The answers come from an additional first turn, which is not
/// timed.
pub fn ask(
    run: &Run,
    pair: &mut dyn MeshPair,
    poses: &[Pose],
    query: &Query,
    turns: usize,
) -> Result<PathMeasurement, RunError> {
    let mut answers = Vec::with_capacity(poses.len());
    for pose in poses {
        run.check()?;
        answers.push(pair.answer(pose, query));
    }
    let mut time = Duration::MAX;
    for _ in 0..turns {
        run.check()?;
        let begin = Instant::now();
        for pose in poses {
            black_box(pair.answer(pose, query));
        }
        time = time.min(begin.elapsed() / poses.len().max(1) as u32);
    }
    Ok(PathMeasurement { answers, time })
}

impl PathMeasurement {
    /// The total cost of all answers.
    pub fn cost(&self) -> Cost {
        self.answers.iter().fold(Cost::default(), |sum, answer| sum.plus(&answer.cost))
    }

    /// Reports counters and time as means per pose.
    pub fn report(&self, run: &mut Run, series: &str, x: (f64, &'static str)) {
        let cost = self.cost();
        let mean = |count: u64| count as f64 / self.answers.len().max(1) as f64;
        run.measured(series, x, VOLUME_TESTS, (mean(cost.volume_tests), ""));
        run.measured(series, x, TRIANGLE_TESTS, (mean(cost.triangle_tests), ""));
        run.measured(series, x, UPDATES, (mean(cost.updates), ""));
        run.measured(series, x, QUERY_TIME, (self.time.as_secs_f64() * 1e6, "µs"));
    }
}

/// Reports the settings that apply to all figures.
pub fn report_extent(run: &mut Run, triangles: usize, poses: usize, turns: usize) {
    run.setting("triangles", triangles);
    run.setting("poses", poses);
    run.setting("turns", turns);
    run.setting("optimised", if cfg!(debug_assertions) { "no" } else { "yes" });
}

/// Reports the order of the scenes on the x axis, numbered from 1.
pub fn report_scenes(run: &mut Run) {
    let list: Vec<String> =
        SCENES.iter().enumerate().map(|(i, scene)| format!("{} {}", i + 1, scene.id)).collect();
    run.setting("scenes", list.join(", "));
}

/// The values of a metric in `series` divided by those in `other`, as the geometric mean over all x; `None` if there
/// is no x at which both have a value.
pub fn times_as_much(figures: &[Figure], metric: &str, [series, other]: [&str; 2]) -> Option<f64> {
    let own = figures.iter().filter(|f| f.series == series && f.metric == metric && f.value > 0.0);
    let ratio = |f: &Figure| Some((f.value / value(figures, other, metric, f.x).filter(|v| *v > 0.0)?).ln());
    let logarithms: Vec<f64> = own.filter_map(ratio).collect();
    let count = logarithms.len() as f64;
    (count > 0.0).then(|| (logarithms.iter().sum::<f64>() / count).exp())
}
