//! Bad input to the stable interface: refused with its place, and never a panic.

use collidoscope_kernels::{
    BoxPairs, Cloth, ClothFeatures, Error, Features, Hull, Level, Mesh, Method, Motion, Mover, Pose, Queries,
    Search, Shape, Tolerance, first_contact, penetration,
};
use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64;

use super::interface::{boxed, brush};

#[test]
fn bad_input_is_refused_with_its_place() {
    let (vertices, triangles) = boxed([1.0; 3]);
    assert_eq!(Mesh::new(&vertices, &[]).err().unwrap().to_string(), "the mesh has no triangles");
    let missing = Mesh::new(&vertices, &[[0, 1, 8]]).err().unwrap();
    assert_eq!(missing, Error::NoVertex { triangle: 0, vertex: 8, count: 8 });
    let mut broken = vertices.clone();
    broken[5][1] = f64::NAN;
    assert_eq!(
        Mesh::new(&broken, &triangles).err().unwrap().to_string(),
        "vertex 5 has a coordinate that is not finite or beyond ±1e50"
    );
    assert!(Level::of_mesh(&vertices, &triangles[1..]).err().unwrap().to_string().contains("not closed"));
    let around = [[-9.0; 3], [9.0; 3]];
    let flat = Level::of_brushes(&[brush([0.0; 3], [1.0; 3]), brush([0.0; 3], [1.0, 0.0, 1.0])], around);
    assert!(flat.err().unwrap().to_string().starts_with("brush 1: "));
    assert!(Level::of_brushes(&[], around).is_err());
    assert!(Level::of_brushes(&[vec![[0.0, 0.0, 0.0, 1.0]]], around).is_err());
    assert_eq!(Mover::sphere(-1.0), Err(Error::Length("radius")));
    for flat in [&[][..], &[[0.0; 3]; 5]] {
        assert!(Mover::hull(flat).unwrap_err().to_string().starts_with("corners: "));
    }
    let inverted = Level::of_brushes(&[], [[9.0; 3], [-9.0; 3]]).err().unwrap();
    assert!(inverted.to_string().starts_with("around: "), "{inverted}");
    let cloth = Cloth::grid(3).unwrap();
    let wrong = cloth.contacts(1).find(&[[0.0; 3]; 9], &[[0.0; 3]; 8]).unwrap_err();
    assert_eq!(wrong.to_string(), "positions: 9 expected, 8 found");
    assert!(Cloth::grid(1).is_err() && Cloth::new(&vertices, &[[0, 0, 1]]).is_err());
    assert_eq!(cloth.particles(ClothFeatures::EdgeEdge(0, 99)), None);
    let edges = [[[0.0; 3]; 4], [[0.0, 0.0, f64::INFINITY]; 4]];
    assert!(first_contact(Features::EdgeEdge, &edges[0], &edges[1], 0.0).is_err());
    assert_eq!(first_contact(Features::EdgeEdge, &edges[0], &edges[0], -1.0), Err(Error::Length("gap")));
    let inverted = BoxPairs::from_scratch().find(&[[[0.0; 3]; 2], [[1.0; 3], [0.0; 3]]]).map(<[_]>::len);
    assert_eq!(inverted, Err(Error::Box(1)));
}

/// Numbers that break arithmetic: tiny, huge, equal, signed zeros, not finite.
fn odd(random: &mut Pcg64) -> f64 {
    const ODD: [f64; 16] = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        1e-9,
        1e9,
        5e-324,
        -5e-324,
        1e-160,
        1e-50,
        -1e-49,
        1e20,
        1e50,
        -1e50,
        f64::NAN,
        1e51,
    ];
    // Mostly finite, because others are refused at once.
    let most = if random.random_range(0..40) == 0 { ODD.len() } else { ODD.len() - 2 };
    let odd = ODD[random.random_range(0..most)];
    if random.random_range(0..3) == 0 { odd * random.random_range(0.5..1.0) } else { odd }
}

