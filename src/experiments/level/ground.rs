//! The level that movers are timed in, and how they are timed.

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

/// The metric of times.
pub const SWEEP_TIME: &str = "sweep_time_us";
/// The rule by which levels are cut: that with the fastest sweeps.
pub const SPLIT: &str = "area";
/// Lengths of moves, metres: a frame's, and a long one.
pub const LENGTHS: [f64; 2] = [0.2, 5.0];
/// Radius of movers, metres, where it is not varied.
pub const RADIUS: f64 = 0.35;
/// A move may be told to end so much too late, metres: that is rounding.
pub const LATE: f64 = 1e-7;

/// A compiled level, and where movers begin in it.
pub struct Ground {
    /// The level.
    pub level: Level,
    /// From the floor up to 3 m.
    pub room: Aabb,
    /// Milliseconds that its compilation took.
    pub compiled: f64,
}

impl Ground {
    /// A level of about so many faces, from the run's seed.
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

    /// Random moves of a mover, the same for the same seed.
    pub fn moves(&self, run: &Run, mover: &Mover, length: f64, count: usize) -> Result<Moves, RunError> {
        let mut random = Pcg64::seed_from_u64(run.seed);
        Moves::random(&self.level, &self.room, (mover, length), count, &mut random).map_err(refused)
    }

    /// The methods of the table at their defaults, but not those that compile a tree for each mover; and bevels at all
    /// edges.
    pub fn methods(&self) -> Result<Vec<Contestant<'_>>, RunError> {
        let usual = METHODS.iter().filter(|method| method.id != methods::BSP_OFFSET);
        let usual = usual.map(|m| Contestant::ours(m.id, m, &m.default_settings(), &self.level));
        let (method, settings) = all_edges()?;
        let mut all: Vec<_> = usual.collect();
        all.push(Contestant::ours(ALL_EDGES, method, &settings, &self.level));
        Ok(all)
    }
}

/// Id of shifted planes with bevels at all edges.
pub const ALL_EDGES: &str = "all-edges";

/// The method with bevels at all edges.
pub fn all_edges() -> Result<(&'static Method, Settings), RunError> {
    let method = find(BSP_SHIFT_BEVELS)?;
    let mut settings = method.default_settings();
    settings.set(BEVELS.setting.id, ALL_EDGES).map_err(RunError::Setting)?;
    Ok((method, settings))
}

/// The method of this id.
pub fn find(id: &str) -> Result<&'static Method, RunError> {
    methods::find(id).ok_or_else(|| RunError::NoMethod(id.to_owned()))
}

/// What a level or a method says against it.
pub fn refused(why: impl std::fmt::Display) -> RunError {
    RunError::Setting(why.to_string())
}

/// All contestants make the moves in turns, in the opposite order every second turn, after one that does not count. Their
/// times, turn by turn.
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

/// Microseconds a move, by the median of all turns.
pub fn per_move(times: &[Duration], moves: &Moves) -> f64 {
    median(times.to_vec()).as_secs_f64() * 1e6 / moves.ours.len().max(1) as f64
}

/// How many times as long one took as the other, by the median over the turns.
pub fn ratio(of: &[Duration], over: &[Duration]) -> f64 {
    let mut all: Vec<f64> = of.iter().zip(over).map(|(a, b)| a.as_secs_f64() / b.as_secs_f64()).collect();
    all.sort_by(f64::total_cmp);
    all.get(all.len() / 2).copied().unwrap_or_default()
}

/// How many metres before the reference each move ends, those first that end after it; the reference is the contestant of
/// this id.
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
