//! A program that is asked frame by frame, on a thread of its own: the window never waits for it.
//!
//! Only the newest frame's questions are answered: an older frame is given up between two of its pairs. Every
//! certificate is checked on the thread. Dropping the asker ends the program within a moment.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::certificate::{Checked, check};
use super::command::CommandLine;
use super::program::{Limits, Program};
use super::{Answer, Answerer as _, Failure};
use crate::world::Body;

/// A program with the thread that asks it.
pub struct Asker {
    frames: Sender<Frame>,
    shared: Arc<Shared>,
    /// Number of the newest frame.
    newest: u64,
}

/// All pairs of a frame.
struct Frame {
    number: u64,
    pairs: Vec<[Body; 2]>,
}

/// An answer with what the exact check found, or the reason why there is none.
pub type Answered = Result<(Answer, Checked), Failure>;

/// State of the program.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Status {
    /// The name of its greeting; `None` until it has greeted.
    pub name: Option<String>,
    /// Why it does not run, in one line: it could not be started, or did not greet.
    pub trouble: Option<String>,
    /// Number of times that it was started again.
    pub restarts: u32,
    /// The end of its standard error.
    pub errors: Arc<str>,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    newest: AtomicU64,
    stop: Arc<AtomicBool>,
}

#[derive(Default)]
struct State {
    status: Status,
    /// Number of the frame that the answers belong to.
    frame: u64,
    answers: Vec<Answered>,
    is_complete: bool,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

impl Asker {
    /// Starts the thread. The program starts with the first question.
    pub fn new(command: CommandLine, limits: Limits) -> Self {
        let (frames, asked) = channel();
        let shared = Arc::<Shared>::default();
        let of_thread = shared.clone();
        thread::spawn(move || {
            let outcome = answer_frames(command, limits, &asked, &of_thread);
            of_thread.state().status.trouble = outcome.err();
            of_thread.changed.notify_all();
        });
        Self { frames, shared, newest: 0 }
    }

    /// Asks about all pairs of a frame, in order, in place of the last frame.
    pub fn ask(&mut self, pairs: Vec<[Body; 2]>) {
        self.newest += 1;
        self.shared.newest.store(self.newest, Ordering::Relaxed);
        // The thread ends early only if the program does not run, which the status says.
        let _ = self.frames.send(Frame { number: self.newest, pairs });
    }

    /// Waits until the newest frame is answered, the program turns out not to run, or the time is over.
    pub fn wait(&self, time: Duration) {
        let until = Instant::now().checked_add(time);
        let mut state = self.shared.state();
        while !self.is_settled(&state) {
            // A long wait is cut into parts, which also covers a deadline too far away to be a time.
            let left = until.map_or(time, |until| until.saturating_duration_since(Instant::now()));
            if left.is_zero() {
                return;
            }
            let waited = self.shared.changed.wait_timeout(state, left.min(Duration::from_secs(1)));
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// The answers to the newest frame, one for each pair, once; `None` until all are there.
    pub fn take(&mut self) -> Option<Vec<Answered>> {
        let mut state = self.shared.state();
        let is_there = state.is_complete && state.frame == self.newest;
        is_there.then(|| {
            state.is_complete = false;
            std::mem::take(&mut state.answers)
        })
    }

    /// Number of pairs of the newest frame that are answered.
    pub fn answered(&self) -> usize {
        let state = self.shared.state();
        if state.frame == self.newest { state.answers.len() } else { 0 }
    }

    /// State of the program.
    pub fn status(&self) -> Status {
        self.shared.state().status.clone()
    }

    fn is_settled(&self, state: &State) -> bool {
        state.status.trouble.is_some() || state.is_complete && state.frame == self.newest
    }
}

impl Drop for Asker {
    fn drop(&mut self) {
        self.shared.stop.store(true, Ordering::Relaxed);
    }
}

/// Answers frames until the asker is dropped. The error says why the program does not run.
fn answer_frames(
    command: CommandLine,
    limits: Limits,
    frames: &Receiver<Frame>,
    shared: &Shared,
) -> Result<(), String> {
    let Ok(mut frame) = frames.recv() else { return Ok(()) };
    let mut program = Program::start_until(command, limits, shared.stop.clone())?;
    shared.state().status.name = Some(program.name().to_owned());
    loop {
        frame = frames.try_iter().last().unwrap_or(frame);
        {
            let mut state = shared.state();
            (state.frame, state.is_complete) = (frame.number, false);
            state.answers.clear();
        }
        for pair in &frame.pairs {
            if shared.is_stopped() {
                return Ok(());
            }
            if shared.newest.load(Ordering::Relaxed) != frame.number {
                break;
            }
            let answered = program.ask(pair).result.map(|answer| (answer, check(pair, &answer)));
            shared.state().answers.push(answered);
        }
        {
            let mut state = shared.state();
            state.is_complete = state.answers.len() == frame.pairs.len();
            tell(&program, &mut state.status);
        }
        shared.changed.notify_all();
        frame = match frames.recv() {
            Ok(frame) => frame,
            Err(_) => return Ok(()),
        };
    }
}

fn tell(program: &Program, status: &mut Status) {
    status.restarts = program.restarted();
    let errors = program.errors();
    if *errors != *status.errors {
        status.errors = errors.into();
    }
}
