//! Detectors of all methods: one slot per row of the table, each with its settings, built on first use.

use super::lineup::row_of;
use super::own_program::OwnProgram;
use crate::detector::{Detection, Detector, Tile};
use crate::gpu::Gpu;
use crate::methods::{Inside, METHODS, Method};
use crate::settings::Settings;
use crate::world::{Body, Pair};

/// Detectors of all methods; only those in use are built.
pub struct Detectors {
    gpu: Option<Gpu>,
    places: Vec<Place>,
    program: OwnProgram,
}

struct Place {
    method: &'static Method,
    settings: Settings,
    detector: Option<Box<dyn Detector>>,
}

impl Detectors {
    /// Builds no detector yet. Without a GPU, only methods that need none give answers.
    pub fn new(gpu: Option<Gpu>) -> Self {
        let place =
            |method: &'static Method| Place { method, settings: method.default_settings(), detector: None };
        Self { gpu, places: METHODS.iter().map(place).collect(), program: OwnProgram::default() }
    }

    /// The GPU that methods draw with; `None` if there is none.
    pub fn gpu(&self) -> Option<&Gpu> {
        self.gpu.as_ref()
    }

    /// The settings of a method, in use or not.
    pub fn settings(&self, method: &'static Method) -> &Settings {
        &self.places[row_of(method)].settings
    }

    /// Changes one setting, given as text. Returns whether its value changed; the error names the valid values.
    pub fn set(&mut self, method: &'static Method, id: &str, text: &str) -> Result<bool, String> {
        let index = row_of(method);
        let place = &mut self.places[index];
        let before = place.settings.clone();
        place.settings.set(id, text)?;
        let changed = place.settings != before;
        if changed {
            place.detector.take_if(|detector| !detector.adapt(&place.settings));
            if method.inside == Inside::Program {
                self.program.end();
            }
        }
        Ok(changed)
    }

    /// Runs one of the methods. The error is one line.
    pub fn detect(
        &mut self,
        method: &'static Method,
        bodies: &[Body],
        pairs: &[Pair],
    ) -> Result<Detection, String> {
        self.detector(method)?.detect(bodies, pairs).map_err(|e| e.to_string())
    }

    /// The buffers with which a method tests one pair; `None` if the method draws nothing.
    pub fn tile(
        &mut self,
        method: &'static Method,
        bodies: &[Body],
        pair: Pair,
    ) -> Result<Option<Tile>, String> {
        self.detector(method)?.tile(bodies, pair).map_err(|e| e.to_string())
    }

    /// A remark of a built detector about itself, such as the schedule that it selected; one line.
    pub fn note(&self, method: &'static Method) -> Option<String> {
        self.places[row_of(method)].detector.as_ref()?.note()
    }

    /// Whether a method's detector has been built and may have been used before.
    pub fn is_built(&self, method: &'static Method) -> bool {
        self.places[row_of(method)].detector.is_some()
    }

    /// Whether this machine has the capabilities that a method needs.
    pub fn can_run(&self, method: &Method) -> bool {
        method.why_not(self.gpu.as_ref().map(Gpu::capabilities)).is_none()
    }

    /// The program of one's own that a pane asks.
    pub fn program(&self) -> &OwnProgram {
        &self.program
    }

    /// The program of one's own, to ask it or to take its answers.
    pub fn program_mut(&mut self) -> &mut OwnProgram {
        &mut self.program
    }

    /// Waits until the GPU has finished all commands.
    pub fn drain(&self) {
        if let Some(gpu) = &self.gpu {
            gpu.finish();
        }
    }

    /// Frees the GPU resources of unused methods, and ends an unused program. Their settings stay.
    pub fn keep_only(&mut self, is_used: impl Fn(&'static Method) -> bool) {
        for place in &mut self.places {
            if !is_used(place.method) {
                place.detector = None;
                if place.method.inside == Inside::Program {
                    self.program.end();
                }
            }
        }
    }

    fn detector(&mut self, method: &'static Method) -> Result<&mut dyn Detector, String> {
        let index = row_of(method);
        let place = &mut self.places[index];
        let built = match place.detector.take() {
            Some(built) => built,
            None => method.detector(self.gpu.as_ref(), &place.settings).map_err(|e| e.to_string())?,
        };
        Ok(place.detector.insert(built).as_mut())
    }
}
