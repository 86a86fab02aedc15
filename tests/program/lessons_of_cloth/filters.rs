//! Lessons on the centroid filter and on the side of a plane.

use collidoscope::cloth::methods::SAFE;
use collidoscope::geometry::Point;

use super::{FALLEN, Shown, whole};
use crate::gpu::lessons_measured::{assert_says, shown};

#[test]
fn centroids_lose_what_the_lesson_says() {
    let fallen = Shown::of(FALLEN);
    let (all, truth) = (fallen.counts(SAFE, &[("centroid", "off")]).leaf_pairs, fallen.truth.len());
    let percent = |part: usize, all: usize| shown(100.0 * part as f64 / all as f64, 1);
    // The patent's table 6, next to the pairs dropped and contacts lost in the frame.
    for (threshold, published) in [
        ("1.5", ["19.92", "3.10"]),
        ("1.3", ["22.79", "5.25"]),
        ("1.1", ["29.59", "9.89"]),
        ("1", ["36.39", "12.91"]),
        ("0.8", ["55.97", "25.72"]),
        ("0.5", ["81.10", "49.21"]),
    ] {
        let changes = [("centroid", "threshold"), ("threshold", threshold)];
        let dropped = fallen.counts(SAFE, &changes).centroid_drops as usize;
        let here = [percent(dropped, all as usize), percent(fallen.lost(SAFE, &changes), truth)];
        let threshold = shown(threshold.parse().unwrap(), 1);
        assert_says("centroid-filter", &[&published.map(str::to_owned)[..], &here, &[threshold]].concat());
    }
    for rule in ["threshold", "bound"] {
        let changes = [("centroid", rule)];
        let row = [fallen.counts(SAFE, &changes).centroid_drops, fallen.lost(SAFE, &changes) as u64];
        assert_says("centroid-filter", &row.map(whole));
    }
    assert_says("centroid-filter", &[whole(all), whole(truth)]);
    // The smallest threshold, in hundredths, that loses no contact here.
    let safe = (50..=150).rev().map(|hundredths| shown(f64::from(hundredths) / 100.0, 2));
    let safe = safe.take_while(|t| fallen.lost(SAFE, &[("centroid", "threshold"), ("threshold", t)]) == 0);
    assert_says("centroid-filter", &[safe.last().unwrap()]);
}

/// Distance of the centroid from the farthest corner.
fn reach(corners: [Point; 3]) -> f64 {
    let centroid = (corners[0].coords + corners[1].coords + corners[2].coords) / 3.0;
    corners.iter().map(|corner| (corner.coords - centroid).norm()).fold(0.0, f64::max)
}

#[test]
fn triangles_reach_as_far_as_the_lesson_says() {
    let right_angled = |leg: f64| reach([[0.0, 0.0, 0.0], [leg, 0.0, 0.0], [0.0, 1.0, 0.0]].map(Point::from));
    let longest = std::f64::consts::SQRT_2;
    let at_rest = right_angled(1.0);
    assert_says(
        "centroid-filter",
        &[shown(at_rest, 3), shown(2.0 * at_rest, 3), shown(2.0 * at_rest / longest, 3)],
    );
    assert_says("centroid-filter", &["20".into(), shown(2.0 * right_angled(1.2) / longest, 2)]);
    let needle = reach([[0.0, 0.0, 0.0], [1.0, 1e-9, 0.0], [1.0, -1e-9, 0.0]].map(Point::from));
    assert!((2.0 * needle - 4.0 / 3.0).abs() < 1e-6);

    let Shown { mesh, step, .. } = Shown::of(FALLEN);
    let at_ends =
        || mesh.faces.iter().flat_map(|face| [&step.start, &step.end].map(|at| face.map(|p| at[p as usize])));
    let farthest = at_ends().map(reach).fold(0.0, f64::max);
    let length = |at: &[Point], [a, b]: [u32; 2]| (at[a as usize] - at[b as usize]).norm();
    let stretch = mesh
        .edges
        .iter()
        .flat_map(|edge| [&step.start, &step.end].map(|at| length(at, *edge) / length(&mesh.rest, *edge)));
    let stretch = 100.0 * (stretch.fold(0.0, f64::max) - 1.0);
    assert_says("centroid-filter", &[shown(stretch, 0), shown(2.0 * farthest / mesh.longest_edge(), 2)]);
}

#[test]
fn same_side_filters_lose_what_the_lesson_says() {
    let fallen = Shown::of(FALLEN);
    for rule in ["off", "one-plane", "cubic"] {
        let counts = fallen.counts(SAFE, &[("same-side", rule)]);
        let dropped = counts.feature_pairs - counts.exact_tests;
        let row = [dropped, counts.exact_tests, fallen.lost(SAFE, &[("same-side", rule)]) as u64];
        assert_says("same-side", &row.map(whole));
        assert_says("same-side", &[whole(counts.feature_pairs), whole(fallen.truth.len())]);
    }
}
