//! The simulation on its own thread: a step of a large cloth takes seconds, and the window must not wait.

use std::panic::resume_unwind;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use super::frame::{Frame, Hand};
use crate::cloth::motion::simulation::Cloth;
use crate::cloth::response::guard::MOST;
use crate::cloth::step::Step;

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
