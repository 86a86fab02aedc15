//! Scaling: an input whose lengths are all multiplied by 2^k has the same answers, and lengths of an answer are
//! multiplied by 2^k.
//!
//! A power of two is exact, so answers are compared without a tolerance, with one exception in [`assert_scaled`]. Every
//! test takes its k from the limits that `docs/reference/file-formats.md` states under "Ranges of numbers".

use std::sync::Arc;

use collidoscope_kernels::broad_phase::{BROAD_PHASES, BroadPhase};
use collidoscope_kernels::cloth::mesh::ClothMesh;
use collidoscope_kernels::cloth::methods::AS_PUBLISHED;
use collidoscope_kernels::cloth::step::Step;
use collidoscope_kernels::continuous::methods::{Asked, EXACT, INCLUSION, NAIVE};
use collidoscope_kernels::continuous::{Kind, Query as Moving};
use collidoscope_kernels::detector::{Detector, Evidence, Verdict};
use collidoscope_kernels::geometry::{Aabb, Mesh, Point, Pose, Shape, Solid, Sphere, Vector, primitives};
use collidoscope_kernels::hierarchies::query::{Answer, Query, Tolerance};
use collidoscope_kernels::hierarchies::scaling::Scaling;
use collidoscope_kernels::level::compile::SplitRule;
use collidoscope_kernels::level::compiled::Level;
use collidoscope_kernels::level::error::LevelError;
use collidoscope_kernels::level::mover::Mover;
use collidoscope_kernels::level::plane::Plane;
use collidoscope_kernels::level::sweep::{Hit, Move};
use collidoscope_kernels::object_space::hybrid_boxes::{HybridBoxes, Volumes};
use collidoscope_kernels::object_space::reference::Reference;
use collidoscope_kernels::settings::Settings;
use collidoscope_kernels::world::{Body, Pair};
use collidoscope_kernels::{Error, Queries, cloth, continuous, hierarchies, level};
use nalgebra::{Quaternion, UnitQuaternion};
use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64;

/// The smallest k: multiples of 1/64, which [`lattice`] gives, are exact down to 2^-1074.
const LEAST: i32 = -1068;
/// The largest k with lengths of some metres below 1e50 m, the limit of the library.
const MOST: i32 = 162;

/// The number times 2^k, in two steps, because a single power may be out of range.
fn times(number: f64, k: i32) -> f64 {
    number * f64::from(k / 2).exp2() * f64::from(k - k / 2).exp2()
}

fn scaled(p: Point, k: i32) -> Point {
    p.map(|x| times(x, k))
}

/// A multiple of 1/64 between -`reach` and `reach`, so that some features touch exactly.
fn lattice(random: &mut Pcg64, reach: f64) -> f64 {
    (random.random_range(-reach..=reach) * 64.0).round() / 64.0
}

fn point(random: &mut Pcg64, reach: f64) -> Point {
    Point::from([0; 3].map(|_| lattice(random, reach)))
}

fn turn(random: &mut Pcg64) -> UnitQuaternion<f64> {
    let [x, y, z, w] = [0; 4].map(|_| random.random_range(-1.0..1.0));
    UnitQuaternion::new_normalize(Quaternion::new(w, x, y, z))
}

/// A pose; every other one keeps the axes, so that faces and edges can touch exactly.
fn pose(random: &mut Pcg64, reach: f64) -> Pose {
    let rotation = if random.random() { turn(random) } else { UnitQuaternion::identity() };
    Pose::from_parts(point(random, reach).coords.into(), rotation)
}

fn scaled_pose(pose: &Pose, k: i32) -> Pose {
    Pose::from_parts(pose.translation.vector.map(|x| times(x, k)).into(), pose.rotation)
}

fn scaled_mesh(mesh: &Mesh, k: i32) -> Mesh {
    let vertices = mesh.vertices().iter().map(|p| scaled(*p, k)).collect();
    Mesh::new(vertices, mesh.triangles().to_vec()).unwrap()
}

