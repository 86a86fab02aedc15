//! Table of the 15 separating axes of two oriented boxes, one per row.

use std::borrow::Cow;

use egui::Ui;

use super::projections::{self, NO_GAP, Projection};
use crate::hierarchies::separating_axes::{AxisTest, SeparatingAxis};
use crate::language::t;
use crate::ui::format::length;

/// Adds the rows, `height` points each. `asked` is true if the method tested the boxes. Rows of axes that were not
/// tested are faint; a test ends at the first separating axis.
pub fn show(ui: &mut Ui, tests: &[AxisTest; 15], asked: bool, height: f32) {
    let first = tests.iter().position(|test| test.separates);
    let [low, high] = tests
        .iter()
        .flat_map(|test| [test.a, test.b])
        .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], interval| {
            [low.min(interval[0]), high.max(interval[1])]
        });
    let rows = tests.iter().enumerate().map(|(index, test)| {
        let is_reached = asked && first.is_none_or(|first| index <= first);
        let is_first = first == Some(index);
        Projection {
            name: axis_name(test.axis).into_owned(),
            a: test.a,
            b: test.b,
            gap: if test.parallel {
                t!("parallel edges").into_owned()
            } else {
                length_text(test.gap, high - low)
            },
            separates: test.separates,
            is_first,
            is_faint: !is_reached || test.parallel,
            says: description(test, is_first, high - low),
        }
    });
    projections::show(ui, &rows.collect::<Vec<_>>(), &[3, 6], height);
}

/// Summary of the separating axes.
pub fn summary(tests: &[AxisTest; 15]) -> Cow<'static, str> {
    let separating: Vec<_> = tests.iter().filter(|test| test.separates).collect();
    match &separating[..] {
        [] => t!("No axis separates the oriented boxes: they intersect."),
        [only] => t!("Only %{axis} separates the oriented boxes.", axis = axis_name(only.axis)),
        [first, rest @ ..] => {
            t!("First separating axis: %{axis}. Others: %{n}.", axis = axis_name(first.axis), n = rest.len())
        }
    }
}

/// Name of an axis.
pub fn axis_name(axis: SeparatingAxis) -> Cow<'static, str> {
    match axis {
        SeparatingAxis::FaceOfA(i) => t!("face %{i} of A", i = i + 1),
        SeparatingAxis::FaceOfB(j) => t!("face %{j} of B", j = j + 1),
        SeparatingAxis::Edges(i, j) => t!("edge A%{i} × B%{j}", i = i + 1, j = j + 1),
    }
}

/// A length as text, in which rounding errors become 0. `reach` is the length of the interval around all projections,
/// metres.
fn length_text(metres: f64, reach: f64) -> String {
    length(if metres.abs() < NO_GAP * reach { 0.0 } else { metres })
}

fn description(test: &AxisTest, first: bool, reach: f64) -> String {
    let kind = match test.axis {
        SeparatingAxis::FaceOfA(_) => t!("The normal of a face of A's box."),
        SeparatingAxis::FaceOfB(_) => t!("The normal of a face of B's box."),
        SeparatingAxis::Edges(..) => t!("Perpendicular to an edge of A's box and an edge of B's box."),
    };
    let mut text = format!("{}: {kind}", axis_name(test.axis));
    let interval =
        |[low, high]: [f64; 2]| format!("[{}, {}]", length_text(low, reach), length_text(high, reach));
    text += &format!("\nA {}\nB {}\n", interval(test.a), interval(test.b));
    text += &match (test.separates, test.parallel) {
        (_, true) => t!("The edges are parallel, so this axis adds nothing to the face normals."),
        (true, _) => t!("Gap: %{gap}. One separating axis is enough.", gap = length_text(test.gap, reach)),
        (false, _) => t!("The projections overlap by %{depth}.", depth = length_text(-test.gap, reach)),
    };
    if first {
        text += "\n";
        text += &t!("First separating axis in test order; the test ends here.");
    }
    text
}
