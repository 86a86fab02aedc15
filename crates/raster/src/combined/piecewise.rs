//! Concave bodies for methods that handle only convex bodies: piece by piece.
//!
//! Xu et al. (source 1), "Concave bodies": decompose into convex pieces first; a pair of bodies collides when any two
//! of their pieces do. A concave body is replaced by its pieces, all at its pose. The inner method tests the piece
//! pairs with overlapping boxes in one call. The verdict on a pair of bodies is that on its deciding piece pair: the
//! first colliding one, or otherwise the nearest one.
//! Fails where: pieces protrude from the body up to the error of their decomposition, so bodies within that distance
//! may be reported as colliding. A concave body without pieces is refused with the reason.
//! Cost: that of the inner method on the piece pairs, added up. Pairs of convex bodies are passed on unchanged. A
//! method that returns distances runs a second time, on the piece pairs whose boxes are nearer than the distance
//! found.

use std::collections::HashMap;
use std::ops::Range;
use std::time::Instant;

use crate::detector::{Cost, DetectError, Detection, Detector, Evidence, Tally, Tile, Verdict};
use crate::geometry::{Aabb, Pose, Vector};
use crate::object_space::reference;
use crate::settings::Settings;
use crate::world::{Body, Pair};

/// Wrapper that lets a convex method handle concave bodies too.
pub struct Piecewise {
    inner: Box<dyn Detector>,
}

impl Piecewise {
    /// Wraps a method that handles convex bodies.
    pub fn new(inner: Box<dyn Detector>) -> Self {
        Self { inner }
    }
}

/// Computes the verdicts of pairs of bodies from those of their pieces, and the deciding piece pairs.
fn decide(
    inner: &mut dyn Detector,
    bodies: &[Body],
    pairs: &[Pair],
) -> Result<(Detection, Split), DetectError> {
    let start = Instant::now();
    let mut split = Split::of(bodies, pairs)?;
    let mut found = inner.detect(&split.bodies, &split.pairs)?;
    let deciding = split.ranges.iter().map(|range| deciding(&found.verdicts, range));
    let (indices, mut verdicts): (Vec<usize>, Vec<Verdict>) = deciding.unzip();
    split.deciding = indices.into_iter().map(|index| split.pairs[index]).collect();

    let nearer = split.nearer_than(&verdicts);
    if !nearer.is_empty() {
        let again: Vec<Pair> = nearer.iter().map(|&(_, pair)| pair).collect();
        let more = inner.detect(&split.bodies, &again)?;
        for (&(index, pair), verdict) in nearer.iter().zip(more.verdicts) {
            if rank(&verdict) < rank(&verdicts[index]) {
                (verdicts[index], split.deciding[index]) = (verdict, pair);
            }
        }
        found.cost = sum(&found.cost, &more.cost);
    }
    let cost = Cost { cpu: start.elapsed(), pairs: pairs.len() as u64, ..found.cost };
    Ok((Detection { verdicts, cost }, split))
}

impl Detector for Piecewise {
    fn detect(&mut self, bodies: &[Body], pairs: &[Pair]) -> Result<Detection, DetectError> {
        if pairs.iter().all(|pair| is_convex(&bodies[pair.a]) && is_convex(&bodies[pair.b])) {
            return self.inner.detect(bodies, pairs);
        }
        Ok(decide(&mut *self.inner, bodies, pairs)?.0)
    }

    fn adapt(&mut self, settings: &Settings) -> bool {
        self.inner.adapt(settings)
    }

    /// The tile of the deciding pair of pieces.
    fn tile(&mut self, bodies: &[Body], pair: Pair) -> Result<Option<Tile>, DetectError> {
        if is_convex(&bodies[pair.a]) && is_convex(&bodies[pair.b]) {
            return self.inner.tile(bodies, pair);
        }
        let (_, split) = decide(&mut *self.inner, bodies, &[pair])?;
        self.inner.tile(&split.bodies, split.deciding[0])
    }

    fn note(&self) -> Option<String> {
        self.inner.note()
    }
}

