//! Descriptions of the steps of a pair's story in the user's language.

use super::decision::coefficients;
use super::measuring::features_apart;
use super::pair_recording::{MethodDecision, PairRecording, PairStep};
use super::sentences::{self, digits};
use crate::continuous::Kind;
use crate::continuous::hybrid::Step;
use crate::continuous::inclusion::Cell;
use crate::language::t;
use crate::ui::format::{grouped, length};

/// Describes a step in one line of the list.
pub fn short(pair: &PairRecording, look: &PairStep) -> String {
    match look {
        PairStep::Method => method_short(pair),
        PairStep::Moved(time) => t!("features at t = %{t}", t = moment(*time)).into_owned(),
        PairStep::Cubic => match (pair.cubic.keeps_its_sign(), is_flat(pair)) {
            (true, _) => t!("cubic: coefficients of one sign, no root"),
            (false, true) => t!("cubic: always 0, possible times %{n}", n = pair.roots.len()),
            (false, false) => t!("cubic: roots in the step %{n}", n = pair.roots.len()),
        }
        .into_owned(),
        PairStep::Root(index) => root_short(pair, *index),
        PairStep::Exact(step, left) => exact_short(pair, step, *left),
        PairStep::Answered => t!("exact test: %{answer}", answer = answer(pair.answer)).into_owned(),
        PairStep::Box(cell, holds) => {
            let [t, u, v] = cell.domain.map(|[low, high]| format!("{}–{}", brief(low), brief(high)));
            match holds {
                true => t!("box: t %{t}, %{u} × %{v}: vector can be 0", t = t, u = u, v = v),
                false => t!("box: t %{t}, %{u} × %{v}: vector cannot be 0", t = t, u = u, v = v),
            }
            .into_owned()
        }
        PairStep::Included => t!("inclusion test: %{answer}", answer = answer(pair.included)).into_owned(),
    }
}

/// Describes a step in a sentence or two.
pub fn long(pair: &PairRecording, look: &PairStep) -> String {
    match look {
        PairStep::Method => method_long(pair),
        PairStep::Moved(time) => {
            let value = pair.cubic.at(*time);
            t!(
                "The features at t = %{t} of the step; the cubic is %{value} m³.",
                t = moment(*time),
                value = digits(value)
            )
            .into_owned()
        }
        PairStep::Cubic => {
            let said = match (pair.cubic.keeps_its_sign(), is_flat(pair)) {
                (_, true) => t!(
                    "The cubic is always 0: all four points move within a plane. Times at which contact can begin: %{n}.",
                    n = pair.roots.len()
                ),
                (true, _) => t!(
                    "All coefficients have the same sign, so the cubic has no root and there is no contact."
                ),
                (false, _) => {
                    t!("The signs of the coefficients differ. Roots in the step: %{n}.", n = pair.roots.len())
                }
            };
            t!("%{coefficients}. %{said}", coefficients = coefficients(&pair.cubic), said = said).into_owned()
        }
        PairStep::Root(index) => root_long(pair, *index),
        PairStep::Exact(step, left) => exact_long(pair, step, *left),
        PairStep::Answered => match pair.answer {
            Some(time) => {
                t!("The exact test finds a contact, not before t = %{t}.", t = format!("{time:.9}"))
            }
            None => t!("The exact test finds no contact in the step."),
        }
        .into_owned(),
        PairStep::Box(cell, holds) => box_long(pair.query.kind, cell, *holds),
        PairStep::Included => match pair.included {
            Some(time) => t!(
                "The inclusion test finds a contact, not before t = %{t}. Boxes not shown: %{n}.",
                t = format!("{time:.9}"),
                n = grouped(pair.left_out)
            ),
            None => {
                let boxes = pair.looks.iter().filter(|look| matches!(look, PairStep::Box(..))).count() as u64;
                t!(
                    "The inclusion test finds no contact: no box is left. Boxes tested: %{n}.",
                    n = grouped(boxes + pair.left_out)
                )
            }
        }
        .into_owned(),
    }
}

/// The contact that a method misses, in a sentence.
pub fn crossed(kind: Kind, time: f64) -> String {
    let t = moment(time);
    match kind {
        Kind::VertexFace => t!("But the triangle moves, too: the particle crosses it at t = %{t}.", t = t),
        Kind::EdgeEdge => t!("But the edges cross at t = %{t}.", t = t),
    }
    .into_owned()
}

