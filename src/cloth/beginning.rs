//! What a motion begins from: scene, size and seed, and what acts on the cloth. Another value begins another motion.

use crate::cloth::motion::scenes::{self, FOLDS, SCENES, Scene};
use crate::cloth::motion::simulation::Parameters;
use crate::cloth::response::Response;
use crate::geometry::Vector;

/// All that a motion depends on but the hand.
#[derive(Clone, Copy)]
pub struct Beginning {
    /// Where the cloth begins, what holds it and what lies in its way.
    pub scene: &'static Scene,
    /// Particles along a side.
    pub side: usize,
    /// Start of the random numbers.
    pub seed: u64,
    /// Downwards, m/s².
    pub gravity: f64,
    /// Strength of the wind, m/s.
    pub wind: f64,
    /// Where it blows to, degrees.
    pub wind_to: f64,
    /// Share of the speed that is lost, as [`Parameters::damping`], 1/s.
    pub damping: f64,
    /// Stiffness against bending, times the usual one.
    pub bending: f64,
    /// What is kept from passing through what.
    pub response: Response,
}

impl Default for Beginning {
    fn default() -> Self {
        // The largest of the patent.
        let usual = Parameters::new(17);
        Self {
            scene: scenes::find(FOLDS).unwrap_or(&SCENES[0]),
            side: usual.side,
            seed: usual.seed,
            gravity: usual.gravity,
            wind: 0.0,
            wind_to: 0.0,
            damping: usual.damping,
            bending: 1.0,
            response: usual.response,
        }
    }
}

impl Beginning {
    /// For the simulation.
    pub fn parameters(&self) -> Parameters {
        let usual = Parameters::new(self.side);
        let towards = self.wind_to.to_radians();
        Parameters {
            seed: self.seed,
            gravity: self.gravity,
            wind: Vector::new(towards.cos(), 0.0, towards.sin()) * self.wind,
            damping: self.damping,
            bending: usual.bending * self.bending,
            response: self.response,
            ..usual
        }
    }
}

impl PartialEq for Beginning {
    fn eq(&self, other: &Self) -> bool {
        self.scene.id == other.scene.id
            && self.parameters() == other.parameters()
            && self.wind_to == other.wind_to
    }
}
