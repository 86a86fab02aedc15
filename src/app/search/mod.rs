//! One search for everything that has a name: lessons, methods, settings, scenes, experiments, pages, commands. Its
//! entries are built from existing tables, so nothing has to be registered here.

pub mod entry;
pub mod ranking;
pub mod index;
pub mod window;
