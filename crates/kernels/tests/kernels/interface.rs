//! The stable interface of the library, used as its users do, against brute force and closed forms.

use collidoscope_kernels::{
    BoxPairs, Closest, Cloth, ClothFeatures, Error, Features, Level, Mesh, Method, Mover, Pose, Queries,
    Scene, Tolerance, first_contact,
};
use rand::{Rng as _, SeedableRng as _};
use rand_pcg::Pcg64;

type Triangles = (Vec<[f64; 3]>, Vec<[u32; 3]>);

/// A box around the origin, 12 triangles.
pub(super) fn boxed(half: [f64; 3]) -> Triangles {
    let corner = |i: usize| [0, 1, 2].map(|axis| if i >> axis & 1 == 1 { half[axis] } else { -half[axis] });
    let squares = [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]];
    let halves = squares.iter().flat_map(|[a, b, c, d]| [[*a, *b, *c], [*a, *c, *d]]);
    ((0..8).map(corner).collect(), halves.collect())
}

fn mesh((vertices, triangles): &Triangles) -> Mesh {
    Mesh::new(vertices, triangles).unwrap()
}

fn vector(random: &mut Pcg64, reach: f64) -> [f64; 3] {
    [0; 3].map(|_| random.random_range(-reach..reach))
}

fn pose(random: &mut Pcg64, reach: f64) -> Pose {
    let [x, y, z] = vector(random, 1.0);
    Pose::from_quaternion([x, y, z, random.random_range(-1.0..1.0)], vector(random, reach)).unwrap()
}

fn minus(a: [f64; 3], b: [f64; 3]) -> [f64; 3] {
    [0, 1, 2].map(|i| a[i] - b[i])
}

fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|i| a[i] * b[i]).sum()
}

fn cross([a, b, c]: [f64; 3], [d, e, f]: [f64; 3]) -> [f64; 3] {
    [b * f - c * e, c * d - a * f, a * e - b * d]
}

fn length(a: [f64; 3]) -> f64 {
    dot(a, a).sqrt()
}

/// How far two triangles are apart along the best axis of the separating-axis theorem, negative if they overlap.
fn gap(a: [[f64; 3]; 3], b: [[f64; 3]; 3]) -> f64 {
    let sides = |t: [[f64; 3]; 3]| [minus(t[1], t[0]), minus(t[2], t[1]), minus(t[0], t[2])];
    let (of_a, of_b) = (sides(a), sides(b));
    let normals = [cross(of_a[0], of_a[1]), cross(of_b[0], of_b[1])];
    let edges = of_a.iter().flat_map(|s| of_b.map(|t| cross(*s, t)));
    // Axes within the planes decide for triangles in one plane.
    let flat = [(of_a, normals[0]), (of_b, normals[1])];
    let flat = flat.into_iter().flat_map(|(sides, normal)| sides.map(|side| cross(normal, side)));
    let along = |axis: [f64; 3]| {
        let size = length(axis);
        let reach = |t: [[f64; 3]; 3]| {
            let on = t.map(|p| dot(p, axis) / size);
            [on.into_iter().fold(f64::INFINITY, f64::min), on.into_iter().fold(f64::NEG_INFINITY, f64::max)]
        };
        let ([low, high], [from, to]) = (reach(a), reach(b));
        if size > 1e-9 { (from - high).max(low - to) } else { f64::NEG_INFINITY }
    };
    normals.into_iter().chain(edges).chain(flat).map(along).fold(f64::NEG_INFINITY, f64::max)
}

#[test]
fn touching_pairs_are_those_that_no_axis_separates() {
    let random = &mut Pcg64::seed_from_u64(1);
    let mut queries = Queries::default();
    let mut touching = 0;
    for _ in 0..300 {
        let [a, b] = [0; 2].map(|_| mesh(&boxed(vector(random, 1.0).map(|half| half.abs() + 0.1))));
        let pose = pose(random, 2.0);
        let found = queries.touching_pairs(&a, &b, &pose).unwrap();
        assert_eq!(queries.touch(&a, &b, &pose), !found.is_empty());
        match queries.touching_pair(&a, &b, &pose) {
            Some(pair) => assert!(found.contains(&pair)),
            None => assert!(found.is_empty()),
        }
        for (i, j) in (0..12).flat_map(|i| (0..12).map(move |j| (i, j))) {
            let gap = gap(a.triangle(i).unwrap(), b.triangle(j).unwrap().map(|p| pose.place(p)));
            if gap.abs() > 1e-9 {
                assert_eq!(found.contains(&[i, j]), gap < 0.0, "triangles {i} and {j}, apart by {gap}");
            }
        }
        touching += usize::from(!found.is_empty());
    }
    assert!((50..250).contains(&touching), "{touching} of 300 pairs touch");
}

