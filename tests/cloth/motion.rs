//! The simulation: the same seed gives the same state, what rests stays at rest, and nothing blows up.

use collidoscope::cloth::motion::scenes::SCENES;
use collidoscope::cloth::motion::simulation::{Cloth, Parameters};
use collidoscope::cloth::response::Response;
use collidoscope::geometry::{Point, Vector};

use super::scene;

fn cloth(id: &str, parameters: Parameters) -> Cloth {
    Cloth::new(scene(id), parameters).unwrap()
}

#[test]
fn the_same_seed_gives_the_same_state() {
    let run = |seed| {
        let mut cloth = cloth("folds", Parameters { seed, ..Parameters::new(9) });
        (0..90).for_each(|_| drop(cloth.advance()));
        cloth.state_hash()
    };
    assert_eq!(run(3), run(3));
    assert_ne!(run(3), run(4));
}

/// Far stiffer against bending than one pass per small step can solve: what each row gives is bounded, or noise would grow.
#[test]
fn a_stiff_cloth_in_empty_space_calms_down() {
    let usual = Parameters::new(33);
    let response = Response { itself: false, obstacles: false };
    let stiff = Parameters { gravity: 0.0, bending: 60.0 * usual.bending, response, ..usual };
    let mut cloth = cloth("folds", stiff);
    (0..30).for_each(|_| drop(cloth.advance()));
    let each = cloth.energy() / cloth.positions().len() as f64;
    assert!(each < 1e-7, "{each} m²/s² a particle");
}

#[test]
fn every_scene_is_stable_and_stretches_little() {
    for scene in SCENES {
        for side in [9, 12] {
            let mut cloth = Cloth::new(scene, Parameters::new(side)).unwrap();
            (0..300).for_each(|_| drop(cloth.advance()));
            let woven = 2 * side * (side - 1);
            let length = |[a, b]: &[u32; 2], at: &[Point]| (at[*a as usize] - at[*b as usize]).norm();
            for edge in &cloth.mesh().edges[..woven] {
                let stretch = length(edge, cloth.positions()) / length(edge, &cloth.mesh().rest);
                assert!(stretch < 1.3, "{} {side}: {stretch}", scene.id);
            }
        }
    }
}

#[test]
fn in_folds_at_rest_it_stays_at_rest_and_gains_no_energy() {
    let mut cloth = cloth("folds", Parameters::new(9));
    (0..480).for_each(|_| drop(cloth.advance()));
    let (before, energy) = (cloth.positions().to_vec(), cloth.energy());
    for _ in 0..120 {
        cloth.advance();
        assert!(cloth.energy() < energy + 0.002 * energy.abs(), "{} after {energy}", cloth.energy());
    }
    let farthest = before.iter().zip(cloth.positions()).map(|(a, b)| (a - b).norm()).fold(0.0, f64::max);
    assert!(farthest < 0.02, "{farthest} m in 2 s");
}

#[test]
fn wind_blows_it_and_a_hand_draws_it() {
    let windy = Parameters { wind: Vector::new(0.0, 0.0, 8.0), ..Parameters::new(9) };
    let [mut still, mut blown] = [Parameters::new(9), windy].map(|p| cloth("corners", p));
    for _ in 0..240 {
        still.advance();
        blown.advance();
    }
    let middle = |cloth: &Cloth| cloth.positions().iter().map(|p| p.z).sum::<f64>() / 81.0;
    assert!(middle(&blown) > middle(&still) + 0.05, "{} and {}", middle(&blown), middle(&still));

    let to = Point::new(0.0, -0.4, 0.9);
    still.pull(Some((76, to)));
    (0..60).for_each(|_| drop(still.advance()));
    assert!((still.positions()[76] - to).norm() < 1e-9);
    still.pull(None);
    (0..60).for_each(|_| drop(still.advance()));
    assert!((still.positions()[76] - to).norm() > 0.1, "let go");
}
