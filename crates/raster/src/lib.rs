//! OpenGL without a user interface: contexts, methods for pairs of bodies that let the rasteriser decide, the
//! table of all methods for pairs, their comparison, and the drawing of scenes. Serves the program Collidoscope; any
//! version may change it.
//!
//! The modules in order of dependency: a module may use those above it in this list, never those below.

use collidoscope_kernels::{
    about, broad_phase, detector, geometry, hierarchies, names, object_space, settings, solids, world,
};

pub mod programs; // of the kernels; and other programs, started and asked over a pipe
pub mod gpu; // OpenGL, wrapped
pub mod image_space; // methods that use the rasteriser, each a table of passes
pub mod combined; // methods built from other methods: the sandwich, convex pieces
pub mod methods; // the one table of all methods
pub mod comparison; // methods for pairs of bodies, compared with each other
pub mod render; // scenes and dissected pairs, drawn: camera, palette, lines, bodies
