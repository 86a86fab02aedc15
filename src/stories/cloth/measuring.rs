//! The numbers behind the decisions of a traversal: gaps between boxes, half-angles of cones, margins of
//! certificates (a certificate proves that a patch of cells has no self-contact, see
//! `crates/kernels/src/cloth/fast/certificate.rs`).
//!
//! The numbers only explain the method's decisions: they are computed again in `f64`, for the step that the
//! method was queried about.

use std::collections::HashMap;
use std::rc::Rc;

use super::patches::Patches;
use super::question::Question;
use crate::cloth::detect::exact::{SameSide, kind};
use crate::cloth::detect::{Outcome, Patch, Verdict};
use crate::cloth::methods::{self, FAST};
use crate::cloth::step::Features;
use crate::cloth::tree::bounds::{Bounds, Cone, Span};
use crate::cloth::tree::detect::{Centroid, Cones, Stages, Tree};
use crate::continuous::cubic::Cubic;
use crate::continuous::hybrid;
use crate::geometry::{Aabb, Point, Vector};
use crate::settings::Settings;

/// The numbers of a patch or of a pair of patches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// For two patches: the direction of [`AXES`] with the largest gap between their boxes, and this gap in
    /// metres. The gap is negative if the boxes overlap along all directions.
    pub gap: Option<(usize, f64)>,
    /// The cone around all normals of the patch, or of two patches that touch.
    pub cone: Option<Cone>,
    /// The numbers a, b and c of a certificate, if the method tests one: it holds if a > 0, b > 0 and 4ab >
    /// c². They are the worst values of U·e1, V·e2 and U·e2 + V·e1 in `crates/kernels/src/cloth/fast/certificate.rs`.
    pub form: Option<[f64; 3]>,
}

/// The reason why a pair of features was dropped, or how the exact test ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Why {
    /// The gap between the features' boxes along this axis, metres.
    Gap(usize, f64),
    /// The signed distances of the particle, at the start and at the end of the step, from the plane that the
    /// triangle has at the start, metres.
    Plane([f64; 2]),
    /// The Bernstein coefficient of the cubic that is nearest to 0, cubic metres.
    Coefficient(f64),
    /// Number of rounds of the exact test.
    Rounds(usize),
}

/// The directions along which boxes are compared. The direction x + z is used by the fastest method only.
pub const AXES: [&str; 4] = ["x", "y", "z", "x + z"];

/// The extent of points along all of [`AXES`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Extent {
    /// The extent along x, y and z.
    pub aabb: Aabb,
    /// Minimum and maximum of x + z, metres.
    pub diagonal: [f64; 2],
}

/// Computes the numbers behind a method's decisions.
pub struct Measuring {
    question: Rc<Question>,
    /// The method's patches.
    pub patches: Patches,
    /// The settings of the stages of a method with one box per patch; `None` for the fastest method and for the
    /// reference, which have no such settings.
    pub stages: Option<Stages>,
    same_side: SameSide,
    has_certificates: bool,
    bounds: Vec<Bounds>,
    extents: HashMap<Patch, [Extent; 2]>,
}

impl Extent {
    fn around(points: impl Iterator<Item = Point>) -> Self {
        let none = Self { aabb: Aabb::EMPTY, diagonal: [f64::INFINITY, f64::NEG_INFINITY] };
        points.fold(none, |extent, p| {
            let [low, high] = extent.diagonal;
            let diagonal = [low.min(p.x + p.z), high.max(p.x + p.z)];
            Self { aabb: extent.aabb.union(&Aabb { min: p, max: p }), diagonal }
        })
    }

    fn union(&self, other: &Self) -> Self {
        let diagonal = [self.diagonal[0].min(other.diagonal[0]), self.diagonal[1].max(other.diagonal[1])];
        Self { aabb: self.aabb.union(&other.aabb), diagonal }
    }

    /// Minimum and maximum along one of [`AXES`], metres.
    pub fn along(&self, axis: usize) -> [f64; 2] {
        if axis == 3 { self.diagonal } else { [self.aabb.min[axis], self.aabb.max[axis]] }
    }
}

