//! The one integration crate: a module per topic.

mod cases;
mod convexity;
mod import;
