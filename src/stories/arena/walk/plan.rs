//! Drawings of the two trees: their top levels and the paths to the current nodes.

use egui::{Align2, Color32, FontId, Pos2, RichText, Sense, Stroke, Ui, pos2, vec2};

use crate::language::t;
use crate::object_space::hybrid_boxes::trace::{Step, Trace, TracedTree};
use crate::object_space::hybrid_boxes::tree::Below;
use crate::ui::drawing::colors_of_both;
use crate::ui::theme;
use crate::ui::widgets::note;

/// Number of levels whose nodes are all drawn. Below them only the nodes on the path to the current node and
/// their siblings are drawn.
const WHOLE: usize = 4;
/// Height of one drawing, points.
const HEIGHT: f32 = 92.0;

/// Adds both trees after `index + 1` steps; `numbers` are the bodies' numbers in the world.
pub fn show(ui: &mut Ui, numbers: [usize; 2], trace: &Trace, step: Option<&Step>, index: Option<usize>) {
    let seen = index.map_or(&[][..], |index| &trace.steps[..=index]);
    ui.columns(2, |columns| {
        for (side, ui) in columns.iter_mut().enumerate() {
            let tree = &trace.trees[side];
            ui.spacing_mut().item_spacing.y = 2.0;
            let title = if side == 0 { t!("A: body %{n}", n = numbers[0]) } else { t!("B: body %{n}", n = numbers[1]) };
            ui.label(RichText::new(title).small().color(colors_of_both()[side])).on_hover_text(t!(
                "Tree of boxes of this body's triangles. The current node is filled; visited nodes are bright."
            ));
            let node = step.map(|step| step.nodes[side]);
            let visited = |node: u32| seen.iter().any(|step| step.nodes[side] == node);
            draw(ui, tree, node, visited, colors_of_both()[side]);
            note(ui, &crumbs(tree, node));
        }
    });
}

/// The path to a node in words.
fn crumbs(tree: &TracedTree, node: Option<u32>) -> String {
    let Some(node) = node else { return t!("Nodes: %{n}", n = tree.tree.nodes.len()).into_owned() };
    let path = tree.path(node);
    let mut text = t!("root").into_owned();
    for way in path.windows(2) {
        let is_left = tree.children(way[0]).is_some_and(|[left, _]| left == way[1]);
        text += &format!(" › {}", if is_left { t!("left") } else { t!("right") });
    }
    if let Below::Triangle(triangle) = tree.tree.nodes[node as usize].below {
        text += &format!(" · {}", t!("leaf, triangle %{n}", n = triangle));
    }
    text
}

/// A node and its place in the drawing: its level, and the horizontal range reserved for its subtree, as
/// fractions of the width.
struct Place {
    node: u32,
    level: usize,
    from: f32,
    to: f32,
}

fn draw(ui: &mut Ui, tree: &TracedTree, node: Option<u32>, visited: impl Fn(u32) -> bool, color: Color32) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
    ui.painter().rect_filled(rect, 3.0, theme::sunken());
    let path = node.map(|node| tree.path(node)).unwrap_or_default();
    let levels = levels(tree, path.len().saturating_sub(1));
    let area = rect.shrink2(vec2(9.0, 10.0));
    let step = area.height() / levels.max(1) as f32;
    let at = |place: &Place| {
        let across = (0.5 * (place.from + place.to)).clamp(0.0, 1.0);
        pos2(area.left() + across * area.width(), area.top() + step * place.level as f32)
    };
    let mut open = vec![(Place { node: 0, level: 0, from: 0.0, to: 1.0 }, None::<Pos2>)];
    while let Some((place, above)) = open.pop() {
        let here = at(&place);
        let on_path = path.contains(&place.node);
        let strong = on_path || visited(place.node);
        if let Some(above) = above {
            let line = if on_path { Stroke::new(1.5, color) } else { Stroke::new(0.75, dim(strong, color)) };
            ui.painter().line_segment([above, here], line);
        }
        if Some(place.node) == node {
            ui.painter().circle(here, 5.0, color, Stroke::new(1.5, theme::strong()));
        } else {
            ui.painter().circle_filled(here, if strong { 2.5 } else { 1.5 }, dim(strong, color));
        }
        let Some(children) = tree.children(place.node) else { continue };
        if place.level < WHOLE || on_path && Some(place.node) != node {
            // Halving the range at each level would make the path too narrow below the levels drawn in full,
            // so a range is widened to a minimum.
            let middle = 0.5 * (place.from + place.to);
            let (level, least) = (place.level + 1, 0.08);
            let (from, to) = (place.from.min(middle - least), place.to.max(middle + least));
            open.push((Place { node: children[0], level, from, to: middle }, Some(here)));
            open.push((Place { node: children[1], level, from: middle, to }, Some(here)));
        } else if place.level >= WHOLE {
            // A short line shows that the subtree continues.
            ui.painter().line_segment([here, here + vec2(0.0, 4.0)], Stroke::new(0.75, dim(strong, color)));
        }
    }
    let deepest = path.len().saturating_sub(1);
    if node.is_some() {
        let text = t!("depth %{n}", n = deepest);
        let font = FontId::proportional(12.0);
        ui.painter().text(rect.right_top() + vec2(-5.0, 3.0), Align2::RIGHT_TOP, text, font, theme::weak());
    }
    response.on_hover_text(t!(
        "The top levels of the tree, and the path to the current node. A node's triangles are divided between its two children; a leaf holds one."
    ));
}

/// Number of levels to draw below the root.
fn levels(tree: &TracedTree, deepest: usize) -> usize {
    let mut level = 0;
    let mut row = vec![0];
    while level < WHOLE {
        row = row.into_iter().filter_map(|node| tree.children(node)).flatten().collect();
        if row.is_empty() {
            break;
        }
        level += 1;
    }
    level.max(deepest)
}

fn dim(strong: bool, color: Color32) -> Color32 {
    if strong { color.gamma_multiply(0.8) } else { theme::line() }
}
