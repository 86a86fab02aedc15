//! Descriptions of the steps of a sweep in the user's language.

use super::question::Scene;
use crate::detector::Mistake;
use crate::language::t;
use crate::level::methods::{BRUSH_PLANES, REFERENCE};
use crate::level::sweep::look::Times;
use crate::level::sweep::{Hit, Look, Question};
use crate::ui::format::length;

/// Stops nearer to each other than this count as equal, metres.
const SAME: f64 = 1e-6;

/// Describes a step in one line of the list.
pub fn short(scene: &Scene, method: &str, look: &Look) -> String {
    match look {
        Look::Path { .. } => t!("start of the path").into_owned(),
        Look::Node { index: Some(index), shifts, behind, ahead, .. } => {
            let sides = match (ahead, behind) {
                (Some(_), Some(_)) => t!("both"),
                (Some(_), None) => t!("front"),
                (None, Some(_)) => t!("back"),
                (None, None) => t!("neither"),
            };
            let shift = metres(shifts[0]);
            t!(
                "plane %{n}, shifted by %{shift} m, sides visited: %{sides}",
                n = index,
                shift = shift,
                sides = sides
            )
            .into_owned()
        }
        Look::Skipped { .. } => t!("skipped behind the hit").into_owned(),
        Look::Empty { .. } => t!("empty leaf").into_owned(),
        Look::Plane { behind, .. } | Look::Node { behind, .. } => {
            let left = if behind.is_some() {
                t!("part of the path remains")
            } else {
                t!("nothing of the path remains")
            };
            match look {
                Look::Plane { is_bevel: false, .. } => t!("plane of a brush: %{left}", left = left),
                _ => t!("bevel: %{left}", left = left),
            }
            .into_owned()
        }
        Look::Solid { cell, hit: Some(hit), .. } => {
            let reached = metres(scene.question.reached(Some(hit)));
            t!("%{solid}: hit after %{m} m", solid = solid(method, *cell), m = reached).into_owned()
        }
        Look::Solid { cell, .. } => t!("%{solid}: not hit", solid = solid(method, *cell)).into_owned(),
        Look::Seam { hit: Some(hit), .. } => {
            let reached = metres(scene.question.reached(Some(hit)));
            t!("seam: solid all around after %{m} m", m = reached).into_owned()
        }
        Look::Seam { .. } => t!("seam: a point beside the path is free").into_owned(),
    }
}

/// Name of a solid: methods with a tree number its solid leaves, the others the brushes of the level.
fn solid(method: &str, cell: u32) -> String {
    match method {
        BRUSH_PLANES | REFERENCE => t!("brush %{n}", n = cell),
        _ => t!("solid leaf %{n}", n = cell),
    }
    .into_owned()
}

/// Describes a step in a sentence or two.
pub fn sentence(scene: &Scene, method: &str, look: &Look) -> String {
    let piece = |[from, to]: &Times| {
        let at = |time: f64| metres(time * scene.question.length());
        t!("from %{from} to %{to} m", from = at(*from), to = at(*to)).into_owned()
    };
    let side = |side: &Option<Times>| match side {
        Some(times) => t!("entered by the path %{piece}", piece = piece(times)).into_owned(),
        None => t!("not entered").into_owned(),
    };
    let best = |best: &Option<f64>| match best {
        Some(time) => metres(time * scene.question.length()) + " m",
        None => t!("none").into_owned(),
    };
    match look {
        Look::Path { .. } => {
            t!("The path of the reference point begins at the root of the tree, or with all brushes near the path.")
                .into_owned()
        }
        Look::Node { index: Some(index), shifts, times, behind, ahead, best: known, .. } => t!(
            "The path %{piece} reaches plane %{n}. To test the side behind, the plane is shifted by +%{against} m along its normal; for the side in front, by −%{along} m. Behind: %{behind}; in front: %{ahead}. Earliest hit so far: %{best}.",
            piece = piece(times),
            n = index,
            against = metres(shifts[0]),
            along = metres(shifts[1]),
            behind = side(behind),
            ahead = side(ahead),
            best = best(known)
        )
        .into_owned(),
        Look::Skipped { times, best } => t!(
            "The path %{piece} is skipped: there is an earlier hit, at %{best} m.",
            piece = piece(times),
            best = metres(best * scene.question.length())
        )
        .into_owned(),
        Look::Empty { times } => {
            t!("The path %{piece} runs through an empty leaf: no hit.", piece = piece(times)).into_owned()
        }
        Look::Plane { shift, times, behind, .. } | Look::Node { shifts: [shift, _], times, behind, .. } => {
            let what = match look {
                Look::Plane { is_bevel: false, .. } => t!("A plane of the brush"),
                _ => t!("A bevel plane"),
            };
            let left = behind.as_ref().map_or_else(|| t!("nothing").into_owned(), piece);
            t!(
                "%{what}, shifted by %{shift} m, cuts the path %{piece}. Remaining: %{left}.",
                what = what,
                shift = metres(*shift),
                piece = piece(times),
                left = left
            )
            .into_owned()
        }
        Look::Solid { cell, hit: Some(hit), best: known } => t!(
            "Hit: %{solid}, after %{m} m. Earliest hit before: %{best}.",
            solid = solid(method, *cell),
            m = metres(scene.question.reached(Some(hit))),
            best = best(known)
        )
        .into_owned(),
        Look::Seam { hit: Some(hit), .. } => t!(
            "After %{m} m the solids that the point touches surround it: the point is inside their union.",
            m = metres(scene.question.reached(Some(hit)))
        )
        .into_owned(),
        Look::Seam { times, .. } => t!(
            "The point touches solids without entering one of them. They do not surround it %{piece}: a point just beside it stays outside all solids.",
            piece = piece(times)
        )
        .into_owned(),
        Look::Solid { cell, best: known, .. } => {
            let solid = solid(method, *cell);
            t!("Not hit: %{solid}. Earliest hit so far: %{best}.", solid = solid, best = best(known))
                .into_owned()
        }
    }
}

