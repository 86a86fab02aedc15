//! Meshes from opened or dropped files, read by a job.

use std::path::{Path, PathBuf};

use super::meshes_lab::MeshesLab;
use super::saved::{self, ReadingFiles};
use crate::labs::capabilities::Files;
use crate::labs::reading::Reading;
use crate::meshes::source::{Meshes, Source};

impl Files for MeshesLab {
    /// Starts reading a mesh file. If A is already from a file (in use or being read), the new mesh becomes
    /// B; otherwise it becomes both A and B.
    fn take_file(&mut self, path: PathBuf) {
        self.trouble = None;
        let read = self.reading.as_ref().map(|files| &files.paths);
        let first = match (read, self.meshes.source()) {
            (Some([a, _]), _) | (None, Source::Files([a, _])) => a.clone(),
            (None, Source::Seeded { .. }) => path.clone(),
        };
        let paths = [first, path.clone()];
        let asked = paths.clone();
        let reading = Reading::begin(path, move |_, _| {
            let ((paths, meshes), notes) = saved::load([&asked[0], &asked[1]]).map_err(|why| why.0)?;
            Ok((Meshes::new(Source::Files(paths), Some(meshes)), notes))
        });
        self.reading = Some(ReadingFiles { paths, reading });
    }

    /// The file of B that is being read.
    fn reading(&self) -> Option<&Path> {
        self.reading.as_ref().map(|files| files.reading.path())
    }

    /// Starts with the meshes if they have been read.
    fn take_read(&mut self) {
        let Some(result) = self.reading.as_mut().and_then(|files| files.reading.take_result()) else {
            return;
        };
        self.reading = None;
        match result {
            Ok((meshes, notes)) => {
                self.begin(meshes);
                self.trouble = (!notes.is_empty()).then(|| notes.join("; "));
            }
            Err(why) => self.trouble = Some(why),
        }
    }
}