#[test]
fn distances_are_those_between_the_closest_points() {
    let random = &mut Pcg64::seed_from_u64(2);
    let mut queries = Queries::default();
    for size in [1e-9, 1.0, 1e9] {
        for _ in 0..100 {
            let [a, b] =
                [0; 2].map(|_| mesh(&boxed(vector(random, 1.0).map(|half| size * (half.abs() + 0.1)))));
            let pose = pose(random, 4.0 * size);
            let closest = queries.closest(&a, &b, &pose, Tolerance::default());
            let Closest { distance, points: [from, to], triangles: [i, j], normal } = closest;
            let rounding = 1e-12 * size;
            assert!((length(minus(to, from)) - distance).abs() < rounding);
            assert_eq!(distance == 0.0, queries.touch(&a, &b, &pose));
            assert!(queries.within(&a, &b, &pose, distance + rounding));
            assert!(distance < 1e-9 * size || !queries.within(&a, &b, &pose, distance - 1e-9 * size));
            let normal = normal.unwrap();
            assert!((length(normal) - 1.0).abs() < 1e-12);
            if distance > 0.0 {
                // The planes through the closest points have all of A behind and all of B in front.
                let behind =
                    (0..12).flat_map(|t| a.triangle(t).unwrap()).map(|p| dot(minus(p, from), normal));
                let in_front = (0..12)
                    .flat_map(|t| b.triangle(t).unwrap())
                    .map(|p| dot(minus(pose.place(p), to), normal));
                assert!(behind.fold(f64::NEG_INFINITY, f64::max) < 1e-9 * size);
                assert!(in_front.fold(f64::INFINITY, f64::min) > -1e-9 * size);
                assert!(a.triangle(i).is_some() && b.triangle(j).is_some());
            }
            let coarse = Tolerance { relative: 0.5, absolute: 0.0 };
            let rough = queries.closest(&a, &b, &pose, coarse).distance;
            assert!(rough >= distance - rounding && rough <= 1.5 * distance + rounding);
        }
    }
}

#[test]
fn far_meshes_use_the_trees_that_all_pairs_share() {
    let mut queries = Queries::default();
    let [a, b] = [mesh(&boxed([0.5; 3])), mesh(&boxed([0.25; 3]))];
    for (far, (one, other)) in [1e6, 2e6, 1e6].into_iter().zip([(&a, &b), (&b, &a), (&a, &a)]) {
        let pose = Pose::translation([far, 0.0, 0.0]).unwrap();
        let half = |mesh: &Mesh| mesh.triangle(0).unwrap()[0][0].abs();
        let closest = queries.closest(one, other, &pose, Tolerance::default());
        assert_eq!(closest.distance, far - half(one) - half(other));
        assert!(queries.within(one, other, &pose, far) && !queries.within(one, other, &pose, 0.5 * far));
    }
}

#[test]
fn a_mesh_gives_back_its_arrays() {
    let arrays = boxed([1.0, 2.0, 3.0]);
    let mesh = mesh(&arrays);
    assert_eq!(mesh.vertices().collect::<Vec<_>>(), arrays.0);
    assert_eq!(mesh.triangles(), arrays.1);
    assert_eq!(mesh.triangle(7), Some(arrays.1[7].map(|vertex| arrays.0[vertex as usize])));
}

