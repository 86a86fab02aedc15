//! Presets: checks their descriptions by computation.

use std::sync::Arc;

use collidoscope_kernels::broad_phase::{BroadPhase, BruteForce};
use collidoscope_kernels::geometry::{Mesh, Point, Shape, Vector};
use collidoscope_kernels::object_space::reference;
use collidoscope_kernels::world::{Body, PRESETS, Pair, World};
use collidoscope_raster::combined::piecewise;

fn bodies_of(id: &str) -> Vec<Body> {
    let preset = PRESETS.iter().find(|preset| preset.id == id).expect("an id of the table");
    (preset.build)()
}

/// Largest gap along any face normal of either body or any cross product of their edges: if two convex
/// polyhedra are separated, one of these directions separates them. Positive: distance along it in metres.
/// Zero: touching. Negative: minus the depth.
fn separation(a: &Body, b: &Body) -> f64 {
    let placed = |body: &Body| -> Vec<_> { vertices(&body.shape).map(|v| body.pose * v).collect() };
    let (points_a, points_b) = (placed(a), placed(b));
    let (faces_a, edges_a) = directions(a);
    let (faces_b, edges_b) = directions(b);
    let crossed = edges_a.iter().flat_map(|e| edges_b.iter().map(move |f| e.cross(f)));
    let mut deepest = f64::NEG_INFINITY;
    for axis in faces_a.into_iter().chain(faces_b).chain(crossed) {
        let length = axis.norm();
        if length < 1e-9 {
            continue;
        }
        let range = |points: &[Point]| {
            let along = points.iter().map(|p| axis.dot(&p.coords));
            along.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), x| (l.min(x), h.max(x)))
        };
        let ((low_a, high_a), (low_b, high_b)) = (range(&points_a), range(&points_b));
        deepest = deepest.max((low_a - high_b).max(low_b - high_a) / length);
    }
    deepest
}

fn vertices(shape: &Shape) -> impl Iterator<Item = &Point> {
    shape.mesh().vertices().iter()
}

/// The separation over pieces: two bodies collide if any two of their convex pieces do.
fn separation_by_pieces(a: &Body, b: &Body) -> f64 {
    let (of_a, of_b) = (piecewise::pieces(a), piecewise::pieces(b));
    of_a.iter().flat_map(|p| of_b.iter().map(move |q| separation(p, q))).fold(f64::INFINITY, f64::min)
}

/// Directions of face normals and of edges, each once.
fn directions(body: &Body) -> (Vec<Vector>, Vec<Vector>) {
    let mesh: &Mesh = body.shape.mesh();
    let once = |all: Vec<Vector>| {
        let mut kept: Vec<Vector> = Vec::new();
        for v in all {
            if !kept.iter().any(|k| k.cross(&v).norm() < 1e-9 * k.norm() * v.norm()) {
                kept.push(v);
            }
        }
        kept.into_iter().map(|v| body.pose * v).collect()
    };
    let faces = (0..mesh.triangles().len()).map(|i| mesh.area_normal(i)).collect();
    let edges = (0..mesh.triangles().len()).flat_map(|i| {
        let [p, q, r] = mesh.corners(i);
        [q - p, r - q, p - r]
    });
    (once(faces), once(edges.collect()))
}

#[test]
fn every_preset_collides_where_it_says() {
    for preset in PRESETS {
        let bodies = (preset.build)();
        assert!((2..=4).contains(&bodies.len()), "{}", preset.id);
        // Round bodies have too many edges for the axes of `separation`; other tests cover them.
        if bodies.iter().flat_map(piecewise::pieces).any(|piece| piece.shape.mesh().triangles().len() > 12) {
            assert!(["containment", "four-in-a-row"].contains(&preset.id));
            continue;
        }
        for b in 0..bodies.len() {
            for a in 0..b {
                let gap = separation_by_pieces(&bodies[a], &bodies[b]);
                let says = preset.colliding.contains(&Pair { a, b });
                assert_eq!(gap <= 0.0, says, "{}: bodies {a} and {b}, gap {gap}", preset.id);
            }
        }
    }
}

