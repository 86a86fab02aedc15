//! `cullide`: a whole frame, from moved bodies to verdicts, with the scene drawn at once or pair by pair.
//!
//! Bodies move as in the experiment of Xu et al. (source 1). A frame of `cullide` culls all bodies in views of the whole
//! scene, finds the pairs of overlapping boxes among the rest, and tests them exactly; it has no other broad phase. The
//! frames beside it find pairs of overlapping boxes by sweep and prune and test them by occlusion queries, with each
//! schedule, or exactly. Every contestant gets the same frames; times include the bodies' boxes. A missed pair is one
//! that the exact test of all pairs of overlapping boxes finds colliding.

use std::time::{Duration, Instant};

use super::claims::value;
use super::measure::median;
use super::scenes::record;
use super::{Axis, Claim, Experiment, Figure, PlotKind, Run, RunError};
use crate::broad_phase::{BoxPruning, BroadPhase as _, SweepAndPrune};
use crate::combined::cullide::Cullide;
use crate::detector::{Cost, Detector};
use crate::geometry::Aabb;
use crate::gpu::GpuError;
use crate::image_space::cullide::rules::ViewCost;
use crate::methods;
use crate::world::{Body, Pair, Parameters};

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "cullide",
    lab: "arena",
    title: "The whole scene at once: CULLIDE",
    source: "Govindaraju, Redon, Lin & Manocha 2003; their numbers are not compared, the scenes are our own",
    says: "Time of a frame of CULLIDE and of sweep and prune with pair queries, 100 to 5,000 bodies.",
    needs_gpu: true,
    plot: PlotKind::lines("time", Axis::log("bodies"), Axis::log("time per frame (ms)")),
    run,
    claims,
};

/// Ids and values of settings.
type Set = &'static [(&'static str, &'static str)];

/// The variants of `cullide`: name of the series and settings.
const VARIANTS: [(&str, Set); 6] = [
    ("cullide", &[]),
    ("cullide/all-faces", &[("culling", "none")]),
    ("cullide-reliable", &[("reliable", "on")]),
    ("cullide-quick", &[("quick", "on")]),
    ("cullide-far-first", &[("quick", "on"), ("order", "far-first")]),
    ("cullide-far-first/reliable", &[("reliable", "on"), ("quick", "on"), ("order", "far-first")]),
];

/// The frames with sweep and prune: name of the series, method and settings.
const PAIRWISE: [(&str, &str, Set); 5] = [
    ("occlusion-query/pair-by-pair", "occlusion-query", &[("schedule", "pair-by-pair"), ("culling", "none")]),
    ("occlusion-query/fast", "occlusion-query", &[("schedule", "fast")]),
    ("occlusion-query/atlas", "occlusion-query", &[("schedule", "atlas")]),
    ("occlusion-query/instanced", "occlusion-query", &[("schedule", "instanced")]),
    ("sphere-aabb-obb", "sphere-aabb-obb", &[]),
];

/// Number of bodies at which the size of the set is reported view by view.
const SHRINKING_AT: usize = 1000;

/// One way to compute a frame.
enum Frame {
    /// The scene at once.
    Scene(Box<Cullide>),
    /// Sweep and prune, then a method for pairs.
    Pairs(Box<SweepAndPrune>, Box<dyn Detector>),
}

/// Results of a frame.
#[derive(Default)]
struct Computed {
    /// Pairs found colliding, in order.
    colliding: Vec<Pair>,
    /// Number of pairs tested after culling.
    tested: usize,
    cost: Cost,
    views: Vec<ViewCost>,
}

