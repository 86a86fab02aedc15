//! `road`: the cost of casting a ray against a terrain of 1,000 to 1,000,000 triangles, for every method of
//! the road lab and for parry's ray cast over the same triangles.
//!
//! Northeastern lecture (source 2), "rays against the environment". The lecture asks for a hierarchy and prints no
//! numbers, so there are no published values; our own target is parry's time. There are three kinds of rays: `travel`
//! and `outside-box` are the rays of the four wheels on a drive along the route, with origins by the two rules of
//! these names; `random` rays have random origins in and around the terrain and random directions. Within a turn all
//! contestants cast the same rays one after the other, in opposite order every second turn, and ratios are taken
//! within a turn. The time of brute force grows with the triangles, so it casts only as many rays as a fixed number of
//! triangle tests allows; on these rays (`compared`) the answers of all contestants are compared with those of brute
//! force (`differences`).

use std::time::Duration;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::claims::{range, value, xs};
use super::measure::median;
use super::published::{LECTURE, claim};
use super::ray_casts::{Contestant, PARRY, Rays};
use super::scenes::direction;
use super::{Axis, Claim, Experiment, Figure, PlotKind, Run, RunError};
use crate::geometry::Vector;
use crate::labs::road::Road;
use crate::labs::road::lane::judge;
use crate::road::methods::{AABB_TREE, METHODS, REFERENCE};
use crate::road::ray::{Cast, Ray};
use crate::road::terrain::Terrain;
use crate::road::wheel::{SearchRule, ask};
use crate::ui::format::number;

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "road",
    lab: "road",
    title: "Rays against a terrain",
    source: "Northeastern lecture, rays against the environment",
    says: "Time and counters per ray of every method of the road and of parry, 1,000 to 1,000,000 triangles.",
    needs_gpu: false,
    plot: PlotKind::lines(
        "ray_time_ns",
        Axis::log("triangles of the terrain"),
        Axis::log("time per ray (ns)"),
    ),
    run,
    claims,
};

const KINDS: [&str; 3] = ["travel", "outside-box", "random"];

/// The extent of a full or a quick run.
struct Extent {
    triangles: &'static [usize],
    /// Length, in frames, of the drive that provides the wheels' rays.
    frames: usize,
    /// Maximum number of rays of each kind.
    rays: usize,
    turns: usize,
    /// Maximum number of triangle tests by brute force in a turn.
    tests: usize,
}

const FULL: Extent = Extent {
    triangles: &[1_000, 3_000, 10_000, 30_000, 100_000, 300_000, 1_000_000],
    frames: 3_000,
    rays: 4_000,
    turns: 31,
    tests: 50_000_000,
};
const QUICK: Extent =
    Extent { triangles: &[1_000, 3_000, 9_000], frames: 100, rays: 200, turns: 5, tests: 100_000 };

/// Turns of brute force, whose long times vary little.
const SLOW_TURNS: usize = 5;

fn run(run: &mut Run) -> Result<(), RunError> {
    let extent = if run.quick { QUICK } else { FULL };
    // A step is weighted by the size of its terrain, because building a tree takes longer than casting a few thousand
    // rays.
    let weight = |count: usize| 1 + count / 20_000;
    run.expect(extent.triangles.iter().map(|&count| weight(count) + KINDS.len()).sum());
    run.setting("frames", extent.frames);
    run.setting("rays", extent.rays);
    run.setting("turns", extent.turns);
    run.setting("optimised", if cfg!(debug_assertions) { "no" } else { "yes" });
    run.setting("cpu_features", cpu_features());
    run.note("our methods and parry use only the processor features that this program was built for");
    for &count in extent.triangles {
        run.step_of(weight(count), format!("driving over {count} triangles"))?;
        let terrain = Terrain::seeded(run.seed, count).map_err(refused)?;
        let kinds = rays(run, &terrain, &extent)?;
        let mut contestants = Vec::new();
        for method in METHODS {
            run.check()?;
            contestants.push(Contestant::ours(method, terrain.mesh()));
        }
        run.check()?;
        contestants.push(Contestant::parry(terrain.mesh())?);
        let triangles = terrain.mesh().triangles().len();
        let x = (triangles as f64, "triangles");
        for contestant in &contestants {
            run.measured(contestant.id, x, "build", (milliseconds(contestant.build), "ms"));
        }
        for (kind, rays) in KINDS.into_iter().zip(&kinds) {
            run.step(format!("casting rays at {count} triangles"))?;
            measure(run, &contestants, (kind, rays), triangles, &extent)?;
        }
    }
    Ok(())
}

