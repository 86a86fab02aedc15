//! Judging the sources' claims by the measured figures, in plain words.

use super::published::PublishedClaim;
use super::{Claim, Figure, Judgement, Original};
use crate::ui::format::number;

/// Largest difference between a published exponent and the measured one that counts as agreement, for every
/// exponent. A quarter separates n from n^1.5, and n·log n over the measured sizes still counts as linear.
pub const EXPONENT_TOLERANCE: f64 = 0.25;

impl Judgement {
    /// All judgements, the best first.
    pub const OF_CLAIMS: [Self; 5] =
        [Self::Holds, Self::HoldsInPart, Self::NotReproduced, Self::Contradicted, Self::NoSuchClaim];

    /// The verdict in English.
    pub fn words(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::HoldsInPart => "holds in part",
            Self::NotReproduced => "not reproduced",
            Self::Contradicted => "contradicted",
            Self::NoSuchClaim => "no such claim",
            Self::Open => "cannot be judged",
            Self::TooSmall => "too small to judge",
        }
    }

    /// The verdict on a published number or effect that depends on the source's scene or machine. A deviation
    /// therefore means [`Self::NotReproduced`], not [`Self::Contradicted`].
    pub fn reproduced(is_as_published: bool) -> Self {
        if is_as_published { Self::Holds } else { Self::NotReproduced }
    }

    /// The verdict on a claim about several cases, each `true` if it agrees with the claim: [`Self::Holds`] if all
    /// agree, [`Self::HoldsInPart`] if some agree, and the verdict `none` if none agrees.
    pub fn of_cases(cases: &[bool], none: Self) -> Self {
        match cases.iter().filter(|agrees| **agrees).count() {
            0 => none,
            agree if agree == cases.len() => Self::Holds,
            _ => Self::HoldsInPart,
        }
    }
}

impl From<bool> for Judgement {
    fn from(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::Contradicted }
    }
}

impl Claim {
    /// The claim as text for the terminal: one line with claim, result and judgement. A second line quotes the source,
    /// if there is a quotation.
    pub fn line(&self) -> String {
        let remark = self.remark.as_ref().map_or(String::new(), |remark| format!(" ({remark})"));
        let quote = self.original.as_ref().map_or(String::new(), |original| {
            format!("\n  source, {}: “{}”", original.section, original.sentence)
        });
        format!("claim: {}; here: {}{remark}: {}{quote}", self.published, self.here, self.judgement.words())
    }

    /// The claim as a quick run shows it: with the measured numbers, but judged [`Judgement::TooSmall`].
    pub fn of_quick_run(self) -> Self {
        let is_open = self.judgement == Judgement::Open;
        Self { judgement: if is_open { Judgement::Open } else { Judgement::TooSmall }, ..self }
    }

    /// This claim with two additions from the published claim: the source's sentence, and the remark on the
    /// comparison.
    pub fn quoting(self, claim: &PublishedClaim) -> Self {
        let original = Original { sentence: claim.original.clone(), section: claim.section.clone() };
        Self { original: Some(original), remark: claim.remark.clone(), ..self }
    }

    /// A claim that cannot be judged yet; `why` gives the reason.
    pub fn open(published: impl Into<String>, why: impl Into<String>) -> Self {
        Self::with(published, why.into(), Judgement::Open)
    }

    /// A claim judged by `judge`. That function returns the measured result as text, and the verdict (a [`Judgement`],
    /// or a `bool`: whether the claim holds). The claim is open while `judge` returns `None`.
    pub fn judged<V: Into<Judgement>>(
        published: impl Into<String>,
        judge: impl FnOnce() -> Option<(String, V)>,
    ) -> Self {
        Self::judged_or(published, "not measured yet", judge)
    }

    /// Like [`Claim::judged`]; while the claim is open, `why_open` is shown as the reason.
    pub fn judged_or<V: Into<Judgement>>(
        published: impl Into<String>,
        why_open: impl Into<String>,
        judge: impl FnOnce() -> Option<(String, V)>,
    ) -> Self {
        match judge() {
            Some((here, judgement)) => Self::with(published, here, judgement.into()),
            None => Self::open(published, why_open),
        }
    }

    /// Like [`Claim::judged`], for a claim from a [`PublishedClaim`], with the source's sentence.
    pub fn of_source<V: Into<Judgement>>(
        claim: &PublishedClaim,
        judge: impl FnOnce() -> Option<(String, V)>,
    ) -> Self {
        Self::judged(&claim.says, judge).quoting(claim)
    }

    fn with(published: impl Into<String>, here: String, judgement: Judgement) -> Self {
        Self { published: published.into(), here, judgement, original: None, remark: None }
    }
}

