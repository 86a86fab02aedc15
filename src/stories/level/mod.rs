//! Moves in a level for the inspector: the question, and the steps of a method that answers it.

pub mod descent;
pub mod question;
pub mod sentences;
