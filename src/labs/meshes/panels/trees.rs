//! Panel below the scene: both trees of the active pane, with the nodes that its answer visited, and the node
//! under the pointer.

use egui::{Align, Label, Layout, Panel, Rect, RichText, Sense, TextStyle, Ui, pos2, vec2};

use crate::figures::mesh_tree::{self as icicle, Icicle};
use crate::labs::meshes::meshes_lab::MeshesLab;
use crate::labs::meshes::nodes::Node;
use crate::labs::pane_panels::title;
use crate::language::t;
use crate::ui::drawing::{Hatch, colors_of_both, fills_of_both, hatching};
use crate::ui::format::grouped;
use crate::ui::icicle::Touched;
use crate::ui::theme;
use crate::ui::widgets::{dock, strip_heights};

/// Minimum height of a window with this panel, points.
const LOW: f32 = 620.0;
/// Height of a caption above a tree, points.
const LINE: f32 = 18.0;
/// Size of a sample cell in the legend, points.
const SAMPLE: egui::Vec2 = vec2(12.0, 10.0);
/// Gap after a sample cell, points.
const GAP: f32 = 4.0;
/// Minimum width of a caption beside the legend, points.
const CAPTION: f32 = 240.0;

/// Adds the panel in a window of `height` points.
pub fn show(ui: &mut Ui, lab: &mut MeshesLab, height: f32) {
    let before = lab.marked();
    lab.pointing.cell = None;
    let lane = lab.contest.in_focus();
    let has_trees = lane.prepared().is_some_and(|prepared| prepared.borrow().tree(0).is_some());
    if !lab.settings.view.trees || !has_trees || height < LOW {
        return;
    }
    let below = Panel::bottom("trees").frame(dock(10, 4)).resizable(true);
    let (first, range) = strip_heights(height);
    below.default_size(first).size_range(range).show(ui, |ui| both(ui, lab, before));
    if lab.marked() != before {
        ui.ctx().request_repaint();
    }
}

/// Adds both trees; the path from the root to the node `marked` is framed.
fn both(ui: &mut Ui, lab: &mut MeshesLab, marked: Option<Node>) {
    ui.spacing_mut().item_spacing.y = 2.0;
    // Keeps the height to which the panel was dragged.
    ui.set_min_height(ui.available_height());
    let focus = lab.contest.panes.focus();
    let path = marked.map_or_else(Vec::new, |node| lab.path(node));
    let lane = &lab.contest.lanes[focus];
    let (Some(visits), Some(prepared)) = (lane.visits(), lane.prepared()) else { return };
    let pair = prepared.borrow();
    // The legend shares the line of A's caption if both fit.
    let legend = Legend::of(ui);
    let is_beside = legend.width + CAPTION <= ui.available_width();
    if !is_beside {
        let line = vec2(ui.available_width(), LINE);
        ui.allocate_ui_with_layout(line, Layout::right_to_left(Align::Center), |ui| legend.show(ui));
    }
    let room = 0.5 * ui.available_height() - LINE - 4.0;
    let mut touched = [0, 1].map(|_| Touched::default());
    for (body, touched) in touched.iter_mut().enumerate() {
        let Some(tree) = pair.tree(body) else { continue };
        let framed = if marked.is_some_and(|node| node.body == body) { &path[..] } else { &[] };
        let icicle = Icicle { tree, body, visits, framed, sense: Sense::click() };
        ui.allocate_ui_with_layout(
            vec2(ui.available_width(), LINE),
            Layout::right_to_left(Align::Center),
            |ui| {
                if body == 0 && is_beside {
                    legend.show(ui);
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    caption(ui, &icicle, &title(lab, lab.contest.panes.focus()));
                });
            },
        );
        *touched = icicle::show(ui, &icicle, room);
    }
    drop(pair);
    for (body, touched) in touched.into_iter().enumerate() {
        if let Some(node) = touched.over {
            lab.pointing.cell = Some(Node { body, node });
        }
        if let Some(node) = touched.picked {
            let node = Node { body, node };
            let again = lab.pointing.picked == Some(node);
            lab.pointing.picked = (!again).then_some(node);
        }
    }
}

/// Name of the tree, with the number of reached nodes or the node under the pointer.
fn caption(ui: &mut Ui, icicle: &Icicle, method: &str) {
    let title = if icicle.body == 0 { t!("Tree of A") } else { t!("Tree of B") };
    let color = colors_of_both()[icicle.body];
    ui.label(RichText::new(title).small().strong().color(color)).on_hover_text(icicle::help());
    let text = match icicle.framed.last() {
        Some(node) => icicle::says(icicle, *node),
        None => reached(icicle, method),
    };
    ui.add(Label::new(RichText::new(text).small().color(theme::weak())).truncate());
}

/// Number of nodes of the tree that the traversal reached.
fn reached(Icicle { tree, body, visits, .. }: &Icicle, method: &str) -> String {
    let all = tree.node_count();
    let seen = visits.reached(*body);
    t!(
        "%{method}: nodes reached: %{n} of %{all}",
        method = method,
        n = grouped(seen as u64),
        all = grouped(all as u64)
    )
    .into_owned()
}

/// Legend of the cells, which stand for the nodes of the trees.
struct Legend {
    /// Labels with their samples, from right to left.
    rows: [(String, Look); 4],
    /// Width of the legend, points.
    width: f32,
}

/// Kind of cell in the legend.
#[derive(Clone, Copy)]
enum Look {
    Stopped,
    Waits,
    Pruned,
    Kept,
}

impl Legend {
    fn of(ui: &Ui) -> Self {
        let rows = [
            (t!("stopped here").into_owned(), Look::Stopped),
            (t!("waiting").into_owned(), Look::Waits),
            (t!("pruned").into_owned(), Look::Pruned),
            (t!("descended into").into_owned(), Look::Kept),
        ];
        let font = TextStyle::Small.resolve(ui.style());
        let words = |(name, _): &(String, Look)| {
            ui.painter().layout_no_wrap(name.clone(), font.clone(), theme::weak())
        };
        let space = SAMPLE.x + GAP + 2.0 * ui.spacing().item_spacing.x;
        let width = rows.iter().map(|row| words(row).size().x.ceil() + space).sum();
        Self { rows, width }
    }

    /// Adds the legend, laid out from the right.
    fn show(&self, ui: &mut Ui) {
        for (name, look) in &self.rows {
            let words = RichText::new(name).small().color(theme::weak());
            ui.add(Label::new(words).extend()).on_hover_text(icicle::help());
            let (rect, _) = ui.allocate_exact_size(SAMPLE, Sense::hover());
            look.paint(ui, Rect::from_min_size(pos2(rect.left(), rect.top()), SAMPLE));
            ui.add_space(GAP);
        }
    }
}

impl Look {
    fn paint(self, ui: &Ui, cell: Rect) {
        let (painter, color) = (ui.painter(), fills_of_both()[0]);
        let ground = || {
            painter.rect_filled(cell, 0.0, theme::line().gamma_multiply(0.5));
        };
        match self {
            Self::Stopped => {
                ground();
                painter.rect_filled(cell.with_min_y(cell.bottom() - 2.5), 0.0, theme::strong());
            }
            Self::Waits => {
                painter.rect_filled(cell, 0.0, theme::weak().gamma_multiply(0.35));
                hatching(painter, [cell], Hatch::Dots, theme::weak());
            }
            Self::Pruned => {
                ground();
                painter.rect_filled(cell.with_min_y(cell.center().y), 0.0, color.gamma_multiply(0.6));
            }
            Self::Kept => {
                painter.rect_filled(cell, 0.0, color);
            }
        }
    }
}
