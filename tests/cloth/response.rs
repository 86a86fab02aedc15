//! The promise: after every step nothing has passed through anything, over ten seconds of every scene.

use std::f64::consts::TAU;

use collidoscope::cloth::mesh::ClothMesh;
use collidoscope::cloth::methods::{self, FAST, REFERENCE};
use collidoscope::cloth::motion::scenes::{SCENES, Scene};
use collidoscope::cloth::motion::simulation::{Cloth, Parameters};
use collidoscope::cloth::response::pierced::{pierced, pierced_by, pierces};
use collidoscope::cloth::response::{Response, Way};
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

/// A tube of triangles that falls over a box and crumples on the floor: no grid, so no certificates.
#[test]
fn nothing_passes_through_a_garment() {
    let (around, up) = (14, 10);
    let at = |p: u32| {
        let (turn, rise) = (TAU * f64::from(p % around) / f64::from(around), f64::from(p / around));
        Point::new(0.2 * turn.cos(), 0.6 + 0.09 * rise, 0.2 * turn.sin())
    };
    let faces = (0..around * (up - 1)).flat_map(|p| {
        let next = p / around * around + (p + 1) % around;
        [[p, next, p + around], [next + around, p + around, next]]
    });
    let mesh = ClothMesh::garment((0..around * up).map(at).collect(), faces.collect()).unwrap();
    let way = Way {
        floor: Some(0.0),
        obstacles: Cloth::new(scene("box"), Parameters::new(3)).unwrap().way().obstacles.clone(),
    };
    let held = vec![false; mesh.rest.len()];
    let mut cloth = Cloth::of(mesh.clone(), held, way, Parameters::new(12)).unwrap();
    let mut contacts = 0;
    for index in 0..150 {
        let moved = cloth.advance();
        contacts += moved.guarded.contacts;
        assert!(cloth.positions().iter().all(|p| p.y > 0.0), "step {index}");
        if index % 20 == 0 {
            assert!(pairs(REFERENCE, &mesh, &moved.taken).is_empty(), "step {index}");
            assert!(pierced(&mesh, cloth.positions()).is_empty(), "step {index}");
            assert!(!pierced_by(&mesh, cloth.positions(), &cloth.way().obstacles[0]), "step {index}");
        }
    }
    assert!(contacts > 10, "{contacts}");
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
