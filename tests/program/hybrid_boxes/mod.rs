//! The four cascades and their experiments.

mod cascades;
mod experiments;
