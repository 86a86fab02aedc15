//! The list of the tests, cheap ones first, that a pair of nodes passes through until one rejects it: for
//! each test the numbers compared, the result, and how often it ran up to the current step.

use egui::{Align2, Color32, FontId, Rect, RichText, Sense, Stroke, Ui, pos2, vec2};
use std::borrow::Cow;

use crate::figures::box_axes::axis_name;
use crate::language::t;
use crate::object_space::hybrid_boxes::End;
use crate::object_space::hybrid_boxes::Volumes;
use crate::object_space::hybrid_boxes::seen::{Asked, Counts, Numbers, Stage, Volume};
use crate::object_space::hybrid_boxes::trace::{Outcome, Step, Trace, What};
use crate::ui::format::{grouped, metres};
use crate::ui::theme;
use crate::ui::widgets::heading;

/// The name of a test, by its index.
pub fn name(stage: usize) -> Cow<'static, str> {
    match stage {
        0 => t!("Spheres (5)"),
        1 => t!("Sides in x and y (6), (7)"),
        2 => t!("Axis-aligned boxes"),
        3 => t!("Half diagonals (8)"),
        4 => t!("Separating axes"),
        5 => t!("Triangles"),
        _ => t!("One inside the other"),
    }
}

/// The hover text of a test: the question that the test answers.
fn help(stage: usize) -> Cow<'static, str> {
    match stage {
        0 => t!("Does the distance of the centres exceed the sum of the radii? This is the cheapest test."),
        1 => t!(
            "Are the axis-aligned boxes separated along both x and y? The paper's figure shows this test in the plane."
        ),
        2 => t!("Are the axis-aligned boxes separated along x, y or z? One axis is enough."),
        3 => {
            t!(
                "Does the distance of the centres exceed the sum of the half diagonals of the oriented boxes? These are the radii of the spheres, so this stage repeats the first one and never rejects anything."
            )
        }
        4 => t!("Does one of 15 axes separate the oriented boxes? If not, they intersect."),
        5 => t!("Each leaf holds one triangle: do the two triangles share a point?"),
        _ => t!("No triangles touch: is a part of one body's surface inside the other body?"),
    }
}

/// True if the method has this test.
fn takes_part(stage: usize, trace: &Trace) -> bool {
    match stage {
        0 | 3 => matches!(trace.volumes, Volumes::SpheresAndAabbs | Volumes::Spheres),
        1 | 2 => matches!(trace.volumes, Volumes::SpheresAndAabbs | Volumes::Aabbs),
        4 => true,
        5 => trace.end != End::Boxes,
        _ => trace.end == End::Solids,
    }
}

/// How often a test has run.
fn times_tested(stage: usize, counts: &Counts) -> u64 {
    match stage {
        0 => counts.tested(Volume::Spheres),
        1 => counts.tested(Volume::Aabbs),
        2 => counts.tested(Volume::Aabbs) - counts.rejected(Stage::Plane),
        3 => counts.tested(Volume::Obbs),
        4 => counts.tested(Volume::Obbs) - counts.rejected(Stage::HalfDiagonals),
        5 => counts.tested(Volume::Triangles),
        _ => counts.tested(Volume::Insides),
    }
}

/// The result of a test in the current step.
#[derive(Clone, Copy, PartialEq)]
enum StageResult {
    Rejects,
    PassesOn,
    Touches,
    NotTested,
}

/// Adds the list, with a row height at which it fits into `room` if possible.
pub fn show(ui: &mut Ui, trace: &Trace, step: Option<&Step>, room: f32) {
    heading(ui, &t!("The cascade"));
    let counts = step.map(|step| step.counts).unwrap_or_default();
    ui.spacing_mut().item_spacing.y = 3.0;
    let height = ((room - 240.0) / 7.0).clamp(34.0, 46.0);
    for stage in (0..=6).filter(|&stage| takes_part(stage, trace)) {
        let (result, numbers) =
            step.map_or((StageResult::NotTested, Cow::Borrowed("")), |step| result_of(stage, step));
        row(ui, height, stage, (result, &numbers), &so_far(stage, &counts));
    }
    let missing: Vec<_> = (0..=6).filter(|&stage| !takes_part(stage, trace)).map(name).collect();
    if !missing.is_empty() {
        let text = t!("Not part of this method: %{stages}.", stages = missing.join(", "));
        ui.add(egui::Label::new(RichText::new(text).small().color(theme::weak())).wrap());
    }
    if let Some(step) = step {
        let text = t!(
            "Pairs so far: nodes %{nodes}, triangles %{triangles}.",
            nodes = grouped(step.pairs[0].into()),
            triangles = grouped(step.pairs[1].into())
        );
        ui.add(egui::Label::new(RichText::new(text).small().color(theme::weak())).wrap())
            .on_hover_text(t!("Counted up to this step, by the method's own rules."));
    }
}

fn so_far(stage: usize, counts: &Counts) -> Cow<'static, str> {
    let tested = grouped(times_tested(stage, counts));
    match counts.rejections().get(stage) {
        Some(&rejected) => t!("tested %{n}×, rejected %{m}", n = tested, m = grouped(rejected)),
        None => t!("tested %{n}×", n = tested),
    }
}

