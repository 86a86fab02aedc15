//! Finds out whether a lesson's claim holds, by the same methods and the same recording as the window shows.

use super::claim::{Claim, Comparison, Outcome};
use crate::exhibit::Exhibit;
use crate::gpu::Gpu;
use crate::image_space::explained::relation::Relation;
use crate::image_space::recording::{PassRecording, Step};
use crate::inspector::{self, Recording, Story};
use crate::labs::arena::{Arena, Setup, Start};
use crate::methods::{self, Method, REFERENCE};
use crate::settings::Settings;
use crate::world::{Body, PRESETS, Pair, Parameters};

impl Claim {
    /// Sets the scene and looks. The error is one line that says what was expected and what was found.
    pub fn check(&self, gpu: &Gpu) -> Result<(), String> {
        let found = |what: String| Err(format!("{self}: found {what}"));
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
                let exact = methods::find(REFERENCE).ok_or("the reference is gone")?;
                let here = match (scene.collide(scene.method)?, scene.collide(exact)?) {
                    (false, true) => Comparison::Missed,
                    (true, false) => Comparison::FalseHit,
                    _ => Comparison::Right,
                };
                if here == *comparison { Ok(()) } else { found(here.word().into()) }
            }
            Outcome::Rejected(stage) => {
                let tally = scene.detect(scene.method)?.cost.rejections;
                match tally.iter().find(|(name, _)| name == stage) {
                    Some((_, count)) if count > 0 => Ok(()),
                    Some(_) => found("nothing that it settles".into()),
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
            Outcome::Steps(count) => match scene.record()?.len() {
                here if here == *count => Ok(()),
                here => found(format!("{here} steps")),
            },
            Outcome::Stencil(value, wanted) => {
                let recording = scene.record()?;
                let step = self.step(recording.len());
                let Some(ran) = ran(&recording, step) else { return found(no_step(step, &recording)) };
                let pixels = ran.stencil.iter().filter(|here| *here == value).count();
                if (pixels > 0) == *wanted {
                    return Ok(());
                }
                found(format!("{pixels} pixels with {value}, and the values {:?}", values(&ran.stencil)))
            }
            Outcome::Samples(wanted) => {
                let recording = scene.record()?;
                let step = self.step(recording.len());
                match ran(&recording, step).map(|ran| ran.samples) {
                    Some(samples) if (samples > 0) == *wanted => Ok(()),
                    Some(samples) => found(format!("{samples} samples")),
                    None => found(no_step(step, &recording)),
                }
            }
            Outcome::Relation(number) => {
                let recording = scene.record()?;
                let Story::Passes(tables) = &recording.story else {
                    return found("no table of passes".into());
                };
                let mut seen: Vec<u8> = tables.iter().flat_map(relations).collect();
                seen.sort_unstable();
                seen.dedup();
                if seen == [*number] { Ok(()) } else { found(format!("the relations {seen:?}")) }
            }
        }
    }
}

/// A claim's world, and who is asked.
struct Scene<'a> {
    arena: Arena,
    gpu: &'a Gpu,
    method: &'static Method,
    settings: Settings,
    pair: Pair,
}

impl<'a> Scene<'a> {
    fn of(claim: &Claim, gpu: &'a Gpu) -> Result<Self, String> {
        let exact = methods::find(REFERENCE).ok_or("the reference is gone")?;
        let setup = Setup { start: start(&claim.exhibit), method: exact };
        let mut arena = Arena::new(None, setup).map_err(|why| format!("{claim}: {why}"))?;
        (0..claim.exhibit.frame.unwrap_or(0)).for_each(|_| arena.step());
        let method = claim.method().unwrap_or(exact);
        let mut settings = method.default_settings();
        claim.exhibit.settings.iter().try_for_each(|(id, value)| settings.set(id, value))?;
        let (pair, bodies) = (claim.pair(), arena.bodies().len());
        if pair.a >= bodies || pair.b >= bodies || pair.a == pair.b {
            return Err(format!("{claim}: there are bodies 0 to {}", bodies.saturating_sub(1)));
        }
        Ok(Self { arena, gpu, method, settings, pair })
    }

    fn detect(&self, method: &'static Method) -> Result<crate::detector::Detection, String> {
        let settings = if method.id == self.method.id { &self.settings } else { &method.default_settings() };
        let two: [Body; 2] = [self.pair.a, self.pair.b].map(|body| self.arena.bodies()[body].clone());
        let mut detector = method.detector(Some(self.gpu), settings).map_err(|why| why.to_string())?;
        detector.detect(&two, &[Pair { a: 0, b: 1 }]).map_err(|why| why.to_string())
    }

    fn collide(&self, method: &'static Method) -> Result<bool, String> {
        let detection = self.detect(method)?;
        Ok(detection.verdicts.first().is_some_and(|verdict| verdict.colliding))
    }

    fn record(&self) -> Result<Recording, String> {
        inspector::record(Some(self.gpu), self.method, &self.settings, self.arena.bodies(), self.pair)
    }
}

fn start(exhibit: &Exhibit) -> Start {
    let preset = exhibit.preset.as_ref().and_then(|id| PRESETS.iter().find(|preset| preset.id == id));
    if let Some(preset) = preset {
        return Start::Preset(preset);
    }
    let default = Parameters::default();
    let (seed, count) = (exhibit.seed.unwrap_or(default.seed), exhibit.bodies.unwrap_or(default.count));
    Start::Experiment(Parameters { seed, count, ..default })
}

fn values(stencil: &[u8]) -> Vec<u8> {
    let mut values = stencil.to_vec();
    values.sort_unstable();
    values.dedup();
    values
}

/// The step of this number, from 1.
fn ran(recording: &Recording, step: usize) -> Option<&Step> {
    recording.step_at(step).filter(|_| step <= recording.len())
}

fn no_step(step: usize, recording: &Recording) -> String {
    format!("no step {step}; there are steps 1 to {}", recording.len())
}

/// How the intervals of the pair's first and second body lie on the pixels that both cover, neighbours and all.
fn relations(recording: &PassRecording) -> Vec<u8> {
    let side = recording.side();
    let first = recording.roles.iter().position(|role| *role == 0).unwrap_or(0);
    let [a, b] = [&recording.intervals[first], &recording.intervals[1 - first]];
    let is_inside = |pixel: &usize| {
        let (x, y) = (pixel % side, pixel / side);
        let around = |at: usize| at.checked_sub(1).filter(|_| at + 1 < side).map(|before| before..=at + 1);
        let (Some(columns), Some(rows)) = (around(x), around(y)) else { return false };
        rows.flat_map(|row| columns.clone().map(move |column| row * side + column))
            .all(|near| a[near].is_some() && b[near].is_some())
    };
    let relation = |pixel: usize| {
        let [a, b] = [a[pixel]?, b[pixel]?].map(|interval| interval.map(f64::from));
        Some(Relation::of(a, b).number())
    };
    (0..side * side).filter(is_inside).filter_map(relation).collect()
}
