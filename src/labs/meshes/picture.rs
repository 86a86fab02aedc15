//! The drawing of the meshes: both surfaces, the triangles that touch, and the closest points. And the viewpoint close
//! to the contact or the closest points.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use super::meshes_lab::MeshesLab;
use super::overlays;
use crate::figures::patch;
use crate::figures::two_meshes::surfaces;
use crate::geometry::{Aabb, Point, Pose};
use crate::hierarchies::query::Answer;
use crate::meshes::source::Meshes;
use crate::render::dissection::Dissection;
use crate::render::floor::Floor;
use crate::render::palette;
use crate::render::viewpoint::{Seen, Viewpoint};
use crate::ui::legend::{LegendRow, Mark};

/// Most touching triangles of a mesh whose edges are drawn.
const EDGED: usize = 6000;
/// Height of coloured surface patches above the mesh, as a fraction of the meshes' size; the red touching triangles
/// are drawn at twice this height.
const LIFT: f64 = 1e-3;
/// Distance of the floor below A, as a fraction of the meshes' size.
const BELOW: f64 = 0.25;
/// Legend switch of the volumes of a level.
const VOLUMES: &str = "volumes";
/// Legend switch of the visited volumes.
const VISITED: &str = "visited";
/// Legend switch of the front on the surfaces.
const FRONT: &str = "front";
/// Legend switch of the parts that a budget leaves undecided.
const OPEN: &str = "open";
/// Legend of the marks.
pub const LEGEND: &[LegendRow] = &[
    row(Mark::Body(palette::A, palette::QUIET_OUTLINE, 1.0), "Mesh A, at rest", None),
    row(Mark::Body(palette::B, palette::RIM, 1.0), "Mesh B, moving", None),
    row(Mark::Outline(palette::COLLIDING), "Touching triangles, by the method", None),
    row(Mark::Link(palette::PICKED), "Closest points, by the method", None),
    row(Mark::Box(palette::A), "Volumes of one level of the trees", Some(VOLUMES)),
    row(
        Mark::Box(palette::B),
        "Volume that the traversal descended into, in the colour of its mesh",
        Some(VISITED),
    ),
    row(Mark::DashedBox(palette::PRUNED), "Pruned volume", Some(VISITED)),
    row(Mark::DashedBox(palette::UNDECIDED), "Volume still waiting when the budget ends", Some(OPEN)),
    row(
        Mark::Body(palette::UNDECIDED, palette::RIM, 1.0),
        "Surface still undecided when the budget ends",
        Some(OPEN),
    ),
    row(Mark::Shades(overlays::SHADES_OF_A), "Front: lighter where the traversal went deeper", Some(FRONT)),
    // Always shown: the scene does not move when a node is pointed at.
    row(Mark::Box(palette::PICKED), "Current node, and in thinner lines the nodes above it", None),
];

/// Whether the legend shows the rows that depend on `switch`.
pub fn draws(lab: &MeshesLab, switch: &str) -> bool {
    let is_open = || {
        lab.contest.lanes.iter().filter_map(|lane| lane.answered()).any(|answered| answered.open.is_some())
    };
    match switch {
        VOLUMES => lab.settings.view.level.is_some() && !lab.settings.view.visited,
        VISITED => lab.settings.view.level.is_some() && lab.settings.view.visited,
        FRONT => lab.settings.view.front,
        OPEN => is_open(),
        _ => false,
    }
}

const fn row(mark: Mark, says: &'static str, with: Option<&'static str>) -> LegendRow {
    LegendRow { mark, says, with }
}

/// Hash that changes whenever the meshes or the pose of B change.
pub fn place(lab: &MeshesLab) -> u64 {
    let mut hasher = DefaultHasher::new();
    // The addresses identify the meshes, which are not freed while they are shown.
    lab.meshes().shapes.each_ref().map(Arc::as_ptr).hash(&mut hasher);
    let pose = lab.pose();
    let numbers = pose.translation.vector.iter().chain(pose.rotation.coords.iter());
    numbers.for_each(|number| number.to_bits().hash(&mut hasher));
    hasher.finish()
}

