//! Grading of programs and tables of one's own: homework files, families of pairs with a truth known by construction,
//! checks that need no truth, what the pixels of a table can show, hints, and the report.
//!
//! Equal seeds give equal questions in equal order on every machine.

pub mod changes;
pub mod families;
pub mod grade;
pub mod hints;
pub mod homework;
pub mod method;
pub mod pixels;
pub mod report;