impl Frame {
    fn compute(&mut self, bodies: &[Body]) -> Result<Computed, RunError> {
        let boxes: Vec<Aabb> = bodies.iter().map(Body::aabb).collect();
        match self {
            Self::Scene(cullide) => {
                let mut cost = Cost::default();
                let culling = cullide.cull_all(bodies, &boxes, &mut cost)?;
                let mut set = culling.set.clone();
                set.sort_unstable();
                let kept: Vec<Aabb> = set.iter().map(|&body| boxes[body]).collect();
                let mut pairs: Vec<Pair> = BoxPruning::default().find(&kept);
                pairs.iter_mut().for_each(|pair| *pair = Pair { a: set[pair.a], b: set[pair.b] });
                pairs.retain(|pair| culling.excludes(pair.a, pair.b).is_none());
                let verdicts = cullide.decide(bodies, &pairs)?;
                let tested = pairs.len();
                let mut verdicts = verdicts.iter();
                pairs.retain(|_| verdicts.next().is_some_and(|verdict| verdict.colliding));
                Ok(Computed { colliding: pairs, tested, cost, views: culling.views })
            }
            Self::Pairs(broad_phase, detector) => {
                let mut pairs = broad_phase.find(&boxes);
                let found = detector.detect(bodies, &pairs)?;
                let tested = pairs.len();
                let mut verdicts = found.verdicts.iter();
                pairs.retain(|_| verdicts.next().is_some_and(|verdict| verdict.colliding));
                Ok(Computed { colliding: pairs, tested, cost: found.cost, views: Vec::new() })
            }
        }
    }
}

/// The extent of a full or a quick run.
struct Extent {
    bodies: &'static [usize],
    turns: usize,
    frames: usize,
}

const FULL: Extent = Extent { bodies: &[100, 200, 500, 1000, 2000, 5000], turns: 5, frames: 4 };
const QUICK: Extent = Extent { bodies: &[50, 100], turns: 1, frames: 2 };

fn run(run: &mut Run) -> Result<(), RunError> {
    let Extent { bodies, turns, frames } = if run.quick { QUICK } else { FULL };
    // Some schedules change the allocator of the whole process: here all contestants get the same.
    run.gpu()?.keep_freed_memory();
    run.setting("freed_memory", "kept, for all alike");
    run.setting("frames", frames);
    run.setting("turns", turns);
    run.expect(bodies.iter().sum());
    for &count in bodies {
        run.step_of(count, format!("{count} bodies"))?;
        let parameters = Parameters { seed: run.seed, count, ..Parameters::default() };
        let scenes: Vec<Vec<Body>> =
            record(run, parameters, frames, 1)?.into_iter().map(|(bodies, _)| bodies).collect();
        measure(run, count, &scenes, turns)?;
    }
    Ok(())
}

/// All contestants that run on this machine.
fn contestants(run: &mut Run) -> Result<Vec<(&'static str, Frame)>, RunError> {
    let mut all = Vec::new();
    for (series, set) in VARIANTS {
        let method = methods::find("cullide").ok_or_else(|| RunError::NoMethod("cullide".into()))?;
        let mut settings = method.default_settings();
        for (name, value) in set {
            settings.set(name, value).map_err(RunError::Setting)?;
        }
        all.push((series, Frame::Scene(Box::new(Cullide::new(Some(run.gpu()?), &settings)?))));
    }
    for (series, id, set) in PAIRWISE {
        match run.detector(id, set) {
            Ok(detector) => all.push((series, Frame::Pairs(Box::default(), detector))),
            Err(RunError::Gpu(why @ GpuError::ContextLost(_))) => return Err(RunError::Gpu(why)),
            Err(RunError::Gpu(why)) => run.note(format!("{series} is left out: {why}")),
            Err(other) => return Err(other),
        }
    }
    Ok(all)
}

fn measure(run: &mut Run, count: usize, scenes: &[Vec<Body>], turns: usize) -> Result<(), RunError> {
    let mut contestants = contestants(run)?;
    let mut exact = Frame::Pairs(Box::default(), run.detector("sphere-aabb-obb", &[])?);
    let truth: Vec<Vec<Pair>> =
        scenes.iter().map(|bodies| Ok(exact.compute(bodies)?.colliding)).collect::<Result<_, RunError>>()?;
    let x = (count as f64, "bodies");
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); contestants.len()];
    // The first turn uploads meshes and builds trees; its results are kept and its time is not.
    for turn in 0..=turns {
        for ((series, frame), times) in contestants.iter_mut().zip(&mut times) {
            run.check()?;
            let start = Instant::now();
            let computed: Vec<Computed> =
                scenes.iter().map(|bodies| frame.compute(bodies)).collect::<Result<_, RunError>>()?;
            if turn == 0 {
                report(run, series, x, &computed, &truth);
            } else {
                times.push(start.elapsed() / scenes.len().max(1) as u32);
            }
        }
    }
    for ((series, _), times) in contestants.iter().zip(times) {
        run.measured(*series, x, "time", (1e3 * median(times).as_secs_f64(), "ms"));
    }
    Ok(())
}

