//! Descriptions of a method's decisions in the user's language.

use super::measuring::{AXES, Measured, Why};
use super::patches::{name, names};
use super::recording::{Decision, Tally};
use crate::cloth::detect::{Outcome, Patch, Verdict};
use crate::language::t;
use crate::ui::format::{length, with_minus};

/// Describes a decision in one line of the list.
pub fn short(look: &Decision) -> String {
    match look {
        Decision::Patches(a, b, outcome, measured) => {
            named(&both(*a, *b), &decided(*outcome, measured, a == b))
        }
        Decision::Centroids([a, b], [between, bound]) => t!(
            "triangles %{a} and %{b}: centroids %{d} apart, more than %{bound}",
            a = a,
            b = b,
            d = length(*between),
            bound = length(*bound)
        )
        .into_owned(),
        Decision::Features(pair, verdict, why) => named(&names(*pair), &outcome(verdict, why)),
    }
}

/// Describes a decision in a sentence or two.
pub fn long(look: &Decision) -> String {
    match look {
        Decision::Patches(a, b, outcome, measured) => {
            let what = if a == b {
                t!("A patch is tested against itself: %{patch}.", patch = name(*a))
            } else {
                t!("A patch is tested against another: %{both}.", both = both(*a, *b))
            };
            joined(&what, &explained(*outcome, measured, a == b))
        }
        Decision::Centroids([a, b], [between, bound]) => t!(
            "Triangles %{a} and %{b} are culled: their centroids are %{d} apart, more than %{bound}.",
            a = a,
            b = b,
            d = length(*between),
            bound = length(*bound)
        )
        .into_owned(),
        Decision::Features(pair, verdict, why) => {
            let what = match pair {
                crate::cloth::step::Features::VertexFace(vertex, face) => {
                    t!("Particle %{n} and triangle %{m}.", n = vertex, m = face)
                }
                crate::cloth::step::Features::EdgeEdge(first, second) => {
                    t!("Edges %{n} and %{m}.", n = first, m = second)
                }
            };
            joined(&what, &features(verdict, why))
        }
    }
}

/// Joins two sentences; Chinese sentences have no space in between.
pub fn joined(first: &str, second: &str) -> String {
    let is_apart = first.ends_with('.') && !second.is_empty();
    if is_apart { format!("{first} {second}") } else { format!("{first}{second}") }
}

fn named(what: &str, how: &str) -> String {
    t!("%{what}: %{how}", what = what, how = how).into_owned()
}

/// The numbers of decisions so far, with their names.
pub fn tally(tally: &Tally) -> Vec<(String, u64)> {
    let [apart, cone, contour, certificate, corners, opened, leaf] = tally.patches;
    let [boxes, side, tested, contacts] = tally.features;
    [
        (t!("Patches opened"), opened),
        (t!("Patches apart by boxes"), apart),
        (t!("Pruned by cones"), cone),
        (t!("Pruned by contours"), contour),
        (t!("Pruned by certificates"), certificate),
        (t!("Pruned by corners"), corners),
        (t!("Pairs of leaves"), leaf),
        (t!("Dropped by centroids"), tally.centroids),
        (t!("Features apart by boxes"), boxes),
        (t!("Features on one side"), side),
        (t!("Tested without contact"), tested),
        (t!("In contact"), contacts),
    ]
    .map(|(name, n)| (name.into_owned(), n))
    .into()
}

/// The name of one patch, or of two.
pub fn both(a: Patch, b: Patch) -> String {
    if a == b { name(a) } else { t!("%{a} and %{b}", a = name(a), b = name(b)).into_owned() }
}

/// A half-angle in degrees, at most 180: adding up angles in merges can give more, but a cone with 180
/// contains all directions already.
pub fn degrees(radians: f64) -> String {
    format!("{:.1}°", radians.to_degrees().min(180.0))
}

/// A number as text, with three decimals.
pub fn digits(number: f64) -> String {
    // Adding 0 removes the sign of −0.
    let number = number + 0.0;
    let text = if number == 0.0 || (1e-3..1e4).contains(&number.abs()) {
        format!("{number:.3}")
    } else {
        format!("{number:.2e}")
    };
    with_minus(text)
}

/// Describes the decision about patches in a few words.
fn decided(outcome: Outcome, measured: &Measured, is_alone: bool) -> String {
    let gap = measured.gap.map(|(axis, gap)| (AXES[axis], length(gap.abs())));
    let angle = measured.cone.map(|cone| degrees(cone.half_angle));
    match (outcome, gap, angle) {
        (Outcome::Boxes, Some((axis, gap)), _) => {
            t!("separated by %{gap} along %{axis}", gap = gap, axis = axis)
        }
        (Outcome::Cone, _, Some(angle)) => t!("pruned: cone %{angle}", angle = angle),
        (Outcome::Contour, _, Some(angle)) => {
            t!("pruned: cone %{angle}, simple contour", angle = angle)
        }
        (Outcome::Certificate, ..) if measured.form.is_none() => t!("pruned: certificate of a larger patch"),
        (Outcome::Certificate, ..) => t!("pruned: certificate, %{numbers}", numbers = form(measured)),
        (Outcome::Corners, ..) => t!("pruned: corners separated along a direction"),
        (Outcome::Leaf, Some((_, gap)), _) => t!("boxes overlap by %{gap}: features tested next", gap = gap),
        (Outcome::Leaf, ..) => t!("features tested next"),
        (_, _, Some(angle)) => match measured.cone.is_some_and(|cone| cone.is_narrow()) {
            true => t!("cone %{angle}, contour may cross itself: opened", angle = angle),
            false => t!("cone %{angle}: opened", angle = angle),
        },
        (..) if measured.form.is_some() => t!("no certificate, %{numbers}: opened", numbers = form(measured)),
        (_, Some((_, gap)), _) if !is_alone => t!("boxes overlap by %{gap}: opened", gap = gap),
        _ => t!("opened"),
    }
    .into_owned()
}

