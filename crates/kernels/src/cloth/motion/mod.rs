//! A cloth of masses and springs, its scenes, and recordings of its steps.

pub mod scenes;
pub mod simulation;
mod springs;
pub mod state;

use crate::cloth::mesh::{ClothMesh, MeshError};
use crate::cloth::step::Step;
use scenes::Scene;
use simulation::{Cloth, Parameters};

/// Successive steps of a scene.
pub struct Recording {
    /// The cloth.
    pub mesh: ClothMesh,
    /// The steps without self-collision response, so that they contain contacts.
    pub steps: Vec<Step>,
}

impl Recording {
    /// Simulates `count` steps and records every `every`-th.
    pub fn of(scene: &Scene, parameters: Parameters, count: usize, every: usize) -> Result<Self, MeshError> {
        let mut cloth = Cloth::new(scene, parameters)?;
        let mut steps = Vec::with_capacity(count / every.max(1));
        for index in 1..=count {
            if index % every.max(1) == 0 {
                steps.push(cloth.unguarded());
            }
            cloth.advance();
        }
        Ok(Self { mesh: cloth.mesh().clone(), steps })
    }
}