#[test]
fn prepared_data_is_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    fn sent<T: Send>() {}
    shared::<Mesh>();
    shared::<Cloth>();
    shared::<Level>();
    shared::<Pose>();
    shared::<Mover>();
    sent::<Queries>();
    sent::<BoxPairs>();
    let [a, b] = [mesh(&boxed([0.5; 3])), mesh(&boxed([0.4; 3]))];
    let answers = |seed| {
        let (mut queries, random) = (Queries::default(), &mut Pcg64::seed_from_u64(seed));
        (0..200).map(|_| queries.touch(&a, &b, &pose(random, 1.2))).collect::<Vec<_>>()
    };
    let alone = answers(3);
    std::thread::scope(|scope| {
        let together = [0; 4].map(|_| scope.spawn(|| answers(3)));
        together.into_iter().for_each(|thread| assert_eq!(thread.join().unwrap(), alone));
    });
}

#[test]
fn poses_are_rotations_and_translations() {
    let random = &mut Pcg64::seed_from_u64(4);
    for _ in 0..100 {
        let [a, b] = [0; 2].map(|_| pose(random, 5.0));
        let again = Pose::from_rows(a.rows()).unwrap();
        let at = vector(random, 3.0);
        assert!(length(minus(again.place(at), a.place(at))) < 1e-14 * 30.0);
        assert!(length(minus(a.place(Pose::relative(&a, &b).place(at)), b.place(at))) < 1e-14 * 30.0);
    }
    for scale in [1e-300, 1e-200, 1e200, 1e300] {
        let turned = Pose::from_quaternion([0.0, 0.0, scale, scale], [1.0, 0.0, 0.0]).unwrap();
        assert!(length(minus(turned.place([1.0, 0.0, 0.0]), [1.0, 1.0, 0.0])) < 1e-15);
    }
    let rows = Pose::identity().rows();
    let with = |i: usize, j: usize, x: f64| {
        let mut rows = rows;
        rows[i][j] = x;
        Pose::from_rows(rows)
    };
    assert_eq!(with(0, 0, 1.1), Err(Error::NotARotation), "it scales");
    assert_eq!(with(0, 0, -1.0), Err(Error::NotARotation), "it mirrors");
    assert_eq!(with(0, 1, f64::NAN), Err(Error::NotARotation));
    assert!(matches!(with(0, 3, f64::INFINITY), Err(Error::Coordinate { .. })));
    assert_eq!(Pose::from_quaternion([0.0; 4], [0.0; 3]), Err(Error::NotARotation));
}

#[test]
fn a_rounded_rotation_is_taken_for_the_nearest() {
    let random = &mut Pcg64::seed_from_u64(14);
    for _ in 0..2000 {
        let exact = pose(random, 1.0);
        let single = exact.rows().map(|row| row.map(|x| f64::from(x as f32)));
        let decimals = |unit: f64| exact.rows().map(|row| row.map(|x| (x / unit).round() * unit));
        for (rows, error) in [(single, 1e-6), (decimals(1e-6), 1e-5), (decimals(1e-4), 1e-3)] {
            let taken = Pose::try_from(rows).unwrap();
            let moved = taken.inverse() * exact;
            let at = vector(random, 1.0);
            assert!(length(minus(moved.place(at), at)) < error);
            // The nearest rotation differs from the matrix by a symmetric factor: Rᵀ M is symmetric.
            let [r, m] = [taken.rows(), rows];
            let product = |i: usize, j: usize| (0..3).map(|k| r[k][i] * m[k][j]).sum::<f64>();
            for (i, j) in [(0, 1), (0, 2), (1, 2)] {
                assert!((product(i, j) - product(j, i)).abs() < 1e-14);
            }
        }
    }
    let [mut long, mut sheared] = [Pose::identity().rows(); 2];
    (long[1][1], sheared[0][1]) = (1.0006, 0.0011);
    for rows in [long, sheared] {
        assert_eq!(Pose::from_rows(rows), Err(Error::NotARotation));
    }
}

#[test]
fn poses_are_multiplied_and_undone() {
    let random = &mut Pcg64::seed_from_u64(15);
    for _ in 0..100 {
        let [a, b] = [0; 2].map(|_| pose(random, 5.0));
        let at = vector(random, 3.0);
        assert!(length(minus((a * b).place(at), a.place(b.place(at)))) < 1e-13);
        assert!(length(minus(a.inverse().place(a.place(at)), at)) < 1e-13);
        let relative = Pose::relative(&a, &b);
        assert!(length(minus((a.inverse() * b).place(at), relative.place(at))) < 1e-13);
        assert_eq!(<[[f64; 4]; 3]>::from(a), a.rows());
    }
}

