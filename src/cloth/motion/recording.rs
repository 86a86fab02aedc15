//! Recorded steps: what all methods are compared on.

use super::scenes::Scene;
use super::simulation::{Cloth, Parameters};
use crate::cloth::mesh::{ClothMesh, MeshError};
use crate::cloth::step::Step;

/// The steps of a scene, one after the other.
pub struct Recording {
    /// The cloth.
    pub mesh: ClothMesh,
    /// The motion that the springs asked for, before anything was stopped: with contacts.
    pub steps: Vec<Step>,
}

impl Recording {
    /// Simulates `count` steps and keeps one of every `every`, the last of each group.
    pub fn of(scene: &Scene, parameters: Parameters, count: usize, every: usize) -> Result<Self, MeshError> {
        let mut cloth = Cloth::new(scene, parameters)?;
        let mut steps = Vec::with_capacity(count / every.max(1));
        for index in 1..=count {
            let moved = cloth.advance();
            if index % every.max(1) == 0 {
                steps.push(moved.asked);
            }
        }
        Ok(Self { mesh: cloth.mesh().clone(), steps })
    }
}
