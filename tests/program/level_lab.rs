//! The lab of the level: no method lets the mover into the solid, one tree serves every mover, walks are
//! recorded and undone.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use collidoscope::app::edits::Edits;
use collidoscope::labs::lab::Lab;
use collidoscope::labs::level::lab::ROW;
use collidoscope::labs::level::level_lab::LevelLab;
use collidoscope::labs::playhead::Playhead;
use collidoscope::level::figure::KINDS;
use collidoscope::level::methods::METHODS;

use crate::support::labs::{fact, words};

fn level(line: &str) -> LevelLab {
    LevelLab::build(None, &words(line), None).unwrap()
}

#[test]
fn on_a_walk_no_method_is_late_and_shifted_planes_are_early_at_corners() {
    let ids = ["bsp-shift", "bsp-shift-bevels", "brush-planes", "exact"];
    let mut lab = level(&format!("faces=1500&method={}", ids.join(",")));
    for kind in &KINDS {
        lab.put(&words(&format!("mover={}&seed=1&frame=0", kind.id))).unwrap();
        for frame in 0..160 {
            lab.step();
            for lane in &lab.contest.lanes {
                let answer = lane.answer().unwrap();
                assert!(!answer.is_late(), "{} {frame} {}: {answer:?}", kind.id, lane.method().id);
            }
        }
        let totals: Vec<_> = lab.contest.lanes.iter().map(|lane| lane.total).collect();
        assert!(totals[0].hits > 0 && totals[3].early == 0, "{}: {totals:?}", kind.id);
        assert!(kind.id != "point" || totals.iter().all(|total| total.early == 0), "a point is met exactly");
        assert!(kind.id != "sphere" || totals[0].early > 0, "{totals:?}");
        assert!(fact(&lab, "set-back") == 0.0, "{}: it walks its path", kind.id);
    }
}

#[test]
fn another_mover_takes_over_where_the_one_before_stands_and_the_level_stays() {
    let mut lab = level("faces=1000&frame=40");
    let ground = Arc::clone(lab.ground());
    let foot = lab.walk().now().state.foot(&lab.figure());
    for kind in ["sphere", "hull", "point", "cylinder"] {
        lab.put(&words(&format!("mover={kind}&radius=0.3"))).unwrap();
        assert_eq!(lab.frame(), 40);
        assert!((lab.walk().now().state.foot(&lab.figure()) - foot).norm() < 1e-12, "{kind}");
        assert!(Arc::ptr_eq(&ground, lab.ground()), "{kind}: nothing is built anew");
    }
}

#[test]
fn a_frame_is_come_to_from_the_start_and_a_walk_that_words_cannot_say_is_kept_in_a_file() {
    let link = "faces=1000&seed=3&mover=sphere&radius=0.35&frame=30";
    let fresh = level(link);
    let mut used = level("faces=1000&seed=3&frame=12");
    used.put(&words(link)).unwrap();
    assert_eq!(used.walk().now().state.hash(), fresh.walk().now().state.hash());
    assert!(!used.playback.playing, "it stands at the frame that was named");
    // The mover was changed during the walk, so parameters alone do not lead to this state.
    used.put(&words("mover=hull")).unwrap();
    (0..5).for_each(|_| used.step());
    let file = used.save(Path::new("/"));
    let saved = (ROW.read)(&file, Path::new("/")).unwrap();
    let again = (ROW.build)(None, &used.words(false), Some(&saved)).unwrap();
    assert_eq!((again.words(false), again.save(Path::new("/"))), (used.words(false), file.clone()));
    assert_eq!(fact(&*again, "x"), fact(&used, "x"));
    let mut far = file;
    far["state"]["place"][0] = 1e300.into();
    assert!((ROW.read)(&far, Path::new("/")).is_err_and(|why| why.0.contains("1e12")));
}

#[test]
fn a_walk_that_was_left_for_another_comes_back() {
    let mut lab = level("faces=1000");
    let mut edits = Edits::default();
    (0..20).for_each(|_| lab.step());
    edits.watch(&mut lab);
    let first = lab.walk().now().state.hash();
    lab.seek(8);
    lab.put(&words("steer=keys")).unwrap();
    edits.watch(&mut lab);
    lab.hold([1.0, 0.0]);
    (0..4).for_each(|_| lab.step());
    edits.watch(&mut lab);
    assert_eq!(*lab.span().end(), 12, "the frames after it are parted with");
    let change = edits.undo(&mut lab).unwrap();
    assert!(change.label.contains("another timeline branch"), "{}", change.label);
    lab.seek(20);
    assert_eq!(lab.walk().now().state.hash(), first);
    lab.restart();
    edits.watch(&mut lab);
    assert_eq!(lab.frame(), 0);
    edits.undo(&mut lab).unwrap();
    assert_eq!(lab.frame(), 20);
}

