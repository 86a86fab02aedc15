//! A cloth in motion: masses and springs, gravity, wind, and a response that prevents penetration.
//!
//! A step takes 1/60 s. For a fine cloth it is divided into parts, each with collision detection, see
//! `CELLS`. Deterministic: the same parameters give the same state hash at the same step.

use std::sync::Arc;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::scenes::Scene;
use super::springs;
use super::springs::Springs;
use super::state::{Rest, State};
use crate::cloth::depth_maps::{self, MapSettings};
use crate::cloth::mesh::{ClothMesh, MeshError};
use crate::cloth::response::guard::{Guard, Guarded};
use crate::cloth::response::pushes::Push;
use crate::cloth::response::{Response, Way};
use crate::cloth::step::Step;
use crate::geometry::depth_maps::DepthMaps;
use crate::geometry::fingerprint::{self, folded};
use crate::geometry::{Point, Vector};

/// Duration of a step, seconds.
pub const STEP: f64 = 1.0 / 60.0;
/// Friction between sliding layers, as a share of the push that keeps them apart.
const FRICTION: f64 = 0.4;
/// How far ahead pushes predict motion, as a multiple of the longest edge; the guard stops later collisions.
/// Without a limit, each feature of a fine cloth that falls along itself would count as near to all features
/// that it passes in a step.
const LOOKAHEAD: f64 = 4.0;

/// Limit on the substeps of a step. Up to this limit there is one substep for every four particles along a
/// side.
const SMALL: usize = 64;
/// Without pushes: minimum number of substeps, and solver passes over springs and pushes per substep.
const FREE: (usize, usize) = (4, 1);
/// With pushes: minimum number of substeps, and solver passes per substep. In a pinched heap pushes and
/// springs work against each other, and the remaining error of the solver becomes endless motion. Measured in
/// scene `folds` with 17 × 17 particles: with the numbers of [`FREE`], the cloth still moved after 15 s for
/// two of six seeds; with these numbers it was at rest after 6.5 s for all of forty seeds.
const PUSHED: (usize, usize) = (16, 2);

/// A step of a large cloth is divided into parts: one for every so many cells along a side. At 2 m/s a
/// particle falls past two cells of a cloth of 65 × 65 particles in a step, but past eight cells of one of
/// 257 × 257. Contacts that begin and end within a step can only be stopped, not pushed apart. With parts,
/// the particle passes two cells in a part at any size.
const CELLS: usize = 64;

/// Parameters of a simulation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Number of particles along a side of the grid.
    pub side: usize,
    /// Seed of tiny initial displacements, without which everything would fall symmetrically.
    pub seed: u64,
    /// Gravity, downwards, m/s².
    pub gravity: f64,
    /// Velocity of the wind, m/s.
    pub wind: Vector,
    /// Rate of velocity loss: velocities decay as exp(−damping · t).
    pub damping: f64,
    /// Bending stiffness per mass per area, m⁴/s².
    pub bending: f64,
    /// Which penetrations are prevented.
    pub response: Response,
    /// The depth maps that decide which particles are inside an obstacle; `None` for exact contacts of all
    /// features.
    pub maps: Option<MapSettings>,
}

impl Parameters {
    /// Defaults for a grid of `side` × `side` particles on one square metre.
    ///
    /// The cloth bends under its own weight over about 6 cm, like denim, but over at least one and a half
    /// cells, since a grid cannot represent narrower folds.
    pub fn new(side: usize) -> Self {
        let gravity = 9.81;
        let over = (1.5 / (side.max(2) - 1) as f64).max(0.06);
        Self {
            side,
            seed: 1,
            gravity,
            wind: Vector::zeros(),
            damping: 0.5,
            bending: gravity * over.powi(3),
            response: Response { itself: true, obstacles: true },
            maps: None,
        }
    }
}

/// A cloth in motion.
pub struct Cloth {
    mesh: ClothMesh,
    parameters: Parameters,
    springs: Springs,
    positions: Vec<Point>,
    velocities: Vec<Vector>,
    /// Inverse masses: 1, or 0 for a fixed particle.
    ease: Vec<f64>,
    held: Vec<bool>,
    hand: Option<(usize, Point)>,
    way: Way,
    /// The part of `way` with which the guard finds contacts: without the obstacles that maps decide.
    guarded: Way,
    maps: Option<DepthMaps>,
    guard: Guard,
    steps: u64,
    /// For each particle, whether pushes acted on it at the end of the last step.
    pushed: Arc<[bool]>,
    rest: Rest,
}

