//! Hints in three stages: the family, the failed pair shrunk to a simple one, and the broken invariant with numbers; for
//! a table of passes also the relation and the row where it goes wrong.
//!
//! A pair is shrunk by simple steps, in turn, as long as the program still fails on it: no rotation, round positions,
//! boxes in place of other shapes, fewer corners, round sides. The truth of every step comes from the reference, and a step so
//! near to contact that rounding decides is not taken.

use std::sync::Arc;

use nalgebra::{Translation3, UnitQuaternion};

use super::grade::{Judged, Outcome, Rules, outcome};
use super::pixels::Pixels;
use crate::combined::piecewise;
use crate::detector::Mistake;
use crate::experiments::truth::pair::{Case, Truth};
use crate::experiments::truth::shapes::cuboid;
use crate::geometry::{Point, Shape, Solid, Vector, hull};
use crate::image_space::own::counterexample;
use crate::image_space::own::pixel::{Pixel, Touching};
use crate::image_space::own::reason::{self, Reason};
use crate::image_space::own::relations::orders;
use crate::methods::truth;
use crate::programs::certificate::metres;
use crate::programs::{Answerer, FailureKind};
use crate::world::Body;

/// Highest stage.
pub const STAGES: u8 = 3;
/// Most questions that shrinking a pair asks.
const MOST_ASKED: usize = 80;
/// Distance from contact that a shrunk pair keeps, as a multiple of the larger body's size.
const MARGIN: f64 = 1e-6;

/// Whether a failure is worth shrinking: those of verdict and certificate, and answers that cannot be read.
pub fn is_shrinkable(pair: &Judged) -> bool {
    match &pair.outcome {
        Outcome::Wrong(_) | Outcome::Lying(_) => true,
        Outcome::Failed(failure) => failure.kind == FailureKind::Malformed,
        Outcome::Passed | Outcome::Changed | Outcome::NotCompared | Outcome::NotJudged => false,
    }
}

/// The simplest pair found on which the program still fails, with its judgement.
pub fn shrunk(pair: &Judged, answerer: &mut dyn Answerer, rules: &Rules<'_>) -> Judged {
    let mut best = pair.clone();
    let mut left = MOST_ASKED;
    loop {
        let mut progressed = false;
        for bodies in steps(&best.asked) {
            let Some(question) = question(&bodies) else { continue };
            if left == 0 {
                return best;
            }
            left -= 1;
            let reply = answerer.ask(&bodies);
            let (outcome, checked) = outcome(&question, &bodies, &reply, rules);
            let judged = Judged {
                verdict: reply.result.as_ref().ok().map(|answer| answer.colliding),
                question,
                asked: bodies,
                checked,
                outcome,
                ..best.clone()
            };
            if is_shrinkable(&judged) {
                best = judged;
                progressed = true;
                break;
            }
            if matches!(&judged.outcome, Outcome::Failed(f) if f.kind != FailureKind::Malformed) {
                // The program did not survive; more steps cost more than they tell.
                return best;
            }
        }
        if !progressed {
            return best;
        }
    }
}

/// The pair with its truth by the reference; `None` if it is too near to contact.
fn question(bodies: &[Body; 2]) -> Option<Case> {
    let size = bodies[0].shape.size().max(bodies[1].shape.size());
    let colliding = |by: Vector| {
        let mut pair = bodies.each_ref().map(Body::as_drawn);
        pair[1].pose.translation.vector += by * (MARGIN * size);
        truth::Truth::of(&pair).ok().map(|truth| truth.of_meshes())
    };
    let here = colliding(Vector::zeros())?;
    let around = (0..3).flat_map(|axis| [Vector::ith(axis, 1.0), Vector::ith(axis, -1.0)]);
    for by in around {
        if colliding(by)? != here {
            return None;
        }
    }
    let truth = match here {
        true => Truth::Colliding { point: Vector::repeat(f64::NAN), depth: 0.0 },
        false => {
            let [a, b] = bodies.each_ref().map(Body::as_drawn);
            Truth::Apart { direction: None, gap: piecewise::distance(&a, &b) }
        }
    };
    Some(Case { bodies: bodies.clone(), truth, is_exact: false })
}

