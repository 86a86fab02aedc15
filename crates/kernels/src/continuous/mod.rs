//! Continuous collision detection: the first contact of two linearly moving features.
//!
//! A vertex and a triangle, or two edges, of the cloth (source 5). [`first_contact`](hybrid::first_contact)
//! answers safely and fast; [`methods`] lists it with other methods for the same query.

pub mod closest;
pub mod crossing;
pub mod cubic;
pub mod differences;
pub mod exact;
pub mod hybrid;
pub mod inclusion;
pub mod many;
pub mod methods;
pub mod naive;
pub mod pair;
pub mod polynomial;
