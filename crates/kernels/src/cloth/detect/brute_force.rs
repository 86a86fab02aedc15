//! `brute-force`: tests every particle with every triangle and every edge with every other edge, exactly.
//!
//! The reference for the other methods: it has no stage but the exact test. Cost: quadratic, 468,000 tests
//! per step of 17 × 17 particles.

use std::time::Instant;

use super::exact::{SameSide, decide};
use super::{Counts, Detect, Event, Found, MOST_CONTACTS, Times, sorted};
use crate::cloth::mesh::ClothMesh;
use crate::cloth::step::{Contact, Features, Step};

/// The reference method for cloth.
pub struct BruteForce<'a> {
    mesh: &'a ClothMesh,
}

impl<'a> BruteForce<'a> {
    /// Creates the method; nothing is precomputed.
    pub fn new(mesh: &'a ClothMesh) -> Self {
        Self { mesh }
    }

    fn all(&self, step: &Step, observer: &mut impl FnMut(Event)) -> Found {
        let (mesh, start) = (self.mesh, Instant::now());
        let (mut counts, mut contacts) = (Counts::default(), Vec::new());
        let mut test = |features: Features| {
            if !features.share(mesh)
                && contacts.len() <= MOST_CONTACTS
                && let Some(time) = decide(mesh, step, features, SameSide::Off, &mut counts, observer)
            {
                contacts.push(Contact { features, time });
            }
        };
        for vertex in 0..mesh.rest.len() as u32 {
            (0..mesh.faces.len() as u32).for_each(|face| test(Features::VertexFace(vertex, face)));
        }
        for first in 0..mesh.edges.len() as u32 {
            (first + 1..mesh.edges.len() as u32).for_each(|second| test(Features::EdgeEdge(first, second)));
        }
        let times = Times { exact: start.elapsed(), ..Times::default() };
        if contacts.len() > MOST_CONTACTS {
            return Found { overfull: true, ..Found::default() };
        }
        Found { contacts: sorted(contacts), counts, times, overfull: false }
    }
}

impl Detect for BruteForce<'_> {
    fn detect(&mut self, step: &Step) -> Found {
        self.all(step, &mut |_| {})
    }

    fn watch(&mut self, step: &Step, observer: &mut dyn FnMut(Event)) -> Found {
        self.all(step, &mut |event| observer(event))
    }
}
