//! Scene files: an opened file equals the saved state, bad files change nothing, and nothing makes the reader
//! panic.

use crate::support::window;
use crate::support::window::Drive as _;
use collidoscope::ui::requests::{FilesRequest, Request};
use std::path::Path;

use collidoscope::app::Shell;
use collidoscope::app::file_work::OpenFile;
use collidoscope::app::scene_file;
use collidoscope::app::scene_file::LoadedScene;
use collidoscope::app::scene_file::SceneFile;
use collidoscope::gpu::Gpu;
use collidoscope::labs::arena::Setup;
use collidoscope::labs::arena::model::Model;
use collidoscope::labs::arena::words::Start;
use collidoscope::methods;
use collidoscope::world::{PRESETS, Pair, Parameters};
use proptest::prelude::*;

use crate::support::gpu;

fn shell(gpu: &Gpu, start: Start) -> Shell {
    let method = methods::find("stencil").unwrap();
    window::open(gpu, Setup { start, method })
}

fn experiment(seed: u64, count: usize) -> Start {
    Start::Experiment(Parameters { seed, count, ..Parameters::default() })
}

/// All visible state of a window.
#[derive(Debug, PartialEq)]
struct Look {
    state_hash: u64,
    frame: u64,
    verdicts: Vec<(&'static str, Vec<bool>)>,
    exhibit: String,
}

fn look(shell: &Shell) -> Look {
    let arena = shell.arena();
    let verdicts = arena
        .found()
        .answers
        .iter()
        .map(|answer| (answer.method.id, answer.verdicts.iter().map(|v| v.colliding).collect()));
    Look {
        state_hash: arena.world().state_hash(),
        frame: arena.world().frame(),
        verdicts: verdicts.collect(),
        exhibit: shell.exhibit().to_string(),
    }
}

/// Saves as text and opens it in a window that shows another scene.
fn reopened(gpu: &Gpu, file: &SceneFile, folder: &Path) -> Shell {
    let text = serde_json::to_string(file).unwrap();
    let read = scene_file::parse(&text).unwrap();
    assert_eq!(&read, file, "nothing is lost in the text");
    let mut other = shell(gpu, Start::Preset(&PRESETS[3]));
    other.open_scene(&LoadedScene::check(read, folder).unwrap()).unwrap();
    other
}

#[test]
fn a_scene_is_opened_as_it_was_saved_and_goes_on_the_same() {
    let gpu = gpu();
    let mut first = shell(&gpu, experiment(11, 40));
    first
        .present(&"method=stencil,occlusion-query,gjk&resolution=64&page=inspector&step=2".parse().unwrap())
        .unwrap();
    (0..37).for_each(|_| first.arena_mut().step());
    let candidate = first.arena().found().candidates[0];
    first.arena_mut().selected_pair = Some(candidate);
    first.arena_mut().focus_on(1);
    let shown = first.arena_mut().roles().shown;
    first.arena_mut().set_of(shown, "axis", "z").unwrap();
    first.arena_mut().overlays.windows = true;
    first.ask(Request::ToggleLink);
    first.cameras.steer(1, |camera| camera.orbit(33.0, -12.0));
    let mut second = reopened(&gpu, &first.scene_file(Path::new("")), Path::new(""));
    assert_eq!(look(&first), look(&second));
    assert_eq!(first.cameras, second.cameras);
    assert_eq!(first.arena().overlays, second.arena().overlays);
    assert_eq!(first.scene_file(Path::new("")), second.scene_file(Path::new("")));
    for shell in [&mut first, &mut second] {
        (0..5).for_each(|_| shell.arena_mut().step());
    }
    assert_eq!(look(&first), look(&second), "five frames later");
}

#[test]
fn every_preset_and_a_model_come_back() {
    let gpu = gpu();
    for preset in PRESETS {
        let mut first = shell(&gpu, Start::Preset(preset));
        first.arena_mut().step();
        let second = reopened(&gpu, &first.scene_file(Path::new("")), Path::new(""));
        assert_eq!(look(&first), look(&second), "{}", preset.id);
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets");
    let model = Model::load(&folder.join("models/torus.obj"), &mut |_| true).unwrap();
    let parameters = Parameters { count: 6, ..Parameters::default() };
    let first = shell(&gpu, Start::Models(vec![model].into(), parameters));
    let file = first.scene_file(&folder);
    assert!(serde_json::to_string(&file).unwrap().contains("\"models/torus.obj\""), "relative to the file");
    assert_eq!(look(&first), look(&reopened(&gpu, &file, &folder)));
}

#[test]
fn what_cannot_be_is_refused_with_a_line_and_changes_nothing() {
    let refusal = |show: &str, lab: &str| {
        let text = format!(r#"{{"collidoscope": 2, "show": "lab=arena&{show}", "lab": {{{lab}}}}}"#);
        let checked = scene_file::parse(&text).and_then(|file| LoadedScene::check(file, Path::new("")));
        format!("{:#}", checked.err().expect(&text))
    };
    let body =
        r#"{"position": [0, 0, 0], "rotation": [0, 0, 0, 1], "velocity": [0, 0, 0], "spin": [0, 0, 0]}"#;
    let three = |first: &str| format!("\"bodies\": [{first}, {body}, {body}]");
    for (show, lab, says) in [
        ("preset=nowhere", String::new(), "containment"),
        ("seed=1&density=7", String::new(), "0.001 to 0.3"),
        ("", r#""models": {"paths": []}"#.to_owned(), "at least one mesh"),
        ("", r#""models": {"paths": ["no.obj"]}"#.to_owned(), "no.obj"),
        ("bodies=3", r#""frame": 3"#.to_owned(), "with their state"),
        ("bodies=3", format!("\"bodies\": [{body}]"), "expected 3 bodies"),
        ("bodies=3", three(&body.replace("[0, 0, 0, 1]", "[0, 0, 0, 2]")), "body 0"),
        ("bodies=3", three(&body.replacen("[0, 0, 0]", "[1e9, 0, 0]", 1)), "in or near"),
        ("bodies=3&pair=0-3", String::new(), "bodies 0 to 2"),
        ("bodies=3&focus=2", String::new(), "1 pane"),
        ("bodies=3&focus=18446744073709551615", String::new(), "from 1 to 4"),
        ("bodies=3&driver=magic", String::new(), "gjk"),
        ("bodies=3&broad-phase=magic", String::new(), "octree"),
        ("bodies=3&overlays=magic", String::new(), "windows"),
        ("bodies=3&stencil.resolution=9", String::new(), "16"),
        ("bodies=3&magic.resolution=64", String::new(), "occlusion-query"),
    ] {
        let why = refusal(show, &lab);
        assert!(why.contains(says) && !why.contains('\n'), "{show} {lab}: {why}");
    }
}

#[test]
fn a_file_that_is_none_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scene.collidoscope.json");
    let why = |path: &Path| format!("{:#}", LoadedScene::load(path).err().unwrap());
    assert!(why(&path).contains("scene.collidoscope.json"));
    for bytes in [&b"\xff\xfe"[..], b"{}", b"{\"collidoscope\": 99}"] {
        std::fs::write(&path, bytes).unwrap();
        assert!(why(&path).contains("scene.collidoscope.json"), "{}", why(&path));
    }
}

#[test]
fn a_saved_scene_is_a_file_with_its_version_in_front() {
    let gpu = gpu();
    let folder = tempfile::tempdir().unwrap();
    let mut shell = shell(&gpu, experiment(2, 8));
    shell.folder = folder.path().to_owned();
    let path = folder.path().join("scene.collidoscope.json");
    scene_file::write(&path, &shell.scene_file(folder.path())).unwrap();
    shell.files.scene = Some(OpenFile::now(&path, (shell.lab.row().id, None)));
    std::fs::remove_file(&path).unwrap();
    shell.ask(Request::Files(FilesRequest::SaveScene));
    let notice = shell.notice.clone().unwrap();
    let path = notice.strip_prefix("Saved ").unwrap();
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.starts_with("{\n  \"collidoscope\": 2,"), "{text}");
    LoadedScene::load(Path::new(path)).unwrap();
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC{0,200}") {
        let _ = scene_file::parse(&text);
    }

    /// A valid file with a part removed, doubled or replaced is read or refused.
    #[test]
    fn no_mutation_makes_it_panic(
        at in 0usize..400,
        length in 0usize..40,
        put in "[\\-0-9\"\\[\\]{},:a-z]{0,8}",
    ) {
        let text = r#"{"collidoscope": 2, "show": "lab=arena&seed=1&bodies=3&pair=0-1&stencil.resolution=64", "lab": {"frame": 0}, "cameras": []}"#;
        let (at, end) = (at.min(text.len()), (at + length).min(text.len()));
        let mutated = format!("{}{put}{}", &text[..at], &text[end.max(at)..]);
        let many = |file: &SceneFile| {
            let show: collidoscope::exhibit::SceneLink = file.show.parse().unwrap();
            show.words.get("bodies").is_some_and(|n| n.parse::<usize>().is_ok_and(|n| n > 2000))
        };
        if let Ok(file) = scene_file::parse(&mutated)
            && !many(&file)
        {
            let _ = LoadedScene::check(file, Path::new(""));
        }
    }
}

#[test]
fn a_camera_that_cannot_be_is_refused() {
    let load = |target: &str, distance: &str| {
        let camera =
            format!(r#"{{"target": [0, {target}, 0], "distance": {distance}, "yaw": 1, "pitch": 0}}"#);
        let others = [format!(r#""cameras": [{camera}]"#), format!(r#""inspector_camera": {camera}"#)];
        others.map(|camera| {
            let text = format!(r#"{{"collidoscope": 2, "show": "preset=containment", {camera}}}"#);
            let checked = LoadedScene::check(scene_file::parse(&text).unwrap(), Path::new(""));
            checked.err().map_or_else(String::new, |why| format!("{why:#}"))
        })
    };
    assert_eq!(load("1", "4"), ["", ""]);
    for (target, distance, says) in [
        ("1", "-5", "\"distance\": -5.0; expected more than 0 m"),
        ("1", "0", "\"distance\": 0.0; expected more than 0 m"),
        ("1", "1e200", "\"distance\": 1e200; expected"),
        ("1e300", "4", "\"target\": 1e300; expected at most 1e15 m"),
        ("-1e300", "4", "\"target\": -1e300; expected at most 1e15 m"),
    ] {
        for why in load(target, distance) {
            assert!(why.contains("camera") && why.contains(says), "{target} {distance}: {why}");
        }
    }
}

/// A pair is identified by its two bodies; a pair that the world lacks is not opened.
#[test]
fn a_pair_is_kept() {
    let gpu = gpu();
    let mut first = shell(&gpu, Start::Preset(&PRESETS[6]));
    first.arena_mut().selected_pair = Some(Pair { a: 0, b: 1 });
    let second = reopened(&gpu, &first.scene_file(Path::new("")), Path::new(""));
    assert_eq!(second.arena().selected_pair, Some(Pair { a: 0, b: 1 }));
}

/// Found by fuzzing: a file at the largest frame number was opened, and the next frame overflowed.
#[test]
fn a_frame_after_which_none_can_be_counted_is_refused() {
    const LAST: u64 = 1 << 53;
    for show in ["lab=arena&bodies=2", "lab=road&triangles=1000", "lab=level&faces=1000"] {
        let words = show.parse::<collidoscope::exhibit::SceneLink>().unwrap();
        let row = collidoscope::labs::find(words.lab.as_deref().unwrap()).unwrap();
        let mut lab = (row.build)(None, &words.words, None).unwrap();
        lab.step();
        for (frame, opens) in [(LAST, true), (LAST + 1, false), (u64::MAX, false)] {
            let mut part = lab.save(Path::new(""));
            match row.id {
                "arena" => part["frame"] = frame.into(),
                _ => part["state"]["frame"] = frame.into(),
            }
            let text = serde_json::json!({"collidoscope": 2, "show": show, "lab": part}).to_string();
            match LoadedScene::check(scene_file::parse(&text).unwrap(), Path::new("")) {
                Ok(scene) => {
                    let mut lab = (row.build)(None, &scene.show.words, Some(&scene.saved)).unwrap();
                    assert!(opens && lab.frame() == LAST, "{show}: {frame}");
                    lab.step();
                    assert!(lab.frame() > LAST, "{show}");
                }
                Err(why) => assert!(!opens && why.to_string().contains(&LAST.to_string()), "{show}: {why}"),
            }
        }
    }
}
