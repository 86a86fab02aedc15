//! Answers of the exact sweep far away and among solids that share faces, against whole numbers.

mod far;
mod unions;
