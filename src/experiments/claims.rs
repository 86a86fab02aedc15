//! Judging the sources' claims by the measured figures, in plain words.

use super::pivot::number;
use super::{Claim, Figure};

impl Claim {
    /// The claim as one line for the terminal.
    pub fn line(&self) -> String {
        format!("claim: {}; here: {}: {}", self.published, self.here, self.verdict())
    }

    /// The judgement: `holds`, `does not hold`, or `cannot be judged`.
    pub fn verdict(&self) -> &'static str {
        match self.holds {
            Some(true) => "holds",
            Some(false) => "does not hold",
            None => "cannot be judged",
        }
    }

    /// A claim that cannot be judged yet, with the reason.
    pub fn open(published: impl Into<String>, why: impl Into<String>) -> Self {
        Self { published: published.into(), here: why.into(), holds: None }
    }

    /// A claim judged by `judge`, which returns the measured result and whether the claim holds; open while
    /// it returns `None`.
    pub fn judged(published: impl Into<String>, judge: impl FnOnce() -> Option<(String, bool)>) -> Self {
        Self::judged_or(published, "not measured yet", judge)
    }

    /// Like [`Claim::judged`], with the reason that is shown while the claim is open.
    pub fn judged_or(
        published: impl Into<String>,
        why_open: impl Into<String>,
        judge: impl FnOnce() -> Option<(String, bool)>,
    ) -> Self {
        match judge() {
            Some((here, holds)) => Self { published: published.into(), here, holds: Some(holds) },
            None => Self::open(published, why_open),
        }
    }
}

/// All values of a metric, of every series; `None` if there are none yet.
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

/// The savings of `series` compared with `rival`, at every x of both from `from` on: 0.2 means 20 % less,
/// −0.5 means 50 % more.
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

/// The claim that `series` takes at least `share` less than `rival` everywhere from `from` on.
pub fn takes_less(
    figures: &[Figure],
    published: &str,
    (series, rival): (&str, &str),
    (share, from): (f64, f64),
) -> Claim {
    let open = format!("{series} and {rival} have not both been measured");
    Claim::judged_or(published, open, || {
        let savings = savings(figures, series, rival, "time", from);
        let holds = savings.iter().all(|saving| *saving >= share);
        (!savings.is_empty()).then(|| (savings_text(&savings), holds))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(series: &str, x: f64, value: f64) -> Figure {
        Figure::new(series, (x, "bodies"), "time", (value, "ms"))
    }

    #[test]
    fn less_and_more_are_said_in_words() {
        for (savings, text) in [
            (vec![0.62], "62 % less"),
            (vec![0.62, 0.31], "31 to 62 % less"),
            (vec![-0.05, 0.12], "5 % more to 12 % less"),
            (vec![-1.5, -0.5], "50 to 150 % more"),
            (vec![0.2, 0.2], "20 % less"),
        ] {
            assert_eq!(savings_text(&savings), text);
        }
    }

    #[test]
    fn a_claim_is_judged_by_its_worst_place_and_not_at_all_without_numbers() {
        let figures =
            [time("a", 60.0, 1.0), time("b", 60.0, 2.0), time("a", 80.0, 1.9), time("b", 80.0, 2.0)];
        let judge = |share, from| takes_less(&figures, "less", ("a", "b"), (share, from)).holds;
        assert_eq!((judge(0.2, 0.0), judge(0.04, 0.0)), (Some(false), Some(true)));
        assert_eq!(judge(0.2, 100.0), None);
        assert_eq!(takes_less(&figures, "less", ("a", "c"), (0.2, 0.0)).holds, None);
        let claim = takes_less(&figures, "≥ 4 % less", ("a", "b"), (0.04, 0.0));
        assert_eq!(claim.line(), "claim: ≥ 4 % less; here: 5 to 50 % less: holds");
    }
}
