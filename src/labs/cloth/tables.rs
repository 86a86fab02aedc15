//! The six tables of patent CN101593367: the printed figures beside measurements on identical recorded steps.
//!
//! The measurements come from `results/`, written by `bench cloth-table-1` to `bench cloth-table-6`.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::cloth::methods::{AS_PUBLISHED, BINARY};
use crate::files::shipped_csv;

/// Name of the series measured with the centroid filter, in the tables that compare measurements with and
/// without it.
pub const WITH: &str = "with the filter";
/// Name of the row of table 6 with the share of pairs dropped by the filter, per cent.
pub const DROPPED: &str = "dropped";
const WITHOUT: &str = "without it";

/// One table of the patent.
pub struct Table {
    /// Id of the experiment that measures this table's numbers.
    pub id: &'static str,
    /// Numbers of the table, in measuring order.
    pub numbers: Vec<Number>,
}

/// A number of a table. It is a row of the experiment's file; the other columns of that file are ignored.
#[derive(Clone, Debug, Deserialize)]
pub struct Number {
    /// The series: a method, or a variant of one.
    pub series: String,
    /// The column of the table: particles along a side, or the filter's threshold as a multiple of the
    /// longest edge.
    pub x: f64,
    /// Name of the measured quantity.
    pub metric: String,
    /// The value measured here.
    pub value: f64,
    /// The value printed in the patent, if it is legible.
    pub published: Option<f64>,
}

/// For each table: the id of its experiment, and the quantity that the patent prints.
const PRINTED: [(&str, &str); 6] = [
    ("cloth-table-1", "boxes"),
    ("cloth-table-2", "pairs"),
    ("cloth-table-3", "frame_rate"),
    ("cloth-table-4", "pairs_left"),
    ("cloth-table-5", "frame_rate"),
    ("cloth-table-6", "share"),
];

/// All six tables, in the patent's order.
pub static TABLES: LazyLock<[Table; 6]> = LazyLock::new(|| {
    PRINTED.map(|(id, metric)| {
        let rows = csv::Reader::from_reader(shipped_csv(id).unwrap_or_default()).into_deserialize::<Number>();
        let numbers = rows.map(|row| row.expect("a test reads the files"));
        Table { id, numbers: numbers.filter(|number| number.metric == metric).collect() }
    })
});

impl Table {
    /// The columns, in ascending order.
    pub fn xs(&self) -> Vec<f64> {
        let mut xs: Vec<f64> = self.numbers.iter().map(|number| number.x).collect();
        xs.sort_by(f64::total_cmp);
        xs.dedup();
        xs
    }

    /// The rows, in measuring order.
    pub fn series(&self) -> Vec<&str> {
        let mut series: Vec<&str> = Vec::new();
        for number in &self.numbers {
            if !series.contains(&number.series.as_str()) {
                series.push(&number.series);
            }
        }
        series
    }

    /// The number in a row and a column.
    pub fn at(&self, series: &str, x: f64) -> Option<&Number> {
        self.numbers.iter().find(|number| number.series == series && number.x == x)
    }

    /// True if the rows are the quad tree with and without the centroid filter, false if they are the two trees.
    pub fn filters(&self) -> bool {
        self.series().contains(&WITH)
    }

    /// Ratio of the quad tree to the binary tree in a column, or of the runs with and without the filter: as
    /// published and as measured here.
    pub fn relation(&self, x: f64) -> [Option<f64>; 2] {
        let rows = if self.filters() { [WITH, WITHOUT] } else { [AS_PUBLISHED, BINARY] };
        let [Some(upper), Some(lower)] = rows.map(|series| self.at(series, x)) else { return [None; 2] };
        let over = |of: fn(&Number) -> Option<f64>| Some(of(upper)? / of(lower)?);
        [over(|number| number.published), over(|number| Some(number.value))]
    }
}
