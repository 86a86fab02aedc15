//! The budget of a time-critical answer: a number of tests or a time.

use std::time::{Duration, Instant};

use crate::hierarchies::query::Cost;

/// Largest budget in tests.
pub const MOST_TESTS: u64 = 10_000_000;
/// Largest budget in milliseconds.
pub const MOST_MILLISECONDS: f64 = 1000.0;
/// Smallest budget in milliseconds.
pub const LEAST_MILLISECONDS: f64 = 0.001;

/// Limit on the work of an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Budget {
    /// No limit.
    #[default]
    Off,
    /// Tests of volumes and of triangles together.
    Tests(u64),
    /// Milliseconds.
    Time(f64),
}

impl Budget {
    /// Parses `off`, a number of tests such as `500`, or a time such as `0.2ms`; `None` if the text is invalid.
    pub fn of(text: &str) -> Option<Self> {
        if text == "off" {
            return Some(Self::Off);
        }
        match text.strip_suffix("ms") {
            Some(number) => {
                let time: f64 = number.parse().ok()?;
                (LEAST_MILLISECONDS..=MOST_MILLISECONDS).contains(&time).then_some(Self::Time(time))
            }
            None => {
                let tests: u64 = text.parse().ok()?;
                (1..=MOST_TESTS).contains(&tests).then_some(Self::Tests(tests))
            }
        }
    }

    /// The text that [`Budget::of`] parses.
    pub fn to_text(self) -> String {
        match self {
            Self::Off => "off".to_owned(),
            Self::Tests(tests) => tests.to_string(),
            Self::Time(milliseconds) => format!("{milliseconds}ms"),
        }
    }

    /// A predicate that tells a traversal before each test whether any budget is left. A budget in time
    /// starts with this call.
    pub fn go_on(self) -> impl FnMut(&Cost) -> bool {
        let begin = Instant::now();
        move |cost| match self {
            Self::Off => true,
            Self::Tests(tests) => cost.tests() < tests,
            Self::Time(milliseconds) => begin.elapsed() < Duration::from_secs_f64(1e-3 * milliseconds),
        }
    }
}
