//! `truth`: adversarial pairs with an answer known by construction, for every method that promises to be
//! exact or never to miss.
//!
//! Pairs come from [`families`]. The reference is run on all of them; the other methods are slower and get fewer. The
//! cascades work on meshes, so they get only pairs whose meshes equal the solids. For methods that draw, pairs are
//! spread over `RESOLUTIONS`, with more pairs at the faster resolutions (`TURNS`).

pub mod families;
pub mod images;
pub mod pair;
pub mod shapes;
pub mod solids;
pub mod sweeps;

use self::families::{BAND, FAMILIES, Family};
use self::pair::{Case, Truth};
use super::resolution::RESOLUTIONS;
use super::{Axis, Claim, Experiment, Figure, PlotKind, Run, RunError};
use crate::about::Promise;
use crate::detector::{Detector, Evidence, Mistake};
use crate::methods::{METHODS, Method, REFERENCE, Round};
use crate::world::{Body, Pair};

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "truth",
    lab: "arena",
    title: "Adversarial pairs with a known truth",
    source: "our own experiment, not in any source",
    says: "Wrong answers of methods that guarantee none, on needles, plates, rims, extreme size ratios and pairs far from the origin, against the distance from contact.",
    needs_gpu: true,
    plot: PlotKind::lines(
        "wrong",
        Axis::linear("gap or overlap relative to the larger body, power of ten"),
        Axis::linear("pairs with wrong answers, %"),
    ),
    run,
    claims,
};

/// The number of pairs of each family: those tested by the reference, and those tested by each other method.
struct Extent {
    reference: u64,
    others: u64,
}

const FULL: Extent = Extent { reference: 1_250_000, others: 1_250_000 };
const QUICK: Extent = Extent { reference: 1_000, others: 50 };

/// Maximum number of pairs that are generated and tested at a time.
const BATCH: u64 = 50;
/// Number of batches, out of every 32, that a drawing method tests at each of `RESOLUTIONS`. A pair takes about nine
/// times as long at 512² as at 16² on a software rasteriser.
const TURNS: [usize; RESOLUTIONS.len()] = [12, 8, 5, 4, 2, 1];
/// Number of classes of pairs by distance from touching (the gap or overlap divided by the size of the larger body):
/// one class per power of ten, from [`BAND`] up.
const CLASSES: usize = 12;

#[derive(Clone, Copy, Default)]
struct TruthCounts {
    pairs: u64,
    missed: u64,
    false_hits: u64,
    /// Number of pairs that the method reports as touching, and of hits whose gap is within the rounding error.
    undecided: u64,
}

impl TruthCounts {
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

/// A method's results, counted in three ways.
#[derive(Default)]
struct Tally {
    /// Counts of the current family.
    family: TruthCounts,
    /// Counts of all families, by the pair's distance from touching.
    classes: [TruthCounts; CLASSES],
    /// Counts of all families, by the resolution at which the pair was tested, for methods that have one.
    resolutions: [TruthCounts; RESOLUTIONS.len()],
}

fn run(run: &mut Run) -> Result<(), RunError> {
    let extent = if run.quick { QUICK } else { FULL };
    let gpu = run.gpu()?;
    let mut methods: Vec<&'static Method> = Vec::new();
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
        let trial = Trial { method, pairs, batch: BATCH, rounding: |_, _| 0.0 };
        let mut detectors = detectors(run, method)?;
        let mut tally = Tally::default();
        for family in FAMILIES {
            run.step(format!("{}: {}", method.id, family.id))?;
            tally.family = TruthCounts::default();
            decide(run, &trial, &mut detectors, family, &mut tally)?;
            report(run, &format!("{}/{}", method.id, family.id), &tally.family);
        }
        for (class, counts) in tally.classes.iter().enumerate().filter(|(_, counts)| counts.pairs > 0) {
            let percent = 100.0 * counted(method, counts) as f64 / counts.pairs as f64;
            run.measured(method.id, (exponent(class), "power of ten"), "wrong", (percent, "%"));
        }
        if detectors.len() > 1 {
            for (resolution, counts) in RESOLUTIONS.iter().zip(&tally.resolutions) {
                report(run, &format!("{} at {resolution}²", method.id), counts);
            }
        }
    }
    Ok(())
}

