//! `table-1-tightness`: the volume of four bounding volumes relative to the enclosed body, and the cost of
//! their overlap tests.
//!
//! Lin, Zou & Zhang (source 3), table 1. Its entries are lost; it ranks sphere, AABB, OBB and k-DOP by
//! tightness and by the difficulty of the test. Bodies are bumpy balls, stretched to one to several times
//! their width and randomly rotated: stretching makes the sphere loose, rotation the AABB, and neither
//! affects the OBB. The tests are timed in turns over one list of pairs, some of which overlap; only the test
//! itself is timed, on finished volumes.

use std::hint::black_box;
use std::time::Instant;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::published::{HYBRID_BOXES, claim};
use super::table_2::Model;
use super::{Axis, Claim, Experiment, Figure, PlotKind, Run, RunError, measure};
use crate::geometry::{Aabb, Dop18, Fit, Mesh, Obb, Pose, Sphere, Vector};
use crate::hierarchies::separating_axes::separating_axis;

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "table-1-tightness",
    lab: "arena",
    title: "Four bounding volumes",
    source: "Lin, Zou & Zhang, table 1",
    says: "Volume of sphere, AABB, 18-DOP and OBB relative to the body, and the time of an overlap test.",
    needs_gpu: false,
    plot: PlotKind::bars(
        "volume_ratio",
        Axis::linear("length of the body, in widths"),
        Axis::linear("volume / volume of the body"),
    ),
    run,
    claims,
};

const ELONGATIONS: [f64; 4] = [1.0, 2.0, 4.0, 8.0];

/// The kinds of bounding volume, as names of series.
const KINDS: [&str; 4] = ["sphere", "AABB", "18-DOP", "OBB"];

fn run(run: &mut Run) -> Result<(), RunError> {
    let (poses, pairs, turns) = if run.quick { (8, 1000, 11) } else { (64, 4000, 101) };
    run.expect(ELONGATIONS.len());
    for (index, elongation) in ELONGATIONS.into_iter().enumerate() {
        run.step(format!("bodies {elongation} times as long as wide"))?;
        let mut random = Pcg64::seed_from_u64(run.seed.wrapping_add(index as u64));
        let meshes: Vec<Mesh> =
            (0..poses).map(|_| Model::BUMPY.stretched(elongation).mesh(800, random.random())).collect();
        // The meshes are already randomly rotated, so their bounding volumes are those of posed bodies.
        let mut ratios = [0.0; 4];
        for mesh in &meshes {
            let volumes = Volumes::around(mesh).map_volume();
            ratios.iter_mut().zip(volumes).for_each(|(sum, v)| *sum += v / mesh.volume());
        }
        let times = test_times(run, &meshes, pairs, turns, &mut random)?;
        for (kind, series) in KINDS.into_iter().enumerate() {
            let x = (elongation, "length/width");
            run.measured(series, x, "volume_ratio", (ratios[kind] / f64::from(poses), ""));
            run.measured(series, x, "test_time_ns", (times[kind], "ns"));
        }
    }
    Ok(())
}

/// The bounding volumes of one body, one of each of the four kinds.
struct Volumes {
    sphere: Sphere,
    aabb: Aabb,
    dop: Dop18,
    obb: Obb,
}

impl Volumes {
    fn around(mesh: &Mesh) -> Self {
        Self {
            sphere: Sphere::around(mesh.vertices()),
            aabb: mesh.aabb(),
            dop: Dop18::around(mesh.vertices().iter().copied()),
            obb: Obb::of_mesh(mesh, Fit::HullArea),
        }
    }

    /// The volumes in cubic metres, in the order of [`KINDS`].
    fn map_volume(&self) -> [f64; 4] {
        [self.sphere.volume(), self.aabb.extents().product(), self.dop.volume(), self.obb.volume()]
    }

    /// The four bounding volumes translated by a vector in metres; translation is exact for all kinds.
    fn shifted(&self, by: Vector) -> Self {
        let along = Dop18::directions().map(|d| d.dot(&by));
        let add = |bounds: [f64; 9]| std::array::from_fn(|i| bounds[i] + along[i]);
        Self {
            sphere: Sphere { center: self.sphere.center + by, ..self.sphere },
            aabb: Aabb { min: self.aabb.min + by, max: self.aabb.max + by },
            dop: Dop18 { min: add(self.dop.min), max: add(self.dop.max) },
            obb: self.obb.posed(&Pose::translation(by.x, by.y, by.z)),
        }
    }
}

