//! An experiment on its own thread with its own OpenGL context. Reports pass through a channel, so that
//! neither the experiment nor the window or terminal waits for the other.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::{Event, Experiment, Run, RunError};
use crate::gpu::{Gpu, Severity};

/// Time to wait for a stopped run with an OpenGL context before its thread is detached.
pub const PATIENCE: Duration = Duration::from_secs(10);

/// A report of a worker.
pub enum News {
    /// The OpenGL renderer in use.
    Renderer {
        /// Name of the renderer, as the driver gives it.
        name: String,
        /// Whether the renderer is a software rasteriser.
        software: bool,
    },
    /// A report of the experiment itself.
    Event(Event),
    /// The run has ended with this result; no report follows.
    Ended(Result<(), RunError>),
}

/// A running experiment. Dropping it stops the run. A run with an OpenGL context is waited for, up to a limit, because a
/// process must not end while a thread draws.
pub struct Worker {
    stop: Arc<AtomicBool>,
    news: Receiver<News>,
    thread: Option<JoinHandle<()>>,
    ended: bool,
    needs_gpu: bool,
}

impl Worker {
    /// Starts the thread. Fails only if the system cannot create a thread.
    pub fn start(experiment: &'static Experiment, quick: bool, seed: u64) -> std::io::Result<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let (sender, news) = channel();
        let stop_flag = Arc::clone(&stop);
        let thread = std::thread::Builder::new().name(experiment.id.into()).spawn(move || {
            let outcome = run(experiment, quick, seed, &stop_flag, &sender);
            // Fails if the worker was abandoned and its receiver is gone, which is no error.
            let _ = sender.send(News::Ended(outcome));
        })?;
        Ok(Self { stop, news, thread: Some(thread), ended: false, needs_gpu: experiment.needs_gpu })
    }

    /// Stops the run at its next step; [`News::Ended`] follows.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The next report, if one has arrived.
    pub fn receive(&mut self) -> Option<News> {
        let report = match self.news.try_recv() {
            Ok(news) => Some(news),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => self.panicked(),
        };
        self.mark_end(report)
    }

    /// Waits up to `patience` for the next report; `None` if none arrives.
    pub fn wait(&mut self, patience: Duration) -> Option<News> {
        let report = match self.news.recv_timeout(patience) {
            Ok(news) => Some(news),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => self.panicked(),
        };
        self.mark_end(report)
    }

    /// Stops the run and detaches its thread, which ends at its next step or with the process.
    pub fn abandon(&mut self) {
        self.stop();
        self.ended = true;
        self.thread = None;
    }

    /// Whether the run was abandoned; its thread may still be working.
    pub fn is_abandoned(&self) -> bool {
        self.thread.is_none()
    }

    fn mark_end(&mut self, report: Option<News>) -> Option<News> {
        self.ended |= matches!(report, Some(News::Ended(_)));
        report
    }

    /// The report for a thread that ended without [`News::Ended`], which happens only after a panic.
    fn panicked(&self) -> Option<News> {
        (!self.ended).then_some(News::Ended(Err(RunError::Panicked)))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
        if !self.needs_gpu {
            return;
        }
        let deadline = Instant::now() + PATIENCE;
        while !self.ended {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            self.wait(left);
        }
        if let Some(thread) = self.thread.take() {
            // The thread has reported its end and is only releasing its context, so this wait is short.
            let _ = thread.join();
        }
    }
}

fn run(
    experiment: &Experiment,
    quick: bool,
    seed: u64,
    stop: &AtomicBool,
    sender: &Sender<News>,
) -> Result<(), RunError> {
    let gpu = if experiment.needs_gpu { Some(Gpu::open_surfaceless(cfg!(debug_assertions))?) } else { None };
    if let Some(gpu) = &gpu {
        let capabilities = gpu.capabilities();
        let (name, software) = (capabilities.renderer.clone(), capabilities.is_software());
        let _ = sender.send(News::Renderer { name, software });
    }
    let mut pass_on = |event| {
        let _ = sender.send(News::Event(event));
    };
    let mut run = Run::new(quick, seed, gpu.as_ref(), stop, &mut pass_on);
    (experiment.run)(&mut run)?;
    let Some(gpu) = &gpu else { return Ok(()) };
    for message in gpu.take_messages().into_iter().filter(|m| m.severity == Severity::High) {
        run.note(format!("the driver says: {}", message.text));
    }
    Ok(gpu.check_alive()?)
}
