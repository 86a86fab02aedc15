//! Starts of the arena's worlds.

use std::sync::Arc;

use super::model::Model;
use crate::world::{Body, ParameterError, Parameters, Preset, World};

/// The start of a world.
#[derive(Clone, Debug)]
pub enum Start {
    /// The published experiment with these parameters.
    Experiment(Parameters),
    /// The experiment with bodies from files, in equal shares.
    Models(Arc<[Model]>, Parameters),
    /// A hand-made world of [`crate::world::PRESETS`].
    Preset(&'static Preset),
}

impl Start {
    /// The parameters of the experiment; the defaults for a preset.
    pub fn parameters(&self) -> Parameters {
        match self {
            Self::Experiment(parameters) | Self::Models(_, parameters) => *parameters,
            Self::Preset(_) => Parameters::default(),
        }
    }

    /// Whether both are the same preset or the same experiment; never true for bodies from files.
    pub fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Preset(preset), Self::Preset(other)) => preset.id == other.id,
            (Self::Experiment(parameters), Self::Experiment(other)) => parameters == other,
            _ => false,
        }
    }

    /// The world at its start. The error says which parameter to change.
    pub fn world(&self) -> Result<World, ParameterError> {
        match self {
            Self::Experiment(parameters) => World::new(*parameters),
            Self::Models(models, parameters) => {
                let placed = |model: &Model| Some(Body::at_rest(model.shape(1.0), model.placed?));
                if let Some(bodies) = models.iter().map(placed).collect() {
                    return Ok(World::around(bodies));
                }
                let shapes: Vec<_> = models.iter().map(|model| model.shape(parameters.size)).collect();
                World::with_shapes(*parameters, &shapes)
            }
            Self::Preset(preset) => Ok(World::from_preset(preset)),
        }
    }
}
