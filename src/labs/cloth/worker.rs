//! A method at work on a thread of its own, where it keeps its trees from step to step.
//!
//! The window does not wait for a slow method; a method's own clock runs while no other of the lab is at work.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use crate::cloth::detect::Found;
use crate::cloth::mesh::ClothMesh;
use crate::cloth::methods::Method;
use crate::cloth::reached::{self, Reached};
use crate::cloth::step::Step;
use crate::settings::Settings;

/// A thread with a method. It ends when this is dropped and the step at hand is done.
pub struct Worker {
    ask: Sender<Ask>,
    said: Receiver<Said>,
}

enum Ask {
    Detect(Arc<Step>),
    Watch(Arc<Step>),
}

/// What comes back.
pub enum Said {
    /// What was found, and what it cost.
    Found(Found),
    /// By triangle, what it came to.
    Reached(Vec<Reached>),
}

impl Worker {
    /// Prepares the method for a cloth, on the thread.
    pub fn new(method: &'static Method, settings: &Settings, mesh: &Arc<ClothMesh>) -> Self {
        let (ask, asked) = channel();
        let (answer, said) = channel();
        let (settings, mesh) = (settings.clone(), Arc::clone(mesh));
        std::thread::spawn(move || {
            let Some(mut detect) = method.make(&mesh, &settings) else { return };
            for ask in asked {
                let done = match ask {
                    Ask::Detect(step) => Said::Found(detect.detect(&step)),
                    Ask::Watch(step) => Said::Reached(reached::of(&mut *detect, &mesh, &step)),
                };
                // The lab may be gone.
                if answer.send(done).is_err() {
                    return;
                }
            }
        });
        Self { ask, said }
    }

    /// Asks what meets in a step.
    pub fn detect(&self, step: &Arc<Step>) {
        // If the thread has ended, `take` says so.
        let _ = self.ask.send(Ask::Detect(Arc::clone(step)));
    }

    /// Asks what becomes of every triangle in a step.
    pub fn watch(&self, step: &Arc<Step>) {
        let _ = self.ask.send(Ask::Watch(Arc::clone(step)));
    }

    /// What was answered, if that comes in time. The error means that nothing will ever come.
    pub fn take(&self, patience: Duration) -> Result<Option<Said>, String> {
        match self.said.recv_timeout(patience) {
            Ok(said) => Ok(Some(said)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err("the thread has ended".to_owned()),
        }
    }
}
