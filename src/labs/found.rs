//! Search items of a lab: lists declared in its row, and objects found by number.

use crate::exhibit::Params;
use crate::geometry::Aabb;

/// A list of named items of a lab. One parameter selects each of them.
pub struct SearchItems {
    /// Kind of the items, in English.
    pub kind: &'static str,
    /// Parameter that selects an item, as in `word=value`.
    pub word: &'static str,
    /// Whether the parameter accepts several values separated by commas, or `none`.
    pub many: bool,
    /// All items, in menu order.
    pub rows: fn() -> Vec<SearchItem>,
}

/// One item of [`SearchItems`].
pub struct SearchItem {
    /// Value of the parameter.
    pub value: String,
    /// Name, in English.
    pub title: &'static str,
    /// Explanation: one English sentence.
    pub says: &'static str,
}

/// An object of a lab found by its number; texts in the current language.
pub struct Found {
    /// Name of the object.
    pub title: String,
    /// Description in one line.
    pub says: String,
    /// Parameters that select the object.
    pub words: Params,
    /// Box to frame: the object with some of its surroundings, world coordinates in metres.
    pub bounds: Aabb,
}
