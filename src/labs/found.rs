//! What of a lab can be found by its name or number: lists that its row names, and what it picks.

use crate::exhibit::Words;
use crate::geometry::Aabb;

/// A list of things of a lab that have names. Each is put on show by one word.
pub struct Things {
    /// What one of them is, in English.
    pub kind: &'static str,
    /// The word that takes their values, as in `word=value`.
    pub word: &'static str,
    /// Whether the word takes several of them, separated by commas, or `none`.
    pub many: bool,
    /// All of them, in the order of their menu.
    pub rows: fn() -> Vec<Thing>,
}

/// One of [`Things`].
pub struct Thing {
    /// Its value of the word.
    pub value: String,
    /// Its name, in English.
    pub title: &'static str,
    /// What it is, one English sentence.
    pub says: &'static str,
}

/// What a lab picks by a number, in the language that is spoken.
pub struct Found {
    /// Its name.
    pub title: String,
    /// What is known of it, one line.
    pub says: String,
    /// Words that pick it.
    pub words: Words,
    /// The box in which it is seen with some of what is around it, metres of the world.
    pub bounds: Aabb,
}
