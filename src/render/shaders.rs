//! Shaders of the 3-D view: embedded in the program; a debug build reloads them when their files change.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::gpu::{Gpu, GpuError, Program};

/// Source of a shader program. The texts are the files' contents at compile time.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// Name of the program in error messages.
    pub name: &'static str,
    files: [File; 2],
}

#[derive(Clone, Copy, Debug)]
struct File {
    name: &'static str,
    text: &'static str,
}

/// Folder of the files. A release does not read them, and so does not name the folder in which it was built.
const FOLDER: Option<&str> =
    if cfg!(debug_assertions) { Some(concat!(env!("CARGO_MANIFEST_DIR"), "/shaders/render")) } else { None };

macro_rules! file {
    ($name:literal) => {
        File { name: $name, text: include_str!(concat!("../../shaders/render/", $name)) }
    };
}

/// The shader programs of the arena's scene.
pub const ALL: [Source; 5] = [
    Source { name: "body", files: [file!("body.vert"), file!("body.frag")] },
    Source { name: "background", files: [file!("background.vert"), file!("background.frag")] },
    Source { name: "decal", files: [file!("decal.vert"), file!("decal.frag")] },
    Source { name: "line", files: [file!("line.vert"), file!("line.frag")] },
    Source { name: "rectangle", files: [file!("rectangle.vert"), file!("rectangle.frag")] },
];

/// Shader programs of [`super::dissection`]. Surfaces and fabrics share the body's lighting.
pub const OF_DISSECTION: [Source; 5] = [
    Source { name: "surface", files: [file!("surface.vert"), file!("body.frag")] },
    Source { name: "background", files: [file!("background.vert"), file!("background.frag")] },
    Source { name: "sheet", files: [file!("sheet.vert"), file!("sheet.frag")] },
    Source { name: "line", files: [file!("line.vert"), file!("line.frag")] },
    Source { name: "fabric", files: [file!("fabric.vert"), file!("body.frag")] },
];

/// A shader program that is recompiled when its files change.
pub struct LiveProgram {
    source: Source,
    program: Program,
    seen: Option<SystemTime>,
}

impl LiveProgram {
    /// Compiles the embedded texts.
    pub fn new(gpu: &Gpu, source: Source) -> Result<Self, GpuError> {
        Ok(Self {
            source,
            program: source.link(gpu, source.files.map(|f| f.text.to_owned()))?,
            seen: newest(&source),
        })
    }

    /// The last program that compiled. A debug build first recompiles files that changed since the last call;
    /// if that fails, it prints one line with the reason and keeps the old program.
    pub fn current(&mut self, gpu: &Gpu) -> &Program {
        if cfg!(debug_assertions) {
            let newest = newest(&self.source);
            if newest > self.seen {
                self.seen = newest;
                match self.source.link(gpu, self.source.files.map(read)) {
                    Ok(program) => self.program = program,
                    Err(error) => eprintln!("{error}; the last working shader stays in use"),
                }
            }
        }
        &self.program
    }
}

impl Source {
    fn link(&self, gpu: &Gpu, [vertex, fragment]: [String; 2]) -> Result<Program, GpuError> {
        Program::new(gpu, self.name, &vertex, &fragment)
    }
}

/// Time of the latest change of the source's files; `None` if they cannot be found.
fn newest(source: &Source) -> Option<SystemTime> {
    let written = |file: &File| std::fs::metadata(path(file)?).ok()?.modified().ok();
    source.files.iter().filter_map(written).max()
}

fn path(file: &File) -> Option<PathBuf> {
    Some(Path::new(FOLDER?).join(file.name))
}

fn read(file: File) -> String {
    let changed = path(&file).and_then(|path| std::fs::read_to_string(path).ok());
    changed.unwrap_or_else(|| file.text.to_owned())
}
