//! An experiment in a thread of its own, with a context of its own. The terminal or window that shows
//! it takes its reports without waiting for it, and it never waits for them to be taken.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::{Event, Experiment, Run, RunError};
use crate::gpu::{Gpu, Severity};

/// How long a run that is to stop is waited for before it is left to end by itself.
const PATIENCE: Duration = Duration::from_secs(10);

/// A report of a worker.
pub enum News {
    /// The GL renderer that draws.
    Renderer {
        /// Name of the renderer, as the driver gives it.
        name: String,
        /// Whether it is a software rasteriser.
        software: bool,
    },
    /// A report of the experiment itself.
    Event(Event),
    /// The run is over, with this result. Nothing follows.
    Ended(Result<(), RunError>),
}

/// A running experiment. Dropped, it is stopped and waited for.
pub struct Worker {
    stop: Arc<AtomicBool>,
    news: Receiver<News>,
    thread: Option<JoinHandle<()>>,
    ended: bool,
}

impl Worker {
    /// Starts the thread. `Err` only if the system has no thread to give.
    pub fn start(experiment: &'static Experiment, quick: bool, seed: u64) -> std::io::Result<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let (tell, news) = channel();
        let listens = Arc::clone(&stop);
        let thread = std::thread::Builder::new().name(experiment.id.into()).spawn(move || {
            let outcome = run(experiment, quick, seed, &listens, &tell);
            // The receiver is gone if the worker was abandoned: that is no failure.
            let _ = tell.send(News::Ended(outcome));
        })?;
        Ok(Self { stop, news, thread: Some(thread), ended: false })
    }

    /// Stops it at its next step; [`News::Ended`] follows when it has.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The next report that has arrived; `None` if there is none now.
    pub fn receive(&mut self) -> Option<News> {
        let heard = match self.news.try_recv() {
            Ok(news) => Some(news),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => self.broke_off(),
        };
        self.note_end(heard)
    }

    /// The next report, waiting for it up to `patience`; `None` if none came.
    pub fn wait(&mut self, patience: Duration) -> Option<News> {
        let heard = match self.news.recv_timeout(patience) {
            Ok(news) => Some(news),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => self.broke_off(),
        };
        self.note_end(heard)
    }

    /// Stops it without waiting for it any more. It still ends at its next step, or with the process.
    pub fn abandon(&mut self) {
        self.stop();
        self.ended = true;
        self.thread = None;
    }

    /// Whether it was abandoned: its thread may still be at work.
    pub fn is_abandoned(&self) -> bool {
        self.thread.is_none()
    }

    fn note_end(&mut self, heard: Option<News>) -> Option<News> {
        self.ended |= matches!(heard, Some(News::Ended(_)));
        heard
    }

    /// The report of a thread that is gone without [`News::Ended`], which only a panic leaves out.
    fn broke_off(&self) -> Option<News> {
        (!self.ended).then_some(News::Ended(Err(RunError::BrokeOff)))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.stop();
        let deadline = Instant::now() + PATIENCE;
        while !self.ended {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return;
            }
            self.wait(left);
        }
        if let Some(thread) = self.thread.take() {
            // The thread has reported its end and only frees its context.
            let _ = thread.join();
        }
    }
}

fn run(
    experiment: &Experiment,
    quick: bool,
    seed: u64,
    stop: &AtomicBool,
    tell: &Sender<News>,
) -> Result<(), RunError> {
    let gpu = if experiment.needs_gpu { Some(Gpu::open_surfaceless(cfg!(debug_assertions))?) } else { None };
    if let Some(gpu) = &gpu {
        let capabilities = gpu.capabilities();
        let (name, software) = (capabilities.renderer.clone(), capabilities.is_software());
        let _ = tell.send(News::Renderer { name, software });
    }
    let mut pass_on = |event| {
        let _ = tell.send(News::Event(event));
    };
    let mut run = Run::new(quick, seed, gpu.as_ref(), stop, &mut pass_on);
    (experiment.run)(&mut run)?;
    let Some(gpu) = &gpu else { return Ok(()) };
    for message in gpu.take_messages().into_iter().filter(|m| m.severity == Severity::High) {
        run.note(format!("the driver says: {}", message.text));
    }
    Ok(gpu.check_alive()?)
}
