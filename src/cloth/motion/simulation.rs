//! A cloth in motion: masses and springs, gravity, wind, and a response that lets nothing pass.
//!
//! One step is 1/60 s. Of a fine cloth it has several parts, and what meets is looked for in each: see `CELLS`.
//! Pure: the same parameters give the same state hash at the same step.

use std::sync::Arc;

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use super::air;
use super::scenes::Scene;
use super::springs::Springs;
use super::state::{Rest, State};
use crate::cloth::mesh::{ClothMesh, MeshError};
use crate::cloth::response::guard::{Guard, Guarded};
use crate::cloth::response::pushes::Push;
use crate::cloth::response::{Response, Way};
use crate::cloth::step::Step;
use crate::geometry::fingerprint::{self, folded};
use crate::geometry::{Point, Vector};

/// Seconds per step.
pub const STEP: f64 = 1.0 / 60.0;
/// Share of the push by which layers that slide over each other are held back.
const FRICTION: f64 = 0.4;
/// How far ahead pushes look at most, in longest edges. What they do not see is stopped by the guard. Without a limit a fine cloth that
/// falls along itself has each of its features near all those that it passes in a step.
const FORESEEN: f64 = 4.0;

/// Small steps of a step at most; as many as a quarter of the particles along a side.
const SMALL: usize = 64;
/// Small steps at least, and how often springs and pushes are solved in each, where nothing is pushed.
const FREE: (usize, usize) = (4, 1);
/// The same where pushes act. In a pinched heap they and the springs work against each other, and what solving leaves of that is motion
/// that does not end. Measured in folds at 17²: solved as in [`FREE`], two of six seeds were in motion after 15 s; like this,
/// forty of forty were at rest after 6.5 s.
const PUSHED: (usize, usize) = (16, 2);

/// A step has a part for every so many cells along a side. What falls at 2 m/s passes two cells of a cloth of 65² in a step, and eight
/// of one of 257²: contacts that begin and end within a step can only be stopped, not pushed apart. With parts it is two cells at
/// any size.
const CELLS: usize = 64;

/// What a simulation is made from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameters {
    /// Particles along a side of the grid.
    pub side: usize,
    /// Where tiny differences at the beginning come from, without which everything falls symmetrically.
    pub seed: u64,
    /// Downwards, in m/s².
    pub gravity: f64,
    /// In m/s.
    pub wind: Vector,
    /// Share of the speed that is lost per second, as the exponent: exp(−damping · t).
    pub damping: f64,
    /// Stiffness against bending over the mass per area, in m⁴/s².
    pub bending: f64,
    /// What is kept from passing through what.
    pub response: Response,
}

impl Parameters {
    /// The defaults for a grid of `side` × `side` particles on one square metre.
    ///
    /// The cloth bends under its own weight over some 6 cm, as denim does, but over one and a half cells at least: folds
    /// narrower than that no grid can show.
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
    /// Inverse masses: 1, or 0 where a particle is held.
    ease: Vec<f64>,
    held: Vec<bool>,
    hand: Option<(usize, Point)>,
    way: Way,
    guard: Guard,
    steps: u64,
    /// By particle, whether pushes acted on it at the end of the last step.
    pushed: Arc<[bool]>,
    rest: Rest,
}

/// What a step was.
#[derive(Clone, Debug)]
pub struct Moved {
    /// Where the cloth went, part by part. No feature passes another in any part; where there are several, the straight way from
    /// the first start to the last end is not the way that was taken.
    pub taken: Vec<Step>,
    /// What the response did; of several parts, the most in any.
    pub guarded: Guarded,
}

impl Cloth {
    /// A cloth at the beginning of a scene.
    pub fn new(scene: &Scene, parameters: Parameters) -> Result<Self, MeshError> {
        let mesh = scene.mesh(parameters.side)?;
        let side = parameters.side;
        let held: Vec<bool> = (0..mesh.rest.len()).map(|p| (scene.held)(p % side, p / side, side)).collect();
        let way = Way { floor: scene.floor, obstacles: (scene.obstacles)() };
        Self::of(mesh, held, way, parameters)
    }

