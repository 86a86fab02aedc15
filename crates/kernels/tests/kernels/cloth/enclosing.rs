//! Boxes and cones enclose their contents during the whole step; pairs that are culled with a gap stay
//! farther apart than the gap.

use collidoscope_kernels::cloth::detect::Patch;
use collidoscope_kernels::cloth::fast::Near;
use collidoscope_kernels::cloth::mesh::ClothMesh;
use collidoscope_kernels::cloth::response::Obstacle;
use collidoscope_kernels::cloth::response::meeting::Meeting;
use collidoscope_kernels::cloth::step::{Features, Step};
use collidoscope_kernels::cloth::tree;
use collidoscope_kernels::cloth::tree::Node;
use collidoscope_kernels::cloth::tree::bounds::Span;
use collidoscope_kernels::cloth::tree::detect::{Cones, Stages, Tree};
use collidoscope_kernels::geometry::{Point, Vector};
use proptest::prelude::*;

use super::flat;

const SIDE: usize = 5;

/// A step from the mesh with its points displaced by `off` at both ends. If `is_coarse`, they are rounded to
/// a coarse grid, so that many meet exactly or do not move.
fn moved(mesh: &ClothMesh, off: &[[f64; 6]], is_coarse: bool) -> Step {
    let on_grid = |c: f64| if is_coarse { 0.125 * (c / 0.125).round() } else { c };
    let end = |from: usize| {
        let places =
            mesh.rest.iter().zip(off).map(|(p, o)| p + Vector::new(o[from], o[from + 1], o[from + 2]));
        places.map(|p| p.map(on_grid)).collect()
    };
    Step { start: end(0), end: end(3) }
}

/// Two sheets of 3 × 3 particles above each other, as one garment: most contacts are between the sheets.
fn two_sheets() -> ClothMesh {
    let sheet = flat(3);
    let count = sheet.rest.len() as u32;
    let above = sheet.rest.iter().map(|p| p + Vector::y() * 0.1);
    let points = sheet.rest.iter().copied().chain(above).collect();
    let faces = sheet.faces.iter().copied().chain(sheet.faces.iter().map(|face| face.map(|p| p + count)));
    ClothMesh::garment(points, faces.collect()).unwrap()
}

/// All pairs of features of the mesh without a common particle.
fn all_pairs(mesh: &ClothMesh) -> impl Iterator<Item = Features> + '_ {
    let (vertices, faces) = (mesh.rest.len() as u32, mesh.faces.len() as u32);
    let of_faces = (0..vertices).flat_map(move |v| (0..faces).map(move |f| Features::VertexFace(v, f)));
    let count = mesh.edges.len() as u32;
    let edges = (0..count).flat_map(move |a| (a + 1..count).map(move |b| Features::EdgeEdge(a, b)));
    of_faces.chain(edges).filter(|features| !features.share(mesh))
}

/// A feature of the cloth and one of an obstacle, as paired by [`Near::cells`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Pair {
    /// A particle and a triangle of the obstacle.
    Particle(u32, usize),
    /// A triangle and a vertex of the obstacle.
    Face(u32, u32),
    /// An edge and one of the obstacle.
    Edges(u32, u32),
}

impl Pair {
    fn meeting(self, mesh: &ClothMesh, obstacle: &Obstacle) -> Meeting {
        let at = |p: u32| obstacle.points[p as usize];
        match self {
            Self::Particle(vertex, face) => Meeting::particle(vertex, obstacle, face),
            Self::Face(face, vertex) => Meeting::face(mesh, face, at(vertex)),
            Self::Edges(edge, other) => Meeting::edges(mesh, edge, obstacle.edges[other as usize].map(at)),
        }
    }

    /// Pairs every feature of the cloth with every feature of the obstacle.
    fn all(mesh: &ClothMesh, obstacle: &Obstacle) -> Vec<Self> {
        let (faces, points) = (obstacle.faces.len(), obstacle.points.len() as u32);
        let particles =
            (0..mesh.rest.len() as u32).flat_map(|v| (0..faces).map(move |f| Self::Particle(v, f)));
        let of_faces = (0..mesh.faces.len() as u32).flat_map(|f| (0..points).map(move |p| Self::Face(f, p)));
        let others = obstacle.edges.len() as u32;
        let edges = (0..mesh.edges.len() as u32).flat_map(|e| (0..others).map(move |o| Self::Edges(e, o)));
        particles.chain(of_faces).chain(edges).collect()
    }

