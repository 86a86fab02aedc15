//! The inspector's subjects: the inspected pair, and all candidate pairs of a frame.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use super::Arena;
use super::words::FRAME;
use crate::about::MethodInfo;
use crate::detector::{Mistake, Verdict};
use crate::gpu::Gpu;
use crate::inspector::outcome::{Outcome, Reference};
use crate::inspector::story::{Choice, Choices, Story, Subject};
use crate::language::{t, tr};
use crate::methods::{self, Inside, METHODS, Method, own_program};
use crate::settings::Settings;
use crate::stories::arena::case::Case;
use crate::stories::arena::program::ProgramAnswer;
use crate::stories::arena::{self, Names, frame};
use crate::world::{Body, Pair};

/// A pair of bodies in their current poses, with the settings of all methods.
pub struct PairSubject {
    pair: Pair,
    bodies: [Body; 2],
    /// The two bodies as they were before the drag by hand; `None` while no body is held.
    before_drag: Option<[Body; 2]>,
    edition: u64,
    gpu: Option<Gpu>,
    /// The settings of every method, in the order of [`METHODS`].
    settings: Vec<Settings>,
    choices: Choices,
    reference: Judgement,
    /// The answer of a program of one's own, or why there is none, in the user's language.
    program: Result<Reported, String>,
}

/// The answer of a program of one's own about the pair.
#[derive(Clone)]
enum Reported {
    /// The program was not asked, because the boxes do not overlap.
    NoCandidate,
    /// Its answer, the mistake in it, and the English sentence about a failure or a false certificate.
    Answer { verdict: Verdict, mistake: Option<Mistake>, remark: Option<String> },
}

/// The reference's verdict on the pair.
enum Judgement {
    /// The boxes do not overlap, so no method tests the pair.
    NoCandidate,
    /// The convex pieces of concave bodies overlap, but the bodies' triangles do not: pieces stick out of
    /// their body.
    OnlyPiecesMeet,
    /// The reference and its verdict; `None` if the reference is off or has no verdict.
    By(&'static Method, Option<Verdict>),
}

impl Arena {
    /// The inspected pair as the inspector's subject; `None` if no two bodies have overlapping boxes.
    pub fn subject(&self) -> Option<PairSubject> {
        let pair = inspected_pair(self)?;
        let bodies = [self.bodies().get(pair.a)?.clone(), self.bodies().get(pair.b)?.clone()];
        let before_drag = self.before_drag(pair);
        let mut hasher = DefaultHasher::new();
        (self.edition(), pair.a, pair.b, before_drag.is_some()).hash(&mut hasher);
        let judge = self.roles().reference;
        let reference = match self.found().candidates.iter().position(|other| *other == pair) {
            None => Judgement::NoCandidate,
            Some(index) => {
                let answer = self.found().answer(judge);
                let verdict = answer.and_then(|answer| answer.verdicts.get(index).copied());
                let collide = self.found().truth.as_ref().and_then(|truth| truth.get(index).copied());
                match verdict {
                    Some(verdict) if Some(verdict.colliding) != collide => Judgement::OnlyPiecesMeet,
                    _ => Judgement::By(judge, verdict),
                }
            }
        };
        Some(PairSubject {
            pair,
            bodies,
            before_drag,
            edition: hasher.finish(),
            gpu: self.gpu().cloned(),
            settings: METHODS.iter().map(|method| self.settings_of(method).clone()).collect(),
            choices: self.choices(),
            reference,
            program: self.reported(pair),
        })
    }

