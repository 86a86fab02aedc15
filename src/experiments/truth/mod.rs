//! `truth`: adversarial pairs with a known truth.

pub mod families;
pub mod solids;
