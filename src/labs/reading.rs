//! Reading a file on a thread while the window keeps running.

use std::path::{Path, PathBuf};

use crate::job::{BrokenOff, Job};

/// A file being read, with progress of type `P`. Dropping it cancels the read.
pub struct Reading<T, P = f64> {
    path: PathBuf,
    job: Job<Result<T, String>, P>,
}

impl<T: Send + 'static, P: Copy + Send + 'static> Reading<T, P> {
    /// Starts reading. An error of `read` is one line that names the file. `read` reports progress through
    /// its callback, which returns whether to continue.
    pub fn begin(
        path: PathBuf,
        read: impl FnOnce(&Path, &mut dyn FnMut(P) -> bool) -> Result<T, String> + Send + 'static,
    ) -> Self {
        let file = path.clone();
        Self { path, job: Job::begin(move |go_on| read(&file, go_on)) }
    }

    /// Path of the file, as passed to [`Reading::begin`].
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The latest progress; `None` before the first report.
    pub fn progress(&self) -> Option<P> {
        self.job.progress()
    }

    /// Takes the result once the thread is done.
    pub fn take_result(&mut self) -> Option<Result<T, String>> {
        let result = self.job.take()?;
        let broke_off = |_: BrokenOff| {
            Err(format!("{}: reading failed unexpectedly (internal error)", self.path.display()))
        };
        Some(result.unwrap_or_else(broke_off))
    }
}

/// Takes the result if the read is done, and clears `reading`.
pub fn take_read<T: Send + 'static, P: Copy + Send + 'static>(
    reading: &mut Option<Reading<T, P>>,
) -> Option<Result<T, String>> {
    let result = reading.as_mut()?.take_result()?;
    *reading = None;
    Some(result)
}
