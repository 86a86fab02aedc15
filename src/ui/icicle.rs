//! A tree as an icicle plot: each node is a cell as wide as its share, with the cells of its children
//! below.

use egui::{
    Color32, EventFilter, Key, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use super::drawing::{Hatch, hatching, tint};
use super::theme;

/// Minimum width of a cell whose children are shown, points.
const NARROWEST: f32 = 1.0;
/// Minimum and maximum height of a row, points.
const ROWS: std::ops::RangeInclusive<f32> = 3.0..=18.0;
/// Space between two rows, points.
const GAP: f32 = 1.0;

/// A tree to draw. Node 0 is the root.
pub trait Tree {
    /// The children of a node, from left to right; empty for a leaf.
    fn children(&self, node: u32) -> Vec<u32>;
    /// The weight of a node, which determines its width; the weights of its children add up to it.
    fn share(&self, node: u32) -> usize;
    /// The look of a node's cell.
    fn look(&self, node: u32) -> Look;
    /// The description of a node, in the current language.
    fn says(&self, node: u32) -> String;
    /// Whether children of the node are not built yet; a grey column takes their place.
    fn is_unbuilt(&self, _node: u32) -> bool {
        false
    }
}

/// The look of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The filled part of the cell.
    pub fill: Fill,
    /// Whether the cell has a bar along its lower edge.
    pub bar: bool,
    /// Whether the cell is red.
    pub is_hit: bool,
}

/// The filled part of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// Background only.
    Empty,
    /// The whole cell.
    Whole,
    /// The lower half.
    Half,
    /// Dots.
    Dots,
    /// The whole cell, with stripes.
    Hatched,
}

/// A tree with its drawing options.
pub struct Icicle<'a> {
    /// The tree.
    pub tree: &'a dyn Tree,
    /// The colour of its cells.
    pub color: Color32,
    /// Nodes with a frame, from the root down.
    pub framed: &'a [u32],
    /// Whether nodes can be clicked: [`Sense::click`] or [`Sense::hover`].
    pub sense: Sense,
    /// The name for screen readers.
    pub name: String,
    /// Hover text if no node is under the pointer.
    pub help: String,
}

/// The user's interaction with an icicle plot.
#[derive(Default)]
pub struct Touched {
    /// The node under the pointer.
    pub over: Option<u32>,
    /// The node that was clicked, or reached by an arrow key.
    pub picked: Option<u32>,
}

struct Cell {
    node: u32,
    level: usize,
    left: f32,
    width: f32,
}

/// Shows the tree, as high as necessary but at most `height` points.
pub fn show(ui: &mut Ui, icicle: &Icicle, height: f32) -> Touched {
    // 1. Find the cells that are wide enough to be visible, and their positions.
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
    // 2. Paint the cells.
    ui.painter().rect_filled(rect, 2.0, theme::sunken());
    let unbuilt = cells.iter().filter(|cell| icicle.tree.is_unbuilt(cell.node)).map(place);
    let below = unbuilt.map(|cell| painted(cell.with_min_y(cell.bottom() + GAP).with_max_y(rect.bottom())));
    tint(ui.painter(), below, theme::weak().gamma_multiply(0.5));
    paint(ui, icicle, cells.iter().map(|cell| (cell.node, painted(place(cell)))));
    let frames = icicle.framed.iter().filter_map(|node| cells.iter().find(|cell| cell.node == *node));
    for cell in frames.map(place) {
        // The frame of a narrow cell is widened to 6 points, so that it is noticeable.
        let frame = cell.expand2(vec2((3.0 - 0.5 * cell.width()).max(0.0), 0.0));
        ui.painter().rect_stroke(frame, 1.0, Stroke::new(1.5, theme::strong()), StrokeKind::Outside);
    }
    if response.has_focus() {
        ui.painter().rect_stroke(rect, 2.0, Stroke::new(1.0, theme::accent()), StrokeKind::Outside);
    }
    // 3. Handle the mouse and the keyboard.
    let pointer = response.hover_pos();
    let over =
        pointer.and_then(|at| cells.iter().find(|cell| place(cell).expand2(vec2(0.0, GAP)).contains(at)));
    let over = over.map(|cell| cell.node);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &icicle.name));
    if response.clicked() {
        // The arrow keys continue from the clicked node.
        response.request_focus();
    }
    let picked = match response.clicked() {
        // A click by keyboard selects the root, unless the pointer is over a cell.
        true => Some(over.unwrap_or(0)),
        false => key_target(ui, &response, icicle),
    };
    // If nodes can be clicked, the line above the tree already describes the node under the pointer, so no hover
    // text is needed.
    if over.is_none() || icicle.sense == Sense::hover() {
        response.on_hover_text(over.map_or_else(|| icicle.help.clone(), |node| icicle.tree.says(node)));
    }
    Touched { over, picked }
}