/// What a game keeps: prepared data and the objects that answer, in one struct.
#[derive(Debug)]
struct Game {
    level: Level,
    sweeps: collidoscope_kernels::Sweeps,
    cloth: Cloth,
    contacts: collidoscope_kernels::ClothContacts,
    queries: Queries,
    pairs: BoxPairs,
    body: Mesh,
}

#[test]
fn prepared_data_and_what_answers_live_in_one_struct_and_move_to_a_thread() {
    let level = Level::of_brushes(&[brush([0.0; 3], [1.0; 3])], [[-9.0; 3], [9.0; 3]]).unwrap();
    let cloth = Cloth::grid(3).unwrap();
    let (sweeps, contacts) = (level.sweeps(Method::Exact).unwrap(), cloth.contacts(1));
    let (queries, pairs, body) = (Queries::default(), BoxPairs::default(), mesh(&boxed([1.0; 3])));
    let mut game = Game { level, sweeps, cloth, contacts, queries, pairs, body };
    let hit = std::thread::spawn(move || {
        assert!(game.level.node_count() > 0 && game.cloth.particle_count() == 9);
        assert!(game.queries.touch(&game.body, &game.body, &Pose::identity()));
        assert!(game.pairs.find(&[]).unwrap().is_empty());
        let still: Vec<_> = (0..9).map(|i| [f64::from(i % 3), 0.0, f64::from(i / 3)]).collect();
        assert!(game.contacts.find(&still, &still).unwrap().is_empty());
        assert!(format!("{game:?}").contains("Mesh { triangles: 12, .. }"));
        game.sweeps.sweep(&Mover::point(), [0.5, 5.0, 0.5], [0.5, -5.0, 0.5]).unwrap()
    });
    assert!(hit.join().unwrap().is_some());
}

#[test]
fn a_scene_finds_the_pairs_of_brute_force_near_and_far_from_the_origin() {
    let random = &mut Pcg64::seed_from_u64(16);
    let shapes = [[0.5; 3], [1.0, 0.2, 0.6], [2.0, 0.1, 0.1]].map(|half| mesh(&boxed(half)));
    let mut queries = Queries::default();
    for far in [0.0, 1e3, 1e9, 1e17] {
        let bodies: Vec<Mesh> = (0..60).map(|i| shapes[i % 3].clone()).collect();
        let mut scene = Scene::new(bodies.clone());
        for distance in [0.0, 0.3] {
            let shift = Pose::translation([far, -far, 0.5 * far]).unwrap();
            let poses: Vec<Pose> = (0..60).map(|_| shift * pose(random, 4.0)).collect();
            let all = (0..60).flat_map(|j| (0..j).map(move |i| [i, j]));
            let mut ask = |[i, j]: &[usize; 2], distance: f64| {
                let b_in_a = Pose::relative(&poses[*i], &poses[*j]);
                match distance {
                    0.0 => queries.touch(&bodies[*i], &bodies[*j], &b_in_a),
                    _ => queries.within(&bodies[*i], &bodies[*j], &b_in_a, distance),
                }
            };
            let mut expected: Vec<_> = all.filter(|pair| ask(pair, distance)).collect();
            expected.sort_unstable();
            let expected: Vec<_> = expected.into_iter().map(|pair| pair.map(|i| i as u32)).collect();
            let near = scene.near(&poses, distance).unwrap();
            assert_eq!(near.iter().map(|near| near.bodies).collect::<Vec<_>>(), expected, "{far} {distance}");
            assert!(!expected.is_empty());
            for near in near.iter().filter(|_| far < 1e6) {
                let [p, q] = near.closest.points;
                assert!((length(minus(q, p)) - near.closest.distance).abs() < 1e-9, "{near:?}");
                let bodies = near.bodies.map(|body| body as usize);
                for (at, body) in [p, q].into_iter().zip(bodies) {
                    let [min, max] = scene_bounds(&shapes[body % 3], &poses[body]);
                    assert!((0..3).all(|k| min[k] - 1e-9 <= at[k] && at[k] <= max[k] + 1e-9));
                }
            }
            if distance == 0.0 {
                assert_eq!(scene.touching(&poses).unwrap(), expected);
            }
        }
    }
    let mut scene = Scene::new(vec![shapes[0].clone()]);
    assert_eq!(scene.body_count(), 1);
    assert_eq!(scene.touching(&[]), Err(Error::Count { what: "poses", expected: 1, found: 0 }));
    for distance in [-1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(scene.near(&[Pose::identity()], distance), Err(Error::Length("distance")));
    }
    assert!(Scene::new(vec![]).touching(&[]).unwrap().is_empty());
}

