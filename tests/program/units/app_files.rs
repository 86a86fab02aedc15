//! Files of the window: places to save, memory between sessions, scenes and lectures.

use std::fs;
use std::path::{Path, PathBuf};

use collidoscope::app::asking::places::{Kind, Place, Use, completions};
use collidoscope::app::memory::{FILE, KeptLecture, Memory};
use collidoscope::app::opening::Given;
use collidoscope::app::scene_file::{parse, read};
use collidoscope::labs::lab::Takes;
use collidoscope::labs::{self, LABS};

const STEPS: Kind = Kind { asks: "", ending: "png", takes: None, use_of: Use::SavedAsSequence };
const SCENE: Kind = Kind { ending: "collidoscope.json", use_of: Use::Saved, ..STEPS };
const OPEN: Kind = Kind { use_of: Use::Opened, ..SCENE };

fn refused(place: Place) -> String {
    match place {
        Place::Refused(why) => why,
        other => panic!("{other:?}"),
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_is_refused_and_not_waited_for() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.obj");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    assert!(refused(OPEN.place("pipe.obj", folder.path())).contains("not a regular file"));
}

#[test]
fn a_name_gets_its_ending_and_what_is_there_is_told() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    assert_eq!(SCENE.place("one", folder.path()), Place::Free(at("one.collidoscope.json")));
    assert_eq!(SCENE.place("one.JSON", folder.path()), Place::Free(at("one.JSON")));
    assert_eq!(SCENE.place("v1.2", folder.path()), Place::Free(at("v1.2.collidoscope.json")));
    fs::write(at("one.collidoscope.json"), "").unwrap();
    let path = at("one.collidoscope.json");
    assert_eq!(SCENE.place("one", folder.path()), Place::Taken(path.clone(), path.clone()));
    assert_eq!(OPEN.place(path.to_str().unwrap(), Path::new("/")), Place::Free(path));
    fs::write(at("x-07.png"), "").unwrap();
    assert_eq!(STEPS.place("x", folder.path()), Place::Taken(at("x.png"), at("x-07.png")));
    assert_eq!(STEPS.place("y.png", folder.path()), Place::Free(at("y.png")));
}

#[test]
fn a_path_that_cannot_be_is_refused_with_its_reason() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "").unwrap();
    fs::create_dir(folder.path().join("d.collidoscope.json")).unwrap();
    for (kind, text, says) in [
        (SCENE, " ", "Type the path"),
        (SCENE, ".", "is a folder: add"),
        (SCENE, "d", "is a folder: choose"),
        (SCENE, "nowhere/one", "There is no folder"),
        (SCENE, "file/one", "is a file, not a folder"),
        (OPEN, "one", "There is no file"),
        (OPEN, "", "Type the path"),
    ] {
        let why = refused(kind.place(text, folder.path()));
        assert!(why.contains(says) && !why.contains('\n'), "{text}: {why}");
    }
}

#[test]
fn folders_and_files_of_the_kind_complete_what_was_typed() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["Alpha", "beta"] {
        fs::create_dir(folder.path().join(name)).unwrap();
    }
    for name in ["a.json", "a.png", ".a.json", "Alpha/one.collidoscope.json"] {
        fs::write(folder.path().join(name), "").unwrap();
    }
    let of = |text: &str| completions(text, folder.path(), &OPEN);
    assert_eq!(of("a"), ["Alpha/", "a.json"]);
    assert_eq!(of(""), ["Alpha/", "beta/", "a.json"]);
    assert_eq!(of("Alpha/o"), ["Alpha/one.collidoscope.json"]);
    assert_eq!(of("nowhere/"), Vec::<String>::new());
    let takes = LABS.iter().find_map(|row| row.takes);
    let meshes = Kind { takes: takes.map(|takes| Takes { endings: &["obj", "png"], ..takes }), ..OPEN };
    assert_eq!(completions("a", folder.path(), &meshes), ["Alpha/", "a.json", "a.png"]);
    assert!(meshes.opens().is_some_and(|says| says.ends_with("(.obj, .png).")), "{:?}", meshes.opens());
    assert_eq!((OPEN.opens().is_some(), SCENE.opens()), (true, None));
    let whole = format!("{}/b", folder.path().display());
    assert_eq!(of(&whole), [format!("{whole}eta/")]);
}

mod lecture_file {
    use collidoscope::app::lecture::file::{ItemFile, LectureFile};
    use proptest::prelude::*;

