//! A car: a rigid body on four spring-dampers, each controlled by its wheel's signed distance from the ground.
//!
//! A wheel's contact point is where it touches level ground while the car stands: at signed distance 0 it
//! carries a quarter of the weight. The *sag* is the compression under that load, and compression = sag −
//! distance. So a wheel below the ground pushes the car up, and a wheel more than the sag above the ground does
//! not push. Tyres: the force that stops sliding within three steps, at most friction times load (Coulomb). A
//! step handles the wheels' contacts only; the caller detects other contacts of the body and reports them
//! ([`Car::stop_at`]). Semi-implicit Euler, [`SUBSTEPS`] per frame of 1/60 s. A wheel without ground gets no
//! support. Deterministic: the next state depends only on state, controls and contacts.
//! The part that collides with walls is the convex hull of the body, without wheels.

use std::sync::{Arc, LazyLock};

use nalgebra::UnitQuaternion;

use super::ray::RayError;
use super::wheel::WheelRay;
use crate::geometry::hull::convex_hull;
use crate::geometry::{Mesh, Point, Pose, Vector};

/// Seconds per frame.
pub const FRAME: f64 = 1.0 / 60.0;
/// Steps per frame: the car on its bump stops oscillates at 5 Hz, so a period has 48 steps.
pub const SUBSTEPS: u32 = 4;
/// Names of the wheels, in the order of all arrays.
pub const WHEEL_NAMES: [&str; 4] = ["front left", "front right", "rear left", "rear right"];
/// Radius of a wheel, metres.
pub const WHEEL_RADIUS: f64 = 0.34;
/// Half extents of the body without wheels: across, up, along. Metres; centred on the centre of mass.
pub const HALF_BODY: [f64; 3] = [0.85, 0.35, 2.1];
/// Distance that a wheel can move upwards from its position at rest, metres.
pub const TRAVEL: f64 = 0.35;
/// Compression of each spring under the car's own weight, metres.
pub const SAG: f64 = 0.1;

/// Height of the standing car's roof above level ground, metres.
pub const ROOF: f64 = HEIGHT + HALF_BODY[1];

/// Gravity, m/s².
const GRAVITY: f64 = 9.81;
/// Mass of the whole car, kilograms.
const MASS: f64 = 1200.0;
/// Height of the centre of mass above level ground while the car stands, metres.
const HEIGHT: f64 = 0.55;
/// Distances of the contact points from the centre of mass: half the track and half the wheelbase, metres.
const HALF_TRACK: f64 = 0.8;
const HALF_BASE: f64 = 1.35;
/// Stiffness of a spring, newton per metre: a spring compressed by the sag carries a quarter of the weight.
const SPRING: f64 = MASS * GRAVITY / 4.0 / SAG;
/// Damping of each wheel, newton seconds per metre: 0.4 of the critical damping.
const DAMPER: f64 = 2400.0;
/// Stiffness of the bump stop, which adds to the spring over the last 5 cm of travel, newton per metre.
const BUMP_STOP: f64 = 10.0 * SPRING;
/// The largest load on a wheel, newton. It is limited, so that a distance that is wrong by metres does not hurl the
/// car away.
const MOST_LOAD: f64 = 15.0 * MASS * GRAVITY / 4.0;
/// Coefficient of friction between tyre and ground.
const FRICTION: f64 = 1.0;
/// Force of engine and brakes at full throttle, all wheels together, newton.
const ENGINE: f64 = 7000.0;
const BRAKES: f64 = 11000.0;
/// Height above the ground at which tyre forces act, metres: low enough that the car leans, but does not trip
/// over a kerb.
const TYRE_ARM: f64 = 0.25;
/// Largest steering angle, radians.
pub const MOST_STEER: f64 = 0.6;
/// Rate at which the steering angle changes, radians per second.
const STEER_RATE: f64 = 2.0;
/// Limit of the velocity, metres per second.
const MOST_SPEED: f64 = 60.0;
/// Limit of the angular velocity, radians per second.
const MOST_SPIN: f64 = 10.0;

