//! Collidoscope: collision-detection methods at work, side by side, and explained step by step.
//!
//! The modules in order of dependency: a module may use those above it in this list, never those below.

pub mod files; // files read with a limit, written complete or not at all
pub mod job; // work on a thread of its own: progress and cancel
pub mod geometry; // shapes: meshes, primitives, hulls, boxes, pieces, import; no method of a source
pub mod names; // an unknown name: the one probably meant, and all known ones
pub mod settings; // a setting, declared once for slider, command line and CSV
pub mod about; // the description of a method, for any kind of query
pub mod simd; // SIMD kernels, by the instruction set of the processor
pub mod hierarchies; // trees of bounding volumes over two meshes: every tree, update and query
pub mod meshes; // collision queries on two meshes: scenes, their trees, results of a traversal
pub mod language; // English and its translations
pub mod glossary; // the terms of the field, in every language
pub mod world; // bodies that move in a container: pure in (seed, parameters)
pub mod broad_phase; // one file per way to find candidate pairs
pub mod programs; // detectors in other programs, asked over a pipe; their evidence checked exactly
pub mod detector; // the interface of narrow-phase methods: the trait, its verdict, its cost
pub mod object_space; // methods that compute with coordinates: the exact reference, trees of boxes
pub mod continuous; // first contact of two moving features: never missed, never late
pub mod cloth; // masses and springs: self-collision detection and response
pub mod road; // a car on a terrain, supported by four rays: the methods that cast them
pub mod level; // movers of every size through one solid-leaf BSP of a level
pub mod gpu; // OpenGL, wrapped
pub mod image_space; // methods that use the rasteriser, each a table of passes
pub mod combined; // methods built from other methods: the sandwich, convex pieces
pub mod methods; // the one table of all methods
pub mod comparison; // methods for pairs of bodies, compared with each other
pub mod exhibit; // scene links as plain data: for lessons, links, files and the command line
pub mod render; // scenes and dissected pairs, drawn: camera, palette, lines, bodies
pub mod ui; // building blocks of panels: theme, widgets, charts, pictures of scenes
pub mod figures; // drawings that lessons and the inspector share
pub mod inspector; // the step-by-step page for any method, and the type of its recordings
pub mod stories; // recordings of methods, step by step: a folder per lab
pub mod labs; // the labs, each with its simulation, settings and panels: a folder per lab
pub mod experiments; // one file per published table or figure
pub mod lessons; // the course: a page, a scene, claims and questions each
pub mod grading; // programs of one's own, graded: homework, families of pairs, hints, report
pub mod app; // the window: event loop, panes, panels, pages
pub mod cli; // one file per command
