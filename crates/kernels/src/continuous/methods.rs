//! The table of continuous tests, from which `--method` of `collidoscope ccd`, the tests and `bench` are derived.

use std::ops::Deref;

use super::exact::OnGrid;
use super::{Query, hybrid, inclusion, naive};
use crate::about::{MethodInfo, Promise};

/// A row of [`METHODS`]: the description of a method, and its function.
pub struct Method {
    /// Id, title, source and promise; also accessible through `Deref`: `method.id`.
    pub about: MethodInfo,
    answers: Answers,
}

/// The function of a method, by the kind of numbers that it takes. It returns the time of the first contact.
enum Answers {
    /// Floating-point numbers, and the distance that counts as contact.
    Rounded(fn(&Query, f64) -> Option<f64>),
    /// Integers.
    Exactly(fn(&OnGrid) -> Option<f64>),
}

/// A query in all forms in which methods take it.
#[derive(Clone, Debug, PartialEq)]
pub struct Asked {
    /// The query, rounded to floating-point numbers.
    pub query: Query,
    /// Bound of the error that this rounding causes in any difference of two points; 0 if the numbers are exact.
    pub rounding: f64,
    /// The query before rounding, if it was rounded.
    pub unrounded: Option<Box<OnGrid>>,
}

impl Deref for Method {
    type Target = MethodInfo;

    fn deref(&self) -> &MethodInfo {
        &self.about
    }
}

impl Method {
    /// True if the method takes the rounding error of the query as a gap: features that are closer than this error
    /// count as touching.
    pub fn widens(&self) -> bool {
        self.promise == Promise::NeverLate
    }

    /// The time of the first contact; `None` without contact.
    pub fn answer(&self, asked: &Asked) -> Option<f64> {
        match (&self.answers, &asked.unrounded) {
            (Answers::Rounded(answer), _) => answer(&asked.query, asked.rounding),
            (Answers::Exactly(answer), Some(grid)) => answer(grid),
            (Answers::Exactly(answer), None) => answer(&OnGrid::of(&asked.query)),
        }
    }
}

impl From<Query> for Asked {
    fn from(query: Query) -> Self {
        Self { query, rounding: 0.0, unrounded: None }
    }
}

/// Id of the safe and fast method, the default.
pub const HYBRID: &str = "hybrid";
/// Id of the method with inclusion boxes.
pub const INCLUSION: &str = "inclusion";
/// Id of the method with floating-point roots.
pub const NAIVE: &str = "cubic-naive";
/// Id of the reference method.
pub const EXACT: &str = "exact";

/// All methods, in display order.
pub const METHODS: &[Method] = &[
    Method {
        about: MethodInfo {
            id: HYBRID,
            title: "Clipping and advancement",
            source: "Sederberg & Nishita 1990; Mirtich 1996; this project",
            says: "Alternates between clipping the coplanarity cubic by the hull of its Bernstein coefficients and advancing along the closest points, with bounds on all rounding errors; proves the answer at the root if there is only one.",
            promise: Promise::NeverLate,
            settings: &[],
            compare_with: EXACT,
        },
        answers: Answers::Rounded(|q, gap| hybrid::first_contact(q.kind, &q.start, &q.end, gap)),
    },
    Method {
        about: MethodInfo {
            id: INCLUSION,
            title: "Inclusion boxes",
            source: "Wang et al. 2021",
            says: "Bisects boxes of times and positions on the features, and drops boxes where the vector between the features cannot be 0.",
            promise: Promise::NeverLate,
            settings: &[],
            compare_with: HYBRID,
        },
        answers: Answers::Rounded(inclusion::first_contact),
    },
    Method {
        about: MethodInfo {
            id: NAIVE,
            title: "Roots of the cubic, rounded",
            source: "Provot 1997; Bridson et al. 2002",
            says: "Computes the roots of the coplanarity cubic in floating point and checks whether the features touch at these times.",
            promise: Promise::AsPublished,
            settings: &[],
            compare_with: HYBRID,
        },
        answers: Answers::Rounded(|q, _| naive::first_contact(q)),
    },
    Method {
        about: MethodInfo {
            id: EXACT,
            title: "Roots of the cubic, exact",
            source: "Collins & Akritas 1976, and this project",
            says: "Isolates the roots of the coplanarity cubic in integer arithmetic and tests for contact by exact signs of polynomials at these roots.",
            promise: Promise::Exact,
            settings: &[],
            compare_with: HYBRID,
        },
        answers: Answers::Exactly(OnGrid::first_contact),
    },
];

/// Finds a method by its id.
pub fn find(id: &str) -> Option<&'static Method> {
    METHODS.iter().find(|method| method.id == id)
}
