//! One search for everything that has a name: lessons, methods, settings, scenes, experiments, pages, commands. Its
//! entries are built from the tables of those things, so no table has to register anything here.

pub mod entry;
pub mod also_called;
pub mod ranking;
pub mod index;
pub mod window;