/// The method's detectors: one for each resolution, or a single one if the method has no resolution.
fn detectors(run: &Run, method: &Method) -> Result<Vec<Box<dyn Detector>>, RunError> {
    if !method.settings.iter().any(|setting| setting.id == "resolution") {
        return Ok(vec![run.detector(method.id, &[])?]);
    }
    let at = |resolution: u32| run.detector(method.id, &[("resolution", &resolution.to_string())]);
    RESOLUTIONS.map(at).into_iter().collect()
}

/// The number of answers that break the method's promise.
fn counted(method: &Method, counts: &TruthCounts) -> u64 {
    if method.promise == Promise::NeverMisses { counts.missed } else { counts.wrong() }
}

/// The order in which `count` detectors test the batches, repeated for ever. Each detector gets its share of batches
/// ([`TURNS`]), evenly spread.
fn turns(count: usize) -> Vec<usize> {
    let longest = TURNS[..count].iter().copied().max().unwrap_or(0);
    // The order consists of `longest` rounds. A detector takes part in a round if its share of turns, added up over
    // the rounds so far, reaches the next whole number there.
    let grows =
        |turn: usize, round: usize| (round + 1) * TURNS[turn] / longest > round * TURNS[turn] / longest;
    (0..longest).flat_map(|round| (0..count).filter(move |&turn| grows(turn, round))).collect()
}

/// How a method is tested.
struct Trial {
    method: &'static Method,
    /// Pairs of each family.
    pairs: u64,
    /// Most pairs of a batch.
    batch: u64,
    /// The gap up to which a hit of this pair at this resolution counts as touching.
    rounding: fn(&Case, u32) -> f64,
}

/// Tests the pairs of a family; the detectors take turns, batch by batch.
fn decide(
    run: &Run,
    trial: &Trial,
    detectors: &mut [Box<dyn Detector>],
    family: &Family,
    tally: &mut Tally,
) -> Result<(), RunError> {
    let &Trial { method, pairs, batch: largest, rounding } = trial;
    let turns = turns(detectors.len());
    let size = largest.min(pairs.div_ceil(turns.len() as u64));
    for (batch, turn) in (0..pairs.div_ceil(size)).zip(turns.into_iter().cycle()) {
        run.check()?;
        let indices = batch * size..pairs.min((batch + 1) * size);
        let mut cases: Vec<Case> = indices.map(|index| family.case(run.seed, index)).collect();
        if method.round == Round::Meshes {
            cases.retain(|case| case.bodies.iter().all(|body| !body.is_round()));
        }
        let bodies: Vec<Body> = cases.iter().flat_map(|case| case.bodies.clone()).collect();
        let numbers: Vec<Pair> = (0..cases.len()).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
        let verdicts = detectors[turn].detect(&bodies, &numbers)?.verdicts;
        for (case, verdict) in cases.iter().zip(verdicts) {
            let is_touching = match case.truth {
                Truth::Apart { gap, .. } => verdict.colliding && gap <= rounding(case, RESOLUTIONS[turn]),
                Truth::Colliding { .. } => false,
            };
            let mistake = Mistake::of(verdict.colliding, case.colliding() || is_touching);
            let undecided = is_touching || verdict.evidence == Evidence::Touching;
            let class = &mut tally.classes[class(case)];
            for counts in [&mut tally.family, class, &mut tally.resolutions[turn]] {
                counts.add(mistake, undecided);
            }
        }
    }
    Ok(())
}

/// The class of a pair by its gap or overlap, divided by the size of the larger body. The last class contains
/// everything from a tenth up.
fn class(case: &Case) -> usize {
    let class = (case.truth.margin() / case.size()).log10().floor() + CLASSES as f64;
    class.clamp(0.0, CLASSES as f64 - 1.0) as usize
}

/// The middle of a class, as a power of ten.
fn exponent(class: usize) -> f64 {
    class as f64 - CLASSES as f64 + 0.5
}

fn report(run: &mut Run, series: &str, counts: &TruthCounts) {
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
        let wrong: f64 = metrics.iter().map(|metric| of_all(metric)).sum();
        Claim::judged_or(published, "no pair was tested", || {
            (pairs > 0.0).then(|| (format!("{wrong} of {pairs} pairs"), wrong == 0.0))
        })
    };
    vec![
        of(Promise::Exact, &["missed", "false_hits"], "our guarantee: exact methods give no wrong answer"),
        of(Promise::NeverMisses, &["missed"], "our guarantee: the conservative mode misses no pair"),
    ]
}
