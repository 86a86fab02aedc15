//! Bodies in a box, frame by frame.

use std::collections::HashMap;
use std::sync::Arc;

use rand::{Rng, SeedableRng, seq::SliceRandom};
use rand_pcg::Pcg64;

use super::body::{Body, Motion, Pair};
use super::kind::Kind;
use super::parameters::{ParameterError, Parameters};
use super::presets::Preset;
use super::{container, motion, placement};
use crate::geometry::fingerprint::{self, folded};
use crate::geometry::{Aabb, Pose, Shape, Vector};

/// Bodies, their container and the number of frames.
#[derive(Clone, Debug)]
pub struct World {
    pub(super) bodies: Vec<Body>,
    /// Constant magnitude of each body's velocity, metres per frame.
    speeds: Vec<f64>,
    /// Radius of each body's bounding sphere around its own origin, metres.
    reaches: Vec<f64>,
    /// Number of bodies that move; the others, which rest, come after them.
    moving: usize,
    container: Aabb,
    pub(super) frame: u64,
    parameters: Option<Parameters>,
}

impl World {
    /// The world of the experiment: bodies of the mix in exact numbers, shuffled, at random positions, in motion.
    pub fn new(parameters: Parameters) -> Result<Self, ParameterError> {
        parameters.validate()?;
        let Parameters { count, mix, level, size, .. } = parameters;
        let mut shapes = Vec::with_capacity(count);
        for (kind, of_kind) in Kind::ALL.into_iter().zip(mix.deal(count)) {
            if of_kind > 0 {
                shapes.extend(std::iter::repeat_n(kind.shape(size, level), of_kind));
            }
        }
        Self::in_motion(parameters, shapes)
    }

    /// The experiment with other bodies: equally many of each of these shapes, which are not scaled (see
    /// [`Shape::fitted`]). Mix and level are ignored; the world is determined by seed, parameters and shapes.
    pub fn with_shapes(parameters: Parameters, shapes: &[Arc<Shape>]) -> Result<Self, ParameterError> {
        parameters.validate()?;
        if shapes.is_empty() {
            return Err(ParameterError::EmptyMix);
        }
        Self::in_motion(parameters, shapes.iter().cycle().take(parameters.count).cloned().collect())
    }

    /// One body per shape, shuffled, at random positions and in motion, in a container of the given density.
    fn in_motion(parameters: Parameters, shapes: Vec<Arc<Shape>>) -> Result<Self, ParameterError> {
        let Parameters { seed, count, density, size, resting, .. } = parameters;
        let mut rng = Pcg64::seed_from_u64(seed);
        // All bodies of a shape have the same bounding sphere, so its radius is computed only once.
        let mut reaches = HashMap::new();
        let mut with_reach = |shape: Arc<Shape>| {
            let reach = *reaches.entry(Arc::as_ptr(&shape)).or_insert_with(|| reach(&shape));
            (shape, reach)
        };
        let mut shapes: Vec<(Arc<Shape>, f64)> = shapes.into_iter().map(&mut with_reach).collect();
        let volume = shapes.iter().map(|(shape, _)| shape.volume()).sum();
        let container = container::sized_for(volume, density);
        let diameter = 2.0 * shapes.iter().map(|&(_, reach)| reach).fold(0.0, f64::max);
        let side = container.extents().x;
        // A NaN volume is refused as well.
        if side.is_nan() || side < 1.5 * diameter {
            return Err(ParameterError::TooCramped { count, density, side, diameter });
        }

        shapes.shuffle(&mut rng);
        let borrowed: Vec<_> = shapes.iter().map(|(shape, reach)| (&**shape, *reach)).collect();
        let poses = placement::place(&borrowed, &container, &mut rng);
        let mut in_motion = |((shape, _), pose): ((Arc<Shape>, f64), _)| {
            let speed = size * rng.random_range(motion::MIN_STEP..=motion::MAX_STEP);
            let velocity = speed * placement::random_direction(&mut rng);
            let spin = rng.random_range(0.0..=motion::MAX_SPIN) * placement::random_direction(&mut rng);
            Body { shape, pose, velocity, spin }
        };
        let mut bodies: Vec<_> = shapes.into_iter().zip(poses).map(&mut in_motion).collect();
        let moving = count - (resting * count as f64).round() as usize;
        for body in &mut bodies[moving..] {
            (body.velocity, body.spin) = (Vector::zeros(), Vector::zeros());
        }
        Ok(Self { parameters: Some(parameters), moving, ..Self::of(bodies, container) })
    }

    /// A preset, in a container around its bodies.
    pub fn from_preset(preset: &Preset) -> Self {
        Self::around((preset.build)())
    }

    /// These bodies in a box around them.
    pub fn around(bodies: Vec<Body>) -> Self {
        let container = container::around(&bodies);
        Self::of(bodies, container)
    }

    /// A world of these bodies, with their velocities, in this container.
    pub fn of(bodies: Vec<Body>, container: Aabb) -> Self {
        let speeds = bodies.iter().map(|body| body.velocity.norm()).collect();
        let reaches = bodies.iter().map(|body| reach(&body.shape)).collect();
        Self { moving: bodies.len(), bodies, speeds, reaches, container, frame: 0, parameters: None }
    }