    /// Any cloth, a garment as well. `held` has an entry per particle; `side` of the parameters is not looked at.
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
        Ok(Self {
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

    /// Its particles at rest, triangles and edges.
    pub fn mesh(&self) -> &ClothMesh {
        &self.mesh
    }

    /// Where the particles are, in metres.
    pub fn positions(&self) -> &[Point] {
        &self.positions
    }

    /// Which particles are held.
    pub fn held(&self) -> &[bool] {
        &self.held
    }

    /// What lies in the way.
    pub fn way(&self) -> &Way {
        &self.way
    }

    /// What it was made from.
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// Steps since the beginning.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// How it stands and moves.
    pub fn state(&self) -> State {
        State {
            positions: self.positions.clone(),
            velocities: self.velocities.clone(),
            steps: self.steps,
            pushed: Arc::clone(&self.pushed),
            rest: self.rest.clone(),
        }
    }

    /// Puts it back as it stood. The state is one of a cloth with as many particles.
    pub fn restore(&mut self, state: &State) {
        self.positions.clone_from(&state.positions);
        self.velocities.clone_from(&state.velocities);
        self.steps = state.steps;
        self.pushed = Arc::clone(&state.pushed);
        self.rest.clone_from(&state.rest);
    }

    /// Takes hold of a particle and draws it towards `to`, as fast as 3 m/s, until it is let go with `None`.
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

    /// Goes on by 1/60 s. What has come to rest on a floor stays there until [`Cloth::pull`] takes it.
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

    /// The next step as the cloth would take it if nothing kept it from passing through itself: rich in contacts, for the methods that
    /// look for them. The cloth stays as it is.
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

    /// All parts of a step: what was taken, and of what the guard did the most in any.
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

    /// Particles along a side; of a garment, of a square with as many particles.
    fn across(&self) -> usize {
        self.mesh.rest.len().isqrt()
    }

    /// One of the parts of a step: what was taken, and what the guard did.
    fn part(&mut self, parts: usize) -> (Step, Guarded) {
        let start = self.positions.clone();
        let response = self.parameters.response;
        let seconds = STEP / parts as f64;

        // 1. What is near is kept apart by pushes, which the springs know.
        let air = air::acceleration(&self.mesh, &self.positions, &self.velocities, &self.parameters.wind);
        let farthest = FORESEEN * self.mesh.longest_edge();
        let foreseen: Vec<Point> = (0..start.len())
            .map(|p| {
                let faster = self.velocities[p] + (air[p] - Vector::y() * self.parameters.gravity) * seconds;
                let way = faster * (seconds * self.ease[p]);
                start[p] + way * (farthest / way.norm()).min(1.0)
            })
            .collect();
        let foreseen = Step { start, end: foreseen };
        let pushes = self.guard.pushes(&self.mesh, &foreseen, &self.way, response);
        self.relax(&air, &pushes, parts);

        // 2. What would still touch is stopped before.
        let asked = Step { start: foreseen.start, end: std::mem::take(&mut self.positions) };
        let (taken, mut guarded) =
            self.guard.keep_apart(&self.mesh, &asked, (&self.way, &self.ease), response);
        guarded.pushes = pushes.len();
        for p in 0..taken.end.len() {
            if taken.end[p] != asked.end[p] {
                self.velocities[p] = (taken.end[p] - taken.start[p]) / seconds;
            }
        }
        self.positions.clone_from(&taken.end);
        (taken, guarded)
    }

    /// Many small steps of springs and pushes, for one of the parts of a step.
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
            // In a cloth that falls few of its many pushes act; further passes take those alone.
            for _ in 1..passes {
                self.springs.relax(&mut self.positions, &self.ease, seconds, passes);
                for push in &acting {
                    act(push, &mut self.positions);
                }
            }
            if let Some(above) = above {
                self.keep_above(above, &before);
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

    /// Lifts what is below the height, and holds back what slides there.
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

    /// Kinetic energy and energy of height together, per unit of mass of a particle, in m²/s².
    pub fn energy(&self) -> f64 {
        let gravity = self.parameters.gravity;
        let of = |(p, v): (&Point, &Vector)| 0.5 * v.norm_squared() + gravity * p.y;
        self.positions.iter().zip(&self.velocities).map(of).sum()
    }

    /// A fingerprint of every position and velocity, to the last bit (FNV-1a over the numbers in order).
    pub fn state_hash(&self) -> u64 {
        let particles = self.positions.iter().zip(&self.velocities);
        let numbers = particles.flat_map(|(place, velocity)| place.iter().chain(velocity.iter()));
        folded(fingerprint::START, numbers.copied())
    }
}
