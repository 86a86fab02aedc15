//! An axis: maps values to positions between 0 and 1, and selects tick marks.

use super::format::number;

/// The range of an axis, linear or logarithmic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scale {
    /// The value at the lower end.
    pub low: f64,
    /// The value at the upper end, above `low`.
    pub high: f64,
    /// Whether the scale is logarithmic, so that equal ratios have equal lengths.
    pub log: bool,
}

impl Scale {
    /// A scale that covers all values, with round numbers at its ends. A linear scale starts at 0 if no value
    /// is negative; a logarithmic one ignores values that are not positive.
    pub fn around(values: impl Iterator<Item = f64>, log: bool) -> Self {
        let (low, high) = ends(values, log);
        if log {
            return Self {
                low: round(low, Rounding::Down),
                high: round(high, Rounding::Up).max(2.0 * low),
                log,
            };
        }
        let low = low.min(0.0);
        let step = step(high - low, 6.0);
        let (low, top) = ((low / step).floor() * step, (high / step).ceil() * step);
        Self { low, high: if top > low { top } else { low + 1.0 }, log }
    }

    /// A scale that covers all values with a margin, for x, where the ends need not be round.
    pub fn snug(values: impl Iterator<Item = f64>, log: bool) -> Self {
        let (low, high) = ends(values, log);
        let (from, to) = if log { (low.log10(), high.log10()) } else { (low, high) };
        let margin = if to > from { 0.04 * (to - from) } else { 0.5 };
        let back = |v: f64| if log { 10_f64.powf(v) } else { v };
        Self { low: back(from - margin), high: back(to + margin), log }
    }

    /// The position of a value: 0 at the lower end, 1 at the upper end, below 0 or above 1 outside the range; `None`
    /// if the value has no logarithm.
    pub fn place(&self, value: f64) -> Option<f64> {
        if !self.log {
            return Some((value - self.low) / (self.high - self.low));
        }
        (value > 0.0).then(|| (value / self.low).ln() / (self.high / self.low).ln())
    }

    /// Round values for tick marks, about `count` of them on a linear scale, with their labels.
    pub fn marks(&self, count: usize) -> Vec<(f64, String)> {
        let values: Vec<f64> = if self.log {
            let decades = (self.high / self.low).log10();
            let steps: &[f64] = if decades <= 3.0 { &[1.0, 2.0, 5.0] } else { &[1.0] };
            let (first, last) = (self.low.log10().floor() as i32, self.high.log10().ceil() as i32);
            let powers = (first..=last).map(|power| 10_f64.powi(power));
            powers.flat_map(|power| steps.iter().map(move |step| step * power)).collect()
        } else {
            let step = step(self.high - self.low, count as f64);
            let (first, last) = ((self.low / step).ceil() as i64, (self.high / step).floor() as i64);
            (first..=last).map(|i| i as f64 * step).collect()
        };
        let slack = 1e-9;
        let inside = |v: &f64| self.place(*v).is_some_and(|p| (-slack..=1.0 + slack).contains(&p));
        values.into_iter().filter(inside).map(|v| (v, number(v))).collect()
    }

    /// Tick marks at the values themselves if there are few, because exact values are more informative; otherwise at
    /// round numbers.
    pub fn marks_at(&self, values: &[f64], most: usize) -> Vec<(f64, String)> {
        if values.len() > most {
            return self.marks(most);
        }
        let mut last = f64::NEG_INFINITY;
        let mut marks = Vec::new();
        for &value in values {
            let Some(place) = self.place(value) else { continue };
            // Labels must not overlap.
            if place - last > 0.055 {
                marks.push((value, number(value)));
                last = place;
            }
        }
        marks
    }
}

fn ends(values: impl Iterator<Item = f64>, log: bool) -> (f64, f64) {
    let usable = values.filter(|v| v.is_finite() && (!log || *v > 0.0));
    let (low, high) = usable.fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
    if low <= high {
        (low, high)
    } else if log {
        (1.0, 10.0)
    } else {
        (0.0, 1.0)
    }
}

/// A step of 1, 2 or 5 times a power of ten, such that about `parts` steps make up `length`.
fn step(length: f64, parts: f64) -> f64 {
    let length = if length > 0.0 { length } else { 1.0 };
    round(length / parts, Rounding::Up)
}

enum Rounding {
    Up,
    Down,
}

/// The value rounded to 1, 2 or 5 times a power of ten.
fn round(value: f64, rounding: Rounding) -> f64 {
    let power = 10_f64.powf(value.log10().floor());
    let candidates = [1.0, 2.0, 5.0, 10.0].map(|digit| digit * power);
    let slack = 1.0 + 1e-9;
    match rounding {
        Rounding::Up => candidates.into_iter().find(|c| c * slack >= value).unwrap_or(candidates[3]),
        Rounding::Down => candidates.into_iter().rev().find(|c| *c <= value * slack).unwrap_or(power),
    }
}
