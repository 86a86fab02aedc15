//! The method in focus, its settings, and what its trees took.

use egui::Ui;

use crate::hierarchies::methods::METHODS;
use crate::labs::meshes::meshes_lab::MeshesLab;
use crate::language::t;
use crate::ui::format::{grouped, milliseconds};
use crate::ui::group::group;
use crate::ui::method_panel::{self, Change};
use crate::ui::requests::{PanelContext, Request};
use crate::ui::widgets::note;

/// The choice of the method in the pane in focus, what is said of it, its settings, and its trees.
pub fn show(ui: &mut Ui, lab: &mut MeshesLab, panel: &mut PanelContext) {
    if !group(ui, "method", &t!("Method")) {
        return;
    }
    let shown = lab.lanes()[lab.focus()].method();
    let help = t!("The method that is asked in the pane in focus.");
    let all = METHODS.iter().map(|method| &method.about);
    let change = method_panel::show(ui, &help, &shown.about, all, &lab.settings_of(shown).clone(), |_| None);
    match change {
        None => {}
        Some(Change::Method(row)) => lab.show_in(lab.focus(), &METHODS[row]),
        Some(Change::Setting(id, text)) => {
            // Controls offer only what is declared, so a refusal would be a mistake in the program.
            if let Err(why) = lab.set(id, &text) {
                panel.ask(Request::Tell(why));
            }
        }
    }
    if let Some(prepared) = lab.lanes()[lab.focus()].prepared() {
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
