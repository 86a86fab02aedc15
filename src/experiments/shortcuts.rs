//! `shortcuts`: how often a shortcut or a misprint gives a wrong verdict, on four families of pairs.
//!
//! A share says nothing without its family: the same mistake misses one collision in six of one family and most of
//! another. The lessons take their shares from here.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::resolution::{pose, shape, touch};
use super::scenes::{direction, record, turn};
use super::truth::pair::placed_inside;
use super::truth::shapes::cuboid;
use super::truth::solids::is_parted_by_a_face;
use super::{Axis, Claim, Experiment, Figure, PlotKind, Run, RunError};
use crate::detector::Detector;
use crate::geometry::{Pose, Vector};
use crate::gpu::Compare::{GreaterEqual, LessEqual};
use crate::image_space::occlusion_query::PROGRAM;
use crate::image_space::options::Options;
use crate::image_space::pass::Depth::{ReadOnly, Write};
use crate::image_space::pass::Surface::Near;
use crate::image_space::pass::Who::{First, Second};
use crate::image_space::pass::{DEPTH_1, Pass, PassProgram, Rounds};
use crate::image_space::{self, ImageSpace};
use crate::methods;
use crate::object_space::reference::distance;
use crate::world::{Body, Pair, Parameters};

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "shortcuts",
    lab: "arena",
    title: "Shortcuts and misprints by family of pairs",
    source: "our own experiment, not in any source",
    says: "Share of wrong verdicts of four shortcuts and misprints, and of separated boxes that face normals settle, on four families of pairs.",
    needs_gpu: true,
    plot: PlotKind::bars(
        MISSED,
        Axis::linear("family: 1 boxes anywhere, 2 bodies of a scene, 3 near contact, 4 one inside the other"),
        Axis::linear("missed collisions, %"),
    ),
    run,
    claims,
};

const MISSED: &str = "missed";
const FALSE_HITS: &str = "false_hits";
/// Pairs on which the stencil method and the query differ, in percent of all.
const DIFFERS: &str = "differs";
/// Separated pairs that a face normal of either box proves to be separated, in percent.
const SETTLED: &str = "settled";

const NEAR_ONLY: &str = "near faces only";
const PRINTED: &str = "stencil-as-published";
const OVERLAP: &str = "window of the overlap";
const STENCIL: &str = "stencil";
const QUERY: &str = "occlusion-query";
const FACE_NORMALS: &str = "six face normals";

/// Pairs per family.
const FULL: usize = 10_000;
const QUICK: usize = 200;
/// Pairs that are tested at a time.
const BATCH: usize = 100;
/// Largest distance from contact in the family of close pairs, metres; the bodies have about a metre.
const CLOSE: f64 = 0.1;

/// Makes a number of pairs.
type Family = fn(&Run, usize) -> Result<Vec<[Body; 2]>, RunError>;

/// The families, in the order of the plot.
const FAMILIES: [Family; 4] =
    [boxes, scene, |run, count| drawn(run, count, close), |run, count| drawn(run, count, contained)];

/// The occlusion query as a renderer would draw it, with the faces that face away culled in both draws.
const NEAR_FACES_ONLY: PassProgram = PassProgram {
    rounds: Rounds::BuiltIn(&[
        &[
            Pass::draw(Near(First)).clear(DEPTH_1).depth(LessEqual, Write),
            Pass::draw(Near(Second)).depth(GreaterEqual, ReadOnly).counted(),
        ],
        &[
            Pass::draw(Near(Second)).clear(DEPTH_1).depth(LessEqual, Write),
            Pass::draw(Near(First)).depth(GreaterEqual, ReadOnly).counted(),
        ],
    ]),
    ..PROGRAM
};

fn run(run: &mut Run) -> Result<(), RunError> {
    let count = if run.quick { QUICK } else { FULL };
    run.setting("pairs_per_family", count);
    run.expect(FAMILIES.len());
    let mut contestants: Vec<(&str, Box<dyn Detector>)> = vec![
        (NEAR_ONLY, Box::new(near_only(run)?)),
        (PRINTED, run.detector(PRINTED, &[])?),
        (OVERLAP, run.detector(QUERY, &[("view-volume", "overlap")])?),
        (STENCIL, run.detector(STENCIL, &[])?),
        (QUERY, run.detector(QUERY, &[])?),
    ];
    for (index, family) in FAMILIES.iter().enumerate() {
        run.step(format!("family {}", index + 1))?;
        let x = ((index + 1) as f64, "family");
        let pairs = family(run, count)?;
        let truth: Vec<bool> = pairs.iter().map(|[a, b]| distance(a, b) == 0.0).collect();
        let verdicts = contestants
            .iter_mut()
            .map(|(series, detector)| Ok((*series, verdicts(run, detector.as_mut(), &pairs)?)))
            .collect::<Result<Vec<_>, RunError>>()?;
        let share = |of: &dyn Fn(usize) -> bool, counted: &dyn Fn(usize) -> bool| {
            let all = (0..pairs.len()).filter(|&pair| of(pair));
            let (all, counted) = (all.clone().count(), all.filter(|&pair| counted(pair)).count());
            (all > 0).then(|| (100.0 * counted as f64 / all as f64, "%"))
        };
        let query = &verdicts[4].1;
        for (series, hits) in &verdicts {
            let shares = [
                (MISSED, share(&|pair| truth[pair], &|pair| !hits[pair])),
                (FALSE_HITS, share(&|pair| !truth[pair], &|pair| hits[pair])),
                (DIFFERS, share(&|_| *series == STENCIL, &|pair| hits[pair] != query[pair])),
            ];
            for (metric, share) in shares {
                if let Some(share) = share {
                    run.measured(*series, x, metric, share);
                }
            }
        }
        if index == 0
            && let Some(share) =
                share(&|pair| !truth[pair], &|pair| is_parted_by_a_face(pairs[pair].each_ref()))
        {
            run.measured(FACE_NORMALS, x, SETTLED, share);
        }
    }
    Ok(())
}

