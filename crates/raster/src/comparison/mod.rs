//! Comparison of methods for pairs of bodies: all answer the same queries and are checked against each other.
//! No window is needed.
//!
//! [`lineup`] determines which methods are on, [`detectors`] holds their detectors, and [`findings`] holds their
//! answers for the candidate pairs of a frame. [`disagreements`] counts differing verdicts, and
//! [`winners`] names the best methods by their [`totals`]; [`ledger`] and [`statistics`] keep the measurements of every frame; [`tiles`] holds the buffers that a method drew for each pair.
//! [`slide`] moves a pair along a line and queries all methods around contact.

pub mod lineup;
pub mod own_program;
pub mod panes;
pub mod detectors;
pub mod findings;
pub mod disagreements;
pub mod statistics;
pub mod ledger;
pub mod totals;
pub mod winners;
pub mod tiles;
pub mod slide;
