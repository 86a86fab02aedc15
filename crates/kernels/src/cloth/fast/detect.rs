//! `cloth-fast` as a method: refit, traversal, exact tests.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::coplanar::Ends;
use super::exact::Exact;
use super::leaves::CellCache;
use super::levels::Levels;
use super::walk::Search;
use crate::cloth::detect::exact::SameSide;
use crate::cloth::detect::{Counts, Detect, Event, Found, MOST_CONTACTS, MOST_PAIRS, Times, sorted};
use crate::cloth::mesh::ClothMesh;
use crate::cloth::step::{Features, Step};
use crate::geometry::held::Held;
use crate::simd::Two;
use crate::simd::level::Level;

/// Limit on pairs of cells; each has up to 13 pairs of features.
const MOST_CELL_PAIRS: usize = MOST_PAIRS / 13;

/// The stages in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stages {
    /// Whether patches that cannot collide with themselves are skipped.
    pub certificates: bool,
    /// The rule for dropping features that stay on one side of each other.
    pub same_side: SameSide,
    /// Number of threads; the answer does not depend on it.
    pub threads: usize,
}

/// The method with its levels, reused from step to step.
pub struct Fast<'a> {
    mesh: Held<'a, ClothMesh>,
    levels: Levels,
    /// Instruction set for batches of exact tests, the only work here that fills the widest registers.
    batch_level: Level,
    stages: Stages,
    features: Vec<Features>,
    cache: CellCache,
    gathered: Vec<[Two; 3]>,
}

impl<'a> Fast<'a> {
    /// Prepares the method for a grid; `None` for a garment.
    pub fn new(mesh: impl Into<Held<'a, ClothMesh>>, stages: Stages) -> Option<Self> {
        let mesh = mesh.into();
        Some(Self {
            levels: Levels::new(mesh.side?),
            mesh,
            batch_level: Level::best(),
            stages,
            features: Vec::new(),
            cache: CellCache::new(),
            gathered: Vec::new(),
        })
    }

    /// Selects an instruction set instead of the processor's best. The answer is the same.
    pub fn by(mut self, set: Level) -> Self {
        self.levels.set = set;
        self.batch_level = set;
        self
    }

    fn run(&mut self, step: &Step, threads: usize, mut observer: Option<&mut dyn FnMut(Event)>) -> Found {
        let begin = Instant::now();
        let refitted = self.levels.refit(step, threads);
        let refit = begin.elapsed();
        let Stages { certificates, same_side, .. } = self.stages;
        let Self { levels, batch_level, mesh, features, cache, gathered, .. } = self;
        let (levels, batch_level, mesh) = (&*levels, *batch_level, &**mesh);
        let (corners, most) = (true, MOST_CELL_PAIRS);
        let search = Search { levels, mesh, gap: 0.0, changed: None, certificates, corners, most };
        let exact = Exact {
            mesh,
            step,
            ends: Ends::of(step, levels),
            same_side,
            cubic_level: levels.set,
            batch_level,
        };
        let overfull = Found { overfull: true, ..Found::default() };
        let (mut counts, contacts, walk);
        if threads > 1 && observer.is_none() {
            let total = AtomicUsize::new(0);
            let traversed = search.on_threads(threads, |pairs| {
                let (begin, mut counts) = (Instant::now(), Counts::default());
                let is_overfull = total.load(Relaxed) > MOST_CONTACTS;
                let pairs = if is_overfull { &[] } else { pairs };
                let contacts = exact.contacts(pairs, &mut counts, &mut unseen);
                total.fetch_add(contacts.len(), Relaxed);
                (contacts, counts, begin.elapsed())
            });
            let Some((of_search, of_jobs)) = traversed else { return overfull };
            counts = of_search;
            let (mut found, mut in_exact) = (Vec::new(), Duration::ZERO);
            for (of_job, counts_of_job, time) in of_jobs {
                found.extend(of_job);
                counts += counts_of_job;
                in_exact += time;
            }
            // Both stages run interleaved, so the traversal's time is the total minus that of the exact
            // tests.
            let both = begin.elapsed() - refit;
            (contacts, walk) = (found, both.saturating_sub(in_exact / threads as u32));
        } else {
            features.clear();
            let seen = observer.as_mut().map(|observer| &mut **observer as _);
            let Some(of_search) = search.traverse(features, cache, seen) else { return overfull };
            counts = of_search;
            walk = begin.elapsed() - refit;
            let mut exact = exact;
            if features.len() > step.start.len() {
                exact.ends = exact.ends.gathered(gathered);
            }
            contacts = match &mut observer {
                #[cfg(feature = "methods")]
                Some(observer) => exact.contacts(features, &mut counts, observer),
                _ => exact.contacts(features, &mut counts, &mut unseen),
            };
        }
        if contacts.len() > MOST_CONTACTS {
            return overfull;
        }
        counts.refitted = refitted;
        let contacts = sorted(contacts);
        let times = Times { refit, walk, exact: begin.elapsed() - refit - walk };
        Found { contacts, counts, times, overfull: false }
    }
}

/// Observer that does nothing; with a closure per call the exact tests would be compiled once per call.
fn unseen(_: Event) {}

impl Detect for Fast<'_> {
    fn detect(&mut self, step: &Step) -> Found {
        self.run(step, self.stages.threads, None)
    }

    #[cfg(feature = "methods")]
    fn watch(&mut self, step: &Step, observer: &mut dyn FnMut(Event)) -> Found {
        self.run(step, 1, Some(observer))
    }
}
