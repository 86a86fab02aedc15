//! The drawing of the tree: its top levels, and below them the path of the ray.

use std::collections::HashSet;

use egui::{Align2, FontId, Pos2, Sense, Stroke, Ui, pos2, vec2};

use crate::language::t;
use crate::road::methods::aabb_tree::Seen;
use crate::road::methods::node::Child;
use crate::road::trace::Step;
use crate::ui::theme;

/// Number of levels whose nodes are all drawn; below them only nodes that the ray opened are drawn.
const WHOLE: usize = 4;
/// Height of the drawing, points.
const HEIGHT: f32 = 150.0;

/// A node or leaf and its place in the drawing: its level from the top, and the horizontal range reserved for
/// its subtree, as fractions of the width.
struct Place {
    child: Child,
    level: usize,
    from: f32,
    to: f32,
}

/// Adds the tree after the steps of `seen`; `step` is the last of them.
pub fn show(ui: &mut Ui, children: &[[Option<Child>; 2]], seen: &[Seen], step: Option<&Step>) {
    let opened: HashSet<u32> = seen
        .iter()
        .filter_map(|seen| match seen {
            Seen::Opened { node, .. } => Some(*node),
            _ => None,
        })
        .collect();
    let at_hand = step.map(|step| match step.seen {
        Seen::Opened { node, .. } => (Some(Child::Node(node)), node),
        Seen::Dropped { node, .. } => (step.boxes.first().and_then(|(child, _)| *child), node),
        Seen::Tested { .. } => (step.boxes.first().and_then(|(child, _)| *child), 0),
    });
    let deepest = step.map_or(0, |step| step.depth as usize);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
    ui.painter().rect_filled(rect, 3.0, theme::sunken());
    let levels = depth_of(children, &opened).max(deepest).max(1);
    let area = rect.shrink2(vec2(10.0, 12.0));
    let at = |place: &Place| {
        let across = (0.5 * (place.from + place.to)).clamp(0.0, 1.0);
        pos2(
            area.left() + across * area.width(),
            area.top() + area.height() * place.level as f32 / levels as f32,
        )
    };
    let mut open = vec![(Place { child: Child::Node(0), level: 0, from: 0.0, to: 1.0 }, None::<Pos2>)];
    while let Some((place, above)) = open.pop() {
        let here = at(&place);
        let strong = matches!(place.child, Child::Node(node) if opened.contains(&node));
        let color = if strong { theme::accent() } else { theme::line() };
        if let Some(above) = above {
            ui.painter().line_segment([above, here], Stroke::new(if strong { 1.5 } else { 0.75 }, color));
        }
        let is_at_hand = at_hand.is_some_and(|(child, _)| child == Some(place.child));
        match place.child {
            _ if is_at_hand => {
                ui.painter().circle(here, 5.0, theme::accent(), Stroke::new(1.5, theme::strong()));
            }
            // A leaf is drawn as a square.
            Child::Leaf { .. } => {
                let square = egui::Rect::from_center_size(here, vec2(5.0, 5.0));
                ui.painter().rect_filled(square, 0.0, theme::weak());
            }
            Child::Node(_) => {
                ui.painter().circle_filled(here, if strong { 2.5 } else { 1.5 }, color);
            }
        }
        let Child::Node(node) = place.child else { continue };
        if place.level < WHOLE || strong {
            // Halving the range at each level would make the path too narrow below the levels drawn in full,
            // so a range is widened to a minimum.
            let (middle, least) = (0.5 * (place.from + place.to), 0.06);
            let (from, to) = (place.from.min(middle - least), place.to.max(middle + least));
            for (side, child) in children[node as usize].into_iter().enumerate() {
                let Some(child) = child else { continue };
                let (from, to) = if side == 0 { (from, middle) } else { (middle, to) };
                open.push((Place { child, level: place.level + 1, from, to }, Some(here)));
            }
        } else {
            // A short line shows that the subtree continues.
            ui.painter().line_segment([here, here + vec2(0.0, 4.0)], Stroke::new(0.75, color));
        }
    }
    if step.is_some() {
        let font = FontId::proportional(12.0);
        let text = t!("depth %{n}", n = deepest);
        ui.painter().text(rect.right_top() + vec2(-5.0, 3.0), Align2::RIGHT_TOP, text, font, theme::weak());
    }
    response.on_hover_text(t!(
        "The top levels of the tree, and below them the visited nodes (bright). The current node is filled; leaves are squares."
    ));
}

/// Number of levels to draw: down to the children of the deepest opened node, and at least the levels drawn
/// in full.
fn depth_of(children: &[[Option<Child>; 2]], opened: &HashSet<u32>) -> usize {
    let mut deepest = 0;
    let mut open = vec![(0u32, 0usize)];
    while let Some((node, level)) = open.pop() {
        deepest = deepest.max(level + 1);
        for child in children[node as usize].into_iter().flatten() {
            if let Child::Node(below) = child
                && (level + 1 < WHOLE || opened.contains(&below))
            {
                open.push((below, level + 1));
            }
        }
    }
    deepest
}
