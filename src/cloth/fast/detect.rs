//! `cloth-fast` as a method: refit, walk, exact tests.

use std::time::Instant;

use super::levels::Levels;
use super::walk::Walk;
use crate::cloth::detect::exact::{SameSide, decide};
use crate::cloth::detect::{Counts, Detect, Event, Found, Times, sorted};
use crate::cloth::mesh::ClothMesh;
use crate::cloth::step::{Contact, Features, Step};

/// What is switched on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stages {
    /// Patches that cannot meet themselves are left out.
    pub certificates: bool,
    /// Which features stay on one side.
    pub same_side: SameSide,
}

/// The levels over one cloth, kept from step to step.
pub struct Fast<'a> {
    mesh: &'a ClothMesh,
    levels: Levels,
    stages: Stages,
    features: Vec<Features>,
}

impl<'a> Fast<'a> {
    /// For a cloth that is a grid; `None` for a garment.
    pub fn new(mesh: &'a ClothMesh, stages: Stages) -> Option<Self> {
        Some(Self { mesh, levels: Levels::new(mesh.side?), stages, features: Vec::new() })
    }

    fn walk(&mut self, step: &Step, counts: &mut Counts, tell: &mut impl FnMut(Event)) -> Times {
        let begin = Instant::now();
        counts.refitted = self.levels.refit(step, 0.0);
        let refit = begin.elapsed();
        self.features.clear();
        let (levels, mesh, features) = (&self.levels, self.mesh, &mut self.features);
        let certificates = self.stages.certificates;
        let mut walk = Walk { levels, mesh, gap: 0.0, changed: None, certificates, counts, tell, features };
        walk.run();
        Times { refit, walk: begin.elapsed() - refit, ..Times::default() }
    }

    fn run(&mut self, step: &Step, tell: &mut impl FnMut(Event)) -> Found {
        let mut counts = Counts::default();
        let mut times = self.walk(step, &mut counts, tell);
        let begin = Instant::now();
        let mut contacts = Vec::new();
        for &features in &self.features {
            if let Some(time) = decide(self.mesh, step, features, self.stages.same_side, &mut counts, tell) {
                contacts.push(Contact { features, time });
            }
        }
        times.exact = begin.elapsed();
        Found { contacts: sorted(contacts), counts, times }
    }
}

impl Detect for Fast<'_> {
    fn detect(&mut self, step: &Step) -> Found {
        self.run(step, &mut |_| {})
    }

    fn watch(&mut self, step: &Step, tell: &mut dyn FnMut(Event)) -> Found {
        self.run(step, &mut |event| tell(event))
    }
}
