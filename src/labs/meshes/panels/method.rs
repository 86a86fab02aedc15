//! The active pane's method, its settings, and the size of its trees.

use egui::Ui;

use crate::hierarchies::methods::BVH_FAST;
use crate::hierarchies::options::FIXED_DESCENT;
use crate::labs::meshes::meshes_lab::MeshesLab;
use crate::labs::pane_panels;
use crate::language::t;
use crate::settings::Settings;
use crate::ui::format::{grouped, milliseconds};
use crate::ui::requests::PanelContext;
use crate::ui::widgets::note;

/// Adds the choice of the method, its description, its settings, and its trees.
pub fn show(ui: &mut Ui, lab: &mut MeshesLab, panel: &mut PanelContext) {
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
