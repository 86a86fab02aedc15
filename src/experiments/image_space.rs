//! `image-space`: every image-space method on the same pairs, as bodies, pixels or shapes grow more complex.
//!
//! Three series of scenes. `bars`: gratings, rows of parallel bars, are concave bodies whose convex pieces and whose
//! depth complexity (the number of entries on a ray) are both the number of bars. Methods for convex bodies test all
//! pairs of bars whose boxes overlap; methods for concave bodies draw more layers or slices. `triangles`: balls with
//! ever finer meshes, whose shape stays the same. `resolution`: the same balls in tiles of 16² to 512² pixels.

use std::sync::Arc;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::claims::value;
use super::measure::{cost_of, in_turns};
use super::scenes::Frame;
use super::scenes::{direction, turn};
use super::{Axis, Claim, Experiment, Figure, PlotKind, Run, RunError};
use crate::detector::{Cost, DetectError, Detector, Verdict};
use crate::geometry::{Mesh, Pose, Shape, Vector, primitives};
use crate::methods::truth::Truth;
use crate::methods::{Bodies, METHODS, Method, published};
use crate::world::{Body, Pair};

/// The experiment's row in the table of experiments.
pub const IMAGE_SPACE: Experiment = Experiment {
    id: "image-space",
    lab: "arena",
    title: "Image-space methods compared",
    source: "our own experiment, not measured by any source",
    says: "Time, draws and bytes read per pair of every image-space method, against bars of gratings, triangles and resolution; wrong answers on gratings.",
    needs_gpu: true,
    plot: PlotKind::lines(
        "time by bars",
        Axis::log("bars of each grating: convex pieces, and entries on a ray"),
        Axis::log("time per pair (ms)"),
    ),
    run,
    claims,
};

/// Scenes that differ in one number.
pub struct Sweep {
    /// End of the metrics' names, and unit of the number.
    pub by: &'static str,
    /// The numbers.
    pub values: &'static [u32],
    quick: &'static [u32],
    bodies: fn(u32) -> Arc<Shape>,
    /// Pixels along a side of the tile.
    resolution: fn(u32) -> u32,
}

/// All sweeps, in the order of measurement.
pub const SWEEPS: [Sweep; 3] = [
    Sweep {
        by: "bars",
        values: &[1, 2, 4, 8, 16, 32],
        quick: &[1, 4, 16],
        bodies: grating,
        resolution: |_| DEFAULT_RESOLUTION,
    },
    Sweep {
        by: "triangles",
        values: &[80, 360, 1520, 6240, 25_280],
        quick: &[80, 1520],
        bodies: ball,
        resolution: |_| DEFAULT_RESOLUTION,
    },
    Sweep {
        by: "resolution",
        values: &super::resolution::RESOLUTIONS,
        quick: &[16, 64, 256],
        bodies: |_| ball(360),
        resolution: |resolution| resolution,
    },
];

const DEFAULT_RESOLUTION: u32 = 32;

fn run(run: &mut Run) -> Result<(), RunError> {
    let (pairs, turns) = if run.quick { (12, 3) } else { (60, 7) };
    run.setting("pairs_per_scene", pairs);
    let mut methods = Vec::new();
    for method in published().filter(|m| m.settings.iter().any(|s| s.id == "resolution")) {
        match method.why_not(Some(run.gpu()?.capabilities())) {
            Some(missing) => run.note(format!("{} is left out: this OpenGL lacks {missing}", method.id)),
            None => methods.push(method),
        }
    }
    let values = |sweep: &Sweep, quick: bool| if quick { sweep.quick } else { sweep.values };
    run.expect(SWEEPS.iter().map(|sweep| values(sweep, run.quick).len()).sum());
    for sweep in &SWEEPS {
        for &x in values(sweep, run.quick) {
            run.step(format!("{x} {}", sweep.by))?;
            let scene = scene(&(sweep.bodies)(x), pairs, run.seed);
            measure(run, &methods, sweep, x, &scene, turns)?;
        }
    }
    Ok(())
}