/// All cells of the top `most` levels, level by level, in a tree that is `width` points wide.
fn cells(tree: &dyn Tree, width: f32, most: usize) -> Vec<Cell> {
    let per_share = width / tree.share(0).max(1) as f32;
    let mut cells = vec![Cell { node: 0, level: 0, left: 0.0, width }];
    let mut next = 0;
    while let Some(&Cell { node, level, left, width }) = cells.get(next) {
        next += 1;
        if width < NARROWEST || level + 1 >= most {
            continue;
        }
        let mut left = left;
        for node in tree.children(node) {
            let width = per_share * tree.share(node) as f32;
            cells.push(Cell { node, level: level + 1, left, width });
            left += width;
        }
    }
    cells
}

/// The painted part of a cell; a cell that is wide enough leaves a gap to its neighbour.
fn painted(cell: Rect) -> Rect {
    let cell = if cell.width() > 4.0 { cell.with_max_x(cell.right() - 1.0) } else { cell };
    cell.with_max_x(cell.right().max(cell.left() + 0.6))
}

fn paint(ui: &Ui, icicle: &Icicle, cells: impl Iterator<Item = (u32, Rect)>) {
    let [mut ground, mut whole, mut half, mut dots, mut hatched, mut bars, mut hits] =
        [const { Vec::new() }; 7];
    for (node, cell) in cells {
        let look = icicle.tree.look(node);
        match look.fill {
            _ if look.is_hit => hits.push(cell),
            Fill::Empty => ground.push(cell),
            Fill::Whole => whole.push(cell),
            Fill::Half => {
                ground.push(cell);
                half.push(cell.with_min_y(cell.center().y));
            }
            Fill::Dots => dots.push(cell),
            Fill::Hatched => hatched.push(cell),
        }
        if look.bar {
            bars.push(cell.with_min_y(cell.bottom() - (0.25 * cell.height()).clamp(1.0, 2.5)));
        }
    }
    let (painter, color) = (ui.painter(), icicle.color);
    tint(painter, ground, theme::line().gamma_multiply(0.5));
    tint(painter, whole, color);
    tint(painter, half, color.gamma_multiply(0.6));
    tint(painter, dots.iter().copied(), theme::weak().gamma_multiply(0.35));
    hatching(painter, dots, Hatch::Dots, theme::weak());
    tint(painter, hatched.iter().copied(), theme::second().gamma_multiply(0.45));
    hatching(painter, hatched, Hatch::Rising, theme::second());
    tint(painter, hits, theme::colliding());
    tint(painter, bars, theme::strong());
}

/// The node to which an arrow key moves from the innermost framed node: parent, first child, or sibling.
fn key_target(ui: &Ui, response: &Response, icicle: &Icicle) -> Option<u32> {
    if !response.has_focus() {
        return None;
    }
    let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
    let (&at, above) = icicle.framed.split_last()?;
    let parent = above.last().copied();
    let beside = parent.map_or_else(|| vec![at], |parent| icicle.tree.children(parent));
    let place = beside.iter().position(|node| *node == at)?;
    let pressed = |key: Key| ui.input(|input| input.key_pressed(key));
    if pressed(Key::ArrowUp) {
        parent
    } else if pressed(Key::ArrowDown) {
        icicle.tree.children(at).first().copied()
    } else if pressed(Key::ArrowLeft) {
        place.checked_sub(1).map(|place| beside[place])
    } else if pressed(Key::ArrowRight) {
        beside.get(place + 1).copied()
    } else {
        None
    }
}
