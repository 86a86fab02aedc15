//! The road as a lab: parameters, files, counts and drawing.

use std::path::Path;

use collidoscope::about::MethodInfo;
use collidoscope::app::{Beginning, PictureOptions, render_offscreen};
use collidoscope::exhibit::{Params, SceneLink};
use collidoscope::labs::headline::{Arrangement, Tone};
use collidoscope::labs::lab::{Lab, Visible};
use collidoscope::labs::playhead::Playhead;
use collidoscope::labs::road::lab::ROW;
use collidoscope::labs::road::road_lab::RoadLab;
use collidoscope::labs::road::saved::SavedRoad;
use collidoscope::road::methods::METHODS;
use collidoscope::road::wheel::WheelSight;

use crate::support::gpu;
use crate::support::labs::{fact, words};

fn road(line: &str) -> RoadLab {
    RoadLab::build(None, &words(line), None).unwrap()
}

#[test]
fn a_frame_is_come_to_from_the_start_whatever_was_driven_before() {
    let link = "seed=3&triangles=3000&rule=outside-box&frame=40";
    let fresh = road(link);
    let mut used = road("seed=3&triangles=3000&frame=25");
    used.put(&words("driver=keys")).unwrap();
    used.put(&words(&format!("{link}&driver=route"))).unwrap();
    assert_eq!(used.road.state_hash(), fresh.road.state_hash());
    assert!(!used.playback.playing, "it stands at the frame that was named");
    used.clear();
    assert_eq!((used.frame(), used.words(false).get("rule")), (0, Some("travel")));
}

#[test]
fn another_terrain_lets_the_view_move_along_unless_words_say_otherwise() {
    let mut lab = road("triangles=3000&follow=off");
    assert_eq!(lab.words(false).get("follow"), Some("off"));
    lab.put(&words("seed=4")).unwrap();
    assert_eq!(lab.words(false).get("follow"), Some("on"));
    lab.put(&words("seed=5&follow=off")).unwrap();
    assert_eq!(lab.words(false).get("follow"), Some("off"));
}

#[test]
fn a_drive_that_words_cannot_say_is_kept_in_a_file() {
    let mut lab = road("seed=2&triangles=3000&rule=contact-point&frame=30");
    lab.put(&words("rule=travel&wheel=rear-left&method=aabb-tree,brute-force&focus=2&aabb-tree.leaf-size=9"))
        .unwrap();
    (0..30).for_each(|_| lab.step());
    let file = lab.save(Path::new("/"));
    let saved = (ROW.read)(&file, Path::new("/")).unwrap();
    let state = saved.state.downcast_ref::<SavedRoad>().unwrap();
    let again = RoadLab::build(None, &lab.words(false), Some(state)).unwrap();
    assert_eq!(again.road.state_hash(), lab.road.state_hash());
    assert_eq!((again.words(false), again.save(Path::new("/"))), (lab.words(false), file.clone()));
    for name in ["blind-events", "recoveries", "distance-front-left"] {
        assert_eq!(fact(&again, name), fact(&lab, name), "{name}");
    }
    let mut broken = file;
    broken["state"]["rotation"][3] = 7.0.into();
    assert!((ROW.read)(&broken, Path::new("/")).is_err_and(|why| why.0.contains("unit quaternion")));
}

#[test]
fn a_wheel_that_is_not_moved_back_goes_blind_and_is_counted() {
    let moved_back = road("triangles=5000&frame=120");
    assert_eq!((fact(&moved_back, "blind"), fact(&moved_back, "differences")), (0.0, 0.0));
    let blind = road("triangles=5000&rule=contact-point&frame=120&method=brute-force,aabb-tree");
    assert!(fact(&blind, "blind-events") > 0.0);
    assert_eq!(fact(&blind, "differences"), 0.0, "both methods agree on what cannot be seen");
    let since = blind.road.state().blind_since.iter().flatten().count();
    assert_eq!(since as f64, fact(&blind, "blind"));
}

#[test]
fn before_a_lesson_all_is_as_at_first_but_terrain_panes_and_focus() {
    let mut lab = road("seed=3&triangles=3000&method=aabb-tree,brute-force&focus=2&frame=9");
    lab.put(&words("rule=outside-box&driver=keys&speed=3&wheel=rear-right&follow=off&aabb-tree.leaf-size=9"))
        .unwrap();
    lab.clear();
    let fresh = road("seed=3&triangles=3000&method=aabb-tree,brute-force&focus=2");
    assert_eq!(lab.words(false), fresh.words(false));
    assert_eq!(lab.road.state_hash(), fresh.road.state_hash());
    assert!(lab.measurements().is_none());
}

