//! The drawing of the current decision about patches, triangles or features: the boxes projected on their
//! axes, a cone or a certificate compared with its bound, the contour, or the cubic.

use egui::Ui;

use super::bars::{self, Against};
use super::contour;
use super::curve::{self, Curve};
use super::measuring::{AXES, Measured, Measuring, Why};
use super::pair_recording::roots_of;
use super::question::Question;
use super::recording::Decision;
use super::sentences::{degrees, digits};
use crate::cloth::detect::exact::kind;
use crate::cloth::detect::{Outcome, Patch, Verdict};
use crate::cloth::step::Features;
use crate::continuous::Query;
use crate::continuous::cubic::Cubic;
use crate::figures::projections::{self, Projection};
use crate::language::t;
use crate::ui::format::length;
use crate::ui::widgets::{heading, note};

/// Minimum and maximum height of a row that shows the boxes projected on one axis, points.
const ROWS: std::ops::RangeInclusive<f32> = 20.0..=30.0;
/// Maximum height of the drawing of the cubic or the contour, points.
const MOST: f32 = 240.0;

/// Adds the drawing of a decision in the remaining space of `ui`, at most `room` points high.
pub fn show(ui: &mut Ui, question: &Question, measuring: &mut Measuring, look: Option<&Decision>, room: f32) {
    heading(ui, &t!("Current test"));
    match look {
        None => note(ui, &t!("Every step tests a patch, two patches, two triangles or two features.")),
        Some(Decision::Patches(a, b, outcome, measured)) => {
            patches(ui, question, measuring, (*a, *b, *outcome), measured, room);
        }
        Some(Decision::Centroids(_, [between, bound])) => bars::show(
            ui,
            &Against {
                name: t!("Centroids").into_owned(),
                value: (*between, length(*between)),
                bound: (*bound, length(*bound)),
                most: None,
                shows: between > bound,
            },
        ),
        Some(Decision::Features(pair, verdict, why)) => features(ui, question, *pair, verdict, why, room),
    }
}

fn patches(
    ui: &mut Ui,
    question: &Question,
    measuring: &mut Measuring,
    (a, b, outcome): (Patch, Patch, Outcome),
    measured: &Measured,
    room: f32,
) {
    if let Some(cone) = &measured.cone {
        let right_angle = std::f64::consts::FRAC_PI_2;
        bars::show(
            ui,
            &Against {
                name: t!("Half-angle of the cone").into_owned(),
                value: (cone.half_angle, degrees(cone.half_angle)),
                bound: (right_angle, degrees(right_angle)),
                most: Some(std::f64::consts::PI),
                shows: cone.is_narrow(),
            },
        );
    }
    if let Some([along_u, along_v, mixed]) = measured.form {
        let product = 4.0 * along_u.max(0.0) * along_v.max(0.0);
        bars::show(
            ui,
            &Against {
                name: t!("Certificate: holds if c² is less than 4ab").into_owned(),
                value: (mixed * mixed, digits(mixed * mixed)),
                bound: (product, digits(product)),
                most: None,
                shows: outcome == Outcome::Certificate,
            },
        );
    }
    if a != b {
        let axes = measuring.axes();
        let rows = rows(measuring, a, b);
        let height = ((room - 120.0) / rows.len() as f32).clamp(*ROWS.start(), *ROWS.end());
        projections::show(ui, &rows, &[axes], height);
    }
    let is_refused = outcome == Outcome::Opened && measured.cone.is_some_and(|cone| cone.is_narrow());
    if let Some(cone) = measured.cone.filter(|_| is_refused || outcome == Outcome::Contour) {
        note(ui, &t!("The contour, seen along the axis:"));
        let edges = measuring.patches.outline(a, b);
        contour::show(ui, question, &edges, &cone.axis, ui.available_height().clamp(100.0, MOST));
    }
    if measured.cone.is_none() && measured.form.is_none() && a == b {
        note(ui, &t!("A patch with neither cone nor certificate is always opened."));
    }
}

/// A row per axis that the method compares, with the boxes of two patches projected on the axis. If the
/// method compares boxes at both ends of the step, the rows of both ends.
fn rows(measuring: &mut Measuring, a: Patch, b: Patch) -> Vec<Projection> {
    let (axes, a, b) = (measuring.axes(), measuring.compared(a), measuring.compared(b));
    let has_both = a.len() > 1;
    let gap = |axis: usize, end: usize| {
        let (a, b) = (a[end].along(axis), b[end].along(axis));
        [b[0] - a[1], a[0] - b[1]]
    };
    // Boxes are separated along an axis if, at all times compared, there is a gap and the same box is in
    // front.
    let apart = |axis: usize| (0..2).any(|way| (0..a.len()).all(|end| gap(axis, end)[way] > 0.0));
    let first = (0..axes).find(|axis| apart(*axis));
    let row = |axis: usize, end: usize| {
        let [one, other] = [a[end].along(axis), b[end].along(axis)];
        let wide = gap(axis, end)[0].max(gap(axis, end)[1]);
        let when = if end == 0 { t!("start") } else { t!("end") };
        let name = if has_both { format!("{}, {when}", AXES[axis]) } else { AXES[axis].to_owned() };
        let range = |[low, high]: [f64; 2]| format!("[{}, {}]", length(low), length(high));
        let says = format!("{name}\nA {}\nB {}", range(one), range(other));
        let (separates, is_first) = (apart(axis), first == Some(axis));
        Projection { name, a: one, b: other, gap: length(wide), separates, is_first, is_faint: false, says }
    };
    (0..a.len())
        .flat_map(|end| (0..axes).map(move |axis| (axis, end)))
        .map(|(axis, end)| row(axis, end))
        .collect()
}

fn features(ui: &mut Ui, question: &Question, pair: Features, verdict: &Verdict, why: &Why, room: f32) {
    if let Why::Plane(distances) = why {
        for (distance, when) in distances.iter().zip([t!("start"), t!("end")]) {
            note(
                ui,
                &t!("Distance from the plane at the %{when}: %{d}", when = when, d = length(distance.abs())),
            );
        }
    }
    let [start, end] = question.step.ends(pair.particles(&question.mesh));
    let cubic = Cubic::of(kind(pair), &start, &end, 0.0);
    note(ui, &coefficients(&cubic));
    let roots = roots_of(&Query { kind: kind(pair), start, end });
    let time = if let Verdict::Exact(time) = verdict { *time } else { None };
    let curve = Curve { cubic: &cubic, roots: &roots, framed: None, time, left: [0.0, 1.0] };
    curve::show(ui, &curve, (room - 90.0).clamp(80.0, MOST));
    note(
        ui,
        &t!("Roots in the step: %{n}. Inspect the pair to see the exact test step by step.", n = roots.len()),
    );
}

/// The cubic's Bernstein coefficients as a sentence.
pub fn coefficients(cubic: &Cubic) -> String {
    let numbers = cubic.coefficients.map(digits).join("; ");
    t!("Bernstein coefficients of the cubic: %{numbers} m³", numbers = numbers).into_owned()
}
