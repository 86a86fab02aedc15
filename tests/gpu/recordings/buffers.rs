//! Depth, stencil and samples after every row equal the twin's.

use std::sync::Arc;

use collidoscope::geometry::{Pose, Shape, primitives};
use collidoscope::image_space::pass::{Outline, Surface, Takes, Who};
use collidoscope::image_space::recording::{Outcome, PassRecording};
use collidoscope::stories::arena;
use collidoscope::world::{Body, Pair};

use super::{compare, drawing_methods, preset_pairs, tables, variants, with};
use crate::support::pairs::{SITUATIONS, flatten, pairs};
use crate::support::{assert_no_complaints, gpu};

#[test]
fn after_every_row_of_every_table_the_gpu_holds_what_the_twin_says() {
    let gpu = gpu();
    let (mut compared, mut recorded) = (0, 0);
    for (preset, bodies, pair) in preset_pairs() {
        for method in drawing_methods() {
            for variant in variants(method, &["culling", "readback"]) {
                for resolution in ["16", "33", "64"] {
                    let settings = with(&variant, "resolution", resolution);
                    let recording = arena::record(Some(&gpu), method, &settings, &bodies, pair).unwrap();
                    for table in tables(&recording) {
                        let what = format!("{preset} {pair:?} {} {settings:?}", method.id);
                        compared += compare(table, |pass| *pass).unwrap_or_else(|e| panic!("{what}: {e}"));
                        assert_fragments_are_the_bodies_sides(table, &what);
                        assert_outcomes_add_up(table, &what);
                        recorded += 1;
                    }
                }
            }
        }
    }
    assert!(compared > 5_000_000 && recorded > 900, "only {compared} pixels of {recorded} recordings");
    assert_no_complaints(&gpu);
}

#[test]
fn the_same_for_random_pairs_in_every_situation() {
    let gpu = gpu();
    let (mut recorded, mut fragments) = (0, 0);
    for (seed, situation) in SITUATIONS.into_iter().enumerate() {
        let (bodies, indices) = flatten(&pairs(situation, 30, 500 + seed as u64));
        for &pair in &indices {
            for method in drawing_methods() {
                let variants = variants(method, &["culling", "axis", "view-volume"]);
                // Each pair uses different settings, so that all occur.
                let settings = with(&variants[pair.a / 2 % variants.len()], "resolution", "24");
                let recording = arena::record(Some(&gpu), method, &settings, &bodies, pair).unwrap();
                for table in tables(&recording) {
                    let what = format!("{situation:?} {pair:?} {} {settings:?}", method.id);
                    compare(table, |pass| *pass).unwrap_or_else(|e| panic!("{what}: {e}"));
                    assert_outcomes_add_up(table, &what);
                    recorded += 1;
                    let drawn = table.steps.iter().flat_map(|step| step.fragments.iter().flatten().flatten());
                    fragments += drawn.count();
                }
            }
        }
    }
    assert!(recorded > 500 && fragments > 250_000, "only {fragments} fragments of {recorded} recordings");
    assert_no_complaints(&gpu);
}

/// Vertices are snapped to the raster, and near the silhouette these triangles are narrower than its grid.
#[test]
fn balls_of_triangles_far_smaller_than_a_pixel_leave_what_the_twin_says() {
    let gpu = gpu();
    let ball = Arc::new(Shape::polyhedron(primitives::sphere(0.5, 5)));
    let mut recorded = 0;
    for method in drawing_methods() {
        for settings in variants(method, &["culling"]) {
            for shift in [0.2, 0.45, 0.7] {
                let at = |x: f64| Body::at_rest(ball.clone(), Pose::translation(x, 0.7 * x, -0.4 * x));
                let bodies = [at(0.0), at(shift)];
                let settings = with(&settings, "resolution", "16");
                let pair = Pair { a: 0, b: 1 };
                let recording = arena::record(Some(&gpu), method, &settings, &bodies, pair).unwrap();
                for table in tables(&recording) {
                    let what = format!("{} {settings:?} {shift}", method.id);
                    compare(table, |pass| *pass).unwrap_or_else(|e| panic!("{what}: {e}"));
                    assert_outcomes_add_up(table, &what);
                    recorded += 1;
                }
            }
        }
    }
    assert!(recorded > 30, "{recorded}");
    assert_no_complaints(&gpu);
}

/// Asserts that the number of fragments recorded as passed equals the GPU's count.
fn assert_outcomes_add_up(recording: &PassRecording, what: &str) {
    for step in &recording.steps {
        let fragments = (0..step.fragments.len()).flat_map(|pixel| step.fragments_at(pixel));
        let passed = fragments.filter(|fragment| fragment.outcome == Outcome::Passed).count();
        assert_eq!(passed, step.samples as usize, "{what}: {}", step.pass.says);
    }
}

/// Asserts that the fragments of a row lie where that side of the body was measured alone. (Thin bodies drawn
/// whole are moved one way, not each side inwards.) A concave body has further fragments between the two ends.
fn assert_fragments_are_the_bodies_sides(recording: &PassRecording, what: &str) {
    if recording.table.outline == Outline::Thin {
        return;
    }
    for step in &recording.steps {
        let who = match step.pass.draw {
            Surface::Whole(who) | Surface::Near(who) | Surface::Far(who) => usize::from(who == Who::Second),
            // Lines also cover pixels beside the body.
            Surface::Edges(_) | Surface::Tile => continue,
        };
        for (pixel, interval) in recording.intervals[who].iter().enumerate() {
            let fragments: Vec<_> = step.fragments_at(pixel).collect();
            assert!(interval.is_some() || fragments.is_empty(), "{what}, pixel {pixel}");
            if recording.table.takes == Takes::Closed {
                let depths = fragments.iter().map(|fragment| fragment.depth);
                if let Surface::Near(_) | Surface::Far(_) = step.pass.draw {
                    let is_near = matches!(step.pass.draw, Surface::Near(_));
                    let end = if is_near { depths.min() } else { depths.max() };
                    assert_eq!(
                        end,
                        interval.map(|ends| ends[usize::from(!is_near)]),
                        "{what}, pixel {pixel}"
                    );
                    assert!(
                        fragments.iter().all(|fragment| fragment.is_near == is_near),
                        "{what}, pixel {pixel}"
                    );
                    continue;
                }
                let ends = depths.clone().min().zip(depths.max()).map(|(near, far)| [near, far]);
                assert_eq!(ends, *interval, "{what}, pixel {pixel}");
                let near = fragments.iter().filter(|fragment| fragment.is_near).count();
                assert_eq!(2 * near, fragments.len(), "{what}, pixel {pixel}: as many entries as exits");
                continue;
            }
            for fragment in fragments {
                let [near, far] = interval.unwrap();
                assert_eq!(
                    fragment.depth,
                    if fragment.is_near { near } else { far },
                    "{what}, pixel {pixel}"
                );
            }
        }
    }
}