/// The result of a step.
#[derive(Clone, Debug)]
pub struct Moved {
    /// The path of the cloth, part by part. No feature passes another in any part. With several parts, the
    /// straight line from the first start to the last end differs from the path.
    pub taken: Vec<Step>,
    /// Work of the response; for a step of several parts, the maximum over the parts.
    pub guarded: Guarded,
}

impl Cloth {
    /// A cloth at the start of a scene.
    pub fn new(scene: &Scene, parameters: Parameters) -> Result<Self, MeshError> {
        let mesh = scene.mesh(parameters.side)?;
        let side = parameters.side;
        let held: Vec<bool> = (0..mesh.rest.len()).map(|p| (scene.held)(p % side, p / side, side)).collect();
        let way = Way { floor: scene.floor, obstacles: (scene.obstacles)() };
        Self::of(mesh, held, way, parameters)
    }

    /// A cloth from any mesh, including a garment. `held` has an entry per particle; `side` in the parameters
    /// is ignored.
    pub fn of(mesh: ClothMesh, held: Vec<bool>, way: Way, parameters: Parameters) -> Result<Self, MeshError> {
        let guard = Guard::new(&mesh);
        let edge = mesh.mean_edge();
        let mut random = Pcg64::seed_from_u64(parameters.seed);
        let positions: Vec<Point> = mesh
            .rest
            .iter()
            .zip(&held)
            .map(|(p, held)| {
                let off = Vector::from_fn(|_, _| 1e-3 * edge * random.random_range(-1.0..1.0));
                if *held { *p } else { p + off }
            })
            .collect();
        let maps = parameters.maps.and_then(|settings| depth_maps::maps(&way, settings));
        let obstacles = if maps.is_some() { Vec::new() } else { way.obstacles.clone() };
        Ok(Self {
            guarded: Way { floor: way.floor, obstacles },
            maps,
            springs: Springs::new(&mesh, parameters.bending),
            rest: Rest::begin(&positions),
            positions,
            velocities: vec![Vector::zeros(); mesh.rest.len()],
            ease: held.iter().map(|held| f64::from(u8::from(!held))).collect(),
            held,
            hand: None,
            guard,
            way,
            steps: 0,
            pushed: std::iter::repeat_n(false, mesh.rest.len()).collect(),
            mesh,
            parameters,
        })
    }

    /// Rest positions, triangles and edges.
    pub fn mesh(&self) -> &ClothMesh {
        &self.mesh
    }

    /// Positions of the particles, metres.
    pub fn positions(&self) -> &[Point] {
        &self.positions
    }

    /// Whether each particle is fixed.
    pub fn held(&self) -> &[bool] {
        &self.held
    }

    /// Floor and obstacles.
    pub fn way(&self) -> &Way {
        &self.way
    }

    /// Parameters of the simulation.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Steps since the start.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// A snapshot of positions and motion.
    pub fn state(&self) -> State {
        State {
            positions: self.positions.clone(),
            velocities: self.velocities.clone(),
            steps: self.steps,
            pushed: Arc::clone(&self.pushed),
            rest: self.rest.clone(),
        }
    }

    /// Restores a snapshot of a cloth with the same number of particles.
    pub fn restore(&mut self, state: &State) {
        self.positions.clone_from(&state.positions);
        self.velocities.clone_from(&state.velocities);
        self.steps = state.steps;
        self.pushed = Arc::clone(&state.pushed);
        self.rest.clone_from(&state.rest);
    }

    /// Drags a particle towards `to`, at up to 3 m/s, until a call with `None` releases it.
    pub fn pull(&mut self, hand: Option<(usize, Point)>) {
        if let Some((particle, _)) = self.hand.take() {
            self.ease[particle] = f64::from(u8::from(!self.held[particle]));
        }
        self.hand = hand
            .filter(|(particle, to)| *particle < self.positions.len() && to.iter().all(|x| x.is_finite()));
        if let Some((particle, _)) = self.hand {
            self.ease[particle] = 0.0;
            self.rest = Rest::begin(&self.positions);
        }
    }

