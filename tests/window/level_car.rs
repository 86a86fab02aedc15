//! The road's car in the level: its rays compared with every face of the level, its route, and the obstacles
//! that stop it.

use std::path::Path;

use collidoscope::app::Shell;
use collidoscope::exhibit::{Params, SceneLink};
use collidoscope::geometry::{Mesh, Point};
use collidoscope::labs::arena::Setup;
use collidoscope::labs::lab::Lab;
use collidoscope::labs::level::lab::ROW;
use collidoscope::labs::level::level_lab::LevelLab;
use collidoscope::labs::playhead::Playhead;
use collidoscope::level::brush::Brush;
use collidoscope::road::car;
use collidoscope::road::car::TRAVEL;
use collidoscope::road::methods::brute_force::BruteForce;
use collidoscope::road::ray::{Ray, RayCaster};
use collidoscope::road::triangle::Watertight;
use egui::Key;
use egui_kittest::Harness;

use crate::support::window::Drive as _;
use crate::window::panel::open;

fn words(line: &str) -> Params {
    line.parse().unwrap()
}

fn level(line: &str) -> LevelLab {
    LevelLab::build(None, &words(line), None).unwrap()
}

/// All faces of all brushes as triangles: a ray from outside never hits a hidden face first.
fn every_face(lab: &LevelLab) -> Mesh {
    let (mut corners, mut triangles) = (vec![], vec![]);
    for face in lab.ground().level.brushes.iter().flat_map(|brush| &brush.faces) {
        let first = corners.len() as u32;
        corners.extend(&face.corners);
        triangles.extend((1..face.corners.len() as u32 - 1).map(|i| [first, first + i, first + i + 1]));
    }
    Mesh::new(corners, triangles).unwrap()
}

#[test]
fn wheels_are_told_what_every_triangle_of_the_level_says() {
    let mut lab =
        level("faces=1000&mover=car&speed=5&method=bsp-shift,bsp-shift-bevels,brush-planes,exact&ahead=2");
    let brute = BruteForce::<Watertight>::new(&every_face(&lab));
    let (mut hits, mut in_the_air) = (0, 0);
    for frame in 0..900 {
        lab.step();
        if frame % 5 != 0 {
            continue;
        }
        assert_eq!(lab.questions().len(), 4);
        for (wheel, question) in lab.questions().iter().enumerate() {
            let a_move = &question.a_move;
            let ray = Ray::new(a_move.from, a_move.path()).unwrap();
            let nearest = brute.cast(&ray, 1.0).hit.map(|hit| hit.t * question.length());
            for lane in &lab.contest.lanes {
                let found = lane.answers()[wheel].hit.map(|hit| hit.time * question.length());
                let is_same = match (found, nearest) {
                    (Some(found), Some(nearest)) => (found - nearest).abs() < 1e-6,
                    (found, nearest) => found.is_none() && nearest.is_none(),
                };
                let id = lane.method().id;
                assert!(is_same, "{frame}, wheel {wheel}, {id}: {found:?}, not {nearest:?}");
            }
            let back = lab.figure().scale() * TRAVEL;
            let distance = nearest.map(|nearest| nearest - back);
            assert_eq!(distance.is_some(), lab.distance(wheel).is_some());
            hits += usize::from(distance.is_some());
            in_the_air += usize::from(distance.is_some_and(|distance| distance > 0.1 * back));
        }
    }
    assert!(hits > 600 && in_the_air > 5, "{hits} hits, {in_the_air} in the air: it drives over something");
}

#[test]
fn it_goes_its_round_over_the_ramp_and_down_the_stairs_and_is_never_set_back() {
    let mut lab = level("faces=1000&mover=car");
    let (mut highest, mut farthest, mut rounds) = (0.0_f64, 0.0, 0);
    for frame in 0..2400 {
        lab.step();
        let state = &lab.walk().now().state;
        let drive = state.drive.expect("it is a car");
        assert!(drive.car.up().y > 0.5, "{frame}: it turns over");
        highest = highest.max(state.walker.place.y);
        rounds += usize::from(drive.progress.along < farthest - 10.0);
        farthest = drive.progress.along;
    }
    assert_eq!(lab.walk().now().state.set_back, 0);
    assert!((highest - 1.5).abs() < 0.1, "over the platform: {highest}");
    assert!(rounds >= 1, "all of it");
}

