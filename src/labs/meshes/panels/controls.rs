//! Controls on the left: the two meshes, the query, the method, and what is shown.

use egui::Ui;

use super::budget;
use crate::hierarchies::methods::BVH_FAST;
use crate::hierarchies::options::FIXED_DESCENT;
use crate::labs::controls::{all_free, controls, hover_text};
use crate::labs::meshes::budget::Budget;
use crate::labs::meshes::meshes_lab::MeshesLab;
use crate::labs::meshes::nodes::Node;
use crate::labs::meshes::overlays::MOST_COLORED;
use crate::labs::meshes::view::{self, APART, Part};
use crate::labs::meshes::words::{Config, LEVELS, QUERIES};
use crate::labs::pane_panels;
use crate::language::{t, tr};
use crate::meshes::scenes::SCENES;
use crate::meshes::source::{Meshes, Source};
use crate::settings::Settings;
use crate::ui::format::{grouped, milliseconds};
use crate::ui::group::group;
use crate::ui::levels::shows_all;
use crate::ui::requests::{InspectorRequest, PanelContext, Request};
use crate::ui::widgets::{Edit, checkbox, choice, note, slider};

/// Adds switches for transparency, volumes, the front, and the trees.
pub fn view(ui: &mut Ui, lab: &mut MeshesLab) {
    if !group(ui, "overlays", &t!("Overlays")) {
        return;
    }
    let mut next = lab.config();
    controls(ui, &mut next, "glass", all_free);
    let view = &mut next.settings.view;
    let mut on = view.level.is_some();
    let help = hover_text::<Config>("level");
    if checkbox(ui, &t!("Volumes of a tree level"), &mut on).on_hover_text(&help).changed() {
        view.level = on.then_some(2);
    }
    if let Some(level) = &mut view.level {
        slider(ui, &t!("Level"), &help, level, (0..=LEVELS - 1, ""), |slider| slider);
        controls(ui, &mut next, "visited", all_free);
    }
    controls(ui, &mut next, "front", all_free);
    let is_large = lab.meshes().meshes.iter().any(|mesh| mesh.triangles().len() > MOST_COLORED);
    if next.settings.view.front && is_large {
        note(
            ui,
            &t!("Meshes with more triangles than %{n} are not coloured.", n = grouped(MOST_COLORED as u64)),
        );
    }
    controls(ui, &mut next, "trees", all_free);
    lab.apply(next, false);
    let has_trees = |lab: &MeshesLab| {
        let lane = lab.contest.in_focus();
        lane.prepared().is_none_or(|prepared| prepared.borrow().tree(0).is_some())
    };
    let view = lab.settings.view;
    let is_asked = view.trees || view.front || view.level.is_some();
    if is_asked && !has_trees(lab) {
        note(ui, &t!("The active method has no trees to draw."));
    }
    if let Some(Node { body, node }) = lab.pointing.picked {
        let name = t!("Deselect node %{node} of %{mesh}", node = node, mesh = ["A", "B"][body]);
        let help = t!("Stop drawing the volumes of this node and its ancestors. (Esc)");
        if ui.button(name).on_hover_text(help).clicked() {
            lab.pointing.picked = None;
        }
    }
}

/// Adds the choice of the method, its description, its settings, and its trees.
pub fn method(ui: &mut Ui, lab: &mut MeshesLab, panel: &mut PanelContext) {
    let help = t!("Method of the active pane.");
    let is_fast = lab.contest.in_focus().method().id == BVH_FAST;
    let idle = |_: &Settings, id: &str| {
        let why = || t!("The SIMD kernels test 4 × 4 pairs of children at once, so their rule is fixed.");
        (is_fast && id == FIXED_DESCENT.id).then(|| why().into_owned())
    };
    if !pane_panels::method(ui, lab, &help, panel, idle) {
        return;
    }
    if let Some(prepared) = lab.contest.in_focus().prepared() {
        let pair = prepared.borrow();
        let (built, nodes) = (pair.built(), [0, 1].map(|body| pair.tree(body).map(|tree| tree.node_count())));
        if let [Some(a), Some(b)] = nodes {
            let bytes = if built.shared { built.bytes[0] } else { built.bytes.iter().sum() };
            note(
                ui,
                &t!(
                    "Nodes of the trees: %{a} and %{b}; %{kib} KiB, built in %{ms} ms.",
                    a = grouped(a as u64),
                    b = grouped(b as u64),
                    kib = grouped(bytes as u64 / 1024),
                    ms = milliseconds(built.time)
                ),
            );
        }
    }
}

