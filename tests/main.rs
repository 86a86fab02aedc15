//! All integration tests in one binary, so that there is one link step: a module per topic.

mod broad_phase;
mod presets;
mod tidy;
mod world;
