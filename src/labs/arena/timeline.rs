//! Seeking recorded frames, and their marks. And the measurements as CSV.

use std::ops::RangeInclusive;

use super::Arena;
use super::words::Start;
use crate::comparison::findings::{Errors, Findings};
use crate::comparison::ledger::figures;
use crate::comparison::statistics::Sample;
use crate::labs::kept_frames::{FrameMark, FrameMarks};
use crate::labs::lab::LabError;
use crate::labs::measured::{self, Row};
use crate::methods::{METHODS, Method};
use crate::world::{Body, Pair, Parameters};

impl Arena {
    /// The recorded frames.
    pub fn span(&self) -> RangeInclusive<u64> {
        self.timeline.span()
    }

    /// Seeks to the nearest recorded frame and releases a held body. Returns whether the current frame
    /// changed.
    pub fn seek(&mut self, frame: u64) -> bool {
        self.release(true);
        let moved = self.timeline.seek(frame);
        self.show_again(moved)
    }

    /// Seeks one frame back; returns `false` and changes nothing at the oldest recorded frame.
    pub fn step_back(&mut self) -> bool {
        self.release(true);
        let moved = self.timeline.step_back();
        self.show_again(moved)
    }

    fn show_again(&mut self, moved: bool) -> bool {
        if moved {
            self.follow_timeline();
            self.look_again();
        }
        moved
    }

    /// Restores the bodies' motions of the current recorded frame.
    pub(super) fn follow_timeline(&mut self) {
        // Cannot fail: the motions come from this world.
        let _ = self.world.restore(self.timeline.frame(), self.timeline.now());
    }

    /// Number of recorded frames before the current one.
    pub fn steps_back(&self) -> usize {
        self.timeline.steps_back()
    }

    /// Marks of the recorded frames, each from its latest evaluation.
    pub fn marks(&self) -> &FrameMarks {
        self.timeline.marks()
    }

    /// The measurements made in a frame, one per method that ran in it, in the order of the method table.
    pub fn measured_at(&self, frame: u64) -> impl Iterator<Item = (&'static Method, &Sample)> {
        METHODS.iter().filter_map(move |method| Some((method, self.ledger.of(method).at(frame)?)))
    }

    /// The bodies of a pair in a recorded frame.
    pub fn pair_at(&self, frame: u64, pair: Pair) -> Option<[Body; 2]> {
        let [a, b] = [pair.a, pair.b].map(|body| {
            let now = self.bodies().get(body)?;
            let &(pose, velocity, spin) = self.timeline.at(frame)?.get(body)?;
            Some(Body { shape: now.shape.clone(), pose, velocity, spin })
        });
        Some([a?, b?])
    }

    /// Marks the current frame with its results, once it is recorded. Errors of methods that no pane shows any more are
    /// dropped.
    pub(super) fn mark(&mut self) {
        let shown: Vec<_> =
            self.lineup.panes().iter().map(|of| (of.id, self.settings_of(of).clone())).collect();
        if std::mem::replace(&mut self.marked, shown) != self.marked {
            self.timeline.change_marks(FrameMark::drop_errors);
        }
        if self.world.frame() == self.timeline.frame() {
            let answers = (0..self.lineup.panes().len()).filter_map(|pane| self.answer_in(pane));
            self.timeline.mark(mark_of(&self.found, answers.filter_map(|answer| answer.errors.as_ref())));
        }
    }
}

/// Numbers of collisions and errors of a frame, for the timeline. Collisions are the pairs that the reference
/// reports or, if the reference is off, the pairs that bounce.
fn mark_of<'a>(found: &Findings, errors: impl Iterator<Item = &'a Errors>) -> FrameMark {
    let truth = found.truth.as_ref().map(|truth| truth.iter().filter(|hit| **hit).count());
    let hits = truth.unwrap_or(found.to_part.len()) as u32;
    let mut mark = FrameMark { hits, ..FrameMark::default() };
    for errors in errors {
        mark.missed += errors.missed.len() as u32;
        mark.false_hits += errors.false_hits.len() as u32;
    }
    mark
}

/// One row per frame and method since the start, for the lab with this id; `None` if nothing was measured.
pub fn csv(lab: &str, arena: &Arena) -> Option<Result<Vec<u8>, LabError>> {
    let numbers = |p: &Parameters| {
        format!("seed={} bodies={} density={} level={}", p.seed, p.count, p.density, p.level)
    };
    let scene = match arena.start() {
        Start::Experiment(parameters) => numbers(parameters),
        Start::Models(models, parameters) => {
            let names: Vec<&str> = models.iter().map(|model| model.name.as_str()).collect();
            format!("{} mesh={}", numbers(parameters), names.join("+"))
        }
        Start::Preset(preset) => format!("preset={}", preset.id),
    };
    // Methods have different counters: each counter gets a column, in order of first appearance.
    let mut columns: Vec<String> = Vec::new();
    for (name, _) in arena.ledger().samples().flat_map(|(_, sample)| figures(sample)) {
        if !columns.contains(&name) {
            columns.push(name);
        }
    }
    let row = |(method, sample): (&'static Method, &Sample)| {
        let figures = figures(sample);
        let value =
            |column: &String| figures.iter().find(|(name, _)| name == column).map(|(_, value)| *value);
        let values = columns.iter().map(value).collect();
        Row::with(sample.frame, (&method.about, arena.settings_of(method)), values)
    };
    let rows: Vec<_> = arena.ledger().samples().map(row).collect();
    let columns: Vec<_> = columns.iter().map(String::as_str).collect();
    (!rows.is_empty()).then(|| measured::file(lab, arena.gpu(), &scene, &columns, rows.iter()))
}
