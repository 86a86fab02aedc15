//! Time of the exact reference, compared with parry's `intersection_test` and `distance`, on the same pairs.
//!
//! The reference answers both questions at once, with a proof; parry answers each separately. Bodies are
//! scattered so that about half of the pairs intersect; the number of intersections, also according to parry,
//! is printed. Last come the ratios of the fastest of many alternating rounds, so that other load on the
//! machine affects all of them alike.

use std::f64::consts::TAU;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use collidoscope::geometry::{Point, Pose, Shape, Solid, Vector, hull};
use collidoscope::object_space::gjk::decide;
use collidoscope::world::Body;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use nalgebra::{Translation3, Unit, UnitQuaternion};
use parry3d_f64::math::{Pose as ParryPose, Rotation, Vector as ParryVector};
use parry3d_f64::query::{distance, intersection_test};
use parry3d_f64::shape::{Ball, Cone, ConvexPolyhedron, Cuboid, Cylinder, SharedShape};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

const PAIRS: usize = 500;

/// Number of rounds, of which the fastest is reported.
const TURNS: usize = 50;

/// A body and its equivalent in parry.
struct Both {
    ours: Body,
    pose: ParryPose,
    theirs: SharedShape,
}

type Pairs = Vec<[Both; 2]>;

/// Name of a shape, and its generator.
type Kind = (&'static str, fn(&mut Pcg64) -> Shape);

/// Name of a method, and the function that counts intersecting pairs.
type Algorithm = (&'static str, fn(&Pairs) -> usize);

fn direction(random: &mut Pcg64) -> Vector {
    loop {
        let v = Vector::from_fn(|_, _| random.random_range(-1.0..1.0));
        if (0.1..=1.0).contains(&v.norm()) {
            return v.normalize();
        }
    }
}

fn placed(shape: Shape, random: &mut Pcg64) -> Both {
    let axis = Unit::new_normalize(direction(random));
    let turn = UnitQuaternion::from_axis_angle(&axis, random.random_range(0.0..TAU));
    let at = direction(random) * random.random_range(0.0..1.4);
    let q = turn.quaternion();
    let pose = ParryPose {
        translation: ParryVector::new(at.x, at.y, at.z),
        rotation: Rotation::from_xyzw(q.i, q.j, q.k, q.w),
    };
    let theirs = match shape.solid() {
        Solid::Ball { radius } => SharedShape::new(Ball::new(radius)),
        Solid::Cuboid { half_extents: h } => SharedShape::new(Cuboid::new(ParryVector::new(h.x, h.y, h.z))),
        Solid::Cone { radius, height } => SharedShape::new(Cone::new(0.5 * height, radius)),
        Solid::Cylinder { radius, height } => SharedShape::new(Cylinder::new(0.5 * height, radius)),
        Solid::Polyhedron => {
            let points = shape.mesh().vertices().iter().map(|p| ParryVector::new(p.x, p.y, p.z)).collect();
            let hull = ConvexPolyhedron::from_convex_mesh(points, shape.mesh().triangles());
            SharedShape::new(hull.expect("the mesh is a hull"))
        }
    };
    let ours = Body::at_rest(Arc::new(shape), Pose::from_parts(Translation3::from(at), turn));
    Both { ours, pose, theirs }
}

fn solid(random: &mut Pcg64) -> Shape {
    let solid = match random.random_range(0..4) {
        0 => Solid::Ball { radius: 0.6 },
        1 => Solid::Cuboid { half_extents: Vector::new(0.6, 0.4, 0.5) },
        2 => Solid::Cone { radius: 0.6, height: 1.2 },
        _ => Solid::Cylinder { radius: 0.5, height: 1.0 },
    };
    Shape::primitive(solid, 2).expect("sizes are positive")
}

fn hull_of(points: usize, random: &mut Pcg64) -> Shape {
    let points: Vec<Point> = (0..points).map(|_| Point::from(direction(random) * 0.6)).collect();
    Shape::polyhedron(hull::convex_hull(&points).expect("points of a sphere have a hull"))
}

fn ours(pairs: &Pairs) -> usize {
    let meet = |[a, b]: &&[Both; 2]| decide(black_box(&a.ours), black_box(&b.ours)).distance == 0.0;
    pairs.iter().filter(meet).count()
}

fn intersecting(pairs: &Pairs) -> usize {
    let meet = |[a, b]: &&[Both; 2]| {
        intersection_test(black_box(&a.pose), &*a.theirs, black_box(&b.pose), &*b.theirs)
            .expect("supported")
            .intersecting
    };
    pairs.iter().filter(meet).count()
}

fn at_no_distance(pairs: &Pairs) -> usize {
    let meet = |[a, b]: &&[Both; 2]| {
        distance(black_box(&a.pose), &*a.theirs, black_box(&b.pose), &*b.theirs).expect("supported").distance
            <= 0.0
    };
    pairs.iter().filter(meet).count()
}

fn reference(criterion: &mut Criterion) {
    let kinds: [Kind; 3] = [
        ("solids", solid),
        ("hulls of 20 triangles", |random| hull_of(12, random)),
        ("hulls of 440 triangles", |random| hull_of(222, random)),
    ];
    for (name, shape) in kinds {
        let mut random = Pcg64::seed_from_u64(1);
        let mut body = || {
            let shape = shape(&mut random);
            placed(shape, &mut random)
        };
        let pairs: Pairs = (0..PAIRS).map(|_| [body(), body()]).collect();
        let algorithms: [Algorithm; 3] = [
            ("the reference", ours),
            ("parry's intersection_test", intersecting),
            ("parry's distance", at_no_distance),
        ];
        let found = algorithms.map(|(_, count)| count(&pairs));
        let mut group = criterion.benchmark_group(format!("{name}, {} of {PAIRS} intersect", found[0]));
        group.throughput(Throughput::Elements(PAIRS as u64));
        for (algorithm, count) in algorithms {
            group.bench_function(algorithm, |b| b.iter(|| count(&pairs)));
        }
        group.finish();
        let mut fastest = [Duration::MAX; 3];
        for _ in 0..TURNS {
            for (fastest, (_, count)) in fastest.iter_mut().zip(algorithms) {
                let start = Instant::now();
                black_box(count(&pairs));
                *fastest = start.elapsed().min(*fastest);
            }
        }
        for ((algorithm, _), (time, found)) in algorithms.iter().zip(fastest.iter().zip(found)) {
            let ratio = fastest[0].as_secs_f64() / time.as_secs_f64();
            let ns = time.as_secs_f64() * 1e9 / PAIRS as f64;
            println!(
                "{name}: {algorithm} {ns:.0} ns per pair, {found} intersect; the reference takes {ratio:.2} of that"
            );
        }
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(20)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_secs(1));
    targets = reference
}
criterion_main!(benches);
