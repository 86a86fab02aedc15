//! Work on its own thread, which reports progress and stops when the job is dropped.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

/// Running work with a result of type `T` and progress of type `P`. Dropping the job cancels the work without waiting.
pub struct Job<T, P = f64> {
    thread: Option<JoinHandle<T>>,
    progress: Arc<Mutex<Option<P>>>,
    is_dropped: Arc<AtomicBool>,
}

/// The error of a job whose thread panicked, which is a bug in the work.
#[derive(Debug, PartialEq, Eq)]
pub struct BrokenOff;

impl<T: Send + 'static, P: Copy + Send + 'static> Job<T, P> {
    /// Starts the work. The work calls its argument to report progress; the call returns whether to continue.
    pub fn begin(work: impl FnOnce(&mut dyn FnMut(P) -> bool) -> T + Send + 'static) -> Self {
        let (progress, is_dropped) = (Arc::new(Mutex::new(None)), Arc::new(AtomicBool::new(false)));
        let (told, stop) = (Arc::clone(&progress), Arc::clone(&is_dropped));
        let thread = thread::spawn(move || {
            work(&mut |now| {
                *told.lock().unwrap_or_else(PoisonError::into_inner) = Some(now);
                !stop.load(Ordering::Relaxed)
            })
        });
        Self { thread: Some(thread), progress, is_dropped }
    }

    /// The latest reported progress; `None` before the first report.
    pub fn progress(&self) -> Option<P> {
        *self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The result, once, after the work has finished.
    pub fn take(&mut self) -> Option<Result<T, BrokenOff>> {
        if self.is_finished() { self.wait() } else { None }
    }

    fn is_finished(&self) -> bool {
        self.thread.as_ref().is_some_and(JoinHandle::is_finished)
    }

    /// Waits until the work has finished, and takes its result; `None` if it was taken before.
    pub fn wait(&mut self) -> Option<Result<T, BrokenOff>> {
        Some(self.thread.take()?.join().map_err(|_| BrokenOff))
    }
}

impl<T, P> Drop for Job<T, P> {
    fn drop(&mut self) {
        self.is_dropped.store(true, Ordering::Relaxed);
    }
}

/// A value of type `T` that is ready, or is being prepared by a job.
pub enum Prepared<T, W = T> {
    /// The value is ready.
    Ready(T),
    /// The job, and the function that turns its result into a `T`.
    Building(Job<Result<W, String>>, fn(W) -> T),
    /// Error message of the preparation.
    Failed(String),
}

impl<T, W: Send + 'static> Prepared<T, W> {
    /// Does the work at once, or starts it on a thread. `ready` runs on the caller's thread.
    pub fn begin(
        at_once: bool,
        work: impl FnOnce(&mut dyn FnMut(f64) -> bool) -> Result<W, String> + Send + 'static,
        ready: fn(W) -> T,
    ) -> Self {
        match at_once {
            true => work(&mut |_| true).map_or_else(Self::Failed, |made| Self::Ready(ready(made))),
            false => Self::Building(Job::begin(work), ready),
        }
    }

    /// Takes the result of a finished job; true if there was one.
    pub fn take_done(&mut self) -> bool {
        matches!(self, Self::Building(job, _) if job.is_finished()) && self.wait()
    }

    /// Waits for a running job and takes its result; true if there was one.
    pub fn wait(&mut self) -> bool {
        let Self::Building(job, ready) = self else { return false };
        let Some(done) = job.wait() else { return false };
        let made = done.unwrap_or_else(|BrokenOff| Err("the thread has ended".to_owned()));
        *self = made.map(*ready).map_or_else(Self::Failed, Self::Ready);
        true
    }

    /// Progress of the job, 0 to 1; `None` if none is running.
    pub fn progress(&self) -> Option<f64> {
        match self {
            Self::Building(job, _) => Some(job.progress().unwrap_or(0.0)),
            _ => None,
        }
    }

    /// The value, if it is ready.
    pub fn ready(&self) -> Option<&T> {
        match self {
            Self::Ready(made) => Some(made),
            _ => None,
        }
    }

    /// The value for mutation, if it is ready.
    pub fn ready_mut(&mut self) -> Option<&mut T> {
        match self {
            Self::Ready(made) => Some(made),
            _ => None,
        }
    }

    /// Error message of the preparation, if it failed.
    pub fn why_not(&self) -> Option<&str> {
        match self {
            Self::Failed(why) => Some(why),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_result_is_not_waited_for_and_taken_once() {
        let (go, gone) = channel::<()>();
        let mut job = Job::begin(move |go_on: &mut dyn FnMut(f64) -> bool| {
            let first = go_on(0.5);
            gone.recv().unwrap();
            first
        });
        while job.progress().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        assert!(job.take().is_none(), "the thread waits");
        go.send(()).unwrap();
        assert_eq!((job.wait(), job.progress()), (Some(Ok(true)), Some(0.5)));
        assert!(job.take().is_none());
    }

    #[test]
    fn dropping_stops_the_work() {
        let (tell, told) = channel();
        drop(Job::begin(move |go_on: &mut dyn FnMut(f64) -> bool| {
            while go_on(0.0) {
                thread::yield_now();
            }
            tell.send(()).unwrap();
        }));
        told.recv_timeout(Duration::from_secs(60)).expect("it was told to stop");
    }

    #[test]
    fn what_is_prepared_is_there_at_once_or_when_its_thread_is_done() {
        let begin = |at_once: bool, made: Result<u8, String>| {
            Prepared::<String, u8>::begin(at_once, move |_| made, |n| n.to_string())
        };
        assert_eq!(begin(true, Ok(7)).ready().map(String::as_str), Some("7"));
        let mut later = begin(false, Ok(7));
        assert!(later.ready().is_none() && later.progress().is_some());
        while !later.take_done() {
            thread::sleep(Duration::from_millis(1));
        }
        assert!(later.ready().is_some() && later.progress().is_none() && !later.take_done());
        assert!(!later.wait() && begin(false, Ok(7)).wait());
        assert_eq!(begin(true, Err("no".to_owned())).why_not(), Some("no"));
    }

    #[test]
    fn work_that_panics_is_broken_off() {
        let mut job: Job<()> = Job::begin(|_| panic!("a defect"));
        assert_eq!(job.wait(), Some(Err(BrokenOff)));
    }
}
