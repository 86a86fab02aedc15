//! `bsp-error`: the distance from a convex edge at which a sphere stops, against the edge's angle.
//!
//! A method of shifted planes stops a sphere of radius r at the planes of the faces, shifted outwards by r. Let two
//! faces meet at the angle θ. Their shifted planes intersect at the distance r/sin(θ/2) from the edge, so a sphere
//! aimed at that corner stops r(1/sin(θ/2) − 1) too early. One bevel across the edge reduces this gap to r(1/sin(45° +
//! θ/4) − 1). The published rule adds bevels where the normals of the faces differ by more than 90°.

use super::ground::{ALL_EDGES, all_edges, find, refused};
use crate::experiments::{Axis, Claim, Experiment, Figure, PlotKind, Run, RunError};
use crate::geometry::{Aabb, Point, Vector};
use crate::level::compile::SplitRule;
use crate::level::compiled::Level;
use crate::level::methods::{BSP_SHIFT, BSP_SHIFT_BEVELS, REFERENCE};
use crate::level::mover::Mover;
use crate::level::plane::Plane;
use crate::level::sweep::{Move, Sweep};

/// The experiment's row in the table of experiments.
pub const EXPERIMENT: Experiment = Experiment {
    id: "bsp-error",
    lab: "level",
    title: "Shifted planes at a convex edge",
    source: "Melax 2000 (plane shifting), overestimation at corners",
    says: "Distance between a wedge and the stopped sphere, in radii, against the wedge's angle, with theoretical values.",
    needs_gpu: false,
    plot: PlotKind::lines(
        GAP,
        Axis::linear("angle of the edge (°)"),
        Axis::linear("stops too early by (radii)"),
    ),
    run,
    claims,
};

const GAP: &str = "gap_radii";
const THEORY: &str = "theory";
const THEORY_OF_BEVELS: &str = "theory of a bevel";

/// The theoretical gap between sphere and edge, in radii of the sphere, with the shifted planes of the two faces
/// alone.
fn without(angle: f64) -> f64 {
    1.0 / (0.5 * angle).sin() - 1.0
}

/// The theoretical gap between sphere and edge, in radii of the sphere, with a bevel between the two faces.
fn with_bevel(angle: f64) -> f64 {
    1.0 / (45_f64.to_radians() + 0.25 * angle).sin() - 1.0
}

fn run(run: &mut Run) -> Result<(), RunError> {
    let step = if run.quick { 30 } else { 5 };
    let angles: Vec<u32> = (20..=170).step_by(step).collect();
    run.expect(angles.len());
    run.setting("radius_m", RADIUS);
    for degrees in angles {
        run.step(format!("a wedge of {degrees}°"))?;
        let (angle, x) = (f64::from(degrees).to_radians(), (f64::from(degrees), "°"));
        run.measured(THEORY, x, GAP, (without(angle), "radii"));
        run.measured(THEORY_OF_BEVELS, x, GAP, (with_bevel(angle), "radii"));
        let level = wedge(angle)?;
        let (method, settings) = all_edges()?;
        let mut rows = vec![(ALL_EDGES, method, settings)];
        for id in [BSP_SHIFT, BSP_SHIFT_BEVELS, REFERENCE] {
            let method = find(id)?;
            rows.push((id, method, method.default_settings()));
        }
        for (id, method, settings) in rows {
            let mut sweep = method.make(&level, &settings);
            // The sphere is aimed at both corners that shifted planes can have: without a bevel on the bisector of the
            // wedge, with one between the bevel and a face. The larger gap counts.
            let corners = [0.0, 45_f64.to_radians() - 0.25 * angle];
            let [on_bisector, beside] = corners.map(|aside| gap(&mut *sweep, aside));
            run.measured(id, x, GAP, (on_bisector?.max(beside?), "radii"));
        }
    }
    Ok(())
}

/// Radius of the sphere in metres.
const RADIUS: f64 = 0.5;
/// Distance of the sphere's start from the edge, in metres.
const FAR: f64 = 12.0;

/// A wedge whose edge lies along z and points to +x.
fn wedge(angle: f64) -> Result<Level, RunError> {
    let (sin, cos) = (0.5 * angle).sin_cos();
    let face = |side: f64| Plane::new(Vector::new(sin, side * cos, 0.0), 0.0);
    let back = Plane::new(-Vector::x(), 3.0);
    let around = Aabb::cube(Point::origin(), 2.0 * FAR);
    Level::of_brushes(&[vec![face(1.0), face(-1.0), back]], &around, SplitRule::Mixed, &mut |_, _| true)
        .map_err(refused)
}

/// The distance, in radii, between the edge and the surface of the sphere where the sphere stops. The sphere starts at
/// the angle `aside` from the bisector of the wedge.
fn gap(sweep: &mut dyn Sweep, aside: f64) -> Result<f64, RunError> {
    let from = Point::new(FAR * aside.cos(), FAR * aside.sin(), 0.0);
    let mover = Mover::Sphere { radius: RADIUS };
    let (hit, _) = sweep.sweep(&Move { mover, from, to: Point::origin() }).map_err(refused)?;
    let hit = hit.ok_or_else(|| refused("a sphere passed through a wedge"))?;
    Ok(FAR * (1.0 - hit.time) / RADIUS - 1.0)
}

fn claims(figures: &[Figure]) -> Vec<Claim> {
    let worst = |series: &str, theory: fn(f64) -> f64| {
        let of = figures.iter().filter(|f| f.series == series && f.metric == GAP);
        of.map(|f| (f.value / theory(f.x.to_radians()) - 1.0).abs()).reduce(f64::max)
    };
    [
        ("without bevels r(1/sin(θ/2) − 1), met within 1 %", worst(BSP_SHIFT, without)),
        ("with one bevel r(1/sin(45° + θ/4) − 1), met within 1 %", worst(ALL_EDGES, with_bevel)),
    ]
    .into_iter()
    .map(|(published, off)| {
        Claim::judged(published, || Some((format!("off by {:.1e} % at most", 100.0 * off?), off? <= 0.01)))
    })
    .collect()
}
