//! Results for one frame of the world: candidate pairs, and every method's answer with its cost.

use std::time::{Duration, Instant};

use crate::broad_phase::{BroadCost, CandidateSearch};
use crate::detector::{Cost, Evidence, Mistake, Verdict};
use crate::geometry::Aabb;
use crate::methods::truth::{self, Truth};
use crate::methods::{Inside, Method};
use crate::programs::asker::Answered;
use crate::programs::certificate::Checked;
use crate::world::{Body, Pair, World};

use super::detectors::Detectors;
use super::lineup::{Lineup, row_of};
use super::own_program::Trouble;

/// The candidate pairs of one frame and every method's answer.
#[derive(Default)]
pub struct Findings {
    /// Axis-aligned box of each body, world coordinates in metres.
    pub boxes: Vec<Aabb>,
    /// Pairs whose boxes overlap, from the broad phase.
    pub candidates: Vec<Pair>,
    /// Counts of the broad phase in this frame.
    pub broad_cost: BroadCost,
    /// Wall-clock time of the broad phase in this frame.
    pub broad_time: Duration,
    /// The answer of every method that is on, in the order of the table of methods.
    pub answers: Vec<Answer>,
    /// For each candidate, whether it collides, by the reference (and by triangles where pieces of concave bodies
    /// overlap); `None` if the reference is off or failed.
    pub truth: Option<Vec<bool>>,
    /// Pairs that collide according to the driver; the simulation bounces them off each other.
    pub to_part: Vec<Pair>,
    /// Why the driver failed, in one line.
    pub driver_trouble: Option<String>,
}

/// The answer of one method for all candidates.
pub struct Answer {
    /// The answering method.
    pub method: &'static Method,
    /// A verdict per candidate; empty if the method failed.
    pub verdicts: Vec<Verdict>,
    /// Times and counts of this method's detection alone.
    pub cost: Cost,
    /// Whether the detector was newly built, so that its time includes compiling and uploading.
    pub first: bool,
    /// A note from the detector, in one line.
    pub note: Option<String>,
    /// Why the method failed or has not answered yet.
    pub trouble: Option<Trouble>,
    /// For a program of one's own: candidates with a false certificate or without an answer, by ascending index, each
    /// with one English sentence.
    pub remarks: Vec<(usize, String)>,
    /// For each body, whether it is part of a pair that the method reports as colliding.
    pub colliding_bodies: Vec<bool>,
    /// Wrong verdicts, compared with [`Findings::truth`]; `None` if the truth is unknown or the method failed.
    pub errors: Option<Errors>,
}

/// Limits of one round of answers, see [`Findings::ask`].
#[derive(Clone, Copy)]
pub struct Limits {
    /// Whether a program of one's own is asked.
    pub programs: bool,
    /// Time from which only methods in panes, the driver and the reference answer.
    pub until: Option<Instant>,
}

/// Candidates, by ascending index, with wrong verdicts of a method.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Errors {
    /// Colliding candidates reported as separated (false negatives).
    pub missed: Vec<usize>,
    /// Separated candidates reported as colliding (false positives).
    pub false_hits: Vec<usize>,
}

impl Errors {
    /// Compares verdicts with the truth for the same candidates. A candidate without an answer is no error.
    pub fn of(verdicts: &[Verdict], truth: &[bool]) -> Self {
        let mut errors = Self::default();
        let both = verdicts.iter().zip(truth).enumerate();
        for (index, (verdict, right)) in both.filter(|(_, (verdict, _))| verdict.is_answer()) {
            match Mistake::of(verdict.colliding, *right) {
                Some(Mistake::Missed) => errors.missed.push(index),
                Some(Mistake::FalseHit) => errors.false_hits.push(index),
                None => {}
            }
        }
        errors
    }

    /// The kind of mistake in the verdict on this candidate; `None` if it is right.
    pub fn at(&self, candidate: usize) -> Option<Mistake> {
        let has = |list: &[usize]| list.binary_search(&candidate).is_ok();
        let missed = has(&self.missed).then_some(Mistake::Missed);
        missed.or_else(|| has(&self.false_hits).then_some(Mistake::FalseHit))
    }