#[test]
fn a_method_without_a_story_is_refused_in_one_line() {
    static OTHER: MethodInfo = MethodInfo { id: "octree", ..METHODS[0].about };
    let subject = road("triangles=2000").subject().unwrap();
    let why = subject.record(&OTHER).err().unwrap();
    assert!(why.contains("octree") && why.contains("does not support") && !why.contains('\n'), "{why}");
    for method in METHODS {
        assert!(subject.record(&method.about).is_ok(), "{}", method.id);
    }
}

#[test]
fn a_row_per_frame_and_method_is_measured() {
    let mut lab = road("triangles=2000&method=brute-force,aabb-tree");
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
    assert_eq!((cell(0, "method"), cell(1, "method")), ("brute-force".into(), "aabb-tree".into()));
    assert_eq!((cell(5, "frame"), cell(5, "question")), ("3".into(), "rule=travel".into()));
    assert_eq!(
        (cell(0, "renderer"), cell(1, "settings")),
        ("none".into(), "origin=of-the-car leaf-size=4 edges=watertight".into())
    );
    assert!(cell(0, "scene").contains("seed=1"));
    let tested = |row| cell(row, "triangles").parse::<usize>().unwrap();
    assert_eq!(tested(0), 4 * lab.road.terrain().mesh().triangles().len());
    assert!(tested(1) < 200 && cell(1, "differences") == "0");
}

#[test]
fn a_mesh_from_a_file_is_driven_on_and_named_in_the_scene() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sheet.obj");
    std::fs::write(&path, "v -30 0 -30\nv -30 0 30\nv 30 0 30\nv 30 0 -30\nf 1 2 3\nf 1 3 4\n").unwrap();
    let with_meshes = ROW.takes.unwrap().read;
    let saved = with_meshes(&Params::default(), std::slice::from_ref(&path)).unwrap();
    let mut lab = (ROW.build)(None, &Params::default(), Some(&saved)).unwrap();
    (0..60).for_each(|_| lab.step());
    let scene = lab.save(folder.path());
    assert_eq!(scene["mesh"], "sheet.obj");
    assert!(lab.words(false).get("seed").is_none());
    let again = (ROW.read)(&scene, folder.path()).unwrap();
    let again = (ROW.build)(None, &lab.words(false), Some(&again)).unwrap();
    assert_eq!((again.words(false), again.save(folder.path())), (lab.words(false), scene));
    let two = with_meshes(&Params::default(), &[path.clone(), path]);
    assert!(two.is_err_and(|why| why.0.contains("one mesh")));
}

#[test]
fn a_picture_shows_the_car_wherever_it_has_come() {
    let picture = |frames| {
        let first =
            SceneLink { lab: Some("road".into()), words: words("triangles=5000"), ..SceneLink::default() };
        let beginning = Beginning { first, ..Beginning::default() };
        let options = PictureOptions { beginning, size: [640, 400], frames: Some(frames), scene_only: true };
        render_offscreen(&gpu(), &options).unwrap()
    };
    // The cabin's pale blue occurs nowhere else.
    let of_car = |image: image::RgbaImage| {
        image.pixels().filter(|p| p.0[2] > 150 && p.0[2] > p.0[0].saturating_add(15)).count()
    };
    let (start, later) = (of_car(picture(0)), of_car(picture(90)));
    assert!(start > 200 && later > 200, "{start} and {later} pixels");
}

#[test]
fn a_pane_may_cast_from_an_origin_of_its_own() {
    let lab =
        road("rule=contact-point&frame=240&method=aabb-tree,aabb-tree&pane2.aabb-tree.origin=outside-box");
    let [left, right] = [0, 1].map(|pane| &lab.road.contest.lanes[pane]);
    assert_eq!(left.sights(), lab.road.sights(), "the car and the left pane cast the same rays");
    assert!(left.sights().iter().any(|sight| sight.is_blind()));
    assert_eq!(right.sights(), [WheelSight::Sees; 4]);
    // The origins alone differ: every answer is the nearest hit on its ray.
    for lane in [left, right] {
        assert_eq!(lane.differences(), [None; 4]);
    }
    // Where the ray begins, the same ground is as far from the wheel, by the blind wheel's own measure.
    for (wheel, sight) in left.sights().into_iter().enumerate() {
        if let WheelSight::FindsNothing { road } | WheelSight::WrongSurface { road } = sight {
            let told = right.answers().unwrap()[wheel].distance.unwrap();
            assert!((told - road).abs() < 1e-9, "{told} and {road}");
        }
    }
    let headline = lab.headline(Arrangement::Beside);
    assert!(matches!(headline.tone, Tone::Wrong(_)), "{}", headline.text);
    // The motion does not depend on the panes.
    let alone = road("rule=contact-point&frame=240");
    assert_eq!(alone.road.state_hash(), lab.road.state_hash());
}
