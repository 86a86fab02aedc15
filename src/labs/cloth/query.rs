//! A query of the continuous tests, such as one of a data set, which the inspector shows in place of a step of the
//! cloth: its parameter, and the answers.

use std::sync::{Arc, OnceLock};

use crate::continuous::methods::{EXACT, METHODS, Method};
use crate::continuous::{Kind, Query};
use crate::geometry::Point;

/// Coordinates of a query: eight points.
const NUMBERS: usize = 24;
/// Largest accepted coordinate; the inspector draws with f32.
const FARTHEST: f64 = 1e9;

/// A query, with the answers of all continuous tests once they are needed.
pub struct LoneQuery {
    /// The query.
    pub query: Query,
    answers: OnceLock<Vec<Option<f64>>>,
}

impl LoneQuery {
    /// The tests with their times of contact; `None` means no contact.
    pub fn answers(&self) -> impl Iterator<Item = (&'static Method, Option<f64>)> {
        let ask = || METHODS.iter().map(|method| method.answer(&self.query.into())).collect();
        METHODS.iter().zip(self.answers.get_or_init(ask).iter().copied())
    }

    /// The exact time of contact, rounded down.
    pub fn truth(&self) -> Option<f64> {
        self.answers().find(|(method, _)| method.id == EXACT).and_then(|(_, time)| time)
    }
}

/// Parses a query as [`said`] writes it; `None` if it is invalid.
pub fn read(word: &str) -> Option<Arc<LoneQuery>> {
    let (kind, numbers) = word.split_once(':')?;
    let kind = Kind::ALL.into_iter().find(|known| known.id() == kind)?;
    let number = |text: &str| text.parse::<f64>().ok().filter(|x| x.abs() <= FARTHEST);
    let numbers: [f64; NUMBERS] =
        numbers.split(',').map(number).collect::<Option<Vec<_>>>()?.try_into().ok()?;
    let [start, end] = [0, 4].map(|first| {
        [0, 1, 2, 3].map(|point| Point::from([0, 1, 2].map(|axis| numbers[3 * (first + point) + axis])))
    });
    Some(Arc::new(LoneQuery { query: Query { kind, start, end }, answers: OnceLock::new() }))
}

/// The kind of the features, and the coordinates of the four points at time 0, then at time 1.
pub fn said(query: &Query) -> String {
    let points = query.start.iter().chain(&query.end);
    let numbers: Vec<_> = points.flat_map(|point| point.iter().map(f64::to_string)).collect();
    format!("{}:{}", query.kind.id(), numbers.join(","))
}
