//! The car and its terrain.

mod car;
mod terrain;
