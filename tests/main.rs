//! All integration tests in one binary, so that there is one link step.

mod tidy;
mod world;
