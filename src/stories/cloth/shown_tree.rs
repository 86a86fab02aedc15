//! A method's tree as an icicle chart after some steps of its traversal, with the state of every patch.

use egui::{Sense, Ui};

use super::patches::{Patches, name};
use super::recording::Decision;
use crate::cloth::detect::{Outcome, Patch};
use crate::language::t;
use crate::ui::format::grouped;
use crate::ui::icicle::{self, Fill, Icicle, Tree};
use crate::ui::theme;

/// The states of a patch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PatchState {
    /// The traversal has not visited the patch yet.
    #[default]
    Waits,
    /// The patch was compared with other patches, but not with itself.
    Compared,
    /// A test proved that the patch has no self-contact.
    Free,
    /// The patch was opened: its parts are compared.
    Opened,
    /// The traversal ended at this patch.
    Leaf,
}

/// A tree, and the states of its patches.
pub struct ShownTree<'a> {
    patches: &'a Patches,
    states: Vec<PatchState>,
    is_hit: Vec<bool>,
}

impl<'a> ShownTree<'a> {
    /// The tree after these decisions.
    pub fn after(patches: &'a Patches, looks: &[Decision]) -> Self {
        let count = patches.nodes.len();
        let (mut states, mut is_hit) = (vec![PatchState::Waits; count], vec![false; count]);
        for look in looks {
            match *look {
                Decision::Patches(a, b, outcome, _) => {
                    for patch in [a, b] {
                        let Some(node) = patches.node(patch) else { continue };
                        let known = &mut states[node as usize];
                        *known = match outcome {
                            Outcome::Opened if a == b => PatchState::Opened,
                            Outcome::Leaf if a == b => PatchState::Leaf,
                            _ if a == b => PatchState::Free,
                            Outcome::Leaf if *known != PatchState::Opened => PatchState::Leaf,
                            _ if *known == PatchState::Waits => PatchState::Compared,
                            _ => *known,
                        };
                    }
                }
                Decision::Features(pair, ..) if look.is_contact() => {
                    let leaves = patches.faces_at(pair).into_iter().filter_map(|face| patches.leaf(face));
                    leaves.for_each(|leaf| is_hit[leaf as usize] = true);
                }
                _ => {}
            }
        }
        Self { patches, states, is_hit }
    }

    /// Adds the chart, with the patches of a decision framed.
    pub fn show(&self, ui: &mut Ui, at_hand: Option<&Decision>, height: f32) {
        let framed: Vec<u32> = match at_hand {
            Some(Decision::Patches(a, b, ..)) => {
                [*a, *b].iter().filter_map(|patch| self.shown(*patch)).collect()
            }
            Some(Decision::Centroids(faces, _)) => faces.iter().filter_map(|face| self.leaf(*face)).collect(),
            Some(Decision::Features(pair, ..)) => {
                self.patches.faces_at(*pair).into_iter().filter_map(|face| self.leaf(face)).collect()
            }
            None => vec![],
        };
        let name = t!("Tree of patches: %{n}", n = grouped(self.patches.nodes.len() as u64)).into_owned();
        let help = t!("One cell per patch, as wide as its number of triangles, with its parts below. Filled: opened; half filled: no self-contact; dotted: compared with other patches only; bar: end of the traversal; red: in contact; empty: not visited; framed: current patch.").into_owned();
        let (color, sense) = (theme::accent(), Sense::hover());
        icicle::show(ui, &Icicle { tree: self, color, framed: &framed, sense, name, help }, height);
    }

    fn shown(&self, patch: Patch) -> Option<u32> {
        self.patches.node(patch).map(|node| self.patches.turned(node))
    }

    fn leaf(&self, face: u32) -> Option<u32> {
        self.patches.leaf(face).map(|node| self.patches.turned(node))
    }
}

impl Tree for ShownTree<'_> {
    fn children(&self, node: u32) -> Vec<u32> {
        self.patches.cells_below(node)
    }

    fn share(&self, node: u32) -> usize {
        self.patches.drawn(node).faces as usize
    }

    fn look(&self, node: u32) -> icicle::Look {
        let node = self.patches.turned(node) as usize;
        let (fill, bar) = match self.states[node] {
            PatchState::Waits => (Fill::Empty, false),
            PatchState::Compared => (Fill::Dots, false),
            PatchState::Free => (Fill::Half, false),
            PatchState::Opened => (Fill::Whole, false),
            PatchState::Leaf => (Fill::Whole, true),
        };
        icicle::Look { fill, bar, is_hit: self.is_hit[node] }
    }

    fn says(&self, node: u32) -> String {
        let node = self.patches.turned(node) as usize;
        let states = match self.states[node] {
            PatchState::Waits => t!("not visited yet"),
            PatchState::Compared => t!("compared with other patches only"),
            PatchState::Free => t!("no self-contact"),
            PatchState::Opened => t!("opened: child patches are compared next"),
            PatchState::Leaf => t!("end of the traversal"),
        };
        let faces = self.patches.nodes[node].faces;
        let name = name(self.patches.nodes[node].patch);
        t!(
            "%{patch}, triangles: %{n}; %{states}",
            patch = name,
            n = grouped(u64::from(faces)),
            states = states
        )
        .into_owned()
    }
}
