//! The promise of the response: nothing passes through anything, in ten seconds of every scene up to 17 × 17
//! particles, five of 33 × 33 and two of 65 × 65. `bench cloth-guard` checks ten seconds of up to 129 × 129.

use std::f64::consts::TAU;

use collidoscope_kernels::cloth::detect::Detect;
use collidoscope_kernels::cloth::mesh::ClothMesh;
use collidoscope_kernels::cloth::methods::{self, REFERENCE, SAFE};
use collidoscope_kernels::cloth::motion::scenes::{SCENES, Scene};
use collidoscope_kernels::cloth::motion::simulation::{Cloth, Moved, Parameters};
use collidoscope_kernels::cloth::response::pierced::{pierced, pierced_by, pierces};
use collidoscope_kernels::cloth::response::{Response, Way};
use collidoscope_kernels::geometry::Point;

use super::pairs;
use crate::support::cloths::scene;

/// Numbers of steps between checks: states by exact orientation tests, which know nothing of motion; steps by
/// `quad-safe`, which shares only the last test with the guard; and steps by brute force.
struct Checks {
    seconds: usize,
    states: usize,
    steps: usize,
    brute_force: usize,
}

/// Simulates some seconds and asserts that the cloth crosses neither itself, nor the floor, nor an obstacle,
/// and that no step is rejected.
fn assert_nothing_passes(scene: &Scene, side: usize, checks: &Checks) {
    let mut cloth = Cloth::new(scene, Parameters::new(side)).unwrap();
    let mesh = cloth.mesh().clone();
    let method = methods::find(SAFE).unwrap();
    let mut safe = method.make(&mesh, &method.default_settings()).unwrap();
    let is_due = |index: usize, every: usize| every > 0 && index % every == every - 1;
    for index in 0..60 * checks.seconds {
        let moved = cloth.advance();
        let at = format!("{} {side}, step {index}", scene.id);
        assert!(!moved.guarded.rejected, "{at}");
        if let Some(floor) = scene.floor {
            assert!(cloth.positions().iter().all(|p| p.y > floor), "{at}");
        }
        if is_due(index, checks.states) {
            assert!(pierced(&mesh, cloth.positions()).is_empty(), "{at}");
            let mut obstacles = cloth.way().obstacles.iter();
            assert!(!obstacles.any(|obstacle| pierced_by(&mesh, cloth.positions(), obstacle)), "{at}");
        }
        if is_due(index, checks.steps) {
            assert_free(&mut *safe, &moved, &at);
        }
        if is_due(index, checks.brute_force) {
            assert!(moved.taken.iter().all(|part| pairs(REFERENCE, &mesh, part).is_empty()), "{at}");
        }
    }
}

fn assert_free(detect: &mut dyn Detect, moved: &Moved, at: &str) {
    for part in &moved.taken {
        let found = detect.detect(part);
        assert!(found.contacts.is_empty(), "{at}: {:?}", found.contacts);
    }
}

/// Runs all scenes; two parallel tests share those of each size: hanging and falling cloths.
fn assert_nothing_passes_at(side: usize, falls: bool, checks: &Checks) {
    for scene in SCENES.iter().filter(|scene| scene.floor.is_some() == falls) {
        assert_nothing_passes(scene, side, checks);
    }
}

#[test]
fn nothing_passes_in_any_scene_up_to_17() {
    for scene in SCENES {
        assert_nothing_passes(scene, 5, &Checks { seconds: 10, states: 1, steps: 1, brute_force: 1 });
        assert_nothing_passes(scene, 9, &Checks { seconds: 10, states: 1, steps: 1, brute_force: 25 });
        assert_nothing_passes(scene, 12, &Checks { seconds: 10, states: 3, steps: 3, brute_force: 200 });
        assert_nothing_passes(scene, 17, &Checks { seconds: 10, states: 3, steps: 3, brute_force: 300 });
    }
}

const AT_33: Checks = Checks { seconds: 5, states: 5, steps: 5, brute_force: 0 };
const AT_65: Checks = Checks { seconds: 2, states: 10, steps: 10, brute_force: 0 };

#[test]
fn nothing_passes_in_what_hangs_at_33() {
    assert_nothing_passes_at(33, false, &AT_33);
}

#[test]
fn nothing_passes_in_what_falls_at_33() {
    assert_nothing_passes_at(33, true, &AT_33);
}

#[test]
fn nothing_passes_in_what_hangs_at_65() {
    assert_nothing_passes_at(65, false, &AT_65);
}

#[test]
fn nothing_passes_in_what_falls_at_65() {
    assert_nothing_passes_at(65, true, &AT_65);
}

/// A step of a finer cloth has parts: each is free of contacts, and each begins where the previous one ended.
#[test]
fn nothing_passes_in_any_part_of_a_step() {
    let parameters = Parameters { gravity: 40.0, ..Parameters::new(80) };
    let mut cloth = Cloth::new(scene("folds"), parameters).unwrap();
    let mesh = cloth.mesh().clone();
    let method = methods::find(SAFE).unwrap();
    let mut safe = method.make(&mesh, &method.default_settings()).unwrap();
    let mut contacts = 0;
    for index in 0..30 {
        let moved = cloth.advance();
        contacts += moved.guarded.contacts;
        assert_eq!(moved.taken.len(), 2);
        assert!(moved.taken.windows(2).all(|two| two[0].end == two[1].start));
        assert_eq!(moved.taken.last().unwrap().end, cloth.positions());
        assert_free(&mut *safe, &moved, &format!("step {index}"));
        assert!(pierced(&mesh, cloth.positions()).is_empty(), "step {index}");
    }
    assert!(contacts > 100, "{contacts}");
}

/// A tube of triangles that falls hard onto a box and crumples on the floor: it has no grid, so there are no
/// certificates.
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
    // Pushes alone suffice for a cloth that falls normally.
    let usual = Parameters::new(12);
    let hard = Parameters { gravity: 160.0, bending: 0.1 * usual.bending, ..usual };
    let mut cloth = Cloth::of(mesh.clone(), held, way, hard).unwrap();
    let mut contacts = 0;
    for index in 0..150 {
        let moved = cloth.advance();
        contacts += moved.guarded.contacts;
        assert!(cloth.positions().iter().all(|p| p.y > 0.0), "step {index}");
        if index % 20 == 0 {
            assert!(moved.taken.iter().all(|part| pairs(REFERENCE, &mesh, part).is_empty()), "step {index}");
            assert!(pierced(&mesh, cloth.positions()).is_empty(), "step {index}");
            assert!(!pierced_by(&mesh, cloth.positions(), &cloth.way().obstacles[0]), "step {index}");
        }
    }
    assert!(contacts > 10, "{contacts}");
}

/// The tests above can fail: without the response the cloth does pass through.
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
        // Through a corner, and through a side.
        ([[0.0, 0.0, -1.0], [0.0, 0.0, 1.0]], true),
        ([[0.5, 0.5, 0.0], [0.5, 0.5, 1.0]], true),
        // In the plane: through, inside, beside, and along a side but beyond its end.
        ([[-1.0, 0.2, 0.0], [1.0, 0.2, 0.0]], true),
        ([[0.2, 0.2, 0.0], [0.3, 0.3, 0.0]], true),
        ([[0.6, 0.6, 0.0], [0.9, 0.9, 0.0]], false),
        ([[0.9, 0.2, 0.0], [0.2, 0.9, 0.0]], false),
    ] {
        assert_eq!(pierces(segment.map(at), triangle), truth, "{segment:?}");
    }
}
