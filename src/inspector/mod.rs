//! The inspector: shows step by step, forwards and backwards, how a method reached its answer for a subject. The
//! stories of each lab are in `src/stories/`.
//!
//! Nothing here is timed, and no answer is computed here: a recording repeats the computation of a method, with all
//! intermediate results. It is made only when it is shown.

pub mod cursor;
pub mod outcome;
pub mod page;
pub mod region;
pub mod space;
pub mod step_line;
pub mod story;

pub use self::story::{Story, Subject};