/// Adds the choice of the query, shared by all panes.
pub fn query(ui: &mut Ui, lab: &mut MeshesLab) {
    if shows_all(ui) && !group(ui, "query", &t!("Query")) {
        return;
    }
    let mut next = lab.config();
    controls(ui, &mut next, "query", all_free);
    note(ui, &tr(QUERIES[next.settings.query].2));
    lab.apply(next, false);
}

/// Adds the budget of the query.
pub fn budget(ui: &mut Ui, lab: &mut MeshesLab) {
    let mut next = lab.config();
    budget::choose(ui, &mut next.settings.budget);
    lab.apply(next, false);
}

/// Adds the choice of the aspect that the inspector shows, and of the inspected frame.
pub fn taken_apart(ui: &mut Ui, lab: &mut MeshesLab, panel: &mut PanelContext) {
    let mut next = lab.config();
    controls(ui, &mut next, "apart", all_free);
    let [before, apart] = [lab.settings.apart, next.settings.apart];
    if apart != before {
        panel.ask(Request::Inspector(InspectorRequest::Part(APART[before].0, APART[apart].0)));
    }
    lab.apply(next, false);
    note(ui, &tr(APART[apart].2));
    if matches!(view::part(apart), Part::Tree(_)) {
        return;
    }
    note(ui, &t!("Paused at frame %{frame} of the path while you inspect it.", frame = lab.frame()));
    match lab.settings.budget {
        _ if view::part(apart) != Part::Walk => {}
        Budget::Off => {}
        Budget::Tests(_) => note(ui, &t!("The traversal ends when the budget is used up, as in the lab.")),
        Budget::Time(_) => note(ui, &t!("The traversal ends as in the lab; methods without a pane run on.")),
    }
}

/// Adds scene, seed, size and a description of the meshes. A change restarts the scene.
pub fn scene(ui: &mut Ui, lab: &mut MeshesLab, panel: &mut PanelContext) {
    if !group(ui, "scene", &t!("Meshes")) {
        return;
    }
    let shown = match lab.meshes().source() {
        Source::Seeded { scene, .. } => Some(*scene),
        Source::Files(_) => None,
    };
    let title = shown.map_or_else(|| t!("From files").into_owned(), |scene| tr(scene.title));
    let help = hover_text::<Config>("scene");
    let rows = SCENES.iter().map(|scene| (tr(scene.title), tr(scene.says), true));
    let chosen = choice(ui, &t!("Scene"), &help, &title, rows).map(|index| &SCENES[index]);
    let (seed, triangles) = lab.draft;
    let scene = lab.meshes().source().parameters().0;
    let mut next = Config { source: Source::Seeded { scene, seed, triangles }, ..lab.config() };
    let size = if shows_all(ui) { controls(ui, &mut next, "seed", all_free) } else { Edit::None };
    let size = size.or(controls(ui, &mut next, "size", all_free));
    let (_, seed, triangles) = next.source.parameters();
    lab.draft = (seed, triangles);
    let is_asked = size == Edit::Done && lab.draft != lab.parameters();
    if let Some(scene) = chosen.or(shown.or(SCENES.first()).filter(|_| is_asked)) {
        lab.begin(Meshes::new(Source::Seeded { scene, seed, triangles }, None));
        panel.ask(Request::FrameAll);
    }
    match lab.meshes().source() {
        Source::Seeded { scene, .. } => note(ui, &tr(scene.says)),
        Source::Files(paths) => {
            let names = paths.each_ref().map(|path| path.file_name().unwrap_or_default().to_string_lossy());
            note(ui, &format!("A: {} · B: {}", names[0], names[1]));
        }
    }
    if lab.moved().is_some() {
        note(ui, &t!("B was moved off its path by hand and keeps this offset along it."));
        let help = t!("Move B back onto the path.");
        if ui.button(t!("Return to the path")).on_hover_text(help).clicked() {
            lab.set_moved(None);
        }
    }
    let [a, b] = [0, 1].map(|i: usize| grouped(lab.meshes().meshes[i].triangles().len() as u64));
    note(ui, &t!("Triangles: A %{a}, B %{b}. Open (Ctrl+O) or drop one mesh, then another.", a = a, b = b));
}

/// Adds the number of frames per step.
pub fn stride(ui: &mut Ui, lab: &mut MeshesLab) {
    let mut next = lab.config();
    controls(ui, &mut next, "stride", all_free);
    lab.apply(next, false);
}
