//! The meshes as a picture: both surfaces, the triangles that touch, the closest points, and the volumes of a level.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::lane::Lane;
use super::meshes_lab::MeshesLab;
use super::source::Meshes;
use crate::figures::volumes;
use crate::geometry::{Aabb, Mesh, Point, Pose, Shape};
use crate::hierarchies::query::Answer;
use crate::hierarchies::view::TreeView;
use crate::render::dissection::{Dissection, Surface};
use crate::render::palette::{self, Color};
use crate::render::part::Part;
use crate::ui::legend::{LegendRow, Mark};

/// Up to so many triangles the silhouette of a mesh is drawn.
const OUTLINED: usize = 60_000;
/// Up to so many triangles that touch get their edges drawn.
const EDGED: usize = 6000;
/// Up to so many volumes of a level are drawn of each mesh.
const MOST_VOLUMES: usize = 2048;
/// How far the red triangles lie over those that they show, as a share of the meshes' size.
const LIFT: f64 = 1e-3;
/// The switch of the legend for the volumes of a level.
pub const VOLUMES: &str = "volumes";
/// What the marks of the picture mean.
pub const LEGEND: &[LegendRow] = &[
    row(Mark::Body(palette::A, palette::QUIET_OUTLINE, 1.0), "Mesh A, which stands still", None),
    row(Mark::Body(palette::B, palette::RIM, 1.0), "Mesh B, which moves", None),
    row(Mark::Outline(palette::COLLIDING), "Triangles that touch, as the method found them", None),
    row(Mark::Link(palette::PICKED), "Closest points, as the method found them", None),
    row(Mark::Box(palette::A), "Volumes of one level of the trees", Some(VOLUMES)),
];

const fn row(mark: Mark, says: &'static str, with: Option<&'static str>) -> LegendRow {
    LegendRow { mark, says, with }
}

/// Changes whenever the meshes do or the place of B.
pub fn place(lab: &MeshesLab) -> u64 {
    let mut hasher = DefaultHasher::new();
    // The address tells meshes apart: these are not freed while they are shown.
    lab.meshes().shapes.each_ref().map(Arc::as_ptr).hash(&mut hasher);
    let pose = lab.pose();
    let numbers = pose.translation.vector.iter().chain(pose.rotation.coords.iter());
    numbers.for_each(|number| number.to_bits().hash(&mut hasher));
    hasher.finish()
}

/// Changes whenever the picture of a pane does.
pub fn edition(lab: &MeshesLab, pane: usize) -> u64 {
    let mut hasher = DefaultHasher::new();
    (place(lab), lab.view.level, lab.view.glass).hash(&mut hasher);
    if let Some(lane) = lab.lanes().get(pane) {
        lane.method().id.hash(&mut hasher);
        for (setting, value) in lane.settings().iter() {
            (setting.id, value.to_string()).hash(&mut hasher);
        }
        if let Some(answered) = lane.answered() {
            answered.answer.pairs.hash(&mut hasher);
            for point in answered.answer.closest.iter().flatten() {
                point.iter().for_each(|c| c.to_bits().hash(&mut hasher));
            }
        }
    }
    hasher.finish()
}

/// The picture of a pane.
pub fn of(lab: &MeshesLab, pane: usize) -> Dissection {
    let (meshes, pose) = (lab.meshes(), lab.pose());
    let mut dissection = surfaces(meshes, &pose, lab.view.glass);
    let Some(lane) = lab.lanes().get(pane) else { return dissection };
    if let Some(answered) = lane.answered() {
        add_answer(&mut dissection, meshes, &pose, &answered.answer);
    }
    if let Some(level) = lab.view.level {
        add_level(&mut dissection, lane, &pose, level);
    }
    dissection
}

/// Both meshes, B at its pose.
pub fn surfaces(meshes: &Meshes, pose: &Pose, see_through: bool) -> Dissection {
    let surface = |body: usize, pose: Pose, color: Color| {
        let shape = Arc::clone(&meshes.shapes[body]);
        let outlined = shape.mesh().triangles().len() <= OUTLINED;
        Surface { shape, pose, part: Part::Whole, color, see_through, outlined }
    };
    Dissection {
        surfaces: vec![surface(0, Pose::identity(), palette::A), surface(1, *pose, palette::B)],
        ..Dissection::default()
    }
}