/// Inputs of the driver, manual or automatic.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Controls {
    /// −1: full brake, then reverse; 1: full throttle.
    pub throttle: f64,
    /// −1: right; 1: left.
    pub steer: f64,
}

/// The part of the car's state that a simulation step changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Car {
    /// Origin: the centre of mass. Axes: x left, y up, z ahead.
    pub pose: Pose,
    /// Velocity of the centre of mass in world axes, metres per second.
    pub velocity: Vector,
    /// Angular velocity in world axes, radians per second.
    pub spin: Vector,
    /// Angle of the front wheels, radians, positive to the left.
    pub steer: f64,
    /// Angle by which each wheel has rolled, radians.
    pub rolled: [f64; 4],
}

/// The answer to a wheel's ray: the signed distance from the ground in metres, and the unit normal of the ground on
/// the roof's side; `None` if the ray finds no ground.
pub type Contact = Option<(f64, Vector)>;

impl Car {
    /// A car at rest on the ground, heading along `ahead`. Its wheels stand on a plane that contains `ahead` and
    /// slopes only in that direction.
    pub fn at_rest(ground: &Point, ahead: &Vector) -> Self {
        let left = Vector::y().cross(ahead).try_normalize(1e-9).unwrap_or(Vector::x());
        let ahead = ahead.try_normalize(1e-9).unwrap_or(Vector::z());
        let up = ahead.cross(&left);
        let turn = UnitQuaternion::from_basis_unchecked(&[left, up, ahead]);
        let pose = Pose::from_parts((ground + HEIGHT * up).into(), turn);
        Self { pose, velocity: Vector::zeros(), spin: Vector::zeros(), steer: 0.0, rolled: [0.0; 4] }
    }

    /// Unit vector towards the roof.
    pub fn up(&self) -> Vector {
        self.pose.rotation * Vector::y()
    }

    /// Unit vector towards the front.
    pub fn ahead(&self) -> Vector {
        self.pose.rotation * Vector::z()
    }

    /// Forward speed, metres per second; negative in reverse.
    pub fn speed(&self) -> f64 {
        self.velocity.dot(&self.ahead())
    }

    /// The rays of the four wheels.
    pub fn wheels(&self) -> [WheelRay; 4] {
        let down = -self.up();
        CONTACTS.map(|[x, y, z]| WheelRay {
            contact: self.pose * Point::new(x, y, z),
            down,
            travel: TRAVEL,
            roof: ROOF,
        })
    }

    /// Position of a wheel's hub if its signed distance from the ground is `distance`. The wheel follows the ground
    /// within the travel of the suspension.
    pub fn hub(&self, wheel: usize, distance: Option<f64>) -> Point {
        let [x, y, z] = CONTACTS[wheel];
        let hangs = distance.unwrap_or(SAG).clamp(-TRAVEL, SAG);
        self.pose * Point::new(x, y + WHEEL_RADIUS - hangs, z)
    }

    /// The point of level ground under the middle of the standing car.
    pub fn ground(&self) -> Point {
        self.pose * Point::new(0.0, -HEIGHT, 0.0)
    }

    /// Simulates one frame. `look` casts the four rays once per substep and returns each wheel's contact.
    pub fn step(
        &mut self,
        controls: Controls,
        mut look: impl FnMut(&[WheelRay; 4]) -> Result<[Contact; 4], RayError>,
    ) -> Result<(), RayError> {
        for _ in 0..SUBSTEPS {
            let wheels = self.wheels();
            let contacts = look(&wheels)?;
            self.substep(controls, &wheels, &contacts, FRAME / f64::from(SUBSTEPS));
        }
        Ok(())
    }

