//! Figure of four broad-phase structures on the same rectangles: their cells, columns, leaves or nodes, and a
//! line for every compared pair. Everything is computed when it is drawn.

use egui::{Align2, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use crate::language::t;
use crate::ui::drawing::{em, font};
use crate::ui::theme;

/// A broad-phase structure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Structure {
    /// A uniform grid: equal cells, each with the boxes that overlap it.
    Grid,
    /// Columns of boxes that are sorted along x.
    Pruning,
    /// An octree in the plane, with four children per cell.
    Octree,
    /// A binary tree of boxes.
    Tree,
}

/// The boxes: left, top, width and height in a square of side 1.
const BOXES: [[f32; 4]; 16] = [
    [0.04, 0.06, 0.12, 0.10],
    [0.12, 0.12, 0.11, 0.12],
    [0.34, 0.05, 0.10, 0.13],
    [0.55, 0.10, 0.13, 0.09],
    [0.63, 0.15, 0.10, 0.12],
    [0.84, 0.06, 0.11, 0.11],
    [0.07, 0.40, 0.10, 0.12],
    [0.30, 0.33, 0.13, 0.11],
    [0.50, 0.40, 0.11, 0.10],
    [0.57, 0.47, 0.12, 0.12],
    [0.82, 0.37, 0.12, 0.10],
    [0.10, 0.72, 0.13, 0.12],
    [0.33, 0.66, 0.10, 0.10],
    [0.40, 0.72, 0.12, 0.12],
    [0.66, 0.74, 0.11, 0.13],
    [0.86, 0.80, 0.10, 0.11],
];
/// Columns of [`Structure::Pruning`].
const COLUMNS: usize = 3;
/// An octree cell with more boxes than this is split.
const CROWD: usize = 3;
/// Maximum depth of the octree.
const DEEPEST: usize = 4;
/// Margin by which the tree's boxes are enlarged, as a fraction of their sides.
const MARGIN: f32 = 0.15;

/// Drawing and comparisons of a structure.
#[derive(Default)]
pub struct Comparisons {
    /// Cells, columns, leaves or nodes.
    cells: Vec<Rect>,
    /// Compared pairs of boxes, each once, the smaller index first.
    pub pairs: Vec<[usize; 2]>,
    /// Number of tests of a box against a node.
    nodes: usize,
}

/// The drawing of one structure, and its number of comparisons.
pub fn show(ui: &mut Ui, structure: Structure) {
    let em = em(ui);
    let boxes = boxes();
    let compared = compare(structure, &boxes);
    let overlaps = |pair: &&[usize; 2]| overlap(boxes[pair[0]], boxes[pair[1]]);
    let candidates = compared.pairs.iter().filter(overlaps).count();
    let all = boxes.len() * (boxes.len() - 1) / 2;
    let (n, of) = (compared.pairs.len(), all);
    let mut words =
        t!("Pairs compared: %{n} of %{of}; overlapping: %{k}", n = n, of = of, k = candidates).into_owned();
    if structure == Structure::Tree {
        words += &t!("; node tests: %{n}", n = compared.nodes);
    }

    let side = ui.available_width().min(24.0 * em);
    let (rect, response) = ui.allocate_exact_size(vec2(side, side), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &words));
    let painter = ui.painter();
    let at = |p: Pos2| rect.min + side * p.to_vec2();
    let place = |part: Rect| Rect::from_min_max(at(part.min), at(part.max)).intersect(rect);
    painter.rect(rect, 2.0, theme::sunken(), Stroke::new(1.0, theme::line()), StrokeKind::Inside);
    for cell in &compared.cells {
        painter.rect_stroke(place(*cell), 0.0, Stroke::new(1.0, theme::weak()), StrokeKind::Middle);
    }
    for part in &boxes {
        let stroke = Stroke::new(1.5, theme::teal());
        painter.rect(place(*part), 1.0, theme::teal().gamma_multiply(0.25), stroke, StrokeKind::Inside);
    }
    for pair in &compared.pairs {
        let stroke = match overlaps(&pair) {
            true => Stroke::new(4.0, theme::accent()),
            false => Stroke::new(1.2, theme::strong()),
        };
        painter.line_segment(pair.map(|index| at(boxes[index].center())), stroke);
    }
    for (index, part) in boxes.iter().enumerate() {
        let number = place(*part).left_top() + vec2(0.25 * em, 0.1 * em);
        painter.text(number, Align2::LEFT_TOP, index.to_string(), font(0.85 * em), theme::text());
    }
    ui.label(egui::RichText::new(words).color(theme::strong()));
    let text = t!(
        "In two dimensions, with rectangles as boxes. Thick line: overlapping boxes. Thin line: compared, but separated."
    );
    ui.label(egui::RichText::new(text).small().color(theme::weak()));
}