impl Measuring {
    /// Prepares the numbers of the method with this id and these settings.
    pub fn new(question: Rc<Question>, id: &str, settings: &Settings) -> Self {
        let patches = Patches::of(question.mesh.clone(), id);
        let is_fast = id == FAST;
        let stages = settings.has("span").then(|| methods::stages(settings));
        let mut bounds = vec![];
        if let Some(stages) = &stages {
            let mut tree = Tree::new(&*question.mesh, patches.nodes.clone(), *stages);
            tree.refit(&question.step);
            bounds = tree.bounds().to_vec();
        }
        let has_certificates = is_fast && methods::fast_stages(settings).certificates;
        let same_side = methods::same_side_rule(settings);
        Self { question, patches, stages, same_side, has_certificates, bounds, extents: HashMap::new() }
    }

    /// True if the method computes cones.
    pub fn has_cones(&self) -> bool {
        self.stages.is_some_and(|stages| stages.cones != Cones::Off)
    }

    /// Box and cone of a patch; `None` if the patch is no node of the tree.
    pub fn bounds(&self, patch: Patch) -> Option<&Bounds> {
        self.bounds.get(self.patches.node(patch)? as usize)
    }

    /// The extents of a patch at the start and at the end of the step.
    fn extents(&mut self, patch: Patch) -> [Extent; 2] {
        if let Some(known) = self.extents.get(&patch) {
            return *known;
        }
        let (mesh, step) = (&self.question.mesh, &self.question.step);
        let faces = self.patches.faces(patch);
        let corners = || faces.iter().flat_map(|face| mesh.faces[*face as usize]);
        let extents = [&step.start, &step.end].map(|at| Extent::around(corners().map(|p| at[p as usize])));
        self.extents.insert(patch, extents);
        extents
    }

    /// The boxes of a patch that the method compares, depending on the method: one box at the end of the
    /// step, one box over the whole step, or two boxes, at the start and at the end.
    pub fn compared(&mut self, patch: Patch) -> Vec<Extent> {
        let [start, end] = self.extents(patch);
        match self.stages.map(|stages| stages.span) {
            Some(Span::End) => vec![end],
            Some(Span::Swept) => vec![start.union(&end)],
            None => vec![start, end],
        }
    }

    /// The numbers behind a decision about one patch (`a` and `b` are equal) or two patches.
    pub fn of(&mut self, a: Patch, b: Patch, outcome: Outcome) -> Measured {
        let gap = (a != b).then(|| self.gap(a, b));
        let common = if a == b { 2 } else { common(a, b) };
        let with_contour = self.stages.is_some_and(|stages| stages.cones == Cones::WithContour);
        let is_asked = common >= if with_contour { 2 } else { 1 } && outcome != Outcome::Boxes;
        let is_free = matches!(outcome, Outcome::Cone | Outcome::Contour);
        let cone = self.cone(a, b).filter(|_| is_asked || is_free);
        let asked = self.has_certificates && common > 0;
        let form = if asked { self.rectangle(a, b).and_then(|cells| self.form(cells)) } else { None };
        // A certificate may have been found for a larger patch that contains this one. The numbers of this
        // patch may then prove nothing, and are left out.
        let is_sure = |[a, b, c]: &[f64; 3]| *a > 0.0 && *b > 0.0 && 4.0 * a * b > c * c;
        let form = form.filter(|form| outcome != Outcome::Certificate || is_sure(form));
        Measured { gap, cone, form }
    }

    /// Number of [`AXES`] that the method compares.
    pub fn axes(&self) -> usize {
        if self.stages.is_some() { 3 } else { 4 }
    }

    fn gap(&mut self, a: Patch, b: Patch) -> (usize, f64) {
        let (a, b) = (self.compared(a), self.compared(b));
        widest(self.axes(), &a, &b)
    }

    fn cone(&self, a: Patch, b: Patch) -> Option<Cone> {
        self.stages.filter(|stages| stages.cones != Cones::Off)?;
        let (first, second) = (self.bounds(a)?, self.bounds(b)?);
        Some(if a == b { first.cone } else { first.cone.merged(&second.cone) })
    }