    /// All wrong verdicts as `(candidate, kind)`, misses first.
    pub fn iter(&self) -> impl Iterator<Item = (usize, Mistake)> + '_ {
        let missed = self.missed.iter().map(|&index| (index, Mistake::Missed));
        missed.chain(self.false_hits.iter().map(|&index| (index, Mistake::FalseHit)))
    }

    /// Number of wrong verdicts: misses and false hits together.
    pub fn count(&self) -> usize {
        self.missed.len() + self.false_hits.len()
    }
}

impl Findings {
    /// Boxes and candidates of a frame, with no answers yet.
    pub fn of(world: &World, search: &mut CandidateSearch) -> Self {
        let boxes = search.fit(world.bodies(), world.moving()).to_vec();
        let start = Instant::now();
        let candidates = search.find();
        let broad_time = start.elapsed();
        Self { boxes, candidates, broad_cost: search.cost(), broad_time, ..Self::default() }
    }

    /// Runs every method that is on and has no answer yet, one after another, and drops the answers of
    /// methods that are off. `turn` rotates the order, so that no method always starts with cold caches. Returns the
    /// methods that ran.
    pub fn ask(
        &mut self,
        lineup: &Lineup,
        detectors: &mut Detectors,
        bodies: &[Body],
        turn: u64,
        limits: Limits,
    ) -> Vec<&'static Method> {
        self.answers.retain(|answer| lineup.is_on(answer.method));
        let mut asked: Vec<_> = lineup.asked().filter(|method| self.answer(method).is_none()).collect();
        let first = (turn % asked.len().max(1) as u64) as usize;
        asked.rotate_left(first);
        // A program is asked after all others have been timed: it works at the same time as this process.
        let at_once = [lineup.panes(), vec![lineup.roles().driver, lineup.roles().reference]].concat();
        let may_wait =
            |method: &Method| limits.until.is_some() && !at_once.iter().any(|other| other.id == method.id);
        asked.sort_by_key(|method| (may_wait(method), method.inside == Inside::Program));
        let mut ran = Vec::with_capacity(asked.len());
        for method in asked {
            if may_wait(method) && limits.until.is_some_and(|until| Instant::now() >= until) {
                break;
            }
            let answer = match method.inside {
                Inside::Program if !limits.programs => {
                    Answer { trouble: Some(Trouble::Playing), ..Answer::empty(method) }
                }
                Inside::Program => Answer::of_program(method, lineup, detectors, bodies, &self.candidates),
                _ => Answer::of(method, lineup, detectors, bodies, &self.candidates),
            };
            self.answers.push(answer);
            ran.push(method);
        }
        self.answers.sort_by_key(|answer| row_of(answer.method));
        self.part(lineup, detectors, bodies);
        self.judge(lineup, bodies);
        ran
    }

    /// Takes the answers of a program that were still to come. Returns its method if they have come.
    pub fn take_late(&mut self, detectors: &mut Detectors, bodies: &[Body]) -> Option<&'static Method> {
        let answer = self.answers.iter_mut().find(|answer| answer.is_waiting())?;
        match detectors.program_mut().take()? {
            Ok(answers) => {
                answer.take_answers(answers);
                answer.mark_bodies(&self.candidates, bodies.len());
                let judged = self.truth.as_ref();
                answer.errors = judged.map(|truth| answer.errors_of_meshes(truth, bodies, &self.candidates));
            }
            Err(why) => answer.trouble = Some(Trouble::Failed(why)),
        }
        Some(answer.method)
    }

    /// Drops the answer of a method.
    pub fn forget(&mut self, method: &Method) {
        self.answers.retain(|answer| answer.method.id != method.id);
    }

    /// The answer of a method; `None` if it is off.
    pub fn answer(&self, method: &Method) -> Option<&Answer> {
        self.answers.iter().find(|answer| answer.method.id == method.id)
    }

    /// Candidates on which two methods differ; empty if either method failed.
    pub fn between(&self, first: &Method, second: &Method) -> Vec<usize> {
        match (self.answer(first), self.answer(second)) {
            (Some(first), Some(second)) => {
                let both = first.verdicts.iter().zip(&second.verdicts).enumerate();
                let differ =
                    |a: &Verdict, b: &Verdict| a.colliding != b.colliding && a.is_answer() && b.is_answer();
                both.filter(|(_, (a, b))| differ(a, b)).map(|(index, _)| index).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Chooses the pairs that bounce. If the driver fails, the reference replaces it, so that bodies do not pass
    /// through each other, and the driver's error is shown.
    fn part(&mut self, lineup: &Lineup, detectors: &mut Detectors, bodies: &[Body]) {
        let roles = lineup.roles();
        self.driver_trouble = None;
        let mut unasked = None;
        for method in [roles.driver, roles.reference] {
            let answer = match self.answer(method) {
                Some(answer) => answer,
                None => unasked.insert(Answer::of(method, lineup, detectors, bodies, &self.candidates)),
            };
            if answer.trouble.is_none() {
                self.to_part = answer.colliding(&self.candidates).collect();
                return;
            }
            let trouble = answer.trouble.as_ref().map(|why| format!("{}: {}", method.title, why.words()));
            self.driver_trouble = self.driver_trouble.take().or(trouble);
        }
        self.to_part.clear();
    }

    fn judge(&mut self, lineup: &Lineup, bodies: &[Body]) {
        let reference = self.answer(lineup.roles().reference).filter(|answer| answer.trouble.is_none());
        self.truth = reference.map(|answer| truth::of_verdicts(bodies, &self.candidates, &answer.verdicts));
        for answer in &mut self.answers {
            let truth = self.truth.as_ref().filter(|_| answer.trouble.is_none());
            answer.errors = truth.map(|truth| match answer.method.inside {
                Inside::Program => answer.errors_of_meshes(truth, bodies, &self.candidates),
                _ => Errors::of(&answer.verdicts, truth),
            });
        }
    }
}

impl Answer {
    fn of(
        method: &'static Method,
        lineup: &Lineup,
        detectors: &mut Detectors,
        bodies: &[Body],
        pairs: &[Pair],
    ) -> Self {
        let settings = lineup.settings_of(method);
        let first = !detectors.fit(method, settings);
        // Earlier GPU work is finished first, so that it is not measured as this method's.
        detectors.drain();
        let (verdicts, cost, trouble) = match detectors.detect((method, settings), bodies, pairs) {
            Ok(detection) => (detection.verdicts, detection.cost, None),
            Err(why) => (Vec::new(), Cost::default(), Some(Trouble::Failed(why))),
        };
        let note = detectors.note(method);
        let mut answer = Self { verdicts, cost, first, note, trouble, ..Self::empty(method) };
        answer.mark_bodies(pairs, bodies.len());
        answer
    }

    /// The answer of a program of one's own, which comes later ([`Findings::take_late`]).
    fn of_program(
        method: &'static Method,
        lineup: &Lineup,
        detectors: &mut Detectors,
        bodies: &[Body],
        pairs: &[Pair],
    ) -> Self {
        let asked = detectors.program_mut().ask(lineup.settings_of(method), bodies, pairs);
        let trouble = asked.err().unwrap_or(Trouble::Waiting);
        let mut answer = Self { trouble: Some(trouble), ..Self::empty(method) };
        answer.mark_bodies(pairs, bodies.len());
        answer
    }

    /// Whether the answers of a program of one's own are still to come.
    pub fn is_waiting(&self) -> bool {
        self.trouble == Some(Trouble::Waiting)
    }

    fn empty(method: &'static Method) -> Self {
        Self {
            method,
            verdicts: Vec::new(),
            cost: Cost::default(),
            first: false,
            note: None,
            trouble: None,
            remarks: Vec::new(),
            colliding_bodies: Vec::new(),
            errors: None,
        }
    }

    fn mark_bodies(&mut self, pairs: &[Pair], bodies: usize) {
        self.colliding_bodies = vec![false; bodies];
        let colliding: Vec<_> = self.colliding(pairs).collect();
        for body in colliding.into_iter().flat_map(|pair| [pair.a, pair.b]) {
            self.colliding_bodies[body] = true;
        }
    }

    /// Takes the answers of a program, one for each candidate.
    fn take_answers(&mut self, answers: Vec<Answered>) {
        self.trouble = None;
        self.cost = Cost { pairs: answers.len() as u64, ..Cost::default() };
        let flaw = |answered: &Answered| match answered {
            Ok((_, Checked::False(flaw))) => Some(flaw.says()),
            Ok(_) => None,
            Err(failure) => Some(failure.says.clone()),
        };
        self.remarks = answers
            .iter()
            .enumerate()
            .filter_map(|(index, answered)| Some((index, flaw(answered)?)))
            .collect();
        self.verdicts = answers.iter().map(verdict_of).collect();
    }

    /// Errors of a program, which is asked about the meshes that are drawn. The reference tests round bodies as exact
    /// solids, so pairs on which the two differ are tested again with the meshes.
    fn errors_of_meshes(&self, truth: &[bool], bodies: &[Body], pairs: &[Pair]) -> Errors {
        let mut truth = truth.to_vec();
        for (index, right) in truth.iter_mut().enumerate() {
            let pair = [pairs[index].a, pairs[index].b].map(|body| bodies[body].clone());
            let differs = self.verdicts.get(index).is_some_and(|verdict| verdict.colliding != *right);
            if differs && pair.iter().any(Body::is_round) {
                let of_meshes = Truth::of(&pair).map(|truth| truth.of_meshes());
                *right = of_meshes.unwrap_or(*right);
            }
        }
        Errors::of(&self.verdicts, &truth)
    }

    /// Number of candidates that the method reports as colliding.
    pub fn colliding_pairs(&self) -> usize {
        self.verdicts.iter().filter(|verdict| verdict.colliding).count()
    }

    /// The kind of mistake in the verdict on this candidate; `None` if it is right or unknown.
    pub fn error_at(&self, candidate: usize) -> Option<Mistake> {
        self.errors.as_ref()?.at(candidate)
    }

    fn colliding(&self, candidates: &[Pair]) -> impl Iterator<Item = Pair> {
        let both = candidates.iter().zip(&self.verdicts);
        both.filter(|(_, verdict)| verdict.colliding).map(|(pair, _)| *pair)
    }
}

/// The verdict of an answer of a program.
fn verdict_of(answered: &Answered) -> Verdict {
    match answered {
        Ok((answer, checked)) => Verdict {
            colliding: answer.colliding,
            evidence: Evidence::Program { certificate: answer.certificate, checked: *checked },
        },
        Err(failure) => Verdict { colliding: false, evidence: Evidence::NoAnswer(failure.kind) },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn verdicts(word: &str) -> Vec<Verdict> {
        let verdict = |c| Verdict { colliding: c == '+', evidence: Evidence::EmptyWindow };
        word.chars().map(verdict).collect()
    }

    #[test]
    fn missed_pairs_and_false_hits_are_told_apart() {
        let errors = Errors::of(&verdicts("+-+--+"), &[true, true, false, false, true, false]);
        assert_eq!(errors, Errors { missed: vec![1, 4], false_hits: vec![2, 5] });
        let kinds: Vec<_> = (0..7).map(|index| errors.at(index)).collect();
        let (missed, hit) = (Some(Mistake::Missed), Some(Mistake::FalseHit));
        assert_eq!(kinds, [None, missed, hit, None, missed, hit, None]);
        assert_eq!(errors.iter().map(|(index, _)| index).collect::<Vec<_>>(), [1, 4, 2, 5]);
        assert_eq!(errors.count(), 4);
        assert_eq!(Errors::of(&verdicts("+-"), &[true, false]).count(), 0);
    }
}