#[test]
fn a_closed_mesh_is_a_level_and_an_open_one_is_refused() {
    let torus = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("assets/models/torus.obj");
    let saved = (ROW.read)(&serde_json::json!({ "level": torus }), Path::new("/")).unwrap();
    assert!(saved.notes[0].contains("torus.obj") && saved.notes[0].contains("triangles"));
    let mut lab = (ROW.build)(None, &words("mover=sphere&radius=0.05"), Some(&saved)).unwrap();
    (0..10).for_each(|_| lab.step());
    assert!(lab.save(Path::new("/"))["level"].as_str().unwrap().ends_with("torus.obj"));
    assert!(lab.words(false).get("seed").is_none(), "{}", lab.words(false));
    lab.put(&words("seed=1&faces=1000")).unwrap();
    assert!(!lab.take_discarded().is_empty(), "the file's level can be had back");
    let folder = tempfile::tempdir().unwrap();
    let map = folder.path().join("room.map");
    let wall = "( 0 0 0 ) ( 0 1 0 ) ( 1 0 0 ) A 0 0 0 1 1";
    std::fs::write(&map, format!("{{\n{{\n{wall}\n")).unwrap();
    let why = (ROW.read)(&serde_json::json!({ "level": map }), Path::new("/")).err().unwrap();
    assert!(why.0.contains("room.map: line") && !why.0.contains('\n'), "{why}");
    let open = folder.path().join("open.obj");
    std::fs::write(&open, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n").unwrap();
    let why = (ROW.read)(&serde_json::json!({ "level": open }), Path::new("/")).err().unwrap();
    assert!(why.0.contains("open.obj") && why.0.contains("closed") && !why.0.contains('\n'), "{why}");
}

#[test]
fn a_row_per_frame_and_method_is_measured() {
    let mut lab = level("faces=1000&method=bsp-shift,exact");
    assert!(lab.measurements().is_none());
    (0..3).for_each(|_| lab.step());
    let file = lab.measurements().unwrap().unwrap();
    let mut reader = csv::Reader::from_reader(file.as_slice());
    let columns = reader.headers().unwrap().clone();
    let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
    assert_eq!(rows.len(), 6);
    let cell = |row: usize, name: &str| {
        let column = columns.iter().position(|column| column == name).unwrap();
        rows[row][column].to_owned()
    };
    assert_eq!((cell(0, "method"), cell(5, "method")), ("bsp-shift".into(), "exact".into()));
    assert_eq!(
        (cell(5, "frame"), cell(5, "question"), cell(5, "early_mm")),
        ("3".into(), "mover=cylinder radius=0.4 height=1.6".into(), "0".into())
    );
    assert!(cell(0, "nodes").parse::<u64>().unwrap() > 0 && cell(1, "nodes") == "0");
}

#[test]
fn every_method_drives() {
    for method in METHODS {
        let lab = level(&format!("faces=1000&driver={}&frame=15&ahead=0", method.id));
        assert!(fact(&lab, "z").hypot(fact(&lab, "x")).is_finite() && lab.frame() == 15, "{}", method.id);
        assert_eq!(fact(&lab, "falls"), 0.0, "{}: it stands on the floor", method.id);
    }
}

#[test]
fn another_kind_of_mover_is_counted_anew() {
    let mut lab = level("faces=1500&mover=cylinder&method=bsp-shift");
    (0..40).for_each(|_| lab.step());
    assert!(lab.contest.lanes[0].total.moves >= 40);
    lab.put(&words("radius=0.3")).unwrap();
    assert!(lab.contest.lanes[0].total.moves >= 40, "a size is counted on");
    lab.put(&words("mover=sphere")).unwrap();
    assert!(lab.contest.lanes[0].total.moves <= 1, "only what is asked in this frame");
}

#[test]
fn a_frame_is_replayed_in_the_new_level_while_the_driver_is_still_prepared_for_another_one() {
    let mut used = level("faces=1500&driver=bsp-offset");
    let link = "faces=1000&seed=2&driver=bsp-offset&frame=40";
    used.put(&words(link)).unwrap();
    assert_eq!(used.walk().now().state, level(link).walk().now().state);
}
