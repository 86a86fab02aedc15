//! A verdict on a pair of bodies in words, in the current language.

use std::borrow::Cow;

use crate::detector::{AXIS_NAMES, Evidence, Layer, Verdict};
use crate::language::{t, tr};
use crate::programs::Certificate;
use crate::programs::certificate::{Checked, Flaw, metres};
use crate::ui::format::{counted, grouped, volume};

/// The word "colliding" or "apart".
pub fn word(colliding: bool) -> Cow<'static, str> {
    if colliding { t!("colliding") } else { t!("apart") }
}

/// The word "colliding" or "apart", or "no answer" where a program of one's own failed.
pub fn verdict_word(verdict: &Verdict) -> Cow<'static, str> {
    if verdict.is_answer() { word(verdict.colliding) } else { t!("no answer") }
}

/// A number of samples, as a query counts them: where both sides of a body are drawn, a pixel has two.
pub fn samples(n: u32) -> String {
    counted(n as usize, t!("1 sample"), t!("%{n} samples", n = grouped(n.into())))
}

/// The evidence of a verdict, in a few words.
pub fn evidence(evidence: &Evidence) -> String {
    match *evidence {
        Evidence::Samples { axis, rounds } => {
            let axis = AXIS_NAMES[usize::from(axis.min(2))];
            if let [Some(first), Some(second), None, ..] = rounds {
                let text = t!(
                    "samples by round: %{first} and %{second}, along %{axis}",
                    first = grouped(first.into()),
                    second = grouped(second.into()),
                    axis = axis
                );
                return text.into_owned();
            }
            t!("%{count} along %{axis}", count = count(evidence), axis = axis).into_owned()
        }
        Evidence::Volume { samples, axis, .. } => t!(
            "%{volume}: %{count} samples along %{axis}",
            volume = count(evidence),
            count = grouped(samples.into()),
            axis = AXIS_NAMES[usize::from(axis.min(2))]
        )
        .into_owned(),
        _ => count(evidence),
    }
}

/// The counted or measured evidence, as short as possible. If it comes from two rounds, it is their numbers of samples,
/// separated by a comma.
pub fn count(evidence: &Evidence) -> String {
    let text = match *evidence {
        // The numbers have no thousands separators, because a comma separates the two counts.
        Evidence::Samples { rounds: rounds @ [Some(_), Some(_), ..], .. } => {
            let counts: Vec<_> = rounds.iter().flatten().map(u32::to_string).collect();
            counts.join(", ").into()
        }
        Evidence::Samples { rounds, .. } => samples(rounds[0].unwrap_or(0)).into(),
        Evidence::Volume { cubic_metres, .. } => {
            t!("%{volume} in common", volume = volume(cubic_metres))
        }
        Evidence::EmptyWindow => t!("boxes apart"),
        Evidence::Distance(0.0) => t!("no gap"),
        Evidence::Touching => t!("touching, within rounding"),
        Evidence::Distance(metres) => t!("gap %{metres} m", metres = format!("{metres:.3}")),
        Evidence::Traversal { node_pairs, triangle_pairs } => {
            t!(
                "nodes: %{nodes}, triangles: %{triangles}",
                nodes = grouped(node_pairs.into()),
                triangles = grouped(triangle_pairs.into())
            )
        }
        Evidence::FullyVisible { axis, round } => {
            t!(
                "fully visible along %{axis}, round %{round}",
                axis = AXIS_NAMES[usize::from(axis.min(2))],
                round = round
            )
        }
        Evidence::Layer(Layer::Boxes) => t!("boxes apart"),
        Evidence::Layer(Layer::FatMiss) => t!("fat bodies separated"),
        Evidence::Layer(Layer::ThinHit) => t!("thin bodies hit"),
        Evidence::Layer(Layer::Exact) => t!("exact test"),
        Evidence::Program { certificate: Some(Certificate::Point(_)), checked: Checked::Proved } => {
            t!("proved by a point")
        }
        Evidence::Program { checked: Checked::Proved, .. } => t!("proved by a plane"),
        Evidence::Program { checked: Checked::Bare, .. } => t!("no certificate"),
        Evidence::Program { checked: Checked::False(why), .. } => flaw(why).into(),
        Evidence::NoAnswer(kind) => tr(kind.words()).into(),
    };
    text.into_owned()
}

/// Why a certificate proves nothing, in a few words.
pub fn flaw(flaw: Flaw) -> String {
    let name = |body: usize| ["A", "B"][body.min(1)];
    let by = metres(flaw.by());
    let text = match flaw {
        Flaw::Outside(body, _) => t!("the point lies %{by} outside %{body}", by = by, body = name(body)),
        Flaw::Cut(body, _) => t!("the plane cuts %{body} by %{by}", by = by, body = name(body)),
        Flaw::SameSide(body, _) => t!(
            "%{body} lies on the side of %{other}, by up to %{by}",
            body = name(body),
            other = name(1 - body.min(1)),
            by = by
        ),
    };
    text.into_owned()
}
