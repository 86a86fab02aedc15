//! Parameters applied to the lab: checked first, then applied in order.

use super::meshes_lab::MeshesLab;
use super::saved::SavedMeshes;
use super::words::Config;
use crate::exhibit::Params;
use crate::gpu::Gpu;
use crate::labs::config_words;
use crate::labs::lab::LabError;
use crate::meshes::source::{Meshes, Source};

impl MeshesLab {
    /// A lab from parameters and the meshes saved with them.
    pub fn build(gpu: Option<&Gpu>, words: &Params, saved: Option<&SavedMeshes>) -> Result<Self, LabError> {
        let meshes = match saved.and_then(|saved| saved.files.clone()) {
            Some((paths, read)) => Meshes::new(Source::Files(paths), Some(read)),
            None => Meshes::new(config_words::read(words, Config::default())?.next.source, None),
        };
        let mut lab = Self::new(gpu.cloned(), meshes);
        let mut rest = words.clone();
        ["scene", "seed", "triangles"].iter().for_each(|word| drop(rest.take(word)));
        lab.put_words(&rest)?;
        Ok(lab)
    }

    /// Applies parameters: all of them or, on error, none.
    pub(super) fn put_words(&mut self, words: &Params) -> Result<(), LabError> {
        // 1. Invalid parameters are refused before anything changes.
        let read = config_words::read(words, self.config())?;
        read.check_panes()?;
        let (has_frame, recalls) = (read.names(&["frame"]), read.names(&["frame", "stride"]));
        let begins = read.names(&["scene", "seed", "triangles"])
            && (read.next.source != *self.meshes.source() || !has_frame);
        let mut next = read.next;
        // 2. New meshes reset the displacement of B and the picked node, unless parameters give them.
        if begins {
            self.begin(Meshes::new(next.source, None));
            next = config_words::read(words, self.config())?.next;
        }
        // 3. The rest.
        self.playback.playing &= !has_frame;
        self.apply(next, recalls);
        Ok(())
    }
}
