//! The level in which movers are timed, and the timing.

use std::time::Duration;

use rand::SeedableRng;
use rand_pcg::Pcg64;

use super::contest::{Contestant, Moves};
use crate::experiments::measure::median;
use crate::experiments::{Run, RunError};
use crate::geometry::Aabb;
use crate::level::compile::SplitRule;
use crate::level::compiled::Level;
use crate::level::made;
use crate::level::methods::{self, BEVELS, BSP_SHIFT_BEVELS, METHODS, Method, REFERENCE};
use crate::level::mover::Mover;
use crate::settings::Settings;

/// Metric: the mean time of a sweep, in microseconds.
pub const SWEEP_TIME: &str = "sweep_time_us";
/// The rule by which the levels' trees are split: the one that gives the fastest sweeps.
pub const SPLIT: &str = "area";
/// Lengths of moves in metres: the distance covered in one frame, and a long move.
pub const LENGTHS: [f64; 2] = [0.2, 5.0];
/// Radius of movers in metres, in experiments that do not vary the radius.
pub const RADIUS: f64 = 0.35;
/// A hit counts as late only if it is later than the reference's by more than this distance, in metres: a tolerance
/// for rounding.
pub const LATE: f64 = 1e-7;

/// A compiled level, and the region where movers start.
pub struct Ground {
    /// The level.
    pub level: Level,
    /// The region where movers start: from the floor up to 3 m.
    pub room: Aabb,
    /// Compilation time in milliseconds.
    pub compiled: f64,
}

impl Ground {
    /// A level of about `faces` faces, generated from the run's seed.
    pub fn new(run: &Run, faces: usize) -> Result<Self, RunError> {
        let made = made::make(run.seed, faces);
        let begin = std::time::Instant::now();
        let level = made.compile(SplitRule::Area, &mut |_, _| run.check().is_ok());
        let compiled = begin.elapsed().as_secs_f64() * 1e3;
        run.check()?;
        let level = level.map_err(refused)?;
        let mut room = made.bounds;
        (room.min.y, room.max.y) = (0.0, 3.0);
        Ok(Self { level, room, compiled })
    }

    /// Random moves of a mover; the same seed gives the same moves.
    pub fn moves(&self, run: &Run, mover: &Mover, length: f64, count: usize) -> Result<Moves, RunError> {
        let mut random = Pcg64::seed_from_u64(run.seed);
        Moves::random(&self.level, &self.room, (mover, length), count, &mut random).map_err(refused)
    }

    /// All methods with default settings, except those that compile a tree for each mover, plus the method of shifted
    /// planes with bevels at all edges.
    pub fn methods(&self) -> Result<Vec<Contestant<'_>>, RunError> {
        let usual = METHODS.iter().filter(|method| method.id != methods::BSP_OFFSET);
        let usual = usual.map(|m| Contestant::ours(m.id, m, &m.default_settings(), &self.level));
        let (method, settings) = all_edges()?;
        let mut all: Vec<_> = usual.collect();
        all.push(Contestant::ours(ALL_EDGES, method, &settings, &self.level));
        Ok(all)
    }
}

/// Id of the method of shifted planes with bevels at all edges.
pub const ALL_EDGES: &str = "all-edges";

/// The method of shifted planes, with settings for bevels at all edges.
pub fn all_edges() -> Result<(&'static Method, Settings), RunError> {
    let method = find(BSP_SHIFT_BEVELS)?;
    let mut settings = method.default_settings();
    settings.set(BEVELS.setting.id, ALL_EDGES).map_err(RunError::Setting)?;
    Ok((method, settings))
}

/// The method with this id.
pub fn find(id: &str) -> Result<&'static Method, RunError> {
    methods::find(id).ok_or_else(|| RunError::NoMethod(id.to_owned()))
}

/// Converts the error of a level or method into a [`RunError`].
pub fn refused(why: impl std::fmt::Display) -> RunError {
    RunError::Setting(why.to_string())
}

/// The times of all contestants, turn by turn. All make the same moves; every second turn reverses the order of the
/// contestants, and the first turn does not count.
pub fn in_turns(
    run: &Run,
    contestants: &mut [Contestant],
    moves: &Moves,
    turns: usize,
) -> Result<Vec<Vec<Duration>>, RunError> {
    let mut times = vec![Vec::with_capacity(turns); contestants.len()];
    let mut order: Vec<usize> = (0..contestants.len()).collect();
    for turn in 0..=turns {
        for &i in &order {
            run.check()?;
            let time = contestants[i].time(moves).map_err(RunError::Setting)?;
            if turn > 0 {
                times[i].push(time);
            }
        }
        order.reverse();
    }
    Ok(times)
}

/// Microseconds per move, the median of all turns.
pub fn per_move(times: &[Duration], moves: &Moves) -> f64 {
    median(times.to_vec()).as_secs_f64() * 1e6 / moves.ours.len().max(1) as f64
}

/// The time of contestant `of` divided by that of contestant `over`: the median of the ratios in the single turns.
pub fn ratio(of: &[Duration], over: &[Duration]) -> f64 {
    let mut all: Vec<f64> = of.iter().zip(over).map(|(a, b)| a.as_secs_f64() / b.as_secs_f64()).collect();
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or_default()
}

/// For each contestant, the sorted distances in metres by which its moves end before the reference's; negative
/// distances are late. The reference is the contestant with the id [`REFERENCE`].
pub fn early(
    contestants: &mut [Contestant],
    moves: &Moves,
    length: f64,
) -> Result<Vec<(String, Vec<f64>)>, RunError> {
    let mut answers = Vec::new();
    for contestant in contestants {
        let (times, _) = contestant.answers(moves).map_err(RunError::Setting)?;
        answers.push((contestant.id.clone(), times));
    }
    let truth = answers.iter().find(|(id, _)| id == REFERENCE).map(|(_, times)| times.clone());
    let truth = truth.unwrap_or_default();
    let of = |(id, times): (String, Vec<Option<f64>>)| {
        let mut early: Vec<f64> = truth
            .iter()
            .zip(times)
            .map(|(t, own)| (t.unwrap_or(1.0) - own.unwrap_or(1.0)) * length)
            .collect();
        early.sort_by(f64::total_cmp);
        (id, early)
    };
    Ok(answers.into_iter().map(of).collect())
}
