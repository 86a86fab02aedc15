//! Driver messages from KHR_debug.

use std::sync::{Arc, Mutex};

use glow::HasContext as _;

/// The driver's rating of a message, mildest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Information, such as about buffers and caches.
    Notification,
    /// A redundant state change, or unimportant undefined behaviour.
    Low,
    /// Slow or deprecated use.
    Medium,
    /// An error, or undefined behaviour.
    High,
}

/// One message of the driver.
#[derive(Clone, Debug)]
pub struct Message {
    /// The driver's rating; API errors are always [`Severity::High`].
    pub severity: Severity,
    /// The driver's text, unchanged.
    pub text: String,
}

/// Limit on kept messages, so that a verbose driver cannot exhaust memory.
const CAPACITY: usize = 1000;

/// Messages so far; the driver adds them from any thread.
#[derive(Clone, Default)]
pub struct Log(Arc<Mutex<Vec<Message>>>);

impl Log {
    /// Enables debug output in the context, reported synchronously.
    pub fn attach(&self, gl: &mut glow::Context) {
        if !gl.supports_debug() {
            return;
        }
        let log = self.clone();
        unsafe {
            gl.enable(glow::DEBUG_OUTPUT);
            gl.enable(glow::DEBUG_OUTPUT_SYNCHRONOUS);
            gl.debug_message_callback(move |_source, kind, _id, severity, text| {
                let severity = match (kind, severity) {
                    (glow::DEBUG_TYPE_ERROR, _) | (_, glow::DEBUG_SEVERITY_HIGH) => Severity::High,
                    (_, glow::DEBUG_SEVERITY_MEDIUM) => Severity::Medium,
                    (_, glow::DEBUG_SEVERITY_LOW) => Severity::Low,
                    _ => Severity::Notification,
                };
                log.push(Message { severity, text: text.to_owned() });
            });
        }
    }

    fn push(&self, message: Message) {
        let mut messages = self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if messages.len() < CAPACITY {
            messages.push(message);
        }
    }

    /// Empties the log and returns its messages.
    pub fn take(&self) -> Vec<Message> {
        std::mem::take(&mut self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner))
    }
}
