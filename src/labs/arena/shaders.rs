//! The arena's shaders: embedded in the program, and read again when they change in a debug build.

use std::time::SystemTime;

use crate::gpu::{Gpu, GpuError, Program};

/// A shader program's parts. The texts are those of the files when this was compiled.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// For messages.
    pub name: &'static str,
    files: [File; 2],
}

#[derive(Clone, Copy, Debug)]
struct File {
    path: &'static str,
    text: &'static str,
}

macro_rules! file {
    ($name:literal) => {
        File {
            path: concat!(env!("CARGO_MANIFEST_DIR"), "/shaders/arena/", $name),
            text: include_str!(concat!("../../../shaders/arena/", $name)),
        }
    };
}

const COMMON: File = file!("common.glsl");

/// All shader programs of the arena.
pub const ALL: [Source; 4] = [
    Source { name: "body", files: [file!("body.vert"), file!("body.frag")] },
    Source { name: "background", files: [file!("background.vert"), file!("background.frag")] },
    Source { name: "decal", files: [file!("decal.vert"), file!("decal.frag")] },
    Source { name: "line", files: [file!("line.vert"), file!("line.frag")] },
];

impl Source {
    /// Compiles the embedded texts, under the context's GLSL version or a chosen one.
    pub fn compile(&self, gpu: &Gpu, glsl: Option<u32>) -> Result<Program, GpuError> {
        self.link(gpu, glsl, COMMON.text, self.files.map(|f| f.text.to_owned()))
    }

    fn link(
        &self,
        gpu: &Gpu,
        glsl: Option<u32>,
        common: &str,
        [vertex, fragment]: [String; 2],
    ) -> Result<Program, GpuError> {
        // Line numbers in messages are those of the file that is named.
        let whole = |text: &str| format!("{common}\n#line 1\n{text}");
        let glsl = glsl.unwrap_or(gpu.capabilities().glsl.min(450));
        Program::with_glsl(gpu, self.name, &whole(&vertex), &whole(&fragment), glsl)
    }
}

/// A program that follows its files.
pub struct LiveProgram {
    source: Source,
    program: Program,
    seen: Option<SystemTime>,
}

impl LiveProgram {
    /// Compiles the embedded texts.
    pub fn new(gpu: &Gpu, source: Source) -> Result<Self, GpuError> {
        Ok(Self { source, program: source.compile(gpu, None)?, seen: newest(&source) })
    }

    /// The newest program that compiled. In a debug build, files changed since the last call are
    /// compiled first; if that fails, one line says why and the old program stays.
    pub fn current(&mut self, gpu: &Gpu) -> &Program {
        if cfg!(debug_assertions) {
            let newest = newest(&self.source);
            if newest > self.seen {
                self.seen = newest;
                let [vertex, fragment] = self.source.files.map(read);
                match self.source.link(gpu, None, &read(COMMON), [vertex, fragment]) {
                    Ok(program) => self.program = program,
                    Err(error) => eprintln!("{error}; the last working one stays"),
                }
            }
        }
        &self.program
    }
}

/// When one of the source's files was last written; `None` where they are not at hand.
fn newest(source: &Source) -> Option<SystemTime> {
    let written = |file: &File| std::fs::metadata(file.path).ok()?.modified().ok();
    source.files.iter().chain([&COMMON]).filter_map(written).max()
}

fn read(file: File) -> String {
    std::fs::read_to_string(file.path).unwrap_or_else(|_| file.text.to_owned())
}
