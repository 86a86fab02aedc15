//! Icicle drawing of the part of the tree that the move visits: a cell per node, with its front and back child below.

use egui::{Sense, Ui};

use crate::language::t;
use crate::level::sweep::Look;
use crate::level::visited::{Became, Visited};
use crate::ui::format::grouped;
use crate::ui::icicle::{self, Fill, Icicle, Tree};
use crate::ui::theme;

/// A visited part of the tree, with its steps.
pub struct Drawn<'a> {
    /// The visited part.
    pub visited: &'a Visited,
    /// Recorded steps of the sweep.
    pub looks: &'a [Look],
    /// Length of the move, metres.
    pub length: f64,
}

/// The icicle of a visited part.
pub fn icicle(ui: &mut Ui, drawn: &Drawn, framed: &[u32], sense: Sense, height: f32) -> icicle::Touched {
    let name = reached(drawn, "", None);
    let icicle = Icicle { tree: drawn, color: theme::accent(), framed, sense, name, help: help() };
    icicle::show(ui, &icicle, height)
}

/// Hover text of the icicle.
pub fn help() -> String {
    t!("One cell per visited node, with its children below: left is in front of the node's plane, right is behind. Filled: plane tested; hatched: bevel tested; half filled: empty leaf; red: solid leaf that was hit; bar below: solid leaf; dotted: skipped or waiting; empty: not on the path.")
        .into_owned()
}

/// The number of visited nodes as text, beginning with the name of `method`, which may be empty. `all` is the number
/// of all nodes, if it is known.
pub fn reached(drawn: &Drawn, method: &str, all: Option<u64>) -> String {
    let n = grouped(drawn.visited.nodes(drawn.looks) as u64);
    match all {
        Some(all) if method.is_empty() => {
            t!("nodes visited: %{n} of %{all}", n = n, all = grouped(all))
        }
        Some(all) => {
            t!("%{method}: %{n} of %{all} nodes visited", method = method, n = n, all = grouped(all))
        }
        None => t!("nodes visited: %{n}", n = n),
    }
    .into_owned()
}

impl Tree for Drawn<'_> {
    fn children(&self, node: u32) -> Vec<u32> {
        self.visited.cells[node as usize].children.clone()
    }

    fn share(&self, node: u32) -> usize {
        self.visited.cells[node as usize].share
    }

    fn look(&self, node: u32) -> icicle::Look {
        let (fill, bar, is_hit) = match self.visited.cells[node as usize].became {
            Became::Visited => (Fill::Whole, false, false),
            Became::Bevel => (Fill::Hatched, false, false),
            Became::NotEntered => (Fill::Empty, false, false),
            Became::Skipped | Became::Waits => (Fill::Dots, false, false),
            Became::Empty => (Fill::Half, false, false),
            Became::Solid(is_hit) => (Fill::Whole, true, is_hit),
        };
        icicle::Look { fill, bar, is_hit }
    }

    fn says(&self, node: u32) -> String {
        let cell = &self.visited.cells[node as usize];
        let piece = |[from, to]: [f64; 2]| {
            let metres = |time: f64| format!("{:.2}", time * self.length);
            t!("%{from} to %{to} m of the path", from = metres(from), to = metres(to)).into_owned()
        };
        let look = cell.look.and_then(|look| self.looks.get(look));
        let what = match (cell.became, look) {
            (Became::Visited, Some(Look::Node { index: Some(index), shifts, times, .. })) => {
                let shift = format!("{:.2}", shifts[0]);
                return t!(
                    "level %{level}: plane %{n}, shifted by %{shift} m; %{piece}",
                    level = cell.level,
                    n = index,
                    shift = shift,
                    piece = piece(*times)
                )
                .into_owned();
            }
            (
                Became::Bevel,
                Some(Look::Plane { shift, times, .. } | Look::Node { shifts: [shift, _], times, .. }),
            ) => {
                return t!(
                    "level %{level}: bevel, shifted by %{shift} m; %{piece}",
                    level = cell.level,
                    shift = format!("{shift:.2}"),
                    piece = piece(*times)
                )
                .into_owned();
            }
            (Became::Visited | Became::Bevel, _) => t!("visited"),
            (Became::NotEntered, _) => t!("not on the path"),
            (Became::Skipped, Some(Look::Skipped { times, .. })) => {
                return t!("skipped behind the hit: %{piece}", piece = piece(*times)).into_owned();
            }
            (Became::Skipped, _) => t!("skipped behind the hit"),
            (Became::Waits, _) => t!("still waiting"),
            (Became::Empty, _) => t!("an empty leaf"),
            (Became::Solid(true), _) => t!("a solid leaf, hit"),
            (Became::Solid(false), _) => t!("a solid leaf, not hit"),
        };
        t!("level %{level}: %{what}", level = cell.level, what = what).into_owned()
    }
}