/// The result of a test, and the numbers behind the result.
fn result_of(stage: usize, step: &Step) -> (StageResult, Cow<'static, str>) {
    if let Some(asked) = step.asked().iter().find(|asked| asked.stage as usize == stage) {
        let result = if asked.rejects { StageResult::Rejects } else { StageResult::PassesOn };
        return (result, numbers(asked));
    }
    match (&step.what, stage) {
        (What::Triangles { touching: true, .. }, 5) => (StageResult::Touches, t!("triangles share a point")),
        (What::Triangles { .. }, 5) => (StageResult::Rejects, t!("triangles separated by an axis")),
        (What::Inside { in_box, .. }, 6) => match step.outcome() {
            Outcome::Inside => (StageResult::Touches, t!("enclosed by the other body's surface")),
            _ if *in_box => (StageResult::Rejects, t!("not enclosed by the other body's surface")),
            _ => (StageResult::Rejects, t!("extends beyond the other body's box")),
        },
        _ => (StageResult::NotTested, Cow::Borrowed("")),
    }
}

fn numbers(asked: &Asked) -> Cow<'static, str> {
    let than = if asked.rejects { ">" } else { "≤" };
    match asked.numbers {
        Numbers::Centers { squared_distance, reach } => {
            t!(
                "distance %{d} %{than} %{r}",
                d = metres(squared_distance.sqrt()),
                than = than,
                r = metres(reach)
            )
        }
        Numbers::Gaps(gap) => {
            let axes = if asked.stage == Stage::Plane { &["x", "y"][..] } else { &["x", "y", "z"] };
            let word = |(axis, gap): (&&str, &f64)| format!("{axis} {}", metres(*gap).trim_end_matches(" m"));
            let gaps: Vec<_> = axes.iter().zip(gap.iter()).map(word).collect();
            t!("gaps %{gaps} m", gaps = gaps.join(", "))
        }
        Numbers::Axes { found: Some(axis), .. } => t!("separated along %{axis}", axis = axis_name(axis)),
        Numbers::Axes { found: None, .. } => t!("overlap on all 15 axes"),
    }
}

fn row(ui: &mut Ui, height: f32, stage: usize, (result, numbers): (StageResult, &str), so_far: &str) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let (word, color) = match result {
        StageResult::Rejects => (t!("rejects"), theme::teal()),
        StageResult::PassesOn => (t!("passes on"), theme::text()),
        StageResult::Touches => (t!("collides"), theme::colliding()),
        StageResult::NotTested => (t!("not tested"), theme::weak()),
    };
    let quiet = result == StageResult::NotTested;
    let fill = if quiet { Color32::TRANSPARENT } else { theme::sunken() };
    let edge =
        if matches!(result, StageResult::Rejects | StageResult::Touches) { color } else { theme::line() };
    let stroke = Stroke::new(1.0, edge);
    ui.painter().rect(rect.shrink(0.5), 4.0, fill, stroke, egui::StrokeKind::Inside);
    symbol(ui, result, pos2(rect.left() + 14.0, rect.center().y), color);
    let inner = Rect::from_min_max(rect.min + vec2(27.0, 0.0), rect.max - vec2(8.0, 0.0));
    let [over, under] = [-0.22, 0.23].map(|share| rect.center().y + share * rect.height());
    let title = if quiet { theme::weak() } else { theme::strong() };
    line(ui, inner, over, (&name(stage), 13.0, title), (&word, 12.5, color));
    line(ui, inner, under, (numbers, 11.5, theme::text()), (so_far, 11.5, theme::weak()));
    let says = format!("{}: {word}. {numbers} {so_far}", name(stage));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &says));
    response.on_hover_ui(|ui| {
        ui.label(format!("{}: {word}", name(stage)));
        ui.label(help(stage));
        if !numbers.is_empty() {
            ui.label(numbers);
        }
        ui.label(so_far);
    });
}

/// Paints two texts, each with its size and colour. The left text is clipped where the right text begins.
fn line(ui: &Ui, area: Rect, y: f32, left: (&str, f32, Color32), right: (&str, f32, Color32)) {
    let (text, size, color) = right;
    let at = pos2(area.right(), y);
    let taken = ui.painter().text(at, Align2::RIGHT_CENTER, text, FontId::proportional(size), color);
    let (text, size, color) = left;
    let room = area.with_max_x(taken.left() - 6.0).intersect(ui.clip_rect());
    let at = pos2(area.left(), y);
    ui.painter().with_clip_rect(room).text(at, Align2::LEFT_CENTER, text, FontId::proportional(size), color);
}

/// Paints the symbol of a result: an arrow down if the pair is passed on, an arrow that ends at a bar if it
/// is rejected, a full disc if triangles touch.
fn symbol(ui: &Ui, result: StageResult, at: egui::Pos2, color: Color32) {
    let (painter, stroke) = (ui.painter(), Stroke::new(1.6, color));
    match result {
        StageResult::PassesOn => {
            painter.line_segment([at - vec2(0.0, 7.0), at + vec2(0.0, 7.0)], stroke);
            painter.line_segment([at + vec2(-4.0, 3.0), at + vec2(0.0, 7.0)], stroke);
            painter.line_segment([at + vec2(4.0, 3.0), at + vec2(0.0, 7.0)], stroke);
        }
        StageResult::Rejects => {
            painter.line_segment([at - vec2(0.0, 8.0), at], stroke);
            painter.line_segment([at + vec2(-6.0, 2.0), at + vec2(6.0, 2.0)], Stroke::new(3.0, color));
        }
        StageResult::Touches => {
            painter.circle_filled(at, 5.0, color);
        }
        StageResult::NotTested => {
            painter.circle_stroke(at, 2.0, Stroke::new(1.0, theme::line()));
        }
    }
}
