//! A subject and one method, taken apart: recorded once, then scrubbed back and forth. The stories stand in `src/stories/`.
//!
//! Nothing here is timed and nothing here decides: a recording repeats what a method does, step by step, with
//! everything that can be seen in between. It is made only when it is shown.

pub mod cursor;
pub mod outcome;
pub mod page;
pub mod region;
pub mod space;
pub mod step_line;
pub mod story;
pub mod views;

pub use self::story::{Story, Subject};
