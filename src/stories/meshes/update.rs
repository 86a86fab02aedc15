//! The story of an update: after B has moved, the k-DOP of a node is recomputed along its fixed directions by
//! hill climbing over the convex hull of the node's vertices. For comparison, the story also shows the volume
//! that the approximation gives.

use egui::{
    Align2, FontId, Label, Rect, RichText, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2,
    vec2,
};

use super::climbing::{Climbing, Step};
use super::directions::name;
use super::question::Question;
use crate::about::MethodInfo;
use crate::figures::projections::NO_GAP;
use crate::figures::two_meshes;
use crate::figures::volumes;
use crate::geometry::{Point, Vector};
use crate::inspector::outcome::Outcome;
use crate::inspector::region::region;
use crate::inspector::space::SpaceView;
use crate::inspector::step_line::{step_line, step_list};
use crate::inspector::story::{Showing, Story, in_space};
use crate::language::t;
use crate::render::palette;
use crate::ui::drawing::colors_of_both;
use crate::ui::format::length;
use crate::ui::theme;

/// Height of the row of a direction, points.
const ROW: f32 = 16.0;
/// Width of the names of directions and of the lengths next to the bars, points.
const NAMES: [f32; 2] = [72.0, 72.0];

/// The story of an update.
pub struct Update {
    question: Question,
    about: &'static MethodInfo,
    node: u32,
    climbing: Climbing,
}

impl Update {
    /// Makes the story of hill climbing recorded for a node of B.
    pub fn new(question: Question, about: &'static MethodInfo, node: u32, climbing: Climbing) -> Self {
        Self { question, about, node, climbing }
    }

    fn step(&self, at: usize) -> Option<&Step> {
        self.climbing.steps[..at.min(self.steps())].last()
    }

    /// The position of a vertex of the hull in world coordinates.
    fn place(&self, vertex: u32) -> Point {
        self.question.pose * self.climbing.hull.vertices()[vertex as usize]
    }

    /// The name of a direction with its sign.
    fn signed(&self, (row, forwards): (usize, bool)) -> String {
        let name = name(&self.climbing.directions[row]);
        if forwards { format!("+({name})") } else { format!("−({name})") }
    }

    fn sentence(&self, at: usize) -> String {
        let Some(step) = self.step(at) else {
            return t!(
                "Before the first step: node %{node} of B has rotated with its mesh.",
                node = self.node
            )
            .into_owned();
        };
        let (direction, vertex) = (self.signed(step.along), step.vertex);
        let text = match step.is_start {
            true => t!(
                "Along %{direction} the climb begins at vertex %{vertex}, which was extreme in the previous pose.",
                direction = direction,
                vertex = vertex
            ),
            false => t!(
                "A neighbour lies farther along %{direction}: move to vertex %{vertex}.",
                direction = direction,
                vertex = vertex
            ),
        };
        let is_last = self.climbing.steps.get(at).is_none_or(|next| next.along != step.along);
        let end = if is_last { t!(" No neighbour lies farther: this vertex is extreme.") } else { "".into() };
        format!("{text}{end}")
    }

    /// Adds a row per direction: a frame for the interval of the approximated volume and, once hill climbing
    /// has found both ends, a filled bar for the interval of the hull.
    fn rows(&self, ui: &mut Ui, at: usize) {
        let Climbing { directions, tight, wide, .. } = &self.climbing;
        let low = wide.iter().map(|interval| interval[0]).fold(f64::INFINITY, f64::min);
        let high = wide.iter().map(|interval| interval[1]).fold(f64::NEG_INFINITY, f64::max);
        let at_hand = self.step(at).map(|step| step.along.0);
        let is_done = |row: usize| at >= self.steps() || at_hand.is_some_and(|at| row < at);
        for (row, direction) in directions.iter().enumerate() {
            let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
            let painter = ui.painter();
            let font = FontId::proportional(12.0);
            let color = if at_hand == Some(row) { theme::strong() } else { theme::text() };
            painter.text(rect.left_center(), Align2::LEFT_CENTER, name(direction), font.clone(), color);
            let bars = Rect::from_min_max(
                pos2(rect.left() + NAMES[0], rect.top() + 3.0),
                pos2((rect.right() - NAMES[1]).max(rect.left() + NAMES[0]), rect.bottom() - 3.0),
            );
            let x = |along: f64| {
                bars.left() + ((along - low) / (high - low).max(f64::MIN_POSITIVE)) as f32 * bars.width()
            };
            let bar = |interval: [f64; 2]| {
                Rect::from_min_max(pos2(x(interval[0]), bars.top()), pos2(x(interval[1]), bars.bottom()))
            };
            if is_done(row) {
                painter.rect_filled(bar(tight[row]), 0.0, colors_of_both()[1]);
            }
            painter.rect_stroke(bar(wide[row]), 0.0, Stroke::new(1.0, theme::weak()), StrokeKind::Inside);
            let widths = [tight[row], wide[row]].map(|[low, high]| high - low);
            // A difference as small as rounding is shown as 0.
            let wider = widths[1] - widths[0];
            let wider = if wider < NO_GAP * (high - low) { 0.0 } else { wider };
            painter.text(rect.right_center(), Align2::RIGHT_CENTER, length(wider), font, color);
            let says = t!(
                "Width along %{direction}: tight %{tight}, approximated %{wide}.",
                direction = name(direction),
                tight = length(widths[0]),
                wide = length(widths[1])
            );
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &*says));
            response.on_hover_text(says);
        }
        let text =
            t!("Filled: hill climbing. Framed: approximation. Right: extra width of the approximation.");
        ui.add(Label::new(RichText::new(text).small().color(theme::weak())).wrap());
    }
}

