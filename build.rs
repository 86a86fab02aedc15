//! Joins the catalogues in `assets/locales` into one JSON object with a member `"English": "中文"` for each of
//! their lines.

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
    // Sorted, because the order in which a folder lists its files differs between machines.
    lines.sort();
    let out = env::var_os("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&out).join("zh-CN.json"), format!("{{{}}}", lines.join(",\n")))
}
