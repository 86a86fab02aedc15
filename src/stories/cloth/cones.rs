//! The story of the cones of normals: from the cells upwards, the cones of a patch's parts are merged into
//! the cone of the patch, until cones are too wide to prune.

use std::borrow::Cow;
use std::f64::consts::FRAC_PI_2;
use std::rc::Rc;

use egui::{Label, Rect, RichText, Sense, Ui};

use super::bars::{self, Against};
use super::measuring::Measuring;
use super::merging::{Merge, Merging};
use super::patches::{Patches, name};
use super::question::Question;
use super::sentences::{degrees, joined};
use super::{contour, drawn};
use crate::about::MethodInfo;
use crate::cloth::crossings;
use crate::cloth::tree::bounds::{Cone, Span};
use crate::inspector::outcome::Outcome;
use crate::inspector::region::region;
use crate::inspector::space::SpaceView;
use crate::inspector::step_line::{halves, numbered_steps, sums};
use crate::inspector::story::{Showing, Story, in_space};
use crate::language::t;
use crate::render::palette;
use crate::ui::format::grouped;
use crate::ui::icicle::{self, Fill, Icicle, Tree};
use crate::ui::theme;
use crate::ui::widgets::heading;

/// Height of the chart of the tree, points.
const TREE: f32 = 130.0;
/// Maximum height of the drawing of the contour, points.
const CONTOUR: f32 = 180.0;

/// The length of a drawn cone grows with the size of its patch. A patch smaller than this fraction of the
/// cloth's size counts as this large.
const SMALLEST: f64 = 0.2;

/// The story of the cones of one method.
pub struct Cones {
    question: Rc<Question>,
    about: &'static MethodInfo,
    measuring: Measuring,
    merging: Merging,
    /// Numbers of steps after which one of the root's children has its cone.
    landmarks: Vec<usize>,
}

impl Cones {
    /// Makes the story of recorded merges.
    pub fn new(
        question: Rc<Question>,
        about: &'static MethodInfo,
        measuring: Measuring,
        merging: Merging,
    ) -> Self {
        let merges = &merging.merges;
        let largest: Vec<_> =
            merges.last().map_or(vec![], |root| root.parts.iter().map(|part| part.0).collect());
        let is_large = |merge: &Merge| largest.contains(&merge.patch);
        let landmarks = merges.iter().enumerate().filter(|(_, merge)| is_large(merge)).map(|(i, _)| i + 1);
        let landmarks = landmarks.collect();
        Self { question, about, measuring, merging, landmarks }
    }

    /// The recording.
    pub fn merging(&self) -> &Merging {
        &self.merging
    }

    fn merge(&self, at: usize) -> Option<&Merge> {
        self.merging.merges[..at.min(self.steps())].last()
    }

    fn sentence(&self, at: usize) -> String {
        let Some(merge) = self.merge(at) else {
            return t!(
                "Before the first step: every triangle has a cone that holds its normals. Merges: %{n}.",
                n = grouped(self.steps() as u64)
            )
            .into_owned();
        };
        let widest = merge.parts.iter().map(|(_, cone)| cone.half_angle).fold(0.0, f64::max);
        let between = match (&merge.pairs, &merge.parts[..]) {
            (Some([a, b]), _) => angle(a, b),
            (None, [a, b]) => angle(&a.1, &b.1),
            _ => 0.0,
        };
        let merged = t!(
            "%{patch}: merged from %{n} cones, the widest %{widest}; angle between the axes of both halves %{between}. Result: %{half}.",
            patch = capital(&name(merge.patch)),
            n = merge.parts.len(),
            widest = degrees(widest),
            between = degrees(between),
            half = degrees(merge.cone.half_angle)
        );
        joined(&merged, &self.verdict(merge))
    }

    /// The conclusion that the half-angle of a merged cone allows, in words.
    fn verdict(&self, merge: &Merge) -> String {
        let is_swept = self.measuring.stages.is_some_and(|stages| stages.span == Span::Swept);
        match (merge.cone.is_narrow(), merge.is_simple) {
            (false, _) => t!("90° or more: the cone proves nothing."),
            (true, Some(true)) if is_swept => {
                t!("Less than 90°, and the contour cannot cross itself: the patch has no self-contact.")
            }
            (true, Some(true)) => t!(
                "Less than 90°, and the contour does not cross itself at the end of the step; earlier times are not checked."
            ),
            (true, _) if self.crosses(merge) => {
                t!("Less than 90°, but the contour crosses itself at the end of the step: self-contact is possible.")
            }
            (true, _) => t!("Less than 90°, but the contour may cross itself."),
        }
        .into_owned()
    }

