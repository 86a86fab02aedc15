//! Compares the surfaces measured by drawing with rays through the pixels' centres, computed in f64.

use collidoscope::geometry::Point;
use collidoscope::image_space::explained::probe::Probe;
use collidoscope::image_space::recording::FARTHEST;
use collidoscope::methods;
use collidoscope::stories::arena;
use collidoscope::world::Body;

use super::{preset_pairs, tables, with};
use crate::support::gpu;
use crate::support::pairs::{Situation, flatten, pairs};
use crate::support::rays::ray_interval;

/// A pixel is compared only if rays within this distance of its centre all hit or all miss, in pixels.
const AROUND_PX: f64 = 0.05;
/// Uncertainty of a depth: steps of the 24-bit buffer, plus the change over this fraction of a pixel, because
/// vertices are snapped to 1/256 of one. (Observed on llvmpipe: half a step, and 0.0015 pixels.)
const STEPS: f64 = 2.0;
const SNAPPING_PX: f64 = 1.0 / 256.0;

#[test]
fn near_and_far_sides_are_where_rays_meet_them() {
    let gpu = gpu();
    let method = methods::find("stencil").unwrap();
    let (bodies, indices) = flatten(&pairs(Situation::Uniform, 30, 4711));
    let random = indices.iter().map(|pair| ("random", bodies.clone(), *pair));
    let (mut compared, mut missed) = (0, 0);
    for (name, bodies, pair) in preset_pairs().into_iter().chain(random) {
        for resolution in ["16", "33"] {
            let settings = with(&method.default_settings(), "resolution", resolution);
            let recording = arena::record(Some(&gpu), method, &settings, &bodies, pair).unwrap();
            for table in tables(&recording) {
                let side = table.side();
                for pixel in 0..side * side {
                    for (role, intervals) in table.intervals.iter().enumerate() {
                        let body = &recording.bodies[table.roles[role]];
                        let at = |dx: f64, dy: f64| {
                            let (x, y) = ((pixel % side) as f64 + 0.5, (pixel / side) as f64 + 0.5);
                            ray_interval(body, &table.view, side as u32, x + dx, y + dy)
                        };
                        let center = at(0.0, 0.0);
                        let around = [(1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0)]
                            .map(|(x, y)| at(x * AROUND_PX, y * AROUND_PX));
                        let what = format!("{name} {pair:?} at {resolution}, pixel {pixel}, role {role}");
                        if center.is_none() && around.iter().all(Option::is_none) {
                            assert_eq!(intervals[pixel], None, "{what}");
                            missed += 1;
                        }
                        let Some(center) = center else { continue };
                        if around.iter().any(Option::is_none) {
                            continue;
                        }
                        let found = intervals[pixel].unwrap_or_else(|| panic!("{what}: not covered"));
                        for end in [0, 1] {
                            let change =
                                around.iter().flatten().map(|other| (other[end] - center[end]).abs());
                            let per_pixel = change.fold(0.0, f64::max) / AROUND_PX;
                            let off = (f64::from(found[end]) - center[end] * f64::from(FARTHEST)).abs();
                            let allowed = STEPS + per_pixel * SNAPPING_PX * f64::from(FARTHEST);
                            assert!(off <= allowed, "{what}: {off} steps off, {allowed} allowed");
                            compared += 1;
                        }
                    }
                }
            }
        }
    }
    assert!(compared > 100_000 && missed > 10_000, "only {compared} depths and {missed} misses compared");
}

#[test]
fn a_probes_ray_meets_the_bodies_where_its_intervals_say() {
    let gpu = gpu();
    let mut compared = 0;
    for preset in ["intersecting", "containment", "relation-4"] {
        for axis in ["x", "y", "z"] {
            let settings = [("axis", axis), ("resolution", "33")];
            let recording = super::record_preset(&gpu, preset, "stencil", &settings);
            let [table] = tables(&recording) else { panic!("{preset} has one table") };
            for pixel in [[16, 16], [9, 20], [25, 11]] {
                let probe = Probe::at(table, pixel);
                assert_eq!(probe.history.len(), table.steps.len());
                assert!(
                    (probe.metres(FARTHEST) - table.view.volume.extents()[usize::from(table.view.axis)])
                        .abs()
                        < 1e-12
                );
                for (role, of_body) in probe.intervals.iter().enumerate() {
                    let body = &recording.bodies[table.roles[role]];
                    for depth in of_body.iter().copied().flatten() {
                        // The surface lies within a millimetre of the point along the ray.
                        let along = (probe.ray[1] - probe.ray[0]).normalize() * 1e-3;
                        let inside = |offset| contains(body, probe.point(depth) + offset);
                        assert_ne!(inside(along), inside(-along), "{preset} {axis} {pixel:?} {role}");
                        compared += 1;
                    }
                }
            }
        }
    }
    let recording = super::record_preset(&gpu, "intersecting", "stencil", &[]);
    let probe = Probe::at(&tables(&recording)[0], [999, 7]);
    assert_eq!(probe.pixel, [31, 7], "outside the tile is taken for the nearest inside");
    assert!(compared > 60, "only {compared} points");
}

/// True if a convex body contains a point: it is behind all faces.
fn contains(body: &Body, point: Point) -> bool {
    let (point, mesh) = (body.pose.inverse() * point, body.shape.mesh());
    (0..mesh.triangles().len()).all(|t| mesh.area_normal(t).dot(&(point - mesh.corners(t)[0])) <= 0.0)
}
