//! Cloth: a grid of masses and springs that meets itself, by the patent CN101593367 of Beihang University (source 5).

pub mod detect;
pub mod fast;
pub mod mesh;
pub mod methods;
pub mod motion;
pub mod response;
pub mod step;
pub mod tree;
