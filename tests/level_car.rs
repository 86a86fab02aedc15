//! The car of the road in the level: its rays against every face of the level, its round, and what stops its body.

use std::path::Path;

use collidoscope::exhibit::Words;
use collidoscope::geometry::Mesh;
use collidoscope::labs::lab::Lab;
use collidoscope::labs::level::lab::ROW;
use collidoscope::labs::level::level_lab::LevelLab;
use collidoscope::labs::level::words::LevelWords;
use collidoscope::labs::road::car::TRAVEL;
use collidoscope::labs::road::caster::RayCaster;
use collidoscope::labs::road::methods::brute_force::BruteForce;
use collidoscope::labs::road::ray::Ray;
use collidoscope::labs::road::triangle::Watertight;

fn words(line: &str) -> Words {
    line.parse().unwrap()
}

fn level(line: &str) -> LevelLab {
    LevelLab::build(None, &LevelWords::of(&words(line)).unwrap(), None).unwrap()
}

/// All faces of all brushes as triangles: what lies within another brush is never met first from outside.
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
    let mut lab = level("faces=1000&mover=car&speed=5&method=bsp-shift,bsp-shift-bevels,brush-planes,exact&ahead=2");
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
            for lane in lab.lanes() {
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
fn debug_round() {
    let mut lab = level("faces=1500&mover=car");
    let mut back = 0;
    for frame in 0..3600 {
        lab.step();
        let s = &lab.walk().state;
        let d = s.drive.unwrap();
        if s.set_back != back || frame % 30 == 0 || d.car.up().y < 0.5 {
            println!("{frame} {:.2?} up {:.2} v {:.2} along {:.1}/ back {} touches {}", s.walker.place, d.car.up().y, s.walker.velocity.norm(), d.progress.along*lab.figure().scale(), s.set_back, lab.walk().done.touches.len());
            back = s.set_back;
        }
    }
}
