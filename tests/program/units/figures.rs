//! Figures of lessons and of the inspector.

use collidoscope::continuous::Kind;
use collidoscope::continuous::cubic::Cubic;
use collidoscope::figures::box_gaps;
use collidoscope::figures::centroids::{LONGEST, MOST_STRETCH, THRESHOLDS, apart};
use collidoscope::figures::cubic_signs::{START, roots};
use collidoscope::figures::descent_rules::{RULES, tests, walk};
use collidoscope::figures::growing_volumes::{
    BODY, Half, MOST, angle, area, around_last, around_original, tight,
};
use collidoscope::figures::push_out::{Corner, FIELD};
use collidoscope::figures::ring_pieces::overshoot;
use collidoscope::figures::structures::{Structure, boxes, compare, overlap};
use collidoscope::figures::theorem::{CASES, hidden};
use collidoscope::geometry::Point;
use collidoscope::hierarchies::walk::descent::DescentRule;

use crate::gpu::lessons_measured::{assert_says, shown};

#[test]
fn at_rest_the_threshold_of_the_patent_keeps_the_pair_and_stretched_it_does_not() {
    assert!((apart(0.0) - 2.0 * 5.0_f64.sqrt() / 3.0 / LONGEST).abs() < 1e-12);
    assert!(apart(0.0) < 1.1 && apart(20.0) > 1.1);
    assert!((apart(20.0) - 1.2257).abs() < 1e-4, "{}", apart(20.0));
    assert!(THRESHOLDS[1] > apart(MOST_STRETCH), "the largest threshold of the patent keeps it");
}

#[test]
fn boxes_have_the_half_sides_and_gaps_worked_by_hand_in_the_lesson() {
    let [l, w] = box_gaps::half_u();
    let [x, y] = box_gaps::gaps(box_gaps::START);
    let by_hand =
        [(l, 2.2), (w, 2.0), (x, -0.2), (y, 1.5), (box_gaps::START[0].hypot(box_gaps::START[1]), 5.0)];
    assert!(by_hand.iter().all(|(is, should)| (is - should).abs() < 1e-12), "{by_hand:?}");
    for line in [[shown(l, 1), shown(w, 1)], [shown(l, 1), shown(-x, 1)], [shown(w, 1), shown(y, 1)]] {
        assert_says("box-cascade", &line);
    }
    assert!(box_gaps::gaps([2.0, 1.0]).iter().all(|gap| *gap < 0.0), "closer, the boxes intersect");
}

#[test]
fn it_starts_with_the_particle_that_is_met_twice() {
    let at = |p: [f64; 3]| Point::from(p);
    let start = [[0.0, 1.0, 0.0], [2.0, 1.0, 2.0], [2.0, 2.0, -1.0], [-2.0, -2.0, 1.0]].map(at);
    let end = [[0.0, 1.0, 0.0], [1.0, 2.0, 2.0], [-2.0, -2.0, 1.0], [0.0, 2.0, -2.0]].map(at);
    let cubic = Cubic::of(Kind::VertexFace, &start, &end, 0.0);
    for (is, should) in cubic.coefficients.iter().zip(START) {
        assert!(
            (is.abs() - should.abs()).abs() < 1e-9
                && is.signum() * cubic.coefficients[0].signum() == should.signum(),
            "{cubic:?}"
        );
    }
    let [first, second] = roots(&START)[..] else { panic!("{:?}", roots(&START)) };
    assert!((first - 2.0 / 3.0).abs() < 1e-9 && (second - 0.75).abs() < 1e-9, "{first} {second}");
}

#[test]
fn mixed_signs_may_have_no_root_and_one_sign_never_has() {
    assert!(roots(&[4.0, -1.0, 2.0, 5.0]).is_empty());
    assert!(roots(&[1.0, 2.0, 0.5, 3.0]).is_empty());
    assert_eq!(roots(&[1.0, -8.0, 8.0, -1.0]).len(), 3);
}

#[test]
fn every_rule_finds_the_same_leaves_and_covers_the_square_once() {
    let found = |rule: DescentRule| {
        let leaves = walk(rule).into_iter().filter(|t| t.overlaps && t.nodes.iter().all(|n| n.is_leaf()));
        let mut found: Vec<_> = leaves.map(|t| t.nodes.map(|node| node.place)).collect();
        found.sort_unstable();
        found
    };
    // By hand: B begins 1.1 m from A's left end, in A's fifth piece of 25 cm, and its first piece is 2 m long.
    assert_eq!(found(DescentRule::Larger), [[4, 0], [5, 0], [6, 0], [7, 0]]);
    for rule in RULES {
        assert_eq!(found(rule), found(DescentRule::Larger));
        let ends = walk(rule).into_iter().filter(|t| !t.overlaps || t.nodes.iter().all(|n| n.is_leaf()));
        let area: f64 =
            ends.map(|t| t.nodes.map(|n| n.part()[1] - n.part()[0]).iter().product::<f64>()).sum();
        assert_eq!(area, 1.0, "{rule:?}");
    }
    assert_eq!(tests(), [15, 17, 33, 23]);
}