    /// A copy of the cloth in its current state, which another thread can advance.
    pub fn twin(&self) -> Self {
        Self {
            mesh: self.mesh.clone(),
            parameters: self.parameters,
            springs: self.springs.clone(),
            positions: self.positions.clone(),
            velocities: self.velocities.clone(),
            ease: self.ease.clone(),
            held: self.held.clone(),
            hand: self.hand,
            way: self.way.clone(),
            guarded: self.guarded.clone(),
            maps: self.maps.clone(),
            guard: self.guard.twin(&self.mesh),
            steps: self.steps,
            pushed: Arc::clone(&self.pushed),
            rest: self.rest.clone(),
        }
    }

    /// Advances by 1/60 s. A cloth at rest on a floor stays there until [`Cloth::pull`] moves it.
    pub fn advance(&mut self) -> Moved {
        self.steps += 1;
        if self.rest.has_come() {
            let still = Step { start: self.positions.clone(), end: self.positions.clone() };
            return Moved { taken: vec![still], guarded: Guarded::default() };
        }
        let (taken, guarded) = self.parts();
        if self.way.floor.is_some() && self.parameters.response.obstacles {
            self.rest.note(&self.positions);
        }
        if self.rest.has_come() {
            self.velocities.fill(Vector::zeros());
        }
        Moved { taken, guarded }
    }

    /// The next step without self-collision response, which contains many contacts for methods to find. The
    /// cloth itself is unchanged.
    pub fn unguarded(&mut self) -> Step {
        let state = self.state();
        if !self.rest.has_come() {
            let itself = std::mem::replace(&mut self.parameters.response.itself, false);
            self.parts();
            self.parameters.response.itself = itself;
        }
        let end = self.positions.clone();
        self.restore(&state);
        Step { start: state.positions, end }
    }

    /// Simulates all parts of a step; returns the path, and the maximum work of the guard over the parts.
    fn parts(&mut self) -> (Vec<Step>, Guarded) {
        let parts = (self.across() - 1).div_ceil(CELLS).max(1);
        let (mut taken, mut guarded) = (Vec::with_capacity(parts), Guarded::default());
        for _ in 0..parts {
            let (part, done) = self.part(parts);
            guarded = guarded.most(done);
            taken.push(part);
        }
        (taken, guarded)
    }

    /// Number of particles along a side; for a garment, along a side of a square cloth with equally many
    /// particles.
    fn across(&self) -> usize {
        self.mesh.rest.len().isqrt()
    }

    /// Simulates a part of a step; returns the path and the guard's work.
    fn part(&mut self, parts: usize) -> (Step, Guarded) {
        let start = self.positions.clone();
        let response = self.parameters.response;
        let seconds = STEP / parts as f64;

        // 1. Predict: pushes keep near features apart, and the solver combines them with the springs.
        let air = springs::air(&self.mesh, &self.positions, &self.velocities, &self.parameters.wind);
        let farthest = LOOKAHEAD * self.mesh.longest_edge();
        let predicted: Vec<Point> = (0..start.len())
            .map(|p| {
                let faster = self.velocities[p] + (air[p] - Vector::y() * self.parameters.gravity) * seconds;
                let way = faster * (seconds * self.ease[p]);
                start[p] + way * (farthest / way.norm()).min(1.0)
            })
            .collect();
        let predicted = Step { start, end: predicted };
        let pushes = self.guard.pushes(&self.mesh, &predicted, &self.guarded, response);
        self.relax(&air, &pushes, parts);

        // 2. Guard: stop motions that would still lead to a collision, just before the contact.
        let requested = Step { start: predicted.start, end: std::mem::take(&mut self.positions) };
        let (taken, mut guarded) =
            self.guard.keep_apart(&self.mesh, &requested, (&self.guarded, &self.ease), response);
        guarded.pushes = pushes.len();
        for p in 0..taken.end.len() {
            if taken.end[p] != requested.end[p] {
                self.velocities[p] = (taken.end[p] - taken.start[p]) / seconds;
            }
        }
        self.positions.clone_from(&taken.end);
        (taken, guarded)
    }