/// Nanoseconds per overlap test in the order of [`KINDS`], the median over the turns.
fn test_times(
    run: &Run,
    meshes: &[Mesh],
    pairs: usize,
    turns: usize,
    random: &mut Pcg64,
) -> Result<[f64; 4], RunError> {
    let around: Vec<Volumes> = meshes.iter().map(Volumes::around).collect();
    let mut place = || {
        let volumes = &around[random.random_range(0..around.len())];
        // The volumes are placed at random in a cube in which about a quarter of the spheres overlap, whatever their
        // size.
        let reach = 2.0 * volumes.sphere.radius;
        volumes.shifted(Vector::from_fn(|_, _| random.random_range(-reach..reach)))
    };
    let pairs: Vec<(Volumes, Volumes)> = (0..pairs).map(|_| (place(), place())).collect();
    // A separate list for each kind, so that no test is slowed down by the memory of the others.
    let spheres: Vec<_> = pairs.iter().map(|(a, b)| (a.sphere, b.sphere)).collect();
    let aabbs: Vec<_> = pairs.iter().map(|(a, b)| (a.aabb, b.aabb)).collect();
    let dops: Vec<_> = pairs.iter().map(|(a, b)| (a.dop, b.dop)).collect();
    let obbs: Vec<_> = pairs.iter().map(|(a, b)| (a.obb, b.obb)).collect();
    let mut times: [Vec<_>; 4] = Default::default();
    for turn in 0..=turns {
        run.check()?;
        let elapsed = [
            time(&spheres, |a, b| a.overlaps(b)),
            time(&aabbs, |a, b| a.overlaps(b)),
            time(&dops, |a, b| a.overlaps(b)),
            time(&obbs, |a, b| separating_axis(a, b).is_none()),
        ];
        if turn > 0 {
            times.iter_mut().zip(elapsed).for_each(|(times, elapsed)| times.push(elapsed));
        }
    }
    Ok(times.map(|times| measure::median(times).as_secs_f64() * 1e9 / pairs.len() as f64))
}

fn time<T>(pairs: &[(T, T)], overlap: impl Fn(&T, &T) -> bool) -> std::time::Duration {
    let start = Instant::now();
    black_box(pairs.iter().filter(|(a, b)| overlap(black_box(a), black_box(b))).count());
    start.elapsed()
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    // The mean over all measured bodies; `None` before the first.
    let mean = |metric: &str, series: &str| {
        let of: Vec<f64> =
            figures.iter().filter(|f| f.metric == metric && f.series == series).map(|f| f.value).collect();
        (!of.is_empty()).then(|| of.iter().sum::<f64>() / of.len() as f64)
    };
    let all = |metric| {
        let means = KINDS.map(|kind| mean(metric, kind));
        means.iter().all(Option::is_some).then(|| means.map(Option::unwrap_or_default))
    };
    let (ratios, times) = (all("volume_ratio"), all("test_time_ns"));
    vec![
        Claim::of_source(claim(&HYBRID_BOXES, EXPERIMENT.id, 0), || {
            let [sphere, aabb, dop, obb] = ratios?;
            let here = format!(
                "mean volume ratios: OBB {obb:.2}, sphere {sphere:.2}, AABB {aabb:.2}, 18-DOP {dop:.2}"
            );
            Some((here, obb < sphere && obb < aabb))
        }),
        Claim::of_source(claim(&HYBRID_BOXES, EXPERIMENT.id, 1), || {
            let [sphere, aabb, dop, obb] = times?;
            let here = format!(
                "time per test: sphere {sphere:.1} ns, AABB {aabb:.1} ns, 18-DOP {dop:.1} ns, OBB {obb:.1} ns"
            );
            Some((here, sphere < obb && aabb < obb))
        }),
        Claim::of_source(claim(&HYBRID_BOXES, EXPERIMENT.id, 2), || {
            let (tightest_first, mut dearest_first) = (order(ratios?), order(times?));
            dearest_first.reverse();
            let names = |order: [usize; 4]| order.map(|i| KINDS[i]).join(", ");
            let (tightest, dearest) = (names(tightest_first), names(dearest_first));
            let here = format!("tightest first: {tightest}; slowest test first: {dearest}");
            Some((here, tightest_first == dearest_first))
        }),
        Claim::judged("our finding: an 18-DOP is both tighter and cheaper to test than an OBB", || {
            let ([_, _, dop, obb], [_, _, dop_time, obb_time]) = (ratios?, times?);
            let here = format!(
                "18-DOP: {dop:.2} times the body's volume, {dop_time:.1} ns per test; OBB: {obb:.2} times, {obb_time:.1} ns"
            );
            Some((here, dop < obb && dop_time < obb_time))
        }),
    ]
}

/// The indices 0 to 3, smallest value first.
fn order(values: [f64; 4]) -> [usize; 4] {
    let mut order = [0, 1, 2, 3];
    order.sort_by(|&i, &j| values[i].total_cmp(&values[j]));
    order
}
