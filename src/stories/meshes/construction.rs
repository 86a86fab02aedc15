//! The story of a construction: which set is split, which clusters are merged or where a triangle is
//! inserted, and the cost of the tree so far.

use egui::{Align2, FontId, Label, Rect, RichText, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};

use super::building::{Building, Step, StepKind};
use super::question::Question;
use crate::about::MethodInfo;
use crate::figures::{two_meshes, volumes};
use crate::geometry::{Aabb, Pose};
use crate::hierarchies::build::plan::{AxisChoice, Rule};
use crate::hierarchies::tree::Outline;
use crate::inspector::outcome::Outcome;
use crate::inspector::space::SpaceView;
use crate::inspector::step_line::numbered_steps;
use crate::inspector::story::{Showing, Story};
use crate::language::t;
use crate::render::palette;
use crate::ui::format::{self, grouped};
use crate::ui::theme;

/// Maximum number of boxes drawn for the sets that may still be split or the clusters that may still be
/// merged.
const MOST_BOXES: usize = 600;
/// Height of the chart of the cost, points.
const CHART: f32 = 110.0;

/// The story of a construction.
pub struct Construction {
    question: Question,
    about: &'static MethodInfo,
    /// 0 for A's tree, 1 for B's.
    body: usize,
    building: Building,
}

impl Construction {
    /// Makes the story of a recorded construction.
    pub fn new(question: Question, about: &'static MethodInfo, body: usize, building: Building) -> Self {
        Self { question, about, body, building }
    }

    fn step(&self, at: usize) -> Option<&Step> {
        self.building.steps[..at.min(self.steps())].last()
    }

    fn sentence(&self, at: usize) -> String {
        let Some(step) = self.step(at) else {
            return t!("Before the first step: the triangles, without a tree.").into_owned();
        };
        match &step.kind {
            StepKind::Split([one, other], axis) => {
                let split = t!(
                    "A set of triangles, %{all}, is split into %{one} and %{other}.",
                    all = grouped((*one + *other) as u64),
                    one = grouped(*one as u64),
                    other = grouped(*other as u64)
                );
                format!("{split} {}", Self::reason(step, *axis)).into()
            }
            StepKind::Merged => t!("Two clusters are merged, each the best partner of the other."),
            StepKind::Inserted { first: true } => t!("The first triangle is the root."),
            StepKind::Inserted { first: false } => {
                t!("A triangle is inserted next to the node where the boxes grow least in total.")
            }
        }
        .into_owned()
    }

    /// The axis of a split, and the rule's number for each axis.
    fn reason(step: &Step, axis: Option<AxisChoice>) -> String {
        let Some(AxisChoice { rule, axis, scores }) = axis else {
            return t!("No axis parts them: the set is halved.").into_owned();
        };
        // The axes of a box are numbered, those of the mesh have names.
        let names = if step.frame.is_some() { ["1", "2", "3"] } else { ["x", "y", "z"] };
        let along = t!("Axis: %{axis}.", axis = names[axis]);
        let Some(scores) = scores else { return along.into_owned() };
        let (quantity, format): (_, fn(f64) -> String) = match rule {
            Rule::MinSum => (t!("Sum of the children's volumes"), format::volume),
            Rule::MinMax => (t!("Volume of the larger child"), format::volume),
            Rule::Splatter => (t!("Variance of the centroids"), format::area),
            _ => (t!("Length"), format::length),
        };
        let list: Vec<String> =
            names.iter().zip(scores).map(|(name, score)| format!("{name} {}", format(score))).collect();
        format!("{along} {quantity}: {}.", list.join(", "))
    }

    /// Describes a step in one line of the list.
    fn short(step: &Step) -> String {
        let cost = cost(step.cost);
        match step.kind {
            StepKind::Split([one, other], _) => {
                t!("%{one} + %{other}: cost %{cost}", one = one, other = other, cost = cost)
            }
            StepKind::Merged => t!("merged: cost %{cost}", cost = cost),
            StepKind::Inserted { .. } => t!("inserted: cost %{cost}", cost = cost),
        }
        .into_owned()
    }

