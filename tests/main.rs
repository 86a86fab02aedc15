//! All integration tests in one binary, so that they are linked once: a module per tier, see `docs/internals/testing.md`.

mod gpu;
mod program;
mod support;
mod window;
