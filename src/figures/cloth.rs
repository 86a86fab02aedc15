//! Drawing of the cloth as a fabric: checks (warm in front, cool behind) or colours of the stages that its
//! triangles reached; and marks where its contours cross.

use std::collections::{BTreeSet, HashMap};

use crate::cloth::detect::Found;
use crate::cloth::mesh::ClothMesh;
use crate::cloth::reached::Reached;
use crate::cloth::step::Features;
use crate::geometry::{Point, Vector};
use crate::render::dissection::Dissection;
use crate::render::dissection::fabric::Fabric;
use crate::render::palette::{self, Color};

/// Light and dark checks of the front.
pub const FRONT: [Color; 2] = [palette::hex(0xdc_cba4), palette::hex(0xb0_9564)];
/// Light and dark checks of the back.
pub const BACK: [Color; 2] = [palette::hex(0x7d_a0c8), palette::hex(0x4a_6c99)];
/// Tint over the checks where layers touch and the response separates them: bluish enough to differ from the checks
/// and from red for viewers without red or green cones. An outline of the same hue surrounds them.
pub const PUSHED: Color = palette::hex(0x00_b894).faded(0.22);
/// Outline of the layers that the response separates.
pub const PUSHED_OUTLINE: Color = palette::PRUNED;
/// Opacity of the colours of stages over the checks.
const OVER_CHECKS: f32 = 0.72;
/// Number of checks along a side, or along a metre of a garment.
const CHECKS: usize = 16;
/// Darkening of the back where both sides have one colour.
const SHADE: f32 = 0.72;

/// Stages with their English names and colours.
pub const STAGES: [(Reached, &str, Color); 11] = [
    (Reached::Boxes, "boxes only", palette::hex(0x5c_6b80)),
    (Reached::Cone, "normal cone", palette::hex(0x4f_d1b5)),
    (Reached::Contour, "cone and contour", palette::hex(0x2c_9c86)),
    (Reached::Certificate, "certificate", palette::hex(0x5b_a8f5)),
    (Reached::Corners, "cell corners separated", palette::hex(0x3a_6fb0)),
    (Reached::Leaf, "pair of triangles or cells", palette::hex(0x8a_94a6)),
    (Reached::Centroids, "centroids too far apart", palette::hex(0xd0_8a86)),
    (Reached::Features, "feature boxes", palette::hex(0xb9_a5e8)),
    (Reached::SameSide, "same side", palette::hex(0xe8_d46c)),
    (Reached::Exact, "exact test", palette::hex(0xf0_b35a)),
    (Reached::Contact, "contact", palette::COLLIDING),
];

/// The colour of a stage in the scene.
pub fn stage_color(reached: Reached) -> Color {
    STAGES.iter().find(|row| row.0 == reached).map_or(palette::UNDECIDED, |row| row.2)
}

/// The cloth in its current state, with contacts in red. If `reached` is given, its stages colour the triangles;
/// otherwise they show the checks, greener where all corners of a triangle are `pushed` (a flag per particle; empty if
/// no particle is).
pub fn of(
    mesh: &ClothMesh,
    (places, pushed): (&[Point], &[bool]),
    found: Option<&Found>,
    reached: Option<&[Reached]>,
) -> Fabric {
    let met = found.map(met).unwrap_or_default();
    let tint = |face: u32| {
        if met.contains(&face) {
            return [palette::COLLIDING; 2];
        }
        if let Some(reached) = reached.and_then(|reached| reached.get(face as usize)) {
            let stage = both_sides(stage_color(*reached));
            let both = [0, 1].map(|side| stage[side].faded(OVER_CHECKS).over(checks(mesh, face)[side]));
            return if *reached == Reached::Contact { stage } else { both };
        }
        let color = checks(mesh, face);
        if is_pushed(mesh, pushed, face) { color.map(|color| PUSHED.over(color)) } else { color }
    };
    let tints = (0..mesh.faces.len() as u32).map(tint).collect();
    Fabric {
        places: places.to_vec(),
        faces: mesh.faces.clone(),
        tints,
        rest: mesh.rest.clone(),
        see_through: false,
    }
}

/// Whether the response separates a triangle from another layer: all of its corners are `pushed`.
fn is_pushed(mesh: &ClothMesh, pushed: &[bool], face: u32) -> bool {
    mesh.faces[face as usize].iter().all(|p| pushed.get(*p as usize) == Some(&true))
}

/// The edges between triangles that the response separates from another layer and the others.
pub fn pushed_outline(mesh: &ClothMesh, pushed: &[bool]) -> Vec<[u32; 2]> {
    let mut sides = HashMap::new();
    for face in (0..mesh.faces.len() as u32).filter(|face| is_pushed(mesh, pushed, *face)) {
        let [a, b, c] = mesh.faces[face as usize];
        for [p, q] in [[a, b], [b, c], [c, a]] {
            *sides.entry([p.min(q), p.max(q)]).or_insert(0) += 1;
        }
    }
    let mut outline: Vec<_> =
        sides.into_iter().filter(|(_, count)| *count == 1).map(|(edge, _)| edge).collect();
    outline.sort_unstable();
    outline
}

/// One colour for both sides, darker behind.
pub fn both_sides(color: Color) -> [Color; 2] {
    [color, Color { rgb: color.rgb.map(|channel| SHADE * channel), ..color }]
}

/// The triangles that a vertex is in contact with.
fn met(found: &Found) -> BTreeSet<u32> {
    let of = |features| match features {
        Features::VertexFace(_, face) => Some(face),
        Features::EdgeEdge(..) => None,
    };
    found.contacts.iter().filter_map(|contact| of(contact.features)).collect()
}

/// The colours of a triangle in the pattern of checks, front and back. The checks of a garment are the cells of a 3-D
/// lattice in which the garment lies at rest.
fn checks(mesh: &ClothMesh, face: u32) -> [Color; 2] {
    let Some(side) = mesh.side else {
        let middle =
            mesh.faces[face as usize].iter().map(|p| mesh.rest[*p as usize].coords).sum::<Vector>() / 3.0;
        // A garment is about a metre long, so its lattice has `CHECKS` cells per metre.
        let cell = middle.map(|x| (x * CHECKS as f64).floor() as i64);
        let dark = (cell.x + cell.y + cell.z).rem_euclid(2) as usize;
        return [FRONT[dark], BACK[dark]];
    };
    let (cells, cell) = (side - 1, face as usize / 2);
    let check = |at: usize| at * CHECKS.min(cells) / cells;
    let dark = (check(cell % cells) + check(cell / cells)) % 2;
    [FRONT[dark], BACK[dark]]
}

/// Marks crossings: a dot on either edge, and a line between them.
pub fn mark_crossings(dissection: &mut Dissection, places: &[[Point; 2]], color: Color) {
    for both in places {
        dissection.line_on_top(*both, 2.0, color);
        for place in both {
            dissection.dot(*place, 12.0, palette::MARK_SHADE);
            dissection.dot(*place, 9.0, color);
        }
    }
}