fn near_only(run: &Run) -> Result<ImageSpace, RunError> {
    let method = methods::find(QUERY).ok_or_else(|| RunError::NoMethod(QUERY.into()))?;
    let mut settings = method.default_settings();
    settings.set("culling", "split").map_err(RunError::Setting)?;
    let options = Options::of(&settings).ok_or_else(image_space::of_another_method)?;
    Ok(ImageSpace::new(run.gpu()?, &NEAR_FACES_ONLY, options)?)
}

fn verdicts(run: &Run, detector: &mut dyn Detector, pairs: &[[Body; 2]]) -> Result<Vec<bool>, RunError> {
    let mut verdicts = Vec::with_capacity(pairs.len());
    for batch in pairs.chunks(BATCH) {
        run.check()?;
        let bodies: Vec<Body> = batch.iter().flatten().cloned().collect();
        let numbers: Vec<Pair> = (0..batch.len()).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
        verdicts.extend(detector.detect(&bodies, &numbers)?.verdicts.iter().map(|v| v.colliding));
    }
    Ok(verdicts)
}

/// Turned boxes, B anywhere within 1.5 m along each axis: those of `docs/course/cases/pairs.py`, with other numbers.
fn boxes(run: &Run, count: usize) -> Result<Vec<[Body; 2]>, RunError> {
    drawn(run, count, |random| {
        let mut body = |reach: f64| {
            let shape = cuboid(Vector::from_fn(|_, _| random.random_range(0.1..1.0)))?;
            let place = Vector::from_fn(|_, _| reach * random.random_range(-1.5..1.5));
            Some(Body::at_rest(shape.into(), Pose::from_parts(place.into(), turn(random))))
        };
        Some([body(0.0)?, body(1.0)?])
    })
}

/// The candidates of the published experiment's world with 100 bodies.
fn scene(run: &Run, count: usize) -> Result<Vec<[Body; 2]>, RunError> {
    const EVERY: usize = 10;
    let parameters = Parameters { seed: run.seed, ..Parameters::default() };
    let (mut pairs, mut frames) = (Vec::new(), EVERY);
    while pairs.len() < count {
        frames *= 2;
        pairs = record(run, parameters, frames, EVERY)?
            .iter()
            .flat_map(|(bodies, pairs)| pairs.iter().map(|p| [bodies[p.a].clone(), bodies[p.b].clone()]))
            .collect();
    }
    pairs.truncate(count);
    Ok(pairs)
}

fn drawn(
    run: &Run,
    count: usize,
    pair: impl Fn(&mut Pcg64) -> Option<[Body; 2]>,
) -> Result<Vec<[Body; 2]>, RunError> {
    let mut random = Pcg64::seed_from_u64(run.seed);
    let mut pairs = Vec::with_capacity(count);
    while pairs.len() < count {
        run.check()?;
        pairs.extend(pair(&mut random));
    }
    Ok(pairs)
}

/// Boxes, cones, cylinders and hulls, at most [`CLOSE`] from contact.
fn close(random: &mut Pcg64) -> Option<[Body; 2]> {
    let a = Body::at_rest(shape(random), pose(random));
    let mut b = Body::at_rest(shape(random), pose(random));
    let away = direction(random);
    touch(&a, &mut b, away);
    b.pose.translation.vector += away * random.random_range(-CLOSE..CLOSE);
    Some([a, b])
}

/// A body inside the largest ball around the mean of another one's vertices.
fn contained(random: &mut Pcg64) -> Option<[Body; 2]> {
    let (a, b) = (Body::at_rest(shape(random), pose(random)), shape(random));
    let (b, place) = placed_inside(random, &a, &b, 1.0)?;
    let pose = Pose::from_parts(place.coords.into(), turn(random));
    let mut pair = [a, Body::at_rest(b.into(), pose)];
    if random.random_bool(0.5) {
        pair.reverse();
    }
    Some(pair)
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let range = |series: &str, metric: &str| {
        let values = figures.iter().filter(|f| f.series == series && f.metric == metric).map(|f| f.value);
        let all: Vec<f64> = values.collect();
        let least = all.iter().copied().reduce(f64::min)?;
        Some([least, all.iter().copied().fold(0.0, f64::max)])
    };
    let judge = |published: &str, [series, metric]: [&str; 2], holds: fn([f64; 2]) -> bool| {
        Claim::judged_or(published, "nothing was measured", || {
            let found = range(series, metric)?;
            Some((format!("{:.1} to {:.1} %, by family", found[0], found[1]), holds(found)))
        })
    };
    let varies = |[least, most]: [f64; 2]| most > 2.0 * least;
    vec![
        judge(
            "near faces only: the share of missed collisions depends on the family",
            [NEAR_ONLY, MISSED],
            varies,
        ),
        judge(
            "the printed stencil table: the share of missed collisions depends on the family",
            [PRINTED, MISSED],
            varies,
        ),
        judge(
            "a window of the overlap alone misses nine in ten pairs of some family",
            [OVERLAP, MISSED],
            |[_, most]| most >= 90.0,
        ),
        judge(
            "stencil method and query differ on at most one pair in a hundred",
            [STENCIL, DIFFERS],
            |[_, most]| most <= 1.0,
        ),
        judge(
            "six face normals settle nine in ten separated pairs of boxes",
            [FACE_NORMALS, SETTLED],
            |[least, _]| least >= 90.0,
        ),
    ]
}