    fn texts() -> impl Strategy<Value = Option<String>> {
        proptest::option::of(proptest::collection::vec(any::<char>(), 0..12).prop_map(String::from_iter))
    }

    proptest! {
        #[test]
        fn what_is_written_is_read_back(
            title in texts(), minutes in proptest::option::of(0_u32..2000), link in texts(), notes in texts(),
            lines in proptest::collection::vec("[ -~\\n\\t\u{7f}\u{1}\u{85}\"\\\\']*", 0..3), play: bool,
        ) {
            let item = ItemFile { link, notes, lines: lines.clone(), answer: lines, play, ..ItemFile::default() };
            let items = vec![item, ItemFile { lesson: title.clone(), slides: title.clone(), ..ItemFile::default() }];
            let file = LectureFile { title: title.unwrap_or_default(), minutes, items };
            let read = LectureFile::parse(&file.text());
            prop_assert_eq!(read, Ok(file.clone()), "{}", file.text());
        }
    }

    #[test]
    fn what_is_wrong_is_named_with_its_line_and_item() {
        for (text, says) in [
            ("title = 3", "line 1: "),
            ("title = \"a", "line 1: "),
            ("minutes = -5", "line 1: "),
            ("minutes = twenty", "line 1: minutes = twenty: a text needs quotes, and a number has digits"),
            ("[[item]]\nplay = yes", "line 2, item 1: play = yes: a text needs quotes"),
            (
                "\n[[item]]\nlesson = \"a\"\n[[item]]\nlink = \"\"\ncommand = \"rm\"",
                "line 6, item 2: unknown field `command`",
            ),
            ("[[item]]\nlines = \"one\"", "line 2, item 1: "),
            ("[[item]]\nlesson = \"a\"\nlesson = \"b\"", "line 3, item 1: "),
            ("items = []", "unknown field `items`"),
        ] {
            let why = LectureFile::parse(text).unwrap_err();
            assert!(why.contains(says) && !why.contains('\n'), "{text:?}: {why}");
        }
        assert_eq!(LectureFile::parse(""), Ok(LectureFile::default()));
    }
}

#[test]
fn what_is_remembered_is_read_as_it_was_written() {
    let folder = tempfile::tempdir().unwrap();
    let inside = folder.path().join("not/there/yet");
    assert_eq!(Memory::load(&inside), (Memory::default(), None));
    let memory = Memory {
        language: Some("zh-CN".into()),
        theme: Some("light".into()),
        quality: Some("best".into()),
        window: Some([1920.0, 1000.5]),
        lesson: Some("stencil".into()),
        lessons_seen: vec!["buffers".into(), "stencil".into()],
        predictions_shown: vec!["balance/0".into()],
        slides_reached: [("buffers".into(), 2)].into(),
        slides_chosen: [("buffers/2".into(), 1)].into(),
        lecture: Some(KeptLecture { is_open: true, path: None, unsaved: Some("title = \"x\"\n".into()) }),
        ..Memory::default()
    };
    memory.save(&inside).unwrap();
    assert_eq!(Memory::load(&inside), (memory, None));
}

#[cfg(unix)]
#[test]
fn what_is_remembered_is_private_and_has_paths_of_any_bytes() {
    use std::os::unix::{ffi::OsStringExt as _, fs::PermissionsExt as _};
    let folder = tempfile::tempdir().unwrap();
    let (inside, path) = (folder.path().join("c"), PathBuf::from(std::ffi::OsString::from_vec(vec![255])));
    let memory = Memory { folder: Some((&path).into()), recent: vec![(&path).into()], ..Memory::default() };
    let mode = |path: &Path| std::fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let widen =
        |path: &Path, to| std::fs::set_permissions(path, std::fs::Permissions::from_mode(to)).unwrap();
    for _ in 0..2 {
        memory.save(&inside).unwrap();
        assert_eq!((mode(&inside), mode(&inside.join(FILE))), (0o700, 0o600));
        assert_eq!(Memory::load(&inside), (memory.clone(), None));
        widen(&inside, 0o755);
        widen(&inside.join(FILE), 0o644);
    }
}

