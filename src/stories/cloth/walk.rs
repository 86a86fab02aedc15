//! The story of a step of the cloth: the traversal of the method's tree, in which patches are compared with
//! themselves and with each other, then the tests of pairs of features over the time of the step.

use std::cell::RefCell;
use std::rc::Rc;

use egui::{Label, Rect, RichText, Ui};

use super::measuring::Measuring;
use super::patches::names;
use super::question::Question;
use super::recording::{Decision, Recording};
use super::shown_tree::ShownTree;
use super::{decision, drawn, sentences};
use crate::about::MethodInfo;
use crate::cloth::detect::{Found, Judged, Outcome, Patch, Verdict};
use crate::cloth::pair_word;
use crate::cloth::step::{Contact, Features};
use crate::detector::Mistake;
use crate::exhibit::{Inspected, Params, Position, SceneLink};
use crate::figures::volumes;
use crate::geometry::{Aabb, Point};
use crate::hierarchies::tree::Outline;
use crate::inspector::outcome::{self, Reference};
use crate::inspector::region::region;
use crate::inspector::space::SpaceView;
use crate::inspector::step_line::{halves, numbered_steps, sums};
use crate::inspector::story::{Showing, Story, in_space};
use crate::language::t;
use crate::render::palette;
use crate::ui::format::grouped;
use crate::ui::theme;

/// Height of the tree, points.
const TREE: f32 = 130.0;
/// Maximum number of missed contacts that are named.
const MOST_MISSED: usize = 3;

/// Half size of the box that the camera frames around a contact, as a share of the cloth's extent.
const AROUND: f64 = 0.3;

/// The story of a step, by one method.
pub struct Walk {
    question: Rc<Question>,
    about: &'static MethodInfo,
    measuring: RefCell<Measuring>,
    recording: Recording,
    /// The contacts found, compared with the reference's.
    judged: Judged,
    /// Numbers of steps after which the tests of features begin, or after which a contact was found.
    landmarks: Vec<usize>,
}

impl Walk {
    /// Makes the story of a recording, compared with the contacts of the reference.
    pub fn new(
        question: Rc<Question>,
        about: &'static MethodInfo,
        measuring: Measuring,
        recording: Recording,
        truth: Option<&Found>,
    ) -> Self {
        let looks = &recording.looks;
        let features = looks.iter().position(|look| matches!(look, Decision::Features(..)));
        let contacts = looks.iter().enumerate().filter(|(_, look)| look.is_contact());
        let mut landmarks: Vec<usize> = contacts.map(|(index, _)| index + 1).chain(features).collect();
        landmarks.sort_unstable();
        landmarks.dedup();
        let judged = truth.map(|truth| Judged::of(&recording.found, truth)).unwrap_or_default();
        Self { question, about, measuring: RefCell::new(measuring), recording, judged, landmarks }
    }

