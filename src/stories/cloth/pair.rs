//! The story of one pair of features through a step: its motion, the coplanarity cubic with its roots, the
//! exact test, and the inclusion test, which halves boxes of time and coordinates until they contain no
//! contact. Pressing the mouse on the curve of the cubic shows that time in space.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use egui::{Label, Rect, RichText, Ui};

use super::curve::{self, Curve};
use super::measuring::Why;
use super::pair_recording::{MethodDecision, PairRecording, PairStep};
use super::patches::names;
use super::places::{self, Places};
use super::question::Question;
use super::recording::Decision;
use super::{drawn, pair_words, sentences, strips};
use crate::about::MethodInfo;
use crate::cloth::detect::Verdict;
use crate::cloth::step::Features;
use crate::continuous::{Kind, hybrid, naive};
use crate::detector::Mistake;
use crate::geometry::{Aabb, Point, Vector};
use crate::inspector::outcome::{Outcome, Reference};
use crate::inspector::region::region;
use crate::inspector::space::{self, Key, SpaceLook, SpaceView};
use crate::inspector::step_line::{halves, numbered_steps};
use crate::inspector::story::{Showing, Story};
use crate::language::t;
use crate::render::palette;
use crate::ui::theme;
use crate::ui::widgets::heading;

/// Heights of the curve of the cubic, and of a strip with the boxes of the inclusion test, points.
const CURVE: f32 = 170.0;
const STRIP: f32 = 40.0;
/// Maximum height of the drawing that shows where on the features the roots lie, points.
const PLACES: f32 = 170.0;
/// Half size of the box that the camera frames, as a multiple of the extent of the features' motion.
const AROUND_PAIR: f64 = 0.8;

/// The time that the user has picked on the curve, which replaces the time of the story's current step: the
/// number of the story, the step position at which it was picked, and the time.
#[derive(Default)]
struct PickedTime(Option<(u64, usize, f64)>);

/// The story of a pair of features, by one method.
pub struct Pair {
    question: Rc<Question>,
    about: &'static MethodInfo,
    recording: PairRecording,
    /// True if the features touch during the step.
    truth: bool,
    landmarks: Vec<usize>,
}

impl Pair {
    /// Makes the story of a recorded pair.
    pub fn new(question: Rc<Question>, about: &'static MethodInfo, recording: PairRecording) -> Self {
        let part = |look: &PairStep| std::mem::discriminant(look);
        let looks = recording.looks.windows(2).enumerate();
        let landmarks = looks.filter(|(_, two)| part(&two[0]) != part(&two[1])).map(|(i, _)| i + 1).collect();
        let truth = recording.roots.iter().any(|root| root.touches);
        Self { question, about, recording, truth, landmarks }
    }

    /// The recording.
    pub fn recording(&self) -> &PairRecording {
        &self.recording
    }

    fn done(&self, at: usize) -> &[PairStep] {
        &self.recording.looks[..at.min(self.recording.looks.len())]
    }

    /// The step that decides the method's answer.
    fn decision(&self) -> PairStep {
        match self.recording.decision {
            MethodDecision::Tested(Decision::Features(_, Verdict::Exact(_), _)) => PairStep::Answered,
            _ => PairStep::Method,
        }
    }

    fn look(&self, at: usize) -> Option<&PairStep> {
        self.done(at).last()
    }

    /// The time at which a step shows the features.
    fn time(&self, at: usize) -> f64 {
        match self.look(at) {
            Some(PairStep::Moved(time)) => *time,
            Some(PairStep::Root(index)) => self.recording.roots[*index].time,
            Some(PairStep::Exact(_, [from, _])) => *from,
            Some(PairStep::Answered) => self.recording.answer.unwrap_or(1.0),
            Some(PairStep::Box(cell, _)) => 0.5 * (cell.domain[0][0] + cell.domain[0][1]),
            Some(PairStep::Included) => self.recording.included.unwrap_or(1.0),
            None | Some(PairStep::Method | PairStep::Cubic) => self.recording.answer.unwrap_or(0.0),
        }
    }

