//! Tables of passes that users write: their text, the methods that run them, and their cost, against the built-in
//! tables and against the GPU.

mod cost;
mod files;
mod fuzz;
mod text;
