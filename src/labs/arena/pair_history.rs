//! History of one pair in the recorded frames around the current one: the verdict of every enabled method,
//! and the truth.
//!
//! Frames are evaluated from their recorded states, a few at a time, and only while the history is shown. The
//! history has its own detectors, because the scene's detectors are timed and choose their schedules by those
//! times.

use std::time::{Duration, Instant};

use super::Arena;
use crate::comparison::detectors::Detectors;
use crate::detector::Mistake;
use crate::geometry::Pose;
use crate::labs::kept_frames::KeptFrames;
use crate::methods::{Inside, Method, truth};
use crate::settings::Settings;
use crate::world::{Body, Pair};

/// Number of frames evaluated before and after the current one.
pub const REACH: u64 = 300;

/// The verdicts computed so far on one pair by the methods that are on.
#[derive(Default)]
pub struct PairHistory {
    query: Option<Query>,
    frames: KeptFrames<PairFrame>,
    detectors: Option<Detectors>,
}

/// The pair, and the methods with their settings.
#[derive(PartialEq)]
struct Query {
    pair: Pair,
    /// Methods with their settings, the reference first.
    methods: Vec<(&'static str, Settings)>,
}

/// The pair in one frame.
pub struct PairFrame {
    /// Poses of the two bodies; a recorded frame with other poses is evaluated again.
    poses: [Pose; 2],
    /// The verdicts; `None` if the boxes do not overlap and no method tests the pair.
    pub verdicts: Option<PairVerdicts>,
}

/// The verdicts on the pair in one frame.
pub struct PairVerdicts {
    /// Whether the pair collides; `None` if the reference has no verdict.
    pub truth: Option<bool>,
    /// For each method of [`methods`], whether it reports a collision; `None` if it has no verdict.
    pub verdicts: Vec<Option<bool>>,
}

impl PairVerdicts {
    /// The mistake of a method of [`methods`], if any.
    pub fn mistake(&self, method: usize) -> Option<Mistake> {
        Mistake::of(self.verdicts[method]?, self.truth?)
    }
}

/// The methods of the history: the reference, then all others that are on and answer at once.
pub fn methods(arena: &Arena) -> Vec<&'static Method> {
    let reference = arena.roles().reference;
    let others = arena.lineup().asked();
    let others = others.filter(|method| method.id != reference.id && method.inside != Inside::Program);
    std::iter::once(reference).chain(others).collect()
}

impl PairHistory {
    /// Evaluates missing frames, the frames nearest to the current one first: at least one frame, then more
    /// until `time` has passed. Returns whether frames are still missing.
    pub fn decide(&mut self, arena: &Arena, pair: Pair, time: Duration) -> bool {
        let begin = Instant::now();
        let methods = methods(arena);
        let settings = methods.iter().map(|method| (method.id, arena.settings_of(method).clone())).collect();
        let query = Some(Query { pair, methods: settings });
        if self.query != query {
            (self.query, self.detectors) = (query, None);
            self.frames.clear();
        }
        let (span, now) = (arena.span(), arena.world().frame());
        self.frames.forget_before(now.saturating_sub(REACH).max(*span.start()));
        self.frames.split_off((now + REACH).min(*span.end()) + 1);
        let around = (0..=REACH).flat_map(|far| [now.checked_sub(far), (far > 0).then_some(now + far)]);
        let mut decided_one = false;
        for frame in around.flatten().filter(|frame| span.contains(frame)) {
            let Some(bodies) = arena.pair_at(frame, pair) else { continue };
            let poses = [bodies[0].pose, bodies[1].pose];
            if self.frames.at(frame).is_some_and(|decided| decided.poses == poses) {
                continue;
            }
            if decided_one && begin.elapsed() >= time {
                return true;
            }
            decided_one = true;
            let verdicts = bodies[0]
                .aabb()
                .overlaps(&bodies[1].aabb())
                .then(|| self.decide_frame(arena, &methods, &bodies));
            self.frames.put(frame, PairFrame { poses, verdicts });
        }
        false
    }

    /// The pair in a frame; `None` if the frame is not evaluated yet or too far from the current one.
    pub fn at(&self, frame: u64) -> Option<&PairFrame> {
        self.frames.at(frame)
    }

    /// All evaluated frames, oldest first.
    pub fn frames(&self) -> impl Iterator<Item = &(u64, PairFrame)> {
        self.frames.iter()
    }

    fn decide_frame(
        &mut self,
        arena: &Arena,
        methods: &[&'static Method],
        bodies: &[Body; 2],
    ) -> PairVerdicts {
        let detectors = self.detectors.get_or_insert_with(|| {
            let mut detectors = Detectors::new(arena.gpu().cloned());
            for method in methods {
                for (setting, value) in arena.settings_of(method).iter() {
                    // Cannot fail: the scene's detectors have accepted the same value.
                    let _ = detectors.set(method, setting.id, &value.to_string());
                }
            }
            detectors
        });
        let pair = [Pair::new(0, 1)];
        let answers = methods.iter().map(|method| detectors.detect(method, bodies, &pair).ok());
        let answers: Vec<_> = answers.map(|answer| answer.map(|detection| detection.verdicts)).collect();
        let reference = answers[0].as_ref();
        let truth =
            reference.and_then(|verdicts| truth::of_verdicts(bodies, &pair, verdicts).first().copied());
        let colliding = |verdicts: &Vec<_>| verdicts.first().map(|v: &crate::detector::Verdict| v.colliding);
        PairVerdicts { truth, verdicts: answers.iter().map(|a| a.as_ref().and_then(colliding)).collect() }
    }
}