/// Metres between two bodies, concave ones by their pieces; 0 when they intersect. Brute force over all piece pairs,
/// each tested by the exact reference.
pub fn distance(a: &Body, b: &Body) -> f64 {
    let (of_a, of_b) = (pieces(a), pieces(b));
    let mut nearest = f64::INFINITY;
    for p in &of_a {
        for q in &of_b {
            nearest = nearest.min(reference::distance(p, q));
        }
    }
    nearest
}

/// A convex body itself, or the pieces of a concave one. A concave body without pieces is replaced by its
/// convex hull.
pub fn pieces(body: &Body) -> Vec<Body> {
    match body.shape.pieces() {
        [] => vec![body.clone()],
        pieces => pieces.iter().map(|piece| Body::at_rest(piece.clone(), body.pose)).collect(),
    }
}

/// The pieces of the two bodies that form the deciding pair by `method`: the first colliding pair, or otherwise the
/// nearest one. Convex bodies are returned unchanged.
pub fn deciding_pieces(method: &mut dyn Detector, bodies: &[Body; 2]) -> Result<[Body; 2], DetectError> {
    if bodies.iter().all(is_convex) {
        return Ok(bodies.clone());
    }
    let (_, split) = decide(method, bodies, &[Pair { a: 0, b: 1 }])?;
    let Pair { a, b } = split.deciding[0];
    Ok([split.bodies[a].clone(), split.bodies[b].clone()])
}

/// Whether the body is convex and needs no pieces.
pub fn is_convex(body: &Body) -> bool {
    body.shape.convexity().is_ok()
}

/// Pairs of bodies, split into pairs of convex pieces.
struct Split {
    /// Convex bodies, and the pieces of concave ones.
    bodies: Vec<Body>,
    /// The box around each piece, rotated with the piece but not translated to its position: far from the origin a
    /// translation would lose digits.
    boxes: Vec<Aabb>,
    /// Pairs of pieces, grouped by pair of bodies.
    pairs: Vec<Pair>,
    /// Range of each pair of bodies in `pairs`; never empty.
    ranges: Vec<Range<usize>>,
    /// Ranges of both bodies' pieces in `bodies`, for each pair of bodies.
    members: Vec<[Range<usize>; 2]>,
    /// The deciding piece pair of each pair of bodies; empty until the verdicts are known.
    deciding: Vec<Pair>,
}

impl Split {
    fn of(bodies: &[Body], pairs: &[Pair]) -> Result<Self, DetectError> {
        let mut split = Self {
            bodies: Vec::new(),
            boxes: Vec::new(),
            pairs: Vec::new(),
            ranges: Vec::with_capacity(pairs.len()),
            members: Vec::with_capacity(pairs.len()),
            deciding: Vec::new(),
        };
        let mut members_by_body = HashMap::new();
        for pair in pairs {
            let [a, b] = [
                split.members_of(bodies, pair.a, &mut members_by_body)?,
                split.members_of(bodies, pair.b, &mut members_by_body)?,
            ];
            let start = split.pairs.len();
            let (mut nearest, mut gap) = (None, f64::INFINITY);
            for i in a.clone() {
                for j in b.clone() {
                    let apart = split.gap(i, j);
                    if apart == 0.0 {
                        split.pairs.push(Pair { a: i, b: j });
                    } else if apart < gap || nearest.is_none() {
                        (nearest, gap) = (Some(Pair { a: i, b: j }), apart);
                    }
                }
            }
            if split.pairs.len() == start {
                // No boxes overlap. The nearest pair is kept, so that the method can supply its own evidence.
                split.pairs.extend(nearest);
            }
            split.ranges.push(start..split.pairs.len());
            split.members.push([a, b]);
        }
        Ok(split)
    }

    /// Range of a body's pieces in `bodies`; adds them on the first call.
    fn members_of(
        &mut self,
        bodies: &[Body],
        index: usize,
        members_by_body: &mut HashMap<usize, Range<usize>>,
    ) -> Result<Range<usize>, DetectError> {
        if let Some(range) = members_by_body.get(&index) {
            return Ok(range.clone());
        }
        let body = &bodies[index];
        if let (Err(reason), []) = (body.shape.convexity(), body.shape.pieces()) {
            return Err(DetectError::NotConvex { body: index, reason: reason.clone() });
        }
        let start = self.bodies.len();
        self.bodies.extend(pieces(body));
        let turned = Pose::from_parts(Vector::zeros().into(), body.pose.rotation);
        self.boxes.extend(self.bodies[start..].iter().map(|piece| piece.shape.aabb_at(&turned)));
        members_by_body.insert(index, start..self.bodies.len());
        Ok(start..self.bodies.len())
    }