impl Story for Update {
    fn about(&self) -> &'static MethodInfo {
        self.about
    }

    fn steps(&self) -> usize {
        self.climbing.steps.len()
    }

    fn outcome(&self) -> Outcome {
        Outcome {
            hit: false,
            word: t!("steps over the hull: %{n}", n = self.climbing.moves()).into_owned(),
            evidence: t!(
                "widths: %{percent} % of those of the approximation",
                percent = format!("{:.1}", 100.0 * self.climbing.share())
            )
            .into_owned(),
        }
    }

    fn facts(&self, _at: usize) -> Vec<(&'static str, u64)> {
        vec![("steps", self.steps() as u64), ("moves", self.climbing.moves() as u64)]
    }

    fn space(&self, at: usize, _pixel: Option<[u32; 2]>) -> SpaceView {
        let mut view = self.question.plain();
        view.caption = self.sentence(at);
        let surfaces = two_meshes::surfaces(&self.question.meshes, &self.question.pose, true).surfaces;
        view.dissection.surfaces = surfaces.into_iter().skip(1).collect();
        view.bounds = self.question.meshes.shapes[1].aabb_at(&self.question.pose);
        for triangle in self.climbing.hull.triangles() {
            for (from, to) in [(0, 1), (1, 2), (2, 0)].map(|(i, j)| (triangle[i], triangle[j])) {
                if from < to {
                    view.dissection.line([self.place(from), self.place(to)], 1.0, palette::B.faded(0.6));
                }
            }
        }
        volumes::add(&mut view.dissection, &self.climbing.approximated, 1.25, palette::UNDECIDED);
        if at >= self.steps() {
            volumes::add(&mut view.dissection, &self.climbing.tight_volume(), 2.5, palette::PICKED);
        }
        let Some(step) = self.step(at) else { return view };
        let way = self.climbing.steps[..at.min(self.steps())].iter().filter(|past| past.along == step.along);
        let way: Vec<Point> = way.map(|past| self.place(past.vertex)).collect();
        for ends in way.windows(2) {
            view.dissection.line_on_top([ends[0], ends[1]], 3.0, palette::THOUGHT);
        }
        let size = view.bounds.extents().max();
        let (row, forwards) = step.along;
        let along: Vector = self.climbing.directions[row] * if forwards { 0.2 * size } else { -0.2 * size };
        let here = self.place(step.vertex);
        view.dissection.arrow([here, here + along], 0.05 * size, 2.0, palette::PICKED);
        way.iter().for_each(|place| view.dissection.dot(*place, 6.0, palette::THOUGHT));
        view.dissection.dot(here, 10.0, palette::PICKED);
        view
    }

    fn views(&self) -> &'static [&'static str] {
        &["slabs", "space"]
    }

    fn large(&self, ui: &mut Ui, room: Rect, view: &str, showing: &mut Showing<'_>) {
        region(ui, view, showing.side, room, |ui| match view {
            "slabs" => self.rows(ui, showing.cursor.position),
            _ => in_space(ui, self, room, showing),
        });
    }

    fn list(&self, ui: &mut Ui, _other: Option<&dyn Story>, showing: &mut Showing<'_>) {
        let at = showing.cursor.position.min(self.steps());
        step_list(ui, "update", at, showing, |ui, showing| {
            for (index, step) in self.climbing.steps.iter().enumerate() {
                let direction = self.signed(step.along);
                let what = match step.is_start {
                    true => {
                        t!(
                            "%{direction}: start at vertex %{vertex}",
                            direction = direction,
                            vertex = step.vertex
                        )
                    }
                    false => {
                        t!(
                            "%{direction}: move to vertex %{vertex}",
                            direction = direction,
                            vertex = step.vertex
                        )
                    }
                };
                step_line(ui, index + 1 == at, format!("{}  {what}", index + 1), index + 1, showing);
            }
        });
    }
    fn below(&self, ui: &mut Ui, showing: &mut Showing<'_>) {
        ui.spacing_mut().item_spacing.y = 1.0;
        ScrollArea::vertical().auto_shrink([false; 2]).show(ui, |ui| {
            self.rows(ui, showing.cursor.position.min(self.steps()));
        });
    }
}
