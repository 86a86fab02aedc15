//! Initial conditions of a motion: scene, size, seed and forces. A change of any value starts a new motion.

use crate::cloth::depth_maps::MapSettings;
use crate::cloth::motion::scenes::{self, FOLDS, SCENES, Scene};
use crate::cloth::motion::simulation::Parameters;
use crate::cloth::response::Response;
use crate::geometry::Vector;

/// Everything that determines a motion, except what the user drags.
#[derive(Clone, Copy)]
pub struct Beginning {
    /// Initial pose, fixed particles and obstacles.
    pub scene: &'static Scene,
    /// Number of particles along a side.
    pub side: usize,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Gravity, downwards, m/s².
    pub gravity: f64,
    /// Speed of the wind, m/s.
    pub wind: f64,
    /// Direction towards which the wind blows, degrees.
    pub wind_to: f64,
    /// Rate of velocity loss, as [`Parameters::damping`], 1/s.
    pub damping: f64,
    /// Bending stiffness, as a multiple of the default.
    pub bending: f64,
    /// Which penetrations are prevented.
    pub response: Response,
    /// The depth maps that decide obstacles, as [`Parameters::maps`].
    pub maps: Option<MapSettings>,
}

impl Default for Beginning {
    fn default() -> Self {
        // 17 particles along a side: the largest cloth in the patent.
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
            maps: usual.maps,
        }
    }
}

impl Beginning {
    /// The simulation's parameters.
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
            maps: self.maps,
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
