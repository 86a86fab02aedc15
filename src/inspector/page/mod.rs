//! The page that scrubs a recording: its steps, its transport, its verdict.

pub mod steps;
pub mod transport;
pub mod verdict;
