//! Impulse response of rigid bodies: restitution and Coulomb friction at a contact.
//!
//! Impulses instead of forces, as in Baraff 1989, "Analytical methods for dynamic simulation of non-penetrating rigid
//! bodies", and Mirtich 1996, *Impulse-based Dynamic Simulation of Rigid Body Systems*, chapter 3. Both bodies receive
//! opposite impulses at one point, so linear and angular momentum are conserved to rounding, whatever the impulses are.
//!
//! 1. A normal impulse reverses the approach of the contact points, times the restitution.
//! 2. A tangential impulse against sliding: as large as stops it, but at most friction times the normal impulse.
//! 3. If friction has started an approach again, a normal impulse stops it.
//!
//! Each of these impulses moves the velocities towards the minimum of the kinetic energy along its direction, or to the
//! mirror image at most, so kinetic energy never grows. One impulse for all three together has no such bound (Kane's
//! paradox). Fails by design for stacks at rest: contacts are solved one after the other, once per frame.
//! Cost: constant per pair, besides the contact itself.

use nalgebra::Matrix3;

use super::contact::{Contact, contact};
use crate::geometry::{Pose, Vector};
use crate::world::{Body, Pair};

/// Material of all surfaces.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface {
    /// Speed of separation as a share of the speed of approach, 0 to 1; other numbers count as the nearer limit, NaN
    /// as 0.
    pub restitution: f64,
    /// Greatest tangential impulse as a share of the normal impulse, 0 or more; other numbers count as 0.
    pub friction: f64,
}

/// Resistance of one body to impulses. Zero in all numbers is a body of infinite mass.
struct Inertia {
    /// 1/kg, for a density of 1 kg/m³.
    inverse_mass: f64,
    /// In the world's axes, 1/(kg·m²).
    inverse_tensor: Matrix3<f64>,
    /// From the body's origin to its centre of mass, in the world's axes, metres.
    center: Vector,
}

impl Inertia {
    /// A body at rest, or one without volume, has infinite mass.
    fn of(body: &Body, resting: bool) -> Self {
        let turn = body.pose.rotation.to_rotation_matrix();
        let of_mass = |inverse: Matrix3<f64>| turn * inverse * turn.inverse();
        let known = body.shape.mass().filter(|_| !resting);
        let known = known.and_then(|mass| Some((mass, mass.inertia.cholesky()?.inverse())));
        match known {
            Some((mass, inverse)) => Self {
                inverse_mass: 1.0 / mass.mass,
                inverse_tensor: of_mass(inverse),
                center: turn * mass.center.coords,
            },
            None => Self { inverse_mass: 0.0, inverse_tensor: Matrix3::zeros(), center: Vector::zeros() },
        }
    }

    /// Change of the velocity of the material point at `arm` from the centre of mass, per impulse at that point.
    fn yielding(&self, arm: &Vector) -> Matrix3<f64> {
        let across = arm.cross_matrix();
        Matrix3::from_diagonal_element(self.inverse_mass) - across * self.inverse_tensor * across
    }

    /// Velocity of the body's origin and spin after an impulse (kg·m per frame) at `arm` from the centre of mass.
    fn after(&self, body: &Body, arm: &Vector, impulse: &Vector) -> (Vector, Vector) {
        let turned = self.inverse_tensor * arm.cross(impulse);
        (body.velocity + impulse * self.inverse_mass - turned.cross(&self.center), body.spin + turned)
    }
}

