//! The part that all stories of pairs share: the pair of bodies, and a method's verdict on it. And the view of two
//! bodies in space, without the steps of a method.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use crate::detector::Verdict;
use crate::geometry::Vector;
use crate::inspector::outcome::Outcome;
use crate::inspector::space::view::{Label, Place, SpaceView};
use crate::language::t;
use crate::methods::Method;
use crate::render::Part;
use crate::render::dissection::{Dissection, Material, Surface};
use crate::render::palette::{self, Color};
use crate::world::{Body, Pair};

/// Two bodies, the method and its verdict.
#[derive(Clone)]
pub struct Case {
    /// The method with this verdict.
    pub method: &'static Method,
    /// The numbers of the two bodies in the world.
    pub pair: Pair,
    /// The two bodies as the method tests them: whole, or the convex pieces that determine the verdict.
    pub bodies: [Body; 2],
    /// The method's verdict.
    pub verdict: Verdict,
}

impl Case {
    /// The verdict as the inspector shows it, in words.
    pub fn outcome(&self) -> Outcome {
        Outcome::of(&self.verdict)
    }

    /// The number in the world of the first body (role 0) or the second.
    pub fn number(&self, role: usize) -> usize {
        if role == 0 { self.pair.a } else { self.pair.b }
    }

    /// A hash of the pair and of the bodies' shapes, but not of their poses.
    pub fn thing(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.pair.a, self.pair.b).hash(&mut hasher);
        self.bodies.iter().for_each(|body| Arc::as_ptr(&body.shape).hash(&mut hasher));
        hasher.finish()
    }

    /// A hash of the bodies' shapes and poses only.
    pub fn place(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.thing().hash(&mut hasher);
        for body in &self.bodies {
            let (place, turn) = (body.pose.translation.vector, body.pose.rotation.coords);
            place.map(f64::to_bits).hash(&mut hasher);
            turn.map(f64::to_bits).hash(&mut hasher);
        }
        hasher.finish()
    }
}

/// The view in space of both bodies, transparent and with their names.
pub fn plain(case: &Case) -> SpaceView {
    let [a, b] = &case.bodies;
    SpaceView {
        dissection: Dissection {
            surfaces: vec![glass(a, palette::A), glass(b, palette::B)],
            ..Dissection::default()
        },
        labels: vec![name_of(case, "A", 0, a, palette::A), name_of(case, "B", 1, b, palette::B)],
        caption: t!("The two bodies.").into_owned(),
        bounds: a.aabb().union(&b.aabb()),
        back: Vector::new(0.5, 0.4, 0.8),
        eye: None,
        handles: handles(case),
        thing: case.thing(),
        place: case.place(),
    }
}

/// Both bodies with their numbers in the world, so that they can be dragged.
pub fn handles(case: &Case) -> Vec<(usize, Body)> {
    [0, 1].map(|role| (case.number(role), case.bodies[role].clone())).into()
}

/// The surface of a body, transparent.
pub fn glass(body: &Body, color: Color) -> Surface {
    Surface {
        shape: Arc::clone(&body.shape),
        pose: body.pose,
        part: Part::Whole,
        color,
        see_through: true,
        outlined: true,
        material: Material::Plain,
    }
}

/// A label over a body: its letter and its number in the world.
pub fn name_of(case: &Case, letter: &str, role: usize, body: &Body, color: Color) -> Label {
    let text = t!("%{letter} (body %{number})", letter = letter, number = case.number(role)).into_owned();
    Label { text, color, place: Place::Over(body.aabb()) }
}