/// The box around the placed vertices, by the vertices one by one.
fn scene_bounds(mesh: &Mesh, pose: &Pose) -> [[f64; 3]; 2] {
    let placed: Vec<_> = mesh.vertices().map(|at| pose.place(at)).collect();
    let extreme =
        |pick: fn(f64, f64) -> f64| [0, 1, 2].map(|k| placed.iter().map(|at| at[k]).reduce(pick).unwrap());
    let bounds = [extreme(f64::min), extreme(f64::max)];
    assert_eq!(mesh.bounds(pose), bounds);
    bounds
}

#[test]
fn a_surface_that_cuts_itself_is_found_and_neighbours_are_not() {
    let (mut vertices, mut triangles) = boxed([1.0; 3]);
    let mut queries = Queries::default();
    assert!(queries.self_pairs(&mesh(&(vertices.clone(), triangles.clone()))).unwrap().is_empty());
    // A second box, shifted, in the same mesh: the pairs are those of two meshes.
    let shift = [0.7, 0.4, 0.9];
    let second: Vec<_> = vertices.iter().map(|at| [0, 1, 2].map(|k| at[k] + shift[k])).collect();
    let one = mesh(&(vertices.clone(), triangles.clone()));
    let two = mesh(&(second.clone(), triangles.clone()));
    let between = queries.touching_pairs(&one, &two, &Pose::identity()).unwrap();
    vertices.extend(second);
    let more: Vec<_> = triangles.iter().map(|triangle| triangle.map(|index| index + 8)).collect();
    triangles.extend(more);
    let found = queries.self_pairs(&mesh(&(vertices.clone(), triangles.clone()))).unwrap();
    let expected: Vec<_> = between.iter().map(|[a, b]| [*a, *b + 12]).collect();
    assert!(!expected.is_empty());
    assert_eq!(found, expected);
    // Vertices of its own for each triangle: the same surface, the same pairs.
    let loose: Vec<_> = triangles.iter().flatten().map(|index| vertices[*index as usize]).collect();
    let own: Vec<_> = (0..24).map(|t| [3 * t, 3 * t + 1, 3 * t + 2]).collect();
    assert_eq!(queries.self_pairs(&mesh(&(loose, own))).unwrap(), expected);
}

#[test]
fn a_moving_vertex_meets_a_triangle_when_the_closed_form_says() {
    let random = &mut Pcg64::seed_from_u64(5);
    let triangle = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    for _ in 0..1000 {
        let [from, to] = [0; 2].map(|_| vector(random, 1.5));
        let ends = [from, to].map(|vertex| [vertex, triangle[0], triangle[1], triangle[2]]);
        let found = first_contact(Features::VertexFace, &ends[0], &ends[1], 0.0).unwrap();
        let time = from[2] / (from[2] - to[2]);
        let at = [0, 1].map(|i| from[i] + time * (to[i] - from[i]));
        let inside = at[0].min(at[1]).min(1.0 - at[0] - at[1]).min(time).min(1.0 - time);
        if inside.abs() > 1e-9 {
            assert_eq!(found.is_some(), inside > 0.0);
        }
        assert!(found.is_none_or(|found| found <= time + 1e-15 && found > time - 1e-6));
    }
}

