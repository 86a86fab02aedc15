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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchies::methods::{BRUTE_FORCE, METHODS, OBB_TREE, find};
    use crate::hierarchies::query::{Query, Tolerance};
    use crate::hierarchies::seen::{Outcome, Seen};
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

    /// All whole numbers of a sentence, in order.
    fn numbers(sentence: &str) -> Vec<u64> {
        let digits = sentence.replace(',', "");
        digits.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse().ok()).collect()
    }

    #[test]
    fn the_reason_names_triangles_that_brute_force_finds_and_counts_all_steps() {
        let mut met = [0; 4];
        for (scene, triangles) in [("knots", 400), ("gears", 300)] {
            let scene = scenes::find(scene).unwrap();
            let meshes = (scene.meshes)(1, triangles);
            let mut judge =
                find(BRUTE_FORCE).unwrap().make(&meshes, &find(BRUTE_FORCE).unwrap().default_settings());
            for (method, t) in METHODS.iter().flat_map(|method| [0.0, 0.1, 0.3].map(|t| (method, t))) {
                let pose = (scene.pose)(t);
                let mut pair = method.make(&meshes, &method.default_settings());
                let touching = judge.answer(&pose, &Query::Determine).sorted_pairs();
                for query in [Query::Detect, Query::Determine] {
                    pair.forget();
                    let recording = Recording::of(&mut *pair, &pose, &query, None);
                    pair.forget();
                    let why = why(&recording);
                    let what = format!("{} on {}, {t}: {why}", method.about.id, scene.id);
                    let (mut steps, mut first, mut ended) = (0, None, [0, 0]);
                    pair.watch(&pose, &query, &mut |seen| {
                        steps += 1;
                        match seen {
                            Seen::Triangles { found, .. } => {
                                first = first.or(found.then_some(steps));
                                ended[1] += 1;
                            }
                            Seen::Nodes { outcome, .. } => ended[0] += u64::from(outcome == Outcome::Apart),
                            Seen::Dropped { .. } => ended[0] += 1,
                            Seen::Opened { .. } => {}
                        }
                    });
                    let said = numbers(&why);
                    if touching.is_empty() {
                        assert!(why.contains("othing touches") || why.starts_with("None of"), "{what}");
                        let expected: Vec<u64> = match ended {
                            [1, 0] => vec![],
                            _ => ended.into_iter().filter(|count| *count > 0).collect(),
                        };
                        assert_eq!(said, expected, "{what}");
                        met[if ended[1] == 0 { 0 } else { 1 }] += 1;
                        continue;
                    }
                    let named = [said[0], said[1]].map(|triangle| triangle as u32);
                    assert!(touching.binary_search(&named).is_ok(), "{what}");
                    let end = &said[said.len() - 2..];
                    assert_eq!(end, [first.unwrap(), steps], "{what}");
                    if said.len() == 5 {
                        assert_eq!(said[2], touching.len() as u64, "{what}");
                        met[2] += 1;
                    }
                    met[3] += usize::from(recording.left_out > 0);
                }
            }
        }
        assert!(met.iter().all(|count| *count > 0), "{met:?}");
    }
}