/// Measures all methods on one scene and reports all figures.
fn measure(
    run: &mut Run,
    methods: &[&Method],
    sweep: &Sweep,
    x: u32,
    scene: &[[Body; 2]],
    turns: usize,
) -> Result<(), RunError> {
    let resolution = (sweep.resolution)(x).to_string();
    let frame: Frame = (
        scene.iter().flatten().cloned().collect(),
        (0..scene.len()).map(|i| Pair::new(2 * i, 2 * i + 1)).collect(),
    );
    let truth: Vec<Truth> = scene.iter().map(Truth::of).collect::<Result<_, _>>()?;
    let mut detectors: Vec<Box<dyn Detector>> = Vec::new();
    let mut measured = Vec::new();
    for method in methods {
        let mut detector = run.detector(method.id, &[("resolution", &resolution)])?;
        match detector.detect(&frame.0, &frame.1) {
            Ok(_) => {
                measured.push(*method);
                detectors.push(detector);
            }
            Err(DetectError::TooLarge(why)) => {
                run.note(format!("{} is left out at {x} {}: {why}", method.id, sweep.by));
            }
            Err(other) => return Err(other.into()),
        }
    }
    let frames = std::slice::from_ref(&frame);
    let times = in_turns(run, &mut detectors, frames, turns)?;
    for ((method, detector), time) in measured.iter().zip(&mut detectors).zip(times) {
        let cost = &cost_of(run, detector.as_mut(), frames)?[0];
        let per_pair = |of: fn(&Cost) -> u64| of(cost) as f64 / scene.len() as f64;
        let verdicts = detector.detect(&frame.0, &frame.1)?.verdicts;
        let wrong = |colliding: bool| {
            let is_wrong = |(verdict, truth): (&Verdict, &Truth)| {
                verdict.colliding == colliding && truth.for_method(method) != colliding
            };
            100.0 * verdicts.iter().zip(&truth).filter(|both| is_wrong(*both)).count() as f64
                / scene.len() as f64
        };
        for (metric, value, unit) in [
            ("time", 1e3 * time.as_secs_f64() / scene.len() as f64, "ms"),
            ("draws", per_pair(|cost| cost.draws), ""),
            ("bytes read", per_pair(|cost| cost.bytes_read), "bytes"),
            ("missed", wrong(false), "%"),
            ("false hits", wrong(true), "%"),
        ] {
            let metric = metric_by(metric, sweep.by);
            run.measured(method.id, (f64::from(x), sweep.by), metric, (value, unit));
        }
    }
    Ok(())
}

/// The name of a metric of one of the sweeps.
pub fn metric_by(metric: &str, by: &str) -> &'static str {
    const NAMES: [&str; 15] = [
        "time by bars",
        "draws by bars",
        "bytes read by bars",
        "missed by bars",
        "false hits by bars",
        "time by triangles",
        "draws by triangles",
        "bytes read by triangles",
        "missed by triangles",
        "false hits by triangles",
        "time by resolution",
        "draws by resolution",
        "bytes read by resolution",
        "missed by resolution",
        "false hits by resolution",
    ];
    NAMES.into_iter().find(|name| *name == format!("{metric} by {by}")).unwrap_or("other")
}

/// Pairs of this shape at random poses, their centres at most a third of a metre from each other, so that all boxes
/// overlap.
fn scene(shape: &Arc<Shape>, pairs: usize, seed: u64) -> Vec<[Body; 2]> {
    let mut random = Pcg64::seed_from_u64(seed);
    let mut body = |reach: f64| {
        let at = direction(&mut random) * random.random_range(0.0..=reach);
        Body::at_rest(shape.clone(), Pose::from_parts(at.into(), turn(&mut random)))
    };
    (0..pairs).map(|_| [body(0.0), body(1.0 / 3.0)]).collect()
}

/// A row of parallel bars as thick as the gaps between them, 1 m long: closed, and convex only with one bar.
pub fn grating(bars: u32) -> Arc<Shape> {
    let thickness = 1.0 / f64::from(2 * bars - 1);
    let bar = primitives::cuboid(Vector::new(0.5 * thickness, 0.3, 0.06));
    let (mut vertices, mut triangles, mut pieces) = (Vec::new(), Vec::new(), Vec::new());
    for index in 0..bars {
        let by = Vector::x() * (thickness * (f64::from(2 * index) + 0.5) - 0.5);
        let moved: Vec<_> = bar.vertices().iter().map(|v| v + by).collect();
        let first = vertices.len() as u32;
        triangles.extend(bar.triangles().iter().map(|t| t.map(|v| v + first)));
        vertices.extend(&moved);
        pieces.push(Mesh::new(moved, bar.triangles().to_vec()).expect("a moved bar is a mesh"));
    }
    let mesh = Mesh::new(vertices, triangles).expect("the bars' triangles are numbered as they stand");
    Arc::new(Shape::concave(mesh, pieces).expect("bars are convex"))
}

/// A ball of radius 0.3 m as a mesh with this number of triangles, which must be 100·L² − 20·L for some level L.
pub fn ball(triangles: u32) -> Arc<Shape> {
    let level = (triangles / 100).isqrt() + 1;
    Arc::new(Shape::polyhedron(primitives::sphere(0.3, level)))
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let whole = |id: &str| METHODS.iter().any(|m| m.id == id && m.bodies == Bodies::Any);
    let certain =
        "our target: methods that take concave bodies whole, except edge-winding, report no false hit";
    let most = figures.iter().filter(|f| f.metric == "time by bars").map(|f| f.x).fold(0.0, f64::max);
    let growth = |id: &str| {
        let at = |x| value(figures, id, "time by bars", x);
        Some(at(most)? / at(1.0)?)
    };
    vec![
        Claim::judged(certain, || {
            let hits = figures.iter().filter(|f| {
                f.metric.starts_with("false hits") && whole(&f.series) && f.series != "edge-winding"
            });
            let worst = hits.max_by(|a, b| a.value.total_cmp(&b.value))?;
            Some((format!("at most {:.1} % ({})", worst.value, worst.series), worst.value == 0.0))
        }),
        Claim::judged(
            "our prediction: with the number of bars, the time of winding grows less than that of occlusion-query \
             on convex pieces",
            || {
                let (layers, pieces) = (growth("winding")?, growth("occlusion-query")?);
                let here =
                    format!("from 1 to {most} bars: winding {layers:.0}×, occlusion-query {pieces:.0}×");
                Some((here, layers < pieces))
            },
        ),
    ]
}
