//! A level that is made and compiled on a thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use super::ground::{Ground, Source};
use super::own_level::OwnLevel;

/// Parts in which progress is told.
const WHOLE: usize = 1000;

/// A level on its way. Dropping it cancels that.
pub struct Loading {
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
    /// Begins.
    pub fn begin(source: Source, own: Option<OwnLevel>) -> Self {
        let (send, done) = channel();
        let (share, cancelled) = (Arc::new(AtomicU32::new(0)), Arc::new(AtomicBool::new(false)));
        let loading = Self { done, share: Arc::clone(&share), cancelled: Arc::clone(&cancelled) };
        std::thread::spawn(move || {
            let mut go_on = |done: usize, all: usize| {
                share.store((WHOLE * done / all.max(1)) as u32, Ordering::Relaxed);
                !cancelled.load(Ordering::Relaxed)
            };
            let ground = Ground::new(source, own.as_ref(), &mut go_on).map_err(|why| why.to_string());
            // The lab may be gone.
            let _ = send.send(ground);
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
