//! The last stage of every traversal: the same-side filter and the exact test for a pair of features.

use super::{Counts, Event, Verdict};
use crate::cloth::mesh::ClothMesh;
use crate::cloth::step::{Features, Step};
use crate::continuous::{Kind, hybrid};
use crate::geometry::Point;

/// The same-side filter: which pairs of features are dropped before the exact test because they stay on one
/// side of each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SameSide {
    /// Drops no pairs.
    Off,
    /// As published: drops particles on the same side of the triangle's plane at both times, with the plane
    /// at the start. Misses contacts, because the triangle moves too, and a particle may cross twice.
    OnePlane,
    /// Drops pairs whose coplanarity cubic has Bernstein coefficients of one sign, beyond rounding errors.
    /// The cubic lies in their convex hull, so the four points are never coplanar, but the points of touching
    /// features are. Misses nothing.
    Cubic,
}

/// Determines whether and when the features collide; counts the work and reports the verdict.
#[inline]
pub fn decide(
    mesh: &ClothMesh,
    step: &Step,
    features: Features,
    same_side: SameSide,
    counts: &mut Counts,
    observer: &mut impl FnMut(Event),
) -> Option<f64> {
    let [start, end] = step.ends(features.particles(mesh));
    let kind = kind(features);
    let verdict = match same_side {
        SameSide::Off => exact(kind, &start, &end),
        SameSide::OnePlane if kind == Kind::VertexFace && on_one_side(&start, &end) => Verdict::SameSide,
        SameSide::OnePlane => exact(kind, &start, &end),
        SameSide::Cubic => with_cubic(kind, &start, &end),
    };
    settle(features, verdict, counts, observer)
}

/// Counts a tested pair and reports its verdict.
#[inline]
pub fn settle(
    features: Features,
    verdict: Verdict,
    counts: &mut Counts,
    observer: &mut impl FnMut(Event),
) -> Option<f64> {
    counts.feature_pairs += 1;
    counts.same_side_drops += u64::from(verdict == Verdict::SameSide);
    counts.feature_box_drops += u64::from(verdict == Verdict::Boxes);
    counts.exact_tests += u64::from(matches!(verdict, Verdict::Exact(_)));
    observer(Event::Features(features, verdict));
    let Verdict::Exact(time) = verdict else { return None };
    counts.hits += u64::from(time.is_some());
    time
}

/// The kind of exact test that a pair of features needs.
#[inline]
pub fn kind(features: Features) -> Kind {
    match features {
        Features::VertexFace(..) => Kind::VertexFace,
        Features::EdgeEdge(..) => Kind::EdgeEdge,
    }
}

fn exact(kind: Kind, start: &[Point; 4], end: &[Point; 4]) -> Verdict {
    Verdict::Exact(hybrid::first_contact(kind, start, end, 0.0))
}

/// Tests a pair exactly. The test begins with the separating axes and the cubic; pairs that these reject are
/// counted as dropped by the same-side filter.
#[inline]
fn with_cubic(kind: Kind, start: &[Point; 4], end: &[Point; 4]) -> Verdict {
    let mut filtered = None;
    let time = hybrid::watched(kind, start, end, 0.0, &mut |step| match step {
        hybrid::Step::Axes => filtered = Some(Verdict::Boxes),
        hybrid::Step::Cubic(cubic) if cubic.keeps_its_sign() => filtered = Some(Verdict::SameSide),
        _ => {}
    });
    filtered.unwrap_or(Verdict::Exact(time))
}

/// The published filter: compares the particle at both times with the triangle's plane at the start.
fn on_one_side(start: &[Point; 4], end: &[Point; 4]) -> bool {
    let normal = (start[2] - start[1]).cross(&(start[3] - start[1]));
    let side = |p: &Point| normal.dot(&(p - start[1]));
    // Signs are compared, not multiplied: a product of six lengths leaves the range of f64 first.
    let [before, after] = [side(&start[0]), side(&end[0])];
    before.min(after) > 0.0 || before.max(after) < 0.0
}
