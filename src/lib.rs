//! Collidoscope: collision-detection methods at work, side by side, and explained step by step.
//!
//! As a library, use the crate `collidoscope-kernels`, here [`kernels`]: it is the stable interface. Everything else
//! serves the program and may change in any version.
//!
//! Three crates, from the ground up: `collidoscope-kernels` needs neither OpenGL nor a user interface,
//! `collidoscope-raster` needs OpenGL, and this one is the program. The modules of this crate in order of dependency: a
//! module may use those above it in this list, never those below.

pub use collidoscope_kernels::{
    about, broad_phase, continuous, detector, geometry, hierarchies, job, kernels, meshes, names,
    object_space, road, settings, simd, solids, world,
};
pub use collidoscope_raster::{combined, comparison, image_space, methods, programs, render};

pub mod files; // of the kernels; and pictures and pages
pub mod cloth; // of the kernels; and its measured tables
pub mod level; // of the kernels; and its ground, walker and car
pub mod gpu; // of the raster crate; and the painter of the panels
pub mod language; // English and its translations
pub mod glossary; // the terms of the field, in every language
pub mod exhibit; // scene links as plain data: for lessons, links, files and the command line
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
