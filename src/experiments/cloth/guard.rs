//! `cloth-guard`: a check that nothing passes through anything else during ten seconds of every scene, and the time of
//! a guarded step.
//!
//! The checks are independent of the guard: states are checked by exact orientation tests, which ignore
//! motion, and steps by `quad-safe`.

use std::time::{Duration, Instant};

use super::frames::{Contestant, SIDE};
use crate::cloth::methods::SAFE;
use crate::cloth::motion::scenes::{FOLDS, SCENES, Scene};
use crate::cloth::motion::simulation::{Cloth, Parameters};
use crate::cloth::response::guard::Guarded;
use crate::cloth::response::pierced::{pierced, pierced_by};
use crate::experiments::claims::{range, value, xs};
use crate::experiments::{Axis, Claim, Experiment, Figure, PlotKind, Run, RunError};

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "cloth-guard",
    lab: "cloth",
    title: "Cloth: does it pass through itself?",
    source: "our own experiment, not in any source",
    says: "Crossings, contacts and rounds of the response over ten seconds of every scene, and the time of a step with response; 5² to 129² particles, in folds up to 257².",
    needs_gpu: false,
    plot: PlotKind::lines(
        "time",
        Axis::log("particles along a side"),
        Axis::log("median time per step (ms)"),
    ),
    run,
    claims,
};

const SIDES: [usize; 6] = [5, 9, 17, 33, 65, 129];
/// The largest size, for one scene only.
const LARGEST: usize = 257;
/// Target in milliseconds for 95 % of the steps, by particles along a side.
const TARGETS: [(f64, f64); 2] = [(33.0, 1e3 / 60.0), (65.0, 50.0)];

fn run(run: &mut Run) -> Result<(), RunError> {
    let (sides, steps) = if run.quick { (&SIDES[..2], 40) } else { (&SIDES[..], 600) };
    let largest = (!run.quick).then_some(LARGEST);
    let work = sides.iter().flat_map(|side| SCENES.iter().map(|scene| (*side, scene)));
    let folds = SCENES.iter().filter(|scene| scene.id == FOLDS);
    let work: Vec<(usize, &Scene)> = work.chain(folds.filter_map(|scene| Some((largest?, scene)))).collect();
    run.expect(work.iter().map(|(side, _)| side * side).sum());
    run.setting("steps", steps);
    run.setting("checked", "one of 10");
    for (side, scene) in work {
        run.step_of(side * side, format!("{side} × {side} particles, {}", scene.id))?;
        guarded(run, scene, side, steps)?;
    }
    Ok(())
}

/// Measures one scene at one size.
fn guarded(run: &mut Run, scene: &Scene, side: usize, steps: usize) -> Result<(), RunError> {
    let parameters = Parameters { seed: run.seed, ..Parameters::new(side) };
    let mut cloth = Cloth::new(scene, parameters).map_err(|why| RunError::Setting(why.to_string()))?;
    let mesh = cloth.mesh().clone();
    let mut safe = Contestant::new(SAFE, &[], &mesh)?;
    let (mut times, mut all, mut rejected) = (Vec::with_capacity(steps), Guarded::default(), 0_u32);
    let (mut crossings, mut contacts) = (0, 0);
    for index in 1..=steps {
        run.check()?;
        let begin = Instant::now();
        let moved = cloth.advance();
        let took = begin.elapsed();
        // Steps at rest take no time and would distort the percentiles, so they do not count.
        if moved.taken.iter().any(|part| part.start != part.end) {
            times.push(took);
        }
        all = all.most(moved.guarded);
        rejected += u32::from(moved.guarded.rejected);
        if index % 10 == 0 {
            crossings += crossed(&cloth);
            contacts += moved.taken.iter().map(|part| safe.detect(part).contacts.len()).sum::<usize>();
        }
    }
    times.sort_unstable();
    let in_motion = times.len();
    let of_all = |share: usize| {
        let place = (in_motion * share / 100).min(in_motion.saturating_sub(1));
        times.get(place).copied().unwrap_or_default()
    };
    let ms = |time: Duration| (time.as_secs_f64() * 1e3, "ms");
    let x = (side as f64, SIDE);
    for (metric, value) in [
        ("time", ms(of_all(50))),
        ("step_time_95_percent", ms(of_all(95))),
        ("step_time_most", ms(of_all(100))),
        ("steps_in_motion", (in_motion as f64, "")),
        ("crossings", (crossings as f64, "")),
        ("contacts", (contacts as f64, "")),
        ("rounds_most", (f64::from(all.rounds), "")),
        ("stopped_most", (all.stopped as f64, "")),
        ("rejected", (f64::from(rejected), "")),
    ] {
        run.measured(scene.id, x, metric, value);
    }
    Ok(())
}

/// The number of crossings in the cloth's current state: cloth edges that pierce triangles of the cloth, obstacles
/// that the cloth pierces, and particles below the floor.
fn crossed(cloth: &Cloth) -> usize {
    let (mesh, places, way) = (cloth.mesh(), cloth.positions(), cloth.way());
    let below = way.floor.map_or(0, |floor| places.iter().filter(|p| p.y <= floor).count());
    let through = way.obstacles.iter().filter(|obstacle| pierced_by(mesh, places, obstacle)).count();
    pierced(mesh, places).len() + through + below
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let of = |metric: &str, side: Option<f64>| -> Vec<f64> {
        let of_scene = |scene: &Scene| {
            let sides =
                xs(figures, scene.id, metric).into_iter().filter(|x| side.is_none_or(|side| *x == side));
            sides.filter_map(|x| value(figures, scene.id, metric, x)).collect::<Vec<f64>>()
        };
        SCENES.iter().flat_map(of_scene).collect()
    };
    let nothing = |published: &str, metrics: &[&str], what: &str| {
        let measured: Vec<f64> = metrics.iter().flat_map(|metric| of(metric, None)).collect();
        Claim::judged(published, || {
            let sum = measured.iter().sum::<f64>();
            (!measured.is_empty()).then(|| (format!("{sum} {what}"), sum == 0.0))
        })
    };
    let in_time = |(side, target): (f64, f64)| {
        let published = format!("our target: 95 % of the guarded steps at {side}² under {target:.1} ms");
        Claim::judged_or(published, "not measured", || {
            let (_, most) = range(&of("step_time_95_percent", Some(side)))?;
            Some((format!("{most:.1} ms in the slowest scene"), most < target))
        })
    };
    let promise = "our guarantee: after every step nothing has passed through anything else";
    let mut claims = vec![
        nothing(promise, &["crossings", "contacts"], "crossings and contacts"),
        nothing("our target: no step is rejected", &["rejected"], "rejected"),
    ];
    claims.extend(TARGETS.into_iter().map(in_time));
    claims
}