/// Whether a measured exponent agrees with the published one, within [`EXPONENT_TOLERANCE`].
pub fn is_exponent(measured: f64, published: f64) -> bool {
    (measured - published).abs() <= EXPONENT_TOLERANCE
}

/// All measured values of a metric, of all series; `None` if nothing has been measured yet.
pub fn all_of(figures: &[Figure], metric: &str) -> Option<Vec<f64>> {
    let all: Vec<f64> = figures.iter().filter(|f| f.metric == metric).map(|f| f.value).collect();
    (!all.is_empty()).then_some(all)
}

/// The least and the greatest value; `None` if there are no values.
pub fn range(values: &[f64]) -> Option<(f64, f64)> {
    let first = *values.first()?;
    Some(values.iter().fold((first, first), |(low, high), value| (low.min(*value), high.max(*value))))
}

/// The value of a series at x; `None` if there is none yet. If there are several, the last one counts.
pub fn value(figures: &[Figure], series: &str, metric: &str, x: f64) -> Option<f64> {
    let found = figures.iter().rev().find(|f| f.series == series && f.metric == metric && f.x == x);
    found.map(|f| f.value)
}

/// The x at which the series has values, ascending.
pub fn xs(figures: &[Figure], series: &str, metric: &str) -> Vec<f64> {
    let of_series = figures.iter().filter(|f| f.series == series && f.metric == metric);
    let mut xs: Vec<f64> = of_series.map(|f| f.x).collect();
    xs.sort_by(f64::total_cmp);
    xs.dedup();
    xs
}

/// The savings of `series` compared with `rival` in a metric: 0.2 means 20 % less, −0.5 means 50 % more. One value for
/// every x ≥ `from` at which both series were measured.
pub fn savings(figures: &[Figure], series: &str, rival: &str, metric: &str, from: f64) -> Vec<f64> {
    let xs = xs(figures, series, metric).into_iter().filter(|x| *x >= from);
    let saving = |x| {
        let (own, other) = (value(figures, series, metric, x)?, value(figures, rival, metric, x)?);
        (other > 0.0).then(|| 1.0 - own / other)
    };
    xs.filter_map(saving).collect()
}

/// Savings as text: `62 % less`, `31 to 62 % less`, `5 % more to 12 % less`.
pub fn savings_text(savings: &[f64]) -> String {
    let (low, high) = range(savings).unwrap_or_default();
    let percent = |share: f64| (100.0 * share.abs()).round();
    let direction = |share: f64| if share < 0.0 { "more" } else { "less" };
    let (first, second) = if low < 0.0 && high < 0.0 { (high, low) } else { (low, high) };
    match (percent(first), percent(second)) {
        (a, b) if a == b && direction(low) == direction(high) => {
            format!("{} % {}", number(a), direction(low))
        }
        (a, b) if direction(low) == direction(high) => {
            format!("{} to {} % {}", number(a), number(b), direction(low))
        }
        (a, b) => format!("{} % {} to {} % {}", number(a), direction(first), number(b), direction(second)),
    }
}

/// Slope of the least-squares line through (log x, log value); `None` with fewer than two sizes.
pub fn exponent(figures: &[Figure], series: &str, metric: &str) -> Option<f64> {
    let wanted = figures.iter().filter(|f| f.series == series && f.metric == metric && f.value > 0.0);
    let points: Vec<(f64, f64)> = wanted.map(|f| (f.x.ln(), f.value.ln())).collect();
    let count = points.len() as f64;
    let mean_x = points.iter().map(|p| p.0).sum::<f64>() / count;
    let mean_y = points.iter().map(|p| p.1).sum::<f64>() / count;
    let variance: f64 = points.iter().map(|p| (p.0 - mean_x).powi(2)).sum();
    let covariance: f64 = points.iter().map(|p| (p.0 - mean_x) * (p.1 - mean_y)).sum();
    (variance > 0.0).then(|| covariance / variance)
}

/// The claim that the time of `series` is less than that of `rival` by at least the fraction `share`, at every x ≥
/// `from`. If this is true at some x only, the claim holds in part.
pub fn takes_less(
    figures: &[Figure],
    published: &str,
    (series, rival): (&str, &str),
    (share, from): (f64, f64),
) -> Claim {
    let open = format!("{series} and {rival} have not both been measured");
    Claim::judged_or(published, open, || {
        let savings = savings(figures, series, rival, "time", from);
        let cases: Vec<bool> = savings.iter().map(|saving| *saving >= share).collect();
        let verdict = Judgement::of_cases(&cases, Judgement::NotReproduced);
        (!savings.is_empty()).then(|| (format!("{} time", savings_text(&savings)), verdict))
    })
}
