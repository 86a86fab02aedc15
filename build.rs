//! The translations are read when the crate is compiled: a change in them compiles it again.

fn main() {
    println!("cargo:rerun-if-changed=assets/locales");
}
