//! Detectors of all methods: one slot per row of the table, built on first use and fitted to the settings that the
//! panes hold.

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
    /// The detector with the settings that it has.
    built: Option<(Settings, Box<dyn Detector>)>,
}

impl Detectors {
    /// Builds no detector yet. Without a GPU, only methods that need none give answers.
    pub fn new(gpu: Option<Gpu>) -> Self {
        let places = METHODS.iter().map(|method| Place { method, built: None }).collect();
        Self { gpu, places, program: OwnProgram::default() }
    }

    /// The GPU that methods draw with; `None` if there is none.
    pub fn gpu(&self) -> Option<&Gpu> {
        self.gpu.as_ref()
    }

    /// Runs one of the methods. The error is one line.
    pub fn detect(
        &mut self,
        (method, settings): (&'static Method, &Settings),
        bodies: &[Body],
        pairs: &[Pair],
    ) -> Result<Detection, String> {
        self.detector(method, settings)?.detect(bodies, pairs).map_err(|e| e.to_string())
    }

    /// The buffers with which a method tests one pair; `None` if the method draws nothing.
    pub fn tile(
        &mut self,
        (method, settings): (&'static Method, &Settings),
        bodies: &[Body],
        pair: Pair,
    ) -> Result<Option<Tile>, String> {
        self.detector(method, settings)?.tile(bodies, pair).map_err(|e| e.to_string())
    }

    /// A remark of a built detector about itself, such as the schedule that it selected; one line.
    pub fn note(&self, method: &'static Method) -> Option<String> {
        self.places[row_of(method)].built.as_ref()?.1.note()
    }

    /// Fits a built detector to these settings; drops it if only a new one can have them. Returns whether there is one.
    pub fn fit(&mut self, method: &'static Method, settings: &Settings) -> bool {
        let built = &mut self.places[row_of(method)].built;
        if let Some((now, detector)) = built
            && now != settings
        {
            match detector.adapt(settings) {
                true => now.clone_from(settings),
                false => *built = None,
            }
        }
        built.is_some()
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

    /// Frees the GPU resources of unused methods, and ends an unused program.
    pub fn keep_only(&mut self, is_used: impl Fn(&'static Method) -> bool) {
        for place in &mut self.places {
            if !is_used(place.method) {
                place.built = None;
                if place.method.inside == Inside::Program {
                    self.program.end();
                }
            }
        }
    }

    fn detector(
        &mut self,
        method: &'static Method,
        settings: &Settings,
    ) -> Result<&mut dyn Detector, String> {
        self.fit(method, settings);
        let place = &mut self.places[row_of(method)];
        let built = match place.built.take() {
            Some(built) => built,
            None => {
                let new = method.detector(self.gpu.as_ref(), settings).map_err(|e| e.to_string())?;
                (settings.clone(), new)
            }
        };
        Ok(place.built.insert(built).1.as_mut())
    }
}
