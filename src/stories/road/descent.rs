//! The story of a ray in a tree of boxes: nodes opened, decisions about their boxes, and triangles tested.

use egui::{Rect, Ui};

use super::plan;
use super::question::{Question, add_triangle, metres};
use super::section::Section;
use crate::about::MethodInfo;
use crate::detector::Mistake;
use crate::inspector::outcome::{Outcome, Reference};
use crate::inspector::region::region;
use crate::inspector::space::SpaceView;
use crate::inspector::step_line::{halves, numbered_steps, step_sentence, sums};
use crate::inspector::story::{Showing, Story, in_space};
use crate::language::t;
use crate::render::palette;
use crate::road::methods::aabb_tree::{AabbTree, Fate, Seen};
use crate::road::methods::node::Child;
use crate::road::trace::{self, Step, Trace};
use crate::road::triangle::TriangleTest;

/// The story of a ray's descent through the tree.
pub struct Descent {
    question: Question,
    about: &'static MethodInfo,
    trace: Trace,
    /// The two children of every node of the tree, indexed by node.
    children: Vec<[Option<Child>; 2]>,
    /// Numbers of steps after which a nearer hit was found.
    landmarks: Vec<usize>,
    section: Section,
}

impl Descent {
    /// Lets the ray descend in the tree as the method does, and records every step.
    pub fn record<T: TriangleTest>(
        question: Question,
        about: &'static MethodInfo,
        tree: &AabbTree<T>,
    ) -> Self {
        let trace = trace::record(tree, &question.ray(), f64::INFINITY);
        let nodes = 0..tree.nodes().len() as u32;
        let children = nodes.map(|node| [0, 1].map(|side| tree.child(node, side))).collect();
        let hits = |(index, step): (usize, &Step)| match step.seen {
            Seen::Tested { t: Some(t), limit, .. } if t <= limit => Some(index + 1),
            _ => None,
        };
        let landmarks = trace.steps.iter().enumerate().filter_map(hits).collect();
        let section = question.section();
        Self { question, about, trace, children, landmarks, section }
    }

    fn step(&self, at: usize) -> Option<&Step> {
        let index = at.min(self.trace.steps.len()).checked_sub(1)?;
        self.trace.steps.get(index)
    }
}

impl Story for Descent {
    fn about(&self) -> &'static MethodInfo {
        self.about
    }

    fn steps(&self) -> usize {
        self.trace.steps.len()
    }

    fn left_out(&self) -> u64 {
        self.trace.left_out as u64
    }

    fn landmarks(&self) -> &[usize] {
        &self.landmarks
    }

    fn deciding(&self) -> usize {
        self.landmarks.last().copied().unwrap_or(self.steps())
    }

    fn outcome(&self) -> Outcome {
        self.question.outcome(&self.trace.cast)
    }

    fn why(&self, _reference: &Reference) -> Option<String> {
        let hits =
            self.trace.steps.iter().filter(|step| matches!(step.seen, Seen::Tested { t: Some(_), .. }));
        Some(self.question.why(&self.trace.cast, hits.count(), &self.section))
    }

    fn deviation(&self) -> Option<Mistake> {
        self.section.depth().map(|_| Mistake::Missed)
    }

    fn facts(&self, at: usize) -> Vec<(&'static str, u64)> {
        let (nodes, triangles) = self.step(at).map_or((0, 0), |step| (step.nodes, step.triangles));
        vec![("steps", self.steps() as u64), ("nodes", nodes.into()), ("triangles", triangles.into())]
    }

    fn space(&self, at: usize, _pixel: Option<[u32; 2]>) -> SpaceView {
        let mut view = self.question.plain(&self.section);
        let Some(step) = self.step(at) else {
            view.caption = t!("No test has been run yet.").into_owned();
            return view;
        };
        let done = &self.trace.steps[..at.min(self.trace.steps.len())];
        let ray = self.question.ray();
        // Tested triangles stay visible, faint if the ray missed them.
        for Step { seen, .. } in done {
            if let Seen::Tested { triangle, t, .. } = *seen {
                let corners = self.question.terrain.mesh().corners(triangle as usize);
                let color = if t.is_some() { palette::B } else { palette::A.faded(0.5) };
                add_triangle(&mut view.dissection, &corners, t.map(|t| ray.at(t)), color, 1.5);
            }
        }
        for (side, (_, bounds)) in step.boxes.iter().enumerate() {
            let color = match &step.seen {
                Seen::Opened { fates, .. } => match fates[side] {
                    Fate::Next => palette::PICKED,
                    Fate::Waits => palette::A,
                    _ => palette::CONTAINER,
                },
                Seen::Dropped { .. } => palette::CONTAINER,
                Seen::Tested { .. } => palette::PICKED,
            };
            view.dissection.box_edges(&bounds.corners(), 2.0, color);
        }
        if let Seen::Tested { triangle, t, .. } = step.seen {
            let corners = self.question.terrain.mesh().corners(triangle as usize);
            let color = if t.is_some() { palette::B } else { palette::A };
            add_triangle(&mut view.dissection, &corners, t.map(|t| ray.at(t)), color, 3.0);
        }
        view.caption = match step.seen {
            Seen::Opened { .. } => {
                t!("The two boxes of the current node: the emphasised one is entered next, blue waits, grey is skipped.")
            }
            Seen::Tested { .. } => t!("The current triangle in its leaf's box; yellow if it is hit."),
            Seen::Dropped { .. } => t!("A waiting box that is now skipped."),
        }
        .into_owned();
        view
    }

    fn views(&self) -> &'static [&'static str] {
        &["plan", "space"]
    }

    fn large(&self, ui: &mut Ui, room: Rect, view: &str, showing: &mut Showing<'_>) {
        let at = showing.cursor.position.min(self.steps());
        region(ui, view, showing.side, room, |ui| match view {
            "plan" => {
                let seen: Vec<_> = self.trace.steps[..at].iter().map(|step| step.seen).collect();
                plan::show(ui, &self.children, &seen, self.step(at));
            }
            _ => in_space(ui, self, room, showing),
        });
    }

    fn picture(&self, ui: &mut Ui, rect: Rect, showing: &mut Showing<'_>) {
        self.question.picture(ui, self, &self.section, rect, showing);
    }

    fn list(&self, ui: &mut Ui, _other: Option<&dyn Story>, showing: &mut Showing<'_>) {
        let (at, steps) = (showing.cursor.position.min(self.steps()), &self.trace.steps);
        numbered_steps(ui, "descent", at, showing, steps.len(), |index| short(&steps[index]));
    }

    fn height_below(&self, _details: bool) -> f32 {
        160.0
    }

    fn below(&self, ui: &mut Ui, showing: &mut Showing<'_>) {
        let at = showing.cursor.position.min(self.steps());
        let so_far = |ui: &mut Ui, showing: &mut Showing<'_>, _| {
            let text = self.step(at).map_or_else(
                || t!("Before the first step. The traversal begins at the root.").into_owned(),
                sentence,
            );
            step_sentence(ui, &text, showing);
            let (nodes, triangles) = self.step(at).map_or((0, 0), |step| (step.nodes, step.triangles));
            let all = self.question.terrain.mesh().triangles().len();
            sums(ui, self.children.len() as u64, [(t!("Nodes visited").into_owned(), nodes.into())]);
            sums(ui, all as u64, [(t!("Triangles tested").into_owned(), triangles.into())]);
        };
        halves(ui, showing, so_far, |ui, _, _| {
            let seen: Vec<_> = self.trace.steps[..at].iter().map(|step| step.seen).collect();
            plan::show(ui, &self.children, &seen, self.step(at));
        });
    }
}