    /// The time to show: the picked time, otherwise the time of the step.
    fn shown_time(&self, showing: &mut Showing<'_>) -> f64 {
        let (story, at) = (showing.story, showing.cursor.position.min(self.steps()));
        let picked = showing.views.of::<PickedTime>().0;
        picked
            .filter(|picked| (picked.0, picked.1) == (story, at))
            .map_or_else(|| self.time(at), |picked| picked.2)
    }

    fn sentence(&self, at: usize) -> String {
        match self.look(at) {
            Some(look) => pair_words::long(&self.recording, look),
            None => match self.recording.features {
                Features::VertexFace(vertex, face) => t!(
                    "Before the first step: particle %{n} and triangle %{m}. Do they touch during the step?",
                    n = vertex,
                    m = face
                ),
                Features::EdgeEdge(first, second) => t!(
                    "Before the first step: edges %{n} and %{m}. Do they touch during the step?",
                    n = first,
                    m = second
                ),
            }
            .into_owned(),
        }
    }

    /// Adds the curve and, once the inclusion test has begun, its boxes.
    fn curve(&self, ui: &mut Ui, showing: &mut Showing<'_>, height: f32) {
        let at = showing.cursor.position.min(self.steps());
        let time = self.shown_time(showing);
        let pair = &self.recording;
        let left = self.done(at).iter().rev().find_map(|look| match look {
            PairStep::Exact(_, left) => Some(*left),
            _ => None,
        });
        let ends_free = matches!(self.look(at), Some(PairStep::Answered)) && pair.answer.is_none();
        let is_exact = matches!(self.look(at), Some(PairStep::Exact(..) | PairStep::Answered));
        let framed = if let Some(PairStep::Root(index)) = self.look(at) { Some(*index) } else { None };
        let curve = Curve {
            cubic: &pair.cubic,
            roots: &pair.roots,
            framed,
            time: Some(time),
            left: if ends_free { [1.0, 1.0] } else { left.filter(|_| is_exact).unwrap_or([0.0, 1.0]) },
        };
        if let Some(picked) = curve::show(ui, &curve, height) {
            showing.views.of::<PickedTime>().0 = Some((showing.story, at, picked));
        }
    }

    fn boxes(&self, ui: &mut Ui, at: usize, height: f32) {
        strips::show(ui, self.recording.query.kind, self.done(at), height);
    }

    /// Adds the drawing that shows where on the features the roots lie. In the inclusion test, also the
    /// bounds of the vector between the features within the current box.
    fn places(&self, ui: &mut Ui, showing: &mut Showing<'_>, height: f32) {
        let time = self.shown_time(showing);
        let pair = &self.recording;
        let look = self.look(showing.cursor.position);
        let cell = if let Some(PairStep::Box(cell, _)) = look { Some(cell) } else { None };
        let title = match pair.query.kind {
            Kind::VertexFace => t!("Position in the triangle"),
            Kind::EdgeEdge => t!("Positions along both edges"),
        };
        heading(ui, &title);
        let places = Places {
            kind: pair.query.kind,
            roots: &pair.roots,
            framed: if let Some(PairStep::Root(index)) = look { Some(*index) } else { None },
            now: Some(naive::coordinates(pair.query.kind, &pair.at(time))),
            cell,
        };
        places::show(ui, &places, height);
        if let Some(cell) = cell {
            heading(ui, &t!("The vector between the features"));
            strips::image(ui, cell);
        }
    }

