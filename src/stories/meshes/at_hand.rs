//! The projections of the current pair of volumes on the axes that can separate them: 15 for oriented boxes,
//! the slabs of k-DOPs, the line between the centres of spheres.

use egui::Ui;

use super::directions;
use super::recording::{Step, StepKind};
use crate::about::MethodInfo;
use crate::figures::box_axes;
use crate::figures::projections::{self, Projection};
use crate::geometry::{Point, Pose, Sphere, Vector};
use crate::hierarchies::pair::MeshPair;
use crate::hierarchies::separating_axes::all_axes;
use crate::hierarchies::tree::Outline;
use crate::language::t;
use crate::ui::format::length;
use crate::ui::terms::explain_as;
use crate::ui::widgets::{heading, note};

/// Minimum and maximum height of a row with the projections on one axis, points.
const ROWS: std::ops::RangeInclusive<f32> = 20.0..=34.0;
/// Height of the heading above the rows and of the legend, together, points.
const HEAD: f32 = 100.0;

/// Adds a row per axis with the projections of the two volumes of a step, with a row height at which all rows
/// fit into `room` if possible.
pub fn show(
    ui: &mut Ui,
    (about, pair): (&MethodInfo, &dyn MeshPair),
    pose: &Pose,
    step: Option<&Step>,
    room: f32,
) {
    let [Some(a), Some(b)] = [0, 1].map(|body| pair.tree(body)) else { return };
    explain_as(heading(ui, &t!("Current volumes")), "separating-axis");
    let Some(Step { nodes, kind, .. }) = step else {
        note(ui, &t!("Each pair of volumes is projected on the axes that can separate it."));
        return;
    };
    let outlines = [a.outline(nodes[0], &Pose::identity()), b.outline(nodes[1], pose)];
    let height = |rows: usize| ((room - HEAD) / rows as f32).clamp(*ROWS.start(), *ROWS.end());
    let is_tested = matches!(kind, StepKind::Volumes { .. });
    match outlines {
        [Outline::Obb(a), Outline::Obb(b)] => {
            let tests = all_axes(&a, &b);
            note(ui, &box_axes::summary(&tests));
            box_axes::show(ui, &tests, is_tested, height(tests.len()));
        }
        [Outline::Aabb(a), Outline::Aabb(b)] => {
            let corners = [a, b].map(|aabb| aabb.corners().to_vec());
            slabs(ui, &corners, &directions::of(about.id), height(3), is_tested);
        }
        [Outline::Hull(a), Outline::Hull(b)] => {
            let slabs_of = directions::of(about.id);
            slabs(ui, &[a, b], &slabs_of, height(slabs_of.len()), is_tested);
        }
        [Outline::Sphere(a), Outline::Sphere(b)] => {
            let row = between(&a, &b);
            note(
                ui,
                &t!(
                    "Spheres are separated if the distance between their centres exceeds the sum of their radii."
                ),
            );
            projections::show(ui, &[row], &[], height(1));
        }
        [Outline::Rss { radius: a, .. }, Outline::Rss { radius: b, .. }] => note(
            ui,
            &t!(
                "No axes are tested: the distance is that of the two rectangles minus both radii, %{a} and %{b}.",
                a = length(a),
                b = length(b)
            ),
        ),
        _ => {}
    }
}

/// Adds the projections of two sets of corners on fixed directions, in the order in which the method tests
/// the directions.
fn slabs(ui: &mut Ui, corners: &[Vec<Point>; 2], directions: &[Vector], height: f32, is_tested: bool) {
    let rows = rows(corners, directions, is_tested);
    let separating = rows.iter().filter(|row| row.separates).count();
    let text = match rows.iter().find(|row| row.is_first) {
        None => t!("The intervals overlap along every direction."),
        Some(first) => t!(
            "Separated along %{axis}; separating directions: %{n} of %{all}.",
            axis = first.name,
            n = separating,
            all = rows.len()
        ),
    };
    note(ui, &text);
    projections::show(ui, &rows, &[3, 9], height);
}

fn rows(corners: &[Vec<Point>; 2], directions: &[Vector], is_tested: bool) -> Vec<Projection> {
    let mut is_over = false;
    let row = |direction: &Vector| {
        let unit = direction.normalize();
        let [a, b] = corners.each_ref().map(|corners| interval(corners, &unit));
        let gap = (b[0] - a[1]).max(a[0] - b[1]);
        let separates = gap > 0.0;
        let (is_first, is_faint) = (separates && !is_over, is_over || !is_tested);
        is_over |= separates;
        let name = directions::name(direction);
        let range = |[low, high]: [f64; 2]| format!("[{}, {}]", length(low), length(high));
        let verdict = if separates {
            t!("Gap: %{gap}. One separating axis is enough.", gap = length(gap))
        } else {
            t!("The projections overlap by %{depth}.", depth = length(-gap))
        };
        let says = format!("{name}\nA {}\nB {}\n{verdict}", range(a), range(b));
        Projection { name, a, b, gap: length(gap), separates, is_first, is_faint, says }
    };
    directions.iter().map(row).collect()
}

/// The interval that the corners cover along a unit vector, in metres from the origin.
fn interval(corners: &[Point], unit: &Vector) -> [f64; 2] {
    let along = corners.iter().map(|corner| corner.coords.dot(unit));
    along.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
}

/// The projection of two spheres on the line between their centres.
fn between(a: &Sphere, b: &Sphere) -> Projection {
    let apart = (b.center - a.center).norm();
    let gap = apart - a.radius - b.radius;
    let says = t!(
        "The centres are %{d} apart, the radii are %{a} and %{b}.",
        d = length(apart),
        a = length(a.radius),
        b = length(b.radius)
    );
    Projection {
        name: t!("centres").into_owned(),
        a: [-a.radius, a.radius],
        b: [apart - b.radius, apart + b.radius],
        gap: length(gap),
        separates: gap > 0.0,
        is_first: gap > 0.0,
        is_faint: false,
        says: says.into_owned(),
    }
}
