//! All that was measured so far, of every method, and the file that it is saved in.
//!
//! The file is tidy: a row per figure, and in every row the machine, the world and the settings that the
//! figure belongs to. A frame in which a method was new counts its time as `first-time`: there it compiled
//! and uploaded as well.

use super::findings::Findings;
use super::lineup::row_of;
use super::statistics::{Record, Sample};
use crate::methods::{METHODS, Method};

/// A record per row of the table of methods.
pub struct Ledger {
    records: Vec<Record>,
}

/// Columns of the file, in order.
pub const COLUMNS: [&str; 8] =
    ["frame", "method", "metric", "value", "unit", "renderer", "scene", "settings"];

impl Default for Ledger {
    fn default() -> Self {
        Self { records: vec![Record::default(); METHODS.len()] }
    }
}

impl Ledger {
    /// Adds a sample for each of these methods. One that could not decide has nothing to be measured.
    pub fn push(&mut self, frame: u64, found: &Findings, asked: &[&'static Method]) {
        for answer in asked.iter().filter_map(|method| found.answer(method)) {
            if answer.trouble.is_none() {
                let sample = Sample::of(frame, found.candidates.len(), answer);
                self.records[row_of(answer.method)].push(sample);
            }
        }
    }

    /// What one method was measured at.
    pub fn of(&self, method: &Method) -> &Record {
        &self.records[row_of(method)]
    }

    /// Begins a method anew: it is set differently from now on.
    pub fn forget(&mut self, method: &Method) {
        self.records[row_of(method)].clear();
    }

    /// Whether nothing has been measured yet.
    pub fn is_empty(&self) -> bool {
        self.records.iter().all(|record| record.now().is_none())
    }

    /// The samples as CSV, with a heading. `settings` says how a method is set.
    pub fn csv(
        &self,
        renderer: &str,
        scene: &str,
        settings: impl Fn(&'static Method) -> String,
    ) -> Result<Vec<u8>, csv::Error> {
        let mut file = csv::Writer::from_writer(Vec::new());
        file.write_record(COLUMNS)?;
        for (method, record) in METHODS.iter().zip(&self.records) {
            let settings = settings(method);
            for sample in record.samples() {
                let frame = sample.frame.to_string();
                for (metric, value, unit) in figures(sample) {
                    let row = [&frame, method.id, &metric, &value, unit, renderer, scene, &settings];
                    file.write_record(row)?;
                }
            }
        }
        file.into_inner().map_err(|e| csv::Error::from(e.into_error()))
    }
}

/// The rows of a sample as `(metric, value, unit)`. What was not measured has no row.
fn figures(sample: &Sample) -> Vec<(String, String, &'static str)> {
    let cost = &sample.cost;
    let milliseconds = |time: std::time::Duration| format!("{:.6}", 1e3 * time.as_secs_f64());
    let time = if sample.first { "first-time" } else { "time" };
    let mut rows = vec![(time.to_owned(), milliseconds(cost.cpu), "ms")];
    if let Some(gpu) = cost.gpu {
        let gpu_time = if sample.first { "first-gpu-time" } else { "gpu-time" };
        rows.push((gpu_time.to_owned(), milliseconds(gpu), "ms"));
    }
    let mut count = |metric: &str, value: u64, unit| rows.push((metric.to_owned(), value.to_string(), unit));
    count("candidates", sample.candidates as u64, "pairs");
    count("colliding", sample.colliding as u64, "pairs");
    if let Some([missed, false_hits]) = sample.errors {
        count("missed", missed as u64, "pairs");
        count("false-hits", false_hits as u64, "pairs");
    }
    count("draws", cost.draws, "draws");
    count("triangles", cost.triangles, "triangles");
    count("queries", cost.queries, "queries");
    count("bytes-read", cost.bytes_read, "bytes");
    for (stage, rejected) in cost.rejections.iter() {
        count(&format!("rejections/{stage}"), rejected, "pairs");
    }
    for (kind, tests) in cost.tests.iter() {
        count(&format!("tests/{kind}"), tests, "tests");
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::comparison::statistics::tests::took;
    use crate::detector::Tally;

    #[test]
    fn the_file_is_tidy_and_says_what_was_measured_under_what_conditions() {
        const STAGES: &[&str] = &["boxes", "fat"];
        let mut sample = Sample { errors: Some([2, 0]), ..took(7, 3) };
        sample.cost.rejections = Tally::of(STAGES);
        sample.cost.rejections.add(1, 5);
        let mut ledger = Ledger::default();
        assert!(ledger.is_empty());
        ledger.records[1].push(took(6, 40));
        ledger.records[1].push(sample);
        let scene = "seed 1, \"quoted\"";
        let file = ledger.csv("llvmpipe", scene, |method| format!("of={}", method.id)).unwrap();

        let mut reader = csv::Reader::from_reader(file.as_slice());
        assert_eq!(reader.headers().unwrap(), COLUMNS.as_slice());
        let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
        let id = METHODS[1].id;
        for row in &rows {
            let conditions: Vec<_> = row.iter().skip(5).map(str::to_owned).collect();
            assert_eq!(
                (&row[1], conditions),
                (id, vec!["llvmpipe".into(), scene.into(), format!("of={id}")])
            );
            row[3].parse::<f64>().expect("a value is a number");
        }
        let value = |frame: &str, metric: &str| {
            let mut of_metric = rows.iter().filter(|row| &row[0] == frame && &row[2] == metric);
            let found = of_metric.next().map(|row| (row[3].to_owned(), row[4].to_owned()));
            assert!(of_metric.next().is_none(), "one row per frame and metric");
            found
        };
        let cell = |value: &str, unit: &str| Some((value.to_owned(), unit.to_owned()));
        assert_eq!(value("6", "time"), None, "the first frame compiles");
        assert_eq!(value("6", "first-time"), cell("40.000000", "ms"));
        assert_eq!(value("7", "time"), cell("3.000000", "ms"));
        assert_eq!(value("7", "missed"), cell("2", "pairs"));
        assert_eq!(value("6", "missed"), None, "nobody was there to judge");
        assert_eq!(value("7", "rejections/fat"), cell("5", "pairs"));
        assert_eq!(value("7", "rejections/boxes"), cell("0", "pairs"));
    }
}