#[test]
fn no_input_panics() {
    let random = &mut Pcg64::seed_from_u64(8);
    for round in 0..150 {
        let mut place = || [0; 3].map(|_| odd(random));
        let vertices: Vec<[f64; 3]> = (0..8).map(|_| place()).collect();
        let moved: Vec<[f64; 3]> = (0..8).map(|_| place()).collect();
        let shift = place();
        let turn = [odd(random), odd(random), odd(random), odd(random)];
        let planes: Vec<Vec<[f64; 4]>> =
            (0..2).map(|_| (0..6).map(|_| [0; 4].map(|_| odd(random))).collect()).collect();
        let (_, triangles) = boxed([1.0; 3]);
        let few: Vec<[u32; 3]> = (0..5).map(|_| [0; 3].map(|_| random.random_range(0..9))).collect();
        for faces in [&triangles, &few] {
            let poses = [Pose::from_quaternion(turn, shift), Pose::translation(shift), Ok(Pose::identity())];
            if let (Ok(a), Ok(b)) = (Mesh::new(&vertices, faces), Mesh::new(&moved, &triangles)) {
                let mut queries = Queries::default();
                for pose in poses.into_iter().flatten() {
                    let touch = queries.touch(&a, &b, &pose);
                    assert_eq!(
                        touch,
                        !queries.touching_pairs(&a, &b, &pose).unwrap().is_empty(),
                        "round {round}"
                    );
                    let closest = queries.closest(&a, &b, &pose, Tolerance::default());
                    assert!(!closest.distance.is_nan(), "round {round}");
                    queries.within(&a, &b, &pose, shift[0]);
                    impacts(&mut queries, &a, &pose, &moved);
                }
            }
            if let Ok(cloth) = Cloth::new(&vertices, faces) {
                let _ = cloth.contacts(1).find(&vertices, &moved);
            }
            let _ = Level::of_mesh(&vertices, faces).map(|level| swept(&level, &moved));
        }
        let four = |of: &[[f64; 3]]| [of[0], of[1], of[2], of[3]];
        for kind in [Features::VertexFace, Features::EdgeEdge] {
            let _ = first_contact(kind, &four(&vertices), &four(&moved), shift[1].abs());
        }
        let _ = Level::of_brushes(&planes, [vertices[0], moved[0]]).map(|level| swept(&level, &moved));
        let boxes: Vec<_> = (0..8).map(|i| [vertices[i], moved[i]]).collect();
        let ordered: Vec<[[f64; 3]; 2]> = boxes
            .iter()
            .map(|[a, b]| [[0, 1, 2].map(|i| a[i].min(b[i])), [0, 1, 2].map(|i| a[i].max(b[i]))])
            .collect();
        for boxes in [boxes, ordered] {
            let found = BoxPairs::from_scratch().find(&boxes).map(<[_]>::to_vec);
            assert_eq!(found, BoxPairs::coherent().find(&boxes).map(<[_]>::to_vec), "round {round}");
        }
    }
}

/// Questions about every shape beside a mesh, at rest and on its way.
fn impacts(queries: &mut Queries, mesh: &Mesh, pose: &Pose, places: &[[f64; 3]]) {
    let [size, ends] = [[places[1][1].abs(); 3], places[2]];
    let shapes = [Shape::sphere(size[0]), Shape::capsule(size[0], [places[3], ends]), Shape::cuboid(size)];
    let motions = [Motion::at_rest(*pose), Motion::between(*pose, Pose::identity())].map(Ok);
    let spinning = Motion::new(*pose, places[4], places[5]).and_then(|motion| motion.about(places[6]));
    for shape in shapes.iter().flatten() {
        let closest = queries.closest(mesh, shape, pose, Tolerance::default());
        assert!(!closest.distance.is_nan(), "{shape:?}");
        queries.touch(shape, mesh, pose);
        let still = Motion::at_rest(Pose::identity());
        for motion in motions.iter().chain([&spinning]).flatten() {
            let search = Search { until: 1.0, tolerance: 1e-3, most_steps: 50 };
            let _ = queries.impact(mesh, shape, [motion, &still], &search);
        }
    }
    let hulls = [Hull::new(places), Hull::new(&places[..5])];
    if let [Ok(a), Ok(b)] = &hulls {
        let _ = penetration(a, b, pose);
    }
}

/// Sweeps of every mover by every method.
fn swept(level: &Level, places: &[[f64; 3]]) {
    let size = places[1][1].abs();
    let ends = [places[3], places[4]];
    let rods = [Mover::capsule(size, ends), Mover::cylinder_between(size, ends)];
    let movers = [Ok(Mover::point()), Mover::sphere(size), Mover::cylinder(size, 1.0), Mover::hull(places)];
    let movers = movers.into_iter().chain(rods).collect::<Vec<_>>();
    for method in [Method::Exact, Method::ShiftedPlanes, Method::ShiftedPlanesWithBevels] {
        let Ok(mut sweeps) = level.sweeps(method) else { continue };
        for mover in movers.iter().flatten() {
            let _ = sweeps.sweep(mover, places[0], places[2]);
        }
    }
}
