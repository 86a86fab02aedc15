//! A context with all that belongs to it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use glow::HasContext as _;

use super::capabilities::Capabilities;
use super::context::current::Current;
use super::error::GpuError;
use super::loader::Extra;
use super::messages::{Log, Message};
use super::process;
use super::state::PassState;

/// A GL context that is current on this thread. Cheap to clone; the context lives as long as a clone.
#[derive(Clone)]
pub struct Gpu(pub(super) Rc<Inner>);

/// What all clones share.
pub(super) struct Inner {
    pub(super) gl: Arc<glow::Context>,
    pub(super) extra: Extra,
    pub(super) capabilities: Capabilities,
    pub(super) messages: Log,
    /// The state that the last pass set; `None` when other code has drawn since.
    pub(super) state: RefCell<Option<PassState>>,
    pub(super) objects: Cell<i64>,
    /// Serial numbers handed out so far: they tell objects apart whose GL names are used again.
    pub(super) serials: Cell<u64>,
    pub(super) context: Current,
    /// Why the driver threw the context's contents away: it stays thrown away, whatever the driver says later.
    pub(super) lost: Cell<Option<&'static str>>,
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

    /// Number of GL objects that are alive and were made through this room. Only tests ask: that nothing leaks.
    pub fn live_objects(&self) -> i64 {
        self.0.objects.get()
    }

    /// Where the CPU draws: lets the process keep the memory that drawing frees, for good. See
    /// `process.rs`; without it every hand-over to the rasteriser begins with page faults.
    pub fn keep_freed_memory(&self) {
        if self.0.capabilities.is_software() {
            process::keep_freed_blocks();
        }
    }

    /// Whether [`Gpu::keep_freed_memory`] has been called for a software rasteriser, anywhere in the process.
    pub fn keeps_freed_memory(&self) -> bool {
        process::keeps_freed_blocks()
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
        self.0.lost.set(self.0.lost.get().or_else(|| self.0.extra.reset_status()));
        match self.0.lost.get() {
            None => Ok(()),
            Some(cause) => Err(GpuError::ContextLost(cause)),
        }
    }

    /// From now on as if the driver had thrown the context's contents away. Only tests do this.
    pub fn act_as_lost(&self) {
        self.0.lost.set(Some("as a test asked for"));
    }

    pub(super) fn gl(&self) -> &glow::Context {
        &self.0.gl
    }

    pub(super) fn next_serial(&self) -> u64 {
        self.0.serials.set(self.0.serials.get() + 1);
        self.0.serials.get()
    }

    pub(super) fn count_object(&self, change: i64) {
        self.0.objects.set(self.0.objects.get() + change);
    }
}