/// The triangles of an answer in red where it has no distance, else the closest points with a line between them.
fn add_answer(dissection: &mut Dissection, meshes: &Meshes, pose: &Pose, answer: &Answer) {
    if let Some(ends) = answer.closest.filter(|_| answer.distance != Some(0.0)) {
        dissection.line_on_top(ends, 4.0, palette::MARK_SHADE);
        dissection.line_on_top(ends, 2.5, palette::PICKED);
        for end in ends {
            dissection.dot(end, 10.0, palette::MARK_SHADE);
            dissection.dot(end, 7.0, palette::PICKED);
        }
        return;
    }
    for (body, pose) in [(0, Pose::identity()), (1, *pose)] {
        let mesh = &meshes.meshes[body];
        let mut touching: Vec<u32> = answer.pairs.iter().map(|pair| pair[body]).collect();
        touching.sort_unstable();
        touching.dedup();
        if let Some(shape) = patch(mesh, &touching, LIFT * meshes.size()) {
            let color = palette::COLLIDING;
            let part = Part::Whole;
            dissection.surfaces.push(Surface {
                shape,
                pose,
                part,
                color,
                see_through: false,
                outlined: false,
            });
        }
        for triangle in touching.iter().take(EDGED) {
            let corners = mesh.corners(*triangle as usize).map(|p| pose * p);
            for i in 0..3 {
                dissection.line([corners[i], corners[(i + 1) % 3]], 1.5, palette::COLLIDING_OUTLINE);
            }
        }
    }
}

/// Some triangles of a mesh, lifted off it on both sides; `None` if there are none.
fn patch(mesh: &Mesh, triangles: &[u32], lift: f64) -> Option<Arc<Shape>> {
    let mut vertices = Vec::with_capacity(6 * triangles.len());
    for triangle in triangles {
        let normal = mesh.area_normal(*triangle as usize).try_normalize(0.0).unwrap_or_default();
        let corners = mesh.corners(*triangle as usize);
        vertices.extend(corners.map(|p| p + normal * lift));
        let [p, q, r] = corners.map(|p| p - normal * lift);
        vertices.extend([p, r, q]);
    }
    let triangles = (0..2 * triangles.len() as u32).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
    Some(Arc::new(Shape::polyhedron(Mesh::new(vertices, triangles).ok()?)))
}

/// The volumes of a level, and of the leaves above it.
fn add_level(dissection: &mut Dissection, lane: &Lane, pose: &Pose, level: usize) {
    let Some(prepared) = lane.prepared() else { return };
    let pair = prepared.borrow();
    let of_both = [(0, Pose::identity(), palette::A), (1, *pose, palette::B)];
    for (body, pose, color) in of_both {
        let Some(tree) = pair.tree(body) else { continue };
        for node in nodes_of_level(tree, level).into_iter().take(MOST_VOLUMES) {
            volumes::add(dissection, &tree.outline(node, &pose), 1.25, color.faded(0.8));
        }
    }
}

/// The nodes of a level, and the leaves above it, so that together they hold every triangle.
fn nodes_of_level(tree: &dyn TreeView, level: usize) -> Vec<u32> {
    let mut nodes = vec![];
    let mut open = vec![0];
    while let Some(node) = open.pop() {
        let children = tree.children(node);
        if tree.level(node) >= level || children.is_empty() {
            nodes.push(node);
        } else {
            open.extend(children);
        }
    }
    nodes
}

/// The box around what an answer points at: triangles that touch, or closest points; `None` if it points at nothing.
pub fn pointed_at(lab: &MeshesLab, pane: usize) -> Option<Aabb> {
    let (meshes, pose) = (lab.meshes(), lab.pose());
    let answer = &lab.lanes().get(pane)?.answered()?.answer;
    let corners = answer.pairs.iter().flat_map(|&[s, t]| {
        let a = meshes.meshes[0].corners(s as usize);
        a.into_iter().chain(meshes.meshes[1].corners(t as usize).map(|p| pose * p))
    });
    let points: Vec<Point> = match answer.closest {
        Some(ends) => ends.to_vec(),
        None => corners.collect(),
    };
    (!points.is_empty()).then(|| Aabb::around(points))
}
