//! The trees of a method, built immediately if that is quick, otherwise on a thread.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

use crate::geometry::Mesh;
use crate::hierarchies::methods::{BRUTE_FORCE, Method};
use crate::hierarchies::pair::MeshPair;
use crate::job::Job;
use crate::settings::Settings;

/// Two meshes prepared by a method, shared by the lab and the inspector.
pub type Prepared = Rc<RefCell<Box<dyn MeshPair>>>;

/// Up to this total number of triangles, trees are built immediately.
const AT_ONCE: usize = 50_000;
/// Limit on the triangle pairs for brute force, which takes a quarter of a second for this many.
pub const MOST_PAIRS: usize = 25_000_000;

/// The state of the trees.
pub enum Trees {
    /// The trees are being built on a thread.
    Building(Job<Option<Box<dyn MeshPair>>>),
    /// The trees are ready for queries.
    Ready(Prepared),
    /// The thread ended without a result.
    Failed,
    /// More triangle pairs than [`MOST_PAIRS`], for brute force.
    TooManyPairs,
}

impl Trees {
    /// Builds the trees of `method`, or starts a thread for it.
    pub fn begin(method: &'static Method, meshes: &[Arc<Mesh>; 2], settings: &Settings) -> Self {
        let [a, b] = meshes.each_ref().map(|mesh| mesh.triangles().len());
        if method.id == BRUTE_FORCE && a.saturating_mul(b) > MOST_PAIRS {
            return Self::TooManyPairs;
        }
        if a + b <= AT_ONCE {
            return Self::ready(method.make(meshes, settings));
        }
        let (meshes, settings) = (meshes.clone(), settings.clone());
        Self::Building(Job::begin(move |go_on| method.make_while(&meshes, &settings, go_on)))
    }

    fn ready(pair: Box<dyn MeshPair>) -> Self {
        Self::Ready(Rc::new(RefCell::new(pair)))
    }

    /// Fetches trees that a thread has finished. Returns whether there were any.
    pub fn take_done(&mut self) -> bool {
        let Self::Building(building) = self else { return false };
        let Some(built) = building.take() else { return false };
        *self = built.ok().flatten().map_or(Self::Failed, Self::ready);
        true
    }

    /// Progress of the construction, 0 to 1; `None` if nothing is being built.
    pub fn progress(&self) -> Option<f64> {
        match self {
            Self::Building(building) => Some(building.progress().unwrap_or(0.0)),
            _ => None,
        }
    }

    /// The trees, if they are ready.
    pub fn prepared(&self) -> Option<&Prepared> {
        match self {
            Self::Ready(prepared) => Some(prepared),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Point;

    #[test]
    fn brute_force_is_asked_about_no_more_pairs_than_it_can_answer_at_once() {
        let brute_force = crate::hierarchies::methods::find(BRUTE_FORCE).unwrap();
        let begin = |triangles: usize| {
            let corners = vec![Point::origin(), Point::new(1.0, 0.0, 0.0), Point::new(0.0, 1.0, 0.0)];
            let mesh = Arc::new(Mesh::new(corners, vec![[0, 1, 2]; triangles]).unwrap());
            Trees::begin(brute_force, &[Arc::clone(&mesh), mesh], &brute_force.default_settings())
        };
        assert!(matches!(begin(5000), Trees::Ready(_)), "{MOST_PAIRS} pairs");
        assert!(matches!(begin(5001), Trees::TooManyPairs));
    }
}