#[test]
fn a_broken_or_newer_file_is_set_aside_and_told_and_none_is_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(FILE);
    let broken = [
        &b"{\"version\": 1, \"language\": 3}"[..],
        b"{\"version\": 2}",
        b"{",
        b"",
        b"\xff\xfe",
        b"[]",
        b"{\"version\": -1}",
        b"{\"version\": 1, \"scene\": {\"collidoscope\": 2, \"colour\": 1}}",
    ];
    for (count, bytes) in broken.into_iter().enumerate() {
        std::fs::write(&path, bytes).unwrap();
        let (memory, notice) = Memory::load(folder.path());
        assert_eq!(memory, Memory::default());
        assert!(notice.unwrap().contains("set aside"), "{count}");
        assert!(!path.exists());
        let number = if count == 0 { String::new() } else { format!("-{count}") };
        let kept = folder.path().join(format!("remembered.aside{number}.json"));
        assert_eq!(std::fs::read(kept).unwrap(), bytes);
    }
}

#[test]
fn a_file_is_told_apart_by_its_ending_and_an_unknown_one_by_its_content() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, content: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, content).unwrap();
        path
    };
    let (level, arena) = (labs::find("level").unwrap(), labs::find("arena").unwrap());
    assert_eq!(Given::of(&file("a.JSON", ""), level), Ok(Given::Scene));
    assert_eq!(Given::of(&file("my.lecture.TOML", ""), arena), Ok(Given::Lecture));
    assert_eq!(Given::of(&file("a.Obj", ""), arena), Ok(Given::OfLab));
    assert_eq!(Given::of(&file("a.map", "{"), level), Ok(Given::OfLab));
    assert_eq!(Given::of(&file("scene", "\u{feff}\n {\"collidoscope\": 2}"), arena), Ok(Given::Scene));
    let why = Given::of(&file("b.map", "{"), arena).unwrap_err();
    assert!(
        why.contains("a scene file (.json), a lecture (.toml), or a mesh")
            && why.ends_with("for the lab level"),
        "{why}"
    );
    assert_eq!(Given::of(&file("a.Passes", ""), arena), Ok(Given::Document));
    let why = Given::of(&file("a.passes", "{"), level).unwrap_err();
    assert!(why.ends_with("for the lab arena"), "{why}");
    for (name, content) in [("a.txt", "text"), ("none", "")] {
        let why = Given::of(&file(name, content), level).unwrap_err();
        assert!(why.contains(name) && why.contains(".map") && !why.contains('\n'), "{why}");
    }
    assert_eq!(Given::of(&folder.path().join("not-there"), level), Ok(Given::Scene));
}

#[test]
fn a_short_file_is_enough() {
    let file = parse(r#"{"collidoscope": 2, "show": "preset=containment"}"#).unwrap();
    assert_eq!((file.lab, file.cameras_linked), (serde_json::Value::Null, true));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("marked.json");
    std::fs::write(&path, "\u{feff}{\"collidoscope\": 2, \"show\": \"\"}").unwrap();
    assert_eq!(read(&path).unwrap().show, "", "a byte order mark is no fault");
}

#[test]
fn what_is_wrong_is_said_with_its_place() {
    for (text, says) in [
        ("", "line 1"),
        ("[]", "begins with"),
        ("{\"show\": \"\"}", "collidoscope"),
        (r#"{"collidoscope": 3, "anything": 1}"#, "version 3 and this program reads version 2"),
        (r#"{"collidoscope": 1, "world": {}}"#, "unknown version 1; this program reads version 2"),
        (r#"{"collidoscope": -1}"#, "unknown version -1; this program reads version 2"),
        (r#"{"collidoscope": 2}"#, "show"),
        ("{\"collidoscope\": 2,\n\"show\": 5}", "line 2"),
        (r#"{"collidoscope": 2, "show": "", "color": 1}"#, "unknown field `color`"),
        (r#"{"collidoscope": 2, "show": "step=x"}"#, "\"show\": step=x"),
    ] {
        let why = parse(text).unwrap_err().to_string();
        assert!(why.contains(says) && !why.contains('\n'), "{text}: {why}");
    }
}

/// Found by fuzzing: a field name with a DEL character was quoted unescaped.
#[test]
fn control_characters_of_a_file_are_not_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bad\u{9b}.json");
    for text in [
        "{\"collidoscope\": 2, \"show\": \"\", \"cameras\u{7f}\": true}",
        "{\"collidoscope\": 2, \"show\": \"\", \"a\\u001bb\": true}",
        "{\"collidoscope\": 2, \"show\": \"\", \"a\u{85}b\": true}",
    ] {
        std::fs::write(&path, text).unwrap();
        let why = format!("{:#}", read(&path).unwrap_err());
        assert!(why.contains('\u{fffd}') && !why.contains(char::is_control), "{text}: {why:?}");
        assert!(why.contains("line 1: unknown"), "{why:?}");
    }
}