/// Depth of a point inside the planes of a brush of the level, metres; negative outside.
fn depth(lab: &LevelLab, p: &Point) -> f64 {
    let within =
        |brush: &Brush| brush.faces.iter().map(|face| -face.plane.distance(p)).fold(f64::INFINITY, f64::min);
    lab.ground().level.brushes.iter().map(within).fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn walls_stop_its_body() {
    let mut lab = level("faces=1000&mover=car&steer=keys&speed=6");
    let (mut walls, mut turned) = (0, 0.0);
    for frame in 0..700 {
        // Forwards, then backwards in a curve, against any obstacle.
        lab.hold(if frame / 100 % 2 == 0 { [0.0, 1.0] } else { [0.8, -1.0] });
        lab.step();
        let state = &lab.walk().now().state;
        let drive = state.drive.unwrap();
        walls += lab.walk().now().done.walls().count();
        turned += drive.car.spin.y.abs();
        let middle = lab.figure().scale() * drive.car.pose.translation.vector;
        for corner in car::hull(&drive.car, lab.figure().scale()).vertices() {
            let depth = depth(&lab, &(corner + middle));
            assert!(depth < 1e-6, "{frame}: {depth} m in a wall");
        }
    }
    assert!(walls > 20 && turned > 1.0, "{walls} walls");
}

#[test]
fn another_size_and_another_mover_stand_where_it_stood() {
    let mut lab = level("faces=1000&mover=car&frame=200");
    let foot = |lab: &LevelLab| lab.walk().now().state.foot(&lab.figure());
    let (there, speed) = (foot(&lab), lab.walk().now().state.walker.velocity.norm());
    lab.put(&words("radius=0.3")).unwrap();
    assert!((foot(&lab) - there).norm() < 1e-9, "the ground under it is where it was");
    assert!((lab.walk().now().state.walker.velocity.norm() - speed).abs() < 1e-9, "and it goes as fast");
    lab.put(&words("mover=sphere")).unwrap();
    assert!((foot(&lab) - there).norm() < 1e-9 && lab.walk().now().state.drive.is_none());
    lab.put(&words("mover=car")).unwrap();
    assert!((foot(&lab) - there).norm() < 1e-9);
    (0..60).for_each(|_| lab.step());
    assert_eq!(lab.walk().now().state.set_back, 0);
    assert!((foot(&lab) - there).norm() > 0.5, "it drives on");
}

#[test]
fn a_drive_comes_back_from_a_file_and_from_words() {
    let link = "faces=1000&mover=car&wheel=rear-right&frame=150&method=bsp-shift,exact&focus=2";
    let (lab, again) = (level(link), level(link));
    assert_eq!(lab.walk().now().state.hash(), again.walk().now().state.hash());
    let file = lab.save(Path::new("/"));
    let saved = (ROW.read)(&file, Path::new("/")).unwrap();
    let mut opened = (ROW.build)(None, &lab.words(false), Some(&saved)).unwrap();
    assert_eq!((opened.words(false), opened.save(Path::new("/"))), (lab.words(false), file.clone()));
    let mut lab = lab;
    (0..30).for_each(|_| (lab.step(), opened.step()).1);
    assert_eq!(opened.save(Path::new("/")), lab.save(Path::new("/")), "and it drives on alike");
    // Parameters with another mover replace the car of the file.
    let other = (ROW.build)(None, &words("faces=1000&mover=sphere"), Some(&saved)).unwrap();
    assert!(other.save(Path::new("/"))["state"]["car"].is_null());
    let mut turned = file;
    turned["state"]["car"]["rotation"][0] = 7.into();
    assert!((ROW.read)(&turned, Path::new("/")).is_err_and(|why| why.0.contains("quaternion")));
}

#[test]
fn a_row_per_frame_method_and_wheel_is_measured() {
    let mut lab = level("faces=1000&mover=car&method=bsp-shift,brush-planes");
    (0..3).for_each(|_| lab.step());
    let file = lab.measurements().unwrap().unwrap();
    let mut reader = csv::Reader::from_reader(file.as_slice());
    let question = reader.headers().unwrap().iter().position(|column| column == "question").unwrap();
    let asked: Vec<String> = reader.records().map(|row| row.unwrap()[question].to_owned()).collect();
    assert_eq!(asked.len(), 3 * 2 * 4);
    for (asked, wheel) in asked.iter().zip(["front-left", "front-right", "rear-left", "rear-right"]) {
        assert!(asked.starts_with("mover=car ") && asked.ends_with(&format!(" wheel={wheel}")), "{asked}");
    }
}

/// A movement key resumes playback; a pause while it is held stays a pause.
#[test]
fn a_key_that_walks_also_plays() {
    for mover in ["cylinder", "car"] {
        let exhibit: SceneLink = format!("lab=level&faces=1000&mover={mover}&frame=5").parse().unwrap();
        let mut harness = open(Setup::default(), [1280.0, 800.0]);
        harness.state_mut().present(&exhibit).unwrap();
        harness.run_steps(2);
        let is_playing = |harness: &mut Harness<'_, Shell>| harness.state_mut().lab.playback().playing;
        assert!(!is_playing(&mut harness), "a frame that was named stands still");
        harness.key_down(Key::W);
        harness.run_steps(4);
        assert!(is_playing(&mut harness));
        assert_eq!(harness.state().lab.words(false).get("steer"), Some("keys"));
        assert!(harness.state().lab.frame() > 5);
        harness.state_mut().lab.playback().playing = false;
        harness.run_steps(4);
        assert!(!is_playing(&mut harness), "{mover}: it was paused on purpose");
        harness.key_up(Key::W);
        harness.run_steps(2);
        harness.key_down(Key::S);
        harness.run_steps(2);
        assert!(is_playing(&mut harness), "{mover}");
    }
}
