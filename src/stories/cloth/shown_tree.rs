//! A method's tree as an icicle chart after some steps of its traversal, with the state of every patch.

use egui::{Sense, Ui};

use super::patches::{Patches, name};
use super::recording::Look;
use crate::cloth::detect::{Outcome, Patch};
use crate::language::t;
use crate::ui::format::grouped;
use crate::ui::icicle::{self, Fill, Icicle, Tree};
use crate::ui::theme;

/// The states of a patch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Became {
    /// Not visited.
    #[default]
    Waits,
    /// Compared with other patches only.
    Compared,
    /// Proved free of self-contact.
    Free,
    /// Opened: its parts are compared.
    Opened,
    /// The traversal ends here.
    Leaf,
}

/// A tree, and the states of its patches.
pub struct ShownTree<'a> {
    patches: &'a Patches,
    became: Vec<Became>,
    is_hit: Vec<bool>,
}

impl<'a> ShownTree<'a> {
    /// The tree after these decisions.
    pub fn after(patches: &'a Patches, looks: &[Look]) -> Self {
        let count = patches.nodes.len();
        let (mut became, mut is_hit) = (vec![Became::Waits; count], vec![false; count]);
        for look in looks {
            match *look {
                Look::Patches(a, b, outcome, _) => {
                    for patch in [a, b] {
                        let Some(node) = patches.node(patch) else { continue };
                        let known = &mut became[node as usize];
                        *known = match outcome {
                            Outcome::Opened if a == b => Became::Opened,
                            Outcome::Leaf if a == b => Became::Leaf,
                            _ if a == b => Became::Free,
                            Outcome::Leaf if *known != Became::Opened => Became::Leaf,
                            _ if *known == Became::Waits => Became::Compared,
                            _ => *known,
                        };
                    }
                }
                Look::Features(pair, ..) if look.is_contact() => {
                    let leaves = patches.faces_at(pair).into_iter().filter_map(|face| patches.leaf(face));
                    leaves.for_each(|leaf| is_hit[leaf as usize] = true);
                }
                _ => {}
            }
        }
        Self { patches, became, is_hit }
    }

    /// Adds the chart, with the patches of a decision framed.
    pub fn show(&self, ui: &mut Ui, at_hand: Option<&Look>, height: f32) {
        let framed: Vec<u32> = match at_hand {
            Some(Look::Patches(a, b, ..)) => [*a, *b].iter().filter_map(|patch| self.shown(*patch)).collect(),
            Some(Look::Centroids(faces, _)) => faces.iter().filter_map(|face| self.leaf(*face)).collect(),
            Some(Look::Features(pair, ..)) => {
                self.patches.faces_at(*pair).into_iter().filter_map(|face| self.leaf(face)).collect()
            }
            None => vec![],
        };
        let name = t!("The tree: patches %{n}", n = grouped(self.patches.nodes.len() as u64)).into_owned();
        let help = t!("One cell per patch, as wide as its number of triangles, with its parts below. Filled: opened; half filled: no self-contact; dotted: compared with other patches only; bar: end of the traversal; red: in contact; empty: not visited. Framed: the current step.").into_owned();
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
        let (fill, bar) = match self.became[node] {
            Became::Waits => (Fill::Empty, false),
            Became::Compared => (Fill::Dots, false),
            Became::Free => (Fill::Half, false),
            Became::Opened => (Fill::Whole, false),
            Became::Leaf => (Fill::Whole, true),
        };
        icicle::Look { fill, bar, is_hit: self.is_hit[node] }
    }

    fn says(&self, node: u32) -> String {
        let node = self.patches.turned(node) as usize;
        let became = match self.became[node] {
            Became::Waits => t!("not visited yet"),
            Became::Compared => t!("compared with other patches only"),
            Became::Free => t!("no self-contact"),
            Became::Opened => t!("opened: its parts are compared"),
            Became::Leaf => t!("end of the traversal"),
        };
        let faces = self.patches.nodes[node].faces;
        let name = name(self.patches.nodes[node].patch);
        t!(
            "%{patch}, triangles: %{n}; %{became}",
            patch = name,
            n = grouped(u64::from(faces)),
            became = became
        )
        .into_owned()
    }
}
