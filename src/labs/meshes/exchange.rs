//! Meshes from files that were replaced, kept so that the change can be taken back.

use super::meshes_lab::MeshesLab;
use super::source::{Meshes, Source};
use crate::labs::lab::Dropped;

/// What is said of a change that put other meshes there.
pub const OTHER_MESHES: &str = "other meshes";

impl MeshesLab {
    /// Before `next` takes the place of the meshes: they are kept where words cannot bring them back.
    pub(super) fn keep_for_undo(&mut self, next: &Meshes) {
        let from_files = |meshes: &Meshes| matches!(meshes.source(), Source::Files(_));
        // What stood there before several changes is what all of them are taken back to.
        if self.replaced.is_none() && (from_files(self.meshes()) || from_files(next)) {
            self.replaced = Some(self.meshes().clone());
        }
    }

    /// The meshes that the last changes replaced, once.
    pub(super) fn take_dropped(&mut self) -> Option<Dropped> {
        self.replaced.take().map(dropped)
    }

    /// Puts meshes back; what stood there is handed out instead.
    pub(super) fn exchange(&mut self, other: Dropped) -> Dropped {
        match other.state.downcast::<Meshes>() {
            Err(state) => Dropped { state, ..other },
            Ok(meshes) => {
                let now = self.meshes().clone();
                self.begin(*meshes);
                self.replaced = None;
                dropped(now)
            }
        }
    }
}

fn dropped(meshes: Meshes) -> Dropped {
    let bytes = meshes.meshes.iter().map(|mesh| 24 * mesh.vertices().len() + 12 * mesh.triangles().len());
    Dropped { bytes: bytes.sum(), says: OTHER_MESHES.to_owned(), state: Box::new(meshes) }
}
