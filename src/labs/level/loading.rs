//! A level that is made, or read from a file, and compiled on a thread.

use std::path::{Path, PathBuf};

use crate::job::{BrokenOff, Job};
use crate::level::ground::{Ground, Source};
use crate::level::own_level::OwnLevel;

/// A level on its way. Dropping it cancels that.
pub struct Loading {
    /// The file that it is made of, if it is.
    file: Option<PathBuf>,
    job: Job<Result<Ground, String>>,
}

impl Loading {
    /// Begins to make the level of a seed.
    pub fn make(seed: u64, faces: usize) -> Self {
        Self { file: None, job: Job::begin(move |go_on| made(Source::Made { seed, faces }, None, go_on)) }
    }

    /// Begins to read the level of a file.
    pub fn read(path: PathBuf) -> Self {
        let file = path.clone();
        let job = Job::begin(move |go_on| {
            let (path, own) = OwnLevel::read(&file)?;
            made(Source::File(path), Some(&own), go_on)
        });
        Self { file: Some(path), job }
    }

    /// The file that it is made of; `None` of a level of a seed.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    /// What the thread has made; `None` as long as it works.
    pub fn take(&mut self) -> Option<Result<Ground, String>> {
        let ended = |_: BrokenOff| Err("the thread has ended".to_owned());
        self.job.take().map(|made| made.unwrap_or_else(ended))
    }

    /// The share that is done, 0 to 1.
    pub fn progress(&self) -> f64 {
        self.job.progress().unwrap_or(0.0)
    }
}

fn made(
    source: Source,
    own: Option<&OwnLevel>,
    go_on: &mut dyn FnMut(f64) -> bool,
) -> Result<Ground, String> {
    let mut share = |done: usize, all: usize| go_on(done as f64 / all.max(1) as f64);
    Ground::new(source, own, &mut share).map_err(|why| why.to_string())
}
