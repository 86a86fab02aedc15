//! The tree classifies every point like the brushes or the mesh.

use collidoscope_kernels::geometry::{Mesh, Point, Vector, primitives};
use collidoscope_kernels::level::compile::SplitRule;
use collidoscope_kernels::level::compiled::{Level, MOST_PLANES};
use collidoscope_kernels::level::error::LevelError;
use collidoscope_kernels::level::made::make;
use collidoscope_kernels::level::methods::METHODS;
use collidoscope_kernels::level::plane::Plane;
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64;

use crate::support::levels::{boxed, brush, level, movers, place, plane, sweep};

const RULES: [SplitRule; 5] =
    [SplitRule::Balance, SplitRule::Splits, SplitRule::Mixed, SplitRule::Area, SplitRule::FirstFace];

#[test]
fn points_are_solid_where_a_brush_holds_them() {
    let mut random = Pcg64::seed_from_u64(11);
    for round in 0..10 {
        let brushes: Vec<Vec<Plane>> =
            (0..random.random_range(1..30)).map(|_| brush(&mut random, 5.0)).collect();
        let around =
            collidoscope_kernels::geometry::Aabb::cube(Point::origin(), crate::support::levels::REACH);
        let rule = RULES[round % RULES.len()];
        let level = Level::of_brushes(&brushes, &around, rule, &mut |_, _| true).unwrap();
        let mut solid = 0;
        for _ in 0..4_000 {
            let p = place(&mut random);
            let depth = level.brushes.iter().map(|b| b.depth(&p)).fold(f64::INFINITY, f64::min);
            if depth.abs() > 1e-9 * 24.0 {
                assert_eq!(level.tree.is_solid(&p), depth < 0.0, "{rule:?} {p:?} {depth:e}");
                solid += usize::from(depth < 0.0);
            }
        }
        assert!(solid > 0);
        // The cells of the solid leaves fill the brushes.
        let p = level.brushes[0].corners().map(|p| p.coords).sum::<Vector>()
            / level.brushes[0].corners().count() as f64;
        assert!(level.cells.iter().flatten().any(|cell| cell.depth(&p.into()) <= 1e-9));
    }
}

#[test]
fn a_mesh_and_the_brushes_that_it_was_made_of_stop_all_movers_alike() {
    let cube = primitives::cuboid(Vector::new(1.0, 0.5, 2.0));
    let by_mesh = Level::of_mesh(&cube, SplitRule::Mixed, &mut |_, _| true).unwrap();
    let by_brush = level(&[boxed([-1.0, -0.5, -2.0], [1.0, 0.5, 2.0])]);
    assert_eq!((by_mesh.tree.solid, by_mesh.tree.nodes.len()), (1, 6));
    let mut random = Pcg64::seed_from_u64(12);
    for mover in movers() {
        for method in METHODS {
            for _ in 0..20 {
                let (from, to) = (place(&mut random), Point::from(place(&mut random).coords * 0.1));
                let by =
                    |level: &Level| sweep(method, level, &mover, from.into(), to.into()).map(|hit| hit.time);
                let (a, b) = (by(&by_mesh), by(&by_brush));
                let same = match (a, b) {
                    (Some(a), Some(b)) => (a - b).abs() < 1e-8,
                    _ => a == b,
                };
                assert!(same, "{} {mover:?} {from} {to}: {a:?} {b:?}", method.id);
            }
        }
    }
}

#[test]
fn a_concave_mesh_is_solid_where_it_winds_around() {
    // A cube with a smaller one cut out of it: solid between the two surfaces.
    let (outer, inner) =
        (primitives::cuboid(Vector::repeat(2.0)), primitives::cuboid(Vector::repeat(1.0)).flipped());
    let shift = outer.vertices().len() as u32;
    let vertices = outer.vertices().iter().chain(inner.vertices()).copied().collect();
    let more = inner.triangles().iter().map(|t| t.map(|v| v + shift));
    let hollow = Mesh::new(vertices, outer.triangles().iter().copied().chain(more).collect()).unwrap();
    let level = Level::of_mesh(&hollow, SplitRule::Mixed, &mut |_, _| true).unwrap();
    let mut random = Pcg64::seed_from_u64(13);
    for _ in 0..4_000 {
        let p = Point::from(Vector::from_fn(|_, _| random.random_range(-3.0..3.0)));
        let far = p.coords.amax();
        assert_eq!(level.tree.is_solid(&p), far < 2.0 && far > 1.0, "{p}");
    }
    assert_eq!(level.brushes.len(), level.tree.solid as usize);
}

#[test]
fn what_makes_no_level_is_refused() {
    let around = collidoscope_kernels::geometry::Aabb::cube(Point::origin(), 1.0);
    let make = |brushes: &[Vec<Plane>]| {
        Level::of_brushes(brushes, &around, SplitRule::Mixed, &mut |_, _| true).err()
    };
    assert_eq!(make(&[]), Some(LevelError::Empty));
    let nothing = vec![plane([1.0, 0.0, 0.0], -1.0), plane([-1.0, 0.0, 0.0], -1.0)];
    assert_eq!(make(&[boxed([0.0; 3], [1.0; 3]), nothing]), Some(LevelError::Hollow(1)));
    let flat = vec![plane([1.0, 0.0, 0.0], 1.0), plane([-1.0, 0.0, 0.0], -1.0)];
    assert_eq!(make(&[flat]), Some(LevelError::Hollow(0)), "no thickness");
    let around_a_ball = |i: usize| plane([(i as f64).cos(), (i as f64).sin(), 0.1], -1.0);
    let many: Vec<Plane> = (0..=MOST_PLANES).map(around_a_ball).collect();
    assert_eq!(make(&[boxed([0.0; 3], [1.0; 3]), many]), Some(LevelError::ManyPlanes(1)));
    let cube = [boxed([0.0; 3], [1.0; 3])];
    let stopped = Level::of_brushes(&cube, &around, SplitRule::Mixed, &mut |_, _| false).err();
    assert_eq!(stopped, Some(LevelError::Stopped));
}

/// What the error of a level that is too large advises.
#[test]
fn mixed_and_area_make_fewer_cells_than_balance() {
    let made = make(1, 5_000);
    let cells = |rule| {
        let tree = made.compile(rule, &mut |_, _| true).unwrap().tree;
        tree.solid + tree.empty
    };
    let balance = cells(SplitRule::Balance);
    for rule in [SplitRule::Mixed, SplitRule::Area] {
        assert!(2 * cells(rule) < balance, "{rule:?}: {} of {balance}", cells(rule));
    }
    assert!(LevelError::TooLarge.to_string().contains("mixed or area"));
}