    /// Solves springs and pushes in substeps, for a part of a step.
    fn relax(&mut self, air: &[Vector], pushes: &[Push], parts: usize) {
        let (least, passes) = if self.parameters.response.searches(&self.way) { PUSHED } else { FREE };
        let count = (self.across() / 4).clamp(least, SMALL).div_ceil(parts);
        let seconds = STEP / (parts * count) as f64;
        let kept = (-self.parameters.damping * seconds).exp();
        let down = Vector::y() * self.parameters.gravity;
        let floor = self.way.floor.filter(|_| self.parameters.response.obstacles);
        let above = floor.map(|height| height + self.guard.thickness());
        let mut before = self.positions.clone();
        let mut acting: Vec<&Push> = Vec::new();
        for small in 1..=count {
            before.copy_from_slice(&self.positions);
            for (p, air) in air.iter().enumerate() {
                if self.ease[p] > 0.0 {
                    self.velocities[p] = (self.velocities[p] + (air - down) * seconds) * kept;
                    self.positions[p] += self.velocities[p] * seconds;
                }
            }
            if let Some((particle, to)) = self.hand {
                let way = to - self.positions[particle];
                let most = 3.0 * seconds;
                self.positions[particle] += if way.norm() > most { way.normalize() * most } else { way };
            }
            let share = small as f64 / count as f64;
            let act = |push: &Push, positions: &mut [Point]| {
                push.apply(positions, &before, &self.ease, FRICTION, share)
            };
            self.springs.relax(&mut self.positions, &self.ease, seconds, passes);
            acting.clear();
            acting.extend(pushes.iter().filter(|push| act(push, &mut self.positions)));
            // In a falling cloth few of the many pushes act; later passes apply only the acting pushes.
            for _ in 1..passes {
                self.springs.relax(&mut self.positions, &self.ease, seconds, passes);
                for push in &acting {
                    act(push, &mut self.positions);
                }
            }
            if let Some(above) = above {
                self.keep_above(above, &before);
            }
            if let Some(maps) = self.maps.as_ref().filter(|_| self.parameters.response.obstacles) {
                let thickness = self.guard.thickness();
                let moved = (&mut self.positions[..], &before[..]);
                depth_maps::keep_out(maps, thickness, moved, &self.ease, [0.1 * thickness, FRICTION]);
            }
            for (velocity, (now, before)) in
                self.velocities.iter_mut().zip(self.positions.iter().zip(&before))
            {
                *velocity = (now - before) / seconds;
            }
        }
        let mut pushed = vec![false; self.positions.len()];
        acting.iter().flat_map(|push| push.particles()).for_each(|p| pushed[p] = true);
        self.pushed = pushed.into();
    }

    /// Lifts all particles that are lower than `height` to it, with friction where they slide.
    fn keep_above(&mut self, height: f64, before: &[Point]) {
        let lift = 0.1 * self.guard.thickness();
        for ((place, before), ease) in self.positions.iter_mut().zip(before).zip(&self.ease) {
            let below = height - place.y;
            if below > 0.0 && *ease > 0.0 {
                place.y = height.min(before.y.max(place.y) + lift);
                let mut slide = *place - before;
                slide.y = 0.0;
                let length = slide.norm();
                if length > 0.0 {
                    *place -= slide * (FRICTION * below / length).min(1.0);
                }
            }
        }
    }

    /// Kinetic plus potential energy, per unit of particle mass, m²/s².
    pub fn energy(&self) -> f64 {
        let gravity = self.parameters.gravity;
        let of = |(p, v): (&Point, &Vector)| 0.5 * v.norm_squared() + gravity * p.y;
        self.positions.iter().zip(&self.velocities).map(of).sum()
    }

    /// A hash of all positions and velocities, bit for bit (FNV-1a over the numbers in order).
    pub fn state_hash(&self) -> u64 {
        let particles = self.positions.iter().zip(&self.velocities);
        let numbers = particles.flat_map(|(place, velocity)| place.iter().chain(velocity.iter()));
        folded(fingerprint::START, numbers.copied())
    }
}
