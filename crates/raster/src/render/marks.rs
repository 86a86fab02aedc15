//! Marks around pairs: misses, false hits, and the selected pair. Each kind has its own shape, so that
//! it is recognisable without colours.

use std::collections::BTreeSet;
use std::f64::consts::TAU;

use super::camera::Camera;
use super::lines::{FromEye, Lines};
use super::palette;
use super::palette::Color;
use super::scene::Scene;
use crate::geometry::{Point, Vector};
use crate::world::{Body, Pair};

/// Number of straight segments of a ring: with a radius of 400 pixels they deviate at most 0.2 pixels from the circle.
const RING_PIECES: usize = 96;
/// Number of dashes of a dashed ring. A dash takes a third of its period, so that the gaps are visible in small rings.
const RING_DASHES: usize = 8;
/// Number of dashes and gaps, together, of a dashed line between two bodies.
const LINE_PIECES: usize = 11;

/// Miss: dashed rings and a dashed line. False hit: solid rings and a line with a cross. Selected: thin
/// solid rings farther out, without a line.
pub fn marks(lines: &mut Lines, view: &FromEye, scene: &Scene, camera: &Camera) {
    let [right, up, _] = camera.directions();
    let mut pen = MarkPen { lines, view, right, up };
    let marks = &scene.marks;
    let of = |pair: &Pair| Some([scene.bodies.get(pair.a)?, scene.bodies.get(pair.b)?]);
    // A body with several errors of the same kind gets one ring.
    let ringed = |pairs: &[Pair]| {
        let there = pairs.iter().filter(|pair| of(pair).is_some());
        let bodies: BTreeSet<usize> = there.flat_map(|pair| [pair.a, pair.b]).collect();
        bodies.into_iter().map(|body| place(&scene.bodies[body])).collect::<Vec<_>>()
    };
    for ends in marks.missed.iter().filter_map(of) {
        let [a, b] = ends.map(place);
        pen.dashed_line(between(a, b, 1.12), palette::MISSED);
    }
    pen.rings(&ringed(marks.missed), 1.12, true, 3.0, palette::MISSED);
    for ends in marks.false_hits.iter().filter_map(of) {
        let [a, b] = ends.map(place);
        let [from, to] = between(a, b, 1.24);
        pen.line([from, to], 2.0, palette::FALSE_HIT);
        pen.cross(nalgebra::center(&from, &to), 0.3 * a.1.min(b.1), palette::FALSE_HIT);
    }
    pen.rings(&ringed(marks.false_hits), 1.24, false, 2.0, palette::FALSE_HIT);
    pen.rings(&ringed(marks.selected.as_slice()), 1.4, false, 1.5, palette::PICKED);
}

/// A body's centre, and a radius close to its outline for any shape: the mean of half the longest side and half the
/// diagonal of its box.
fn place(body: &Body) -> (Point, f64) {
    let aabb = body.shape.local_aabb();
    (body.pose * aabb.center(), 0.25 * (aabb.extents().max() + aabb.extents().norm()))
}

/// The line between the rings around two bodies, or from centre to centre if the rings overlap. A ring has `share`
/// times the radius of its body.
fn between((a, a_radius): (Point, f64), (b, b_radius): (Point, f64), share: f64) -> [Point; 2] {
    let (between, gap) = (b - a, share * (a_radius + b_radius));
    match between.try_normalize(gap) {
        Some(along) => [a + along * (share * a_radius), b - along * (share * b_radius)],
        None => [a, b],
    }
}

/// The rings, and one ring around those of which three or more reach each other's middles in the picture.
fn piled(rings: &[(Point, f64)], flat: impl Fn(&Vector) -> [f64; 2]) -> Vec<(Point, f64)> {
    let apart = |a: &Point, b: &Point| {
        let [x, y] = flat(&(b - a));
        x.hypot(y)
    };
    let reach = |a: &(Point, f64), b: &(Point, f64)| apart(&a.0, &b.0) < a.1.max(b.1);
    let one = |pile: Vec<(Point, f64)>| {
        if pile.len() < 3 {
            return pile;
        }
        let middle = pile.iter().map(|(at, _)| at.coords).sum::<Vector>() / pile.len() as f64;
        let reach = pile.iter().map(|(at, radius)| apart(&middle.into(), at) + radius).fold(0.0, f64::max);
        vec![(middle.into(), reach)]
    };
    piles(rings.iter().copied(), reach).into_iter().flat_map(one).collect()
}

/// Marks in piles: two marks are in one pile if they are `near` each other, or joined by others that are.
pub fn piles<T>(marks: impl IntoIterator<Item = T>, near: impl Fn(&T, &T) -> bool) -> Vec<Vec<T>> {
    let mut piles: Vec<Vec<T>> = Vec::new();
    for mark in marks {
        let (joined, apart): (Vec<_>, Vec<_>) =
            piles.into_iter().partition(|pile| pile.iter().any(|other| near(other, &mark)));
        piles = apart;
        piles.push(joined.into_iter().flatten().chain([mark]).collect());
    }
    piles
}

/// Draws marks in planes that face the viewer.
struct MarkPen<'a> {
    lines: &'a mut Lines,
    view: &'a FromEye,
    right: Vector,
    up: Vector,
}

impl MarkPen<'_> {
    fn line(&mut self, ends: [Point; 2], width_px: f32, color: Color) {
        self.lines.segment(self.view, ends, width_px + 2.5, palette::MARK_SHADE);
        self.lines.segment(self.view, ends, width_px, color);
    }

    fn dashed_line(&mut self, [from, to]: [Point; 2], color: Color) {
        let at = |piece: usize| from + (to - from) * (piece as f64 / LINE_PIECES as f64);
        for piece in (0..LINE_PIECES).step_by(2) {
            self.line([at(piece), at(piece + 1)], 2.0, color);
        }
    }

    /// Draws a ring around each body, with `share` times the radius of the body. Rings that would pile up are one.
    fn rings(&mut self, bodies: &[(Point, f64)], share: f64, dashed: bool, width_px: f32, color: Color) {
        let (right, up) = (self.right, self.up);
        let bodies = piled(bodies, |way| [right.dot(way), up.dot(way)]);
        let ring = |&(center, radius): &(Point, f64)| {
            let at = move |piece: usize| {
                let (sin, cos) = (TAU * piece as f64 / RING_PIECES as f64).sin_cos();
                center + (right * cos + up * sin) * (share * radius)
            };
            const DASH: usize = RING_PIECES / RING_DASHES;
            let is_drawn = move |piece: &usize| !dashed || piece % DASH < DASH / 3;
            (0..RING_PIECES).filter(is_drawn).map(move |piece| [at(piece), at(piece + 1)])
        };
        for (width_px, color) in [(width_px + 2.5, palette::MARK_SHADE), (width_px, color)] {
            for ends in bodies.iter().flat_map(ring) {
                self.lines.segment(self.view, ends, width_px, color);
            }
        }
    }

    fn cross(&mut self, center: Point, arm: f64, color: Color) {
        for diagonal in [self.right + self.up, self.right - self.up] {
            self.line([center - diagonal * (0.7 * arm), center + diagonal * (0.7 * arm)], 2.0, color);
        }
    }
}