fn refused(why: impl std::fmt::Display) -> RunError {
    RunError::Setting(why.to_string())
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The processor features that this program was compiled for.
fn cpu_features() -> String {
    let features = [
        ("sse2", cfg!(target_feature = "sse2")),
        ("sse4.1", cfg!(target_feature = "sse4.1")),
        ("avx", cfg!(target_feature = "avx")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("fma", cfg!(target_feature = "fma")),
        ("avx512f", cfg!(target_feature = "avx512f")),
        ("neon", cfg!(target_feature = "neon")),
    ];
    let built: Vec<_> = features.into_iter().filter(|(_, built)| *built).map(|(name, _)| name).collect();
    if built.is_empty() { "none".into() } else { built.join("+") }
}

/// The rays of every kind, in the order of [`KINDS`]; equally many of each.
fn rays(run: &Run, terrain: &Terrain, extent: &Extent) -> Result<[Rays; 3], RunError> {
    let mut road = Road::new(terrain.clone());
    let (mut travel, mut outside) = (Vec::new(), Vec::new());
    let every = (4 * extent.frames).div_ceil(extent.rays);
    for frame in 0..extent.frames {
        run.check()?;
        road.advance();
        if frame % every > 0 {
            continue;
        }
        for wheel in road.car().wheels() {
            let ray = |rule| ask(&**road.tree(), &terrain.bounds(), rule, &wheel).map(|answer| answer.ray);
            travel.push(ray(SearchRule::Travel).map_err(refused)?);
            outside.push(ray(SearchRule::OutsideBox).map_err(refused)?);
        }
    }
    let mut random = Pcg64::seed_from_u64(run.seed);
    let (center, half) = (terrain.bounds().center(), 0.5 * terrain.bounds().extents());
    let anywhere = |_| {
        let origin = center + Vector::from_fn(|i, _| half[i] * random.random_range(-1.2..1.2));
        Ray::new(origin, direction(&mut random)).map_err(refused)
    };
    let random = (0..travel.len()).map(anywhere).collect::<Result<_, _>>()?;
    Ok([travel, outside, random].map(Rays::new))
}

/// Casts rays of one kind with all contestants, and reports the figures.
fn measure(
    run: &mut Run,
    contestants: &[Contestant],
    (kind, rays): (&str, &Rays),
    triangles: usize,
    extent: &Extent,
) -> Result<(), RunError> {
    let x = (triangles as f64, "triangles");
    let few = rays.spread((extent.tests / triangles).max(1));
    let rays_for = |contestant: &Contestant| if contestant.id == REFERENCE { &few } else { rays };

    // 1. Times. The first turn is a warm-up.
    let mut times: Vec<Vec<Duration>> = vec![Vec::new(); contestants.len()];
    let mut order: Vec<usize> = (0..contestants.len()).collect();
    for turn in 0..=extent.turns {
        for &i in &order {
            if contestants[i].id == REFERENCE && turn > SLOW_TURNS {
                continue;
            }
            run.check()?;
            let time = contestants[i].time(rays_for(&contestants[i]));
            if turn > 0 {
                times[i].push(time);
            }
        }
        order.reverse();
    }
    for (contestant, times) in contestants.iter().zip(&times) {
        let count = rays_for(contestant).ours.len() as f64;
        let per_ray = |time: Duration| time.as_secs_f64() * 1e9 / count;
        let series = format!("{}/{kind}", contestant.id);
        let fastest = times.iter().min().copied().unwrap_or_default();
        run.measured(&series, x, "ray_time_ns", (per_ray(median(times.clone())), "ns"));
        run.measured(&series, x, "ray_time_fastest_ns", (per_ray(fastest), "ns"));
    }
    let parry = contestants.iter().zip(&times).find(|(contestant, _)| contestant.id == PARRY);
    let parry = parry.map_or(&[][..], |(_, times)| times);
    for (contestant, times) in contestants.iter().zip(&times) {
        if [REFERENCE, PARRY].contains(&contestant.id) {
            continue;
        }
        let ratio = |(ours, parrys): (&Duration, &Duration)| ours.as_secs_f64() / parrys.as_secs_f64();
        let mut ratios: Vec<f64> = times.iter().zip(parry).map(ratio).collect();
        ratios.sort_by(f64::total_cmp);
        let series = format!("{}/{kind}", contestant.id);
        run.measured(&series, x, "time_over_parry", (ratios[ratios.len() / 2], ""));
    }

    // 2. Counters, and a comparison of the answers with those of brute force.
    let reference = contestants.iter().find(|contestant| contestant.id == REFERENCE);
    let truth = reference.map_or(Vec::new(), |reference| reference.answers(&few));
    for contestant in contestants {
        run.check()?;
        let series = format!("{}/{kind}", contestant.id);
        let answers = contestant.answers(rays_for(contestant));
        let mean = |of: fn(&Cast) -> u32| {
            answers.iter().map(|cast| f64::from(of(cast))).sum::<f64>() / answers.len() as f64
        };
        if contestant.counts() {
            run.measured(&series, x, "nodes_per_ray", (mean(|cast| cast.nodes), ""));
            run.measured(&series, x, "triangles_per_ray", (mean(|cast| cast.triangles), ""));
        }
        run.measured(&series, x, "hits_per_ray", (mean(|cast| cast.hit.is_some().into()), ""));
        if contestant.id != REFERENCE {
            let compared = few.ours.iter().zip(contestant.answers(&few)).zip(&truth);
            let differ = compared.filter(|((ray, cast), truth)| judge(ray, cast, truth).is_some());
            run.measured(&series, x, "differences", (differ.count() as f64, ""));
            run.measured(&series, x, "compared", (truth.len() as f64, ""));
        }
    }
    Ok(())
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    vec![at_most_parrys(figures), hierarchy_pays(figures), no_difference(figures)]
}

/// All figures of this metric in the series of the AABB tree, for every kind of rays.
fn of_tree<'a>(figures: &'a [Figure], metric: &'a str) -> impl Iterator<Item = &'a Figure> {
    figures.iter().filter(move |f| f.metric == metric && f.series.split('/').next() == Some(AABB_TREE))
}

fn at_most_parrys(figures: &[Figure]) -> Claim {
    let published = "our target: aabb-tree takes at most the time of parry's ray cast";
    Claim::judged(published, || {
        let ratios: Vec<f64> = of_tree(figures, "time_over_parry").map(|f| f.value).collect();
        let (least, most) = range(&ratios)?;
        let here = format!("{least:.2} to {most:.2} × parry's time in {} comparisons", ratios.len());
        Some((here, most <= 1.0))
    })
}

/// Judges the lecture's only claim about time.
fn hierarchy_pays(figures: &[Figure]) -> Claim {
    let at = |kind: &str| {
        let [tree, brute] = [AABB_TREE, REFERENCE].map(|id| format!("{id}/{kind}"));
        let most = *xs(figures, &tree, "ray_time_ns").last()?;
        let [tree, brute] = [tree, brute].map(|series| value(figures, &series, "ray_time_ns", most));
        Some((most, brute? / tree?))
    };
    Claim::of_source(claim(&LECTURE, EXPERIMENT.id, 0), || {
        let (sizes, times): (Vec<f64>, Vec<f64>) = KINDS.into_iter().filter_map(at).unzip();
        let (size, (least, best)) = (*sizes.first()?, range(&times)?);
        let here =
            format!("{least:.0} to {best:.0} times as fast as brute force at {} triangles", number(size));
        Some((here, least > 1.0))
    })
}

fn no_difference(figures: &[Figure]) -> Claim {
    let published = "our target: aabb-tree answers as brute force does";
    let sum = |metric| of_tree(figures, metric).map(|f| f.value).sum::<f64>();
    let (differ, compared) = (sum("differences"), sum("compared"));
    Claim::judged(published, || {
        let here = format!("{} of {} answers differ", number(differ), number(compared));
        (compared > 0.0).then_some((here, differ == 0.0))
    })
}