    /// The view of the features at a time, with the markings of the step.
    fn picture(&self, at: usize, time: f64) -> SpaceView {
        let pair = &self.recording;
        let mut view = self.question.plain();
        view.caption = self.sentence(at);
        view.bounds = self.bounds();
        let touches = pair.roots.iter().any(|root| root.touches && (root.time - time).abs() < 1e-9);
        drawn::features(&mut view, &self.question, pair.features, time, touches);
        match self.look(at) {
            Some(PairStep::Method) if self.is_dropped_by_plane() => {
                drawn::plane_at_start(&mut view, &self.question, pair.features);
            }
            Some(PairStep::Exact(hybrid::Step::Advanced { direction, .. }, _)) => {
                self.arrow(&mut view, time, direction);
            }
            Some(PairStep::Exact(hybrid::Step::Crossing(crossing), _)) if crossing.is_apart() => {
                self.arrow(&mut view, time, &crossing.direction);
            }
            Some(PairStep::Box(cell, holds)) => {
                let tail = self.tail(time).coords;
                let [low, high] = [0, 1].map(|i| Point::from(cell.image.map(|range| range[i])) + tail);
                let aabb = Aabb { min: low, max: high };
                let color = if *holds { palette::PICKED } else { palette::PRUNED };
                view.dissection.box_edges(&aabb.corners(), 2.0, color);
                view.dissection.dot(Point::from(tail), 7.0, palette::PICKED);
            }
            _ => {}
        }
        view
    }

    /// Whether the method drops the pair because the particle stays on one side of the triangle's first plane.
    fn is_dropped_by_plane(&self) -> bool {
        let MethodDecision::Tested(Decision::Features(_, _, why)) = &self.recording.decision else {
            return false;
        };
        matches!(why, Why::Plane(_))
    }

    /// Adds an arrow in a direction along which the features are separated.
    fn arrow(&self, view: &mut SpaceView, time: f64, direction: &Vector) {
        let size = 0.4 * view.bounds.extents().max();
        if let Some(unit) = direction.try_normalize(0.0) {
            let from = self.tail(time);
            view.dissection.arrow([from, from + unit * size], 0.12 * size, 2.5, palette::THOUGHT);
        }
    }

    /// The point from which the vector between the features is drawn: the vertex or, for two edges, the
    /// middle of the second edge.
    fn tail(&self, time: f64) -> Point {
        let points = self.recording.at(time);
        match self.recording.query.kind {
            Kind::VertexFace => points[0],
            Kind::EdgeEdge => nalgebra::center(&points[2], &points[3]),
        }
    }

    fn bounds(&self) -> Aabb {
        let query = &self.recording.query;
        let aabb = Aabb::around(query.start.into_iter().chain(query.end));
        let half = AROUND_PAIR * aabb.extents().max().max(1e-6);
        Aabb::cube(aabb.center(), half)
    }

    fn in_space(&self, ui: &mut Ui, rect: Rect, showing: &mut Showing<'_>) {
        let position = showing.cursor.position.min(self.steps());
        let time = self.shown_time(showing);
        let mut hasher = DefaultHasher::new();
        (showing.story, time.to_bits()).hash(&mut hasher);
        let key = Key { story: hasher.finish(), position, pixel: None };
        let look = showing.views.of::<SpaceLook>();
        space::show(ui, showing.stage, look, (key, showing.said), rect, || self.picture(position, time));
    }

    fn head(&self, ui: &mut Ui, showing: &mut Showing<'_>) {
        let at = showing.cursor.position.min(self.steps());
        ui.add(Label::new(RichText::new(self.sentence(at)).color(theme::strong())).wrap());
        self.values(ui, showing);
    }

    /// Adds the time that is shown, and the value of the cubic.
    fn values(&self, ui: &mut Ui, showing: &mut Showing<'_>) {
        let time = self.shown_time(showing);
        let text = t!(
            "%{pair}; t = %{t}, the cubic is %{value} m³",
            pair = names(self.recording.features),
            t = pair_words::moment(time),
            value = sentences::digits(self.recording.cubic.at(time))
        );
        ui.add(Label::new(RichText::new(text).small().color(theme::weak())).wrap());
    }
}