    /// Metres between the boxes of two pieces; 0 if they overlap or touch.
    fn gap(&self, i: usize, j: usize) -> f64 {
        let between = self.bodies[j].pose.translation.vector - self.bodies[i].pose.translation.vector;
        let (a, b) = (&self.boxes[i], &self.boxes[j]);
        let gap =
            |k: usize| (a.min[k] - b.max[k] - between[k]).max(b.min[k] + between[k] - a.max[k]).max(0.0);
        gap(0).hypot(gap(1)).hypot(gap(2))
    }

    /// Piece pairs whose boxes are separated but nearer than the distance found for their bodies, each with the index
    /// of the pair of bodies. Only for methods that return distances.
    fn nearer_than(&self, verdicts: &[Verdict]) -> Vec<(usize, Pair)> {
        let mut nearer = Vec::new();
        for (index, verdict) in verdicts.iter().enumerate() {
            let Evidence::Distance(distance) = verdict.evidence else { continue };
            let [a, b] = &self.members[index];
            if distance <= 0.0 || a.len() * b.len() == 1 {
                continue;
            }
            for i in a.clone() {
                for j in b.clone() {
                    let gap = self.gap(i, j);
                    if gap > 0.0 && gap < distance {
                        nearer.push((index, Pair { a: i, b: j }));
                    }
                }
            }
        }
        nearer
    }
}

/// The verdict of the deciding piece pair in `range`, and its index.
fn deciding(verdicts: &[Verdict], range: &Range<usize>) -> (usize, Verdict) {
    let nearest = range.clone().reduce(|i, j| if rank(&verdicts[j]) < rank(&verdicts[i]) { j } else { i });
    let index = nearest.expect("every pair of bodies has a pair of pieces");
    (index, verdicts[index])
}

/// Sort key of a piece pair's verdict; the smallest key is the deciding pair. Colliding pairs come first, then the
/// others, nearest first as far as the evidence shows it.
fn rank(verdict: &Verdict) -> (u8, f64) {
    if verdict.colliding {
        return (0, 0.0);
    }
    match verdict.evidence {
        Evidence::Distance(metres) => (1, metres),
        Evidence::Touching => (1, 0.0),
        // This evidence contains no distance, but more counted samples or tests mean that the pieces are nearer.
        Evidence::Samples { rounds, .. } => {
            (1, -f64::from(rounds.iter().flatten().copied().max().unwrap_or(0)))
        }
        Evidence::Volume { samples, .. } => (1, -f64::from(samples)),
        Evidence::Traversal { node_pairs, triangle_pairs } => {
            (1, -f64::from(node_pairs) - f64::from(triangle_pairs))
        }
        Evidence::Layer(layer) => (1, -(layer as i32 as f64)),
        Evidence::EmptyWindow
        | Evidence::FullyVisible { .. }
        | Evidence::Program { .. }
        | Evidence::NoAnswer(_) => (2, 0.0),
    }
}

/// Sum of the costs of two runs of the same method.
fn sum(a: &Cost, b: &Cost) -> Cost {
    let gpu = match (a.gpu, b.gpu) {
        (Some(a), Some(b)) => Some(a + b),
        (a, b) => a.or(b),
    };
    Cost {
        cpu: a.cpu + b.cpu,
        gpu,
        pairs: a.pairs + b.pairs,
        draws: a.draws + b.draws,
        triangles: a.triangles + b.triangles,
        queries: a.queries + b.queries,
        bytes_read: a.bytes_read + b.bytes_read,
        rejections: sum_tally(a.rejections, b.rejections),
        tests: sum_tally(a.tests, b.tests),
    }
}

fn sum_tally(a: Tally, b: Tally) -> Tally {
    let (mut sum, other) = if a.iter().count() >= b.iter().count() { (a, b) } else { (b, a) };
    for (index, (_, count)) in other.iter().enumerate() {
        sum.add(index, count);
    }
    sum
}
