//! The lab of the cloth.

pub mod story;
pub mod subject;
