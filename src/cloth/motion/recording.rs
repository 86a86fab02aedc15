//! Recorded steps: what all methods are compared on.

use super::scenes::Scene;
use super::simulation::{Cloth, Parameters};
use crate::cloth::mesh::{ClothMesh, MeshError};
use crate::cloth::step::Step;

/// The steps of a scene, one after the other.
pub struct Recording {
    /// The cloth.
    pub mesh: ClothMesh,
    /// As the cloth would have taken them if nothing had kept it from passing through itself: with contacts.
    pub steps: Vec<Step>,
}

impl Recording {
    /// Simulates `count` steps and keeps one of every `every`, the last of each group.
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