    /// All candidate pairs of this frame as the inspector's subject; `None` if there are none.
    pub fn frame_subject(&self) -> Option<FrameSubject> {
        let found = self.found();
        let pairs = Some(found.candidates.clone()).filter(|pairs| !pairs.is_empty())?;
        let hits = found.truth.as_ref().map(|truth| truth.iter().filter(|hit| **hit).count());
        let outcome = hits.map(|hits| frame::outcome(hits, pairs.len()));
        let mut hasher = DefaultHasher::new();
        (self.edition(), FRAME).hash(&mut hasher);
        Some(FrameSubject {
            frame: self.world().frame(),
            bodies: self.bodies().to_vec(),
            pairs,
            edition: hasher.finish(),
            gpu: self.gpu().cloned(),
            settings: METHODS.iter().map(|method| self.settings_of(method).clone()).collect(),
            choices: self.choices(),
            reference: Reference::By { method: &self.roles().reference.about, outcome },
        })
    }

    /// Prepares the inspected pair when the inspector opens while the scene plays. The pair was picked in an earlier
    /// frame, and since then its boxes may have separated. If the user picked it, returns to the last recorded frame
    /// in which it was a candidate, and gives its number; a pair that the inspector picked by itself is dropped.
    pub fn open_subject(&mut self) -> Option<u64> {
        let pair = self.selected_pair.filter(|pair| !self.found().candidates.contains(pair))?;
        if self.proposed_pair == Some(pair) {
            self.selected_pair = None;
            return None;
        }
        let is_candidate =
            |frame: &u64| self.pair_at(*frame, pair).is_some_and(|[a, b]| a.aabb().overlaps(&b.aabb()));
        let frame = (*self.span().start()..self.world().frame()).rev().find(is_candidate)?;
        self.seek(frame).then_some(frame)
    }

    /// The answer of a program of one's own about a pair in this frame. A program is not asked again for the inspector.
    fn reported(&self, pair: Pair) -> Result<Reported, String> {
        let off = || t!("Show the program in a pane to inspect its answers.").into_owned();
        let answer = methods::find(own_program::ID).and_then(|method| self.found().answer(method));
        let answer = answer.ok_or_else(off)?;
        if let Some(why) = &answer.trouble {
            return Err(tr(why.words()));
        }
        let index = self.found().candidates.iter().position(|other| *other == pair);
        let Some(index) = index else { return Ok(Reported::NoCandidate) };
        let verdict = answer.verdicts.get(index).copied().ok_or_else(off)?;
        let remark = answer.remarks.iter().find(|(of, _)| *of == index).map(|(_, says)| says.clone());
        Ok(Reported::Answer { verdict, mistake: answer.error_at(index), remark })
    }

    /// All methods, with what this machine lacks for each, and the active pane's method.
    pub fn choices(&self) -> Choices {
        let capabilities = self.gpu().map(Gpu::capabilities);
        let row =
            |method: &'static Method| Choice { about: &method.about, missing: method.why_not(capabilities) };
        Choices { focus: &self.roles().shown.about, all: METHODS.iter().map(row).collect(), beside: None }
    }
}

/// The picked pair, otherwise the most interesting candidate.
pub fn inspected_pair(arena: &Arena) -> Option<Pair> {
    arena.selected_pair.or_else(|| {
        let first = *arena.pairs_in_focus().first()?;
        arena.found().candidates.get(first).copied()
    })
}

impl Subject for PairSubject {
    fn title(&self) -> String {
        t!("Bodies %{a} and %{b}", a = self.pair.a, b = self.pair.b).into_owned()
    }

    fn name(&self) -> String {
        format!("{}–{}", self.pair.a, self.pair.b)
    }

    fn edition(&self) -> u64 {
        self.edition
    }

    fn choices(&self) -> &Choices {
        &self.choices
    }

    fn reference(&self) -> Reference {
        match &self.reference {
            Judgement::NoCandidate => Reference::Settled {
                hit: false,
                why: t!("The boxes do not overlap in this frame, so the pair is not a candidate.")
                    .into_owned(),
            },
            Judgement::OnlyPiecesMeet => Reference::Settled {
                hit: false,
                why: t!("Separated: some convex pieces overlap, but no triangles do.").into_owned(),
            },
            Judgement::By(method, verdict) => {
                Reference::By { method: &method.about, outcome: verdict.as_ref().map(Outcome::of) }
            }
        }
    }