    /// Restores another frame: poses, velocities and spins for all bodies. Returns `None` and changes nothing
    /// if the number of motions differs, a number is not finite, or a body lies outside the container.
    pub fn restore(&mut self, frame: u64, motions: &[Motion]) -> Option<()> {
        if motions.len() != self.bodies.len() {
            return None;
        }
        let reach = 2.0 * self.container.extents().norm();
        for (pose, velocity, spin) in motions {
            let offset = pose.translation.vector - self.container.center().coords;
            let numbers = pose.rotation.coords.iter().chain(velocity).chain(spin);
            if !numbers.copied().all(f64::is_finite) || offset.norm().is_nan() || offset.norm() > reach {
                return None;
            }
        }
        self.frame = frame;
        for (body, &(pose, velocity, spin)) in self.bodies.iter_mut().zip(motions) {
            (body.pose, body.velocity, body.spin) = (pose, velocity, spin);
        }
        self.follow_speeds();
        Some(())
    }

    /// Poses and motions of all bodies, for [`World::restore`].
    pub fn motions(&self) -> Vec<Motion> {
        self.bodies.iter().map(|body| (body.pose, body.velocity, body.spin)).collect()
    }

    /// Moves one body to another pose, inside the walls; its velocity and spin stay. Returns `None` and
    /// changes nothing if a number is not finite or the body does not exist.
    pub fn place(&mut self, body: usize, pose: Pose) -> Option<()> {
        let numbers = pose.translation.vector.iter().chain(pose.rotation.coords.iter());
        let body = self.bodies.get_mut(body).filter(|_| numbers.copied().all(f64::is_finite))?;
        body.pose = pose;
        container::push_inside(body, &self.container);
        Some(())
    }

    /// Restores the exact motion of one body.
    pub fn put_back(&mut self, body: usize, &(pose, velocity, spin): &Motion) {
        if let Some(body) = self.bodies.get_mut(body) {
            (body.pose, body.velocity, body.spin) = (pose, velocity, spin);
        }
        self.follow_speeds();
    }

    /// Moves all moving bodies by one frame. They stay in the container.
    pub fn advance(&mut self) {
        for (body, &reach) in self.bodies[..self.moving].iter_mut().zip(&self.reaches) {
            motion::advance(body, reach, &self.container);
        }
        self.frame += 1;
    }

    /// Lets another response change poses, velocities and spins, such as `object_space::response`; shapes must stay.
    /// [`World::advance`] moves bodies that it pushes through a wall back inside. [`World::respond`] keeps the new
    /// speeds.
    pub fn change(&mut self, respond: impl FnOnce(&mut [Body])) {
        respond(&mut self.bodies);
        self.follow_speeds();
    }

    /// Adopts speeds that another response has changed. Rounding is no change: a speed that [`World::respond`] keeps
    /// stays bit-identical.
    fn follow_speeds(&mut self) {
        for (body, speed) in self.bodies.iter().zip(&mut self.speeds) {
            let now = body.velocity.norm();
            if (now - *speed).abs() > 1e-9 * *speed {
                *speed = now;
            }
        }
    }

    /// Separates the bodies of `pairs`, which must be all pairs that collide now. Indices refer to [`World::bodies`];
    /// the order does not matter.
    pub fn respond(&mut self, pairs: &[Pair]) {
        motion::respond(&mut self.bodies, &self.speeds, &self.container, pairs);
    }

    /// All bodies; a body's index never changes.
    pub fn bodies(&self) -> &[Body] {
        &self.bodies
    }

    /// Number of bodies that move: the first ones. Two bodies that rest are never a candidate pair.
    pub fn moving(&self) -> usize {
        self.moving
    }

    /// Number of frames since the start; stepping back lowers it.
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// The box whose faces are the walls, in world coordinates, metres.
    pub fn container(&self) -> Aabb {
        self.container
    }

    /// The parameters of the world; `None` for a hand-made one.
    pub fn parameters(&self) -> Option<&Parameters> {
        self.parameters.as_ref()
    }

    /// Approximate memory use, bytes: the bodies, and each shape once.
    pub fn bytes(&self) -> usize {
        let shapes: HashMap<*const Shape, usize> =
            self.bodies.iter().map(|body| (Arc::as_ptr(&body.shape), body.shape.bytes())).collect();
        // A speed and a reach beside each body.
        let each = size_of::<Body>() + 2 * size_of::<f64>();
        self.bodies.len() * each + shapes.values().sum::<usize>()
    }

    /// A fingerprint of every pose, velocity and spin, exact to the last bit (FNV-1a over the numbers in
    /// order). Equal seeds, parameters and responses give equal fingerprints at the same frame.
    pub fn state_hash(&self) -> u64 {
        let numbers = self.bodies.iter().flat_map(|body| {
            let pose = body.pose.translation.vector.iter().chain(body.pose.rotation.coords.iter());
            pose.chain(body.velocity.iter()).chain(body.spin.iter())
        });
        folded(fingerprint::START, numbers.copied())
    }
}

/// Radius, in metres, of the smallest sphere around the shape's own origin that contains the shape.
fn reach(shape: &Shape) -> f64 {
    shape.mesh().vertices().iter().map(|v| v.coords.norm()).fold(0.0, f64::max)
}