/// Pairs that are one step simpler, simplest first. Every step makes some measure smaller, so that steps end.
fn steps(pair: &[Body; 2]) -> Vec<[Body; 2]> {
    let mut found = Vec::new();
    let mut with = |index: usize, body: Body| {
        let mut next = pair.clone();
        next[index] = body;
        found.push(next);
    };
    for (index, body) in pair.iter().enumerate() {
        // The box around the body, and smaller ones, which part bodies that the box would make collide.
        for share in [1.0, 0.5, 0.25] {
            if let Some(boxed) = boxed(body, share) {
                with(index, boxed);
            }
        }
    }
    for (index, body) in pair.iter().enumerate() {
        if body.pose.rotation != UnitQuaternion::identity() {
            let mut next = body.clone();
            next.pose.rotation = UnitQuaternion::identity();
            with(index, next);
        }
    }
    for (index, body) in pair.iter().enumerate() {
        for grid in [0.5, 0.125, 0.03125] {
            let place = body.pose.translation.vector;
            let rounded = place.map(|c| (c / grid).round() * grid);
            // Whole multiples of a grid that the place is on already are no simpler.
            if rounded != place {
                let mut next = body.clone();
                next.pose.translation = Translation3::from(rounded);
                with(index, next);
                break;
            }
        }
        for shape in simpler(&body.shape) {
            with(index, Body::at_rest(Arc::new(shape), body.pose));
        }
    }
    let at = pair[0].pose.translation.vector;
    if at != Vector::zeros() {
        let moved = pair.each_ref().map(|body| {
            let mut next = body.clone();
            next.pose.translation.vector -= at;
            next
        });
        found.insert(0, moved);
    }
    found
}

/// The box around a body that is none, shrunk to a share of its sides.
fn boxed(body: &Body, share: f64) -> Option<Body> {
    if matches!(body.shape.solid(), Solid::Cuboid { .. }) {
        return None;
    }
    let around = body.shape.local_aabb();
    let mut pose = body.pose;
    pose.translation.vector += pose.rotation * around.center().coords;
    Some(Body::at_rest(Arc::new(cuboid(around.extents() * (0.5 * share))?), pose))
}

/// Simpler shapes: a box with rounder sides, or a hull with one corner less.
fn simpler(shape: &Shape) -> Vec<Shape> {
    match shape.solid() {
        Solid::Cuboid { half_extents: h } => {
            let grids = [0.5, 0.125, 0.03125];
            let rounded = grids.map(|grid| h.map(|c| ((c / grid).round() * grid).max(grid)));
            let first =
                rounded.into_iter().find(|rounded| *rounded != h && (rounded - h).norm() < 0.6 * h.norm());
            first.into_iter().filter_map(cuboid).collect()
        }
        Solid::Polyhedron
            if shape.convexity().is_ok() && (5..=24).contains(&shape.mesh().vertices().len()) =>
        {
            let points = shape.mesh().vertices();
            let without = |index: usize| {
                let rest: Vec<Point> =
                    points.iter().enumerate().filter(|(i, _)| *i != index).map(|(_, p)| *p).collect();
                Some(Shape::polyhedron(hull::convex_hull(&rest).ok()?))
            };
            (0..points.len()).filter_map(without).collect()
        }
        _ => Vec::new(),
    }
}

/// Where a table of passes goes wrong on a failed pair, in one English sentence: the relation of the bodies on a pixel,
/// the table's answer there, and the row that makes it. The pixel is that with the longest overlap, or any with a false
/// hit.
pub fn relation(pair: &Judged, pixels: &Pixels) -> Option<String> {
    let Outcome::Wrong(mistake) = pair.outcome else { return None };
    let table = &pixels.table;
    let wrong = |pixel: &Pixel| {
        let found = counterexample::mistake(table, pixel, Touching::IsEither)?;
        (found.colliding == (mistake == Mistake::FalseHit)).then_some(found.pixel)
    };
    // The order in which the triangles of a body are drawn is not known.
    let in_any_order = |pixel: Pixel| {
        let orders = orders(table).iter();
        orders.map(|order| Pixel { farthest_first: *order, ..pixel.clone() }).find_map(|pixel| wrong(&pixel))
    };
    let overlap = |pixel: &Pixel| match [&pixel.bodies[0][..], &pixel.bodies[1][..]] {
        [[a], [b]] => a[1].min(b[1]).saturating_sub(a[0].max(b[0])),
        _ => 0,
    };
    let mut all = pixels.covered(&pair.asked);
    all.sort_by_key(|pixel| std::cmp::Reverse(overlap(pixel)));
    let pixel = all.into_iter().find_map(in_any_order)?;
    let relation = reason::relation(&pixel)?;
    let answer = match mistake {
        Mistake::Missed => "separated",
        Mistake::FalseHit => "colliding",
    };
    let why = Reason::of(table, &pixel).map_or_else(String::new, |reason| format!("; {}", reason.says()));
    let (number, says) = (relation.number(), relation.says());
    Some(format!("relation {number} ({says}): your table says {answer}{why}"))
}

