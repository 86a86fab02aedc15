//! Tables of passes that users write: as text, as cells, and as the program that runs; and what is wrong with them.
//!
//! [`text`] reads a file or the text of a setting into an [`OwnTable`](table::OwnTable), whose cells are what the text
//! says, with the unsaid ones empty. [`lowering`] turns the cells into a
//! [`PassProgram`](super::pass::PassProgram), which runs like that of any other method. The other files are pure
//! functions for the page that edits a table and for its grade: which relations it decides rightly, which rows matter,
//! the smallest pixel on which it is wrong, the row that makes it so, its cost, and its difference from another table.

pub mod check;
pub mod cost;
pub mod counterexample;
pub mod difference;
pub mod lowering;
pub mod pixel;
pub mod reason;
pub mod relations;
pub mod rows;
pub mod settings;
pub mod table;
pub mod text;
pub mod words;
