//! The integration tests, one crate: a module per topic.

mod tidy;
