//! Motion of bodies and their response to collisions. Xu et al. (source 1), "The experiment": translation of
//! at most 6 % of the body's size per frame, rotation of at most 10°; a collision changes the direction of
//! the velocity but not its magnitude, so that nothing tunnels.

use super::{Body, Pair, container};
use crate::geometry::{Aabb, Pose, Vector};

/// Fastest translation per frame, as a fraction of the body's size.
pub const MAX_STEP: f64 = 0.06;
/// Slowest translation per frame, as a fraction of the body's size. The source gives no lower bound; but a body that
/// only spins would touch its neighbour for hundreds of frames.
pub const MIN_STEP: f64 = 0.01;
/// Fastest rotation per frame, radians.
pub const MAX_SPIN: f64 = 10.0 * std::f64::consts::PI / 180.0;

/// A pair counts as separating if its separation speed is at least this fraction of the sum of its two speeds. The
/// fraction is not 0, because bodies rotate and have corners: pairs that merely slide past each other keep touching.
const PARTING: f64 = 0.6;
/// After a collision a body's velocity deviates by at most 26° from the direction straight away from the contact; this
/// is the cosine of that angle. At a density of 5 % a contact lasts 1.5 frames on average. With 0.8 it lasts 1.65
/// frames, with 0.95 it lasts 1.45, but then all responses begin to look alike.
const LEAVING: f64 = 0.9;

/// Moves a body by one frame. `reach` is the radius of its bounding sphere, metres; the body stays in
/// `container`.
pub fn advance(body: &mut Body, reach: f64, container: &Aabb) {
    body.pose.translation.vector += body.velocity;
    let turned = nalgebra::UnitQuaternion::from_scaled_axis(body.spin) * body.pose.rotation;
    body.pose.rotation = nalgebra::UnitQuaternion::new_normalize(turned.into_inner());
    if !container.contains(&Aabb::cube(center(&body.pose), reach), 0.0) {
        container::keep_inside(body, container);
    }
}

/// Separates the bodies of the colliding `pairs`. `speeds` are the magnitudes of the velocities, which do not
/// change.
///
/// Pairs that already separate are not changed. Otherwise the velocity of each body is mirrored so that it
/// points along the sum of the directions away from its contacts and walls. The order of `pairs` does not matter.
pub fn respond(bodies: &mut [Body], speeds: &[f64], container: &Aabb, pairs: &[Pair]) {
    let mut pairs = pairs.to_vec();
    pairs.sort_unstable();
    pairs.dedup();

    let mut contacts = vec![Contacts::default(); bodies.len()];
    for &Pair { a, b } in &pairs {
        let between = center(&bodies[a].pose) - center(&bodies[b].pose);
        // If the bodies' centres coincide, any direction works, as long as the bodies use opposite ones.
        let a_from_b = between.try_normalize(f64::MIN_POSITIVE).unwrap_or(Vector::x());
        let parting_speed = (bodies[a].velocity - bodies[b].velocity).dot(&a_from_b);
        let must_turn = parting_speed < PARTING * (speeds[a] + speeds[b]);
        contacts[a].add(a_from_b, must_turn);
        contacts[b].add(-a_from_b, must_turn);
    }

    for ((body, &speed), contacts) in bodies.iter_mut().zip(speeds).zip(&contacts) {
        if contacts.must_turn && speed > 0.0 {
            let walls = container::away_from_walls(body, container, 1e-9 * body.shape.size());
            body.velocity = match (contacts.away + walls).try_normalize(1e-6) {
                Some(away) => leave(body.velocity, speed, away),
                None => slip_out(body.velocity, speed, contacts.first),
            };
        }
    }
}

/// The contacts of one body in a frame.
#[derive(Clone, Default)]
struct Contacts {
    /// Sum of the unit vectors from the other bodies to this one.
    away: Vector,
    /// The first of these unit vectors.
    first: Vector,
    /// Whether the velocity must change: for at least one contact the two bodies do not separate yet.
    must_turn: bool,
}

impl Contacts {
    fn add(&mut self, away: Vector, must_turn: bool) {
        if self.first == Vector::zeros() {
            self.first = away;
        }
        self.away += away;
        self.must_turn |= must_turn;
    }
}

/// `velocity` mirrored to the side of `away` if necessary, with a component of at least [`LEAVING`] along it.
fn leave(velocity: Vector, speed: f64, away: Vector) -> Vector {
    let direction = velocity / speed;
    let along = direction.dot(&away);
    let mirrored = if along < 0.0 { direction - 2.0 * along * away } else { direction };
    if along.abs() >= LEAVING {
        return mirrored.normalize() * speed;
    }
    let aside = across(mirrored, away);
    (LEAVING * away + (1.0 - LEAVING * LEAVING).sqrt() * aside).normalize() * speed
}

/// The velocity of a body between contacts on opposite sides: it slips out of the gap, orthogonally to the first
/// contact's direction.
fn slip_out(velocity: Vector, speed: f64, contact: Vector) -> Vector {
    across(velocity / speed, contact) * speed
}

/// The unit vector orthogonal to the unit vector `axis` that is closest to `direction`.
fn across(direction: Vector, axis: Vector) -> Vector {
    let across = |v: Vector| v - v.dot(&axis) * axis;
    let any = if axis.x.abs() < 0.6 { Vector::x() } else { Vector::y() };
    across(direction).try_normalize(1e-9).unwrap_or_else(|| across(any).normalize())
}

fn center(pose: &Pose) -> crate::geometry::Point {
    pose.translation.vector.into()
}
