//! Checks a lesson's claim with the methods and recordings that the window uses.

use std::rc::Rc;

use super::claim::{Claim, Comparison, Outcome};
use crate::detector::Mistake;
use crate::gpu::Gpu;
use crate::inspector::Story;
use crate::labs::arena::{Arena, Setup, words};
use crate::labs::{self, LABS};
use crate::methods::truth;
use crate::methods::{self, Method, REFERENCE};
use crate::settings::Settings;
use crate::stories::arena::{self, frame};
use crate::world::{Body, Pair};

impl Claim {
    /// Builds the scene and checks the outcome. The error is one line with the claim and the actual
    /// outcome.
    pub fn check(&self, gpu: &Gpu) -> Result<(), String> {
        let found = |what: String| Err(format!("{self}: found {what}"));
        if let Outcome::Fact(name, sign, value) = &self.outcome {
            return self.check_fact(gpu, name, *sign, *value);
        }
        let scene = Scene::of(self, gpu)?;
        match &self.outcome {
            Outcome::Candidates(count) => match scene.arena.found().candidates.len() {
                here if here == *count => Ok(()),
                here => found(format!("{here} candidates")),
            },
            Outcome::PiecesAbove(count) => {
                let pieces = scene.arena.bodies().iter().map(|body| body.shape.pieces().len());
                match pieces.max().unwrap_or(0) {
                    here if here > *count => Ok(()),
                    here => found(format!("{here} pieces at most")),
                }
            }
            Outcome::Colliding(colliding) => match scene.collide(scene.method)? {
                here if here == *colliding => Ok(()),
                here => found(if here { "colliding" } else { "apart" }.into()),
            },
            Outcome::Against(comparison) => {
                let here = match Mistake::of(scene.collide(scene.method)?, scene.truth()?) {
                    Some(Mistake::Missed) => Comparison::Missed,
                    Some(Mistake::FalseHit) => Comparison::FalseHit,
                    None => Comparison::Right,
                };
                if here == *comparison { Ok(()) } else { found(here.word().into()) }
            }
            Outcome::Rejected(stage) => {
                let tally = scene.detect(scene.method)?.cost.rejections;
                match tally.iter().find(|(name, _)| name == stage) {
                    Some((_, count)) if count > 0 => Ok(()),
                    Some(_) => found("no pair that it settles".into()),
                    None => {
                        let names: Vec<_> = tally.iter().map(|(name, _)| name).collect();
                        found(format!("no stage of this name; there are {}", names.join(", ")))
                    }
                }
            }
            Outcome::BytesBelow(bytes) => match scene.detect(scene.method)?.cost.bytes_read {
                here if here < *bytes => Ok(()),
                here => found(format!("{here} bytes")),
            },
            Outcome::Steps(count) => match scene.story()?.steps() {
                here if here == *count => Ok(()),
                here => found(format!("{here} steps")),
            },
            Outcome::Stencil(value, wanted) => {
                let story = scene.story()?;
                let step = self.step(story.steps());
                let facts = story.facts(step);
                if values(&facts, "samples").is_empty() {
                    return found(no_step(step, &*story));
                }
                let stencil = values(&facts, "stencil");
                let pixels = match (stencil.contains(&u64::from(*value)), *wanted) {
                    (here, wanted) if here == wanted => return Ok(()),
                    (true, _) => "pixels",
                    (false, _) => "0 pixels",
                };
                found(format!("{pixels} with {value}, and the values {stencil:?}"))
            }
            Outcome::Samples(wanted) => {
                let story = scene.story()?;
                let step = self.step(story.steps());
                match values(&story.facts(step), "samples").first() {
                    Some(samples) if (*samples > 0) == *wanted => Ok(()),
                    Some(samples) => found(format!("{samples} samples")),
                    None => found(no_step(step, &*story)),
                }
            }
            Outcome::Relation(number) => {
                let facts = scene.story()?.facts(0);
                if values(&facts, "side").is_empty() {
                    return found("no table of passes".into());
                }
                let seen = values(&facts, "relation");
                if seen == [u64::from(*number)] { Ok(()) } else { found(format!("the relations {seen:?}")) }
            }
            Outcome::Fact(..) => Ok(()),
        }
    }

