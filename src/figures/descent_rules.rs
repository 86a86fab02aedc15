//! Figure of the walk of two trees: every pair of nodes is a rectangle in the square of all pairs of leaves, and a
//! descent rule is a way to cut rectangles. Two bodies on a line, a short one and a long one, with a panel for
//! each rule. Everything is computed when it is drawn.

use egui::{Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};

use crate::hierarchies::walk::descent::{Below, DescentRule};
use crate::language::t;
use crate::ui::drawing::{em, wrapped};
use crate::ui::theme;

/// Where A and B begin and end, metres.
const BODIES: [[f64; 2]; 2] = [[0.0, 2.0], [1.1, 17.1]];
/// Levels of each tree below its root; the leaves are of equal length.
const DEPTH: u32 = 3;

/// The rules, in the order of the panels.
pub const RULES: [DescentRule; 4] =
    [DescentRule::Larger, DescentRule::Both, DescentRule::AFirst, DescentRule::Alternating];

/// A node of a complete binary tree: the level, and the position in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    level: u32,
    /// Position among the nodes of its level, from 0 on the left.
    pub place: u32,
}

const ROOT: Node = Node { level: 0, place: 0 };

impl Node {
    /// True for a node without children.
    pub fn is_leaf(self) -> bool {
        self.level == DEPTH
    }

    /// The places of its children, which are on the next level.
    fn children(self) -> std::ops::Range<u32> {
        if self.is_leaf() { 0..0 } else { 2 * self.place..2 * self.place + 2 }
    }

    /// Its part of the body, from 0 to 1.
    pub fn part(self) -> [f64; 2] {
        let length = 0.5_f64.powi(self.level as i32);
        [f64::from(self.place) * length, f64::from(self.place + 1) * length]
    }

    /// Its ends on the line, metres.
    fn ends(self, [from, to]: [f64; 2]) -> [f64; 2] {
        self.part().map(|share| from + share * (to - from))
    }
}

/// A tested pair of nodes.
pub struct Tested {
    /// A's node and B's.
    pub nodes: [Node; 2],
    /// True if the intervals of the two nodes overlap.
    pub overlaps: bool,
}

/// The pairs that a walk tests under a rule.
pub fn walk(rule: DescentRule) -> Vec<Tested> {
    let mut tested = vec![];
    let mut open = vec![[ROOT; 2]];
    while let Some([a, b]) = open.pop() {
        let ([p, q], [r, s]) = (a.ends(BODIES[0]), b.ends(BODIES[1]));
        let overlaps = p <= s && r <= q;
        tested.push(Tested { nodes: [a, b], overlaps });
        if !overlaps {
            continue;
        }
        let opens = rule.opens([!a.is_leaf(), !b.is_leaf()], || q - p >= s - r, a.level <= b.level);
        let below = Below::of(a.children(), b.children(), opens);
        let level = |node: Node, opens: bool| node.level + u32::from(opens);
        open.extend(below.pairs([a.place, b.place]).map(|[i, j]| {
            [Node { level: level(a, opens[0]), place: i }, Node { level: level(b, opens[1]), place: j }]
        }));
    }
    tested
}

/// Number of tested pairs under each rule, in the order of the panels.
pub fn tests() -> [usize; 4] {
    RULES.map(|rule| walk(rule).len())
}

/// The panels, two in a row, and the legend.
pub fn show(ui: &mut Ui) {
    let em = em(ui);
    let gap = 0.8 * em;
    let side = (0.5 * (ui.available_width() - gap)).min(14.0 * em);
    for row in RULES.chunks(2) {
        let size = vec2(2.0 * side + gap, side + 2.2 * em);
        let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
        let titles: Vec<String> = row.iter().map(|rule| title(*rule)).collect();
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, titles.join("; ")));
        for (column, (rule, title)) in row.iter().zip(&titles).enumerate() {
            let corner = rect.min + vec2(column as f32 * (side + gap), 0.0);
            panel(ui, Rect::from_min_size(corner, vec2(side, side)), *rule);
            wrapped(ui.painter(), corner + vec2(0.2 * em, side + 0.4 * em), title, em, theme::strong(), side);
        }
    }
    let legend = t!(
        "Rows: the eight pieces of A, 2 m long together. Columns: the eight pieces of B, 16 m long; one end of B lies in A. Pale: tested and pruned. Filled: leaves that overlap."
    );
    ui.label(egui::RichText::new(legend).small().color(theme::weak()));
}

fn title(rule: DescentRule) -> String {
    let n = walk(rule).len();
    match rule {
        DescentRule::Larger => t!("Larger first, tests: %{n}", n = n),
        DescentRule::Both => t!("Both at once, tests: %{n}", n = n),
        DescentRule::AFirst => t!("A first, tests: %{n}", n = n),
        DescentRule::Alternating => t!("Alternating, tests: %{n}", n = n),
    }
    .into_owned()
}

fn panel(ui: &Ui, rect: Rect, rule: DescentRule) {
    let painter = ui.painter_at(rect);
    painter.rect(rect, 2.0, theme::sunken(), Stroke::new(1.0, theme::line()), StrokeKind::Inside);
    let inner = rect.shrink(3.0);
    let at = |x: f64, y: f64| inner.min + inner.size() * vec2(x as f32, y as f32);
    let cell = |[a, b]: [Node; 2]| {
        let ([top, bottom], [left, right]) = (a.part(), b.part());
        Rect::from_min_max(at(left, top), at(right, bottom))
    };
    let tested = walk(rule);
    for Tested { nodes, overlaps } in &tested {
        if !overlaps {
            painter.rect_filled(cell(*nodes), 0.0, theme::teal().gamma_multiply(0.25));
        } else if nodes.iter().all(|node| node.is_leaf()) {
            painter.rect_filled(cell(*nodes), 0.0, theme::accent());
        }
    }
    for Tested { nodes, .. } in &tested {
        painter.rect_stroke(cell(*nodes), 0.0, Stroke::new(1.0, theme::text()), StrokeKind::Middle);
    }
}