#[test]
fn ids_are_unique_and_boxes_overlap() {
    let mut ids: Vec<_> = PRESETS.iter().map(|p| p.id).collect();
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), PRESETS.len());
    for preset in PRESETS {
        let boxes: Vec<_> = (preset.build)().iter().map(Body::aabb).collect();
        for neighbours in boxes.windows(2) {
            assert!(neighbours[0].overlaps(&neighbours[1]), "{}: the broad phase drops it", preset.id);
        }
    }
}

#[test]
fn the_named_distances_are_what_they_are_said_to_be() {
    let gap_of = |id: &str| {
        let bodies = bodies_of(id);
        separation(&bodies[0], &bodies[1])
    };
    let near = |id: &str, gap: f64| assert!((gap_of(id) - gap).abs() < 1e-12, "{id}: {}", gap_of(id));
    near("b-behind-a", 0.25);
    near("b-before-a", 0.25);
    near("near-miss", 0.002);
    near("thin-sliver", -0.003);
    near("touching-faces", 0.0);
    for (id, gap) in [("linked-rings", 0.31), ("nested-rings", -0.06)] {
        let bodies = bodies_of(id);
        let found = separation_by_pieces(&bodies[0], &bodies[1]);
        assert!((found - gap).abs() < 1e-12, "{id}: {found}");
    }
    // The slanted slabs: 5^(-1/2) times the gap along z.
    for (id, gap) in [("relation-1", 0.25), ("relation-2", 0.0), ("relation-5", -0.75)] {
        near(id, gap / 5_f64.sqrt());
    }
}

#[test]
fn the_needle_passes_between_all_samples_until_pixels_are_small() {
    let bodies = bodies_of("needle");
    let window = bodies[0].aabb().overlap(&bodies[1].aabb());
    let sides = window.extents();
    assert_eq!(sides.imax(), 2, "the smallest window is seen along z");
    assert!((sides.x - 0.8).abs() < 1e-12 && (sides.y - 0.8).abs() < 1e-12, "{sides}");
    let corners: Vec<Vector> = vertices(&bodies[0].shape).map(|v| v.coords).collect();
    let tip = corners.iter().copied().max_by(|p, q| p.norm().total_cmp(&q.norm())).unwrap();
    let half_thickness = corners.iter().map(Vector::norm).fold(f64::INFINITY, f64::min);
    assert!((2.0 * tip.norm() - 2.9).abs() < 0.02 && (half_thickness - 0.005).abs() < 1e-12);
    // The axis goes through the origin, at the centre of the window.
    let nearest_sample = |resolution: u32| {
        let at = |i: u32| 0.8 * ((f64::from(i) + 0.5) / f64::from(resolution) - 0.5);
        let from_axis = |x: f64, y: f64| (x * tip.y - y * tip.x).abs() / tip.xy().norm();
        let samples = (0..resolution).flat_map(|i| (0..resolution).map(move |j| (i, j)));
        samples.map(|(i, j)| from_axis(at(i), at(j))).fold(f64::INFINITY, f64::min)
    };
    for (resolution, missed) in [(16, true), (32, true), (64, false), (128, false)] {
        let pixels = nearest_sample(resolution) * f64::from(resolution) / 0.8;
        assert!((pixels - 0.5 / 5_f64.sqrt()).abs() < 1e-9, "{resolution}: {pixels}");
        assert_eq!(nearest_sample(resolution) > half_thickness, missed, "{resolution}");
    }
}

#[test]
fn the_small_ball_is_wholly_inside() {
    let bodies = bodies_of("containment");
    let [large, small] = &bodies[..] else { panic!("two bodies") };
    for v in vertices(&small.shape) {
        let in_cube = large.pose.inverse_transform_point(&(small.pose * v));
        assert!(in_cube.coords.amax() < 0.5, "{in_cube}");
    }
}

