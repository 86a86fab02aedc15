//! A step of the cloth as a subject of the inspector.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;
use std::sync::Arc;

use super::cloth_lab::ClothLab;
use super::picture;
use super::query::{self, LoneQuery};
use crate::about::MethodInfo;
use crate::cloth::detect::Found;
use crate::cloth::mesh::ClothMesh;
use crate::cloth::methods::{self, BINARY, FAST, METHODS, Method, REFERENCE};
use crate::cloth::step::{Contact, Features, Step};
use crate::continuous::methods::{self as continuous, HYBRID};
use crate::continuous::{Kind, Query};
use crate::inspector::outcome::Reference;
use crate::inspector::story::{Choices, Story, Subject};
use crate::labs::lab::Lab as _;
use crate::labs::playhead::Playhead as _;
use crate::language::t;
use crate::render::dissection::Dissection;
use crate::settings::Settings;
use crate::stories::cloth::cones::Cones;
use crate::stories::cloth::measuring::Measuring;
use crate::stories::cloth::merging::Merging;
use crate::stories::cloth::pair::Pair;
use crate::stories::cloth::pair_recording::{PairRecording, first_of};
use crate::stories::cloth::patches::names;
use crate::stories::cloth::question::Question;
use crate::stories::cloth::recording::Recording;
use crate::stories::cloth::walk::{Walk, earliest, outcome};

/// The aspects of a step, in the order of [`APART`](super::view::APART).
const PARTS: [Part; 3] = [Part::Walk, Part::Cones, Part::Pair];
/// Maximum number of particles for a story of brute force, because recording it tests all pairs again and
/// blocks the window.
const MOST_BRUTE: usize = 33 * 33;

/// A part of a step that the inspector can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// All decisions of the method's traversal.
    Walk,
    /// The method's cones of normals as they merge.
    Cones,
    /// One pair of features.
    Pair,
}

/// A step with the current settings of all methods.
pub struct ClothSubject {
    /// The cloth and the step.
    pub question: Rc<Question>,
    /// The part to show.
    pub part: Part,
    /// The picked pair of features.
    pub pair: Option<Features>,
    /// The earliest contact that the active pane's method misses.
    pub missed: Option<Features>,
    /// Settings of every method, in the order of [`METHODS`].
    pub settings: Vec<Settings>,
    /// The reference and its answer, if there is one.
    pub truth: (&'static MethodInfo, Option<Arc<Found>>),
    /// The methods that the inspector offers, and the active pane's method.
    pub choices: Choices,
    /// Hash of the inputs of a story; if it changes, the inspector records the method again.
    pub edition: u64,
}

impl ClothSubject {
    /// The subject of the lab's current state; `None` in frame 0, which has no step.
    pub fn of(lab: &ClothLab) -> Option<Self> {
        let step = lab.step_on_show()?;
        let mut hasher = DefaultHasher::new();
        // The addresses identify cloth and step, which are not freed while they are shown.
        (Arc::as_ptr(lab.mesh()), Arc::as_ptr(step), lab.run_id(), lab.frame()).hash(&mut hasher);
        let place = hasher.finish();
        let settings = lab.contest.panes.settings();
        settings.hash(&mut hasher);
        let truth = lab.truth();
        let missed = earliest(lab.missed());
        (
            lab.settings.apart,
            lab.settings.pair,
            lab.settings.reference,
            missed,
            truth.map(|found| found.contacts.len()),
        )
            .hash(&mut hasher);
        let around = picture::surroundings(lab);
        Some(Self {
            question: Rc::new(Question::new(Arc::clone(lab.mesh()), Arc::clone(step), around, place)),
            part: PARTS[lab.settings.apart],
            pair: lab.settings.pair,
            missed,
            settings,
            truth: (&lab.truth_lane().method().about, truth.cloned()),
            choices: lab.choices(),
            edition: hasher.finish(),
        })
    }

