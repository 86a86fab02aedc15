//! What was found out about one frame of the world, by whom, and at what cost.

use std::time::{Duration, Instant};

use crate::broad_phase::{BroadCost, BroadPhase};
use crate::detector::{Cost, Detection, Verdict};
use crate::geometry::Aabb;
use crate::methods::{self, Method};
use crate::world::{Body, Pair};

use super::detectors::Detectors;

/// Who decides what.
#[derive(Clone, Copy)]
pub struct Roles {
    /// Its verdicts are on show.
    pub shown: &'static Method,
    /// Its verdicts move the world.
    pub driver: &'static Method,
    /// What the shown method is held against.
    pub reference: &'static Method,
}

impl Roles {
    /// The exact method drives and is the reference.
    pub fn showing(shown: &'static Method) -> Self {
        let exact = methods::find("gjk").expect("the exact reference is a row of the table");
        Self { shown, driver: exact, reference: exact }
    }
}

/// About one frame.
#[derive(Default)]
pub struct Findings {
    /// Of each body.
    pub boxes: Vec<Aabb>,
    /// Pairs whose boxes overlap.
    pub candidates: Vec<Pair>,
    /// What the broad phase counted.
    pub broad_cost: BroadCost,
    /// How long the broad phase took.
    pub broad_time: Duration,
    /// The shown method's verdicts, one per candidate; empty if it could not decide.
    pub verdicts: Vec<Verdict>,
    /// The reference's verdicts, one per candidate; empty if it could not decide.
    pub reference: Vec<Verdict>,
    /// Candidates, by index, on which the two differ.
    pub disagreements: Vec<usize>,
    /// Per body: whether it collides, says the shown method.
    pub colliding_bodies: Vec<bool>,
    /// Pairs that collide, says the driver.
    pub to_part: Vec<Pair>,
    /// What the shown method spent: of its own detection and nothing else.
    pub cost: Cost,
    /// Why somebody could not decide; one line.
    pub trouble: Option<String>,
}

impl Findings {
    /// Finds candidates and lets all roles decide them.
    pub fn about(
        bodies: &[Body],
        broad_phase: &mut dyn BroadPhase,
        detectors: &mut Detectors,
        roles: Roles,
    ) -> Self {
        let mut found = Self { boxes: bodies.iter().map(Body::aabb).collect(), ..Self::default() };
        let start = Instant::now();
        found.candidates = broad_phase.find(&found.boxes);
        found.broad_time = start.elapsed();
        found.broad_cost = broad_phase.cost();

        let pairs = &found.candidates;
        let shown = detectors.detect(roles.shown, bodies, pairs);
        let reference = if roles.reference.id == roles.shown.id {
            shown.clone()
        } else {
            detectors.detect(roles.reference, bodies, pairs)
        };
        let driver = if roles.driver.id == roles.shown.id {
            shown.clone()
        } else if roles.driver.id == roles.reference.id {
            reference.clone()
        } else {
            detectors.detect(roles.driver, bodies, pairs)
        };
        found.note(roles, shown, reference, driver, bodies.len());
        found
    }

    /// Pairs that collide, says the shown method.
    pub fn colliding_pairs(&self) -> usize {
        self.verdicts.iter().filter(|v| v.colliding).count()
    }

    fn note(
        &mut self,
        roles: Roles,
        shown: Result<Detection, String>,
        reference: Result<Detection, String>,
        driver: Result<Detection, String>,
        body_count: usize,
    ) {
        let mut troubles = Vec::new();
        let mut verdicts_of = |method: &Method, decided: Result<Detection, String>| match decided {
            Ok(detection) => (detection.verdicts, detection.cost),
            Err(why) => {
                troubles.push(format!("{}: {why}", method.title));
                (Vec::new(), Cost::default())
            }
        };
        (self.verdicts, self.cost) = verdicts_of(roles.shown, shown);
        self.reference = verdicts_of(roles.reference, reference).0;
        let mut driving = verdicts_of(roles.driver, driver).0;
        if driving.is_empty() {
            // A driver that cannot decide must not let bodies pass through each other; the trouble
            // is on show.
            driving.clone_from(&self.reference);
        }
        self.trouble = troubles.into_iter().next();

        let hit = |(pair, verdict): (&Pair, &Verdict)| verdict.colliding.then_some(*pair);
        self.to_part = self.candidates.iter().zip(&driving).filter_map(hit).collect();
        self.colliding_bodies = vec![false; body_count];
        for pair in self.candidates.iter().zip(&self.verdicts).filter_map(hit) {
            self.colliding_bodies[pair.a] = true;
            self.colliding_bodies[pair.b] = true;
        }
        let both = self.verdicts.iter().zip(&self.reference).enumerate();
        self.disagreements =
            both.filter(|(_, (v, r))| v.colliding != r.colliding).map(|(index, _)| index).collect();
    }
}
