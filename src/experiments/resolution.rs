//! Misses and false hits of image-space methods against penetration depth in pixels of the pair's
//! window, at resolutions from 16 to 512.
//!
//! Pairs of random convex bodies are moved to contact and then by up to three pixels towards or away from
//! each other. Their depth is computed by brute force ([`penetration`]), which is independent of images and
//! GJK. Measured in pixels, the curves of all resolutions coincide, so the plot pools them.

use std::sync::Arc;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::penetration::penetration;
use super::{Axis, Claim, Experiment, Figure, PlotKind, Run, RunError};
use crate::about::Promise;
use crate::geometry::{Mesh, Point, Pose, Shape, Vector, hull, primitives};
use crate::image_space::view::{AxisChoice, View, ViewVolume};
use crate::methods::{METHODS, Method, published};
use crate::object_space::reference::distance;
use crate::world::{Body, Pair};

/// The experiment's row in the table of experiments.
pub const RESOLUTION: Experiment = Experiment {
    id: "resolution",
    lab: "arena",
    title: "Wrong answers against the depth of penetration",
    source: "the method of Xu et al., examined here",
    says: "Missed and false hits against penetration in pixels, tiles of 16² to 512², every image-space method.",
    needs_gpu: true,
    plot: PlotKind::lines(
        "wrong",
        Axis::linear("penetration depth in pixels of the pair's window (negative: distance)"),
        Axis::linear("pairs with wrong answers, %"),
    ),
    run,
    claims,
};

/// The measured tile resolutions, in pixels per side: from the smallest to the largest value of the setting.
pub const RESOLUTIONS: [u32; 6] = [16, 32, 64, 128, 256, 512];
const QUICK_RESOLUTIONS: [u32; 3] = [16, 64, 256];
/// Largest distance, in pixels, by which a pair is moved away from its position of contact.
const REACH: f64 = 3.0;
/// Pairs are grouped into classes by penetration depth; this is the width of a class, in pixels.
const CLASS: f64 = 0.25;
const CLASSES: usize = (2.0 * REACH / CLASS) as usize;

/// Pairs with their penetration depths in pixels, negative if separated.
struct DepthSample {
    bodies: Vec<Body>,
    pairs: Vec<Pair>,
    depths: Vec<f64>,
}

fn run(run: &mut Run) -> Result<(), RunError> {
    let (count, resolutions) =
        if run.quick { (300, &QUICK_RESOLUTIONS[..]) } else { (4000, &RESOLUTIONS[..]) };
    let gpu = run.gpu()?;
    run.setting("pairs_per_resolution", count);
    let mut methods = Vec::new();
    for method in published().filter(|m| m.settings.iter().any(|s| s.id == "resolution")) {
        match method.why_not(Some(gpu.capabilities())) {
            Some(missing) => run.note(format!("{} cannot run here: this OpenGL lacks {missing}", method.id)),
            None => methods.push(method),
        }
    }
    let weight = |resolution: u32| 4 + (resolution as usize / 32).pow(2) / 4;
    run.expect(resolutions.iter().map(|r| weight(*r) * methods.len()).sum());
    let mut pooled = vec![[PairCounts::default(); CLASSES]; methods.len()];
    for &resolution in resolutions {
        let sample = sample(run, count, resolution)?;
        for (method, pooled) in methods.iter().zip(&mut pooled) {
            run.step_of(weight(resolution), format!("{} at {resolution}²", method.id))?;
            let wrong = wrong_answers(run, method, resolution, &sample)?;
            let classes = classify(&sample, &wrong);
            report(run, method, resolution, &sample, &wrong, &classes);
            for (sum, class) in pooled.iter_mut().zip(classes) {
                *sum = PairCounts { wrong: sum.wrong + class.wrong, all: sum.all + class.all };
            }
        }
    }
    for (method, classes) in methods.iter().zip(pooled) {
        for (class, counts) in classes.iter().enumerate() {
            if let Some(percent) = counts.percent() {
                run.measured(method.id, (middle(class), "px"), "wrong", (percent, "%"));
            }
        }
    }
    Ok(())
}

