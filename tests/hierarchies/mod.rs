//! Trees over two meshes: every method, construction, update and query against brute force and closed forms.

mod builds;
mod closed_forms;
mod fast;
mod queries;
mod sameness;
mod scenes;
mod triangles;
mod updates;
mod walks;
