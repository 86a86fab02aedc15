//! What is recorded of a walk down two trees and of a frame of sweep and prune, against what decides.

mod axes;
mod pages;
mod sweep;
mod walks;