    /// The rectangle of cells around both patches; `None` unless both are patches of cells.
    fn rectangle(&self, a: Patch, b: Patch) -> Option<[[u16; 2]; 2]> {
        let (Patch::Cells { from: a, to: b }, Patch::Cells { from: c, to: d }) = (a, b) else { return None };
        Some([[a[0].min(c[0]), a[1].min(c[1])], [b[0].max(d[0]), b[1].max(d[1])]])
    }

    /// The numbers a, b and c of the certificate for a rectangle of cells, see [`Measured::form`]; computed
    /// as in `crates/kernels/src/cloth/fast/certificate.rs`, but with unrounded boxes.
    fn form(&self, [from, to]: [[u16; 2]; 2]) -> Option<[f64; 3]> {
        let side = self.question.mesh.side?;
        let at = |u: u16, v: u16| usize::from(v) * side + usize::from(u);
        let step = &self.question.step;
        let around = |axis: usize, points: &[Point]| {
            let [reach, rise] = [0, 1].map(|i| if i == axis { to[i] } else { to[i] + 1 });
            let (du, dv) = if axis == 0 { (1, 0) } else { (0, 1) };
            let all = (from[0]..reach).flat_map(|u| (from[1]..rise).map(move |v| (u, v)));
            let edges = all.map(|(u, v)| Point::from(points[at(u + du, v + dv)] - points[at(u, v)]));
            let aabb = Aabb::around(edges);
            (aabb.center().coords, 0.5 * aabb.extents())
        };
        let [us, vs] = [0, 1].map(|axis| [&step.start, &step.end].map(|points| around(axis, points)));
        let (u, v) = (us[0].0 + us[1].0, vs[0].0 + vs[1].0);
        let (uu, uv, vv) = (u.dot(&u), u.dot(&v), v.dot(&v));
        let area = uu * vv - uv * uv;
        if area <= 1e-6 * uu * vv {
            return None;
        }
        let (e1, e2) = ((u * vv - v * uv) * (2.0 / area), (v * uu - u * uv) * (2.0 / area));
        let (a1, a2): (Vector, Vector) = (e1.abs(), e2.abs());
        // The numbers a, b and c at one end of the step. A certificate needs both ends, so the end with the
        // smaller margin is returned.
        let at_end = |end: usize| {
            let ((u, u_half), (v, v_half)) = (&us[end], &vs[end]);
            let mixed = (e1.dot(v) + e2.dot(u)).abs() + a1.dot(v_half) + a2.dot(u_half);
            [e1.dot(u) - a1.dot(u_half), e2.dot(v) - a2.dot(v_half), mixed]
        };
        let sure = |[a, b, c]: &[f64; 3]| if *a > 0.0 && *b > 0.0 { 4.0 * a * b - c * c } else { a.min(*b) };
        let [start, end] = [at_end(0), at_end(1)];
        let form = if sure(&start) < sure(&end) { start } else { end };
        Some(form)
    }

    /// The distance of two triangles' centroids, and the distance above which the method drops the pair,
    /// metres.
    pub fn centroids(&self, first: u32, second: u32) -> [f64; 2] {
        let corners =
            |face: u32, at: &[Point]| self.question.mesh.faces[face as usize].map(|p| at[p as usize]);
        let middle = |c: &[Point; 3]| (c[0].coords + c[1].coords + c[2].coords) / 3.0;
        let step = &self.question.step;
        let ends = [&step.start, &step.end];
        let [a, b] = [first, second].map(|face| ends.map(|at| corners(face, at)));
        let between = [0, 1].map(|end| middle(&a[end]) - middle(&b[end]));
        match self.stages.map(|stages| stages.centroid) {
            Some(Centroid::Bound) => {
                let far =
                    |c: &[Point; 3]| c.iter().map(|p| (p.coords - middle(c)).norm()).fold(0.0, f64::max);
                let reach = |ends: &[[Point; 3]; 2]| far(&ends[0]).max(far(&ends[1]));
                [least_length(&between), reach(&a) + reach(&b)]
            }
            Some(Centroid::Threshold(lengths)) => {
                [between[1].norm(), lengths * self.question.mesh.longest_edge()]
            }
            _ => [between[1].norm(), f64::INFINITY],
        }
    }

