//! `truth-sweeps`: adversarial moves past brushes of all sizes and far from the origin. Every answer of the exact
//! method is checked in integer arithmetic. The methods that promise never to be late are checked against a brush
//! shrunk by a thin layer.
//!
//! `families` makes the moves, `whole` checks the answers in integer arithmetic, and `docs/proofs/sweeps.md` proves
//! that the promises are kept. `grids` makes levels of many solids that share faces, edges and corners, and `unions`
//! computes the true answers to moves among them.

pub mod families;
pub mod grids;
pub mod judge;
mod unions;
mod whole;

use self::families::MOVERS;
use self::judge::{Tally, among_solids, judge, late};
use crate::experiments::{Axis, Claim, Experiment, Figure, PlotKind, Run, RunError};
use crate::level::methods::REFERENCE;

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "truth-sweeps",
    lab: "level",
    title: "Adversarial moves with a known truth",
    source: "our own experiment, not in any source",
    says: "Largest error of the exact sweep, relative to the extent of the swept volume: sizes from a nanometre to a thousand million kilometres, distances from the origin up to a million sizes.",
    needs_gpu: false,
    plot: PlotKind::lines(
        WORST,
        Axis::log("size (m)"),
        Axis::log("largest error, relative to the swept extent"),
    ),
    run,
    claims,
};

const WORST: &str = "largest_error";
const AMONG: &str = "wrong_among_solids";
/// Number of moves past each brush, for the exact method.
const MOVES: usize = 16;
/// The methods that promise never to be late make this number of moves past a brush, and only past one of every
/// [`ONE_OF`] brushes.
const MOVES_IN_TIME: usize = 8;
const ONE_OF: u64 = 10;
/// Number of brushes for each of [`MOVERS`], in the same order: a hundred thousand moves of each mover, but only ten
/// thousand of hulls, which take 15 times as long.
const FULL: [u64; MOVERS.len()] = [6_250, 6_250, 6_250, 625];
const QUICK: u64 = 24;
/// Number of levels of [`grids`] for each mover, and of moves in each: a million moves.
const LEVELS: u64 = 15_625;
const QUICK_LEVELS: u64 = 30;
const MOVES_AMONG: usize = 64;
/// Number of brushes or levels between checks for a stop.
const BATCH: u64 = 8;
/// Width of a size class in powers of ten, and the exponent at which the first begins.
const CLASS: f64 = 3.0;
const SMALLEST: f64 = -9.0;

fn run(run: &mut Run) -> Result<(), RunError> {
    let numbers = if run.quick { [QUICK; MOVERS.len()] } else { FULL };
    run.setting("moves_per_brush", MOVES);
    run.setting("bound", format!("{:e}", judge::BOUND));
    run.setting("layer", format!("{:e}", judge::LATE));
    let levels = if run.quick { QUICK_LEVELS } else { LEVELS };
    let steps = numbers.iter().map(|brushes| brushes.div_ceil(BATCH) as usize).sum::<usize>();
    run.expect(steps + MOVERS.len() * levels.div_ceil(BATCH) as usize);
    for (kind, (mover, brushes)) in MOVERS.into_iter().zip(numbers).enumerate() {
        let mut classes = [Tally::default(); 7];
        let mut in_time: Vec<(&'static str, u64, u64)> = Vec::new();
        for index in 0..brushes {
            if index % BATCH == 0 {
                run.step(format!("{mover}: brush {index} of {brushes}"))?;
            }
            if let Some((size, tally)) = judge(kind, run.seed, index, MOVES) {
                let class = &mut classes[((size - SMALLEST) / CLASS) as usize];
                *class = class.plus(&tally);
            }
            if index % ONE_OF == 0 {
                for (id, moves, count) in late(kind, run.seed, index, MOVES_IN_TIME).unwrap_or_default() {
                    match in_time.iter_mut().find(|(known, ..)| *known == id) {
                        Some((_, all, late)) => (*all, *late) = (*all + moves, *late + count),
                        None => in_time.push((id, moves, count)),
                    }
                }
            }
        }
        let series = format!("{REFERENCE}/{mover}");
        for (class, tally) in classes.iter().enumerate().filter(|(_, tally)| tally.moves > 0) {
            let size = 10_f64.powf(SMALLEST + CLASS * (class as f64 + 0.5));
            run.measured(series.as_str(), (size, "m"), WORST, (tally.worst, ""));
        }
        let all = classes.iter().fold(Tally::default(), |all, one| all.plus(one));
        let x = (all.moves as f64, "moves");
        let counts = [
            ("hits", all.hits),
            ("begin_inside", all.inside),
            ("missed", all.missed),
            ("late", all.late),
            ("early", all.early),
            ("begins_wrong", all.begins_wrong),
            ("unproved", all.unproved),
        ];
        for (metric, count) in counts {
            run.measured(series.as_str(), x, metric, (count as f64, ""));
        }
        for (id, moves, count) in in_time {
            run.measured(format!("{id}/{mover}"), (moves as f64, "moves"), "late", (count as f64, ""));
        }
        let mut among: Vec<(&'static str, u64, u64)> = Vec::new();
        for index in 0..levels {
            if index % BATCH == 0 {
                run.step(format!("{mover}: level {index} of {levels}"))?;
            }
            for (id, moves, wrong) in among_solids(kind, run.seed, index, MOVES_AMONG).unwrap_or_default() {
                match among.iter_mut().find(|(known, ..)| *known == id) {
                    Some((_, all, sum)) => (*all, *sum) = (*all + moves, *sum + wrong),
                    None => among.push((id, moves, wrong)),
                }
            }
        }
        for (id, moves, wrong) in among {
            let series = format!("{id}/{mover}");
            run.measured(series, (moves as f64, "moves"), AMONG, (wrong as f64, ""));
        }
    }
    Ok(())
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let judged = |asked: &dyn Fn(&Figure) -> bool, counts: &str, published: &str| {
        let asked = || figures.iter().filter(|figure| asked(figure));
        let wrong: f64 = asked().map(|figure| figure.value).sum();
        let moves: f64 = asked().filter(|figure| figure.metric == counts).map(|figure| figure.x).sum();
        Claim::judged_or(published, "no move was checked", || {
            (moves > 0.0).then(|| (format!("{wrong} of {moves} moves"), wrong == 0.0))
        })
    };
    let is_exact = |figure: &Figure| figure.series.starts_with(REFERENCE);
    let of_exact = ["missed", "late", "early", "begins_wrong", "unproved"];
    vec![
        judged(
            &|figure| is_exact(figure) && of_exact.contains(&figure.metric),
            "late",
            "our guarantee: the exact sweep is accurate to 1e-10 of a move's reach",
        ),
        judged(
            &|figure| !is_exact(figure) && figure.metric == "late",
            "late",
            "our guarantee: shifted planes are never too late, except for a layer of 1e-9 of the size",
        ),
        judged(
            &|figure| figure.metric == AMONG,
            AMONG,
            "our guarantee: solids that share faces, edges and corners stop a mover like one solid",
        ),
    ]
}
