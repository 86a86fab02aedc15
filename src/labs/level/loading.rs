//! A level that is made, or read from a file, and compiled on a thread.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use crate::level::ground::{Ground, Source};
use crate::level::own_level::OwnLevel;

/// Parts in which progress is told.
const WHOLE: usize = 1000;

/// Is told what is done, and of how much; whether to go on.
type GoOn<'a> = &'a mut dyn FnMut(usize, usize) -> bool;

/// A level on its way. Dropping it cancels that.
pub struct Loading {
    /// The file that it is made of, if it is.
    file: Option<PathBuf>,
    done: Receiver<Result<Ground, String>>,
    share: Arc<AtomicU32>,
    cancelled: Arc<AtomicBool>,
}

impl Drop for Loading {
    fn drop(&mut self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }
}

impl Loading {
    /// Begins to make the level of a seed.
    pub fn make(seed: u64, faces: usize) -> Self {
        Self::begin(None, move |go_on| {
            Ground::new(Source::Made { seed, faces }, None, go_on).map_err(|why| why.to_string())
        })
    }

    /// Begins to read the level of a file.
    pub fn read(path: PathBuf) -> Self {
        let file = path.clone();
        Self::begin(Some(path), move |go_on| {
            let (path, own) = OwnLevel::read(&file)?;
            Ground::new(Source::File(path), Some(&own), go_on).map_err(|why| why.to_string())
        })
    }

    /// The file that it is made of; `None` of a level of a seed.
    pub fn file(&self) -> Option<&Path> {
        self.file.as_deref()
    }

    fn begin(
        file: Option<PathBuf>,
        make: impl FnOnce(GoOn) -> Result<Ground, String> + Send + 'static,
    ) -> Self {
        let (send, done) = channel();
        let (share, cancelled) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicBool::new(false)));
        let loading = Self { file, done, share: Arc::clone(&share), cancelled: Arc::clone(&cancelled) };
        std::thread::spawn(move || {
            let mut go_on = |done: usize, all: usize| {
                share.store((WHOLE * done / all.max(1)) as u32, Ordering::Relaxed);
                !cancelled.load(Ordering::Relaxed)
            };
            // The lab may be gone.
            let _ = send.send(make(&mut go_on));
        });
        loading
    }

    /// What the thread has made; `None` as long as it works.
    pub fn take(&mut self) -> Option<Result<Ground, String>> {
        match self.done.try_recv() {
            Ok(ground) => Some(ground),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err("the thread has ended".to_owned())),
        }
    }

    /// The share that is done, 0 to 1.
    pub fn progress(&self) -> f64 {
        f64::from(self.share.load(Ordering::Relaxed)) / WHOLE as f64
    }
}
