//! Levels: compares the tree with the brushes point by point, and moves with closed forms, with each other
//! and with another library.

mod bevelled;
mod entries;
mod forms;
mod grazing;
mod made;
mod map;
mod random;
mod sharp;
mod trees;
mod walk;
