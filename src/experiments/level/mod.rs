//! Experiments about moves through a level: the cost of shifted planes (source 2, Melax 2000), and the distance by
//! which they stop a mover too early.

mod contest;
pub mod ground;

pub mod bevels;
pub mod error;
pub mod movers;
pub mod peers;
pub mod scale;