/// The boxes of the figure, in a square of side 1.
pub fn boxes() -> Vec<Rect> {
    BOXES.iter().map(|&[x, y, w, h]| Rect::from_min_size(pos2(x, y), vec2(w, h))).collect()
}

/// True if the boxes overlap or touch.
pub fn overlap(a: Rect, b: Rect) -> bool {
    a.intersects(b)
}

/// The pairs that a structure compares.
pub fn compare(structure: Structure, boxes: &[Rect]) -> Comparisons {
    let mut compared = match structure {
        Structure::Grid => in_cells(grid(boxes), boxes, |_, _| true),
        // Boxes in the same column are compared if they overlap along x.
        Structure::Pruning => in_cells(columns(), boxes, |a, b| a.x_range().intersects(b.x_range())),
        Structure::Octree => {
            let mut leaves = Vec::new();
            cut(Rect::from_min_size(Pos2::ZERO, vec2(1.0, 1.0)), boxes, 0, &mut leaves);
            in_cells(leaves, boxes, |_, _| true)
        }
        Structure::Tree => tree(boxes),
    };
    compared.pairs.sort_unstable();
    compared.pairs.dedup();
    compared
}

/// Compares boxes that share a cell and pass the test `first`.
fn in_cells(cells: Vec<Rect>, boxes: &[Rect], first: impl Fn(Rect, Rect) -> bool) -> Comparisons {
    let mut pairs = Vec::new();
    for cell in &cells {
        let inside: Vec<usize> = (0..boxes.len()).filter(|&index| overlap(boxes[index], *cell)).collect();
        for (at, &a) in inside.iter().enumerate() {
            pairs.extend(inside[at + 1..].iter().filter(|&&b| first(boxes[a], boxes[b])).map(|&b| [a, b]));
        }
    }
    Comparisons { cells, pairs, nodes: 0 }
}

/// Grid cells of one and a half times the longest side of the median box.
fn grid(boxes: &[Rect]) -> Vec<Rect> {
    let mut sides: Vec<f32> = boxes.iter().map(|part| part.size().max_elem()).collect();
    sides.sort_by(f32::total_cmp);
    let cell = 1.5 * sides[sides.len() / 2];
    let count = (1.0 / cell).ceil() as usize;
    let at = |column: usize, row: usize| pos2(column as f32 * cell, row as f32 * cell);
    let cells = (0..count).flat_map(|row| (0..count).map(move |column| at(column, row)));
    cells.map(|corner| Rect::from_min_size(corner, vec2(cell, cell))).collect()
}

fn columns() -> Vec<Rect> {
    let height = 1.0 / COLUMNS as f32;
    let columns = (0..COLUMNS).map(|column| pos2(0.0, column as f32 * height));
    columns.map(|corner| Rect::from_min_size(corner, vec2(1.0, height))).collect()
}

/// Splits a cell in four while it has too many boxes.
fn cut(cell: Rect, boxes: &[Rect], depth: usize, leaves: &mut Vec<Rect>) {
    let inside = boxes.iter().filter(|part| overlap(**part, cell)).count();
    if inside <= CROWD || depth == DEEPEST {
        return leaves.push(cell);
    }
    for corner in [cell.left_top(), cell.right_top(), cell.left_bottom(), cell.right_bottom()] {
        cut(Rect::from_two_pos(corner, cell.center()), boxes, depth + 1, leaves);
    }
}

/// Queries the tree of enlarged boxes with every box.
fn tree(boxes: &[Rect]) -> Comparisons {
    let mut compared = Comparisons::default();
    for asked in 0..boxes.len() {
        compared.cells.clear();
        let all = (0..boxes.len()).collect();
        descend(all, boxes, asked, true, &mut compared);
    }
    compared
}

/// Draws the node that contains the boxes `of`, and its descendants. The box `asked` is tested against a node only if
/// it overlaps the parent node; `meets` says whether it does.
fn descend(mut of: Vec<usize>, boxes: &[Rect], asked: usize, meets: bool, compared: &mut Comparisons) {
    let fat = |index: usize| boxes[index].expand2(0.5 * MARGIN * boxes[index].size());
    let node = of.iter().map(|&index| fat(index)).reduce(Rect::union).unwrap_or(Rect::NOTHING);
    compared.cells.push(node);
    compared.nodes += usize::from(meets);
    let meets = meets && overlap(node, boxes[asked]);
    if let [only] = of[..] {
        if meets && only > asked {
            compared.pairs.push([asked, only]);
        }
        return;
    }
    let along = |index: &usize| {
        let center = boxes[*index].center();
        if node.width() > node.height() { center.x } else { center.y }
    };
    of.sort_by(|a, b| along(a).total_cmp(&along(b)));
    let others = of.split_off(of.len() / 2);
    descend(of, boxes, asked, meets, compared);
    descend(others, boxes, asked, meets, compared);
}
