//! One method on the road: what it is asked, what it answers, and how that compares with brute force.

use std::ops::AddAssign;
use std::time::{Duration, Instant};

use super::caster::{Cast, RayCaster};
use super::methods::Method;
use super::ray::{Ray, RayError};
use super::wheel::{SearchRule, WheelAnswer, WheelRay, ask};
use crate::geometry::{Aabb, Mesh};
use crate::settings::Settings;

/// Hits are at the same place within this share of the lengths that are computed with.
const SAME_PLACE: f64 = 1e-9;

/// A method with its settings, prepared for the terrain's mesh.
pub struct Lane {
    method: &'static Method,
    settings: Settings,
    caster: Box<dyn RayCaster>,
    answers: Option<[WheelAnswer; 4]>,
    mistakes: [Option<Mistake>; 4],
    last: Statistics,
    total: Statistics,
}

/// What rays took, in one frame or since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Rays cast.
    pub rays: u64,
    /// Rays that hit nothing.
    pub without_hit: u64,
    /// Nodes opened.
    pub nodes: u64,
    /// Triangles tested.
    pub triangles: u64,
    /// Answers that differ from brute force.
    pub mistakes: u64,
    /// Wall-clock time of the casts alone.
    pub time: Duration,
}

/// How an answer differs from brute force with the watertight test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// There is a hit, and it was not found.
    Missed,
    /// There is no hit, and one was found.
    FalseHit,
    /// A hit was found, but not the nearest.
    Elsewhere,
}

impl Mistake {
    /// In a few words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Missed => "missed the ground",
            Self::FalseHit => "hit where there is nothing",
            Self::Elsewhere => "hit another place",
        }
    }
}

/// Holds a cast against brute force on the same ray. Two triangles at the same place, as on a shared edge, are the
/// same answer.
pub fn judge(ray: &Ray, cast: &Cast, truth: &Cast) -> Option<Mistake> {
    match (cast.hit, truth.hit) {
        (None, None) => None,
        (None, Some(_)) => Some(Mistake::Missed),
        (Some(_), None) => Some(Mistake::FalseHit),
        (Some(hit), Some(truth)) => {
            let size = (truth.t + 1.0) * ray.direction().amax() + ray.origin().coords.amax();
            let apart = (hit.t - truth.t).abs() * ray.direction().amax();
            (apart.is_nan() || apart > SAME_PLACE * size).then_some(Mistake::Elsewhere)
        }
    }
}

impl Lane {
    /// Prepares the method, which may take time.
    pub fn new(method: &'static Method, settings: Settings, mesh: &Mesh) -> Self {
        let caster = method.make(mesh, &settings);
        let (last, total) = Default::default();
        Self { method, settings, caster, answers: None, mistakes: [None; 4], last, total }
    }

    /// Casts all four rays and holds them against the truth. Time is that of the four casts alone.
    pub fn ask(
        &mut self,
        bounds: &Aabb,
        rule: SearchRule,
        wheels: &[WheelRay; 4],
        truth: &[WheelAnswer; 4],
    ) -> Result<(), RayError> {
        let begin = Instant::now();
        let answers = ask_all(&*self.caster, bounds, rule, wheels)?;
        let mut statistics = Statistics { time: begin.elapsed(), ..Statistics::default() };
        for (i, answer) in answers.iter().enumerate() {
            self.mistakes[i] = judge(&answer.ray, &answer.cast, &truth[i].cast);
            statistics.rays += 1;
            statistics.without_hit += u64::from(answer.cast.hit.is_none());
            statistics.nodes += u64::from(answer.cast.nodes);
            statistics.triangles += u64::from(answer.cast.triangles);
            statistics.mistakes += u64::from(self.mistakes[i].is_some());
        }
        self.answers = Some(answers);
        self.last = statistics;
        self.total += statistics;
        Ok(())
    }

    /// Its row in the table.
    pub fn method(&self) -> &'static Method {
        self.method
    }

    /// What it was prepared with.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What it told the wheels in this frame; `None` before the first question.
    pub fn answers(&self) -> Option<&[WheelAnswer; 4]> {
        self.answers.as_ref()
    }

    /// Per wheel, how its answer in this frame differs from brute force.
    pub fn mistakes(&self) -> [Option<Mistake>; 4] {
        self.mistakes
    }

    /// Of this frame.
    pub fn last(&self) -> Statistics {
        self.last
    }

    /// Since the start; stepping back and forth counts every question.
    pub fn total(&self) -> Statistics {
        self.total
    }

    /// All counters at zero.
    pub fn forget(&mut self) {
        (self.last, self.total) = Default::default();
    }
}

/// The four wheels' answers by one caster.
pub fn ask_all(
    caster: &dyn RayCaster,
    bounds: &Aabb,
    rule: SearchRule,
    wheels: &[WheelRay; 4],
) -> Result<[WheelAnswer; 4], RayError> {
    let [a, b, c, d] = wheels;
    let answer = |wheel| ask(caster, bounds, rule, wheel);
    Ok([answer(a)?, answer(b)?, answer(c)?, answer(d)?])
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Self) {
        self.rays += other.rays;
        self.without_hit += other.without_hit;
        self.nodes += other.nodes;
        self.triangles += other.triangles;
        self.mistakes += other.mistakes;
        self.time += other.time;
    }
}
