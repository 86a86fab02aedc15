//! The files of a package agree with the program: its id, the kind of its scene files, the sizes of its icon.

use std::fs;
use std::path::{Path, PathBuf};

use collidoscope::app::identity::APP_ID;
use collidoscope::app::scene_file::ENDING;

/// Media type of scene files.
const SCENE: &str = "application/x-collidoscope+json";

fn top() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn packaged(ending: &str) -> String {
    let path = top().join("packaging/linux").join(format!("{APP_ID}.{ending}"));
    fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

/// The value of a key of a desktop file.
fn value<'a>(desktop: &'a str, key: &str) -> &'a str {
    desktop.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix('=')).unwrap_or_default()
}

#[test]
fn desktop_file_metainfo_and_scene_type_name_each_other() {
    let (desktop, metainfo, scenes) = (packaged("desktop"), packaged("metainfo.xml"), packaged("mime.xml"));
    for key in ["Icon", "StartupWMClass"] {
        assert_eq!(value(&desktop, key), APP_ID, "{key}");
    }
    assert_eq!(value(&desktop, "MimeType"), format!("{SCENE};"));
    for text in [
        format!("<id>{APP_ID}</id>"),
        format!("<launchable type=\"desktop-id\">{APP_ID}.desktop</launchable>"),
        format!("<mediatype>{SCENE}</mediatype>"),
        format!("<summary>{}</summary>", value(&desktop, "Comment")),
        format!("<project_license>{}</project_license>", env!("CARGO_PKG_LICENSE")),
    ] {
        assert!(metainfo.contains(&text), "{text} is missing");
    }
    assert!(scenes.contains(&format!("type=\"{SCENE}\"")));
    assert!(scenes.contains(&format!("pattern=\"*.{ENDING}\"")));
}

#[test]
fn every_icon_has_the_size_of_its_name() {
    let files = fs::read_dir(top().join("assets/icon")).unwrap().map(|entry| entry.unwrap().path());
    let pictures: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|e| e == "png")).collect();
    assert!(pictures.len() >= 7, "{pictures:?}");
    for path in pictures {
        let side: u32 = path.file_stem().unwrap().to_str().unwrap().parse().unwrap();
        assert_eq!(image::open(&path).unwrap().to_rgba8().dimensions(), (side, side), "{}", path.display());
    }
}

#[test]
fn the_citation_names_this_version() {
    let citation = fs::read_to_string(top().join("CITATION.cff")).unwrap();
    let version = format!("version: {}", env!("CARGO_PKG_VERSION"));
    assert!(citation.lines().any(|line| line == version), "CITATION.cff needs the line {version}");
}

#[test]
fn every_kind_of_file_has_a_fuzz_target_with_seeds() {
    let top = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let manifest = std::fs::read_to_string(top.join("Cargo.toml")).unwrap();
    for target in
        collidoscope::geometry::import::ENDINGS.iter().chain(&["cases", "ccd", "map", "scene", "sweep"])
    {
        assert!(manifest.contains(&format!("path = \"fuzz_targets/{target}.rs\"")), "{target} has no target");
        assert!(top.join(format!("fuzz_targets/{target}.rs")).exists());
        assert!(top.join("seeds").join(target).read_dir().unwrap().next().is_some(), "{target} has no seeds");
    }
}
