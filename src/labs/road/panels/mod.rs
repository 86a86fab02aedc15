//! The panels of the road, a file per section.

pub mod counters;
pub mod describe;
pub mod distances;
pub mod driver;
pub mod events;
pub mod inspected;
pub mod marks;
pub mod method;
pub mod pane_header;
pub mod rule;
pub mod world;
