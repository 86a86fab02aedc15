//! All that was measured so far, of every method, and the file that it is saved in.
//!
//! A frame in which a method was new has its time as `first_time_ms`: there it compiled and uploaded as well.

use std::time::Duration;

use super::findings::Findings;
use super::lab::ROW;
use super::lineup::row_of;
use super::statistics::{Record, Sample};
use crate::gpu::Gpu;
use crate::labs::lab::LabError;
use crate::labs::measured::{self, Row, milliseconds};
use crate::methods::{METHODS, Method};
use crate::settings::Settings;

/// A record per row of the table of methods.
pub struct Ledger {
    records: Vec<Record>,
}

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

    /// The samples as a file; `None` without any. `settings` says how a method is set, `scene` what was on show.
    pub fn file(
        &self,
        gpu: Option<&Gpu>,
        scene: &str,
        settings: impl Fn(&'static Method) -> Settings,
    ) -> Option<Result<Vec<u8>, LabError>> {
        let samples = || {
            METHODS
                .iter()
                .zip(&self.records)
                .flat_map(|(method, record)| record.samples().map(move |sample| (method, sample)))
        };
        // Methods count what no other counts: a column for each of it, in the order in which it comes.
        let mut columns: Vec<String> = Vec::new();
        for (name, _) in samples().flat_map(|(_, sample)| figures(sample)) {
            if !columns.contains(&name) {
                columns.push(name);
            }
        }
        let rows: Vec<_> = samples()
            .map(|(method, sample)| {
                let figures = figures(sample);
                let value = |column: &String| {
                    figures.iter().find(|(name, _)| name == column).map(|(_, value)| *value)
                };
                let values = columns.iter().map(value).collect();
                Row::with(sample.frame, (&method.about, &settings(method)), values)
            })
            .collect();
        let columns: Vec<_> = columns.iter().map(String::as_str).collect();
        (!rows.is_empty()).then(|| measured::file(ROW.id, gpu, scene, &columns, rows.iter()))
    }
}

/// The numbers of a sample, as `(column, value)`. What was not measured is not among them.
fn figures(sample: &Sample) -> Vec<(String, f64)> {
    let cost = &sample.cost;
    let ms = |time: Duration| milliseconds(time).unwrap_or_default();
    let first = if sample.first { "first_" } else { "" };
    let mut all = vec![(format!("{first}time_ms"), ms(cost.cpu))];
    all.extend(cost.gpu.map(|gpu| (format!("{first}gpu_time_ms"), ms(gpu))));
    let mut count = |name: &str, value: u64| all.push((name.to_owned(), value as f64));
    count("candidates", sample.candidates as u64);
    count("colliding", sample.colliding as u64);
    if let Some([missed, false_hits]) = sample.errors {
        count("missed", missed as u64);
        count("false_hits", false_hits as u64);
    }
    count("draws", cost.draws);
    count("triangles", cost.triangles);
    count("queries", cost.queries);
    count("bytes_read", cost.bytes_read);
    for (stage, rejected) in cost.rejections.iter() {
        count(&format!("rejected_by_{stage}"), rejected);
    }
    for (kind, tests) in cost.tests.iter() {
        count(&format!("tests_of_{kind}"), tests);
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::detector::Tally;
    use crate::labs::arena::statistics::tests::took;

    #[test]
    fn the_file_has_a_row_per_frame_and_method_and_says_what_was_measured() {
        const STAGES: &[&str] = &["boxes", "fat"];
        let mut sample = Sample { errors: Some([2, 0]), ..took(7, 3) };
        sample.cost.rejections = Tally::of(STAGES);
        sample.cost.rejections.add(1, 5);
        let mut ledger = Ledger::default();
        assert!(ledger.is_empty());
        ledger.records[1].push(took(6, 40));
        ledger.records[1].push(sample);
        let settings = |method: &'static Method| method.default_settings();
        let file = ledger.file(None, "seed=1", settings).unwrap().unwrap();

        let mut reader = csv::Reader::from_reader(file.as_slice());
        let columns = reader.headers().unwrap().clone();
        let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
        let value = |frame: &str, column: &str| {
            let place = |name: &str| columns.iter().position(|known| known == name).unwrap();
            let mut of_frame = rows.iter().filter(|row| &row[place("frame")] == frame);
            let row = of_frame.next().unwrap();
            assert!(of_frame.next().is_none() && &row[place("method")] == METHODS[1].id);
            row[place(column)].to_owned()
        };
        assert_eq!(value("6", "time_ms"), "", "the first frame compiles");
        assert_eq!(value("6", "first_time_ms"), "40");
        assert_eq!(value("7", "time_ms"), "3");
        assert_eq!(value("7", "missed"), "2");
        assert_eq!(value("6", "missed"), "", "nobody was there to judge");
        assert_eq!(
            (value("7", "rejected_by_fat"), value("7", "rejected_by_boxes")),
            ("5".into(), "0".into())
        );
        assert_eq!(value("6", "rejected_by_fat"), "", "it has no such stage");
    }
}
