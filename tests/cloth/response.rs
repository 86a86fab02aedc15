//! The promise: after every step nothing has passed through anything, over ten seconds of every scene.

use collidoscope::cloth::methods::{self, FAST, REFERENCE};
use collidoscope::cloth::motion::scenes::{SCENES, Scene};
use collidoscope::cloth::motion::simulation::{Cloth, Parameters};
use collidoscope::cloth::response::Response;
use collidoscope::cloth::response::pierced::{pierced, pierced_by, pierces};
use collidoscope::geometry::Point;

use super::{pairs, scene};

/// Ten seconds, or as many steps as are asked for: every step by continuous tests, and every fifteenth state by exact
/// orientation tests, which know nothing of motion.
fn assert_nothing_passes(scene: &Scene, side: usize, steps: usize) {
    let mut cloth = Cloth::new(scene, Parameters::new(side)).unwrap();
    let mesh = cloth.mesh().clone();
    let method = methods::find(FAST).unwrap();
    let mut detect = method.make(&mesh, &method.default_settings()).unwrap();
    for index in 0..steps {
        let moved = cloth.advance();
        let found = detect.detect(&moved.taken);
        assert!(found.contacts.is_empty(), "{} {side}, step {index}: {:?}", scene.id, found.contacts);
        if let Some(floor) = scene.floor {
            assert!(cloth.positions().iter().all(|p| p.y > floor), "{} {side}, step {index}", scene.id);
        }
        if index % 15 == 0 {
            assert!(pierced(&mesh, cloth.positions()).is_empty(), "{} {side}, step {index}", scene.id);
            for obstacle in &cloth.way().obstacles {
                assert!(!pierced_by(&mesh, cloth.positions(), obstacle), "{} {side}, step {index}", scene.id);
            }
        }
        if index % 100 == 50 && side < 10 {
            assert!(pairs(REFERENCE, &mesh, &moved.taken).is_empty(), "{} {side}, step {index}", scene.id);
        }
    }
}

#[test]
fn nothing_passes_in_any_scene() {
    for scene in SCENES {
        assert_nothing_passes(scene, 9, 600);
    }
}

#[test]
fn nothing_passes_in_folds() {
    assert_nothing_passes(scene("folds"), 17, 600);
}

#[test]
fn nothing_passes_on_a_spiral_and_around_a_box() {
    assert_nothing_passes(scene("spiral"), 12, 300);
    assert_nothing_passes(scene("box"), 17, 300);
}

/// The tests above can fail: without the response they would.
#[test]
fn without_response_a_cloth_passes_through_itself_and_through_a_ball() {
    let run = |id: &str, response: Response| {
        let parameters = Parameters { response, ..Parameters::new(13) };
        let mut cloth = Cloth::new(scene(id), parameters).unwrap();
        (0..90).for_each(|_| drop(cloth.advance()));
        cloth
    };
    let free = run("folds", Response { itself: false, obstacles: true });
    assert!(!pierced(free.mesh(), free.positions()).is_empty());
    let through = run("ball", Response { itself: true, obstacles: false });
    assert!(through.positions().iter().all(|p| p.y < 0.0), "fallen through ball and floor");
}

#[test]
fn a_segment_pierces_what_it_meets() {
    let at = |p: [f64; 3]| Point::from(p);
    let triangle = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(at);
    for (segment, truth) in [
        ([[0.2, 0.2, -1.0], [0.2, 0.2, 1.0]], true),
        ([[0.7, 0.7, -1.0], [0.7, 0.7, 1.0]], false),
        ([[0.2, 0.2, 0.1], [0.2, 0.2, 1.0]], false),
        // A corner, and a side.
        ([[0.0, 0.0, -1.0], [0.0, 0.0, 1.0]], true),
        ([[0.5, 0.5, 0.0], [0.5, 0.5, 1.0]], true),
        // In the plane: through, inside, beside, and along a side but beyond it.
        ([[-1.0, 0.2, 0.0], [1.0, 0.2, 0.0]], true),
        ([[0.2, 0.2, 0.0], [0.3, 0.3, 0.0]], true),
        ([[0.6, 0.6, 0.0], [0.9, 0.9, 0.0]], false),
        ([[0.9, 0.2, 0.0], [0.2, 0.9, 0.0]], false),
    ] {
        assert_eq!(pierces(segment.map(at), triangle), truth, "{segment:?}");
    }
}