/// A solid of one of five kinds, with lengths from 0.5 to 1.5 m.
fn solid(kind: usize, [x, y, z]: [f64; 3], k: i32) -> Shape {
    let [x, y, z] = [x, y, z].map(|length| times(length, k));
    let exact = match kind {
        0 => Solid::Cuboid { half_extents: Vector::new(x, y, z) },
        1 => Solid::Ball { radius: x },
        2 => Solid::Cone { radius: x, height: y },
        3 => Solid::Cylinder { radius: x, height: y },
        _ => return Shape::polyhedron(primitives::sphere(x, 1)),
    };
    Shape::primitive(exact, 1).unwrap()
}

#[test]
fn verdicts_of_solids_do_not_depend_on_the_unit_of_length() {
    let random = &mut Pcg64::seed_from_u64(1);
    let given: Vec<_> = (0..240)
        .map(|i| {
            // A third of the pairs are boxes.
            let kind = if i % 6 < 2 { 0 } else { random.random_range(0..5) };
            let lengths = [0; 3].map(|_| 1.0 + lattice(random, 0.5));
            (kind, lengths, pose(random, 1.5))
        })
        .collect();
    let pairs: Vec<Pair> = (0..given.len() / 2).map(|i| Pair::new(2 * i, 2 * i + 1)).collect();
    let bodies = |k: i32| -> Vec<Body> {
        let body = |(kind, lengths, pose): &(usize, [f64; 3], Pose)| {
            Body::at_rest(Arc::new(solid(*kind, *lengths, k)), scaled_pose(pose, k))
        };
        given.iter().map(body).collect()
    };
    let verdicts = |bodies: &[Body]| -> Vec<Vec<Verdict>> {
        let boxes = [Volumes::SpheresAndAabbs, Volumes::Spheres, Volumes::Aabbs, Volumes::None]
            .map(HybridBoxes::of_solids);
        let mut methods: Vec<Box<dyn Detector>> = vec![Box::new(Reference)];
        methods.extend(boxes.into_iter().map(|method| Box::new(method) as Box<dyn Detector>));
        methods.iter_mut().map(|method| method.detect(bodies, &pairs).unwrap().verdicts).collect()
    };
    let overlaps = |bodies: &[Body]| -> Vec<[bool; 2]> {
        let around = |body: &Body| {
            let corners: Vec<Point> = body.shape.mesh().vertices().iter().map(|p| body.pose * p).collect();
            Sphere::around(&corners)
        };
        let overlap = |pair: &Pair| {
            let [a, b] = [&bodies[pair.a], &bodies[pair.b]];
            [a.aabb().overlaps(&b.aabb()), around(a).overlaps(&around(b))]
        };
        pairs.iter().map(overlap).collect()
    };
    let unscaled = bodies(0);
    let (expected, expected_overlaps) = (verdicts(&unscaled), overlaps(&unscaled));
    for of_method in &expected {
        let colliding = of_method.iter().filter(|verdict| verdict.colliding).count();
        assert!((30..100).contains(&colliding), "{colliding} of 120 pairs collide");
    }
    // Sizes from 1e-9 to 1e9 m.
    for k in [-28, -27, -13, -1, 1, 13, 27, 28] {
        let bodies = bodies(k);
        assert_eq!(overlaps(&bodies), expected_overlaps, "k {k}");
        for (method, (found, expected)) in verdicts(&bodies).iter().zip(&expected).enumerate() {
            for (pair, (found, expected)) in found.iter().zip(expected).enumerate() {
                let evidence = match expected.evidence {
                    Evidence::Distance(distance) => Evidence::Distance(times(distance, k)),
                    other => other,
                };
                assert_eq!(*found, Verdict { evidence, ..*expected }, "method {method}, pair {pair}, k {k}");
            }
        }
    }
}