#[test]
fn of_four_in_a_row_only_the_middle_two_collide() {
    let bodies = bodies_of("four-in-a-row");
    let center = |i: usize| bodies[i].pose.translation.vector;
    assert!((center(0) - center(1)).norm() > 1.0, "two balls of radius 0.5");
    // A cylinder of radius and half height 0.5 and a ball at half its height, so a rectangle and a disc in
    // section.
    let from_cylinder = |i: usize| (center(i) - center(2)).map(|c| (c.abs() - 0.5).max(0.0)).norm();
    assert!(from_cylinder(1) < 0.49, "by more than the meshes fall short of the solids");
    assert!(from_cylinder(3) > 0.5);
    assert!((center(0) - center(3)).norm() > 1.0 && (center(1) - center(3)).norm() > 1.0);
    assert!(from_cylinder(0) > 0.5);
}

#[test]
fn the_bracket_is_its_pieces_and_the_cube_lies_in_its_hull() {
    let bodies = bodies_of("in-the-notch");
    let [bracket, cube] = &bodies[..] else { panic!("two bodies") };
    let (mesh, pieces) = (bracket.shape.mesh(), bracket.shape.pieces());
    mesh.check_closed().unwrap();
    assert_eq!((mesh.vertices().len(), pieces.len()), (12, 2));
    // The pieces lie in the L, share no volume, and have its total volume: they are the L.
    for piece in pieces {
        let (within, filled) = (bracket.shape.local_aabb(), piece.local_aabb());
        assert!(within.contains(&filled, 0.0), "{filled:?}");
        assert!(filled.max.x == 0.0 || filled.max.y == 0.0, "{filled:?} is in the notch");
    }
    assert_eq!(pieces[0].local_aabb().overlap(&pieces[1].local_aabb()).extents().min(), 0.0);
    assert_eq!(pieces.iter().map(|piece| piece.volume()).sum::<f64>(), bracket.shape.volume());
    assert_eq!(bracket.shape.volume(), 1.75);
    // The hull of the L ends at the line between the ends of its legs.
    for v in vertices(&cube.shape) {
        let p = bracket.pose.inverse_transform_point(&(cube.pose * v));
        assert!(p.x > 0.0 && p.y > 0.0 && p.x + p.y < 1.5 && p.z.abs() < 0.5, "{p}");
    }
    let hull = Body { shape: Arc::new(Shape::polyhedron(mesh.clone())), ..bracket.clone() };
    assert_eq!(reference::distance(&hull, cube), 0.0, "the walk of a convex method sees the hull");
    for piece in piecewise::pieces(bracket) {
        assert!(piece.aabb().overlaps(&cube.aabb()), "the boxes do not settle it");
        assert!((separation(&piece, cube) - 0.1).abs() < 1e-12);
    }
}

#[test]
fn the_cube_hits_the_bracket_when_it_says_and_is_sent_out_of_the_notch() {
    let preset = PRESETS.iter().find(|preset| preset.id == "in-the-notch").unwrap();
    let mut world = World::from_preset(preset);
    let gap = |world: &World| separation_by_pieces(&world.bodies()[0], &world.bodies()[1]);
    for frame in 0..13 {
        let gap = gap(&world);
        assert!(gap > 0.0 && (gap - (0.1 - 0.008 * f64::from(frame))).abs() < 1e-9, "frame {frame}: {gap}");
        world.advance();
    }
    assert!((gap(&world) - -0.004).abs() < 1e-9, "{}", gap(&world));
    for _ in 0..5 {
        world.respond(&colliding(&world));
        world.advance();
    }
    assert!(gap(&world) > 0.02, "{}", gap(&world));
}

