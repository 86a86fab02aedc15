//! A method on its own thread, where it keeps its trees from step to step.
//!
//! The window does not wait for a slow method. Only one method of the lab runs at a time, so that timings are fair.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::Duration;

use crate::cloth::detect::Found;
use crate::cloth::mesh::ClothMesh;
use crate::cloth::methods::Method;
use crate::cloth::reached::{self, Reached};
use crate::cloth::step::Step;
use crate::settings::Settings;

/// A thread that runs a method. If the worker is dropped, the thread ends after its current step.
pub struct Worker {
    ask: Sender<Ask>,
    said: Receiver<Said>,
}

enum Ask {
    Detect(Arc<Step>),
    Watch(Arc<Step>),
}

/// A reply from the worker thread.
pub enum Said {
    /// The contacts and their cost.
    Found(Found),
    /// For every triangle, the last stage of the method that the triangle reached.
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
                // The lab may have dropped the receiver.
                if answer.send(done).is_err() {
                    return;
                }
            }
        });
        Self { ask, said }
    }

    /// Requests the contacts of a step.
    pub fn detect(&self, step: &Arc<Step>) {
        // A send fails only if the thread has ended, which `take` reports.
        let _ = self.ask.send(Ask::Detect(Arc::clone(step)));
    }

    /// Requests for every triangle the last stage of the method that the triangle reaches in a step.
    pub fn watch(&self, step: &Arc<Step>) {
        let _ = self.ask.send(Ask::Watch(Arc::clone(step)));
    }

    /// The thread's next reply; `None` if none arrives within `patience`. An error means that the thread has ended.
    pub fn take(&self, patience: Duration) -> Result<Option<Said>, String> {
        match self.said.recv_timeout(patience) {
            Ok(said) => Ok(Some(said)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err("the thread has ended".to_owned()),
        }
    }
}
