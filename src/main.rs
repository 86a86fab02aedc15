//! The program: see `collidoscope --help`.

fn main() {}
