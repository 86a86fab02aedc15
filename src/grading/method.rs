//! A method of Collidoscope, graded like a program of one's own: bare verdicts, without a process.

use std::time::Instant;

use crate::detector::Detector;
use crate::programs::{Answer, Answerer, Failure, FailureKind, Reply};
use crate::world::{Body, Pair};

/// A detector that answers pair by pair.
pub struct OfMethod {
    /// The name for the report.
    pub name: String,
    /// The detector.
    pub detector: Box<dyn Detector>,
}

impl Answerer for OfMethod {
    fn name(&self) -> &str {
        &self.name
    }

    fn ask(&mut self, pair: &[Body; 2]) -> Reply {
        let start = Instant::now();
        let found = self.detector.detect(pair, &[Pair::new(0, 1)]);
        let refused = |why: String| Failure::new(FailureKind::Refused, why);
        let result = found.map_err(|why| refused(why.to_string())).and_then(|found| {
            let verdict = found.verdicts.first().ok_or_else(|| refused("no verdict".to_owned()))?;
            Ok(Answer { colliding: verdict.colliding, certificate: None })
        });
        Reply { result, took: start.elapsed() }
    }
}
