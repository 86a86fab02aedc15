//! Descriptions of the steps of a traversal.

use super::recording::{Order, Step, StepKind};
use crate::hierarchies::pair::Opening;
use crate::hierarchies::walk::descent::DescentRule;
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
            "The volumes of nodes %{a} of A and %{b} of B overlap by %{d}, so the pair is not pruned.",
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
            t!("Nodes %{a} of A and %{b} of B are taken from the heap.", a = a, b = b)
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

/// Describes which nodes a step opens and by which rule; `None` if it opens none.
pub fn opened(step: &Step, order: Order, opening: Option<Opening>) -> Option<String> {
    let descends = match step.kind {
        StepKind::Opened => true,
        StepKind::Volumes { kept, .. } => kept && !order.waits(),
        StepKind::Dropped(_) | StepKind::Triangles { .. } => false,
    };
    let Opening { opens, leaves, rule } = opening.filter(|_| descends)?;
    let mesh = if opens[0] { "A" } else { "B" };
    let text = match (opens, rule) {
        ([false, false], _) => t!("Both are leaves: their triangles are tested."),
        ([true, true], _) => t!("Opens both nodes at once."),
        _ if leaves.contains(&true) => t!("Opens %{mesh}'s node: the other one is a leaf.", mesh = mesh),
        (_, DescentRule::Larger) => t!("Opens %{mesh}'s node: the larger one first.", mesh = mesh),
        (_, DescentRule::Alternating) => t!("Opens %{mesh}'s node: alternating.", mesh = mesh),
        (_, DescentRule::AFirst | DescentRule::Both) => t!("Opens %{mesh}'s node: A first.", mesh = mesh),
    };
    Some(text.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchies::methods::{OBB_TREE, find};
    use crate::hierarchies::query::{Query, Tolerance};
    use crate::meshes::scenes;
    use crate::stories::meshes::recording::Recording;

    /// The phrases of all steps of a walk that name opened nodes, each once.
    fn phrases(rule: &str, query: &Query) -> Vec<String> {
        let (method, scene) = (find(OBB_TREE).unwrap(), scenes::find("knots").unwrap());
        let mut settings = method.default_settings();
        settings.set("descent", rule).unwrap();
        let mut pair = method.make(&(scene.meshes)(1, 200), &settings);
        let recording = Recording::of(&mut *pair, &(scene.pose)(0.1), query, None);
        let phrase = |step: &Step| opened(step, recording.order, pair.opening(step.nodes));
        let mut phrases: Vec<String> = recording.steps.iter().filter_map(phrase).collect();
        phrases.sort();
        phrases.dedup();
        phrases
    }

    #[test]
    fn a_step_that_descends_names_the_opened_node_and_the_rule() {
        let leaf = |mesh: &str| format!("Opens {mesh}'s node: the other one is a leaf.");
        let leaves = "Both are leaves: their triangles are tested.";
        for query in [Query::Determine, Query::Distance(Tolerance::default())] {
            for (rule, own) in [
                (
                    "larger",
                    &["Opens A's node: the larger one first.", "Opens B's node: the larger one first."][..],
                ),
                ("both", &["Opens both nodes at once."]),
                ("a-first", &["Opens A's node: A first."]),
                ("alternating", &["Opens A's node: alternating.", "Opens B's node: alternating."]),
            ] {
                let phrases = phrases(rule, &query);
                assert!(
                    own.iter().all(|own| phrases.iter().any(|phrase| phrase == own)),
                    "{rule}: {phrases:?}"
                );
                let others = [leaves.to_owned(), leaf("A"), leaf("B")];
                let is_known = |phrase: &String| own.contains(&phrase.as_str()) || others.contains(phrase);
                assert!(phrases.iter().all(is_known), "{rule}: {phrases:?}");
            }
        }
    }
}
