//! Collidoscope: collision-detection methods at work, side by side, and explained step by step.
//!
//! As a library, use [`kernels`]: it is the stable interface. Everything else serves the program and may change in any
//! version. Without the default feature `window` only the kernels are compiled; `import` adds readers of files.
//!
//! The modules in order of dependency: a module may use those above it in this list, never those below.

#[cfg(feature = "import")]
#[cfg_attr(not(feature = "window"), doc(hidden))]
pub mod files; // files read with a limit, written complete or not at all
#[cfg_attr(not(feature = "window"), doc(hidden))]
pub mod job; // work on a thread of its own: progress and cancel
#[cfg_attr(not(feature = "window"), doc(hidden))]
pub mod geometry; // shapes: meshes, primitives, hulls, boxes, pieces, import; no method of a source
#[cfg_attr(not(feature = "window"), doc(hidden))]
pub mod names; // an unknown name: the one probably meant, and all known ones
#[cfg_attr(not(feature = "window"), doc(hidden))]
pub mod settings; // a setting, declared once for slider, command line and CSV
#[cfg_attr(not(feature = "window"), doc(hidden))]
pub mod about; // the description of a method, for any kind of query
#[cfg_attr(not(feature = "window"), doc(hidden))]
pub mod simd; // SIMD kernels, by the instruction set of the processor
#[cfg_attr(not(feature = "window"), doc(hidden))]
pub mod hierarchies; // trees of bounding volumes over two meshes: every tree, update and query
#[cfg_attr(not(feature = "window"), doc(hidden))]
pub mod meshes; // collision queries on two meshes: scenes, their trees, results of a traversal
#[cfg(feature = "window")]
pub mod language; // English and its translations
#[cfg(feature = "window")]
pub mod glossary; // the terms of the field, in every language
#[cfg_attr(not(feature = "window"), doc(hidden))]
pub mod world; // bodies that move in a container: pure in (seed, parameters)
#[cfg_attr(not(feature = "window"), doc(hidden))]
pub mod broad_phase; // one file per way to find candidate pairs
#[cfg_attr(not(feature = "window"), doc(hidden))]
pub mod programs; // detectors in other programs, asked over a pipe; their evidence checked exactly
#[cfg_attr(not(feature = "window"), doc(hidden))]
pub mod detector; // the interface of narrow-phase methods: the trait, its verdict, its cost
#[cfg_attr(not(feature = "window"), doc(hidden))]
pub mod object_space; // methods that compute with coordinates: the exact reference, trees of boxes
#[cfg_attr(not(feature = "window"), doc(hidden))]
pub mod continuous; // first contact of two moving features: never missed, never late
#[cfg_attr(not(feature = "window"), doc(hidden))]
pub mod cloth; // masses and springs: self-collision detection and response
#[cfg_attr(not(feature = "window"), doc(hidden))]
pub mod road; // a car on a terrain, supported by four rays: the methods that cast them
#[cfg_attr(not(feature = "window"), doc(hidden))]
pub mod level; // movers of every size through one solid-leaf BSP of a level
pub mod kernels; // the stable interface of the library: arrays in, arrays out
#[cfg(feature = "window")]
pub mod gpu; // OpenGL, wrapped
#[cfg(feature = "window")]
pub mod image_space; // methods that use the rasteriser, each a table of passes
#[cfg(feature = "window")]
pub mod combined; // methods built from other methods: the sandwich, convex pieces
#[cfg(feature = "window")]
pub mod methods; // the one table of all methods
#[cfg(feature = "window")]
pub mod comparison; // methods for pairs of bodies, compared with each other
#[cfg(feature = "window")]
pub mod exhibit; // scene links as plain data: for lessons, links, files and the command line
#[cfg(feature = "window")]
pub mod render; // scenes and dissected pairs, drawn: camera, palette, lines, bodies
#[cfg(feature = "window")]
pub mod ui; // building blocks of panels: theme, widgets, charts, pictures of scenes
#[cfg(feature = "window")]
pub mod figures; // drawings that lessons and the inspector share
#[cfg(feature = "window")]
pub mod inspector; // the step-by-step page for any method, and the type of its recordings
#[cfg(feature = "window")]
pub mod stories; // recordings of methods, step by step: a folder per lab
#[cfg(feature = "window")]
pub mod labs; // the labs, each with its simulation, settings and panels: a folder per lab
#[cfg(feature = "window")]
pub mod experiments; // one file per published table or figure
#[cfg(feature = "window")]
pub mod lessons; // the course: a page, a scene, claims and questions each
#[cfg(feature = "window")]
pub mod grading; // programs of one's own, graded: homework, families of pairs, hints, report
#[cfg(feature = "window")]
pub mod app; // the window: event loop, panes, panels, pages
#[cfg(feature = "window")]
pub mod cli; // one file per command