/// Hash that changes whenever the drawing of a pane changes.
pub fn edition(lab: &MeshesLab, pane: usize) -> u64 {
    let mut hasher = DefaultHasher::new();
    (place(lab), lab.settings.view).hash(&mut hasher);
    if pane == lab.contest.panes.focus() {
        lab.drawn_node().hash(&mut hasher);
    }
    if let Some(lane) = lab.contest.lanes.get(pane) {
        lane.method().id.hash(&mut hasher);
        lane.settings().hash(&mut hasher);
        if let Some(answered) = lane.answered() {
            answered.answer.pairs.hash(&mut hasher);
            answered.open.as_ref().map(|open| &open.nodes).hash(&mut hasher);
            for point in answered.answer.closest.iter().flatten() {
                point.iter().for_each(|c| c.to_bits().hash(&mut hasher));
            }
        }
    }
    hasher.finish()
}

/// The drawing of a pane.
pub fn of(lab: &MeshesLab, pane: usize) -> Dissection {
    let (meshes, pose) = (lab.meshes(), lab.pose());
    let mut dissection = surfaces(meshes, &pose, lab.settings.view.glass);
    dissection.floor = Some(floor(meshes));
    let Some(lane) = lab.contest.lanes.get(pane) else { return dissection };
    if let Some(answered) = lane.answered() {
        add_answer(&mut dissection, meshes, &pose, &answered.answer);
    }
    overlays::add(&mut dissection, lab, lane, LIFT * meshes.size());
    if let Some(node) = lab.drawn_node().filter(|_| pane == lab.contest.panes.focus()) {
        overlays::add_path(&mut dissection, lab, node);
    }
    dissection
}

/// Adds an answer: the closest points joined by a line if they are separated, else the touching triangles in red.
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
        // Draw the triangles above the patches of the front and of the undecided parts.
        patch::add(dissection, (mesh, pose), &touching, 2.0 * LIFT * meshes.size(), palette::COLLIDING);
        for triangle in touching.iter().take(EDGED) {
            let corners = mesh.corners(*triangle as usize).map(|p| pose * p);
            for i in 0..3 {
                dissection.line([corners[i], corners[(i + 1) % 3]], 1.5, palette::COLLIDING_OUTLINE);
            }
        }
    }
}

/// A floor some way below A, for the shadows; B may pass through it.
pub fn floor(meshes: &Meshes) -> Floor {
    let (aabb, size) = (meshes.shapes[0].local_aabb(), meshes.size());
    let middle = aabb.center();
    Floor { middle: Point::new(middle.x, aabb.min.y - BELOW * size, middle.z), half: [size; 2] }
}

/// The closest points of the active pane's answer, if they are apart.
pub fn closest(lab: &MeshesLab) -> Option<[Point; 2]> {
    let answer = &lab.contest.in_focus().answered()?.answer;
    answer.closest.filter(|_| answer.distance != Some(0.0))
}

/// The box around the closest points or the touching triangles of a pane's answer; `None` if there are neither.
pub fn pointed_at(lab: &MeshesLab, pane: usize) -> Option<Aabb> {
    let (meshes, pose) = (lab.meshes(), lab.pose());
    let answer = &lab.contest.lanes.get(pane)?.answered()?.answer;
    if let Some(ends) = answer.closest {
        return Some(Aabb::around(ends));
    }
    let corners = answer.pairs.iter().flat_map(|&[s, t]| {
        let a = meshes.meshes[0].corners(s as usize);
        a.into_iter().chain(meshes.meshes[1].corners(t as usize).map(|p| pose * p))
    });
    (!answer.pairs.is_empty()).then(|| Aabb::around(corners))
}

/// Id of the viewpoint close to the contact or the closest points.
pub const CONTACT: &str = "contact";

/// The lab's viewpoints, in the order of the menu.
pub const VIEWPOINTS: &[Viewpoint] = &[Viewpoint {
    id: CONTACT,
    title: "At the contact",
    says: "Follows the touching triangles, or the closest points.",
    needs: "Nothing touches, and the query is not “Distance”.",
}];

/// Minimum margin around the framed points, as a fraction of the meshes' size.
const ROOM: f64 = 0.08;

/// The current pose of a viewpoint in [`VIEWPOINTS`] for a pane; `None` if there is nothing to look at.
pub fn viewpoint(lab: &MeshesLab, id: &str, pane: usize) -> Option<Seen> {
    if id != CONTACT {
        return None;
    }
    let found = pointed_at(lab, pane)?;
    let half = 0.6 * found.extents().max() + ROOM * lab.meshes().size();
    Some(Seen { bounds: Aabb::cube(found.center(), half), back: None, lens: None })
}
