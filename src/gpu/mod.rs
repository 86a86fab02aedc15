//! OpenGL, wrapped: contexts, programs, meshes, targets, queries, pass state.
//!
//! The only room with `unsafe` code and GL handles. Everything it hands out frees itself when it is
//! dropped, and every draw states its whole state. One [`Gpu`] per thread is current: the last opened.
#![allow(unsafe_code)]

pub mod capabilities;
pub mod context;
pub mod counters;
pub mod geometry_arena;
pub mod geometry_buffer;
mod heap;
mod loader;
pub mod messages;
pub mod program;
pub mod query;
pub mod shape_cache;
pub mod stack;
pub mod state;
pub mod target;
pub mod ui_painter;

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use glow::HasContext as _;

pub use capabilities::Capabilities;
pub use counters::Counters;
pub use geometry_arena::GeometryArena;
pub use geometry_buffer::{Attribute, GeometryBuffer};
pub use messages::{Message, Severity};
pub use program::{Program, Uniform};
pub use query::{Counted, QueryPool};
pub use shape_cache::ShapeCache;
pub use stack::Stack;
pub use state::{Clear, Compare, Cull, DepthState, PassState, Rect, StencilOp, StencilState};
pub use target::Target;

/// Errors between the program and the driver: one line each that can be shown.
#[derive(Debug, thiserror::Error)]
pub enum GpuError {
    /// No context could be opened, or the caller has none.
    #[error("no OpenGL context: {0}. {STILL_WORKS}")]
    NoContext(String),
    /// The context lacks something that is needed.
    #[error("this OpenGL lacks {missing}. {still_works}")]
    Missing {
        /// The missing capability, such as a version or an extension.
        missing: String,
        /// What the program offers without it.
        still_works: &'static str,
    },
    /// The driver refused an object or a shader.
    #[error("{0}")]
    Refused(String),
    /// The driver reset the GPU and everything on it is gone.
    #[error("the graphics driver reset the GPU ({0}), so the window's pictures are lost. {STILL_WORKS}")]
    ContextLost(&'static str),
}

/// What the program offers where the GPU cannot help; the end of every such message.
pub const STILL_WORKS: &str = "`collidoscope query CASES.json --method gjk` decides pairs without a GPU; `collidoscope info` lists what runs here";

/// A GL context that is current on this thread. Cheap to clone; the context lives as long as a clone.
#[derive(Clone)]
pub struct Gpu(Rc<Inner>);

struct Inner {
    gl: Arc<glow::Context>,
    extra: loader::Extra,
    capabilities: Capabilities,
    messages: messages::Log,
    /// The state that the last pass set; `None` when other code has drawn since.
    state: RefCell<Option<PassState>>,
    objects: Cell<i64>,
    /// Serial numbers handed out so far: they tell objects apart whose GL names are used again.
    serials: Cell<u64>,
    context: context::Current,
}

impl Gpu {
    /// Vendor, version and limits, read when the context was opened.
    pub fn capabilities(&self) -> &Capabilities {
        &self.0.capabilities
    }

    /// Takes the debug messages that came since the last call. Empty unless the context was opened
    /// with debug output.
    pub fn take_messages(&self) -> Vec<Message> {
        self.0.messages.take()
    }

    /// Number of GL objects that are alive and were made through this room.
    pub fn live_objects(&self) -> i64 {
        self.0.objects.get()
    }

    /// Where the CPU draws: lets the process keep the memory that drawing frees, for good. See
    /// `heap.rs`; without it every hand-over to the rasteriser begins with page faults.
    pub fn keep_freed_memory(&self) {
        if self.0.capabilities.is_software() {
            heap::keep_freed_blocks();
        }
    }

    /// Whether [`Gpu::keep_freed_memory`] has been called for a software rasteriser, anywhere in the process.
    pub fn keeps_freed_memory(&self) -> bool {
        heap::keeps_freed_blocks()
    }

    /// Waits until the GPU has done everything that was submitted.
    pub fn finish(&self) {
        unsafe { self.gl().finish() }
    }

    /// Submits what was drawn so far to the driver, without waiting.
    pub fn flush(&self) {
        unsafe { self.gl().flush() }
    }

    /// `Err` once the driver has thrown the context's contents away.
    pub fn check_alive(&self) -> Result<(), GpuError> {
        match self.0.extra.reset_status() {
            None => Ok(()),
            Some(cause) => Err(GpuError::ContextLost(cause)),
        }
    }

    fn gl(&self) -> &glow::Context {
        &self.0.gl
    }

    fn next_serial(&self) -> u64 {
        self.0.serials.set(self.0.serials.get() + 1);
        self.0.serials.get()
    }

    fn count_object(&self, change: i64) {
        self.0.objects.set(self.0.objects.get() + change);
    }
}
