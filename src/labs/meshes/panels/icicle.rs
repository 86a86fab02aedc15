//! A tree as an icicle: a cell per node, its children below it, each as wide as its share of the triangles.

use egui::{
    Color32, EventFilter, Key, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};
use rust_i18n::t;

use crate::hierarchies::view::TreeView;
use crate::labs::meshes::visits::{State, Visits};
use crate::ui::drawing::{Hatch, colors_of_both, hatching, tint};
use crate::ui::format::grouped;
use crate::ui::theme;

/// Cells narrower than this, in points, are drawn without what is below them.
const NARROWEST: f32 = 1.0;
/// Lowest and highest row, points.
const ROWS: std::ops::RangeInclusive<f32> = 3.0..=18.0;
/// Room between two rows, points.
const GAP: f32 = 1.0;

/// A tree and what is known of its nodes.
pub struct Icicle<'a> {
    /// The tree.
    pub tree: &'a dyn TreeView,
    /// 0: of A, 1: of B.
    pub body: usize,
    /// What became of its nodes.
    pub visits: &'a Visits,
    /// Nodes that are framed, from the root down.
    pub framed: &'a [u32],
    /// Whether a node can be picked: [`Sense::click`] or [`Sense::hover`].
    pub sense: Sense,
}

/// What was done with an icicle.
#[derive(Default)]
pub struct Touched {
    /// The node under the pointer.
    pub over: Option<u32>,
    /// The node that was clicked or gone to by an arrow key.
    pub picked: Option<u32>,
}

struct Cell {
    node: u32,
    level: usize,
    left: f32,
    width: f32,
}

/// The hover text of an icicle.
pub fn help() -> String {
    t!("A cell per node, its children below it, as wide as their share of the triangles. What is too narrow to be seen is left out. Filled: looked into; half filled: pruned; dotted: waits; a bar below it: the walk stopped here; framed: at hand.")
        .into_owned()
}

/// The tree, as high as it takes within `height` points.
pub fn show(ui: &mut Ui, icicle: &Icicle, height: f32) -> Touched {
    // 1. The cells that are wide enough to be seen, and their place.
    let most = (height / ROWS.start()).max(1.0) as usize;
    let cells = cells(icicle.tree, ui.available_width(), most);
    let levels = cells.iter().map(|cell| cell.level).max().unwrap_or(0) + 1;
    let row = (height / levels as f32).clamp(*ROWS.start(), *ROWS.end());
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), row * levels as f32), icicle.sense);
    let place = |cell: &Cell| {
        let corner = pos2(rect.left() + cell.left, rect.top() + row * cell.level as f32);
        Rect::from_min_size(corner, vec2(cell.width, row - GAP))
    };
    // 2. What they look like.
    ui.painter().rect_filled(rect, 2.0, theme::sunken());
    paint(ui, icicle, cells.iter().map(|cell| (cell.node, seen(place(cell)))));
    let frames = icicle.framed.iter().filter_map(|node| cells.iter().find(|cell| cell.node == *node));
    for cell in frames.map(place) {
        // Wide enough to be found.
        let frame = cell.expand2(vec2((3.0 - 0.5 * cell.width()).max(0.0), 0.0));
        ui.painter().rect_stroke(frame, 1.0, Stroke::new(1.5, theme::strong()), StrokeKind::Outside);
    }
    if response.has_focus() {
        ui.painter().rect_stroke(rect, 2.0, Stroke::new(1.0, theme::accent()), StrokeKind::Outside);
    }
    // 3. What is done with them.
    let pointer = response.hover_pos();
    let over =
        pointer.and_then(|at| cells.iter().find(|cell| place(cell).expand2(vec2(0.0, GAP)).contains(at)));
    let over = over.map(|cell| cell.node);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, name(icicle)));
    let picked = match response.clicked() {
        // By the keyboard there is no pointer over a cell: it begins at the root.
        true => Some(over.unwrap_or(0)),
        false => gone_to(ui, &response, icicle),
    };
    // Where nodes can be picked, the line above the tree says which is under the pointer.
    if over.is_none() || icicle.sense == Sense::hover() {
        response.on_hover_text(over.map_or_else(help, |node| says(icicle, node)));
    }
    Touched { over, picked }
}

