//! A move taken apart for the inspector: the question, and what a method looks at to answer it.

pub mod descent;
pub mod question;
mod sentences;