/// A step of a crumpled cloth with `side` particles a side.
fn step(random: &mut Pcg64, side: usize) -> Step {
    let place = |random: &mut Pcg64, i: usize| {
        let flat = Vector::new((i % side) as f64, 0.0, 0.5 * (i / side) as f64);
        Point::from(flat + point(random, 1.0).coords)
    };
    let start: Vec<Point> = (0..side * side).map(|i| place(random, i)).collect();
    let end = start.iter().map(|p| p + point(random, 0.75).coords).collect();
    Step { start, end }
}

#[test]
fn contacts_of_cloths_do_not_depend_on_the_unit_of_length() {
    let random = &mut Pcg64::seed_from_u64(2);
    let side = 7;
    let grid = |k: i32| {
        let cells = (side - 1) as f64;
        ClothMesh::grid(side, |u, v| scaled(Point::new(cells * u, 0.0, 0.5 * cells * v), k)).unwrap()
    };
    let garment = |k: i32| {
        let grid = grid(k);
        // The last cell is left out, so this is no grid.
        ClothMesh::garment(grid.rest, grid.faces[2..].to_vec()).unwrap()
    };
    let mut most = 0;
    for round in 0..4 {
        let step = step(random, side);
        let found = |k: i32| {
            let all = |of: &[Point]| of.iter().map(|p| scaled(*p, k)).collect();
            let step = Step { start: all(&step.start), end: all(&step.end) };
            let (grid, garment) = (grid(k), garment(k));
            let methods = cloth::methods::METHODS.iter().flat_map(|method| {
                let settings = Settings::defaults(method.settings);
                let mut of_grid = method.make(&grid, &settings).unwrap();
                let grid = (method.id, "grid", of_grid.detect(&step).contacts);
                let of_garment = method.takes_garments.then(|| method.make(&garment, &settings).unwrap());
                let garment = of_garment.map(|mut of| (method.id, "garment", of.detect(&step).contacts));
                [Some(grid), garment].into_iter().flatten().collect::<Vec<_>>()
            });
            methods.collect::<Vec<_>>()
        };
        let expected = found(0);
        most = most.max(expected[0].2.len());
        for k in [LEAST, -1022, -700, -520, -345, -250, -199, -170, -100, -30, 30, 100, MOST] {
            for (found, expected) in found(k).into_iter().zip(&expected) {
                let (method, cloth, _) = expected;
                // It computes unscaled, as published.
                if *method != AS_PUBLISHED || k >= -250 {
                    assert_eq!(found, *expected, "{method}, {cloth}, round {round}, k {k}");
                }
            }
        }
    }
    assert!((20..5000).contains(&most), "{most} contacts");
}

#[test]
fn first_contacts_of_moving_features_do_not_depend_on_the_unit_of_length() {
    let random = &mut Pcg64::seed_from_u64(3);
    let exact = continuous::methods::find(EXACT).unwrap();
    let mut contacts = 0;
    for round in 0..400 {
        let kind = Kind::ALL[round % 2];
        let [start, end] = [0; 2].map(|_| [0; 4].map(|_| point(random, 1.0)));
        let gap = if round % 4 < 2 { 0.0 } else { 0.0625 };
        let asked = |k: i32| {
            let [start, end] = [start, end].map(|ends| ends.map(|p| scaled(p, k)));
            Asked { rounding: times(gap, k), ..Moving { kind, start, end }.into() }
        };
        let truth = exact.answer(&Moving { kind, start, end }.into());
        for method in continuous::methods::METHODS {
            let is_inclusion = method.id == INCLUSION;
            let expected = method.answer(&asked(if is_inclusion { -30 } else { 0 }));
            contacts += usize::from(expected.is_some());
            for k in [LEAST, -1022, -700, -520, -345, -170, -100, -30, -11, 0, 30, 100, MOST] {
                let found = method.answer(&asked(k));
                let place = format!("{}, round {round}, k {k}", method.id);
                if is_inclusion && k > -11 {
                    // Boxes are halved down to a thousandth of features below a millimetre, but to a millionth of a
                    // metre of larger ones: fewer false hits, and later times, though never late.
                    let is_later = |time: f64| expected.is_some_and(|coarse| time >= coarse);
                    assert!(found.is_none_or(is_later), "{place}: {found:?}, {expected:?}");
                    let is_in_time = |truth: f64| found.is_some_and(|time| time <= truth);
                    assert!(truth.is_none_or(is_in_time), "{place}: {found:?}, {truth:?}");
                } else if method.id != NAIVE || (-199..=99).contains(&k) {
                    // The naive method computes unscaled, as published.
                    assert_eq!(found, expected, "{place}");
                }
            }
        }
    }
    assert!((160..800).contains(&contacts), "{contacts} of 1,600 answers are contacts");
}