    /// Simulates `dt` seconds, at most a [`SUBSTEPS`]th of a frame, with these contacts at the wheels.
    pub fn substep(&mut self, controls: Controls, wheels: &[WheelRay; 4], contacts: &[Contact; 4], dt: f64) {
        let target = controls.steer.clamp(-1.0, 1.0) * MOST_STEER;
        self.steer += (target - self.steer).clamp(-STEER_RATE * dt, STEER_RATE * dt);

        // 1. Forces and torques of all wheels, from the state before the step.
        let mut force = Vector::new(0.0, -MASS * GRAVITY, 0.0);
        let mut torque = Vector::zeros();
        for (i, (wheel, contact)) in wheels.iter().zip(contacts).enumerate() {
            let Some((distance, normal)) = *contact else { continue };
            let place = wheel.contact + distance * wheel.down;
            let moves = self.velocity + self.spin.cross(&(place - self.position()));
            let load = self.load(distance, &normal, &moves);
            let (tyre, rolling) = self.tyre(i, controls.throttle, load, &normal, &moves, dt);
            self.rolled[i] = (self.rolled[i] + rolling * dt / WHEEL_RADIUS).rem_euclid(std::f64::consts::TAU);
            let support = load * self.up();
            force += support + tyre;
            torque += (place - self.position()).cross(&support);
            torque += (place + TYRE_ARM * self.up() - self.position()).cross(&tyre);
        }

        // 2. Velocities, then positions.
        self.velocity = cap(self.velocity + force / MASS * dt, MOST_SPEED);
        let to_world = self.pose.rotation;
        let inertia = inertia();
        let (spin, torque) = (to_world.inverse() * self.spin, to_world.inverse() * torque);
        let gyroscopic = spin.cross(&inertia.component_mul(&spin));
        let spin = spin + (torque - gyroscopic).component_div(&inertia) * dt;
        self.spin = cap(to_world * spin, MOST_SPIN);
        self.pose.translation.vector += self.velocity * dt;
        let turned = UnitQuaternion::from_scaled_axis(self.spin * dt) * self.pose.rotation;
        self.pose.rotation = UnitQuaternion::new_normalize(turned.into_inner());
    }

    /// Resolves a contact of the body with an obstacle of this unit normal at `arm` from the centre of mass,
    /// in world axes: applies the impulse, without bounce or friction, that stops the approach.
    pub fn stop_at(&mut self, normal: &Vector, arm: &Vector) {
        let approach = -(self.velocity + self.spin.cross(arm)).dot(normal);
        if approach <= 0.0 {
            return;
        }
        let to_world = self.pose.rotation;
        let turned = |torque: Vector| to_world * (to_world.inverse() * torque).component_div(&inertia());
        let spin = turned(arm.cross(normal));
        let push = approach / (1.0 / MASS + spin.cross(arm).dot(normal));
        self.velocity += push / MASS * normal;
        self.spin = cap(self.spin + push * spin, MOST_SPIN);
    }

    /// The load on a wheel, newton: spring, bump stop and damper; never negative.
    fn load(&self, distance: f64, normal: &Vector, moves: &Vector) -> f64 {
        let compression = SAG - distance;
        if compression <= 0.0 {
            return 0.0;
        }
        // Speed at which ground of this slope compresses the suspension; the divisor is limited for steep ground.
        let rate = -moves.dot(normal) / normal.dot(&self.up()).max(0.3);
        let stop = (compression - (SAG + TRAVEL - 0.05)).max(0.0);
        (SPRING * compression + BUMP_STOP * stop + DAMPER * rate).clamp(0.0, MOST_LOAD)
    }

    /// The force of the tyre along the ground, newton, and the rolling speed of the wheel, metres per second.
    fn tyre(
        &self,
        wheel: usize,
        throttle: f64,
        load: f64,
        normal: &Vector,
        moves: &Vector,
        dt: f64,
    ) -> (Vector, f64) {
        let steer = if wheel < 2 { self.steer } else { 0.0 };
        let heading = self.pose.rotation * Vector::new(steer.sin(), 0.0, steer.cos());
        let side = normal.cross(&heading).try_normalize(1e-9).unwrap_or(Vector::zeros());
        let roll = side.cross(normal);
        let (sliding, rolling) = (moves.dot(&side), moves.dot(&roll));
        // Factor from the sliding speed of a wheel to the force that stops a quarter of the car within three steps.
        let stopping = MASS / 4.0 / (3.0 * dt);
        let throttle = throttle.clamp(-1.0, 1.0);
        let along = if throttle * rolling < -0.1 {
            let brake = throttle.abs() * BRAKES / 4.0;
            (-rolling * stopping).clamp(-brake, brake)
        } else {
            throttle * ENGINE / 4.0 - 15.0 * rolling
        };
        let force = along * roll - sliding * stopping * side;
        (cap(force, FRICTION * load), rolling)
    }

