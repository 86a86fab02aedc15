//! `cloth-fast` as a method: refit, walk, exact tests.

use std::time::Instant;

use super::coplanar::Ends;
use super::levels::Levels;
use super::threads::in_order;
use super::walk::Search;
use crate::cloth::detect::exact::{SameSide, decide};
use crate::cloth::detect::{Counts, Detect, Event, Found, Times, Verdict, sorted};
use crate::cloth::mesh::ClothMesh;
use crate::cloth::step::{Contact, Features, Step};

/// Pairs of features that one thread takes at a time.
const PAIRS: usize = 1024;

/// What is switched on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stages {
    /// Patches that cannot meet themselves are left out.
    pub certificates: bool,
    /// Which features stay on one side.
    pub same_side: SameSide,
    /// On how many threads; the answer is the same on any number.
    pub threads: usize,
}

/// The levels over one cloth, kept from step to step.
pub struct Fast<'a> {
    mesh: &'a ClothMesh,
    levels: Levels,
    stages: Stages,
    features: Vec<Features>,
    ends: Ends,
}

impl<'a> Fast<'a> {
    /// For a cloth that is a grid; `None` for a garment.
    pub fn new(mesh: &'a ClothMesh, stages: Stages) -> Option<Self> {
        Some(Self {
            mesh,
            levels: Levels::new(mesh.side?),
            stages,
            features: Vec::new(),
            ends: Ends::default(),
        })
    }

    fn run(&mut self, step: &Step, threads: usize, tell: Option<&mut dyn FnMut(Event)>) -> Found {
        let begin = Instant::now();
        let refitted = self.levels.refit(step, threads);
        let refit = begin.elapsed();
        self.features.clear();
        let Stages { certificates, same_side, .. } = self.stages;
        let (levels, mesh, features) = (&self.levels, self.mesh, &mut self.features);
        let search = Search { levels, mesh, gap: 0.0, changed: None, certificates };
        let mut watching = tell;
        let mut counts = match &mut watching {
            Some(tell) => search.told(features, tell),
            None => search.on_threads(threads, features),
        };
        counts.refitted = refitted;
        let walk = begin.elapsed() - refit;
        if same_side == SameSide::Cubic {
            self.ends.of(step, self.levels.node(0));
        }
        // One kind after the other: the processor foresees what comes.
        let (faces, edges): (Vec<Features>, Vec<Features>) =
            self.features.iter().partition(|features| matches!(features, Features::VertexFace(..)));
        let exact = Exact { mesh, step, ends: &self.ends, same_side };
        let mut contacts = Vec::new();
        for kind in [faces, edges] {
            if let Some(tell) = &mut watching {
                contacts.extend(exact.meeting(&kind, &mut counts, tell));
                continue;
            }
            let jobs = kind.chunks(if threads > 1 { PAIRS } else { usize::MAX }).collect();
            for (found, of_job) in in_order(threads, jobs, |pairs| {
                let mut counts = Counts::default();
                (exact.meeting(pairs, &mut counts, &mut |_| {}), counts)
            }) {
                contacts.extend(found);
                counts += of_job;
            }
        }
        let times = Times { refit, walk, exact: begin.elapsed() - refit - walk };
        Found { contacts: sorted(contacts), counts, times }
    }
}

/// The last two stages.
struct Exact<'a> {
    mesh: &'a ClothMesh,
    step: &'a Step,
    ends: &'a Ends,
    same_side: SameSide,
}

impl Exact<'_> {
    /// Those of the pairs that meet.
    fn meeting(&self, pairs: &[Features], counts: &mut Counts, tell: &mut impl FnMut(Event)) -> Vec<Contact> {
        let Self { mesh, step, ends, same_side } = *self;
        let mut contacts = Vec::new();
        for &features in pairs {
            if same_side == SameSide::Cubic && ends.keep_their_side(mesh, features) {
                counts.feature_pairs += 1;
                counts.same_side_drops += 1;
                tell(Event::Features(features, Verdict::SameSide));
            } else if let Some(time) = decide(mesh, step, features, same_side, counts, tell) {
                contacts.push(Contact { features, time });
            }
        }
        contacts
    }
}

impl Detect for Fast<'_> {
    fn detect(&mut self, step: &Step) -> Found {
        self.run(step, self.stages.threads, None)
    }

    fn watch(&mut self, step: &Step, tell: &mut dyn FnMut(Event)) -> Found {
        self.run(step, 1, Some(tell))
    }
}