    /// The recording.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    fn done(&self, at: usize) -> &[Decision] {
        &self.recording.looks[..at.min(self.recording.looks.len())]
    }

    fn sentence(&self, at: usize) -> String {
        match self.done(at).last() {
            Some(look) => sentences::long(look),
            None => self.before(),
        }
    }

    fn before(&self) -> String {
        let boxes = grouped(self.recording.found.counts.refitted);
        if self.recording.found.counts.refitted == 0 {
            return t!("Before the first step: every pair of features is tested, without a tree.")
                .into_owned();
        }
        if self.measuring.borrow().patches.nodes.is_empty() {
            return t!("Before the first step: boxes of triangles: %{n}. The space around them is divided; triangles that share a cell are compared.", n = boxes)
                .into_owned();
        }
        t!("Before the first step: refitted boxes: %{n}. The traversal begins with the whole cloth against itself.", n = boxes)
            .into_owned()
    }

    fn tree(&self, ui: &mut Ui, at: usize, height: f32) {
        let measuring = self.measuring.borrow();
        if measuring.patches.nodes.is_empty() {
            let text = t!("This method has no tree of patches.");
            ui.label(RichText::new(text).small().color(theme::weak()));
            return;
        }
        ShownTree::after(&measuring.patches, self.done(at)).show(ui, self.done(at).last(), height);
    }

    fn decision(&self, ui: &mut Ui, at: usize, height: f32) {
        let look = self.done(at).last();
        decision::show(ui, &self.question, &mut self.measuring.borrow_mut(), look, height);
    }

    /// The number of contacts that the method missed, with the names of the first, as a sentence; `None` if
    /// none was missed.
    fn missed(&self) -> Option<String> {
        let missed = &self.judged.missed;
        let first: Vec<String> =
            missed.iter().take(MOST_MISSED).map(|contact| names(contact.features)).collect();
        let more = if missed.len() > first.len() { " …" } else { "" };
        (!first.is_empty()).then(|| {
            t!(
                "Missed contacts: %{n} (%{first}).",
                n = grouped(missed.len() as u64),
                first = first.join("; ") + more
            )
            .into_owned()
        })
    }

    fn left_out_in_words(&self) -> Option<String> {
        let [walk, dropped, tested, contacts] = self.recording.left_out;
        (walk + dropped + tested + contacts > 0).then(|| {
            t!(
                "Not recorded: traversal steps %{walk}, dropped features %{dropped}, exact tests %{tested}, contacts %{contacts}. The verdict includes them; a contact found in several pairs of triangles counts once.",
                walk = grouped(walk),
                dropped = grouped(dropped),
                tested = grouped(tested),
                contacts = grouped(contacts)
            )
            .into_owned()
        })
    }

    /// Adds the triangles and boxes of one patch or of two, and the cone or contour that the decision is
    /// based on.
    fn add_patches(&self, view: &mut SpaceView, [a, b]: [Patch; 2], look: &Decision) {
        let Decision::Patches(_, _, outcome, measured) = look else { return };
        let mut measuring = self.measuring.borrow_mut();
        for (patch, color) in [(b, palette::B), (a, palette::A)].into_iter().skip(usize::from(a == b)) {
            let faces = measuring.patches.faces(patch);
            self.question.add(view, &faces, 1.0, color);
            if a != b {
                for extent in measuring.compared(patch) {
                    volumes::add(&mut view.dissection, &Outline::Aabb(extent.aabb), 2.0, color);
                }
            }
        }
        if let Some(cone) = &measured.cone {
            let places = [a, b].map(|patch| drawn::middle(&self.question, &measuring.patches, patch, 1.0));
            let tip = Point::from(0.5 * (places[0].coords + places[1].coords));
            let size = 0.25 * view.bounds.extents().max();
            let color = if cone.is_narrow() { palette::PRUNED } else { palette::MISSED };
            drawn::cone(&mut view.dissection, tip, cone, size, 2.0, color);
            if cone.is_narrow() {
                let edges = measuring.patches.outline(a, b);
                let is_free = matches!(outcome, Outcome::Contour | Outcome::Cone);
                let color = if is_free { palette::PRUNED } else { palette::MISSED };
                drawn::contour(view, &self.question, (&edges, &cone.axis), 1.0, color);
            }
        }
        if *outcome == Outcome::Certificate {
            let edges = measuring.patches.outline(a, b);
            drawn::outline(view, &self.question, &edges, 1.0, palette::PRUNED);
        }
    }
}

