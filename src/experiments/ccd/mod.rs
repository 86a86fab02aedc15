//! `ccd`: every continuous test on queries whose exact answer is computed in integers.
//!
//! Wang and others 2021 compare such tests on their own benchmark with known answers; the queries here are generated
//! from a seed. In the first part a vertex and a triangle, or two edges, meet, and one of them is displaced by 10⁻¹⁶
//! to 1 times its size; time and errors of every method are measured. In the second part each of the [`families`] is
//! difficult in its own way.

pub mod families;

use std::hint::black_box;
use std::time::Instant;

use rand::SeedableRng as _;
use rand_pcg::Pcg64;

use self::families::{FAMILIES, beside_meeting};
use super::{Axis, Claim, Experiment, Figure, PlotKind, Run, RunError};
use crate::continuous::Kind;
use crate::continuous::methods::{Asked, EXACT, HYBRID, INCLUSION, METHODS, Method, NAIVE, find};

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "ccd",
    lab: "cloth",
    title: "Continuous tests",
    source: "Wang et al. 2021, on our own queries",
    says: "Time, misses and false hits of every continuous test, against the distance of vertex and triangle, or two edges, from contact.",
    needs_gpu: false,
    plot: PlotKind::lines(
        "time_us",
        Axis::linear("distance from contact relative to the features' sides, power of ten"),
        Axis::log("time per query (µs)"),
    ),
    run,
    claims,
};

/// The extent of a full or a quick run.
struct Extent {
    /// Number of queries of each kind: at each distance in the first part, and in each family in the second part.
    queries: usize,
    /// The measured distances are powers of ten; this is the step from one exponent to the next.
    every: usize,
}

const FULL: Extent = Extent { queries: 500, every: 1 };
const QUICK: Extent = Extent { queries: 8, every: 8 };
/// Exponent of ten of the smallest measured distance.
const SMALLEST: i32 = -16;

/// Queries with their exact first contacts.
struct Queries {
    asked: Vec<Asked>,
    truth: Vec<Option<f64>>,
}

impl Queries {
    fn of(run: &Run, asked: Vec<Asked>) -> Result<Self, RunError> {
        let exact = find(EXACT).ok_or_else(|| RunError::NoMethod(EXACT.into()))?;
        let answers = asked.iter().map(|asked| run.check().map(|()| exact.answer(asked)));
        let truth = answers.collect::<Result<_, _>>()?;
        Ok(Self { asked, truth })
    }
}

fn run(run: &mut Run) -> Result<(), RunError> {
    let extent = if run.quick { QUICK } else { FULL };
    let powers: Vec<i32> = (SMALLEST..=0).step_by(extent.every).collect();
    run.expect((powers.len() + FAMILIES.len()) * METHODS.len());
    run.setting("queries", extent.queries);
    run.setting("optimised", if cfg!(debug_assertions) { "no" } else { "yes" });
    let mut random = Pcg64::seed_from_u64(run.seed);
    let mut make = |one: &dyn Fn(&mut Pcg64, Kind) -> _| -> Vec<Asked> {
        let of_kind = |kind| (0..extent.queries).map(move |_| kind);
        Kind::ALL.into_iter().flat_map(of_kind).map(|kind| Asked::from(one(&mut random, kind))).collect()
    };
    for power in powers {
        let offset = 10.0_f64.powi(power);
        let queries = Queries::of(run, make(&|random, kind| beside_meeting(random, kind, offset)))?;
        for method in METHODS {
            run.step(format!("{}: 1e{power} from contact", method.id))?;
            let x = (f64::from(power), "power of ten");
            let time = time(run, method, &queries)?;
            run.measured(method.id, x, "time_us", (time, "µs"));
            judge(run, method, method.id, x, &queries)?;
        }
    }
    for (family, one) in FAMILIES {
        let queries = Queries::of(run, make(one))?;
        for method in METHODS {
            run.step(format!("{}: {family}", method.id))?;
            let x = (queries.asked.len() as f64, "queries");
            judge(run, method, &format!("{}/{family}", method.id), x, &queries)?;
        }
    }
    Ok(())
}

/// Microseconds per query, in the second of two passes over all queries.
fn time(run: &Run, method: &Method, queries: &Queries) -> Result<f64, RunError> {
    let mut took = 0.0;
    for _ in 0..2 {
        took = 0.0;
        for some in queries.asked.chunks(64) {
            run.check()?;
            let began = Instant::now();
            some.iter().for_each(|asked| {
                black_box(method.answer(black_box(asked)));
            });
            took += began.elapsed().as_secs_f64();
        }
    }
    Ok(took * 1e6 / queries.asked.len() as f64)
}

/// Counts and reports the method's errors.
fn judge(
    run: &mut Run,
    method: &Method,
    series: &str,
    x: (f64, &'static str),
    queries: &Queries,
) -> Result<(), RunError> {
    let [mut contacts, mut missed, mut late, mut false_hits] = [0.0; 4];
    for (asked, truth) in queries.asked.iter().zip(&queries.truth) {
        run.check()?;
        let answer = method.answer(asked);
        match (answer, truth) {
            (None, Some(_)) => missed += 1.0,
            (Some(_), None) => false_hits += 1.0,
            (Some(answer), Some(truth)) if answer > *truth => late += 1.0,
            _ => {}
        }
        contacts += f64::from(truth.is_some());
    }
    let queries = queries.asked.len() as f64;
    for (metric, value) in [
        ("queries", queries),
        ("contacts", contacts),
        ("missed", missed),
        ("late", late),
        ("false_hits", false_hits),
    ] {
        run.measured(series, x, metric, (value, ""));
    }
    Ok(())
}

/// The sum of a metric over all series of the method with this id. A series is named `id` or `id/part`.
fn sum(figures: &[Figure], id: &str, metric: &str) -> f64 {
    let of = figures.iter().filter(|f| f.metric == metric && f.series.split('/').next() == Some(id));
    of.map(|f| f.value).sum()
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let of = |ids: &[&str], metrics: &[&str]| -> f64 {
        ids.iter().flat_map(|id| metrics.iter().map(|metric| sum(figures, id, metric))).sum()
    };
    let claim = |published: &str, asked: f64, here: String, holds: bool| {
        Claim::judged(published, || (asked > 0.0).then_some((here, holds)))
    };
    let safe = [HYBRID, INCLUSION];
    let (wrong, contacts) = (of(&safe, &["missed", "late"]), of(&safe, &["contacts"]));
    let (ours, boxes) = (of(&[HYBRID], &["false_hits"]), of(&[INCLUSION], &["false_hits"]));
    let queries = of(&[HYBRID], &["queries"]);
    let (lost, met) = (of(&[NAIVE], &["missed"]), of(&[NAIVE], &["contacts"]));
    vec![
        claim(
            "our guarantee: the safe tests miss no contact and report no contact too late",
            contacts,
            format!("{wrong} of {contacts} contacts"),
            wrong == 0.0,
        ),
        claim(
            "our target: clipping and advancement has no more false hits than inclusion boxes",
            queries,
            format!("false hits: {ours}, by inclusion boxes: {boxes}, of {queries} queries"),
            ours <= boxes,
        ),
        claim(
            "floating-point root finding misses contacts",
            met,
            format!("{lost} of {met} contacts"),
            lost > 0.0,
        ),
    ]
}
