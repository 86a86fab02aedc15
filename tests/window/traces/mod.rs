//! Compares the recordings of a traversal of two trees and of a frame of sweep and prune with the methods
//! themselves.

mod axes;
mod pages;
mod sweep;
mod walks;