    /// The reason why a pair of features was dropped.
    pub fn why(&self, features: Features, verdict: Verdict) -> Why {
        let [start, end] = self.question.step.ends(features.particles(&self.question.mesh));
        let kind = kind(features);
        match verdict {
            Verdict::Boxes => {
                let (axis, gap) = features_apart(features, &start, &end);
                Why::Gap(axis, gap)
            }
            Verdict::SameSide if self.same_side == SameSide::OnePlane => Why::Plane(from_plane(&start, &end)),
            Verdict::SameSide => {
                let coefficients = Cubic::of(kind, &start, &end, 0.0).coefficients;
                Why::Coefficient(
                    coefficients.into_iter().min_by(|a, b| a.abs().total_cmp(&b.abs())).unwrap_or(0.0),
                )
            }
            Verdict::Exact(_) => {
                let mut rounds = 0;
                hybrid::watched(kind, &start, &end, 0.0, &mut |step| {
                    rounds += usize::from(matches!(step, hybrid::Step::Clipped(_)));
                });
                Why::Rounds(rounds)
            }
        }
    }
}

/// The axis along which two features are farthest apart at both ends of the step, and the gap in metres.
pub fn features_apart(features: Features, start: &[Point; 4], end: &[Point; 4]) -> (usize, f64) {
    let split = if matches!(features, Features::VertexFace(..)) { 1 } else { 2 };
    let around = |points: &[Point]| Extent::around(points.iter().copied());
    let [a, b] = [[0, split], [split, 4]].map(|[i, j]| vec![around(&start[i..j]), around(&end[i..j])]);
    widest(3, &a, &b)
}

/// Distances of the particle, at both ends of the step, from the plane that the triangle has at the start,
/// metres.
pub fn from_plane(start: &[Point; 4], end: &[Point; 4]) -> [f64; 2] {
    let normal = (start[2] - start[1]).cross(&(start[3] - start[1]));
    let unit = normal.try_normalize(0.0).unwrap_or_default();
    [start[0], end[0]].map(|p| unit.dot(&(p - start[1])))
}

/// The axis with the largest gap between the boxes of `a` and `b`, and the gap. With boxes at both ends of
/// the step, the smaller gap of the two ends counts, with the same box in front at both.
fn widest(axes: usize, a: &[Extent], b: &[Extent]) -> (usize, f64) {
    let gap = |axis: usize| {
        let between = |low: &[Extent], high: &[Extent]| {
            let gaps = low.iter().zip(high).map(|(l, h)| h.along(axis)[0] - l.along(axis)[1]);
            gaps.fold(f64::INFINITY, f64::min)
        };
        between(a, b).max(between(b, a))
    };
    let all = (0..axes).map(|axis| (axis, gap(axis)));
    all.max_by(|one, other| one.1.total_cmp(&other.1)).unwrap_or((0, 0.0))
}

/// The common part of two patches of cells: nothing (0), one particle (1), or a side (2).
fn common(a: Patch, b: Patch) -> usize {
    let (Patch::Cells { from: a, to: b }, Patch::Cells { from: c, to: d }) = (a, b) else { return 0 };
    let overlap = [0, 1].map(|i| i32::from(b[i].min(d[i])) - i32::from(a[i].max(c[i])));
    if overlap.iter().any(|o| *o < 0) { 0 } else { 1 + usize::from(overlap.iter().any(|o| *o > 0)) }
}

/// The minimum length of a vector that is interpolated linearly between two others.
fn least_length([from, to]: &[Vector; 2]) -> f64 {
    let along = to - from;
    let length = along.norm_squared();
    let t = if length > 0.0 { (-from.dot(&along) / length).clamp(0.0, 1.0) } else { 0.0 };
    (from + along * t).norm()
}
