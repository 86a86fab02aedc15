//! One search for everything that has a name: lessons, methods, settings, scenes, experiments, pages, what keys do. Its
//! entries come from the tables of those things; none of them has anything to register here.

pub mod entry;
pub mod also_called;
pub mod ranking;
pub mod index;
pub mod window;
