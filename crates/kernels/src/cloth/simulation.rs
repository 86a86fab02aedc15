//! The recorded frames of a motion, from its initial conditions. They are computed on a thread: a step of a large cloth
//! takes seconds, and the window must not wait.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use crate::cloth::depth_maps::MapSettings;
use crate::cloth::motion::scenes;
use crate::cloth::motion::scenes::{FOLDS, SCENES, Scene};
use crate::cloth::motion::simulation::{Cloth, Parameters};
use crate::cloth::motion::state::State;
use crate::cloth::response::Response;
use crate::cloth::response::guard::{Guarded, MOST};
use crate::cloth::step::Step;
use crate::geometry::{Point, Vector};

/// A thread that simulates a cloth. Dropping this ends it after the current step.
pub struct Simulation {
    requests: Sender<(Arc<Frame>, Option<Hand>)>,
    replies: Receiver<(Arc<Frame>, Result<Frame, String>)>,
    /// The frame whose successor is being computed, and the drag during that step.
    pending: Option<(Arc<Frame>, Option<Hand>)>,
}

impl Simulation {
    /// Moves the cloth to a new thread.
    pub fn new(mut cloth: Cloth) -> Self {
        let (requests, inbox) = channel::<(Arc<Frame>, Option<Hand>)>();
        let (answer, replies) = channel();
        std::thread::spawn(move || {
            // The step without self-collision response takes almost as long as the step itself, so a twin of the
            // cloth makes it at the same time.
            let mut twin = cloth.parameters().response.itself.then(|| cloth.twin());
            for (from, hand) in inbox {
                if cloth.steps() != from.state.steps || cloth.positions() != from.state.positions {
                    cloth.restore(&from.state);
                }
                cloth.pull(hand);
                let (unguarded, moved, took) = std::thread::scope(|scope| {
                    let beside = twin.as_mut().map(|twin| {
                        scope.spawn(|| {
                            twin.restore(&from.state);
                            twin.pull(hand);
                            twin.unguarded()
                        })
                    });
                    let begin = Instant::now();
                    let moved = cloth.advance();
                    let took = begin.elapsed();
                    let unguarded =
                        beside.map(|thread| thread.join().unwrap_or_else(|why| resume_unwind(why)));
                    (unguarded, moved, took)
                });
                let state = cloth.state();
                if moved.guarded.overfull {
                    // The cloth has advanced, but its new state is in no frame. So the next request restores
                    // the state of its frame first.
                    if answer.send((from, Err(overfull(state.steps)))).is_err() {
                        return;
                    }
                    continue;
                }
                // Without self-collision response, the step that the cloth took is the unguarded step.
                let unguarded = unguarded.unwrap_or_else(|| Step {
                    start: from.state.positions.clone(),
                    end: state.positions.clone(),
                });
                let next =
                    Frame { took, unguarded: Some(Arc::new(unguarded)), state, guarded: moved.guarded };
                // The receiver may be gone.
                if answer.send((from, Ok(next))).is_err() {
                    return;
                }
            }
        });
        Self { requests, replies, pending: None }
    }

    /// Begins to compute the frame after `from`, without a drag, unless a frame is being computed already.
    pub fn begin(&mut self, from: &Arc<Frame>) {
        if self.pending.is_none() {
            // If the thread has ended, [`Simulation::after`] reports it.
            let _ = self.requests.send((Arc::clone(from), None));
            self.pending = Some((Arc::clone(from), None));
        }
    }

    /// The frame after `from`, if it is ready within `patience`; otherwise its computation continues, and a
    /// later call returns it. The drag is that of the first call. An error is permanent.
    pub fn after(
        &mut self,
        from: &Arc<Frame>,
        hand: Option<Hand>,
        patience: Duration,
    ) -> Result<Option<(Frame, Option<Hand>)>, String> {
        let begin = Instant::now();
        loop {
            if self.pending.is_none() {
                // If the thread has ended, receiving reports it below.
                let _ = self.requests.send((Arc::clone(from), hand));
                self.pending = Some((Arc::clone(from), hand));
            }
            let (base, next) = match self.replies.recv_timeout(patience.saturating_sub(begin.elapsed())) {
                Ok(reply) => reply,
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => {
                    return Err("the simulation stopped unexpectedly".to_owned());
                }
            };
            let hand = self.pending.take().and_then(|(_, hand)| hand);
            // Drops the step if it belongs to another frame.
            if Arc::ptr_eq(&base, from) {
                return next.map(|next| Some((next, hand)));
            }
        }
    }
}

fn overfull(step: u64) -> String {
    let [near, met] = MOST;
    format!(
        "cannot simulate step {step}: more than {near} pairs of features are near each other, or more than {met} collide; \
         use a coarser cloth, or turn self-collision response off (itself=off)"
    )
}

/// The dragged particle, and the position to which it is dragged, metres.
pub type Hand = (usize, Point);

/// A step, and the cloth after it.
pub struct Frame {
    /// The step that methods are queried about: the cloth's motion without collision response. `None` in
    /// frame 0.
    pub unguarded: Option<Arc<Step>>,
    /// The cloth after the step, with collision response.
    pub state: State,
    /// Work of the response in this step.
    pub guarded: Guarded,
    /// Computation time of the frame.
    pub took: Duration,
}

/// Everything that determines a motion, except what the user drags.
#[derive(Clone, Copy)]
pub struct Beginning {
    /// Initial pose, fixed particles and obstacles.
    pub scene: &'static Scene,
    /// Number of particles along a side.
    pub side: usize,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Gravity, downwards, m/s².
    pub gravity: f64,
    /// Speed of the wind, m/s.
    pub wind: f64,
    /// Direction towards which the wind blows, degrees.
    pub wind_to: f64,
    /// Rate of velocity loss, as [`Parameters::damping`], 1/s.
    pub damping: f64,
    /// Bending stiffness, as a multiple of the default.
    pub bending: f64,
    /// Which penetrations are prevented.
    pub response: Response,
    /// The depth maps that decide obstacles, as [`Parameters::maps`].
    pub maps: Option<MapSettings>,
}

impl Default for Beginning {
    fn default() -> Self {
        // 17 particles along a side: the largest cloth in the patent.
        let usual = Parameters::new(17);
        Self {
            scene: scenes::find(FOLDS).unwrap_or(&SCENES[0]),
            side: usual.side,
            seed: usual.seed,
            gravity: usual.gravity,
            wind: 0.0,
            wind_to: 0.0,
            damping: usual.damping,
            bending: 1.0,
            response: usual.response,
            maps: usual.maps,
        }
    }
}

impl Beginning {
    /// The simulation's parameters.
    pub fn parameters(&self) -> Parameters {
        let usual = Parameters::new(self.side);
        let towards = self.wind_to.to_radians();
        Parameters {
            seed: self.seed,
            gravity: self.gravity,
            wind: Vector::new(towards.cos(), 0.0, towards.sin()) * self.wind,
            damping: self.damping,
            bending: usual.bending * self.bending,
            response: self.response,
            maps: self.maps,
            ..usual
        }
    }
}

impl PartialEq for Beginning {
    fn eq(&self, other: &Self) -> bool {
        self.scene.id == other.scene.id
            && self.parameters() == other.parameters()
            && self.wind_to == other.wind_to
    }
}