impl Story for Walk {
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
        let place = match self.done(at).last()? {
            Decision::Patches(a, b, ..) if a == b => t!("a patch against itself"),
            Decision::Patches(..) => t!("two patches"),
            Decision::Centroids(..) => t!("two triangles"),
            Decision::Features(..) => t!("two features"),
        };
        Some(place.into_owned())
    }

    fn deciding(&self) -> usize {
        let contact = self.recording.looks.iter().position(Decision::is_contact);
        contact.map_or(self.steps(), |index| index + 1)
    }

    fn outcome(&self) -> outcome::Outcome {
        outcome(&self.recording.found.contacts)
    }

    fn why(&self, _reference: &Reference) -> Option<String> {
        let Judged { missed, false_hits } = &self.judged;
        let Found { contacts, counts, .. } = &self.recording.found;
        let tests = grouped(counts.exact_tests);
        let first = contacts.iter().min_by(|one, other| one.time.total_cmp(&other.time));
        Some(match first {
            _ if !missed.is_empty() => self.missed()?,
            _ if !false_hits.is_empty() => {
                t!("Contacts that do not exist: %{n}.", n = grouped(false_hits.len() as u64)).into_owned()
            }
            Some(Contact { features, time }) => t!(
                "The first of %{n} contacts: %{pair}, at t = %{t}. Exact tests: %{tests}.",
                n = grouped(contacts.len() as u64),
                pair = names(*features),
                t = format!("{time:.4}"),
                tests = tests
            )
            .into_owned(),
            None if counts.exact_tests == 0 => {
                t!("Nothing touches: all pairs of features are excluded before the exact test.").into_owned()
            }
            None => t!(
                "Nothing touches: %{tests} pairs of features passed to the exact test, and none has a contact.",
                tests = tests
            )
            .into_owned(),
        })
    }

    fn leads_to(&self) -> Option<(String, SceneLink)> {
        let first = earliest(&self.judged.missed)?;
        let mut words = Params::default();
        words.set("apart", "pair");
        words.set("pair", pair_word::said(first));
        // The first step is the method's decision.
        let inspected = Inspected { step: Some(Position::At(1)), ..Inspected::default() };
        let name = t!("See why it is missed").into_owned();
        // The 3D view frames the pair.
        let camera = Some("whole".to_owned());
        Some((name, SceneLink { camera, words, inspected, ..SceneLink::default() }))
    }

    fn mistake(&self, _reference: &Reference) -> Option<Mistake> {
        let Judged { missed, false_hits } = &self.judged;
        match (missed.is_empty(), false_hits.is_empty()) {
            (true, true) => None,
            (true, false) => Some(Mistake::FalseHit),
            (false, _) => Some(Mistake::Missed),
        }
    }

    fn facts(&self, at: usize) -> Vec<(&'static str, u64)> {
        let tally = self.recording.tally(at);
        let [boxes, cones, contours, certificates, corners, opened, leaves] = tally.patches;
        let [apart, side, tested, contacts] = tally.features;
        vec![
            ("steps", self.steps() as u64),
            ("opened", opened),
            ("apart by boxes", boxes),
            ("cones", cones),
            ("contours", contours),
            ("certificates", certificates),
            ("corners", corners),
            ("leaves", leaves),
            ("centroids", tally.centroids),
            ("features apart", apart),
            ("same side", side),
            ("tested", tested),
            ("contacts", contacts),
            ("missed", self.judged.missed.len() as u64),
        ]
    }

    fn space(&self, at: usize, _pixel: Option<[u32; 2]>) -> SpaceView {
        let mut view = self.question.plain();
        view.caption = self.sentence(at);
        for look in self.done(at).iter().filter(|look| look.is_contact()) {
            if let Decision::Features(pair, Verdict::Exact(Some(time)), _) = look {
                drawn::touched(&mut view, &self.question, *pair, *time, palette::COLLIDING);
            }
        }
        // The first missed contact or, without one, the first contact, with its surroundings.
        let told = earliest(&self.judged.missed).or_else(|| earliest(&self.recording.found.contacts));
        if let Some(pair) = told {
            let places = pair.particles(&self.question.mesh).map(|p| self.question.at(p, 1.0));
            view.come_closer(&Aabb::around(places), AROUND);
        }
        for Contact { features, time } in &self.judged.missed {
            drawn::touched(&mut view, &self.question, *features, *time, palette::MISSED);
        }
        let Some(look) = self.done(at).last() else { return view };
        match look {
            Decision::Patches(a, b, ..) => self.add_patches(&mut view, [*a, *b], look),
            Decision::Centroids([a, b], _) => {
                let measuring = self.measuring.borrow();
                let ends = [(a, palette::A), (b, palette::B)].map(|(face, color)| {
                    self.question.add(&mut view, &[*face], 1.0, color);
                    drawn::middle(&self.question, &measuring.patches, Patch::Face(*face), 1.0)
                });
                view.dissection.line_on_top(ends, 2.5, palette::PICKED);
                ends.iter().for_each(|end| view.dissection.dot(*end, 7.0, palette::PICKED));
            }
            Decision::Features(pair, verdict, _) => {
                let time = if let Verdict::Exact(Some(time)) = verdict { *time } else { 1.0 };
                drawn::features(&mut view, &self.question, *pair, time, look.is_contact());
            }
        }
        view
    }

    fn views(&self) -> &'static [&'static str] {
        &["tree", "decision", "space"]
    }

    fn large(&self, ui: &mut Ui, room: Rect, view: &str, showing: &mut Showing<'_>) {
        let at = showing.cursor.position;
        region(ui, view, showing.side, room, |ui| match view {
            "space" => in_space(ui, self, room, showing),
            _ => {
                ui.add(Label::new(RichText::new(self.sentence(at)).color(theme::strong())).wrap());
                let height = ui.available_height();
                if view == "tree" { self.tree(ui, at, height) } else { self.decision(ui, at, height) }
            }
        });
    }

    fn list(&self, ui: &mut Ui, _other: Option<&dyn Story>, showing: &mut Showing<'_>) {
        let (at, looks) = (showing.cursor.position.min(self.steps()), &self.recording.looks);
        numbered_steps(ui, "walk", at, showing, looks.len(), |index| sentences::short(&looks[index]));
    }

    fn below(&self, ui: &mut Ui, showing: &mut Showing<'_>) {
        let at = showing.cursor.position.min(self.steps());
        let so_far = |ui: &mut Ui, _: &mut Showing<'_>, _| {
            sums(ui, at as u64, sentences::tally(&self.recording.tally(at)));
            self.tree(ui, at, TREE);
            if let Some(line) = self.left_out_in_words().filter(|_| at == 0 || at == self.steps()) {
                ui.add(Label::new(RichText::new(line).small().color(theme::amber())).wrap());
            }
        };
        halves(ui, showing, |ui, _, height| self.decision(ui, at, height), so_far);
    }
}

/// The earliest contact that begins in the step; without one, a contact that exists before the step.
pub fn earliest(contacts: &[Contact]) -> Option<Features> {
    let order = |contact: &&Contact| (contact.time == 0.0, contact.time.to_bits());
    contacts.iter().min_by_key(order).map(|contact| contact.features)
}

/// The contacts of a step in words.
pub fn outcome(contacts: &[Contact]) -> outcome::Outcome {
    let first = contacts.iter().map(|contact| contact.time).min_by(f64::total_cmp);
    let (word, evidence) = match first {
        Some(time) => (
            t!("contacts: %{n}", n = grouped(contacts.len() as u64)),
            t!("first contact at t = %{t}", t = format!("{time:.4}")),
        ),
        None => (t!("no contact"), t!("during the whole step")),
    };
    outcome::Outcome { hit: first.is_some(), word: word.into_owned(), evidence: evidence.into_owned() }
}
