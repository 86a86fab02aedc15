//! Overlays of the trees on the meshes: the volumes of one level, the volumes on the path from the root to a node,
//! the surfaces coloured by the depth of the front (where a traversal ended), and the parts that a budget left
//! undecided.

use super::lane::Lane;
use super::meshes_lab::MeshesLab;
use super::nodes::Node;
use crate::figures::{patch, volumes};
use crate::geometry::{Pose, Vector};
use crate::hierarchies::tree::{Outline, TreeView};
use crate::meshes::visits::{State, Visits};
use crate::render::dissection::Dissection;
use crate::render::palette::{self, Color};

/// Most volumes of a level that are drawn per mesh.
const MOST_VOLUMES: usize = 2048;
/// Most triangles of a mesh whose surface is coloured by the traversal.
pub const MOST_COLORED: usize = 60_000;
/// Number of shades by which the surfaces show the depth of the front, from the root to the front's deepest level.
const SHADES: usize = 6;
/// Number of dashes on the longest edge of a volume.
const DASHES: usize = 6;
/// The shades of A for a shallow and for a deep front, for the legend.
pub const SHADES_OF_A: [Color; 2] = [shade(palette::A, 0.1), shade(palette::A, 0.9)];

/// Adds all overlays that are switched on; coloured surfaces are drawn `lift` metres above the meshes.
pub fn add(dissection: &mut Dissection, lab: &MeshesLab, lane: &Lane, lift: f64) {
    let view = lab.settings.view;
    // `visits` may run a traversal, which needs the trees: it must be called before they are borrowed.
    let visits = if view.front || view.visited { lane.visits() } else { None };
    let Some(prepared) = lane.prepared() else { return };
    let pair = prepared.borrow();
    let open = lane.answered().and_then(|answered| answered.open.as_ref());
    for (body, color) in [(0, palette::A), (1, palette::B)] {
        let Some(tree) = pair.tree(body) else { continue };
        let pose = if body == 0 { Pose::identity() } else { lab.pose() };
        let mesh = (&*lab.meshes().meshes[body], pose);
        let is_small = mesh.0.triangles().len() <= MOST_COLORED;
        if let Some(visits) = visits.filter(|_| view.front && is_small) {
            let groups = front(tree, visits, body, mesh.0.triangles().len());
            for (group, triangles) in groups.iter().enumerate() {
                let shade = shade(color, group as f32 / (SHADES - 1) as f32);
                patch::add(dissection, mesh, triangles, lift, shade);
            }
        }
        if let Some(open) = open.filter(|_| is_small) {
            let mut nodes: Vec<u32> = open.nodes.iter().map(|pair| pair[body]).collect();
            nodes.sort_unstable();
            nodes.dedup();
            let mut triangles: Vec<u32> =
                nodes.iter().flat_map(|node| tree.triangles(*node)).copied().collect();
            triangles.sort_unstable();
            triangles.dedup();
            patch::add(dissection, mesh, &triangles, 1.5 * lift, palette::UNDECIDED);
        }
        match (view.level, visits.filter(|_| view.visited)) {
            (Some(level), Some(visits)) => {
                for node in reached(tree, visits, body, level).into_iter().take(MOST_VOLUMES) {
                    by_outcome(dissection, &tree.outline(node, &pose), visits.state(body, node), color);
                }
            }
            (Some(level), None) => {
                for node in nodes_of_level(tree, level).into_iter().take(MOST_VOLUMES) {
                    volumes::add(dissection, &tree.outline(node, &pose), 1.25, color.faded(0.8));
                }
            }
            (None, _) => {}
        }
    }
}

/// Adds the volumes on the path from the root to a node of the active pane's trees; the node's own volume has the
/// thickest lines.
pub fn add_path(dissection: &mut Dissection, lab: &MeshesLab, node: Node) {
    let path = lab.path(node);
    let Some(prepared) = lab.contest.in_focus().prepared() else { return };
    let pair = prepared.borrow();
    let Some(tree) = pair.tree(node.body) else { return };
    let (pose, color) =
        if node.body == 0 { (Pose::identity(), palette::A) } else { (lab.pose(), palette::B) };
    for (level, at) in path.iter().enumerate() {
        let outline = tree.outline(*at, &pose);
        if level + 1 == path.len() {
            volumes::add(dissection, &outline, 3.0, palette::PICKED);
        } else {
            volumes::add(dissection, &outline, 1.0, color.faded(0.7));
        }
    }
}

