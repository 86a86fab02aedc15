//! The story of a move: for each node or brush that the method visited, how its planes were shifted, which of
//! its sides the move entered, and the earliest hit so far.

use std::cell::RefCell;
use std::sync::Arc;

use egui::{Rect, Sense, Ui, vec2};

use super::question::Scene;
use super::sentences::{mistake, sentence, short, why};
use crate::about::MethodInfo;
use crate::detector::Mistake;
use crate::figures::plan_slice::Plan;
use crate::figures::sweep;
use crate::figures::visited_tree::{self as tree, Drawn};
use crate::inspector::outcome::{Outcome, Reference};
use crate::inspector::region::region;
use crate::inspector::space::SpaceView;
use crate::inspector::step_line::{halves, numbered_steps, step_sentence, sums};
use crate::inspector::story::{Showing, Story, in_space};
use crate::language::t;
use crate::level::brush::Brush;
use crate::level::figure::KINDS;
use crate::level::flat::Window;
use crate::level::ground::Ground;
use crate::level::methods::{BRUSH_PLANES, BSP_OFFSET, REFERENCE};
use crate::level::slice::{self, Bevels, LIFT, Region, Slice};
use crate::level::sweep::{Hit, Look};
use crate::level::visited::Visited;
use crate::render::palette;

/// Height of the visited part of the tree, points.
const TREE: f32 = 130.0;

/// Distance of the plan slice's edge from the mover at both ends of its path, metres.
const MARGIN: f64 = 0.6;

/// The story of a move, by one method.
pub struct Descent {
    scene: Scene,
    about: &'static MethodInfo,
    ground: Arc<Ground>,
    hit: Option<Hit>,
    looks: Vec<Look>,
    visited: Visited,
    /// Numbers of steps after which an earlier hit was found.
    landmarks: Vec<usize>,
    /// The region in which the method stops the mover.
    region: Region,
    /// The plan slice of a window, made when it is first shown.
    plan: RefCell<Option<(Window, Slice)>>,
}

impl Descent {
    /// Makes the story from the method's answer and the nodes and brushes that it visited.
    pub fn new(
        scene: Scene,
        about: &'static MethodInfo,
        ground: Arc<Ground>,
        hit: Option<Hit>,
        looks: Vec<Look>,
        region: Region,
    ) -> Self {
        let visited = Visited::of(&looks);
        let is_hit =
            |look: &Look| matches!(look, Look::Solid { hit: Some(_), .. } | Look::Seam { hit: Some(_), .. });
        let hits = looks.iter().enumerate().filter(|(_, look)| is_hit(look));
        let landmarks = hits.map(|(index, _)| index + 1).collect();
        Self { scene, about, ground, hit, looks, visited, landmarks, region, plan: RefCell::default() }
    }

    fn done(&self, at: usize) -> &[Look] {
        &self.looks[..at.min(self.looks.len())]
    }

    /// The brush for the index of a solid in the method's answer; `None` if the index refers to the method's
    /// own tree.
    fn cell(&self, cell: u32) -> Option<&Brush> {
        let level = &self.ground.level;
        match self.about.id {
            BSP_OFFSET => None,
            BRUSH_PLANES | REFERENCE => level.brushes.get(cell as usize),
            _ => level.cells.get(cell as usize)?.as_ref(),
        }
    }

    fn best(&self, at: usize) -> Option<&Hit> {
        let hits = self.done(at).iter().filter_map(|look| match look {
            Look::Solid { hit, .. } | Look::Seam { hit, .. } => hit.as_ref(),
            _ => None,
        });
        hits.min_by(|a, b| a.time.total_cmp(&b.time))
    }

    /// Adds the plan slice around the middle of the path, `height` points high.
    fn plan(&self, ui: &mut Ui, height: f32) {
        let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
        let (figure, question) = (&self.scene.figure, &self.scene.question);
        let middle = self.scene.at(0.5);
        let half = 0.5 * question.length() + figure.radius + MARGIN;
        let wide = half * f64::from((rect.width() / rect.height().max(1.0)).max(1.0));
        let window =
            Window { min: [middle.x - wide, middle.z - half], max: [middle.x + wide, middle.z + half] };
        let place = question.a_move.from;
        let mut known = self.plan.borrow_mut();
        let (_, slice) = match known.take() {
            Some(known_one) if known_one.0 == window => known.insert(known_one),
            _ => {
                let (level, mover) = (&self.ground.level, &question.a_move.mover);
                let mut bevels = Bevels::default();
                known.insert((
                    window,
                    slice::of(level, mover, place.y + LIFT, window, self.region, &mut bevels),
                ))
            }
        };
        let radius = KINDS[figure.kind].takes[0].then_some(figure.radius);
        let (origins, question) = (&[][..], Some(question));
        Plan { slice, window, place, radius, origins, question, hit: self.hit }.show(ui, rect);
    }

    fn tree(&self, ui: &mut Ui, at: usize, height: f32) {
        if self.visited.cells.is_empty() {
            return;
        }
        let visited = self.visited.after(at);
        let drawn = Drawn { visited: &visited, looks: &self.looks, length: self.scene.question.length() };
        let at_hand = at.checked_sub(1).and_then(|index| self.visited.of_look(index));
        let framed = at_hand.map_or_else(Vec::new, |cell| self.visited.path(cell));
        tree::icicle(ui, &drawn, &framed, Sense::hover(), height);
    }
}