/// All cells down to `most` levels, across `width` points. The deeper of two comes later.
fn cells(tree: &dyn TreeView, width: f32, most: usize) -> Vec<Cell> {
    let per_triangle = width / tree.triangles(0).len().max(1) as f32;
    let mut cells = vec![Cell { node: 0, level: 0, left: 0.0, width }];
    let mut next = 0;
    while let Some(&Cell { node, level, left, width }) = cells.get(next) {
        next += 1;
        if width < NARROWEST || level + 1 >= most {
            continue;
        }
        let mut left = left;
        for node in tree.children(node) {
            let width = per_triangle * tree.triangles(node).len() as f32;
            cells.push(Cell { node, level: level + 1, left, width });
            left += width;
        }
    }
    cells
}

/// A cell as it is painted: neighbours that are wide enough are told apart by a gap.
fn seen(cell: Rect) -> Rect {
    let cell = if cell.width() > 4.0 { cell.with_max_x(cell.right() - 1.0) } else { cell };
    cell.with_max_x(cell.right().max(cell.left() + 0.6))
}

fn paint(ui: &Ui, icicle: &Icicle, cells: impl Iterator<Item = (u32, Rect)>) {
    let [mut ground, mut kept, mut pruned, mut waits, mut front] = [const { Vec::new() }; 5];
    for (node, cell) in cells {
        match icicle.visits.state(icicle.body, node) {
            State::Unseen => ground.push(cell),
            State::Kept => kept.push(cell),
            State::Pruned => {
                ground.push(cell);
                pruned.push(cell.with_min_y(cell.center().y));
            }
            State::Waits => waits.push(cell),
        }
        if icicle.visits.is_front(icicle.body, node) {
            front.push(cell.with_min_y(cell.bottom() - (0.25 * cell.height()).clamp(1.0, 2.5)));
        }
    }
    let (painter, color): (_, Color32) = (ui.painter(), colors_of_both()[icicle.body]);
    tint(painter, ground, theme::line().gamma_multiply(0.5));
    tint(painter, kept, color);
    tint(painter, pruned, color.gamma_multiply(0.6));
    tint(painter, waits.iter().copied(), theme::weak().gamma_multiply(0.35));
    hatching(painter, waits, Hatch::Dots, theme::weak());
    tint(painter, front, theme::strong());
}

/// The node that an arrow key leads to from the last one that is framed: up, down, or to a neighbour.
fn gone_to(ui: &Ui, response: &Response, icicle: &Icicle) -> Option<u32> {
    if !response.has_focus() {
        return None;
    }
    let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    let (&at, above) = icicle.framed.split_last()?;
    let parent = above.last().copied();
    let beside = parent.map_or(0..1, |parent| icicle.tree.children(parent));
    let pressed = |key: Key| ui.input(|input| input.key_pressed(key));
    if pressed(Key::ArrowUp) {
        parent
    } else if pressed(Key::ArrowDown) {
        icicle.tree.children(at).next()
    } else if pressed(Key::ArrowLeft) {
        at.checked_sub(1).filter(|node| beside.contains(node))
    } else if pressed(Key::ArrowRight) {
        Some(at + 1).filter(|node| beside.contains(node))
    } else {
        None
    }
}

/// What a screen reader says of it.
fn name(icicle: &Icicle) -> String {
    let count = |state| grouped(icicle.visits.count(icicle.body, state) as u64);
    t!(
        "Tree of %{mesh}: nodes looked into %{kept}, pruned %{pruned}, waiting %{waits}, not reached %{unseen}",
        mesh = ["A", "B"][icicle.body],
        kept = count(State::Kept),
        pruned = count(State::Pruned),
        waits = count(State::Waits),
        unseen = count(State::Unseen)
    )
    .into_owned()
}

/// A node in words.
pub fn says(icicle: &Icicle, node: u32) -> String {
    let Icicle { tree, body, visits, .. } = icicle;
    let became = match visits.state(*body, node) {
        State::Unseen => t!("not reached"),
        State::Pruned => t!("pruned"),
        State::Kept => t!("looked into"),
        State::Waits => t!("waits"),
    };
    let stopped = if visits.is_front(*body, node) { t!(", the walk stopped here") } else { "".into() };
    let n = grouped(tree.triangles(node).len() as u64);
    let level = tree.level(node);
    t!(
        "Node %{node}, level %{level}: triangles %{n}; %{became}%{stopped}",
        node = node,
        level = level,
        n = n,
        became = became,
        stopped = stopped
    )
    .into_owned()
}
