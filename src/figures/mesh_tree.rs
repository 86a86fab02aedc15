//! Icicle drawing of a tree of A or B. Each node is a cell, whose width shows how many of the triangles the node
//! contains and whose filling shows its state.

use egui::{Sense, Ui};

use crate::hierarchies::tree::TreeView;
use crate::language::t;
use crate::meshes::visits::{State, Visits};
use crate::ui::drawing::fills_of_both;
use crate::ui::format::grouped;
use crate::ui::icicle::{self, Fill, Look, Touched, Tree};

/// A tree with the states of its nodes.
pub struct Icicle<'a> {
    /// The tree.
    pub tree: &'a dyn TreeView,
    /// 0 for A's tree, 1 for B's.
    pub body: usize,
    /// States of the nodes.
    pub visits: &'a Visits,
    /// Framed nodes, from the root down.
    pub framed: &'a [u32],
    /// Whether nodes can be clicked: [`Sense::click`] or [`Sense::hover`].
    pub sense: Sense,
}

/// Hover text of the icicle.
pub fn help() -> String {
    t!("One cell per node, as wide as its share of the triangles, with its children below. Cells too narrow to see are omitted. Filled: descended into; half filled: pruned; dotted: waiting; bar below: the traversal stopped here; framed: current node; grey: not built yet.")
        .into_owned()
}

/// The icicle, in at most `height` points.
pub fn show(ui: &mut Ui, icicle: &Icicle, height: f32) -> Touched {
    let drawn = icicle::Icicle {
        tree: icicle,
        color: fills_of_both()[icicle.body],
        framed: icicle.framed,
        sense: icicle.sense,
        name: name(icicle),
        help: help(),
    };
    icicle::show(ui, &drawn, height)
}

impl Tree for Icicle<'_> {
    fn children(&self, node: u32) -> Vec<u32> {
        self.tree.children(node).collect()
    }

    fn share(&self, node: u32) -> usize {
        self.tree.triangles(node).len()
    }

    fn look(&self, node: u32) -> Look {
        let fill = match self.visits.state(self.body, node) {
            State::Unseen => Fill::Empty,
            State::Kept => Fill::Whole,
            State::Pruned => Fill::Half,
            State::Waits => Fill::Dots,
        };
        Look { fill, bar: self.visits.is_front(self.body, node), is_hit: false }
    }

    fn says(&self, node: u32) -> String {
        says(self, node)
    }

    fn is_unbuilt(&self, node: u32) -> bool {
        self.tree.is_unbuilt(node)
    }
}

/// Text for screen readers.
fn name(icicle: &Icicle) -> String {
    let count = |state| grouped(icicle.visits.count(icicle.body, state) as u64);
    t!(
        "Tree of %{mesh}: nodes descended into %{kept}, pruned %{pruned}, waiting %{waits}, not reached %{unseen}",
        mesh = ["A", "B"][icicle.body],
        kept = count(State::Kept),
        pruned = count(State::Pruned),
        waits = count(State::Waits),
        unseen = grouped((icicle.tree.node_count() - icicle.visits.reached(icicle.body)) as u64)
    )
    .into_owned()
}

/// Description of a node.
pub fn says(icicle: &Icicle, node: u32) -> String {
    let Icicle { tree, body, visits, .. } = icicle;
    let became = match visits.state(*body, node) {
        State::Unseen => t!("not reached"),
        State::Pruned => t!("pruned"),
        State::Kept => t!("descended into"),
        State::Waits => t!("waiting"),
    };
    let stopped = if visits.is_front(*body, node) { t!(", the traversal stopped here") } else { "".into() };
    let stopped = if tree.is_unbuilt(node) {
        format!("{stopped}{}", t!(", children not built yet")).into()
    } else {
        stopped
    };
    let n = grouped(tree.triangles(node).len() as u64);
    let level = tree.level(node);
    t!(
        "Node %{node}, level %{level}: triangles %{n}; %{became}%{stopped}",
        node = node,
        level = level,
        n = n,
        became = became,
        stopped = stopped
    )
    .into_owned()
}
