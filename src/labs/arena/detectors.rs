//! The methods at hand: one place per row of the table, each with settings of its own, built when it
//! is first asked to decide.

use crate::detector::{Detection, Detector, Tile};
use crate::gpu::Gpu;
use crate::methods::{METHODS, Method};
use crate::settings::Settings;
use crate::world::{Body, Pair};

/// All methods, those in use built.
pub struct Detectors {
    gpu: Option<Gpu>,
    places: Vec<Place>,
}

struct Place {
    method: &'static Method,
    settings: Settings,
    detector: Option<Box<dyn Detector>>,
}

impl Detectors {
    /// Nothing is built yet. Without a GPU only methods that need none will answer.
    pub fn new(gpu: Option<Gpu>) -> Self {
        let place =
            |method: &'static Method| Place { method, settings: method.default_settings(), detector: None };
        Self { gpu, places: METHODS.iter().map(place).collect() }
    }

    /// What methods draw with.
    pub fn gpu(&self) -> Option<&Gpu> {
        self.gpu.as_ref()
    }

    /// The settings of a method, in use or not.
    pub fn settings(&self, method: &'static Method) -> &Settings {
        &self.places[self.index(method)].settings
    }

    /// Changes one setting, given as text. The error says what would be right.
    pub fn set(&mut self, method: &'static Method, id: &str, text: &str) -> Result<(), String> {
        let index = self.index(method);
        let place = &mut self.places[index];
        let before = place.settings.clone();
        place.settings.set(id, text)?;
        if place.settings != before {
            place.detector = None;
        }
        Ok(())
    }

    /// Lets one of the methods decide. The error is one line.
    pub fn detect(
        &mut self,
        method: &'static Method,
        bodies: &[Body],
        pairs: &[Pair],
    ) -> Result<Detection, String> {
        self.detector(method)?.detect(bodies, pairs).map_err(|e| e.to_string())
    }

    /// The buffers with which a method decides one pair; `None` where nothing is drawn.
    pub fn tile(
        &mut self,
        method: &'static Method,
        bodies: &[Body],
        pair: Pair,
    ) -> Result<Option<Tile>, String> {
        self.detector(method)?.tile(bodies, pair).map_err(|e| e.to_string())
    }

    /// Frees what the methods not named hold on the GPU. Their settings stay.
    pub fn keep_only(&mut self, used: &[&'static Method]) {
        for place in &mut self.places {
            if !used.iter().any(|method| method.id == place.method.id) {
                place.detector = None;
            }
        }
    }

    fn detector(&mut self, method: &'static Method) -> Result<&mut dyn Detector, String> {
        let index = self.index(method);
        let place = &mut self.places[index];
        let built = match place.detector.take() {
            Some(built) => built,
            None => method.detector(self.gpu.as_ref(), &place.settings).map_err(|e| e.to_string())?,
        };
        Ok(place.detector.insert(built).as_mut())
    }

    fn index(&self, method: &'static Method) -> usize {
        let index = self.places.iter().position(|place| place.method.id == method.id);
        index.expect("every method is a row of the table that the places were made from")
    }
}