/// The pair in two lines of text.
pub fn described(pair: &[Body; 2]) -> String {
    let line = |(name, body): (&str, &Body)| {
        let (at, turn) = (body.pose.translation.vector, body.pose.rotation);
        let turned = match turn.scaled_axis() {
            none if none == Vector::zeros() => String::new(),
            axis => format!(", turned by {} rad about {}", number(axis.norm()), point(&axis.normalize())),
        };
        format!("{name}: {} at {}{turned}", shape(&body.shape), point(&at))
    };
    ["A", "B"].into_iter().zip(pair).map(line).collect::<Vec<_>>().join("\n")
}

fn shape(shape: &Shape) -> String {
    let mesh = shape.mesh();
    match shape.solid() {
        Solid::Ball { radius } => format!("ball of radius {}", number(radius)),
        Solid::Cuboid { half_extents: h } => {
            format!("box with half sides {}", point(&h))
        }
        Solid::Cone { radius, height } => {
            format!("cone of radius {} and height {}", number(radius), number(height))
        }
        Solid::Cylinder { radius, height } => {
            format!("cylinder of radius {} and height {}", number(radius), number(height))
        }
        Solid::Polyhedron if mesh.vertices().len() <= 8 => {
            let corners: Vec<_> = mesh.vertices().iter().map(|p| point(&p.coords)).collect();
            format!("mesh with the corners {}", corners.join(" "))
        }
        Solid::Polyhedron => {
            format!("mesh of {} corners and {} triangles", mesh.vertices().len(), mesh.triangles().len())
        }
    }
}

/// A point or vector for a reader.
pub fn point(p: &Vector) -> String {
    format!("({}, {}, {})", number(p.x), number(p.y), number(p.z))
}

/// A number with at most six digits for a reader.
fn number(value: f64) -> String {
    let rounded = format!("{value:.5e}").parse::<f64>().unwrap_or(value);
    if rounded == 0.0 || (1e-4..1e7).contains(&rounded.abs()) {
        format!("{}", rounded + 0.0)
    } else {
        format!("{rounded:e}")
    }
}

/// The invariant that a failed pair breaks, in one sentence with numbers.
pub fn invariant(pair: &Judged) -> String {
    let word = |verdict: bool| if verdict { "colliding" } else { "separated" };
    match (&pair.outcome, pair.question.truth) {
        (Outcome::Lying(flaw), _) => flaw.says(),
        (Outcome::Failed(failure), _) => failure.says.clone(),
        (Outcome::Wrong(Mistake::Missed), Truth::Colliding { point: p, depth }) if !p.x.is_nan() => {
            let depth = if depth > 0.0 {
                format!(", {} deep in them", metres(depth))
            } else {
                ", on their surfaces".to_owned()
            };
            let p = pair.question.bodies[0].pose.translation.vector + p;
            format!("the point {} lies in both bodies{depth}", point(&p))
        }
        (Outcome::Wrong(Mistake::Missed), _) => "the bodies share a point".to_owned(),
        (Outcome::Wrong(Mistake::FalseHit), Truth::Apart { direction: Some(n), gap }) => {
            format!("planes with the normal {} part the bodies, with a gap of {}", point(&n), metres(gap))
        }
        (Outcome::Wrong(Mistake::FalseHit), Truth::Apart { gap, .. }) if gap > 0.0 => {
            let plane = match pair.asked.iter().all(piecewise::is_convex) {
                true => "",
                false => ", although perhaps no plane parts them",
            };
            format!("the bodies are {} apart{plane}", metres(gap))
        }
        (Outcome::Wrong(Mistake::FalseHit), _) => "the bodies share no point".to_owned(),
        (Outcome::Changed, _) => {
            let [before, after] =
                [pair.before, pair.verdict].map(|verdict| verdict.map_or("no verdict", word));
            format!("the unchanged pair is {before}, the changed one {after}")
        }
        (Outcome::Passed | Outcome::NotCompared | Outcome::NotJudged, _) => String::new(),
    }
}