mod field {
    use collidoscope::figures::distance_field::field::{
        CLEARED, FARTHEST, Field, Point, TOLERANCE, center, contains, exact, exact_distance, inside,
        of_pixels,
    };
    use collidoscope::figures::distance_field::{SHAPES, placed};

    fn square([x, y]: Point, half: f64) -> Vec<Point> {
        vec![[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]]
    }

    #[test]
    fn the_depth_buffer_holds_the_distance_of_the_nearest_feature() {
        for shape in SHAPES {
            let polygon = placed(shape, [0.47, 0.53]);
            for (side, facets) in [(16, 8), (64, 16), (128, 64)] {
                let field = Field::draw(&polygon, side, facets);
                let stretch = 1.0 / (std::f64::consts::PI / f64::from(facets)).cos();
                let mut largest = 0.0_f64;
                for pixel in 0..side * side {
                    let p = center(pixel, side);
                    let (exact, stored) = (exact_distance(&polygon, p), field.distance(pixel));
                    let rounding = FARTHEST / f64::from(CLEARED);
                    assert!(stored >= exact - rounding, "{p:?}: {stored} for {exact}");
                    assert!(stored <= exact * stretch + rounding, "{p:?}: {stored} for {exact}");
                    largest = largest.max(stored / exact.max(1e-9));
                    // The pixel has the colour of a nearest feature, up to the error of the cones.
                    let feature = usize::from(field.feature[pixel]);
                    let n = polygon.len();
                    let own = match feature.checked_sub(n) {
                        None => (p[0] - polygon[feature][0]).hypot(p[1] - polygon[feature][1]),
                        Some(edge) => exact_distance(&[polygon[edge], polygon[(edge + 1) % n]], p),
                    };
                    assert!(own <= exact * stretch + rounding, "{p:?}: feature {feature}");
                    assert_eq!(field.inside[pixel], contains(&polygon, p));
                }
                assert!(largest > 1.0 + 0.5 * (stretch - 1.0), "the error of the cones shows: {largest}");
            }
        }
    }

    #[test]
    fn depth_and_distance_of_squares_are_the_closed_forms() {
        let b = square([0.5, 0.5], 0.2);
        for i in 0..40 {
            let x = 0.05 + f64::from(i) * 0.0217;
            let a = square([x, 0.5], 0.1);
            let got = exact(&a, &b);
            // A's side that is farthest inside; in the middle of B nothing is deeper than half its side.
            let reach = if x < 0.5 { x + 0.1 - 0.3 } else { 0.7 - (x - 0.1) };
            let expected = if reach > 0.0 { reach.min(0.2) } else { -reach };
            assert_eq!(got.overlap, reach > 0.0, "{x}");
            assert!((got.distance - expected).abs() <= 2.0 * TOLERANCE, "{x}: {got:?} instead of {expected}");
        }
    }

    #[test]
    fn the_pixels_err_by_no_more_than_their_size_and_the_cones_where_the_overlap_is_thick() {
        let [a, b] = SHAPES;
        let (mut thick, mut apart) = (0, 0);
        for i in 0..120 {
            let at = |k: f64| 0.3 + 0.4 * (f64::from(i) * k).fract();
            let (a, b) = (placed(a, [at(0.618), at(0.755)]), placed(b, [0.5, 0.5]));
            let truth = exact(&a, &b);
            for (side, facets) in [(32, 16), (128, 64)] {
                let field = Field::draw(&b, side, facets);
                let got = of_pixels(&field, &inside(&a, side)).unwrap();
                let stretch = 1.0 / (std::f64::consts::PI / f64::from(facets)).cos();
                let diagonal = FARTHEST / side as f64;
                if truth.overlap && got.overlap {
                    assert!(
                        got.distance <= (truth.distance + TOLERANCE) * stretch + 1e-6,
                        "{got:?}, {truth:?}"
                    );
                    // A centre within a diagonal of the deepest point, unless the overlap is thinner than that there.
                    if truth.distance > 4.0 * diagonal {
                        thick += 1;
                        assert!(got.distance >= truth.distance - 2.0 * diagonal, "{got:?}, {truth:?}");
                    }
                } else if !truth.overlap {
                    apart += 1;
                    assert!(!got.overlap, "no pixel is inside both: {truth:?}");
                    assert!(got.distance >= truth.distance - 1e-6, "{got:?}, {truth:?}");
                    assert!(
                        got.distance <= (truth.distance + 2.0 * diagonal) * stretch,
                        "{got:?}, {truth:?}"
                    );
                }
            }
        }
        assert!(thick > 20 && apart > 0, "{thick}, {apart}");
    }
}

