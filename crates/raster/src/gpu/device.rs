//! A GL context with its shared data.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use glow::HasContext as _;

use super::capabilities::Capabilities;
use super::context::current::Current;
use super::error::GpuError;
use super::loader::ExtraFunctions;
use super::messages::{Log, Message};
use super::process;
use super::state::PassState;

/// A GL context that is current on this thread. Cheap to clone; the context lives as long as any clone.
#[derive(Clone)]
pub struct Gpu(pub(super) Rc<Inner>);

/// Data shared by all clones.
pub(super) struct Inner {
    pub(super) gl: Arc<glow::Context>,
    pub(super) extra: ExtraFunctions,
    pub(super) capabilities: Capabilities,
    pub(super) messages: Log,
    /// The state set by the last pass; `None` after other code has drawn.
    pub(super) state: RefCell<Option<PassState>>,
    pub(super) objects: Cell<i64>,
    /// Numbers of programs linked and of meshes uploaded so far.
    pub(super) prepared: Cell<[u64; 2]>,
    /// The last serial number issued. Serial numbers distinguish objects whose GL names are reused.
    pub(super) serials: Cell<u64>,
    pub(super) context: Current,
    /// Cause of a lost context. It stays set, whatever the driver reports later.
    pub(super) lost: Cell<Option<&'static str>>,
}

impl Gpu {
    /// Vendor, version and limits, read when the context was opened.
    pub fn capabilities(&self) -> &Capabilities {
        &self.0.capabilities
    }

    /// Returns and removes the debug messages since the last call. Empty unless the context was opened with
    /// debug output.
    pub fn take_messages(&self) -> Vec<Message> {
        self.0.messages.take()
    }

    /// Number of live GL objects created by this module. Tests use it to find leaks.
    pub fn live_objects(&self) -> i64 {
        self.0.objects.get()
    }

    /// For software rasterisers: makes the process keep the memory that drawing frees (see `process.rs`); otherwise
    /// every flush to the rasteriser begins with page faults.
    pub fn keep_freed_memory(&self) {
        if self.0.capabilities.is_software() {
            process::keep_freed_blocks();
        }
    }

    /// Whether the process keeps freed memory, after [`Gpu::keep_freed_memory`] on a software rasteriser.
    pub fn keeps_freed_memory(&self) -> bool {
        process::keeps_freed_blocks()
    }

    /// Waits until the GPU has finished all submitted work.
    pub fn finish(&self) {
        unsafe { self.gl().finish() }
    }

    /// Submits all commands so far to the driver, without waiting.
    pub fn flush(&self) {
        unsafe { self.gl().flush() }
    }

    /// `Err` once the driver has lost the context.
    pub fn check_alive(&self) -> Result<(), GpuError> {
        self.0.lost.set(self.0.lost.get().or_else(|| self.0.extra.reset_status()));
        match self.0.lost.get() {
            None => Ok(()),
            Some(cause) => Err(GpuError::ContextLost(cause)),
        }
    }

    /// Simulates a lost context from now on, for tests.
    pub fn act_as_lost(&self) {
        self.0.lost.set(Some("simulated by a test"));
    }

    /// The raw functions, for the painter of the panels alone.
    pub fn shared(&self) -> Arc<glow::Context> {
        Arc::clone(&self.0.gl)
    }

    /// Draws that follow go to the window.
    pub fn bind_window(&self) {
        unsafe { self.gl().bind_framebuffer(glow::FRAMEBUFFER, None) };
    }

    pub(super) fn gl(&self) -> &glow::Context {
        &self.0.gl
    }

    pub(super) fn next_serial(&self) -> u64 {
        self.0.serials.set(self.0.serials.get() + 1);
        self.0.serials.get()
    }

    /// Numbers of programs linked and of geometry buffers filled so far. Tests use them to find needless work.
    pub fn prepared(&self) -> [u64; 2] {
        self.0.prepared.get()
    }

    pub(super) fn count_prepared(&self, more: [u64; 2]) {
        let [programs, buffers] = self.0.prepared.get();
        self.0.prepared.set([programs + more[0], buffers + more[1]]);
    }

    pub(super) fn count_object(&self, change: i64) {
        self.0.objects.set(self.0.objects.get() + change);
    }
}
