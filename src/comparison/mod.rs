//! Methods for pairs of bodies, all asked the same and held against each other, without a window.
//!
//! [`lineup`] is which methods are on, [`detectors`] the detectors that are kept for them, [`findings`] what they say of the
//! candidates of a frame. [`disagreements`] counts what disagrees with what, [`ledger`] and [`statistics`] what all frames came to,
//! [`tiles`] what a method saw of each pair. [`slide`] moves a pair along a line and asks all methods around contact.

pub mod lineup;
pub mod panes;
pub mod detectors;
pub mod findings;
pub mod disagreements;
pub mod statistics;
pub mod ledger;
pub mod tiles;
pub mod slide;
