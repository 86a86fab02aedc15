//! OpenGL, wrapped: contexts, programs, meshes, targets, queries, pass state.
//!
//! The only room with `unsafe` code and GL handles. Its objects free themselves when dropped, and every draw specifies
//! its complete state. On each thread the last opened [`Gpu`] is current.
#![allow(unsafe_code)]

pub mod capabilities;
pub mod context;
pub mod counters;
mod device;
mod error;
pub mod geometry_arena;
pub mod geometry_buffer;
pub mod process;
mod loader;
pub mod messages;
pub mod program;
pub mod query;
mod set_state;
pub mod shape_cache;
pub mod stack;
pub mod state;
pub mod target;

pub use capabilities::Capabilities;
pub use counters::Counters;
pub use device::Gpu;
pub use error::{GpuError, STILL_WORKS, WINDOW_DESTROYED};
pub use geometry_arena::GeometryArena;
pub use geometry_buffer::{Attribute, GeometryBuffer};
pub use messages::{Message, Severity};
pub use program::{Program, Uniform};
pub use query::{Counted, GpuTimer, QueryPool};
pub use shape_cache::ShapeCache;
pub use stack::Stack;
pub use state::{Clear, Compare, Cull, DepthState, PassState, Rect, StencilOp, StencilState};
pub use target::Target;