/// Mistake of a hit: it stops the mover before the true contact, or lets it into the solid.
pub fn mistake(question: &Question, hit: Option<&Hit>) -> Option<Mistake> {
    match question.reached(question.truth.as_ref()) - question.reached(hit) {
        early if early > SAME => Some(Mistake::FalseHit),
        early if early < -SAME => Some(Mistake::Missed),
        _ => None,
    }
}

/// Why a method that shifts planes reports this hit too early.
pub fn why_early(question: &Question, hit: &Hit) -> String {
    let shift = metres(question.a_move.mover.reach(&hit.normal));
    if hit.inside {
        return t!(
            "The start is behind all planes of the solid, each shifted, but outside the Minkowski sum: shifted planes meet in a sharp corner, which the sum does not have."
        )
        .into_owned();
    }
    match question.truth.filter(|truth| !truth.inside).map(|truth| truth.normal.angle(&hit.normal)) {
        Some(angle) => t!(
            "The plane hit, shifted by %{shift} m, extends beyond the solid there: shifted planes meet in a sharp corner, which the Minkowski sum does not have. At the true contact the normal is turned by %{angle}°.",
            shift = shift,
            angle = format!("{:.1}", angle.to_degrees())
        ),
        None => t!(
            "The plane hit, shifted by %{shift} m, extends beyond the solid there: shifted planes meet in a sharp corner, which the Minkowski sum does not have. The mover passes the solid.",
            shift = shift
        ),
    }
    .into_owned()
}

/// Why a method stops the mover where it does, in one or two sentences.
pub fn why(scene: &Scene, hit: Option<&Hit>, looks: &[Look]) -> String {
    let solids = looks.iter().filter(|look| matches!(look, Look::Solid { .. })).count();
    let hits = looks.iter().filter(|look| matches!(look, Look::Solid { hit: Some(_), .. })).count();
    let question = &scene.question;
    let early = question.reached(question.truth.as_ref()) - question.reached(hit);
    let reached = metres(question.reached(hit));
    match hit {
        Some(hit) if hit.inside && question.truth.is_some_and(|truth| truth.inside) => {
            t!("The move starts inside a solid.")
        }
        Some(hit) if early > SAME => t!(
            "The first hit is at %{m} m, %{off} before the mover would touch the solid. %{reason}",
            m = reached,
            off = length(early),
            reason = why_early(question, hit)
        ),
        Some(_) if early < -SAME => {
            t!("The first hit is at %{m} m, %{off} inside the solid.", m = reached, off = length(-early))
        }
        Some(_) if matches!(looks.last(), Some(Look::Seam { hit: Some(_), .. })) => t!(
            "The first hit is at %{m} m: the solids that the point touches there surround it.",
            m = reached
        ),
        Some(_) => t!(
            "The first hit is at %{m} m: solids tested %{solids}, of which hit %{hits}.",
            m = reached,
            solids = solids,
            hits = hits
        ),
        None if early < -SAME => t!(
            "None of %{solids} solids tested is hit, although one lies %{off} before the end of the path.",
            solids = solids,
            off = length(-early)
        ),
        None if solids == 0 => t!("The path reaches no solid: nothing is hit."),
        None => t!("None of the %{solids} solids on the path is hit.", solids = solids),
    }
    .into_owned()
}

fn metres(length: f64) -> String {
    format!("{length:.3}")
}