    /// Builds the lab from the claim's parameters and checks the named number.
    fn check_fact(&self, gpu: &Gpu, name: &str, sign: char, value: f64) -> Result<(), String> {
        let (row, _) = labs::check(&self.exhibit, LABS[0]).map_err(|why| why.to_string())?;
        let mut lab =
            (row.build)(Some(gpu), &self.exhibit.words, None).map_err(|why| format!("{self}: {why}"))?;
        lab.settle();
        let facts = lab.facts();
        let Some((_, here)) = facts.iter().find(|(known, _)| *known == name) else {
            let names: Vec<_> = facts.iter().map(|(name, _)| *name).collect();
            return Err(format!("{self}: there is no such fact; there are {}", names.join(", ")));
        };
        let holds = match sign {
            '<' => *here < value,
            '>' => *here > value,
            _ => *here == value,
        };
        if holds { Ok(()) } else { Err(format!("{self}: found {here}")) }
    }
}

/// The arena at the frame of a claim, with the claim's method, settings and pair.
struct Scene<'a> {
    arena: Arena,
    gpu: &'a Gpu,
    method: &'static Method,
    settings: Settings,
    pair: Pair,
    /// The part of the frame that a story tells, as an index into [`APART`](words::APART).
    apart: usize,
}

impl<'a> Scene<'a> {
    fn of(claim: &Claim, gpu: &'a Gpu) -> Result<Self, String> {
        let exact = methods::find(REFERENCE).ok_or("the reference is missing")?;
        let scene = &claim.scene.next;
        let setup = Setup { start: scene.start.clone(), method: exact };
        let mut arena = Arena::new(None, setup).map_err(|why| format!("{claim}: {why}"))?;
        (0..scene.frame).for_each(|_| arena.step());
        let method = claim.method().unwrap_or(exact);
        let settings = scene.panes.settings_of(methods::row_of(method.id).unwrap_or(0)).clone();
        let (pair, bodies) = (claim.pair(), arena.bodies().len());
        if pair.a >= bodies || pair.b >= bodies || pair.a == pair.b {
            return Err(format!("{claim}: there are bodies 0 to {}", bodies.saturating_sub(1)));
        }
        Ok(Self { arena, gpu, method, settings, pair, apart: scene.apart })
    }

    fn detect(&self, method: &'static Method) -> Result<crate::detector::Detection, String> {
        let settings = if method.id == self.method.id { &self.settings } else { &method.default_settings() };
        let mut detector = method.detector(Some(self.gpu), settings).map_err(|why| why.to_string())?;
        detector.detect(&self.two(), &[Pair::new(0, 1)]).map_err(|why| why.to_string())
    }

    fn two(&self) -> [Body; 2] {
        [self.pair.a, self.pair.b].map(|body| self.arena.bodies()[body].clone())
    }

    fn truth(&self) -> Result<bool, String> {
        let exact = methods::find(REFERENCE).ok_or("the reference is missing")?;
        let verdicts = self.detect(exact)?.verdicts;
        Ok(truth::of_verdicts(&self.two(), &[Pair::new(0, 1)], &verdicts).contains(&true))
    }

    fn collide(&self, method: &'static Method) -> Result<bool, String> {
        let detection = self.detect(method)?;
        Ok(detection.verdicts.first().is_some_and(|verdict| verdict.colliding))
    }

    fn story(&self) -> Result<Rc<dyn Story>, String> {
        let bodies = self.arena.bodies();
        if self.apart == words::FRAME {
            let pairs = &self.arena.found().candidates;
            let queries = frame::record(Some(self.gpu), self.method, &self.settings, bodies, pairs, 0)?;
            return Ok(Rc::new(queries));
        }
        let recording = arena::record(Some(self.gpu), self.method, &self.settings, bodies, self.pair)?;
        Ok(recording.story())
    }
}

/// All values of the fact `name`, in order.
fn values(facts: &[(&'static str, u64)], name: &str) -> Vec<u64> {
    facts.iter().filter(|(other, _)| *other == name).map(|(_, value)| *value).collect()
}

fn no_step(step: usize, story: &dyn Story) -> String {
    format!("no step {step}; there are steps 1 to {}", story.steps())
}