impl Story for Descent {
    fn about(&self) -> &'static MethodInfo {
        self.about
    }

    fn steps(&self) -> usize {
        self.looks.len()
    }

    fn landmarks(&self) -> &[usize] {
        &self.landmarks
    }

    fn deciding(&self) -> usize {
        self.landmarks.last().copied().unwrap_or(self.steps())
    }

    fn outcome(&self) -> Outcome {
        self.scene.outcome(self.hit.as_ref())
    }

    fn why(&self, _reference: &Reference) -> Option<String> {
        Some(why(&self.scene, self.hit.as_ref(), &self.looks))
    }

    fn deviation(&self) -> Option<Mistake> {
        mistake(&self.scene.question, self.hit.as_ref())
    }

    fn facts(&self, at: usize) -> Vec<(&'static str, u64)> {
        let count =
            |is_one: fn(&Look) -> bool| self.done(at).iter().filter(|look| is_one(look)).count() as u64;
        vec![
            ("steps", self.steps() as u64),
            ("nodes", count(|look| matches!(look, Look::Node { .. }))),
            ("planes", count(|look| matches!(look, Look::Plane { .. }))),
            ("solids", count(|look| matches!(look, Look::Solid { .. }))),
        ]
    }

    fn space(&self, at: usize, _pixel: Option<[u32; 2]>) -> SpaceView {
        let mut view = self.scene.plain();
        let a_move = &self.scene.question.a_move;
        let Some(look) = self.done(at).last() else {
            view.caption = t!("No node has been visited yet.").into_owned();
            return view;
        };
        let half = 0.8 + self.scene.figure.radius;
        sweep::add_look(&mut view.dissection, look, a_move, half);
        if let Look::Solid { cell, hit, .. } = look
            && let Some(solid) = self.cell(*cell)
        {
            let color = if hit.is_some() { palette::COLLIDING } else { sweep::LEAF };
            sweep::add_cell(&mut view.dissection, solid, 2.5, color);
        }
        if let (Look::Solid { hit: Some(_), .. }, Some(_)) = (look, self.deviation()) {
            // The true stop, as in the lab.
            let truth = self.scene.question.truth.map_or(1.0, |truth| truth.time);
            view.dissection.surfaces.extend(self.scene.body(&self.scene.at(truth), palette::THOUGHT, true));
        }
        if let Some(best) = self.best(at) {
            let stop = self.scene.at(best.time);
            view.dissection.surfaces.extend(self.scene.body(&stop, palette::A, true));
            view.dissection.dot(stop, 9.0, palette::MARK_SHADE);
            view.dissection.dot(stop, 7.0, palette::COLLIDING);
            view.dissection.arrow([stop, stop + best.normal * 0.5], 0.1, 2.0, palette::PICKED);
        }
        view.caption = match look {
            Look::Node { .. } => t!("The node's plane (dashed) and its copies shifted to both sides; the emphasised part of the path reaches the plane."),
            Look::Plane { .. } => t!("The plane (dashed) and its shifted copy, which cuts the emphasised part of the path."),
            Look::Solid { .. } => t!("The solid reached by the path, and the earliest hit so far."),
            Look::Skipped { .. } => t!("The grey part of the path is skipped: an earlier hit is known."),
            Look::Empty { .. } => t!("The green part of the path runs through an empty leaf."),
            Look::Path { .. } => t!("The path of the reference point, from start to end."),
            Look::Seam { beside: Some(_), .. } => t!("The green line is a point that moves beside the path outside all solids; its distance is drawn much too large."),
            Look::Seam { .. } => t!("Solids surround the point from here on, although it only touches each of them."),
        }
        .into_owned();
        view
    }

    fn views(&self) -> &'static [&'static str] {
        &["tree", "space"]
    }

    fn large(&self, ui: &mut Ui, room: Rect, view: &str, showing: &mut Showing<'_>) {
        let at = showing.cursor.position.min(self.steps());
        region(ui, view, showing.side, room, |ui| match view {
            "tree" => self.tree(ui, at, room.height()),
            _ => in_space(ui, self, room, showing),
        });
    }

    fn list(&self, ui: &mut Ui, _other: Option<&dyn Story>, showing: &mut Showing<'_>) {
        let at = showing.cursor.position.min(self.steps());
        numbered_steps(ui, "descent", at, showing, self.looks.len(), |index| {
            short(&self.scene, self.about.id, &self.looks[index])
        });
    }

    fn below(&self, ui: &mut Ui, showing: &mut Showing<'_>) {
        let at = showing.cursor.position.min(self.steps());
        let so_far = |ui: &mut Ui, showing: &mut Showing<'_>, _| {
            let text = match self.done(at).last() {
                Some(look) => sentence(&self.scene, self.about.id, look),
                None => t!("Before the first step: the whole path.").into_owned(),
            };
            step_sentence(ui, &text, showing);
            let facts = self.facts(at);
            let count = |name: &str| facts.iter().find(|fact| fact.0 == name).map_or(0, |fact| fact.1);
            let rows = [(t!("Nodes"), "nodes"), (t!("Further planes"), "planes"), (t!("Solids"), "solids")];
            sums(ui, at as u64, rows.map(|(name, of)| (name.into_owned(), count(of))));
            self.tree(ui, at, TREE);
        };
        halves(ui, showing, so_far, |ui, _, height| self.plan(ui, height));
    }
}
