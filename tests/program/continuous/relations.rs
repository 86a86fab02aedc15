//! Invariance of a query's answer: written differently, scaled, or widened by a gap.

use collidoscope::continuous::cubic::Cubic;
use collidoscope::continuous::exact::OnGrid;
use collidoscope::continuous::hybrid::{Step, first_contact, watched};
use collidoscope::continuous::{Kind, Query, inclusion};
use collidoscope::experiments::ccd::families::FAMILIES;
use collidoscope::geometry::{Point, Vector};
use rand::Rng as _;
use rand_pcg::Pcg64;

/// A few queries of every family.
fn sample(count: usize) -> impl Iterator<Item = Query> {
    let mut random = Pcg64::new(5, 7);
    let each = FAMILIES.iter().flat_map(|(_, make)| Kind::ALL.map(|kind| (*make, kind)));
    each.flat_map(move |(make, kind)| (0..count).map(|_| make(&mut random, kind)).collect::<Vec<_>>())
}

fn said(query: &Query) -> Option<f64> {
    first_contact(query.kind, &query.start, &query.end, 0.0)
}

fn exact(query: &Query) -> Option<f64> {
    OnGrid::of(query).first_contact()
}

fn with(query: &Query, change: impl Fn(&[Point; 4]) -> [Point; 4]) -> Query {
    Query { start: change(&query.start), end: change(&query.end), ..*query }
}

#[test]
fn the_order_of_the_points_changes_nothing() {
    for query in sample(6) {
        let orders: &[[usize; 4]] = match query.kind {
            Kind::VertexFace => &[[0, 2, 3, 1], [0, 2, 1, 3], [0, 3, 2, 1]],
            Kind::EdgeEdge => &[[1, 0, 2, 3], [0, 1, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0]],
        };
        let truth = exact(&query);
        for order in orders {
            let other = with(&query, |p| order.map(|i| p[i]));
            assert_eq!(exact(&other), truth, "{query:?} {order:?}");
            assert!(truth.is_none_or(|t| said(&other).is_some_and(|s| s <= t)), "{query:?} {order:?}");
        }
    }
}

#[test]
fn backwards_in_time_there_is_contact_too() {
    for query in sample(12) {
        let backwards = Query { start: query.end, end: query.start, ..query };
        let truth = exact(&query);
        assert_eq!(exact(&backwards).is_some(), truth.is_some(), "{query:?}");
        assert!(truth.is_none() || said(&backwards).is_some(), "{query:?}");
        if let (Some(first), Some(last)) = (truth, exact(&backwards)) {
            assert!(first <= 1.0 - last + 1e-15, "{query:?}");
        }
    }
}

#[test]
fn scaling_by_powers_of_two_changes_no_digit() {
    for query in sample(12) {
        for power in [-30, 3, 80] {
            let scaled = with(&query, |p| p.map(|p| p * 2.0_f64.powi(power)));
            assert_eq!(said(&scaled), said(&query), "{query:?} by 2^{power}");
        }
        // Scales at which products of coordinates would be infinite or 0. Digits lost from the smallest may
        // turn a separated pair into a contact.
        for power in [-900, 900, 1000] {
            let scaled = with(&query, |p| p.map(|p| p * 2.0_f64.powi(power)));
            let truth = exact(&scaled);
            assert!(truth.is_none_or(|t| said(&scaled).is_some_and(|s| s <= t)), "{query:?} by 2^{power}");
            assert!(said(&scaled).is_none() || said(&query).is_some(), "{query:?} by 2^{power}");
        }
    }
}

#[test]
fn what_comes_within_the_gap_is_told_and_what_stays_beyond_is_not() {
    let mut random = Pcg64::new(6, 7);
    let (mut contacts, mut beyond) = (0, 0);
    for query in sample(20) {
        let Some(time) = exact(&query) else { continue };
        contacts += 1;
        let gap = 10.0_f64.powi(random.random_range(-12..=0));
        let away = Vector::from_fn(|_, _| random.random_range(-1.0..1.0)).normalize() * gap;
        // The first feature is moved away by less than the gap: where the features touched they are within
        // it.
        let shifted = |by: Vector| {
            let moved = if query.kind == Kind::EdgeEdge { 2 } else { 1 };
            with(&query, |p| std::array::from_fn(|i| if i < moved { p[i] + by } else { p[i] }))
        };
        let near = shifted(away * 0.99);
        let told = first_contact(near.kind, &near.start, &near.end, gap + 1e-8 * gap + 1e-9);
        assert!(told.is_some_and(|t| t <= time), "{query:?} {gap} {told:?} {time}");
        // Outside the box of the whole motion there is no contact.
        let points = || query.start.iter().chain(&query.end).map(|p| p.coords);
        let widest = points().fold(0.0_f64, |most, c| most.max(c.amax()));
        let far = shifted(Vector::x() * (2.0 * widest + gap * 1.01 + 1e-6));
        assert_eq!(first_contact(far.kind, &far.start, &far.end, gap), None);
        beyond += 1;
    }
    assert!(contacts > 100 && beyond > 100);
}