/// Velocities (of the bodies' origins, metres per frame) and spins (radians per frame) of A and B after the collision;
/// unchanged if the contact points separate already. Mass and inertia are those of the meshes at uniform density. A
/// body that is `resting`, or whose mesh encloses no volume, has infinite mass and keeps its motion.
///
/// Conserves the momentum and the angular momentum of two bodies of finite mass, and never adds kinetic energy, provided
/// that bodies of infinite mass do not move.
pub fn impulse(
    a: &Body,
    b: &Body,
    contact: &Contact,
    surface: Surface,
    resting: [bool; 2],
) -> [(Vector, Vector); 2] {
    let bodies = [a, b];
    let inertias = [Inertia::of(a, resting[0]), Inertia::of(b, resting[1])];
    // Both impulses act at one point.
    let point = nalgebra::center(&contact.point_a, &contact.point_b).coords;
    let from_origin = bodies.map(|body| point - body.pose.translation.vector);
    let arms = [0, 1].map(|i| from_origin[i] - inertias[i].center);
    let [of_a, of_b] = [0, 1].map(|i| bodies[i].velocity + bodies[i].spin.cross(&from_origin[i]));
    let yielding = inertias[0].yielding(&arms[0]) + inertias[1].yielding(&arms[1]);

    // Velocity of B's point as seen from A's, and the impulse on B so far.
    let normal = contact.normal;
    let (mut sliding, mut on_b) = (of_b - of_a, Vector::zeros());
    let approach = -sliding.dot(&normal);
    let stops = |along: &Vector| 1.0 / along.dot(&(yielding * along));
    let unchanged = bodies.map(|body| (body.velocity, body.spin));
    if approach.is_nan() || approach <= 0.0 || !stops(&normal).is_finite() {
        return unchanged;
    }
    let mut push = |impulse: Vector| {
        on_b += impulse;
        sliding += yielding * impulse;
        sliding
    };
    // 1. The normal impulse.
    let restitution = if surface.restitution > 0.0 { surface.restitution.min(1.0) } else { 0.0 };
    let strength = (1.0 + restitution) * approach * stops(&normal);
    let left = push(normal * strength);
    // 2. Friction.
    let tangential = left - normal * left.dot(&normal);
    let speed = tangential.norm();
    let mut left = left;
    if speed > 0.0 {
        let along = tangential / speed;
        let most = surface.friction.max(0.0) * strength;
        left = push(-along * most.min(speed * stops(&along)));
    }
    // 3. The approach that friction has started.
    push(normal * ((-left.dot(&normal)).max(0.0) * stops(&normal)));
    [inertias[0].after(a, &arms[0], &-on_b), inertias[1].after(b, &arms[1], &on_b)]
}

/// Translations of A and B, metres, that together separate them by the contact's depth, in inverse proportion to their
/// masses: the common centre of mass stays. Zero if both have infinite mass.
pub fn separation(a: &Body, b: &Body, contact: &Contact, resting: [bool; 2]) -> [Vector; 2] {
    let [of_a, of_b] =
        [(a, resting[0]), (b, resting[1])].map(|(body, at_rest)| Inertia::of(body, at_rest).inverse_mass);
    let both = of_a + of_b;
    if both <= 0.0 {
        return [Vector::zeros(); 2];
    }
    let apart = contact.normal * contact.depth;
    [apart * (-of_a / both), apart * (of_b / both)]
}

/// Separates the colliding `pairs` one after the other, in the given order, and changes the velocities of those that
/// approach. A body of which `resting` holds has infinite mass. Indices refer to `bodies`; a pair outside them, of one
/// body twice, or disjoint by now is skipped. Concave bodies collide by their hulls (see [`contact`]).
pub fn respond(bodies: &mut [Body], pairs: &[Pair], surface: Surface, resting: impl Fn(usize) -> bool) {
    for pair in pairs {
        let at_rest = [resting(pair.a), resting(pair.b)];
        let Ok([a, b]) = bodies.get_disjoint_mut([pair.a, pair.b]) else { continue };
        let Some(contact) = contact(a, b) else { continue };
        let after = impulse(a, b, &contact, surface, at_rest);
        let shifts = separation(a, b, &contact, at_rest);
        for ((body, (velocity, spin)), shift) in [a, b].into_iter().zip(after).zip(shifts) {
            (body.velocity, body.spin) = (velocity, spin);
            body.pose = Pose::from_parts((body.pose.translation.vector + shift).into(), body.pose.rotation);
        }
    }
}
