//! The simulation at work on a thread of its own: a large cloth takes seconds for a step, and the window does not wait.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use super::frame::{Frame, Hand};
use crate::cloth::motion::simulation::Cloth;
use crate::cloth::response::guard::MOST;
use crate::cloth::step::Step;

/// A thread with a cloth. It ends when this is dropped and the step at hand is done.
pub struct Simulation {
    ask: Sender<(Arc<Frame>, Option<Hand>)>,
    said: Receiver<(Arc<Frame>, Result<Frame, String>)>,
    /// The frame from which a step is on its way, and the hand in it.
    asked: Option<(Arc<Frame>, Option<Hand>)>,
}

impl Simulation {
    /// Moves the cloth to the thread.
    pub fn new(mut cloth: Cloth) -> Self {
        let (ask, asked) = channel::<(Arc<Frame>, Option<Hand>)>();
        let (answer, said) = channel();
        std::thread::spawn(move || {
            for (from, hand) in asked {
                if cloth.steps() != from.state.steps || cloth.positions() != from.state.positions {
                    cloth.restore(&from.state);
                }
                cloth.pull(hand);
                let unguarded = cloth.parameters().response.itself.then(|| cloth.unguarded());
                let begin = Instant::now();
                let moved = cloth.advance();
                let took = begin.elapsed();
                let state = cloth.state();
                if moved.guarded.overfull {
                    // Its state is that of no frame: the next question restores one.
                    if answer.send((from, Err(overfull(state.steps)))).is_err() {
                        return;
                    }
                    continue;
                }
                // A cloth that passes through itself has taken that step.
                let unguarded = unguarded.unwrap_or_else(|| Step {
                    start: from.state.positions.clone(),
                    end: state.positions.clone(),
                });
                let next =
                    Frame { took, unguarded: Some(Arc::new(unguarded)), state, guarded: moved.guarded };
                // The lab may be gone.
                if answer.send((from, Ok(next))).is_err() {
                    return;
                }
            }
        });
        Self { ask, said, asked: None }
    }

    /// The frame after this one, if it comes in time; it is on its way then, and comes when it is asked for again. The hand
    /// is that of the first question. The error means that none will ever come.
    pub fn after(
        &mut self,
        from: &Arc<Frame>,
        hand: Option<Hand>,
        patience: Duration,
    ) -> Result<Option<(Frame, Option<Hand>)>, String> {
        let begin = Instant::now();
        loop {
            if self.asked.is_none() {
                // If the thread has ended, so has what it says.
                let _ = self.ask.send((Arc::clone(from), hand));
                self.asked = Some((Arc::clone(from), hand));
            }
            let (base, next) = match self.said.recv_timeout(patience.saturating_sub(begin.elapsed())) {
                Ok(said) => said,
                Err(RecvTimeoutError::Timeout) => return Ok(None),
                Err(RecvTimeoutError::Disconnected) => return Err("the thread has ended".to_owned()),
            };
            let hand = self.asked.take().and_then(|(_, hand)| hand);
            // A step from a frame that is no longer on show is dropped.
            if Arc::ptr_eq(&base, from) {
                return next.map(|next| Some((next, hand)));
            }
        }
    }
}

fn overfull(step: u64) -> String {
    let [near, met] = MOST;
    format!(
        "the cloth cannot go on to step {step}: more than {near} pairs of its features come near each other, or more than {met} meet; \
         begin with a coarser cloth, or let it pass through itself (itself=off)"
    )
}
