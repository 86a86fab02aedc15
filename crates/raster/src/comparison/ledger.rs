//! All measurements of every method so far, and their columns in the saved file.
//!
//! In a frame with a newly built detector the time is written as `first_time_ms`, because it includes
//! compiling and uploading.

use std::time::Duration;

use super::findings::Findings;
use super::lineup::row_of;
use super::statistics::{Record, Sample};
use crate::methods::{METHODS, Method};

/// Measurements of all methods: one record per row of the table of methods.
pub struct Ledger {
    records: Vec<Record>,
}

impl Default for Ledger {
    fn default() -> Self {
        Self { records: vec![Record::default(); METHODS.len()] }
    }
}

impl Ledger {
    /// Adds a sample for each of these methods, except those that failed.
    pub fn push(&mut self, frame: u64, found: &Findings, asked: &[&'static Method]) {
        for answer in asked.iter().filter_map(|method| found.answer(method)) {
            if answer.trouble.is_none() {
                let sample = Sample::of(frame, found.candidates.len(), answer);
                self.records[row_of(answer.method)].push(sample);
            }
        }
    }

    /// Approximate memory use, bytes.
    pub fn bytes(&self) -> usize {
        self.records.iter().map(|record| record.samples().len() * size_of::<Sample>()).sum()
    }

    /// The measurements of one method.
    pub fn of(&self, method: &Method) -> &Record {
        &self.records[row_of(method)]
    }

    /// Drops the measurements of a method, as after a change of its settings.
    pub fn forget(&mut self, method: &Method) {
        self.records[row_of(method)].clear();
    }

    /// Whether nothing has been measured yet.
    pub fn is_empty(&self) -> bool {
        self.records.iter().all(|record| record.now().is_none())
    }

    /// All samples with their methods, method by method.
    pub fn samples(&self) -> impl Iterator<Item = (&'static Method, &Sample)> {
        let all = METHODS.iter().zip(&self.records);
        all.flat_map(|(method, record)| record.samples().map(move |sample| (method, sample)))
    }
}

/// The numbers of a sample, as `(column, value)`. Numbers that were not measured are omitted.
pub fn figures(sample: &Sample) -> Vec<(String, f64)> {
    let cost = &sample.cost;
    let ms = |time: Duration| time.as_nanos() as f64 / 1e6;
    let first = if sample.first { "first_" } else { "" };
    let mut all = Vec::new();
    if sample.is_timed() {
        all.push((format!("{first}time_ms"), ms(cost.cpu)));
    }
    all.extend(cost.gpu.map(|gpu| (format!("{first}gpu_time_ms"), ms(gpu))));
    let mut count = |name: &str, value: u64| all.push((name.to_owned(), value as f64));
    count("candidates", sample.candidates as u64);
    count("colliding", sample.colliding as u64);
    if let Some([missed, false_hits]) = sample.errors {
        count("missed", missed as u64);
        count("false_hits", false_hits as u64);
    }
    if let Some(certificates) = sample.program {
        count("proved", certificates.proved as u64);
        count("bare", certificates.bare as u64);
        count("false_certificates", certificates.flawed as u64);
        count("unanswered", certificates.unanswered as u64);
        return all;
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
    use crate::comparison::statistics::tests::took;
    use crate::detector::Tally;

    #[test]
    fn what_was_not_measured_is_not_among_the_figures() {
        const STAGES: &[&str] = &["boxes", "fat"];
        let mut sample = Sample { errors: Some([2, 0]), ..took(7, 3) };
        sample.cost.rejections = Tally::of(STAGES);
        sample.cost.rejections.add(1, 5);
        let mut ledger = Ledger::default();
        assert!(ledger.is_empty());
        ledger.records[1].push(took(6, 40));
        ledger.records[1].push(sample);
        let of: Vec<_> = ledger.samples().collect();
        assert!(of.iter().all(|(method, _)| method.id == METHODS[1].id) && of.len() == 2);
        let value = |at: usize, column: &str| {
            figures(of[at].1).into_iter().find(|(name, _)| name == column).map(|(_, value)| value)
        };
        assert_eq!(value(0, "time_ms"), None, "the first frame compiles");
        assert_eq!(value(0, "first_time_ms"), Some(40.0));
        assert_eq!(value(1, "time_ms"), Some(3.0));
        assert_eq!(value(1, "missed"), Some(2.0));
        assert_eq!(value(0, "missed"), None, "nobody was there to judge");
        assert_eq!((value(1, "rejected_by_fat"), value(1, "rejected_by_boxes")), (Some(5.0), Some(0.0)));
        assert_eq!(value(0, "rejected_by_fat"), None, "it has no such stage");
    }
}
