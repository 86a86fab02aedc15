//! A file that is read on a thread, while the window goes on with what is on show.

use std::path::{Path, PathBuf};
use std::thread::{self, JoinHandle};

/// A file on its way. Dropping it gives the file up: the thread ends by itself, and what it makes is thrown away.
pub struct Reading<T> {
    path: PathBuf,
    thread: Option<JoinHandle<Result<T, String>>>,
}

impl<T: Send + 'static> Reading<T> {
    /// Begins. An error of `read` is one line that names the file.
    pub fn begin(path: PathBuf, read: impl FnOnce(&Path) -> Result<T, String> + Send + 'static) -> Self {
        let file = path.clone();
        Self { path, thread: Some(thread::spawn(move || read(&file))) }
    }

    /// The file, as it was named.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The result, once, when the thread is done.
    pub fn take_result(&mut self) -> Option<Result<T, String>> {
        let thread = self.thread.take_if(|thread| thread.is_finished())?;
        let broke_off = |_| Err(format!("{}: reading it broke off", self.path.display()));
        Some(thread.join().unwrap_or_else(broke_off))
    }
}

/// What is read by now, once; from then on nothing is being read.
pub fn take_read<T: Send + 'static>(reading: &mut Option<Reading<T>>) -> Option<Result<T, String>> {
    let result = reading.as_mut()?.take_result()?;
    *reading = None;
    Some(result)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use super::*;

    fn wait<T: Send + 'static>(reading: &mut Option<Reading<T>>) -> Result<T, String> {
        loop {
            if let Some(result) = take_read(reading) {
                return result;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn a_file_is_not_waited_for_and_its_result_is_taken_once() {
        let (go, gone) = channel::<()>();
        let mut reading = Some(Reading::begin("a.obj".into(), move |path| {
            gone.recv().map_err(|why| why.to_string())?;
            Ok(path.display().to_string())
        }));
        assert!(take_read(&mut reading).is_none(), "the thread waits");
        assert_eq!(reading.as_ref().map(Reading::path), Some(Path::new("a.obj")));
        go.send(()).unwrap();
        assert_eq!(wait(&mut reading).as_deref(), Ok("a.obj"));
        assert!(reading.is_none() && take_read(&mut reading).is_none());
    }

    #[test]
    fn a_thread_that_panics_is_a_refusal_that_names_the_file() {
        let mut reading: Option<Reading<()>> = Some(Reading::begin("a.obj".into(), |_| panic!("a defect")));
        assert_eq!(wait(&mut reading).unwrap_err(), "a.obj: reading it broke off");
    }
}
