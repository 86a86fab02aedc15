//! Batches: the same question about many items, on several threads, with the interpreter's lock released.

use std::iter::Enumerate;
use std::slice::ChunksMut;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::{Builder, available_parallelism, scope};
use std::time::{Duration, Instant};

use collidoscope::kernels::Error;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// Other threads begin if a batch takes longer than this; a thread takes some 50 µs to start.
const ALONE: Duration = Duration::from_micros(200);
/// Ctrl+C is noticed after at most this time, or that of one chunk.
const LISTEN: Duration = Duration::from_millis(100);
/// Chunks per thread: enough that threads finish at about the same time.
const CHUNKS: usize = 16;
/// The most items of a chunk.
const LONGEST: usize = 256;
/// The most threads.
pub const MOST_THREADS: usize = 256;

/// The number of threads from the argument `threads`; all cores for `None`, as they were at the first call: to ask the
/// system takes longer than an answer.
pub fn threads(argument: Option<i64>) -> PyResult<usize> {
    static CORES: OnceLock<usize> = OnceLock::new();
    match argument {
        None => Ok(*CORES.get_or_init(|| available_parallelism().map_or(1, usize::from).min(MOST_THREADS))),
        Some(count @ 1..) => Ok(usize::try_from(count).map_or(MOST_THREADS, |n| n.min(MOST_THREADS))),
        Some(count) => Err(PyValueError::new_err(format!("threads must be at least 1, not {count}"))),
    }
}

/// The error of a kernel as a Python exception.
pub fn refused(why: Error) -> PyErr {
    PyValueError::new_err(why.to_string())
}

/// The error of a kernel, with the names of the arguments here in place of the kernel's.
pub fn refused_as(why: Error, names: &[(&str, &str)]) -> PyErr {
    let why = names.iter().fold(why.to_string(), |why, (theirs, ours)| why.replacen(theirs, ours, 1));
    PyValueError::new_err(why)
}

/// Asks about the items 0 to `count` and returns the answers in this order. Each thread has a `state` of its own.
///
/// Fails with the first item's error, if several items fail.
pub fn batch<S, T: Clone + Default + Send>(
    py: Python,
    count: usize,
    threads: usize,
    state: impl Fn() -> Result<S, Error> + Sync,
    ask: impl Fn(&mut S, usize) -> Result<T, Error> + Sync,
) -> PyResult<Vec<T>> {
    let mut answers = vec![T::default(); count];
    let length = (count / (threads * CHUNKS)).clamp(1, LONGEST);
    let work = Work {
        chunks: Mutex::new(answers.chunks_mut(length).enumerate()),
        length,
        failure: Mutex::default(),
        is_over: AtomicBool::new(false),
    };
    py.detach(|| {
        let start = Instant::now();
        let mut own = state().map_err(refused)?;
        if !work.go_on(&mut own, &ask, || Ok(start.elapsed() < ALONE))? {
            return Ok(());
        }
        scope(|scope| {
            for _ in 1..threads {
                let help = || {
                    if let Ok(mut own) = state() {
                        let _ = work.go_on(&mut own, &ask, || Ok(true));
                    }
                };
                // Where the system has no more threads, the batch goes on with fewer.
                let _ = Builder::new().spawn_scoped(scope, help);
            }
            let mut listened = Instant::now();
            let listen = || {
                if listened.elapsed() > LISTEN {
                    listened = Instant::now();
                    Python::try_attach(|py| py.check_signals()).unwrap_or(Ok(()))?;
                }
                Ok(true)
            };
            work.go_on(&mut own, &ask, listen).map(drop)
        })
    })?;
    match work.failure.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some((_, why)) => Err(refused(why)),
        None => Ok(answers),
    }
}

/// The work of a batch, from which every thread takes its next chunk.
struct Work<'a, T> {
    /// In ascending order. So when an item fails, all items before it have been asked or are being asked.
    chunks: Mutex<Enumerate<ChunksMut<'a, T>>>,
    length: usize,
    failure: Mutex<Option<(usize, Error)>>,
    is_over: AtomicBool,
}

impl<T> Work<'_, T> {
    /// Answers chunk after chunk until none is left or `may_go_on` fails or says no. Returns whether chunks may be left.
    fn go_on<S>(
        &self,
        state: &mut S,
        ask: impl Fn(&mut S, usize) -> Result<T, Error>,
        mut may_go_on: impl FnMut() -> PyResult<bool>,
    ) -> PyResult<bool> {
        loop {
            match may_go_on() {
                Ok(true) => {}
                Ok(false) => return Ok(true),
                Err(why) => {
                    self.is_over.store(true, Ordering::Relaxed);
                    return Err(why);
                }
            }
            if self.is_over.load(Ordering::Relaxed) {
                return Ok(false);
            }
            let next = self.chunks.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((chunk, answers)) = next else { return Ok(false) };
            for (index, answer) in answers.iter_mut().enumerate() {
                let item = chunk * self.length + index;
                match ask(state, item) {
                    Ok(found) => *answer = found,
                    Err(why) => {
                        self.fail(item, why);
                        return Ok(false);
                    }
                }
            }
        }
    }

    fn fail(&self, item: usize, why: Error) {
        self.is_over.store(true, Ordering::Relaxed);
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        if failure.as_ref().is_none_or(|(first, _)| item < *first) {
            *failure = Some((item, why));
        }
    }
}
