//! `depth-maps`: the time to decide which particles of a cloth are inside a ball, by depth maps and exactly, and the
//! errors of the maps.

use std::hint::black_box;
use std::time::{Duration, Instant};

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::cloth::depth_maps::{MapSettings, window};
use crate::cloth::map_errors::{Compared, compare, half_diagonal};
use crate::experiments::claims::{value, xs};
use crate::experiments::measure::median;
use crate::experiments::{Axis, Claim, Experiment, Figure, Judgement, PlotKind, Run, RunError};
use crate::geometry::depth_maps::{DepthMaps, twin};
use crate::geometry::{Mesh, Point, Vector, primitives};
use crate::image_space::depth_maps::MapRenderer;
use crate::solids::signed_distance::SignedDistance;

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "depth-maps",
    lab: "cloth",
    title: "Cloth: depth maps against exact obstacles",
    source: "our own, after Vassilev, Spanlang and Chrysanthou 2001",
    says: "Time to decide which particles are inside a ball of 360 or 19,320 triangles, by two depth maps of 256² pixels and by exact distance, for 1,000 to 1,000,000 particles; and the errors of the maps at 16² to 1024² pixels.",
    needs_gpu: true,
    plot: PlotKind::lines("time", Axis::log("particles"), Axis::log("time per frame (ms)")),
    run,
    claims,
};

const PARTICLES: [usize; 7] = [1000, 3000, 10_000, 30_000, 100_000, 300_000, 1_000_000];
const SIDES: [u32; 7] = [16, 32, 64, 128, 256, 512, 1024];
/// Pixels along a side of the maps whose time is measured.
const SIDE: u32 = 256;
/// Number of particles with which errors are measured.
const FOR_ERRORS: usize = 100_000;
/// Levels of the two balls: 360 and 19,320 triangles.
const LEVELS: [u32; 2] = [2, 14];
const RADIUS: f64 = 0.3;
const UNIT: &str = "particles";
const PIXELS: &str = "pixels along a side";

fn run(run: &mut Run) -> Result<(), RunError> {
    let counts = if run.quick { &PARTICLES[..3] } else { &PARTICLES[..] };
    let sides = if run.quick { &SIDES[1..3] } else { &SIDES[..] };
    let turns = if run.quick { 3 } else { 5 };
    let gpu = run.gpu()?;
    run.expect(LEVELS.len() * counts.len() + sides.len());
    run.setting("map side", SIDE);
    run.setting("turns", turns);
    for level in LEVELS {
        let solid = primitives::sphere(RADIUS, level);
        let triangles = solid.triangles().len();
        let window = framed(&solid, SIDE)?;
        let renderer = MapRenderer::new(gpu, window, &solid)?;
        let exact = prepared(&solid)?;
        for &count in counts {
            run.step(format!("{triangles} triangles, {count} particles"))?;
            let particles = around(&solid, count, run.seed);
            let (mut drawn, mut looked_up, mut by_distance, mut by_twin) =
                (Vec::new(), Vec::new(), Vec::new(), Vec::new());
            for turn in 0..=turns {
                run.check()?;
                let (maps, drawing) = timed(|| renderer.maps());
                let (_, looking) = timed(|| by_maps(&maps, &particles));
                let (_, twins) = timed(|| twin::maps(window, solid.vertices(), solid.triangles()));
                let (_, distances) = timed(|| particles.iter().filter(|p| exact.of(p) <= 0.0).count());
                // The first turn warms up.
                if turn > 0 {
                    drawn.push(drawing);
                    looked_up.push(looking);
                    by_twin.push(twins);
                    by_distance.push(distances);
                }
            }
            let [drawn, looked_up, by_twin, by_distance] =
                [drawn, looked_up, by_twin, by_distance].map(|times| median(times).as_secs_f64() * 1e3);
            let x = (count as f64, UNIT);
            let maps = series(MAPS, triangles);
            run.measured(&maps, x, "time", (drawn + looked_up, "ms"));
            run.measured(&maps, x, "drawing_time", (drawn, "ms"));
            run.measured(&maps, x, "twin_time", (by_twin, "ms"));
            run.measured(&maps, x, "look_up_time", (looked_up * 1e6 / count as f64, "ns"));
            let exact = series(EXACT, triangles);
            run.measured(&exact, x, "time", (by_distance, "ms"));
            run.measured(&exact, x, "look_up_time", (by_distance * 1e6 / count as f64, "ns"));
        }
    }
    let solid = primitives::sphere(RADIUS, LEVELS[0]);
    let (particles, exact) = (around(&solid, FOR_ERRORS, run.seed), prepared(&solid)?);
    for &side in sides {
        run.step(format!("{side} × {side} pixels"))?;
        let window = framed(&solid, side)?;
        let maps = MapRenderer::new(gpu, window, &solid)?.maps();
        let compared = compare(&maps, &exact, &particles);
        errors(run, f64::from(side), half_diagonal(&window), &compared);
    }
    Ok(())
}

