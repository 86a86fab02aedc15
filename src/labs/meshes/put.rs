//! Words put on show: held against what is there first, then applied in order.

use super::meshes_lab::MeshesLab;
use super::saved::SavedMeshes;
use super::source::{Meshes, Source};
use super::words::MeshesWords;
use crate::gpu::Gpu;
use crate::hierarchies::methods::METHODS;
use crate::labs::lab::LabError;
use crate::labs::word_values::check_focus;

impl MeshesLab {
    /// Built with words, and with what was saved beside them.
    pub fn build(
        gpu: Option<&Gpu>,
        words: &MeshesWords,
        saved: Option<&SavedMeshes>,
    ) -> Result<Self, LabError> {
        let meshes = match saved.and_then(|saved| saved.files.clone()) {
            Some((paths, read)) => Meshes::new(Source::Files(paths), Some(read)),
            None => Meshes::new(words.source(&Source::first()).unwrap_or_else(Source::first), None),
        };
        let mut lab = Self::new(gpu.cloned(), meshes);
        lab.put_words(&MeshesWords { scene: None, seed: None, triangles: None, ..words.clone() })?;
        Ok(lab)
    }

    /// Puts words on show: all of them or, if anything is refused, nothing.
    pub(super) fn put_words(&mut self, words: &MeshesWords) -> Result<(), LabError> {
        // 1. What cannot be is refused before anything changes.
        check_focus(words.focus, words.methods.len(), self.lanes.len())?;
        // 2. Meshes, methods and their settings. Trees that stay the same are not built again.
        if let Some(source) = words.source(self.meshes.source())
            && (source != *self.meshes.source() || words.frame.is_none())
        {
            self.begin(Meshes::new(source, None));
        }
        for ((method, id), value) in &words.settings {
            if let Some(row) = METHODS.iter().position(|row| row.id == method) {
                self.settings[row].set(id, value).map_err(LabError)?;
            }
        }
        if let Some(frame) = words.frame {
            self.playback.playing = false;
            self.frame = frame;
        }
        self.moved = words.moved.unwrap_or(self.moved);
        self.query = words.query.unwrap_or(self.query);
        self.stride = words.stride.unwrap_or(self.stride);
        self.budget = words.budget.unwrap_or(self.budget);
        if words.frame.is_some() || words.stride.is_some() {
            self.recall();
        }
        let methods = if words.methods.is_empty() { self.methods().collect() } else { words.methods.clone() };
        self.show_methods(&methods);
        self.focus = words.focus.unwrap_or(self.focus).min(self.lanes.len() - 1);
        // 3. What is drawn.
        self.view.level = words.level.unwrap_or(self.view.level);
        self.view.visited = words.visited.unwrap_or(self.view.visited);
        self.view.front = words.front.unwrap_or(self.view.front);
        self.view.trees = words.trees.unwrap_or(self.view.trees);
        self.pointing.picked = words.node.unwrap_or(self.pointing.picked);
        self.apart = words.apart.unwrap_or(self.apart);
        self.view.glass = words.glass.unwrap_or(self.view.glass);
        Ok(())
    }
}

impl MeshesWords {
    /// The seeded source that the words name, with what they leave out as it is in `now`; `None` if they name none.
    fn source(&self, now: &Source) -> Option<Source> {
        if self.scene.is_none() && self.seed.is_none() && self.triangles.is_none() {
            return None;
        }
        let now = if matches!(now, Source::Files(_)) { Source::first() } else { now.clone() };
        let Source::Seeded { scene, seed, triangles } = now else { return None };
        Some(Source::Seeded {
            scene: self.scene.unwrap_or(scene),
            seed: self.seed.unwrap_or(seed),
            triangles: self.triangles.unwrap_or(triangles),
        })
    }
}
