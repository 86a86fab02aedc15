//! Descriptions of the steps of a traversal.

use super::recording::{Order, Step, StepKind};
use crate::language::t;
use crate::ui::format::length;

/// Describes a step in one line of the list.
pub fn short(step: &Step, order: Order) -> String {
    let is_distance = order == Order::Closest;
    let [a, b] = step.nodes;
    match step.kind {
        StepKind::Volumes { kept: true, measure } if is_distance => {
            t!("A%{a} B%{b}: at least %{d}", a = a, b = b, d = length(measure))
        }
        StepKind::Volumes { kept: true, .. } => t!("A%{a} B%{b}: overlap", a = a, b = b),
        StepKind::Volumes { kept: false, .. } => t!("A%{a} B%{b}: pruned", a = a, b = b),
        StepKind::Opened => t!("A%{a} B%{b}: opened", a = a, b = b),
        StepKind::Dropped(_) => t!("A%{a} B%{b}: dropped", a = a, b = b),
        StepKind::Triangles { triangles: [s, t], found: true, distance: None, .. } => {
            t!("triangles %{s}, %{t}: touch", s = s, t = t)
        }
        StepKind::Triangles { triangles: [s, t], distance: Some(distance), .. } => {
            t!("triangles %{s}, %{t}: %{d}", s = s, t = t, d = length(distance))
        }
        StepKind::Triangles { triangles: [s, t], .. } => t!("triangles %{s}, %{t}: separated", s = s, t = t),
    }
    .into_owned()
}

/// Describes a step in a sentence or two.
pub fn long(step: &Step, order: Order) -> String {
    let is_distance = order == Order::Closest;
    let [a, b] = step.nodes;
    match step.kind {
        StepKind::Volumes { kept: true, measure } if is_distance => t!(
            "Nodes %{a} of A and %{b} of B are at least %{d} apart: the pair waits in the heap, closest first.",
            a = a,
            b = b,
            d = length(measure)
        ),
        StepKind::Volumes { kept: false, measure } if is_distance => t!(
            "Nodes %{a} of A and %{b} of B are at least %{d} apart, and a closer pair of triangles is known: pruned.",
            a = a,
            b = b,
            d = length(measure)
        ),
        StepKind::Volumes { kept: true, measure } if order.waits() => t!(
            "The volumes of nodes %{a} of A and %{b} of B overlap by %{d}: the pair waits. Upper levels come first, and within a level the deepest overlaps.",
            a = a,
            b = b,
            d = length(measure)
        ),
        StepKind::Volumes { kept: true, measure } => t!(
            "The volumes of nodes %{a} of A and %{b} of B overlap by %{d}: the traversal descends.",
            a = a,
            b = b,
            d = length(measure)
        ),
        StepKind::Volumes { kept: false, .. } => t!(
            "The volumes of nodes %{a} of A and %{b} of B are separated: nothing below them can touch.",
            a = a,
            b = b
        ),
        StepKind::Opened => {
            t!("Nodes %{a} of A and %{b} of B are opened: the larger one is replaced by its children.", a = a, b = b)
        }
        StepKind::Dropped(bound) => t!(
            "Nodes %{a} of A and %{b} of B are dropped: everything below is at least %{d} apart, no closer than the best so far.",
            a = a,
            b = b,
            d = length(bound)
        ),
        StepKind::Triangles { triangles: [s, t], distance: Some(distance), found, .. } if found => t!(
            "Triangles %{s} of A and %{t} of B are %{d} apart: the closest so far.",
            s = s,
            t = t,
            d = length(distance)
        ),
        StepKind::Triangles { triangles: [s, t], distance: Some(distance), .. } => {
            t!("Triangles %{s} of A and %{t} of B are %{d} apart.", s = s, t = t, d = length(distance))
        }
        StepKind::Triangles { triangles: [s, t], found: true, .. } => {
            t!("Triangles %{s} of A and %{t} of B touch.", s = s, t = t)
        }
        StepKind::Triangles { triangles: [s, t], .. } => {
            t!("Triangles %{s} of A and %{t} of B do not touch.", s = s, t = t)
        }
    }
    .into_owned()
}