const MAPS: &str = "depth maps";
const EXACT: &str = "exact";
const ERRORS: &str = "errors of the maps";

fn series(of: &str, triangles: usize) -> String {
    format!("{of}/{triangles} triangles")
}

fn errors(run: &mut Run, side: f64, bound: f64, compared: &Compared) {
    let x = (side, PIXELS);
    let [mean, most] = compared.depth_error;
    for (metric, value) in [
        ("particles_inside", ((compared.hits.len() + compared.missed.len()) as f64, "")),
        ("missed", (compared.missed.len() as f64, "")),
        ("false_hits", (compared.false_hits.len() as f64, "")),
        ("beyond_half_a_diagonal", (compared.undercut as f64, "")),
        ("farthest_wrong", (compared.farthest_wrong * 1e3, "mm")),
        ("half_diagonal", (bound * 1e3, "mm")),
        ("depth_error_mean", (mean * 1e3, "mm")),
        ("depth_error_most", (most * 1e3, "mm")),
    ] {
        run.measured(ERRORS, x, metric, value);
    }
}

fn framed(solid: &Mesh, side: u32) -> Result<crate::geometry::depth_maps::MapWindow, RunError> {
    let settings = MapSettings { side, ..MapSettings::default() };
    window(solid, settings).ok_or_else(|| RunError::Setting("the solid has no size".to_owned()))
}

fn prepared(solid: &Mesh) -> Result<SignedDistance, RunError> {
    SignedDistance::new([solid]).map_err(|why| RunError::Setting(why.to_string()))
}

/// Random points in a box around a solid, a tenth larger than it.
fn around(solid: &Mesh, count: usize, seed: u64) -> Vec<Point> {
    let (bounds, mut random) = (solid.aabb(), Pcg64::seed_from_u64(seed));
    let share = |random: &mut Pcg64| Vector::from_fn(|_, _| random.random_range(-0.05..1.05));
    (0..count).map(|_| bounds.min + bounds.extents().component_mul(&share(&mut random))).collect()
}

fn by_maps(maps: &DepthMaps, particles: &[Point]) -> usize {
    particles.iter().filter(|p| maps.inside(p).is_some()).count()
}

fn timed<T>(of: impl FnOnce() -> T) -> (T, Duration) {
    let begin = Instant::now();
    let result = black_box(of());
    (result, begin.elapsed())
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let fewest = |triangles: usize| -> Option<f64> {
        let (maps, exact) = (series(MAPS, triangles), series(EXACT, triangles));
        let time = |series: &str, x: f64| value(figures, series, "time", x);
        let all = xs(figures, &maps, "time");
        all.into_iter().find(|x| Some(true) == time(&maps, *x).zip(time(&exact, *x)).map(|(a, b)| a < b))
    };
    let [few, many] = [360, 19_320];
    let crossing = Claim::judged_or(
        "our expectation: for many particles, two renderings and a look-up per particle take less time than exact distances",
        "not measured",
        || {
            // Nothing is judged before the largest number is measured.
            let most = *PARTICLES.last()?;
            value(figures, &series(EXACT, many), "time", most as f64)?;
            let text = |from: Option<f64>| from.map_or("never".to_owned(), |from| from.to_string());
            let cases = [few, many].map(|n| fewest(n).is_some());
            let [with_few, with_many] = [few, many].map(|n| text(fewest(n)));
            let here = format!(
                "smallest number of particles: {with_few} with {few} triangles, {with_many} with {many} triangles"
            );
            Some((here, Judgement::of_cases(&cases, Judgement::Contradicted)))
        },
    );
    let bound = Claim::judged_or(
        "our proof: a wrong decision about a convex solid is within half a pixel's diagonal of its surface",
        "not measured",
        || {
            let sides = xs(figures, ERRORS, "beyond_half_a_diagonal");
            let of = |metric: &str| -> Vec<f64> {
                sides.iter().filter_map(|x| value(figures, ERRORS, metric, *x)).collect()
            };
            let beyond: f64 = of("beyond_half_a_diagonal").iter().sum();
            let shares =
                of("farthest_wrong").into_iter().zip(of("half_diagonal")).map(|(far, half)| far / half);
            let most = shares.fold(0.0, f64::max);
            (!sides.is_empty())
                .then(|| (format!("at most {most:.2} of half a diagonal, {beyond} beyond it"), beyond == 0.0))
        },
    );
    vec![crossing, bound]
}