    /// True if the contour (the border edges) of a patch, projected along the axis of the patch's cone,
    /// crosses itself at the end of the step.
    fn crosses(&self, merge: &Merge) -> bool {
        let edges = self.measuring.patches.outline(merge.patch, merge.patch);
        let place = |p: u32| self.question.at(p, 1.0);
        !crossings::places(&edges, &place, &merge.cone.axis).is_empty()
    }

    fn short(merge: &Merge) -> String {
        let (patch, half) = (name(merge.patch), degrees(merge.cone.half_angle));
        match (merge.cone.is_narrow(), merge.is_simple) {
            (false, _) => t!("%{patch}: half-angle %{half}, too wide", patch = patch, half = half),
            (true, Some(true)) => {
                t!("%{patch}: half-angle %{half}, simple contour", patch = patch, half = half)
            }
            (true, _) => {
                t!("%{patch}: half-angle %{half}, contour may cross itself", patch = patch, half = half)
            }
        }
        .into_owned()
    }

    fn tree(&self, ui: &mut Ui, at: usize, height: f32) {
        let tree = Shown::of(&self.measuring.patches, &self.merging.merges[..at.min(self.steps())]);
        let framed = self.merge(at).and_then(|merge| self.measuring.patches.node(merge.patch));
        let framed: Vec<u32> = framed.map(|node| tree.patches.turned(node)).into_iter().collect();
        let name = t!("The tree of cones").into_owned();
        let help = t!("One cell per patch, with its parts below. Filled: narrow cone and simple contour; half filled: narrow cone only; dotted: too wide; empty: not merged yet.").into_owned();
        let (color, sense) = (theme::teal(), Sense::hover());
        icicle::show(ui, &Icicle { tree: &tree, color, framed: &framed, sense, name, help }, height);
    }

    /// Adds bars that compare the half-angles of the parts' cones and of the merged cone with a right angle,
    /// and the drawing of the contour.
    fn angles(&self, ui: &mut Ui, at: usize) {
        heading(ui, &t!("Half-angles"));
        let Some(merge) = self.merge(at) else {
            let text = t!("A cone of less than 90° lies on one side of a plane.");
            ui.add(Label::new(RichText::new(text).small().color(theme::weak())).wrap());
            return;
        };
        // Narrow gaps keep the contour below the bars visible in a low window.
        ui.spacing_mut().item_spacing.y = 1.0;
        let bar = |ui: &mut Ui, name: String, cone: &Cone| {
            let against = Against {
                name,
                value: (cone.half_angle, degrees(cone.half_angle)),
                bound: (FRAC_PI_2, degrees(FRAC_PI_2)),
                most: Some(std::f64::consts::PI),
                shows: cone.is_narrow(),
            };
            bars::show(ui, &against);
        };
        for (patch, cone) in &merge.parts {
            bar(ui, name(*patch), cone);
        }
        for (cone, which) in merge.pairs.iter().flatten().zip([t!("first pair"), t!("second pair")]) {
            bar(ui, which.into_owned(), cone);
        }
        bar(ui, t!("merged cone").into_owned(), &merge.cone);
        if merge.cone.is_narrow() {
            heading(ui, &t!("The contour, seen along the axis"));
            let edges = self.measuring.patches.outline(merge.patch, merge.patch);
            contour::show(ui, &self.question, &edges, &merge.cone.axis, CONTOUR);
        }
    }
}

