//! All integration tests in one binary, so that there is one link step: a module per topic.

mod broad_phase;
mod cases;
mod cases_fuzz;
mod cli;
mod comparison;
mod conformance;
mod convexity;
mod experiments;
mod experiments_page;
mod gl;
mod image_methods;
mod hybrid_boxes;
mod import;
mod occlusion_culling;
mod pass_tables;
mod panel;
mod panes;
mod presets;
mod push_out;
mod reference;
mod scene;
mod schedules;
mod support;
mod tidy;
mod window;
mod world;