/// The planes of a box.
fn brush(half: [f64; 3], pose: &Pose, k: i32) -> Vec<Plane> {
    let sides = (0..3).flat_map(|axis| [-1.0, 1.0].map(|sign| (axis, sign)));
    sides
        .map(|(axis, sign)| {
            let normal = pose.rotation * Vector::ith(axis, sign);
            let offset = normal.dot(&pose.translation.vector) + half[axis];
            Plane::of(normal.into(), times(offset, k)).unwrap()
        })
        .collect()
}

fn mover(kind: usize, k: i32) -> Mover {
    let hull = || {
        let corners = [[0.0; 3], [0.5, 0.0, 0.0], [0.0, 0.75, 0.0], [0.0, 0.0, 0.5]];
        let faces = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
        Mesh::new(corners.map(|p| scaled(Point::from(p), k)).to_vec(), faces).unwrap()
    };
    match kind {
        0 => Mover::Point,
        1 => Mover::Sphere { radius: times(0.25, k) },
        2 => Mover::Cylinder { radius: times(0.25, k), height: times(0.75, k) },
        _ => Mover::Hull { hull: Arc::new(hull()) },
    }
}

#[test]
fn sweeps_through_a_level_do_not_depend_on_the_unit_of_length() {
    let random = &mut Pcg64::seed_from_u64(14);
    let brushes: Vec<_> =
        (0..5).map(|_| ([0; 3].map(|_| 0.75 + lattice(random, 0.5)), pose(random, 3.0))).collect();
    let moves: Vec<[Point; 2]> = (0..60).map(|_| [0; 2].map(|_| point(random, 4.0))).collect();
    let room = |k: i32| Aabb::cube(Point::origin(), times(4.0, k));
    let of_brushes = |k: i32| {
        let planes: Vec<_> = brushes.iter().map(|(half, pose)| brush(*half, pose, k)).collect();
        Level::of_brushes(&planes, &room(k), SplitRule::Mixed, &mut |_, _| true)
    };
    let solid = primitives::cylinder(1.5, 2.0, 1);
    let of_mesh = |k: i32| Level::of_mesh(&scaled_mesh(&solid, k), SplitRule::Mixed, &mut |_, _| true);
    let hits = |level: &Level, k: i32| -> Vec<Vec<Option<Hit>>> {
        let swept = |method: &level::methods::Method| {
            let mut sweep = method.make(level, &Settings::defaults(method.settings));
            let mut hits = vec![];
            for kind in 0..4 {
                let mover = mover(kind, k);
                for ends in &moves {
                    let [from, to] = ends.map(|p| scaled(p, k));
                    hits.push(sweep.sweep(&Move { mover: mover.clone(), from, to }).unwrap().0);
                }
            }
            hits
        };
        level::methods::METHODS.iter().map(swept).collect()
    };
    let expected = [of_brushes(0), of_mesh(0)].map(|level| hits(&level.unwrap(), 0));
    for of_method in expected.iter().flatten() {
        let hit = of_method.iter().flatten().count();
        assert!((20..230).contains(&hit), "{hit} of 240 moves hit the level");
    }
    // A level has at least 1e-15 m.
    for k in [-51, -50, -30, -10, 10, 30, 60, 100, MOST] {
        let found = [of_brushes(k), of_mesh(k)].map(|level| hits(&level.unwrap(), k));
        for (kind, (found, expected)) in found.iter().zip(&expected).enumerate() {
            for (method, (found, expected)) in found.iter().zip(expected).enumerate() {
                let id = level::methods::METHODS[method].id;
                for (i, (found, expected)) in found.iter().zip(expected).enumerate() {
                    assert_eq!(found, expected, "{id}, level {kind}, move {i}, k {k}");
                }
            }
        }
    }
    for k in [-1000, -700, -300, -60, -55] {
        for level in [of_brushes(k), of_mesh(k)] {
            assert_eq!(level.err(), Some(LevelError::Small), "k {k}");
        }
    }
    // Subnormal numbers have too few digits for the faces of an oblique brush: it has no volume, or is too small.
    assert!(of_brushes(LEAST).is_err());
    assert_eq!(of_mesh(LEAST).err(), Some(LevelError::Small));
}