    /// Adds a chart of the cost over the steps, with a mark after the current step.
    fn chart(&self, ui: &mut Ui, at: usize) {
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), CHART), Sense::hover());
        ui.painter().rect_filled(rect, 2.0, theme::sunken());
        let name = t!("Cost of the tree by step");
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &*name));
        response.on_hover_text(t!("Total surface area of the boxes of all inner nodes, relative to the outermost box, after every step. It estimates the number of volumes that a point query tests."));
        let steps = &self.building.steps;
        if steps.is_empty() {
            return;
        }
        let plot = rect.shrink2(vec2(4.0, 8.0));
        let most = steps.last().map_or(1.0, |step| step.cost).max(f64::MIN_POSITIVE);
        let x = |step: usize| plot.left() + plot.width() * step as f32 / steps.len() as f32;
        let y = |cost: f64| plot.bottom() - (cost / most) as f32 * plot.height();
        let known = steps.iter().enumerate().map(|(index, step)| pos2(x(index + 1), y(step.cost)));
        let line = std::iter::once(pos2(x(0), y(0.0))).chain(known).collect();
        ui.painter().add(Shape::line(line, Stroke::new(1.75, theme::accent())));
        ui.painter().vline(x(at.min(steps.len())), rect.y_range(), Stroke::new(1.0, theme::strong()));
        let font = FontId::proportional(11.0);
        let top = rect.left_top() + vec2(4.0, 2.0);
        ui.painter().text(top, Align2::LEFT_TOP, cost(most), font, theme::weak());
    }
}

impl Story for Construction {
    fn about(&self) -> &'static MethodInfo {
        self.about
    }

    fn steps(&self) -> usize {
        self.building.steps.len()
    }

    fn left_out(&self) -> u64 {
        self.building.left_out
    }

    fn outcome(&self) -> Outcome {
        Outcome {
            hit: false,
            word: t!("cost %{cost}", cost = cost(self.building.cost)).into_owned(),
            evidence: t!("surface area of all boxes, relative to the outermost").into_owned(),
        }
    }

    fn facts(&self, at: usize) -> Vec<(&'static str, u64)> {
        let percent = (100.0 * self.step(at).map_or(0.0, |step| step.cost)).round() as u64;
        vec![("steps", self.steps() as u64), ("cost percent", percent)]
    }

    fn space(&self, at: usize, _pixel: Option<[u32; 2]>) -> SpaceView {
        let mut view = self.question.plain();
        view.caption = self.sentence(at);
        let surfaces = two_meshes::surfaces(&self.question.meshes, &Pose::identity(), true).surfaces;
        view.dissection.surfaces = surfaces.into_iter().skip(self.body).take(1).collect();
        view.bounds = self.question.meshes.shapes[self.body].local_aabb();
        let color = [palette::A, palette::B][self.body];
        let mut add = |aabb: &Aabb, width, color| {
            volumes::add(&mut view.dissection, &Outline::Aabb(*aabb), width, color);
        };
        let current_boxes = self.building.current_boxes(at);
        current_boxes.iter().take(MOST_BOXES).for_each(|aabb| add(aabb, 1.0, color.faded(0.7)));
        let Some(step) = self.step(at) else { return view };
        match &step.frame {
            Some(frame) => volumes::add(&mut view.dissection, &Outline::Obb(*frame), 2.0, palette::PICKED),
            None => add(&step.whole(), 2.0, palette::PICKED),
        }
        let boxes = step.boxes.map(Outline::Aabb);
        for volume in step.volumes.as_ref().unwrap_or(&boxes) {
            volumes::add(&mut view.dissection, volume, 3.0, palette::THOUGHT);
        }
        view
    }

    fn views(&self) -> &'static [&'static str] {
        &["cost", "space"]
    }

    fn large(&self, ui: &mut Ui, room: Rect, view: &str, showing: &mut Showing<'_>) {
        crate::inspector::region::region(ui, view, showing.side, room, |ui| match view {
            "cost" => {
                ui.add(Label::new(RichText::new(self.sentence(showing.cursor.position))).wrap());
                self.chart(ui, showing.cursor.position);
            }
            _ => crate::inspector::story::in_space(ui, self, room, showing),
        });
    }

    fn list(&self, ui: &mut Ui, _other: Option<&dyn Story>, showing: &mut Showing<'_>) {
        let (at, steps) = (showing.cursor.position.min(self.steps()), &self.building.steps);
        numbered_steps(ui, "construction", at, showing, steps.len(), |index| Self::short(&steps[index]));
    }

    fn below(&self, ui: &mut Ui, showing: &mut Showing<'_>) {
        let at = showing.cursor.position.min(self.steps());
        let so_far = self.step(at).map_or(0.0, |step| step.cost);
        let text = t!("Cost so far: %{cost} of %{all}", cost = cost(so_far), all = cost(self.building.cost));
        ui.label(RichText::new(text).small().color(theme::text()));
        self.chart(ui, at);
        let text = t!(
            "White: the set being split or merged. Green: the volumes of the two parts, or the two merged boxes. Thin: existing boxes."
        );
        ui.add(Label::new(RichText::new(text).small().color(theme::weak())).wrap());
    }
}

/// A cost with its significant digits.
fn cost(cost: f64) -> String {
    if cost < 100.0 { format!("{cost:.2}") } else { format!("{cost:.0}") }
}
