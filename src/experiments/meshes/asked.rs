//! Queries of one method over the poses of a path, counted and timed.

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

/// Pairs of volumes tested, mean per pose.
pub const VOLUME_TESTS: &str = "volume_tests";
/// Pairs of triangles tested, mean per pose.
pub const TRIANGLE_TESTS: &str = "triangle_tests";
/// Volumes brought to the pose, mean per pose.
pub const UPDATES: &str = "updates";
/// Mean time of a query, microseconds: the shortest of all turns.
pub const QUERY_TIME: &str = "query_time";

/// The methods with a tree that can be built in every way.
pub fn tree_methods() -> impl Iterator<Item = &'static Method> {
    METHODS.iter().filter(|method| method.settings.iter().any(|setting| setting.id == "construction"))
}

/// The scene with this id.
pub fn scene(id: &str) -> Result<&'static Scene, RunError> {
    scenes::find(id).ok_or_else(|| RunError::Setting(format!("there is no scene {id}")))
}

/// Two meshes prepared by a method at its defaults but for `set` (ids and words of settings).
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

/// What was answered over a path.
pub struct Asked {
    /// An answer per pose.
    pub answers: Vec<Answer>,
    /// Of a query, mean over the poses: the shortest of all turns.
    pub time: Duration,
}

/// Asks the same in every pose, `turns` times, after a first turn that is not timed; from it are the answers.
pub fn ask(
    run: &Run,
    pair: &mut dyn MeshPair,
    poses: &[Pose],
    query: &Query,
    turns: usize,
) -> Result<Asked, RunError> {
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
    Ok(Asked { answers, time })
}

impl Asked {
    /// The work of all answers together.
    pub fn cost(&self) -> Cost {
        self.answers.iter().fold(Cost::default(), |sum, answer| sum.plus(&answer.cost))
    }

    /// Reports counters and time, means per pose.
    pub fn tell(&self, run: &mut Run, series: &str, x: (f64, &'static str)) {
        let cost = self.cost();
        let mean = |count: u64| count as f64 / self.answers.len().max(1) as f64;
        run.measured(series, x, VOLUME_TESTS, (mean(cost.volume_tests), ""));
        run.measured(series, x, TRIANGLE_TESTS, (mean(cost.triangle_tests), ""));
        run.measured(series, x, UPDATES, (mean(cost.updates), ""));
        run.measured(series, x, QUERY_TIME, (self.time.as_secs_f64() * 1e6, "µs"));
    }
}

/// Reports what holds for all figures.
pub fn tell_extent(run: &mut Run, triangles: usize, poses: usize, turns: usize) {
    run.setting("triangles", triangles);
    run.setting("poses", poses);
    run.setting("turns", turns);
    run.setting("optimised", if cfg!(debug_assertions) { "no" } else { "yes" });
}

/// Reports which scene stands at which place of the x axis, from 1 on.
pub fn tell_scenes(run: &mut Run) {
    let list: Vec<String> =
        SCENES.iter().enumerate().map(|(i, scene)| format!("{} {}", i + 1, scene.id)).collect();
    run.setting("scenes", list.join(", "));
}

/// The geometric mean over all x of how many times as much one series has of a metric as another; `None` if there is nothing
/// to compare.
pub fn times_as_much(figures: &[Figure], metric: &str, [series, other]: [&str; 2]) -> Option<f64> {
    let own = figures.iter().filter(|f| f.series == series && f.metric == metric && f.value > 0.0);
    let ratio = |f: &Figure| Some((f.value / value(figures, other, metric, f.x).filter(|v| *v > 0.0)?).ln());
    let logarithms: Vec<f64> = own.filter_map(ratio).collect();
    let count = logarithms.len() as f64;
    (count > 0.0).then(|| (logarithms.iter().sum::<f64>() / count).exp())
}