#[test]
fn overlapping_boxes_do_not_depend_on_the_unit_of_length() {
    let random = &mut Pcg64::seed_from_u64(5);
    let mut boxes: Vec<[Point; 2]> = (0..120)
        .map(|i| {
            let min = point(random, 2.0);
            // Some have no size.
            let size = if i % 9 == 0 { 0.0 } else { 0.75 };
            [min, min.map(|x| x + size + lattice(random, size))]
        })
        .collect();
    let frames: Vec<Vec<[Point; 2]>> = (0..3)
        .map(|_| {
            for ends in boxes.iter_mut() {
                let by = point(random, 0.25).coords;
                ends.iter_mut().for_each(|p| *p += by);
            }
            boxes.clone()
        })
        .collect();
    let found = |k: i32, make: fn() -> Box<dyn BroadPhase>| {
        let mut method = make();
        let mut pairs = |boxes: &Vec<[Point; 2]>| {
            let boxes: Vec<Aabb> = boxes
                .iter()
                .map(|ends| ends.map(|p| scaled(p, k)))
                .map(|[min, max]| Aabb { min, max })
                .collect();
            method.find(&boxes)
        };
        frames.iter().map(&mut pairs).collect::<Vec<_>>()
    };
    for row in BROAD_PHASES {
        let expected = found(0, row.make);
        assert!((50..3000).contains(&expected[2].len()), "{} pairs", expected[2].len());
        for k in [LEAST, -1022, -700, -520, -345, -170, -100, -30, 30, 100, MOST] {
            assert_eq!(found(k, row.make), expected, "{}, k {k}", row.id);
        }
    }
}

/// Asserts that `found` is the answer `expected` with its lengths multiplied by 2^k.
fn assert_scaled(found: &Answer, expected: &Answer, k: i32, place: &str) {
    assert_eq!(found.colliding, expected.colliding, "{place}");
    assert_eq!(found.sorted_pairs(), expected.sorted_pairs(), "{place}");
    // No positive distance is rounded to 0.
    let distance = |d: f64| if d > 0.0 { times(d, k).max(f64::from_bits(1)) } else { d };
    assert_eq!(found.distance, expected.distance.map(distance), "{place}");
    assert_eq!(found.closest.is_some(), expected.closest.is_some(), "{place}");
    if let (Some([on_a, on_b]), Some(expected)) = (found.closest, expected.closest) {
        let [expected_on_a, expected_on_b] = expected.map(|p| scaled(p, k));
        assert_eq!(on_a, expected_on_a, "{place}");
        // The point of B is that of A plus the vector between them, rounded twice where the pair is scaled.
        let rounding = times(f64::EPSILON, k + 2).max(f64::from_bits(2));
        assert!((on_b - expected_on_b).amax() <= rounding, "{place}: {on_b} instead of {expected_on_b}");
    }
}

