//! Shared by several test modules, and by the tests of the other crates, each of which uses a part.

#![allow(dead_code)]

pub mod arrays;
pub mod cloths;
pub mod levels;
pub mod mesh_files;
pub mod pairs;
pub mod roads;
pub mod solids;