/// The nodes of a level and the leaves above it, which together hold every triangle.
fn nodes_of_level(tree: &dyn TreeView, level: usize) -> Vec<u32> {
    cut(tree, |node| tree.level(node) < level)
}

/// The nodes of a level that the traversal visited, and the higher nodes at which it stopped.
fn reached(tree: &dyn TreeView, visits: &Visits, body: usize, level: usize) -> Vec<u32> {
    let is_seen = |node: u32| visits.state(body, node) != State::Unseen;
    let goes_on =
        |node: u32| tree.level(node) < level && (!is_seen(node) || tree.children(node).any(is_seen));
    let mut nodes = cut(tree, goes_on);
    nodes.retain(|node| is_seen(*node));
    nodes
}

/// The nodes at which a descent from the root ends: leaves, and nodes for which `goes_on` is false.
fn cut(tree: &dyn TreeView, goes_on: impl Fn(u32) -> bool) -> Vec<u32> {
    let mut nodes = vec![];
    let mut open = vec![0];
    while let Some(node) = open.pop() {
        let children = tree.children(node);
        if children.is_empty() || !goes_on(node) {
            nodes.push(node);
        } else {
            open.extend(children);
        }
    }
    nodes
}

/// Adds the volume of a visited node: in the colour of its mesh if the traversal descended into the node, otherwise
/// dashed.
fn by_outcome(dissection: &mut Dissection, outline: &Outline, state: State, color: Color) {
    match state {
        State::Unseen => {}
        State::Kept => volumes::add(dissection, outline, 2.0, color),
        State::Pruned => dashed(dissection, outline, 1.25, palette::PRUNED),
        State::Waits => dashed(dissection, outline, 2.0, palette::UNDECIDED),
    }
}

fn dashed(dissection: &mut Dissection, outline: &Outline, width_px: f32, color: Color) {
    let mut whole = Dissection::default();
    volumes::add(&mut whole, outline, width_px, color);
    let longest = whole.lines.iter().map(|line| (line.ends[1] - line.ends[0]).norm()).fold(0.0, f64::max);
    for line in whole.lines {
        let along: Vector = line.ends[1] - line.ends[0];
        // The number of dashes is proportional to the line's length, but at least one, so that the short lines of
        // curves are drawn too.
        let dashes =
            ((DASHES as f64 * along.norm() / longest.max(f64::MIN_POSITIVE)).round() as usize).max(1);
        for dash in 0..dashes {
            let at = |share: f64| line.ends[0] + along * ((dash as f64 + share) / dashes as f64);
            dissection.line([at(0.2), at(0.8)], width_px, color);
        }
    }
    dissection.on_top.extend(whole.on_top);
}

/// The triangles of a mesh in groups by the depth of the front, shallow first; a triangle's depth is the level of the
/// deepest front node that holds it. Triangles that no front node holds are left out.
fn front(tree: &dyn TreeView, visits: &Visits, body: usize, triangles: usize) -> [Vec<u32>; SHADES] {
    let mut deepest: Vec<Option<usize>> = vec![None; triangles];
    let mut most = 1;
    for node in (0..tree.node_count() as u32).filter(|node| visits.is_front(body, *node)) {
        let level = tree.level(node);
        most = most.max(level);
        for triangle in tree.triangles(node) {
            let known = &mut deepest[*triangle as usize];
            *known = (*known).max(Some(level));
        }
    }
    let mut groups = [const { Vec::new() }; SHADES];
    for (triangle, level) in deepest.into_iter().enumerate() {
        if let Some(level) = level {
            groups[level * (SHADES - 1) / most].push(triangle as u32);
        }
    }
    groups
}

/// A shade of a colour, from dark (`share` 0) to light (1).
const fn shade(color: Color, share: f32) -> Color {
    let [r, g, b] = color.rgb;
    let rgb = if share < 0.5 {
        let dark = 0.25 + 1.5 * share;
        [dark * r, dark * g, dark * b]
    } else {
        let light = 1.7 * (share - 0.5);
        [r + light * (1.0 - r), g + light * (1.0 - g), b + light * (1.0 - b)]
    };
    Color { rgb, alpha: color.alpha }
}
