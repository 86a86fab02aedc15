//! Joins the catalogues in `assets/locales` into one JSON object: each of their lines, `"English": "中文"`, is a member of it.

use std::path::Path;
use std::{env, fs};

const CATALOGUES: &str = "assets/locales";

fn main() -> std::io::Result<()> {
    println!("cargo:rerun-if-changed={CATALOGUES}");
    let mut lines = Vec::new();
    for entry in fs::read_dir(CATALOGUES)? {
        let text = fs::read_to_string(entry?.path())?;
        lines.extend(text.lines().filter(|line| line.starts_with('"')).map(str::to_owned));
    }
    // Folders list their files in any order; the program is the same on every machine.
    lines.sort();
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("zh-CN.json"), format!("{{{}}}", lines.join(",\n")))
}
