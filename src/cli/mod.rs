//! The command line: one file per command, and the input file of `query`.

pub mod cases;
