//! Experiments about moves through a level: the cost of shifted planes (source 2, Melax 2000), and how early
//! they stop a mover.

mod contest;
mod ground;

pub mod bevels;
pub mod error;
pub mod movers;
pub mod peers;
pub mod scale;