/// The currently colliding pairs; concave bodies by their pieces.
fn colliding(world: &World) -> Vec<Pair> {
    let bodies = world.bodies();
    let boxes: Vec<_> = bodies.iter().map(Body::aabb).collect();
    let mut pairs = BruteForce::default().find(&boxes);
    pairs.retain(|pair| piecewise::distance(&bodies[pair.a], &bodies[pair.b]) == 0.0);
    pairs
}

#[test]
fn presets_can_be_stepped() {
    for preset in PRESETS {
        let mut world = World::from_preset(preset);
        let start = world.state_hash();
        for _ in 0..200 {
            world.advance();
            world.respond(&colliding(&world));
            let inside = |body: &Body| world.container().contains(&body.aabb(), 1e-12);
            assert!(world.bodies().iter().all(inside), "{}", preset.id);
        }
        let moves = world.bodies().iter().any(|body| body.velocity.norm() > 0.0);
        assert_eq!(world.state_hash() != start, moves, "{}", preset.id);
    }
}

#[test]
fn seen_along_x_the_first_two_are_in_the_order_of_figure_1() {
    for (id, b_is_nearer) in [("b-behind-a", false), ("b-before-a", true)] {
        let bodies = bodies_of(id);
        let window = bodies[0].aabb().overlap(&bodies[1].aabb()).extents();
        assert_eq!(window.imax(), 0, "{id}: the longest overlap is along x");
        // The plane of a face of A separates them; its normal points along +x, so it orders them for the eye.
        let normal = bodies[0].pose * Vector::x();
        assert!(normal.x > 0.0);
        let heights =
            |body: &Body| vertices(&body.shape).map(|v| normal.dot(&(body.pose * v).coords)).collect();
        let (a, b): (Vec<f64>, Vec<f64>) = (heights(&bodies[0]), heights(&bodies[1]));
        let (nearer, farther) = if b_is_nearer { (b, a) } else { (a, b) };
        assert!(nearer.iter().all(|n| farther.iter().all(|f| n < f)), "{id}");
    }
}

#[test]
fn each_relation_holds_on_every_common_pixel() {
    // Along +z a slab extends, above the plane z = 2x, from its lowest to its highest vertex.
    let interval = |body: &Body| {
        let depths: Vec<f64> =
            vertices(&body.shape).map(|v| body.pose * v).map(|p| p.z - 2.0 * p.x).collect();
        (depths.iter().copied().fold(f64::MAX, f64::min), depths.iter().copied().fold(f64::MIN, f64::max))
    };
    for number in 1..=8 {
        let bodies = bodies_of(&format!("relation-{number}"));
        let ((a0, a1), (b0, b1)) = (interval(&bodies[0]), interval(&bodies[1]));
        let holds = match number {
            1 => b1 < a0,
            2 => b0 < a0 && b1 == a0,
            3 => b0 == a1 && b1 > a1,
            4 => b0 < a0 && a0 < b1 && b1 < a1,
            5 => a0 < b0 && b1 < a1,
            6 => b0 < a0 && a1 < b1,
            7 => a0 < b0 && b0 < a1 && a1 < b1,
            _ => a1 < b0,
        };
        assert!(holds, "relation {number}: A {a0} to {a1}, B {b0} to {b1}");
        let window = bodies[0].aabb().overlap(&bodies[1].aabb()).extents();
        assert_eq!(window.imax(), 2, "relation {number}: the smallest window is seen along z");
    }
}

#[test]
fn rings_hit_and_come_free_when_they_say() {
    for (id, steps, before) in [("linked-rings", 6, false), ("nested-rings", 8, true)] {
        let mut world = World::from_preset(PRESETS.iter().find(|preset| preset.id == id).unwrap());
        for step in 0..steps {
            let pairs = colliding(&world);
            assert_eq!(!pairs.is_empty(), before, "{id} after {step} steps");
            world.respond(&pairs);
            world.advance();
        }
        assert_eq!(colliding(&world).is_empty(), before, "{id} after {steps} steps");
    }
}
