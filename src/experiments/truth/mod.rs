//! `truth`: adversarial pairs whose truth is known by construction, against every method that promises to be exact or
//! never to miss.
//!
//! Pairs come from [`families`]. The reference decides all of them; the other methods, which take longer,
//! decide fewer. The cascades decide meshes, so they are given only pairs in which mesh and solid are the same.

pub mod families;
pub mod solids;

use self::families::{BAND, Case, FAMILIES, Family, Truth};
use super::{Claim, Experiment, Figure, PlotKind, PlotShape, Run, RunError};
use crate::about::Promise;
use crate::detector::{Evidence, Mistake};
use crate::methods::{METHODS, Method, REFERENCE, Round};
use crate::world::{Body, Pair};

/// Its row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "truth",
    title: "Adversarial pairs with a known truth",
    source: "Ours: no source tests its promises so",
    says: "Wrong answers of every method that promises none, on needles, plates, rims, size ratios and pairs far away, against how near they are to touching.",
    needs_gpu: true,
    plot: PlotKind {
        metric: "wrong",
        shape: PlotShape::Lines,
        x_label: "gap or overlap in sizes of the larger body, power of ten",
        y_label: "pairs decided wrongly, %",
        x_log: false,
        y_log: false,
    },
    run,
    claims,
};

/// Pairs of each family that a method decides: by the reference, and by every other.
struct Extent {
    reference: u64,
    others: u64,
}

const FULL: Extent = Extent { reference: 1_250_000, others: 25_000 };
const QUICK: Extent = Extent { reference: 1_000, others: 50 };

/// Pairs that are made and decided at a time.
const BATCH: u64 = 50;
/// Powers of ten of the gap or overlap: one class each, from [`BAND`] up.
const CLASSES: usize = 12;

#[derive(Clone, Copy, Default)]
struct Counts {
    pairs: u64,
    missed: u64,
    false_hits: u64,
    /// Said to touch within rounding.
    undecided: u64,
}

impl Counts {
    fn wrong(&self) -> u64 {
        self.missed + self.false_hits
    }

    fn add(&mut self, mistake: Option<Mistake>, undecided: bool) {
        self.pairs += 1;
        self.missed += u64::from(mistake == Some(Mistake::Missed));
        self.false_hits += u64::from(mistake == Some(Mistake::FalseHit));
        self.undecided += u64::from(undecided);
    }
}

fn run(run: &mut Run) -> Result<(), RunError> {
    let extent = if run.quick { QUICK } else { FULL };
    let gpu = run.gpu()?;
    let mut methods: Vec<&Method> = Vec::new();
    for method in METHODS.iter().filter(|m| matches!(m.promise, Promise::Exact | Promise::NeverMisses)) {
        match method.why_not(Some(gpu.capabilities())) {
            Some(missing) => run.note(format!("{} cannot run here: this OpenGL lacks {missing}", method.id)),
            None => methods.push(method),
        }
    }
    run.setting("band", format!("{BAND:e}"));
    run.setting("pairs_per_family", extent.reference);
    run.setting("pairs_per_family_of_others", extent.others);
    run.expect(methods.len() * FAMILIES.len());
    for method in methods {
        let pairs = if method.id == REFERENCE { extent.reference } else { extent.others };
        let mut classes = [Counts::default(); CLASSES];
        for family in FAMILIES {
            run.step(format!("{}: {}", method.id, family.id))?;
            let counts = decide(run, method, family, pairs, &mut classes)?;
            tell(run, &format!("{}/{}", method.id, family.id), &counts);
        }
        for (class, counts) in classes.iter().enumerate().filter(|(_, counts)| counts.pairs > 0) {
            let percent = 100.0 * counted(method, counts) as f64 / counts.pairs as f64;
            let x = class as f64 - CLASSES as f64 + 0.5;
            run.measured(method.id, (x, "power of ten"), "wrong", (percent, "%"));
        }
    }
    Ok(())
}

/// What breaks the method's promise.
fn counted(method: &Method, counts: &Counts) -> u64 {
    if method.promise == Promise::NeverMisses { counts.missed } else { counts.wrong() }
}

/// Decides `pairs` pairs of a family, and counts them by their nearness to touching as well.
fn decide(
    run: &Run,
    method: &Method,
    family: &Family,
    pairs: u64,
    classes: &mut [Counts; CLASSES],
) -> Result<Counts, RunError> {
    let mut detector = run.detector(method.id, &[])?;
    let mut counts = Counts::default();
    for batch in 0..pairs.div_ceil(BATCH) {
        run.check()?;
        let indices = batch * BATCH..pairs.min((batch + 1) * BATCH);
        let mut cases: Vec<Case> = indices.map(|index| family.case(run.seed, index)).collect();
        if method.round == Round::Meshes {
            cases.retain(|case| case.bodies.iter().all(|body| !body.shape.solid().is_round()));
        }
        let bodies: Vec<Body> = cases.iter().flat_map(|case| case.bodies.clone()).collect();
        let numbers: Vec<Pair> = (0..cases.len()).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
        let verdicts = detector.detect(&bodies, &numbers)?.verdicts;
        for (case, verdict) in cases.iter().zip(verdicts) {
            let mistake = Mistake::of(verdict.colliding, case.colliding());
            let undecided = verdict.evidence == Evidence::Touching;
            counts.add(mistake, undecided);
            classes[class(case)].add(mistake, undecided);
        }
    }
    Ok(counts)
}

/// Class of the gap or overlap: the last holds a tenth of the size and more.
fn class(case: &Case) -> usize {
    let margin = match case.truth {
        Truth::Apart { gap, .. } => gap,
        Truth::Colliding { depth, .. } => depth,
    };
    let class = (margin / case.size()).log10().floor() + CLASSES as f64;
    class.clamp(0.0, CLASSES as f64 - 1.0) as usize
}

fn tell(run: &mut Run, series: &str, counts: &Counts) {
    let x = (counts.pairs as f64, "pairs");
    run.measured(series, x, "missed", (counts.missed as f64, ""));
    run.measured(series, x, "false_hits", (counts.false_hits as f64, ""));
    run.measured(series, x, "undecided", (counts.undecided as f64, ""));
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let of = |promise: Promise, metrics: &[&str], published: &str| {
        let methods: Vec<_> = METHODS.iter().filter(|method| method.promise == promise).collect();
        let measured = |series: &str| {
            let method = series.split('/').next();
            series.contains('/') && methods.iter().any(|m| Some(m.id) == method)
        };
        let of_all = |metric: &str| -> f64 {
            figures.iter().filter(|f| f.metric == metric && measured(&f.series)).map(|f| f.value).sum()
        };
        let pairs: f64 =
            figures.iter().filter(|f| f.metric == "missed" && measured(&f.series)).map(|f| f.x).sum();
        if pairs == 0.0 {
            return Claim::open(published, "nothing was decided");
        }
        let wrong: f64 = metrics.iter().map(|metric| of_all(metric)).sum();
        Claim {
            published: published.into(),
            here: format!("{wrong} of {pairs} pairs"),
            holds: Some(wrong == 0.0),
        }
    };
    vec![
        of(Promise::Exact, &["missed", "false_hits"], "our promise: exact methods give no wrong answer"),
        of(Promise::NeverMisses, &["missed"], "our promise: the conservative mode misses no pair"),
    ]
}
