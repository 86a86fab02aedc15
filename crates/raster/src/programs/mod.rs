//! Detectors in programs of one's own: the protocol of lines, a child process within limits, recordings, and the
//! permission to run. Their answers and evidence are checked in the kernels.

pub use collidoscope_kernels::programs::*;

pub mod asker;
pub mod command;
pub mod process;
pub mod program;
pub mod protocol;
pub mod recording;