impl Story for Cones {
    fn about(&self) -> &'static MethodInfo {
        self.about
    }

    fn steps(&self) -> usize {
        self.merging.merges.len()
    }

    fn landmarks(&self) -> &[usize] {
        &self.landmarks
    }

    fn outcome(&self) -> Outcome {
        let [narrow, simple] = self.merging.narrow(self.steps()).map(|n| grouped(n as u64));
        let root = self.merging.merges.last().map_or(0.0, |merge| merge.cone.half_angle);
        Outcome {
            hit: false,
            word: t!("cone of the whole cloth: %{half}", half = degrees(root)).into_owned(),
            evidence: t!(
                "narrow cones: %{narrow} of %{all}; with a simple contour: %{simple}",
                narrow = narrow,
                all = grouped(self.steps() as u64),
                simple = simple
            )
            .into_owned(),
        }
    }

    fn facts(&self, at: usize) -> Vec<(&'static str, u64)> {
        let [narrow, simple] = self.merging.narrow(at).map(|n| n as u64);
        let degrees = self.merge(at).map_or(0.0, |merge| merge.cone.half_angle.to_degrees()).round();
        vec![
            ("steps", self.steps() as u64),
            ("narrow", narrow),
            ("simple", simple),
            ("degrees", degrees as u64),
        ]
    }

    fn space(&self, at: usize, _pixel: Option<[u32; 2]>) -> SpaceView {
        let mut view = self.question.plain();
        view.caption = self.sentence(at);
        let Some(merge) = self.merge(at) else { return view };
        let patches = &self.measuring.patches;
        let color = if merge.cone.is_narrow() { palette::PRUNED } else { palette::MISSED };
        self.question.add(&mut view, &patches.faces(merge.patch), 1.0, palette::A);
        // The cone's length is proportional to the patch's size.
        let edges = patches.outline(merge.patch, merge.patch);
        let reach = |p: &u32| self.question.at(*p, 1.0);
        let around = crate::geometry::Aabb::around(edges.iter().flatten().map(reach));
        let size = around.extents().max().max(SMALLEST * view.bounds.extents().max());
        for (patch, cone) in &merge.parts {
            let tip = drawn::middle(&self.question, patches, *patch, 1.0);
            drawn::cone(&mut view.dissection, tip, cone, 0.35 * size, 1.25, palette::B);
        }
        let tip = drawn::middle(&self.question, patches, merge.patch, 1.0);
        drawn::cone(&mut view.dissection, tip, &merge.cone, 0.7 * size, 2.5, color);
        let is_simple = merge.is_simple == Some(true);
        let color = if is_simple { palette::PRUNED } else { palette::MISSED };
        if merge.cone.is_narrow() {
            drawn::contour(&mut view, &self.question, (&edges, &merge.cone.axis), 1.0, color);
        } else {
            drawn::outline(&mut view, &self.question, &edges, 1.0, color);
        }
        view
    }

    fn views(&self) -> &'static [&'static str] {
        &["tree", "angles", "space"]
    }

    fn large(&self, ui: &mut Ui, room: Rect, view: &str, showing: &mut Showing<'_>) {
        let at = showing.cursor.position;
        region(ui, view, showing.side, room, |ui| match view {
            "space" => in_space(ui, self, room, showing),
            _ => {
                ui.add(Label::new(RichText::new(self.sentence(at)).color(theme::strong())).wrap());
                let height = ui.available_height();
                if view == "tree" { self.tree(ui, at, height) } else { self.angles(ui, at) }
            }
        });
    }

    fn list(&self, ui: &mut Ui, _other: Option<&dyn Story>, showing: &mut Showing<'_>) {
        let (at, merges) = (showing.cursor.position.min(self.steps()), &self.merging.merges);
        numbered_steps(ui, "cones", at, showing, merges.len(), |index| Self::short(&merges[index]));
    }

    fn below(&self, ui: &mut Ui, showing: &mut Showing<'_>) {
        let at = showing.cursor.position.min(self.steps());
        let so_far = |ui: &mut Ui, _: &mut Showing<'_>, _| {
            let [narrow, simple] = self.merging.narrow(at).map(|n| n as u64);
            let names = [t!("Merges"), t!("Narrow cones"), t!("With a simple contour")].map(Cow::into_owned);
            sums(ui, at as u64, names.into_iter().zip([at as u64, narrow, simple]));
            if self.merging.left_out > 0 {
                let n = grouped(self.merging.left_out as u64);
                let text = t!("Merges on lower levels, not shown: %{n}.", n = n);
                ui.add(Label::new(RichText::new(text).small().color(theme::weak())).wrap());
            }
            self.tree(ui, at, TREE);
        };
        halves(ui, showing, |ui, _, _| self.angles(ui, at), so_far);
    }
}

/// The angle between two axes.
fn angle(a: &Cone, b: &Cone) -> f64 {
    a.axis.dot(&b.axis).clamp(-1.0, 1.0).acos()
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// The states of all patches after some merges.
struct Shown<'a> {
    patches: &'a Patches,
    fills: Vec<Fill>,
}

impl<'a> Shown<'a> {
    fn of(patches: &'a Patches, merges: &[Merge]) -> Self {
        let mut fills = vec![Fill::Empty; patches.nodes.len()];
        for merge in merges {
            let Some(node) = patches.node(merge.patch) else { continue };
            fills[node as usize] = match (merge.cone.is_narrow(), merge.is_simple) {
                (false, _) => Fill::Dots,
                (true, Some(true)) => Fill::Whole,
                (true, _) => Fill::Half,
            };
        }
        Self { patches, fills }
    }
}

impl Tree for Shown<'_> {
    fn children(&self, node: u32) -> Vec<u32> {
        self.patches.cells_below(node)
    }

    fn share(&self, node: u32) -> usize {
        self.patches.drawn(node).faces as usize
    }

    fn look(&self, node: u32) -> icicle::Look {
        icicle::Look { fill: self.fills[self.patches.turned(node) as usize], bar: false, is_hit: false }
    }

    fn says(&self, node: u32) -> String {
        name(self.patches.drawn(node).patch)
    }
}