/// A square cloth that is rolled up, with waves.
fn rolled(side: usize, radius: f64) -> Vec<[f64; 3]> {
    let place = |index: usize| {
        let (u, v) = ((index % side) as f64 / (side - 1) as f64, (index / side) as f64 / (side - 1) as f64);
        let turn = u / radius;
        let wave = 0.02 * (9.0 * v + 5.0 * u).sin();
        [(radius + wave) * turn.cos(), (radius + wave) * turn.sin(), v]
    };
    (0..side * side).map(place).collect()
}

#[test]
fn grids_and_other_cloths_have_the_same_contacts_as_all_pairs_of_features() {
    let grid = Cloth::grid(9).unwrap();
    let [start, end] = [rolled(9, 0.17), rolled(9, 0.12)];
    let found = grid.contacts(1).find(&start, &end).unwrap();
    assert!(found.len() > 20, "{}", found.len());
    assert_eq!(grid.contacts(3).find(&start, &end).unwrap(), found);
    // The same triangles as a garment: its edges have another order, so particles are compared.
    let garment = Cloth::new(&start, grid.triangles()).unwrap();
    let named = |cloth: &Cloth| {
        let contacts = cloth.contacts(1).find(&start, &end).unwrap();
        let mut named: Vec<_> = contacts
            .iter()
            .map(|contact| {
                let mut particles = cloth.particles(contact.features).unwrap();
                let is_vertex = matches!(contact.features, ClothFeatures::VertexFace(..));
                particles[usize::from(is_vertex)..].sort_unstable();
                (is_vertex, particles, contact.time.to_bits())
            })
            .collect();
        named.sort_unstable();
        named
    };
    let (of_grid, of_garment) = (named(&grid), named(&garment));
    let without_times =
        |named: &[(bool, [u32; 4], u64)]| named.iter().map(|(k, p, _)| (*k, *p)).collect::<Vec<_>>();
    assert_eq!(without_times(&of_grid), without_times(&of_garment));
    // All pairs of features one by one.
    let at = |positions: &[[f64; 3]], four: [u32; 4]| four.map(|p| positions[p as usize]);
    let faces = grid.triangles().iter().enumerate();
    let vertices =
        faces.flat_map(|(face, _)| (0..81).map(move |v| ClothFeatures::VertexFace(v, face as u32)));
    let edges = grid.edges().len() as u32;
    let pairs = (0..edges).flat_map(|a| (a + 1..edges).map(move |b| ClothFeatures::EdgeEdge(a, b)));
    let touches = |features: &ClothFeatures| {
        let four = grid.particles(*features).unwrap();
        let (kind, apart) = match features {
            ClothFeatures::VertexFace(..) => (Features::VertexFace, !four[1..].contains(&four[0])),
            ClothFeatures::EdgeEdge(..) => {
                (Features::EdgeEdge, !four[2..].iter().any(|p| four[..2].contains(p)))
            }
        };
        apart && first_contact(kind, &at(&start, four), &at(&end, four), 0.0).unwrap().is_some()
    };
    let mut all: Vec<_> = vertices.chain(pairs).filter(touches).collect();
    all.sort_unstable();
    assert_eq!(found.iter().map(|contact| contact.features).collect::<Vec<_>>(), all);
}

#[test]
fn a_step_with_too_many_contacts_is_refused() {
    // All particles meet in one place.
    let cloth = Cloth::grid(65).unwrap();
    let start: Vec<[f64; 3]> = (0..65 * 65).map(|p| [f64::from(p % 65), 0.0, f64::from(p / 65)]).collect();
    for threads in [1, 4] {
        let refused = cloth.contacts(threads).find(&start, &[[32.0, 1.0, 32.0]; 65 * 65]).unwrap_err();
        assert!(matches!(refused, Error::TooMany { .. }), "{refused}");
    }
}

/// The planes of a box.
pub(super) fn brush(min: [f64; 3], max: [f64; 3]) -> Vec<[f64; 4]> {
    let [x, y, z] = max.map(|d| -d);
    let [a, b, c] = min;
    vec![
        [1.0, 0.0, 0.0, x],
        [0.0, 1.0, 0.0, y],
        [0.0, 0.0, 1.0, z],
        [-1.0, 0.0, 0.0, a],
        [0.0, -1.0, 0.0, b],
        [0.0, 0.0, -1.0, c],
    ]
}

