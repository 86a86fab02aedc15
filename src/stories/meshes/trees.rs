//! The two trees as icicle charts after a step: nodes kept, pruned and current.

use egui::{RichText, Sense, Ui};

use super::recording::{Step, StepKind};
use crate::figures::mesh_tree::{self as icicle, Icicle};
use crate::hierarchies::pair::MeshPair;
use crate::language::t;
use crate::meshes::visits::Visits;
use crate::ui::drawing::colors_of_both;
use crate::ui::theme;

/// Adds both trees after the steps `done`, together `height` points high, or a note if the method has no
/// trees. `waits` is true if kept pairs wait in a queue; `ended`, given after the last step, has the pairs
/// that the traversal left undecided.
pub fn show(
    ui: &mut Ui,
    pair: &dyn MeshPair,
    done: &[Step],
    (waits, ended): (bool, Option<&[[u32; 2]]>),
    height: f32,
) {
    let trees = [0, 1].map(|body| pair.tree(body));
    let [Some(a), Some(b)] = trees else {
        ui.label(RichText::new(t!("This method has no trees.")).small().color(theme::weak()));
        return;
    };
    let mut visits = visits([a.node_count(), b.node_count()], done, waits);
    if let Some(undecided) = ended {
        visits.end(undecided);
    }
    for (body, tree) in [a, b].into_iter().enumerate() {
        let title = if body == 0 { t!("Tree of A") } else { t!("Tree of B") };
        ui.label(RichText::new(title).small().color(colors_of_both()[body])).on_hover_text(icicle::help());
        let framed: Vec<u32> = done.last().map(|step| step.nodes[body]).into_iter().collect();
        let icicle = Icicle { tree, body, visits: &visits, framed: &framed, sense: Sense::hover() };
        icicle::show(ui, &icicle, 0.5 * height - 20.0);
    }
}

/// The states of the nodes after these steps.
fn visits(nodes: [usize; 2], done: &[Step], waits: bool) -> Visits {
    let mut visits = Visits::new(nodes, waits);
    for Step { nodes, kind, .. } in done {
        match kind {
            StepKind::Volumes { kept: true, .. } => visits.kept(*nodes),
            StepKind::Volumes { kept: false, .. } | StepKind::Dropped(_) => visits.pruned(*nodes),
            StepKind::Opened => visits.opened(*nodes),
            StepKind::Triangles { .. } => visits.triangles(*nodes),
        }
    }
    visits
}