    /// Contacts found by the reference.
    fn contacts(&self) -> &[Contact] {
        self.truth.1.as_ref().map_or(&[], |found| &found.contacts)
    }

    /// The picked pair; without one, the earliest missed contact; otherwise the earliest contact.
    fn known(&self) -> Option<Features> {
        self.pair.or(self.missed).or_else(|| earliest(self.contacts()))
    }

    /// The pair to show: a known pair, otherwise a pair that a method tested, otherwise any pair.
    fn chosen(&self) -> Option<Features> {
        self.known().or_else(|| {
            let id = if self.question.mesh.side.is_some() { FAST } else { BINARY };
            let method = methods::find(id)?;
            let first = first_of(&self.question, method, &method.default_settings());
            // The method tested no pair, because no features are close: show features from opposite ends of
            // the cloth.
            first.or_else(|| {
                let far = Features::VertexFace(0, self.question.mesh.faces.len() as u32 - 1);
                (!far.share(&self.question.mesh)).then_some(far)
            })
        })
    }

    fn walk(&self, method: &'static Method, settings: &Settings) -> Result<Rc<dyn Story>, String> {
        let particles = self.question.mesh.rest.len();
        if method.id == REFERENCE && particles > MOST_BRUTE {
            return Err(t!(
                "Brute force can be inspected only up to %{n} particles; there are %{m}. A single pair can be inspected at any size.",
                n = MOST_BRUTE,
                m = particles
            )
            .into_owned());
        }
        let mut measuring = Measuring::new(Rc::clone(&self.question), method.id, settings);
        let recording = Recording::of(&self.question, method, settings, &mut measuring);
        let recording = recording.ok_or_else(needs_grid)?;
        let question = Rc::clone(&self.question);
        Ok(Rc::new(Walk::new(question, &method.about, measuring, recording, self.truth.1.as_deref())))
    }

    fn cones(&self, method: &'static Method, settings: &Settings) -> Result<Rc<dyn Story>, String> {
        let measuring = Measuring::new(Rc::clone(&self.question), method.id, settings);
        let has_cones = measuring.has_cones();
        let merging = if has_cones { Merging::of(&self.question, &measuring) } else { None };
        let merging = merging
            .ok_or_else(|| t!("This method has no normal cones, or they are switched off.").into_owned())?;
        Ok(Rc::new(Cones::new(Rc::clone(&self.question), &method.about, measuring, merging)))
    }

    fn pair(&self, method: &'static Method, settings: &Settings) -> Result<Rc<dyn Story>, String> {
        let features = self
            .chosen()
            .ok_or_else(|| t!("The cloth has no two features without a common particle.").into_owned())?;
        let mut measuring = Measuring::new(Rc::clone(&self.question), method.id, settings);
        let recording = PairRecording::of(&self.question, (method, settings), features, &mut measuring);
        let recording = recording.ok_or_else(needs_grid)?;
        Ok(Rc::new(Pair::new(Rc::clone(&self.question), &method.about, recording)))
    }
}

fn needs_grid() -> String {
    t!("This method needs a square cloth.").into_owned()
}

impl Subject for ClothSubject {
    fn title(&self) -> String {
        match (self.part, self.known()) {
            (Part::Walk, _) => t!("A step of the cloth").into_owned(),
            (Part::Cones, _) => t!("Normal cones of a step").into_owned(),
            (Part::Pair, None) => t!("A pair of features").into_owned(),
            (Part::Pair, Some(features)) => names(features),
        }
    }

    fn name(&self) -> String {
        match self.part {
            Part::Walk | Part::Cones => t!("the step"),
            Part::Pair => t!("the pair"),
        }
        .into_owned()
    }

    fn edition(&self) -> u64 {
        self.edition
    }

    fn choices(&self) -> &Choices {
        &self.choices
    }

