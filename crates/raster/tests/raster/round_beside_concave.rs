//! Round solids next to concave bodies: compares the reference with another library's distances to every
//! triangle.

use std::sync::Arc;

use collidoscope_kernels::geometry::{Point, Shape, Solid, Vector};
use collidoscope_kernels::solids::decomposition::{Parameters, decompose};
use collidoscope_kernels::world::{Body, Pair};
use collidoscope_raster::methods::{self, truth};
use parry3d_f64::math::{Pose as ParryPose, Vector as ParryVector};
use parry3d_f64::query;
use parry3d_f64::shape::{Ball, Cone, Cylinder, Shape as ParryShape, Triangle};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::support::pairs::{direction, pose};
use crate::support::solids::torus;

const RING: f64 = 1.0;
const TUBE: f64 = 0.3;
/// Minimum distance from touching at which a pair is decided, metres: parry's distances of cones and
/// cylinders have errors of up to 1e-5.
const MARGIN: f64 = 1e-4;

fn ring() -> Arc<Shape> {
    let mesh = torus(RING, TUBE, 24, 12);
    let pieces = decompose(&mesh, &Parameters::default(), &mut |_| true).unwrap().pieces;
    Arc::new(Shape::concave(mesh, pieces).unwrap())
}

/// Distance of the solid from the surface of `concave`, metres, by parry.
fn to_surface(round: &Body, concave: &Body) -> f64 {
    let solid: Box<dyn ParryShape> = match round.shape.solid() {
        Solid::Ball { radius } => Box::new(Ball::new(radius)),
        Solid::Cone { radius, height } => Box::new(Cone::new(0.5 * height, radius)),
        Solid::Cylinder { radius, height } => Box::new(Cylinder::new(0.5 * height, radius)),
        other => panic!("{other:?} is not round"),
    };
    let into_solid = round.pose.inverse() * concave.pose;
    let mesh = concave.shape.mesh();
    let distance = |t: usize| -> f64 {
        let [p, q, r] = mesh.corners(t).map(|p| into_solid * p).map(|p| ParryVector::new(p.x, p.y, p.z));
        let (still, triangle) = (ParryPose::IDENTITY, Triangle::new(p, q, r));
        query::distance(&still, &*solid, &still, &triangle).unwrap().distance
    };
    (0..mesh.triangles().len()).map(distance).fold(f64::INFINITY, f64::min)
}

#[test]
fn round_solids_are_held_against_the_triangles_of_concave_bodies() {
    let mut random = Pcg64::seed_from_u64(71);
    let concave = ring();
    let (mut solid_alone, mut apart, mut pieces_alone) = (0, 0, 0);
    for case in 0..60 {
        let (radius, height) = (random.random_range(0.1..0.5), random.random_range(0.1..0.8));
        let solid = match case % 3 {
            0 => Solid::Ball { radius },
            1 => Solid::Cone { radius, height },
            _ => Solid::Cylinder { radius, height },
        };
        let shape = Arc::new(Shape::primitive(solid, 1).unwrap());
        let still = Body::at_rest(concave.clone(), pose(Vector::zeros(), &mut random));
        let (away, turned) = (direction(&mut random), pose(Vector::zeros(), &mut random));
        let at = |along: f64| Body {
            pose: nalgebra::Translation3::from(away * along) * turned,
            ..Body::at_rest(shape.clone(), turned)
        };
        // Moved from separated towards the ring until the surfaces touch, if they do on this line.
        let (mut touching, mut outside) = (0.0, 3.0);
        if let Some(first) =
            (0..60).map(|i| 3.0 - 0.05 * f64::from(i)).find(|&d| to_surface(&at(d), &still) == 0.0)
        {
            touching = first;
        }
        for _ in 0..30 {
            let middle = 0.5 * (touching + outside);
            if to_surface(&at(middle), &still) > 0.0 { outside = middle } else { touching = middle }
        }
        for along in [touching - 0.002, outside + 0.002] {
            let mut pair = [still.clone(), at(along)];
            if case % 2 == 1 {
                pair.swap(0, 1);
            }
            let gap = to_surface(&at(along), &still);
            let expected = gap == 0.0;
            if !expected && gap < MARGIN {
                continue;
            }
            let both = [Pair::new(0, 1)];
            let by = |id: &str| {
                methods::find(id)
                    .unwrap()
                    .detector(None, &methods::find(id).unwrap().default_settings())
                    .unwrap()
                    .detect(&pair, &both)
                    .unwrap()
                    .verdicts
            };
            let by_pieces = by("gjk");
            assert_eq!(truth::of_verdicts(&pair, &both, &by_pieces), [expected], "case {case}, gap {gap:e}");
            let gjk = methods::find("gjk").unwrap();
            assert_eq!(
                truth::Truth::of(&pair).unwrap().for_method(gjk),
                expected,
                "case {case}, gap {gap:e}"
            );
            solid_alone += usize::from(expected && !by("obb")[0].colliding);
            apart += usize::from(!expected);
            pieces_alone += usize::from(!expected && by_pieces[0].colliding);
        }
    }
    assert!(solid_alone >= 3 && apart >= 20 && pieces_alone >= 3, "{solid_alone} {apart} {pieces_alone}");
}

#[test]
fn a_round_solid_inside_the_tube_collides_and_one_in_the_hole_does_not() {
    let ring = Body::at_rest(ring(), crate::support::solids::at(0.0, 0.0, 0.0));
    let gjk = methods::find("gjk").unwrap();
    for (solid, place, expected) in [
        (Solid::Ball { radius: 0.1 }, Point::new(RING, 0.0, 0.0), true),
        (Solid::Cone { radius: 0.1, height: 0.1 }, Point::new(0.0, 0.0, -RING), true),
        (Solid::Ball { radius: 0.6 }, Point::origin(), false),
        (Solid::Cylinder { radius: 0.6, height: 3.0 }, Point::origin(), false),
        (Solid::Ball { radius: 2.0 }, Point::origin(), true),
    ] {
        let shape = Arc::new(Shape::primitive(solid, 1).unwrap());
        let round = Body::at_rest(shape, crate::support::solids::at(place.x, place.y, place.z));
        let truth = truth::Truth::of(&[round, ring.clone()]).unwrap();
        assert_eq!(truth.for_method(gjk), expected, "{solid:?} at {place}");
    }
}
