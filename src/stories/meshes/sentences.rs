//! Descriptions of the steps of a traversal.

use super::recording::{Order, Recording, Step, StepKind};
use crate::hierarchies::pair::Opening;
use crate::hierarchies::walk::descent::DescentRule;
use crate::language::t;
use crate::ui::format::{counted, grouped, length};

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

/// Why the traversal ended with its answer, in one sentence.
pub fn why(recording: &Recording) -> String {
    let answer = &recording.answer;
    let all = grouped(recording.steps.len() as u64 + recording.left_out);
    if let Some(open) = recording.open.as_ref().filter(|_| !answer.colliding) {
        return t!(
            "The budget ends the traversal after %{n} tests; pairs of triangles not visited: %{left}.",
            n = grouped(answer.cost.tests()),
            left = grouped(open.triangles)
        )
        .into_owned();
    }
    let decisive = recording.decisive.map(|(n, step)| (grouped(n), step.kind));
    if let Some((n, StepKind::Triangles { triangles: [s, t], distance, .. })) = decisive {
        return match (distance, answer.pairs.len()) {
            (Some(d), _) if d > 0.0 => t!(
                "Triangles %{s} of A and %{t} of B are the closest, %{d} apart: step %{n} of %{all}.",
                s = s,
                t = t,
                d = length(d),
                n = n,
                all = all
            ),
            (None, pairs @ 2..) => t!(
                "Triangles %{s} of A and %{t} of B touch, the first of %{pairs} pairs found: step %{n} of %{all}.",
                s = s,
                t = t,
                pairs = grouped(pairs as u64),
                n = n,
                all = all
            ),
            _ => t!(
                "Triangles %{s} of A and %{t} of B touch: step %{n} of %{all}.",
                s = s,
                t = t,
                n = n,
                all = all
            ),
        }
        .into_owned();
    }
    let [pruned, tested] = recording.ended;
    let [volumes, triangles] = recording.ended.map(grouped);
    match (pruned, tested) {
        (0, _) => t!("None of the %{n} pairs of triangles touches.", n = triangles).into_owned(),
        (_, 0) => counted(
            pruned as usize,
            t!("A single test separates volumes that contain all triangles: nothing touches."),
            t!("%{n} pairs of volumes are separated, and they contain all triangles: nothing touches.", n = volumes),
        ),
        _ => t!(
            "Nothing touches: %{volumes} pairs of volumes are separated, and so are the %{triangles} pairs of triangles that were tested.",
            volumes = volumes,
            triangles = triangles
        )
        .into_owned(),
    }
}