#[test]
fn only_the_original_comes_back_after_a_quarter_turn() {
    let ratio = |half: Half| area(half) / area(tight(MOST));
    assert!((ratio(around_original(MOST)) - 1.0).abs() < 1e-12);
    // Each frame multiplies the sum of the box's half sides by cos 5° + sin 5°.
    let (sine, cosine) = angle(1).sin_cos();
    let sum: f64 = around_last(MOST).iter().sum();
    let expected = (BODY[0] + BODY[1]) * (cosine + sine).powi(MOST as i32);
    assert!((sum - expected).abs() < 1e-9, "{sum}, {expected}");
    assert!((19.0..20.0).contains(&ratio(around_last(MOST))), "{}", ratio(around_last(MOST)));
}

/// The smallest distance by which `inner` lies inside the convex outline `outer`; negative if it does not.
fn inside(outer: &[[f64; 2]], inner: &[[f64; 2]]) -> f64 {
    let edges = || outer.iter().zip(outer.iter().cycle().skip(1)).filter(|(p, q)| p != q);
    let left_of = |([px, py], [qx, qy]): (&[f64; 2], &[f64; 2]), [x, y]: &[f64; 2]| {
        ((qx - px) * (y - py) - (qy - py) * (x - px)) / (qx - px).hypot(qy - py)
    };
    inner.iter().flat_map(|p| edges().map(move |e| left_of(e, p))).fold(f64::INFINITY, f64::min)
}

#[test]
fn both_outlines_hold_what_is_near_and_fit_the_field() {
    for degrees in 10..=90 {
        let corner = Corner::of(f64::from(degrees));
        let (spike, drawn) =
            (corner.moved(1.0, &[[corner.single(), 0.0]]), corner.moved(1.0, &corner.drawn()));
        for outline in [&spike, &drawn] {
            // The round end is drawn as a polygon, which lies slightly inside the arc.
            assert!(inside(outline, &corner.near()) > -0.01, "{degrees}°");
            let [xs, ys] = [0, 1].map(|k| outline.iter().map(move |p| p[k]));
            let span = |values: &mut dyn Iterator<Item = f64>| {
                let all: Vec<f64> = values.collect();
                all.iter().copied().fold(f64::MIN, f64::max) - all.iter().copied().fold(f64::MAX, f64::min)
            };
            let ([mut xs, mut ys], [width, height]) = ([xs, ys], FIELD);
            assert!(span(&mut xs) < width && span(&mut ys) < height, "{degrees}°");
        }
        assert_eq!(corner.drawn().len() > 1, corner.single() > 1.95, "{degrees}°");
        assert!((corner.single() - 1.0 / corner.half.sin()).abs() < 1e-9, "{degrees}°");
    }
    // An outline that is not pushed out does not contain it.
    let corner = Corner::of(20.0);
    assert!(inside(&corner.moved(0.0, &[[0.0, 0.0]]), &corner.near()) < -0.9);
}

#[test]
fn twice_the_pieces_leave_a_quarter() {
    assert_eq!(overshoot(1), 0.65);
    assert!((overshoot(3) - 0.325).abs() < 1e-12);
    let ratio = overshoot(12) / overshoot(24);
    assert!((3.9..4.0).contains(&ratio), "{ratio}");
}

#[test]
fn every_structure_compares_all_that_overlap_and_far_from_all_pairs() {
    let boxes = boxes();
    let pairs = (0..boxes.len()).flat_map(|b| (0..b).map(move |a| [a, b]));
    let overlapping: Vec<_> = pairs.filter(|&[a, b]| overlap(boxes[a], boxes[b])).collect();
    assert!(overlapping.len() >= 4);
    for structure in [Structure::Grid, Structure::Pruning, Structure::Octree, Structure::Tree] {
        let compared = compare(structure, &boxes).pairs;
        assert!(overlapping.iter().all(|pair| compared.contains(pair)), "{structure:?}");
        assert!(compared.len() < 60, "{structure:?}: {}", compared.len());
    }
}

#[test]
fn the_three_cases_hide_what_their_titles_promise() {
    let hides = CASES.each_ref().map(|case| hidden(case).map(|rays| rays > 0));
    assert_eq!(hides, [[false, false], [true, false], [true, true]]);
}