    /// The pairs that `near` keeps, in order.
    fn near(near: &Near, obstacle: &Obstacle) -> Vec<Self> {
        let mut found = Vec::new();
        let at = |p: u32| obstacle.points[p as usize];
        for face in 0..obstacle.faces.len() {
            let bounds = near.still(obstacle.faces[face].map(at));
            near.cells(&bounds, &mut |cell, gap| {
                let met = cell.vertices().filter(|(_, of)| of.meets(&bounds, gap));
                found.extend(met.map(|(vertex, _)| Self::Particle(vertex, face)));
            });
        }
        for vertex in 0..obstacle.points.len() as u32 {
            let bounds = near.still([at(vertex)]);
            near.cells(&bounds, &mut |cell, gap| {
                let met = cell.faces().filter(|(_, of)| of.meets(&bounds, gap));
                found.extend(met.map(|(face, _)| Self::Face(face, vertex)));
            });
        }
        for (other, ends) in (0..).zip(&obstacle.edges) {
            let bounds = near.still(ends.map(at));
            near.cells(&bounds, &mut |cell, gap| {
                let met = cell.edges().filter(|(_, of)| of.meets(&bounds, gap));
                found.extend(met.map(|(edge, _)| Self::Edges(edge, other)));
            });
        }
        found.sort_unstable();
        found
    }
}

/// Slightly less than 1, because the test itself may report a contact that is this much too far away.
const HAIR: f64 = 1.0 - 1e-9;

/// The triangles below a node.
fn faces(nodes: &[Node], index: usize) -> Vec<u32> {
    match nodes[index].patch {
        Patch::Face(face) => vec![face],
        _ => nodes[index].children.iter().flat_map(|child| faces(nodes, *child as usize)).collect(),
    }
}

/// No gap, or up to 15 cm.
fn gaps() -> impl Strategy<Value = f64> {
    prop_oneof![1 => Just(0.0), 3 => 0.0..0.15_f64]
}

