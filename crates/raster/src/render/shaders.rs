//! Shaders of the 3-D view: embedded in the program; a debug build reloads them when their files change. All lit
//! programs share `light.glsl`.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::gpu::{Gpu, GpuError, Program};

/// Source of a shader program. The texts are the files' contents at compile time.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// Name of the program in error messages.
    pub name: &'static str,
    files: [File; 2],
    /// A file before the fragment shader, which several programs share.
    shared: Option<File>,
    /// Macros that select parts of the files.
    defined: &'static [&'static str],
}

#[derive(Clone, Copy, Debug)]
struct File {
    name: &'static str,
    text: &'static str,
}

/// Folder of the files. A release does not read them, and so does not name the folder in which it was built.
const FOLDER: Option<&str> = if cfg!(debug_assertions) {
    Some(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shaders/render"))
} else {
    None
};

macro_rules! file {
    ($name:literal) => {
        File { name: $name, text: include_str!(concat!("../../../../shaders/render/", $name)) }
    };
}

const LIGHT: Option<File> = Some(file!("light.glsl"));
/// The macro of the programs that receive shadows.
const SHADOWS: &str = "SHADOWS";

const fn plain(name: &'static str, files: [File; 2]) -> Source {
    Source { name, files, shared: None, defined: &[] }
}

/// A background.
pub const BACKGROUND: Source = plain("background", [file!("background.vert"), file!("background.frag")]);
/// Lines of constant width.
pub const LINE: Source = plain("line", [file!("line.vert"), file!("line.frag")]);
/// Rectangles around bodies, for occlusion queries.
pub const RECTANGLE: Source = plain("rectangle", [file!("rectangle.vert"), file!("rectangle.frag")]);
/// Translucent parallelograms.
pub const SHEET: Source = plain("sheet", [file!("sheet.vert"), file!("sheet.frag")]);
/// Depths of bodies, surfaces and fabrics, for the shadow map.
pub const CASTERS: [Source; 3] = [
    plain("depth of bodies", [file!("body.vert"), file!("rectangle.frag")]),
    plain("depth of surfaces", [file!("surface.vert"), file!("rectangle.frag")]),
    plain("depth of fabrics", [file!("fabric.vert"), file!("rectangle.frag")]),
];
/// Ambient occlusion: its measurement, and its use.
pub const AMBIENT: [Source; 2] = [
    plain("ambient occlusion", [file!("background.vert"), file!("ambient.frag")]),
    plain("ambient darkening", [file!("background.vert"), file!("darkening.frag")]),
];

/// A program in the common light, without and with shadows.
pub type Lit = [Source; 2];

const fn lit(name: &'static str, files: [File; 2], defined: [&'static [&'static str]; 2]) -> Lit {
    let [plain, shadowed] = defined;
    [
        Source { name, files, shared: LIGHT, defined: plain },
        Source { name, files, shared: LIGHT, defined: shadowed },
    ]
}

const BODY: [File; 2] = [file!("body.vert"), file!("body.frag")];
const SURFACE: [File; 2] = [file!("surface.vert"), file!("body.frag")];
/// The bodies of a scene.
pub const BODIES: Lit = lit("body", BODY, [&[], &[SHADOWS]]);
/// Decals on the floor.
pub const DECALS: Lit = lit("decal", [file!("decal.vert"), file!("decal.frag")], [&[], &[SHADOWS]]);
/// Surfaces of a dissection.
pub const SURFACES: Lit = lit("surface", SURFACE, [&[], &[SHADOWS]]);
/// Ground with the texture of soil and grass.
pub const GROUNDS: Lit = lit("ground", SURFACE, [&["GROUND"], &["GROUND", SHADOWS]]);
/// Woven fabrics.
pub const FABRICS: Lit =
    lit("fabric", [file!("fabric.vert"), file!("body.frag")], [&["FABRIC"], &["FABRIC", SHADOWS]]);

/// A program in the common light; each variant is compiled when it is first used.
pub struct LitProgram {
    sources: Lit,
    compiled: [Option<LiveProgram>; 2],
}

impl LitProgram {
    /// A program of which nothing is compiled yet.
    pub fn new(sources: Lit) -> Self {
        Self { sources, compiled: [None, None] }
    }

    /// The variant with or without shadows.
    pub fn current(&mut self, gpu: &Gpu, shadows: bool) -> Result<&Program, GpuError> {
        let variant = usize::from(shadows);
        current(gpu, &mut self.compiled[variant], self.sources[variant])
    }
}

/// The program of `source`, compiled when it is first used.
pub fn current<'a>(
    gpu: &Gpu,
    compiled: &'a mut Option<LiveProgram>,
    source: Source,
) -> Result<&'a Program, GpuError> {
    let program = match compiled.take() {
        Some(program) => program,
        None => LiveProgram::new(gpu, source)?,
    };
    Ok(compiled.insert(program).current(gpu))
}

/// A shader program that is recompiled when its files change.
pub struct LiveProgram {
    source: Source,
    program: Program,
    seen: Option<SystemTime>,
}

impl LiveProgram {
    /// Compiles the embedded texts.
    pub fn new(gpu: &Gpu, source: Source) -> Result<Self, GpuError> {
        Ok(Self { source, program: source.link(gpu, |file| file.text.to_owned())?, seen: newest(&source) })
    }

    /// The last program that compiled. A debug build first recompiles files that changed since the last call;
    /// if that fails, it prints one line with the reason and keeps the old program.
    pub fn current(&mut self, gpu: &Gpu) -> &Program {
        if cfg!(debug_assertions) {
            let newest = newest(&self.source);
            if newest > self.seen {
                self.seen = newest;
                match self.source.link(gpu, read) {
                    Ok(program) => self.program = program,
                    Err(error) => eprintln!("{error}; the last working shader stays in use"),
                }
            }
        }
        &self.program
    }
}

impl Source {
    fn link(&self, gpu: &Gpu, text_of: impl Fn(File) -> String) -> Result<Program, GpuError> {
        let [vertex, fragment] = self.files.map(&text_of);
        let defined: String = self.defined.iter().map(|name| format!("#define {name}\n")).collect();
        let shared = self.shared.map(&text_of).unwrap_or_default();
        let [vertex, fragment] = [("", vertex), (&*shared, fragment)]
            .map(|(shared, own)| format!("{defined}#line 1\n{shared}\n#line 1\n{own}"));
        Program::new(gpu, self.name, &vertex, &fragment)
    }
}

/// Time of the latest change of the source's files; `None` if they cannot be found.
fn newest(source: &Source) -> Option<SystemTime> {
    let written = |file: &File| std::fs::metadata(path(file)?).ok()?.modified().ok();
    source.files.iter().chain(&source.shared).filter_map(written).max()
}

fn path(file: &File) -> Option<PathBuf> {
    Some(Path::new(FOLDER?).join(file.name))
}

fn read(file: File) -> String {
    let changed = path(&file).and_then(|path| std::fs::read_to_string(path).ok());
    changed.unwrap_or_else(|| file.text.to_owned())
}
