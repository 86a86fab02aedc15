//! All integration tests in one binary, so that there is one link step: a module per topic.

mod broad_phase;
mod cases;
mod cases_fuzz;
mod cli;
mod conformance;
mod convexity;
mod decomposition;
mod gl;
mod import;
mod pass_tables;
mod piecewise;
mod model;
mod panel;
mod presets;
mod reference;
mod scene;
mod support;
mod tidy;
mod window;
mod world;