/// For each pair, whether the method's verdict contradicts the pair's penetration depth.
fn wrong_answers(
    run: &Run,
    method: &Method,
    resolution: u32,
    sample: &DepthSample,
) -> Result<Vec<bool>, RunError> {
    let mut detector = run.detector(method.id, &[("resolution", &resolution.to_string())])?;
    let mut wrong = Vec::with_capacity(sample.pairs.len());
    for (pairs, depths) in sample.pairs.chunks(100).zip(sample.depths.chunks(100)) {
        run.check()?;
        let verdicts = detector.detect(&sample.bodies, pairs)?.verdicts;
        wrong.extend(verdicts.iter().zip(depths).map(|(v, depth)| v.colliding != (*depth >= 0.0)));
    }
    Ok(wrong)
}

#[derive(Clone, Copy, Default)]
struct PairCounts {
    wrong: u32,
    all: u32,
}

impl PairCounts {
    fn percent(self) -> Option<f64> {
        (self.all > 0).then(|| 100.0 * f64::from(self.wrong) / f64::from(self.all))
    }
}

fn classify(sample: &DepthSample, wrong: &[bool]) -> [PairCounts; CLASSES] {
    let mut classes = [PairCounts::default(); CLASSES];
    for (depth, wrong) in sample.depths.iter().zip(wrong) {
        let class = ((depth + REACH) / CLASS).floor();
        if (0.0..CLASSES as f64).contains(&class) {
            let counts = &mut classes[class as usize];
            counts.all += 1;
            counts.wrong += u32::from(*wrong);
        }
    }
    classes
}

/// The penetration depth in the middle of a class, in pixels; negative if the bodies are separated.
fn middle(class: usize) -> f64 {
    (class as f64 + 0.5) * CLASS - REACH
}

fn report(
    run: &mut Run,
    method: &Method,
    resolution: u32,
    sample: &DepthSample,
    wrong: &[bool],
    classes: &[PairCounts; CLASSES],
) {
    for (class, counts) in classes.iter().enumerate() {
        let Some(percent) = counts.percent() else { continue };
        let depth = middle(class);
        let metric = if depth > 0.0 { "missed" } else { "false_hits" };
        run.measured(format!("{}/{resolution}", method.id), (depth, "px"), metric, (percent, "%"));
    }
    let depths = || sample.depths.iter().zip(wrong).filter(|(_, wrong)| **wrong).map(|(depth, _)| *depth);
    let (deepest, farthest) = (depths().fold(0.0, f64::max), 0.0 - depths().fold(0.0, f64::min));
    let x = f64::from(resolution);
    run.measured(method.id, (x, "pixels per side"), "deepest_miss", (deepest, "px"));
    run.measured(method.id, (x, "pixels per side"), "farthest_false_hit", (farthest, "px"));
}

/// Random pairs near contact, with their exact depths in pixels at this resolution.
fn sample(run: &Run, count: usize, resolution: u32) -> Result<DepthSample, RunError> {
    let mut random = Pcg64::seed_from_u64(run.seed);
    let mut sample = DepthSample { bodies: Vec::new(), pairs: Vec::new(), depths: Vec::new() };
    while sample.pairs.len() < count {
        run.check()?;
        let a = Body::at_rest(shape(&mut random), pose(&mut random));
        let mut b = Body::at_rest(shape(&mut random), pose(&mut random));
        let away = direction(&mut random);
        touch(&a, &mut b, away);
        // A pair whose bounding boxes only touch has no window, and therefore no pixels to measure in.
        let Some(at_contact) = pixel(&a, &b, resolution) else { continue };
        b.pose.translation.vector += away * (at_contact * random.random_range(-REACH..REACH));
        let Some(pixel) = pixel(&a, &b, resolution) else { continue };
        let depth = penetration(&a, &b);
        let index = sample.bodies.len();
        sample.depths.push(if depth >= 0.0 { depth } else { -distance(&a, &b) } / pixel);
        sample.bodies.extend([a, b]);
        sample.pairs.push(Pair::new(index, index + 1));
    }
    Ok(sample)
}