/// A time within the step, from 0 to 1, as text.
pub fn moment(time: f64) -> String {
    format!("{time:.4}")
}

/// A number between 0 and 1 with at most six decimals.
fn brief(share: f64) -> String {
    let text = format!("{share:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The answer of a test in a few words.
pub fn answer(time: Option<f64>) -> String {
    match time {
        Some(time) => t!("contact at t = %{t}", t = moment(time)),
        None => t!("no contact"),
    }
    .into_owned()
}

/// True if all points move within one plane.
fn is_flat(pair: &PairRecording) -> bool {
    pair.cubic.coefficients.iter().all(|c| c.abs() <= pair.cubic.bound)
}

fn method_short(pair: &PairRecording) -> String {
    match &pair.decision {
        MethodDecision::Tested(decision) => sentences::short(decision),
        MethodDecision::Culled(decision) => {
            t!("culled: %{why}", why = sentences::short(decision)).into_owned()
        }
        MethodDecision::Unreported => {
            let (axis, gap) = separation(pair);
            t!("culled: separated by %{gap} along %{axis}", gap = length(gap), axis = axis).into_owned()
        }
        MethodDecision::NoCommonCell => t!("culled: no common cell").into_owned(),
    }
}

fn method_long(pair: &PairRecording) -> String {
    match &pair.decision {
        MethodDecision::Tested(decision) => {
            t!("The method reaches this pair. %{what}", what = sentences::long(decision)).into_owned()
        }
        MethodDecision::Culled(decision) => {
            t!("The method never reaches this pair. %{what}", what = sentences::long(decision)).into_owned()
        }
        MethodDecision::Unreported => {
            let (axis, gap) = separation(pair);
            t!(
                "When their two cells are compared, the boxes of these features are separated by %{gap} along %{axis}: the pair is culled.",
                gap = length(gap),
                axis = axis
            )
            .into_owned()
        }
        MethodDecision::NoCommonCell => t!(
            "No cell of space holds the two triangles by which the method would test this pair: it is culled."
        )
        .into_owned(),
    }
}

fn separation(pair: &PairRecording) -> (&'static str, f64) {
    let (axis, gap) = features_apart(pair.features, &pair.query.start, &pair.query.end);
    (super::measuring::AXES[axis], gap)
}

/// The name of a root or, if the cubic is always 0, of a time at which contact can begin.
fn root(pair: &PairRecording, index: usize) -> String {
    let n = index + 1;
    if is_flat(pair) { t!("Possible time %{n}", n = n) } else { t!("Root %{n}", n = n) }.into_owned()
}

fn root_short(pair: &PairRecording, index: usize) -> String {
    let (name, found) = (root(pair, index), &pair.roots[index]);
    let t = moment(found.time);
    match found.touches {
        true => t!("%{root}, t = %{t}: inside, contact", root = name, t = t),
        false => t!("%{root}, t = %{t}: outside", root = name, t = t),
    }
    .into_owned()
}

fn root_long(pair: &PairRecording, index: usize) -> String {
    let (name, found) = (root(pair, index), &pair.roots[index]);
    let [u, v] = found.at.map(digits);
    let kind = pair.query.kind;
    let place = match kind {
        Kind::VertexFace => {
            let rest = digits(1.0 - found.at[0] - found.at[1]);
            t!("corner weights %{a}, %{b}, %{c}", a = rest, b = u, c = v)
        }
        Kind::EdgeEdge => t!("positions along the edges %{a} and %{b}", a = u, b = v),
    };
    let said = match (kind, found.touches) {
        (Kind::VertexFace, true) => t!("The particle lies in the triangle: contact."),
        (Kind::VertexFace, false) => {
            t!("The particle is in the plane, but outside the triangle: no contact.")
        }
        (Kind::EdgeEdge, true) => t!("The edges cross: contact."),
        (Kind::EdgeEdge, false) => t!("The lines cross beyond the ends of an edge: no contact."),
    };
    let t = format!("{:.9}", found.time);
    let when = t!("%{root} at t = %{t}: %{place}.", root = name, t = t, place = place);
    sentences::joined(&when, &said)
}

fn exact_short(pair: &PairRecording, step: &Step, [from, to]: [f64; 2]) -> String {
    match step {
        Step::Axes => {
            let (axis, gap) = separation(pair);
            t!("exact test: separated by %{gap} along %{axis}", gap = length(gap), axis = axis)
        }
        Step::Cubic(cubic) if cubic.keeps_its_sign() => t!("exact test: the cubic keeps its sign"),
        Step::Cubic(cubic) => t!("exact test: rounding error of the cubic %{b} m³", b = digits(cubic.bound)),
        Step::Clipped(_) => {
            t!("time clipped to %{from}–%{to}", from = moment(from), to = moment(to))
        }
        Step::Advanced { to: Some(time), .. } => t!("advanced to t = %{t}", t = moment(*time)),
        Step::Advanced { to: None, .. } => t!("advanced beyond t = %{t}: no contact", t = moment(to)),
        Step::Crossing(crossing) if crossing.is_meeting() => {
            t!("the only root, t = %{t}: the features touch", t = moment(from))
        }
        Step::Crossing(_) => t!("the only root, t = %{t}: the features are separated", t = moment(from)),
        Step::Stuck => t!("no progress at t = %{t}", t = moment(from)),
    }
    .into_owned()
}

fn exact_long(pair: &PairRecording, step: &Step, [from, to]: [f64; 2]) -> String {
    let (from, to) = (format!("{from:.9}"), format!("{to:.9}"));
    match step {
        Step::Axes => {
            let (axis, gap) = separation(pair);
            t!(
                "The exact test begins with the axes: at both ends of the step, and so in between, the features are separated by %{gap} along %{axis}.",
                gap = length(gap),
                axis = axis
            )
        }
        Step::Cubic(cubic) if cubic.keeps_its_sign() => {
            let least = cubic.coefficients.iter().fold(f64::INFINITY, |least, c| least.min(c.abs()));
            t!(
                "All coefficients of the cubic have the same sign; the smallest, %{c} m³, exceeds the rounding error of %{b}: no contact.",
                c = digits(least),
                b = digits(cubic.bound)
            )
        }
        Step::Cubic(cubic) => t!(
            "The signs of the coefficients differ. Rounding included, the cubic lies within %{b} m³ of 0 at a contact.",
            b = digits(cubic.bound)
        ),
        Step::Clipped(_) => t!(
            "Clipping: the hull of the coefficients excludes 0 outside t = %{from} to %{to}.",
            from = from,
            to = to
        ),
        Step::Advanced { to: Some(time), .. } => t!(
            "Advancement: along the arrow, towards the closest points, there is no contact before t = %{t}.",
            t = format!("{time:.9}")
        ),
        Step::Advanced { to: None, .. } => t!(
            "Advancement: along the arrow, towards the closest points, there is no contact up to t = %{t}.",
            t = to
        ),
        Step::Crossing(crossing) if crossing.is_meeting() => t!(
            "The signs of the coefficients change once, so the cubic has one root, between t = %{from} and %{to}. The features certainly touch there.",
            from = from,
            to = to
        ),
        Step::Crossing(_) => t!(
            "The signs of the coefficients change once, so the cubic has one root, between t = %{from} and %{to}. There the features are separated along the arrow: no contact.",
            from = from,
            to = to
        ),
        Step::Stuck => t!("Neither clipping nor advancement makes progress at t = %{t}: contact, within rounding errors.", t = from),
    }
    .into_owned()
}

fn box_long(kind: Kind, cell: &Cell, holds: bool) -> String {
    let [t, u, v] = cell.domain.map(|[low, high]| format!("{} … {}", brief(low), brief(high)));
    let names = if kind == Kind::VertexFace { ["u", "v"] } else { ["a", "b"] };
    let axis = (0..3).find(|axis| cell.image[*axis][0] > 0.0 || cell.image[*axis][1] < 0.0);
    let size = cell.image.iter().fold(0.0_f64, |most, [low, high]| most.max(high - low));
    let domain = t!(
        "Box: t %{t}, %{first} %{u}, %{second} %{v}.",
        t = t,
        first = names[0],
        u = u,
        second = names[1],
        v = v
    );
    let said = match axis.filter(|_| !holds) {
        Some(axis) => t!(
            "In this box the vector between the features cannot be 0: along %{axis} it lies in %{low} … %{high}.",
            axis = ["x", "y", "z"][axis],
            low = length(cell.image[axis][0]),
            high = length(cell.image[axis][1])
        ),
        None => t!(
            "In this box the vector between the features can be 0; its bounds are %{size} wide, and the box is halved next.",
            size = length(size)
        ),
    };
    sentences::joined(&domain, &said)
}
