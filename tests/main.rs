//! The integration tests, one crate: a module per topic.

mod broad_phase;
mod presets;
mod world;
