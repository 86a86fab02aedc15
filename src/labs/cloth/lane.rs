//! One method on the recorded motion: its answer to the current step, and the comparison with the reference.

use std::ops::AddAssign;
use std::sync::Arc;
use std::time::Duration;

use super::measured::{Answered, METRICS};
use super::worker::{Said, Worker};
pub use crate::cloth::detect::Judged;
use crate::cloth::detect::{Found, MOST_CONTACTS, MOST_PAIRS};
use crate::cloth::mesh::ClothMesh;
use crate::cloth::methods::{AS_PUBLISHED, BINARY, FAST, KD_TREE, METHODS, Method, OCTREE, REFERENCE, SAFE};
use crate::cloth::reached::Reached;
use crate::cloth::step::Step;
use crate::labs::contest::{self, Contestant};
use crate::labs::measured::Metric;
use crate::settings::Settings;

/// Maximum number of particles along a side for brute force: a cloth with 65 takes about a second, with 129 about 15
/// seconds.
pub const MOST_BRUTE: usize = 65;

/// Why a method does not support garments, in English.
pub const NO_GRID: &str =
    "this method needs a square cloth; for a garment use brute force or the binary tree";

/// Totals of one method's answers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Total {
    /// Number of answered steps.
    pub steps: u64,
    /// Contacts found.
    pub contacts: u64,
    /// Contacts missed.
    pub missed: u64,
    /// Reported contacts that do not exist (false positives).
    pub false_hits: u64,
    /// Time of all answers.
    pub time: Duration,
    /// Time of the simulation for the same steps.
    pub simulation: Duration,
}

impl AddAssign<(&Found, &Judged)> for Total {
    fn add_assign(&mut self, (found, judged): (&Found, &Judged)) {
        self.steps += 1;
        self.contacts += found.contacts.len() as u64;
        self.missed += judged.missed.len() as u64;
        self.false_hits += judged.false_hits.len() as u64;
        self.time += found.times.total();
    }
}

/// A method with its settings, prepared for one cloth.
pub type Lane = contest::Lane<Detection>;

/// A method on one cloth and its answer to the current step. Unlike methods of other labs it runs on its own thread, so
/// an answer may be pending.
pub struct Detection {
    mesh: Arc<ClothMesh>,
    worker: Result<Worker, String>,
    /// The last queried step, if any.
    asked: Option<Arc<Step>>,
    /// Whether an answer is pending.
    waits: bool,
    answer: Option<Arc<Found>>,
    judged: Option<Judged>,
    watched: bool,
    reached: Option<Arc<Vec<Reached>>>,
}

impl Contestant for Detection {
    type Method = Method;
    type Place = Arc<ClothMesh>;
    type Answer = Answered;
    type Total = Total;

    const METHODS: &'static [Method] = METHODS;
    const NEXT_PANES: &'static [&'static str] =
        &[FAST, AS_PUBLISHED, SAFE, BINARY, OCTREE, KD_TREE, REFERENCE];
    const METRICS: &'static [Metric<Answered>] = METRICS;

    /// Prepares the method on its own thread; a method that does not support the cloth gets an error instead of a
    /// thread.
    fn prepare(method: &'static Method, settings: &Settings, mesh: &Arc<ClothMesh>) -> Self {
        let most = MOST_BRUTE * MOST_BRUTE;
        let is_too_large = method.id == REFERENCE && mesh.rest.len() > most;
        let worker = match mesh.side {
            None if !method.takes_garments => Err(NO_GRID.to_owned()),
            None if is_too_large => Err(format!("brute force handles at most {most} particles")),
            Some(_) if is_too_large => {
                Err(format!("brute force handles at most {MOST_BRUTE} particles per side"))
            }
            _ => Ok(Worker::new(method, settings, mesh)),
        };
        Self {
            mesh: Arc::clone(mesh),
            worker,
            asked: None,
            waits: false,
            answer: None,
            judged: None,
            watched: false,
            reached: None,
        }
    }

    fn fits(&self, mesh: &Arc<ClothMesh>) -> bool {
        Arc::ptr_eq(&self.mesh, mesh)
    }
}

impl Detection {
    /// Why the method cannot answer, in English.
    pub fn why_not(&self) -> Option<&str> {
        self.worker.as_ref().err().map(String::as_str)
    }

    /// Discards the answer, because the current frame changed.
    pub fn forget(&mut self) {
        (self.asked, self.answer, self.judged, self.reached) = (None, None, None, None);
        self.watched = false;
    }

    /// Whether the method has answered the current step, or cannot.
    pub fn has_answered(&self) -> bool {
        self.answer.is_some() || self.worker.is_err()
    }

    /// Whether the method is running.
    pub fn is_busy(&self) -> bool {
        self.waits
    }

    /// Queries the method about a step, unless it has been queried about it already, and waits up to `patience` for
    /// the answer. While the method is still working on an earlier step, no query is sent.
    pub fn ask(&mut self, step: &Arc<Step>, patience: Duration) {
        if self.has_answered() {
            return;
        }
        self.take(patience);
        if self.asked.is_none()
            && !self.waits
            && let Ok(worker) = &self.worker
        {
            worker.detect(step);
            (self.asked, self.waits) = (Some(Arc::clone(step)), true);
            self.take(patience);
        }
    }

    /// Once the method has answered, requests for every triangle the last stage of the method that the triangle
    /// reached ([`Reached`]), unless requested before.
    pub fn watch(&mut self, patience: Duration) {
        if let (Ok(worker), Some(step), Some(_), false) =
            (&self.worker, &self.asked, &self.answer, self.watched)
        {
            worker.watch(step);
            (self.watched, self.waits) = (true, true);
        }
        self.take(patience);
    }

    /// Takes a pending answer if it is ready, and discards the answer if it belongs to an earlier step.
    fn take(&mut self, patience: Duration) {
        if !self.waits {
            return;
        }
        let Ok(worker) = &self.worker else { return };
        match worker.take(patience) {
            Ok(None) => {}
            Ok(Some(said)) => {
                self.waits = false;
                match said {
                    Said::Found(found) if found.overfull => {
                        self.worker = Err(format!(
                            "more than {MOST_PAIRS} pairs to test, or more than {MOST_CONTACTS} contacts; use a coarser cloth"
                        ));
                    }
                    Said::Found(found) if self.asked.is_some() => self.answer = Some(Arc::new(found)),
                    Said::Reached(reached) if self.watched => self.reached = Some(Arc::new(reached)),
                    _ => {}
                }
            }
            Err(why) => (self.worker, self.waits) = (Err(why), false),
        }
    }

    /// The answer to the current step.
    pub fn answer(&self) -> Option<&Arc<Found>> {
        self.answer.as_ref()
    }

    /// Compares the answer with the reference's.
    pub fn judge(&mut self, truth: &Found) {
        if self.judged.is_none() {
            self.judged = self.answer.as_ref().map(|found| Judged::of(found, truth));
        }
    }

    /// The comparison with the reference; `None` until both have answered.
    pub fn judged(&self) -> Option<&Judged> {
        self.judged.as_ref()
    }

    /// For every triangle, the last stage of the method that the triangle reached; `None` before [`Detection::watch`]
    /// has the result.
    pub fn reached(&self) -> Option<&Arc<Vec<Reached>>> {
        self.reached.as_ref()
    }
}