    fn position(&self) -> Point {
        self.pose.translation.vector.into()
    }

    /// All numbers of the state, in the order of the fingerprint.
    pub fn numbers(&self) -> impl Iterator<Item = f64> + '_ {
        let place = self.pose.translation.vector.iter().chain(self.pose.rotation.coords.iter());
        let motion = self.velocity.iter().chain(self.spin.iter()).chain(&self.rolled);
        place.chain(motion).copied().chain([self.steer])
    }
}

/// Radius of the circle through the wheels' contact points, metres.
pub fn wheel_circle() -> f64 {
    HALF_TRACK.hypot(HALF_BASE)
}

/// Contact points of the standing car in its own axes, relative to the centre of mass, metres.
const CONTACTS: [[f64; 3]; 4] = [
    [HALF_TRACK, -HEIGHT, HALF_BASE],
    [-HALF_TRACK, -HEIGHT, HALF_BASE],
    [HALF_TRACK, -HEIGHT, -HALF_BASE],
    [-HALF_TRACK, -HEIGHT, -HALF_BASE],
];

/// Principal moments of a solid box of the body's size, kg m².
fn inertia() -> Vector {
    let [x, y, z] = HALF_BODY.map(|half| MASS / 3.0 * half * half);
    Vector::new(y + z, z + x, x + y)
}

/// The vector, shortened to at most the length `most`.
fn cap(vector: Vector, most: f64) -> Vector {
    let length = vector.norm();
    if length > most { vector * (most / length) } else { vector }
}

/// Corners count as equally far against a normal if their distances along the normal differ by less than this,
/// metres.
const AS_FAR: f64 = 0.05;

/// The hull in the car's own axes, relative to the centre of mass, metres.
static BODY: LazyLock<Arc<Mesh>> = LazyLock::new(|| {
    let [x, y, z] = HALF_BODY;
    // Height, half the width, rear end and front end of each ring of corners: the underside, shortened by the
    // overhangs, two rings of the body, and the roof.
    let rings = [
        [-0.65 * y, x, -0.8 * z, 0.8 * z],
        [-0.2 * y, x, -z, z],
        [0.45 * y, x, -z, z],
        [1.35 * y, 0.82 * x, -0.6 * z, 0.3 * z],
    ];
    let corners = rings.into_iter().flat_map(|[y, x, rear, front]| {
        [[-x, rear], [x, rear], [x, front], [-x, front]].map(|[x, z]| Point::new(x, y, z))
    });
    Arc::new(convex_hull(&corners.collect::<Vec<_>>()).expect("the corners enclose a volume"))
});

/// The hull of the car's body, relative to the centre of mass, in world axes, scaled by `scale`.
pub fn hull(car: &Car, scale: f64) -> Arc<Mesh> {
    let place = |p: &Point| Point::from(car.pose.rotation * (scale * p.coords));
    let corners = BODY.vertices().iter().map(place).collect();
    Arc::new(Mesh::new(corners, BODY.triangles().to_vec()).unwrap_or_else(|_| Mesh::clone(&BODY)))
}

/// The point of the body that touches an obstacle with this normal, relative to the centre of mass, in world axes,
/// metres: the mean of the corners that are farthest against the normal.
pub fn touched(car: &Car, normal: &Vector) -> Vector {
    let corners: Vec<Vector> = BODY.vertices().iter().map(|p| car.pose.rotation * p.coords).collect();
    let least = corners.iter().map(|p| normal.dot(p)).fold(f64::INFINITY, f64::min);
    let far: Vec<&Vector> = corners.iter().filter(|p| normal.dot(p) < least + AS_FAR).collect();
    far.iter().copied().sum::<Vector>() / far.len().max(1) as f64
}