/// Describes the decision about patches in a sentence or two.
fn explained(outcome: Outcome, measured: &Measured, is_alone: bool) -> String {
    let gap = measured.gap.map(|(axis, gap)| (AXES[axis], length(gap.abs())));
    let angle = measured.cone.map(|cone| degrees(cone.half_angle));
    let overlap = match &gap {
        Some((axis, gap)) if outcome != Outcome::Boxes => {
            t!("The boxes of both patches overlap by at least %{gap}, along %{axis}.", gap = gap, axis = axis)
                .into_owned()
        }
        _ => String::new(),
    };
    let said = match (outcome, &gap, angle) {
        (Outcome::Boxes, Some((axis, gap)), _) => {
            t!(
                "The boxes of both patches are separated by %{gap} along %{axis}: no contact.",
                gap = gap,
                axis = axis
            )
        }
        (Outcome::Cone, _, Some(angle)) => t!(
            "All normals lie within %{angle} of the axis, less than 90°: this method takes that as proof of no contact.",
            angle = angle
        ),
        (Outcome::Contour, _, Some(angle)) => t!(
            "All normals lie within %{angle} of the axis, and the contour, seen along it, cannot cross itself: no contact.",
            angle = angle
        ),
        (Outcome::Certificate, ..) if measured.form.is_none() => {
            t!("A larger patch that contains both patches has a certificate: there is no contact.")
        }
        (Outcome::Certificate, ..) => t!(
            "The certificate holds, %{numbers}: the map into space is monotone, so there is no contact.",
            numbers = form(measured)
        ),
        (Outcome::Corners, ..) => t!(
            "At both ends of the step, one direction separates the corners of the two cells, except the corners that both share: no contact."
        ),
        (Outcome::Leaf, ..) if is_alone => {
            t!("The traversal ends here: pairs of features of the cell are tested next.")
        }
        (Outcome::Leaf, ..) => t!("The traversal ends here: the features of both patches are tested next."),
        (_, _, Some(angle)) => match measured.cone.is_some_and(|cone| cone.is_narrow()) {
            true => t!(
                "All normals lie within %{angle} of the axis, but the contour may cross itself: the child patches are compared next.",
                angle = angle
            ),
            false => t!(
                "The normal cone has a half-angle of %{angle}, 90° or more: the child patches are compared next.",
                angle = angle
            ),
        },
        (..) if measured.form.is_some() => {
            t!(
                "There is no certificate, %{numbers}: the child patches are compared next.",
                numbers = form(measured)
            )
        }
        _ => t!("The absence of contact cannot be proved: the child patches are compared next."),
    };
    joined(&said, &overlap)
}

/// The two numbers that decide a certificate, 4ab and c² of [`Measured::form`]: it holds if the first is
/// greater than the second.
fn form(measured: &Measured) -> String {
    let Some([a, b, c]) = measured.form else { return t!("patch without area").into_owned() };
    if a <= 0.0 || b <= 0.0 {
        return if a <= b { format!("a = {} ≤ 0", digits(a)) } else { format!("b = {} ≤ 0", digits(b)) };
    }
    let relation = if 4.0 * a * b > c * c { ">" } else { "≤" };
    format!("4ab = {} {relation} c² = {}", digits(4.0 * a * b), digits(c * c))
}

/// Describes the decision about two features in a few words.
pub fn outcome(verdict: &Verdict, why: &Why) -> String {
    match (verdict, why) {
        (Verdict::Exact(Some(time)), _) => t!("contact at t = %{t}", t = format!("{time:.4}")),
        (Verdict::Exact(None), Why::Rounds(rounds)) => t!("exact test: no contact, rounds %{n}", n = rounds),
        (_, Why::Gap(axis, gap)) => {
            t!("separated by %{gap} along %{axis}", gap = length(*gap), axis = AXES[*axis])
        }
        (_, Why::Plane([from, to])) => {
            t!(
                "same side of one plane: distances %{from} and %{to}",
                from = length(from.abs()),
                to = length(to.abs())
            )
        }
        (_, Why::Coefficient(least)) => {
            t!("same side: smallest coefficient %{c} m³", c = digits(*least))
        }
        _ => t!("pair dropped"),
    }
    .into_owned()
}

/// Describes the decision about two features in a sentence.
pub fn features(verdict: &Verdict, why: &Why) -> String {
    match (verdict, why) {
        (Verdict::Exact(Some(time)), _) => {
            t!("The exact test finds a contact, not before time t = %{t} of the step.", t = format!("{time:.6}"))
        }
        (Verdict::Exact(None), Why::Rounds(rounds)) => {
            t!("The exact test finds no contact; rounds of clipping and advancement: %{n}.", n = rounds)
        }
        (_, Why::Gap(axis, gap)) => t!(
            "The boxes of the two features are separated by %{gap} along %{axis} at both ends of the step.",
            gap = length(*gap),
            axis = AXES[*axis]
        ),
        (_, Why::Plane([from, to])) => t!(
            "The method keeps the plane that the triangle has at the start. The particle is %{from} from it at the start and %{to} at the end, on the same side: so the published method drops the pair.",
            from = length(from.abs()),
            to = length(to.abs())
        ),
        (_, Why::Coefficient(least)) => t!(
            "All Bernstein coefficients of the coplanarity cubic have the same sign, the smallest is %{c} m³: the four points are never coplanar.",
            c = digits(*least)
        ),
        _ => t!("The pair of features is dropped."),
    }
    .into_owned()
}
