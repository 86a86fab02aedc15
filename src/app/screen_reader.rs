//! The controls of a window, published for screen readers and other assistive technology by AccessKit. The tree is made
//! only while something reads it; without a reader, or without an accessibility bus, frames cost what they did before.

use egui_winit::State;
use egui_winit::accesskit_winit::WindowEvent;
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::window::Window;

/// The event by which a reader reaches the event loop.
pub type ReaderEvent = egui_winit::accesskit_winit::Event;
/// The way of such events into the event loop.
pub type Readers = EventLoopProxy<ReaderEvent>;

/// Announces the window, which must not have been shown yet.
pub fn announce(egui: &mut State, event_loop: &ActiveEventLoop, window: &Window, readers: &Readers) {
    egui.init_accesskit(event_loop, window, readers.clone());
}

/// Handles an event; the window must be redrawn afterwards. `has_reader` says whether the tree is being read.
pub fn on_event(egui: &mut State, has_reader: &mut bool, event: WindowEvent) {
    match event {
        WindowEvent::InitialTreeRequested => *has_reader = true,
        WindowEvent::AccessibilityDeactivated => *has_reader = false,
        WindowEvent::ActionRequested(request) => egui.on_accesskit_action_request(request),
    }
    publish(egui, *has_reader);
}

/// Moves the announcement of a window to a new state, because a window that has been shown cannot be announced again.
pub fn hand_over(before: &mut State, after: &mut State, has_reader: bool) {
    after.accesskit = before.accesskit.take();
    publish(after, has_reader);
}

/// Names the window in the tree of this pass.
pub fn name(context: &egui::Context, title: &str) {
    context.accesskit_node_builder(egui::accesskit_root_id(), |window| window.set_label(title));
}

fn publish(egui: &State, has_reader: bool) {
    let context = egui.egui_ctx();
    if has_reader { context.enable_accesskit() } else { context.disable_accesskit() }
}