    fn record(&self, about: &'static MethodInfo) -> Result<Rc<dyn Story>, String> {
        self.record_named(about, None)
    }

    /// The second of two methods that run tables names the bodies as the first does. If only the verdict of the second
    /// depends on the names, the first adopts them.
    fn model(&self, method: &'static MethodInfo, other: &'static MethodInfo) -> Option<&'static MethodInfo> {
        let (own, others) = (self.is_symmetric(method)?, self.is_symmetric(other)?);
        let gives_way = method.id != self.choices.focus.id || !others;
        (method.id != other.id && gives_way && own).then_some(other)
    }

    fn record_like(
        &self,
        about: &'static MethodInfo,
        model: &'static MethodInfo,
    ) -> Result<Rc<dyn Story>, String> {
        self.record_named(about, Some(model))
    }
}

/// A method with its settings, among those of all methods.
fn row<'a>(settings: &'a [Settings], about: &MethodInfo) -> Result<(&'static Method, &'a Settings), String> {
    let row = METHODS.iter().zip(settings).find(|(method, _)| method.id == about.id);
    row.ok_or_else(|| format!("there is no method {:?} for pairs", about.id))
}

/// All candidate pairs of a frame, with the settings of all methods.
pub struct FrameSubject {
    frame: u64,
    bodies: Vec<Body>,
    pairs: Vec<Pair>,
    edition: u64,
    gpu: Option<Gpu>,
    /// The settings of every method, in the order of [`METHODS`].
    settings: Vec<Settings>,
    choices: Choices,
    reference: Reference,
}

impl Subject for FrameSubject {
    fn title(&self) -> String {
        t!("All pairs of frame %{n}", n = self.frame).into_owned()
    }

    fn name(&self) -> String {
        t!("the frame").into_owned()
    }

    fn edition(&self) -> u64 {
        self.edition
    }

    fn choices(&self) -> &Choices {
        &self.choices
    }

    fn reference(&self) -> Reference {
        self.reference.clone()
    }

    fn record(&self, about: &'static MethodInfo) -> Result<Rc<dyn Story>, String> {
        let (method, settings) = row(&self.settings, about)?;
        let (gpu, bodies, pairs) = (self.gpu.as_ref(), &self.bodies, &self.pairs);
        Ok(Rc::new(frame::record(gpu, method, settings, bodies, pairs, self.edition)?))
    }
}

impl PairSubject {
    /// Whether exchanging A and B leaves the verdict of a method unchanged; `None` if it runs no tables.
    fn is_symmetric(&self, about: &MethodInfo) -> Option<bool> {
        let (method, settings) =
            row(&self.settings, about).ok().filter(|(method, _)| method.runs_passes())?;
        Some(method.tables(settings).iter().all(|table| table.symmetric))
    }

    /// Records a method's story; `like` names the bodies.
    fn record_named(
        &self,
        about: &'static MethodInfo,
        like: Option<&'static MethodInfo>,
    ) -> Result<Rc<dyn Story>, String> {
        let (method, settings) = row(&self.settings, about)?;
        if method.inside == Inside::Program {
            return Ok(match self.program.clone()? {
                Reported::NoCandidate => arena::separated_boxes(method, self.bodies.clone(), self.pair),
                Reported::Answer { verdict, mistake, remark } => {
                    let case = Case { method, pair: self.pair, bodies: self.bodies.clone(), verdict };
                    Rc::new(ProgramAnswer { case, mistake, remark })
                }
            });
        }
        let like = like.map(|about| row(&self.settings, about)).transpose()?;
        let names = Names { before_drag: self.before_drag.as_ref(), like };
        let recording =
            arena::record_pair(self.gpu.as_ref(), method, settings, self.bodies.clone(), self.pair, names)?;
        Ok(recording.story())
    }
}
