//! Recorded steps, on which all methods are compared.

use super::scenes::Scene;
use super::simulation::{Cloth, Parameters};
use crate::cloth::mesh::{ClothMesh, MeshError};
use crate::cloth::step::Step;

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