/// Side length, in metres, of a pixel of the pair's window with the methods' default settings.
fn pixel(a: &Body, b: &Body, resolution: u32) -> Option<f64> {
    let (a, b) = (a.aabb(), b.aabb());
    let axis = AxisChoice::SmallestWindow.axes(&a, &b).next()?;
    View::of(&a, &b, axis, ViewVolume::Union).map(|view| view.pixel(resolution))
}

/// Moves B along `away` from A until the two just touch, by bisection.
pub(super) fn touch(a: &Body, b: &mut Body, away: Vector) {
    let (mut inside, mut outside) = (0.0, 4.0);
    for _ in 0..50 {
        let middle = 0.5 * (inside + outside);
        b.pose.translation.vector = a.pose.translation.vector + away * middle;
        if distance(a, b) == 0.0 { inside = middle } else { outside = middle }
    }
}

/// A box, cone, cylinder or hull of random points, about a metre across.
pub(super) fn shape(random: &mut Pcg64) -> Arc<Shape> {
    let [x, y, z] = std::array::from_fn(|_| random.random_range(0.2..1.2));
    let mesh: Mesh = match random.random_range(0..6) {
        0 => primitives::cuboid(0.5 * Vector::new(x, y, z)),
        1 => primitives::cone(0.5 * x, y, 1),
        2 => primitives::cylinder(0.5 * x, y, 1),
        _ => loop {
            let corners = random.random_range(6..16);
            let on_ellipsoid = |_| Point::from(direction(random).component_mul(&Vector::new(x, y, z)) * 0.5);
            let points: Vec<Point> = (0..corners).map(on_ellipsoid).collect();
            if let Ok(mesh) = hull::convex_hull(&points) {
                break mesh;
            }
        },
    };
    Arc::new(Shape::polyhedron(mesh))
}

pub(super) fn pose(random: &mut Pcg64) -> Pose {
    let turn = direction(random) * random.random_range(0.0..std::f64::consts::PI);
    Pose::from_parts(Default::default(), nalgebra::UnitQuaternion::from_scaled_axis(turn))
}

/// A unit vector, uniform on the unit sphere.
fn direction(random: &mut Pcg64) -> Vector {
    loop {
        let v = Vector::from_fn(|_, _| random.random_range(-1.0..1.0));
        if (0.01..1.0).contains(&v.norm()) {
            return v.normalize();
        }
    }
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let of = |promise: Promise, metric: &str| {
        let is = |f: &&Figure| {
            f.metric == metric && METHODS.iter().any(|m| m.id == f.series && m.promise == promise)
        };
        figures.iter().filter(is).max_by(|a, b| a.value.total_cmp(&b.value))
    };
    let judge = |published: &str, worst: Option<&Figure>, most: f64| {
        Claim::judged_or(published, "no method with this guarantee has been measured", || {
            let Figure { value, series, x, .. } = worst?;
            let here = match *value {
                0.0 => "no wrong answer of this kind at any resolution".into(),
                _ => format!("at most {value:.2} pixels ({series} at {x}²)"),
            };
            Some((here, *value <= most))
        })
    };
    vec![
        judge(
            "no miss deeper than 1.42 pixels at any resolution",
            of(Promise::WithinAPixel, "deepest_miss"),
            1.42,
        ),
        judge(
            "no false hit farther than a tenth of a pixel apart",
            of(Promise::WithinAPixel, "farthest_false_hit"),
            0.1,
        ),
        judge("the conservative mode never misses", of(Promise::NeverMisses, "deepest_miss"), 0.0),
        judge("the occlusion sandwich gives the exact answers", of(Promise::Exact, "deepest_miss"), 0.0),
        judge(
            "the conservative mode's false hits end about 2 pixels from contact",
            of(Promise::NeverMisses, "farthest_false_hit"),
            2.5,
        ),
    ]
}
