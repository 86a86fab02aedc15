//! Trees over two meshes: compares every method, construction, update and query with brute force and closed
//! forms.

mod builds;
mod closed_forms;
mod descent;
mod fast;
mod points;
mod queries;
mod rays;
mod sameness;
mod scaled;
mod scenes;
mod thin;
mod triangles;
mod updates;
mod walks;
