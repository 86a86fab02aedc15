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

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn wait<T: Send + 'static>(reading: &mut Option<Reading<T>>) -> Result<T, String> {
        loop {
            if let Some(result) = take_read(reading) {
                return result;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn what_is_read_is_taken_once_and_a_panic_is_a_refusal_that_names_the_file() {
        let mut reading = Some(Reading::begin("a.obj".into(), |path, _| Ok(path.display().to_string())));
        assert_eq!(reading.as_ref().map(Reading::path), Some(Path::new("a.obj")));
        assert_eq!(wait(&mut reading).as_deref(), Ok("a.obj"));
        assert!(reading.is_none() && take_read(&mut reading).is_none());
        let mut reading: Option<Reading<()>> =
            Some(Reading::begin("a.obj".into(), |_, _| panic!("a defect")));
        assert_eq!(wait(&mut reading).unwrap_err(), "a.obj: reading failed unexpectedly (internal error)");
    }
}