/// Describes a step in one line of the list.
fn short(step: &Step) -> String {
    match step.seen {
        Seen::Opened { node, fates, .. } => {
            let [left, right] = fates.map(fate);
            t!("node %{n}: L %{left}, R %{right}", n = node, left = left, right = right).into_owned()
        }
        Seen::Tested { triangle, t: Some(t), .. } => {
            t!("triangle %{n}: hit at %{t} m", n = triangle, t = metres(t)).into_owned()
        }
        Seen::Tested { triangle, .. } => t!("triangle %{n}: missed", n = triangle).into_owned(),
        Seen::Dropped { node, side, .. } => {
            let side = if side == 0 { t!("left") } else { t!("right") };
            t!("node %{n}: waiting box %{side} is skipped", n = node, side = side).into_owned()
        }
    }
}

/// Describes a step in a sentence or two.
fn sentence(step: &Step) -> String {
    let interval = |[near, far]: [f64; 2]| match near <= far {
        true => t!("from %{near} to %{far} m", near = metres(near), far = metres(far)).into_owned(),
        false => t!("not crossed by the ray").into_owned(),
    };
    match step.seen {
        Seen::Opened { node, intervals, fates, limit } => {
            let [left, right] = intervals.map(interval);
            let [is_left, is_right] = fates.map(fate);
            t!(
                "Node %{n} is visited. Left box %{left}: %{is_left}; right box %{right}: %{is_right}. Nearest hit so far: %{limit} m.",
                n = node,
                left = left,
                is_left = is_left,
                right = right,
                is_right = is_right,
                limit = metres(limit)
            )
            .into_owned()
        }
        Seen::Tested { triangle, t: Some(t), limit } if t <= limit => t!(
            "Triangle %{n} is hit at %{t} m: the nearest hit so far. Boxes behind this hit need not be visited.",
            n = triangle,
            t = metres(t)
        )
        .into_owned(),
        Seen::Tested { triangle, t: Some(t), limit } => t!(
            "Triangle %{n} is hit at %{t} m, behind the nearest hit at %{limit} m.",
            n = triangle,
            t = metres(t),
            limit = metres(limit)
        )
        .into_owned(),
        Seen::Tested { triangle, .. } => {
            t!("Triangle %{n} is not hit from the origin downwards.", n = triangle).into_owned()
        }
        Seen::Dropped { near, limit, .. } => t!(
            "A waiting box is skipped: the ray enters it at %{near} m, behind the hit at %{limit} m that was found in the meantime.",
            near = metres(near),
            limit = metres(limit)
        )
        .into_owned(),
    }
}

fn fate(fate: Fate) -> String {
    match fate {
        Fate::Next => t!("visited next"),
        Fate::Waits => t!("waiting"),
        Fate::Missed => t!("not hit"),
        Fate::BehindOrigin => t!("behind the origin"),
        Fate::BehindHit => t!("behind the hit"),
    }
    .into_owned()
}
