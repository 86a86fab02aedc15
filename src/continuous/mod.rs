//! Two features that move in a straight line each: when do they first touch?
//!
//! A vertex and a triangle, or two edges, of the cloth (source 5). [`first_contact`](hybrid::first_contact) answers
//! safely and quickly; [`methods`] has it beside others that answer the same question.

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
