//! Tests of the kernels in one binary, so that they are linked once.

mod bad_input;
mod boxes;
mod broad_phase;
mod cloth;
mod contact;
mod convexity;
mod hierarchies;
mod impacts;
mod import;
mod interface;
mod level;
mod mended_files;
mod mesh_scenes;
mod push_out;
mod rays;
mod response;
mod road;
mod rods;
mod scaled;
mod shapes;
mod simplices;
mod support;
mod world;