    fn reference(&self) -> Reference {
        let (method, found) = &self.truth;
        let outcome = found.as_ref().map(|found| outcome(&found.contacts));
        match self.part {
            Part::Walk => Reference::By { method, outcome },
            Part::Cones => Reference::Settled {
                hit: false,
                why: t!(
                    "All trees find the same contacts; normal cones show where the search can be skipped."
                )
                .into_owned(),
            },
            Part::Pair => Reference::Settled {
                hit: self.known().is_some_and(|features| {
                    self.contacts().iter().any(|contact| contact.features == features)
                }),
                why: t!("The verdict is compared with the exact roots of the cubic.").into_owned(),
            },
        }
    }

    fn record(&self, about: &'static MethodInfo) -> Result<Rc<dyn Story>, String> {
        let row = METHODS.iter().position(|method| method.id == about.id);
        let row = row.ok_or_else(|| format!("no method is called {:?}", about.id))?;
        let (method, settings) = (&METHODS[row], &self.settings[row]);
        match self.part {
            Part::Walk => self.walk(method, settings),
            Part::Cones => self.cones(method, settings),
            Part::Pair => self.pair(method, settings),
        }
    }
}

/// The test whose story is shown; the story contains those of the exact roots and of the inclusion boxes.
pub fn choices_of_query() -> Choices {
    let all = continuous::METHODS.iter().map(|method| &method.about);
    Choices::of(&continuous::METHODS[0].about, all.filter(|about| about.id == HYBRID))
}

/// A query as a subject of the inspector, shown as a cloth with only these two features.
pub struct QuerySubject {
    lone: Arc<LoneQuery>,
    choices: Choices,
    edition: u64,
}

impl QuerySubject {
    /// The subject of a query.
    pub fn new(lone: &Arc<LoneQuery>) -> Self {
        let mut hasher = DefaultHasher::new();
        query::said(&lone.query).hash(&mut hasher);
        Self { lone: Arc::clone(lone), choices: choices_of_query(), edition: hasher.finish() }
    }
}

impl Subject for QuerySubject {
    fn title(&self) -> String {
        match self.lone.query.kind {
            Kind::VertexFace => t!("A moving vertex and triangle"),
            Kind::EdgeEdge => t!("Two moving edges"),
        }
        .into_owned()
    }

    fn name(&self) -> String {
        t!("the query").into_owned()
    }

    fn edition(&self) -> u64 {
        self.edition
    }

    fn choices(&self) -> &Choices {
        &self.choices
    }

    fn reference(&self) -> Reference {
        let why = t!("The verdict is compared with the exact roots of the cubic.").into_owned();
        Reference::Settled { hit: self.lone.truth().is_some(), why }
    }

    fn record(&self, about: &'static MethodInfo) -> Result<Rc<dyn Story>, String> {
        let only = || t!("This method answers only for a whole cloth.").into_owned();
        if about.id != HYBRID {
            return Err(only());
        }
        let Query { kind, start, end } = self.lone.query;
        let (features, faces, edges) = match kind {
            Kind::VertexFace => (Features::VertexFace(0, 0), vec![[1, 2, 3]], vec![[1, 2], [2, 3], [1, 3]]),
            Kind::EdgeEdge => (Features::EdgeEdge(0, 1), Vec::new(), vec![[0, 1], [2, 3]]),
        };
        let mesh = Arc::new(ClothMesh { rest: start.to_vec(), faces, edges, side: None });
        let step = Arc::new(Step { start: start.to_vec(), end: end.to_vec() });
        let question = Rc::new(Question::new(mesh, step, Dissection::default(), self.edition));
        // Brute force asks the test about this pair, and about nothing else.
        let method = methods::find(REFERENCE).ok_or_else(only)?;
        let settings = method.default_settings();
        let mut measuring = Measuring::new(Rc::clone(&question), method.id, &settings);
        let recording = PairRecording::of(&question, (method, &settings), features, &mut measuring);
        Ok(Rc::new(Pair::new(question, about, recording.ok_or_else(only)?)))
    }
}
