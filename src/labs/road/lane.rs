//! One method on the road: its rays, its answers, and their comparison with brute force.

use std::ops::AddAssign;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::geometry::Aabb;
use crate::labs::contest::{self, Contestant};
use crate::labs::measured::{Metric, milliseconds};
use crate::road::methods::{AABB_TREE, BRUTE_FORCE, METHODS, Method, REFERENCE};
use crate::road::ray::{Cast, LookedAt, Ray, RayCaster, RayError};
use crate::road::terrain::{DRIVING_LEAF_SIZE, Terrain};
use crate::road::wheel::{SearchRule, WheelAnswer, WheelRay, WheelSight, ask, sight};
use crate::settings::Settings;

/// Two hits whose distances differ by at most this relative difference count as one place.
const SAME_PLACE: f64 = 1e-9;

/// A method with its settings and the total cost of its rays since the start.
pub type Lane = contest::Lane<Caster>;

/// A method prepared for the terrain's mesh, with its answers in the current frame.
pub struct Caster {
    caster: Arc<dyn RayCaster>,
    answers: Option<[WheelAnswer; 4]>,
    differences: [Option<Difference>; 4],
    sights: [WheelSight; 4],
    last: Statistics,
}

/// Cost of rays, in one frame or since the start.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Number of rays that were cast.
    pub rays: u64,
    /// Number of rays that hit nothing.
    pub without_hit: u64,
    /// Number of inner nodes that were opened.
    pub nodes: u64,
    /// Number of triangles that were tested.
    pub triangles: u64,
    /// Number of answers that differ from brute force.
    pub differences: u64,
    /// Wall-clock time of the casts alone.
    pub time: Duration,
}

/// How an answer differs from brute force with the watertight test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The nearest hit exists, but no hit was reported.
    Missed,
    /// A hit was reported where there is none.
    FalseHit,
    /// A hit was found, but not the nearest hit.
    Elsewhere,
}

/// Compares a cast with brute force on the same ray; `None` if they agree. Hits on two triangles at the same place, as
/// on a shared edge, agree.
pub fn judge(ray: &Ray, cast: &Cast, truth: &Cast) -> Option<Difference> {
    match (cast.hit, truth.hit) {
        (None, None) => None,
        (None, Some(_)) => Some(Difference::Missed),
        (Some(_), None) => Some(Difference::FalseHit),
        (Some(hit), Some(truth)) => {
            let size = (truth.t + 1.0) * ray.direction().amax() + ray.origin().coords.amax();
            let apart = (hit.t - truth.t).abs() * ray.direction().amax();
            (apart.is_nan() || apart > SAME_PLACE * size).then_some(Difference::Elsewhere)
        }
    }
}

/// Whether this lane gives the answers with which all others are compared.
pub fn is_reference(lane: &Lane) -> bool {
    lane.method().id == REFERENCE && lane.settings().word("edges") == Some("watertight")
}

impl Contestant for Caster {
    type Method = Method;
    type Place = Terrain;
    type Answer = Statistics;
    type Total = Statistics;

    const METHODS: &'static [Method] = METHODS;
    /// Columns of the measurements file, and figures of the right panel.
    const METRICS: &'static [Metric<Statistics>] = &[
        Metric::column("rays", |took| Some(took.rays as f64)),
        Metric::column("without_hit", |took| Some(took.without_hit as f64)),
        Metric::figure("nodes", "Nodes", "Inner nodes visited; each holds two boxes.", |took| {
            Some(took.nodes as f64)
        }),
        Metric::figure("triangles", "Triangles", "Triangles tested with the rays.", |took| {
            Some(took.triangles as f64)
        }),
        Metric::figure("time_ms", "Time", "Time of the four ray casts.", |took| milliseconds(took.time)),
        Metric::column("differences", |took| Some(took.differences as f64)),
    ];

    /// Prepares the method. If the terrain already has this tree or list of triangles, it is shared, not built again.
    fn prepare(method: &'static Method, settings: &Settings, terrain: &Terrain) -> Self {
        let is_watertight = settings.word("edges") == Some("watertight");
        let caster: Arc<dyn RayCaster> = match method.id {
            BRUTE_FORCE if is_watertight => terrain.all().clone(),
            AABB_TREE if is_watertight && settings.whole("leaf-size") == Some(DRIVING_LEAF_SIZE.into()) => {
                terrain.tree().clone()
            }
            _ => method.make(terrain.mesh(), settings).into(),
        };
        let sights = [WheelSight::NoGround; 4];
        Self { caster, answers: None, differences: [None; 4], sights, last: Statistics::default() }
    }
}

impl Caster {
    /// Casts the rays of the four wheels, compares the answers with those of brute force (`truth`) and with the
    /// distances to the road (`roads`), and returns the cost. The measured time is that of the four casts alone.
    pub fn ask(
        &mut self,
        bounds: &Aabb,
        rule: SearchRule,
        wheels: &[WheelRay; 4],
        truth: &[WheelAnswer; 4],
        roads: &[Option<f64>; 4],
    ) -> Result<Statistics, RayError> {
        let begin = Instant::now();
        let answers = ask_all(&*self.caster, bounds, rule, wheels)?;
        let mut statistics = Statistics { time: begin.elapsed(), ..Statistics::default() };
        for (i, answer) in answers.iter().enumerate() {
            self.differences[i] = judge(&answer.ray, &answer.cast, &truth[i].cast);
            self.sights[i] = sight(answer, roads[i]);
            statistics.rays += 1;
            statistics.without_hit += u64::from(answer.cast.hit.is_none());
            statistics.nodes += u64::from(answer.cast.nodes);
            statistics.triangles += u64::from(answer.cast.triangles);
            statistics.differences += u64::from(self.differences[i].is_some());
        }
        self.answers = Some(answers);
        self.last = statistics;
        Ok(statistics)
    }

    /// The answers for the four wheels in this frame; `None` before the first query.
    pub fn answers(&self) -> Option<&[WheelAnswer; 4]> {
        self.answers.as_ref()
    }

    /// The boxes and triangles at which the rays of this frame look, wheel by wheel; `None` if the method tests every
    /// triangle, or before the first query.
    pub fn looked_at(&self) -> Option<[LookedAt; 4]> {
        let looked =
            self.answers.as_ref()?.each_ref().map(|answer| self.caster.looked_at(&answer.ray, f64::INFINITY));
        let [a, b, c, d] = looked;
        Some([a?, b?, c?, d?])
    }

    /// Per wheel, the difference from brute force in this frame.
    pub fn differences(&self) -> [Option<Difference>; 4] {
        self.differences
    }

    /// Per wheel, whether the answer is the road below it.
    pub fn sights(&self) -> [WheelSight; 4] {
        self.sights
    }

    /// Cost of the four rays in this frame.
    pub fn last(&self) -> Statistics {
        self.last
    }
}

/// Answers of one caster for the four wheels.
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
        self.differences += other.differences;
        self.time += other.time;
    }
}
