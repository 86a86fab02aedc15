//! Work on a thread of its own: it reports progress, and stops when the job is dropped.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};

/// Running work with a result of type `T` and progress of type `P`. Dropping the job asks the work to stop and does
/// not wait.
pub struct Job<T, P = f64> {
    thread: Option<JoinHandle<T>>,
    progress: Arc<Mutex<Option<P>>>,
    is_dropped: Arc<AtomicBool>,
}

/// The thread panicked, which is a defect in the work.
#[derive(Debug, PartialEq, Eq)]
pub struct BrokenOff;

impl<T: Send + 'static, P: Copy + Send + 'static> Job<T, P> {
    /// Starts the work. It calls its argument to report progress; the call returns whether to continue.
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
        let thread = self.thread.take_if(|thread| thread.is_finished())?;
        Some(thread.join().map_err(|_| BrokenOff))
    }
}

impl<T, P> Drop for Job<T, P> {
    fn drop(&mut self) {
        self.is_dropped.store(true, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;

    fn wait<T: Send + 'static>(job: &mut Job<T>) -> Result<T, BrokenOff> {
        loop {
            if let Some(result) = job.take() {
                return result;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

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
        assert_eq!((wait(&mut job), job.progress()), (Ok(true), Some(0.5)));
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
    fn work_that_panics_is_broken_off() {
        let mut job: Job<()> = Job::begin(|_| panic!("a defect"));
        assert_eq!(wait(&mut job), Err(BrokenOff));
    }
}