#[test]
fn sweeps_stop_where_the_closed_form_says() {
    let random = &mut Pcg64::seed_from_u64(6);
    let of_brush = Level::of_brushes(&[brush([-1.0; 3], [1.0; 3])], [[-9.0; 3], [9.0; 3]]).unwrap();
    let (vertices, triangles) = boxed([1.0; 3]);
    let of_mesh = Level::of_mesh(&vertices, &triangles).unwrap();
    let mut hits = 0;
    for level in [of_brush, of_mesh] {
        let mut exact = level.sweeps(Method::Exact).unwrap();
        let mut others = [Method::ShiftedPlanes, Method::ShiftedPlanesWithBevels]
            .map(|method| level.sweeps(method).unwrap());
        assert!(level.node_count() >= 6);
        for _ in 0..500 {
            let [from, to] = [0; 2].map(|_| vector(random, 3.0));
            if from.iter().all(|x| x.abs() < 1.6) {
                continue;
            }
            // A cube of half a metre against a cube: a ray against a cube of 1.5 m.
            let cube = Mover::hull(&boxed([0.5; 3]).0).unwrap();
            let enters = [0, 1, 2].map(|i| {
                let [a, b] = [-1.5, 1.5].map(|side| (side - from[i]) / (to[i] - from[i]));
                [a.min(b), a.max(b)]
            });
            let first = enters.iter().fold(f64::NEG_INFINITY, |most, [a, _]| most.max(*a));
            let last = enters.iter().fold(f64::INFINITY, |least, [_, b]| least.min(*b));
            let margin = (last - first).min(first).min(1.0 - first);
            let hit = exact.sweep(&cube, from, to).unwrap();
            if margin.abs() > 1e-9 {
                assert_eq!(hit.is_some(), margin > 0.0, "{from:?} to {to:?}");
            }
            if let Some(hit) = hit {
                hits += 1;
                assert!((hit.time - first).abs() < 1e-9 && !hit.starts_inside);
                assert!((length(hit.normal) - 1.0).abs() < 1e-12 && dot(hit.normal, minus(to, from)) < 0.0);
                for other in &mut others {
                    let early = other.sweep(&cube, from, to).unwrap().expect("never missed");
                    assert!(early.time <= hit.time + 1e-9, "never late");
                }
            }
        }
        let sphere = Mover::sphere(0.25).unwrap();
        let inside = exact.sweep(&sphere, [0.0; 3], [0.1, 0.0, 0.0]).unwrap().unwrap();
        assert!(inside.starts_inside && inside.time == 0.0);
        assert_eq!(exact.sweep(&Mover::point(), [-2.0, 0.0, 0.0], [-1.5, 0.0, 0.0]).unwrap(), None);
    }
    assert!(hits > 100, "{hits}");
}

#[test]
fn both_ways_to_find_overlapping_boxes_agree_with_all_pairs() {
    let random = &mut Pcg64::seed_from_u64(7);
    let [mut scratch, mut coherent] = [BoxPairs::from_scratch(), BoxPairs::coherent()];
    for count in [0, 1, 2, 50, 300, 40] {
        let boxes: Vec<[[f64; 3]; 2]> = (0..count)
            .map(|_| {
                let min = vector(random, 5.0);
                let size = vector(random, 1.0);
                // Some have no size, and coordinates on a lattice make boxes touch.
                [min, [0, 1, 2].map(|i| min[i] + size[i].max(0.0))]
                    .map(|p| p.map(|x| (8.0 * x).round() / 8.0))
            })
            .collect();
        let overlap =
            |a: &[[f64; 3]; 2], b: &[[f64; 3]; 2]| (0..3).all(|i| a[0][i] <= b[1][i] && b[0][i] <= a[1][i]);
        let pairs = (0..count).flat_map(|i| (i + 1..count).map(move |j| [i, j]));
        let all: Vec<[u32; 2]> = pairs
            .filter(|[i, j]| overlap(&boxes[*i], &boxes[*j]))
            .map(|pair| pair.map(|i| i as u32))
            .collect();
        assert_eq!(scratch.find(&boxes).unwrap(), all);
        assert_eq!(coherent.find(&boxes).unwrap(), all);
    }
}