/// Boxes that are too wide would cull nothing, so the culling must start just beyond the gap.
#[test]
fn what_is_far_is_left_out_by_just_more_than_the_gap() {
    for mesh in [flat(SIDE), two_sheets()] {
        let still = Step { start: mesh.rest.clone(), end: mesh.rest.clone() };
        let top = mesh.rest.iter().map(|p| p.y).fold(0.0, f64::max);
        let mut near = Near::of(&mesh);
        near.prepare(&still, 0.1, None);
        for (above, is_near) in [(0.0999, true), (0.1001, false)] {
            let corners = [[-0.4, -0.4], [0.4, -0.4], [0.0, 0.4]];
            let points = corners.map(|[x, z]| Point::new(x, top + above, z)).to_vec();
            let found = Pair::near(&near, &Obstacle::new(points, vec![[0, 1, 2]]));
            assert_eq!(!found.is_empty(), is_near, "{above} m above: {found:?}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn boxes_and_cones_enclose_the_step(
        off in prop::collection::vec(prop::array::uniform6(-0.3..0.3_f64), SIDE * SIDE),
        times in prop::array::uniform4(0.0..=1.0_f64),
    ) {
        let mesh = flat(SIDE);
        let moved = |from: usize| mesh.rest.iter().zip(&off).map(move |(p, o)| {
            p + Vector::new(o[from], o[from + 1], o[from + 2])
        });
        let step = Step { start: moved(0).collect(), end: moved(3).collect() };
        let stages = Stages { span: Span::Swept, cones: Cones::WithContour, ..Stages::BOXES };
        for nodes in [tree::quad(SIDE - 1), tree::binary(&mesh)] {
            let mut tree = Tree::new(&mesh, nodes, stages);
            tree.refit(&step);
            for (index, bounds) in tree.bounds().iter().enumerate() {
                for face in faces(tree.nodes(), index) {
                    for time in times {
                        let [a, b, c] = mesh.faces[face as usize].map(|p| step.at(p as usize, time));
                        for p in [a, b, c] {
                            prop_assert!((0..3).all(|i| bounds.aabb.min[i] - 1e-12 <= p[i] && p[i] <= bounds.aabb.max[i] + 1e-12));
                        }
                        let normal = (b - a).cross(&(c - a));
                        // A wider cone is not convex, and prunes nothing.
                        let wide = !bounds.cone.is_narrow() || normal.norm() < 1e-9;
                        prop_assert!(wide || normal.angle(&bounds.cone.axis) <= bounds.cone.half_angle + 1e-6);
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_not_near_stays_beyond_the_gap(
        off in prop::collection::vec(prop::array::uniform6(-0.1..0.1_f64), SIDE * SIDE),
        gap in gaps(),
        is_coarse: bool,
    ) {
        let mesh = flat(SIDE);
        let step = moved(&mesh, &off, is_coarse);
        let mut near = Near::new(SIDE);
        near.prepare(&step, gap, None);
        let mut found = near.itself(&mesh).to_vec();
        found.sort_unstable();
        for features in all_pairs(&mesh) {
            let hit = Meeting::of_cloth(&mesh, features).first_contact(&step, gap * HAIR);
            prop_assert!(hit.is_none() || found.binary_search(&features).is_ok(), "{features:?}");
        }
    }

    #[test]
    fn one_sheet_of_a_garment_that_is_not_near_another_stays_beyond_the_gap(
        off in prop::collection::vec(prop::array::uniform6(-0.2..0.2_f64), 18),
        gap in gaps(),
        is_coarse: bool,
    ) {
        let mesh = two_sheets();
        let step = moved(&mesh, &off, is_coarse);
        let mut near = Near::of(&mesh);
        near.prepare(&step, gap, None);
        let mut found = near.itself(&mesh).to_vec();
        found.sort_unstable();
        prop_assert!(found.windows(2).all(|two| two[0] != two[1]), "every pair once");
        for features in all_pairs(&mesh) {
            let hit = Meeting::of_cloth(&mesh, features).first_contact(&step, gap * HAIR);
            prop_assert!(hit.is_none() || found.binary_search(&features).is_ok(), "{features:?}");
        }
    }

    #[test]
    fn what_is_not_near_an_obstacle_stays_beyond_the_gap(
        off in prop::collection::vec(prop::array::uniform6(-0.1..0.1_f64), SIDE * SIDE),
        corners in prop::array::uniform4(prop::array::uniform3(-0.5..0.5_f64)),
        gap in gaps(),
        is_coarse: bool,
    ) {
        let on_grid = |c: f64| if is_coarse { 0.25 * (c / 0.25).round() } else { c };
        // Its corners may coincide or be collinear.
        let points = corners.map(|[x, y, z]| Point::new(x, 0.4 * y, z).map(on_grid)).to_vec();
        let obstacle = Obstacle::new(points, vec![[0, 1, 2], [0, 2, 3]]);
        for mesh in [flat(SIDE), two_sheets()] {
            let step = moved(&mesh, &off, is_coarse);
            let mut near = Near::of(&mesh);
            near.prepare(&step, gap, None);
            let found = Pair::near(&near, &obstacle);
            prop_assert!(found.windows(2).all(|two| two[0] != two[1]), "every pair once");
            for pair in Pair::all(&mesh, &obstacle) {
                let hit = pair.meeting(&mesh, &obstacle).first_contact(&step, gap * HAIR);
                prop_assert!(hit.is_none() || found.binary_search(&pair).is_ok(), "{pair:?}");
            }
        }
    }

    #[test]
    fn what_changed_is_found_as_if_all_were_looked_at_anew(
        off in prop::collection::vec(prop::array::uniform9(-0.2..0.2_f64), SIDE * SIDE),
        changed in prop::collection::vec(prop::bool::weighted(0.2), SIDE * SIDE),
        gap in 0.0..0.1_f64,
    ) {
        let mesh = flat(SIDE);
        let moved = |from: usize| mesh.rest.iter().zip(&off).map(move |(p, o)| {
            p + Vector::new(o[from], o[from + 1], o[from + 2])
        });
        let before = Step { start: moved(0).collect(), end: moved(3).collect() };
        let end = before.end.iter().zip(moved(6)).zip(&changed);
        let after = Step { end: end.map(|((p, q), changed)| if *changed { q } else { *p }).collect(), ..before.clone() };
        let [mut near, mut anew] = [Near::new(SIDE), Near::new(SIDE)];
        near.prepare(&before, gap, None);
        near.prepare(&after, gap, Some(&changed));
        anew.prepare(&after, gap, None);
        let found = near.itself(&mesh);
        let has_changed = |features: &Features| features.particles(&mesh).iter().any(|p| changed[*p as usize]);
        for features in anew.itself(&mesh).iter().filter(|features| has_changed(features)) {
            prop_assert!(found.contains(features), "{features:?}");
        }
    }
}
