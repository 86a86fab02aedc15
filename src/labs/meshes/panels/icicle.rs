//! A tree as an icicle: a cell per node, its children below it, each as wide as its share of the triangles.

use egui::{Color32, Rect, Sense, Stroke, StrokeKind, Ui, pos2, vec2};
use rust_i18n::t;

use crate::hierarchies::view::TreeView;
use crate::ui::drawing::colors_of_both;
use crate::ui::format::grouped;
use crate::ui::theme;

/// Cells narrower than this, in points, are not drawn apart.
const NARROWEST: f32 = 1.0;
/// Lowest and highest row, points.
const ROWS: std::ops::RangeInclusive<f32> = 3.0..=16.0;
/// Room between two rows, points.
const GAP: f32 = 1.0;

/// What became of a node in a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// The walk has not come to it.
    Unseen,
    /// Its volume was tested and looked into.
    Kept,
    /// Its volume was tested, and what is below was left out.
    Pruned,
    /// It is looked at now.
    AtHand,
}

/// The hover text of an icicle.
pub fn help() -> String {
    t!("A cell per node, its children below it, as wide as their share of the triangles. Filled: looked into; half filled: pruned; framed: at hand.")
        .into_owned()
}

/// The tree, as high as it takes within `height` points. The node under the pointer.
pub fn show(
    ui: &mut Ui,
    tree: &dyn TreeView,
    body: usize,
    height: f32,
    state: &dyn Fn(u32) -> State,
) -> Option<u32> {
    let levels = levels(tree);
    let row = (height / levels as f32).clamp(*ROWS.start(), *ROWS.end());
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), row * levels as f32), Sense::hover());
    ui.painter().rect_filled(rect, 2.0, theme::sunken());
    let all = tree.triangles(0).len().max(1) as f32;
    let (pointer, mut under, mut at_hand) = (response.hover_pos(), None, None);
    let mut open = vec![(0_u32, rect.left(), rect.width() / all)];
    while let Some((node, left, per_triangle)) = open.pop() {
        let width = per_triangle * tree.triangles(node).len() as f32;
        let top = rect.top() + row * tree.level(node) as f32;
        let cell = Rect::from_min_size(pos2(left, top), vec2(width, row - GAP));
        let state = state(node);
        paint(ui, cell, state, colors_of_both()[body]);
        if state == State::AtHand {
            at_hand = Some(cell);
        }
        if pointer.is_some_and(|at| cell.contains(at)) {
            under = Some(node);
        }
        if width < NARROWEST {
            continue;
        }
        let mut from = left;
        for child in tree.children(node) {
            open.push((child, from, per_triangle));
            from += per_triangle * tree.triangles(child).len() as f32;
        }
    }
    if let Some(cell) = at_hand {
        // Wide enough to be found.
        let frame = cell.expand2(vec2((3.0 - 0.5 * cell.width()).max(1.0), 1.0));
        ui.painter().rect_stroke(frame, 1.0, Stroke::new(1.5, theme::strong()), StrokeKind::Outside);
    }
    let says = under.map_or_else(help, |node| {
        let n = grouped(tree.triangles(node).len() as u64);
        t!("Node %{node}, level %{level}: triangles %{n}", node = node, level = tree.level(node), n = n)
            .into_owned()
    });
    response.on_hover_text(says);
    under
}

fn paint(ui: &Ui, cell: Rect, state: State, color: Color32) {
    // Neighbours that are wide enough are told apart by a gap.
    let cell = if cell.width() > 4.0 { cell.with_max_x(cell.right() - 1.0) } else { cell };
    let cell = cell.with_max_x(cell.right().max(cell.left() + 0.6));
    match state {
        State::Unseen => ui.painter().rect_filled(cell, 0.0, theme::line().gamma_multiply(0.5)),
        State::Kept | State::AtHand => ui.painter().rect_filled(cell, 0.0, color),
        State::Pruned => {
            ui.painter().rect_filled(cell, 0.0, theme::line().gamma_multiply(0.5));
            let half = cell.with_min_y(cell.center().y);
            ui.painter().rect_filled(half, 0.0, color.gamma_multiply(0.6))
        }
    };
}

/// Number of levels, by the deepest node.
fn levels(tree: &dyn TreeView) -> usize {
    (0..tree.node_count() as u32).map(|node| tree.level(node)).max().unwrap_or(0) + 1
}