/// Reports the means over the frames, and the size of the set after each view of the first frame.
fn report(run: &mut Run, series: &str, x: (f64, &'static str), computed: &[Computed], truth: &[Vec<Pair>]) {
    let frames = computed.len().max(1) as f64;
    let mean = |of: &dyn Fn(&Computed) -> usize| computed.iter().map(of).sum::<usize>() as f64 / frames;
    let mut figures = vec![
        ("pairs tested", mean(&|c| c.tested)),
        ("draws", mean(&|c| c.cost.draws as usize)),
        ("queries", mean(&|c| c.cost.queries as usize)),
    ];
    if computed.iter().any(|c| !c.views.is_empty()) {
        figures.push(("views", mean(&|c| c.views.len())));
        figures.push(("bodies left", mean(&|c| c.views.last().map_or(0, |view| view.after))));
    }
    let (mut missed, mut false_hits) = (0, 0);
    for (computed, truth) in computed.iter().zip(truth) {
        missed += truth.iter().filter(|pair| computed.colliding.binary_search(pair).is_err()).count();
        false_hits += computed.colliding.iter().filter(|pair| truth.binary_search(pair).is_err()).count();
    }
    figures.push(("missed", missed as f64 / frames));
    figures.push(("false hits", false_hits as f64 / frames));
    for (metric, value) in figures {
        run.measured(series, x, metric, (value, ""));
    }
    if x.0 == SHRINKING_AT as f64 {
        for (index, view) in computed.first().iter().flat_map(|c| c.views.iter().enumerate()) {
            let of = format!("{series}, {SHRINKING_AT} bodies");
            run.measured(of, (index as f64 + 1.0, "views"), "set after the view", (view.after as f64, ""));
        }
    }
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let missed = |reliable: bool| -> Option<f64> {
        let of = figures.iter().filter(|f| {
            f.metric == "missed"
                && f.series.starts_with("cullide")
                && f.series.contains("reliable") == reliable
        });
        of.map(|f| f.value).reduce(|a, b| a + b)
    };
    let most = figures.iter().filter(|f| f.metric == "time").map(|f| f.x).fold(0.0, f64::max);
    let fastest = |is_scene: bool| {
        let of = figures.iter().filter(|f| {
            f.metric == "time"
                && f.x == most
                && f.series != "sphere-aabb-obb"
                && f.series.starts_with("cullide") == is_scene
        });
        of.min_by(|a, b| a.value.total_cmp(&b.value))
    };
    vec![
        Claim::judged("our guarantee: with enlarged surfaces no collision is missed", || {
            let (reliable, plain) = (missed(true)?, missed(false)?);
            Some((format!("{reliable} missed pairs; without, {plain}"), reliable == 0.0))
        }),
        Claim::judged(
            "our expectation: drawing the whole scene takes less time than pair queries in the largest scene",
            || {
                let (scene, pairs) = (fastest(true)?, fastest(false)?);
                let here = format!(
                    "{most} bodies: {:.1} ms by {}, {:.1} ms by {}",
                    scene.value, scene.series, pairs.value, pairs.series
                );
                Some((here, scene.value < pairs.value))
            },
        ),
        Claim::judged("our expectation: half results save time in the largest scene", || {
            let [plain, quick] =
                ["cullide", "cullide-quick"].map(|series| value(figures, series, "time", most));
            let ratio = plain? / quick?;
            Some((format!("{ratio:.2}× faster with {most} bodies"), ratio > 1.0))
        }),
    ]
}