fn library_mesh(mesh: &Mesh) -> Result<collidoscope_kernels::Mesh, Error> {
    let vertices: Vec<[f64; 3]> = mesh.vertices().iter().map(|&p| p.into()).collect();
    collidoscope_kernels::Mesh::new(&vertices, mesh.triangles())
}

fn library_pose(pose: &Pose) -> collidoscope_kernels::Pose {
    let [x, y, z, w] = pose.rotation.coords.into();
    collidoscope_kernels::Pose::from_quaternion([x, y, z, w], pose.translation.vector.into()).unwrap()
}

#[test]
fn answers_of_trees_over_meshes_do_not_depend_on_the_unit_of_length() {
    let random = &mut Pcg64::seed_from_u64(6);
    let solids = [
        primitives::sphere(1.0, 1),
        primitives::cylinder(0.75, 2.0, 1),
        primitives::cone(1.0, 1.5, 1),
        primitives::cuboid(Vector::new(0.5, 0.75, 1.0)),
    ];
    // Corners on the lattice, so that the smallest scales are exact too.
    let solids = solids.map(|mesh| {
        let vertices = mesh.vertices().iter().map(|p| p.map(|x| (64.0 * x).round() / 64.0)).collect();
        Mesh::new(vertices, mesh.triangles().to_vec()).unwrap()
    });
    let queries = |k: i32| {
        let exact = Query::Distance(Tolerance::default());
        [Query::Detect, Query::Determine, exact, Query::Within(times(0.25, k))]
    };
    let mut touching = 0;
    for round in 0..12 {
        let [a, b] = [0; 2].map(|_| &solids[random.random_range(0..solids.len())]);
        let poses: Vec<Pose> = (0..4).map(|_| pose(random, 2.0)).collect();
        let answers = |method: &hierarchies::methods::Method, k: i32| -> Vec<Answer> {
            let (scaling, meshes) = Scaling::of(&[a, b].map(|mesh| Arc::new(scaled_mesh(mesh, k))));
            let mut pair = method.make(&meshes, &Settings::defaults(method.settings));
            let all = poses.iter().flat_map(|pose| queries(k).map(|query| (scaled_pose(pose, k), query)));
            all.map(|(pose, query)| scaling.answer(&mut *pair, &pose, &query)).collect()
        };
        let closest = |k: i32| -> Vec<(Vec<[u32; 2]>, f64)> {
            let [a, b] = [a, b].map(|mesh| library_mesh(&scaled_mesh(mesh, k)).unwrap());
            let mut queries = Queries::default();
            let mut answer = |pose: &Pose| {
                let pose = library_pose(&scaled_pose(pose, k));
                let closest = queries.closest(&a, &b, &pose, Tolerance::default());
                (queries.touching_pairs(&a, &b, &pose).unwrap(), times(closest.distance, -k))
            };
            poses.iter().map(&mut answer).collect()
        };
        // Meshes of 1e-50 m or more, and coordinates up to 1e50 m.
        for k in [-166, -100, -30, 30, 100, MOST] {
            assert_eq!(closest(k), closest(0), "library, round {round}, k {k}");
        }
        assert!(library_mesh(&scaled_mesh(a, -170)).is_err());
        for method in hierarchies::methods::METHODS {
            let expected = answers(method, 0);
            touching += expected.iter().step_by(4).filter(|answer| answer.colliding).count();
            // Up to 1e12 m, and any size below.
            for k in [LEAST, -1022, -700, -520, -345, -170, -101, -99, -30, 30, 37] {
                for (i, (found, expected)) in answers(method, k).iter().zip(&expected).enumerate() {
                    let place = format!("{}, round {round}, query {i}, k {k}", method.id);
                    assert_scaled(found, expected, k, &place);
                }
            }
        }
    }
    assert!((100..400).contains(&touching), "{touching} of 480 pairs touch");
}
