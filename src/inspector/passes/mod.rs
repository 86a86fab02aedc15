//! Tables of passes: the rows, the buffers after each, a pixel's way through them, the pair in space.

pub mod buffers;
pub mod probe;
pub mod rows;
pub mod table;
pub mod state;
pub mod space;