#[test]
fn what_is_watched_is_how_it_was_answered() {
    for query in sample(6) {
        let (mut steps, mut cells) = (vec![], vec![]);
        let told = watched(query.kind, &query.start, &query.end, 0.0, &mut |step| steps.push(step));
        assert_eq!(told, said(&query));
        // The remaining part of the step only shrinks, and no contact lies in the excluded part.
        let mut left = [0.0, 1.0];
        for step in &steps {
            let next = match step {
                Step::Clipped(span) => *span,
                Step::Advanced { to, .. } => [to.unwrap_or(left[1]), left[1]],
                // A bracket of the root in the whole step: the remaining part contains the root, too.
                Step::Crossing(crossing) => {
                    assert!(crossing.span[0] <= left[1] && left[0] <= crossing.span[1], "{steps:?}");
                    left = crossing.span;
                    left
                }
                Step::Axes | Step::Cubic(_) | Step::Stuck => left,
            };
            assert!(left[0] <= next[0] && next[1] <= left[1], "{query:?}: {steps:?}");
            left = next;
        }
        let is_contact = match steps.last() {
            Some(Step::Crossing(crossing)) => crossing.is_meeting(),
            last => last == Some(&Step::Stuck),
        };
        assert_eq!(told.is_some(), is_contact, "{steps:?}");
        assert!(told.is_none_or(|t| t == left[0]));
        let boxes = inclusion::watched(&query, 0.0, &mut |cell, kept| cells.push((cell.clone(), kept)));
        assert_eq!(boxes, inclusion::first_contact(&query, 0.0));
        assert_eq!(cells[0].0.domain, [[0.0, 1.0]; 3]);
        assert!(cells.iter().all(|(cell, _)| cell.image.iter().all(|[least, most]| least <= most)));
        assert!(boxes.is_some() || cells.last().is_some_and(|(_, kept)| !kept), "{query:?}");
    }
}

#[test]
fn the_gap_is_kept_where_squares_of_coordinates_are_nothing() {
    // Triangles as small as 1e-160, whose squared normal underflows, above a vertex at rest.
    for small in [1e-60, 1e-120, 1e-160, 1e-200, 0.0] {
        let corner = |x: f64, y: f64| Point::new(x * small, y * small, 0.5);
        let points = [Point::origin(), corner(1.0, 0.0), corner(-1.0, 1.0), corner(-1.0, -1.0)];
        let end = points.map(|p| if p.z > 0.0 { p + Vector::z() } else { p });
        let told = |gap: f64| first_contact(Kind::VertexFace, &points, &end, gap);
        assert_eq!((told(0.6), told(0.4)), (Some(0.0), None), "{small}");
    }
}

#[test]
fn pairs_from_the_first_point_alone_miss_a_contact() {
    // A wrong variant of the clipping: it takes the end of the hull from the lines between the first
    // coefficient and the others only, not from those between later ones.
    let [a, b, c, d] = [10.0, 0.1, -1.0, -9.0];
    let cubic = Cubic { coefficients: [a, b, c, d], bound: 0.0 };
    let value = |t: f64| {
        let s = 1.0 - t;
        a * s * s * s + 3.0 * b * s * s * t + 3.0 * c * s * t * t + d * t * t * t
    };
    let from_the_first = (1..4)
        .zip([b, c, d])
        .filter(|(_, low)| *low <= 0.0)
        .map(|(i, low)| f64::from(i) / 3.0 * a / (a - low))
        .fold(f64::INFINITY, f64::min);
    let [from, to] = cubic.clip([0.0, 1.0]).unwrap();
    assert!(value(from) > 0.0 && value(0.5) < 0.0, "the root lies between them");
    assert!(from_the_first > 0.5, "the mutation goes beyond it: {from_the_first}");
    assert!(from <= 0.5 && to > 0.5, "{from} {to}");
}

/// Small features are separated with the same relative precision as larger ones.
#[test]
fn the_boxes_of_the_inclusion_test_shrink_with_small_features() {
    let mut misses = 0;
    for query in sample(2) {
        let points = || query.start.iter().chain(&query.end);
        let size = points().fold(0.0_f64, |most, p| most.max(p.coords.amax()));
        // Scales the largest coordinate below 2^power metres without changing a digit.
        let of_size =
            |power: i32| with(&query, |p| p.map(|p| p * 2.0_f64.powi(power - size.log2().ceil() as i32)));
        let [small, smaller] = [-14, -34].map(of_size);
        let told = [&small, &smaller].map(|query| inclusion::first_contact(query, 0.0));
        assert_eq!(told[0], told[1], "{query:?}");
        for (query, told) in [&small, &smaller].into_iter().zip(told) {
            let truth = exact(query);
            assert!(truth.is_none_or(|t| told.is_some_and(|s| s <= t)), "{query:?}");
            misses += usize::from(truth.is_none() && told.is_none());
        }
    }
    assert!(misses > 0, "not all are contacts");
    // Past a triangle of 1e-11 m, at a tenth of its size.
    let p = |x: f64, y: f64, z: f64| Point::new(x, y, z) * 1e-11;
    let [a, b, c] = [p(0.0, 0.0, 0.0), p(1.0, 0.0, 0.0), p(0.0, 1.0, 0.0)];
    let past = |by: f64| {
        let (start, end) = ([p(-by, 0.5, 1.0), a, b, c], [p(-by, 0.5, -1.0), a, b, c]);
        inclusion::first_contact(&Query { kind: Kind::VertexFace, start, end }, 0.0)
    };
    assert_eq!(past(0.1), None);
    assert!(past(0.0).is_some_and(|time| time <= 0.5));
}
