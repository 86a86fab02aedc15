//! Collidoscope: collision-detection methods at work, side by side, and taken apart.
//!
//! The map, from the ground floor up. A module may use those above it in this list, never those below.

pub mod files; // files read with a limit, written complete or not at all
pub mod job; // work on a thread of its own: progress, and a way to stop
pub mod geometry; // shapes: meshes, primitives, hulls, boxes, pieces, import; no method of a source
pub mod names; // a name that nothing has: which was meant, which there are
pub mod settings; // a setting, declared once for slider, command line and CSV
pub mod about; // what is said of a method, whatever question it answers
pub mod simd; // numbers side by side, by the instruction set that the processor has
pub mod hierarchies; // trees of bounding volumes over two meshes: every tree, update and query
pub mod meshes; // two meshes that are asked about: scenes, their trees, what a walk came to
pub mod language; // English, and what is translated of it
pub mod glossary; // the terms of the field, in every language
pub mod world; // bodies that move in a container: pure in (seed, parameters)
pub mod broad_phase; // one file per way to find candidate pairs
pub mod detector; // what every narrow-phase method is: the trait, its verdict, its cost
pub mod object_space; // methods that compute with coordinates: the exact reference, trees of boxes
pub mod continuous; // when two moving features first touch: never missed, never told too late
pub mod cloth; // masses and springs that meet themselves: detection, and a response that lets nothing pass
pub mod road; // a car on a terrain, held up by four rays: the methods that answer them
pub mod level; // movers of every size through one solid-leaf BSP of a level
pub mod gpu; // OpenGL, wrapped
pub mod image_space; // methods that let the rasteriser decide, each a table of passes
pub mod combined; // methods made of methods: the sandwich, convex pieces
pub mod methods; // the one table of all methods
pub mod comparison; // methods for pairs of bodies, held against each other
pub mod exhibit; // what is on show, as plain data: for lessons, links, files and the command line
pub mod render; // scenes and dissected pairs, drawn: camera, palette, lines, bodies
pub mod ui; // what panels are made of: theme, widgets, charts, pictures of scenes
pub mod figures; // drawings that lessons and the inspector share
pub mod inspector; // the page on which anything is taken apart, one step at a time, and what a story is
pub mod stories; // what methods did, step by step: a folder per lab
pub mod labs; // what can be simulated, drawn and set: a folder per lab
pub mod experiments; // one file per published table or figure
pub mod lessons; // the course: a page, a scene, claims and questions each
pub mod app; // the window: event loop, panes, panels, pages
pub mod cli; // one file per command