impl Story for Pair {
    fn about(&self) -> &'static MethodInfo {
        self.about
    }

    fn steps(&self) -> usize {
        self.recording.looks.len()
    }

    fn landmarks(&self) -> &[usize] {
        &self.landmarks
    }

    fn place(&self, at: usize) -> Option<String> {
        let place = match self.look(at)? {
            PairStep::Method => t!("the method"),
            PairStep::Moved(_) => t!("the motion"),
            PairStep::Cubic => t!("the cubic"),
            PairStep::Root(_) => t!("the roots"),
            PairStep::Exact(..) | PairStep::Answered => t!("the exact test"),
            PairStep::Box(..) | PairStep::Included => t!("the inclusion test"),
        };
        Some(place.into_owned())
    }

    fn deciding(&self) -> usize {
        let decision = self.recording.looks.iter().position(|look| *look == self.decision());
        decision.map_or(self.steps(), |index| index + 1)
    }

    fn outcome(&self) -> Outcome {
        let verdict = self.recording.verdict();
        let evidence = match self.recording.decision {
            MethodDecision::Tested(_) => t!(
                "roots: %{n}, with contact: %{m}",
                n = self.recording.roots.len(),
                m = self.recording.roots.iter().filter(|root| root.touches).count()
            ),
            MethodDecision::Culled(_) | MethodDecision::Unreported | MethodDecision::NoCommonCell => {
                t!("pair culled earlier")
            }
        };
        Outcome { hit: verdict.is_some(), word: pair_words::answer(verdict), evidence: evidence.into_owned() }
    }

    fn why(&self, _reference: &Reference) -> Option<String> {
        let why = pair_words::long(&self.recording, &self.decision());
        let missed =
            self.recording.roots.iter().find(|root| root.touches && self.recording.verdict().is_none());
        Some(match missed {
            Some(root) => sentences::joined(&why, &pair_words::crossed(self.recording.query.kind, root.time)),
            None => why,
        })
    }

    fn mistake(&self, _reference: &Reference) -> Option<Mistake> {
        Mistake::of(self.recording.verdict().is_some(), self.truth)
    }

    fn facts(&self, at: usize) -> Vec<(&'static str, u64)> {
        let boxes = self.done(at).iter().filter(|look| matches!(look, PairStep::Box(..))).count();
        let inside = self.recording.roots.iter().filter(|root| root.touches).count();
        vec![
            ("steps", self.steps() as u64),
            ("roots", self.recording.roots.len() as u64),
            ("roots inside", inside as u64),
            ("boxes", boxes as u64),
        ]
    }

    fn space(&self, at: usize, _pixel: Option<[u32; 2]>) -> SpaceView {
        self.picture(at, self.time(at))
    }

    fn views(&self) -> &'static [&'static str] {
        &["cubic", "boxes", "places", "space"]
    }

    fn large(&self, ui: &mut Ui, room: Rect, view: &str, showing: &mut Showing<'_>) {
        if view == "space" {
            return self.in_space(ui, room, showing);
        }
        region(ui, view, showing.side, room, |ui| {
            self.head(ui, showing);
            let height = ui.available_height();
            match view {
                "boxes" => {
                    self.curve(ui, showing, 0.4 * height);
                    self.boxes(ui, showing.cursor.position, 0.27 * height);
                }
                "places" => self.places(ui, showing, 0.7 * height),
                _ => self.curve(ui, showing, height - 8.0),
            }
        });
    }

    fn picture(&self, ui: &mut Ui, rect: Rect, showing: &mut Showing<'_>) {
        self.in_space(ui, rect, showing);
    }

    fn list(&self, ui: &mut Ui, _other: Option<&dyn Story>, showing: &mut Showing<'_>) {
        let (at, looks) = (showing.cursor.position.min(self.steps()), &self.recording.looks);
        numbered_steps(ui, "pair", at, showing, looks.len(), |index| {
            pair_words::short(&self.recording, &looks[index])
        });
    }

    fn below(&self, ui: &mut Ui, showing: &mut Showing<'_>) {
        let at = showing.cursor.position.min(self.steps());
        let looked_at = |ui: &mut Ui, showing: &mut Showing<'_>, height: f32| {
            self.values(ui, showing);
            let is_in_boxes = matches!(self.look(at), Some(PairStep::Box(..) | PairStep::Included));
            let strip = if is_in_boxes { STRIP + 24.0 } else { 0.0 };
            self.curve(ui, showing, (height - 44.0 - strip).clamp(80.0, CURVE));
            if is_in_boxes {
                self.boxes(ui, at, STRIP);
            }
        };
        halves(ui, showing, looked_at, |ui, showing, height| {
            self.places(ui, showing, (height - 40.0).clamp(80.0, PLACES));
        });
    }
}
