//! Work-arounds for gaps in egui 0.37, one section each, so that they can be removed one by one.

use egui::scroll_area::State;
use egui::{Context, Event, Frame, Id, Key, LayerId, Tooltip, Ui, UiBuilder};

// Gap: in egui, the order of focus is the order in which controls are added. Therefore these layouts add controls
// on the left or at the top first, and the panels scroll to the focused control.

/// Shows contents at the right end of a line. They are added from left to right, so that the focus moves through
/// them in reading order. Returns their width, points.
pub fn at_the_right(ui: &mut Ui, id_salt: &str, contents: impl FnOnce(&mut Ui)) -> f32 {
    let id = ui.scope_id().with(id_salt);
    let known: f32 = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    // The space counts as an item of the line, so egui adds item spacing after it.
    ui.add_space((ui.available_width() - known - ui.spacing().item_spacing.x).max(0.0));
    let width = ui.horizontal(contents).response.rect.width();
    if (width - known).abs() > 0.5 {
        ui.data_mut(|data| data.insert_temp(id, width));
        ui.ctx().request_discard("contents at the right have another width");
    }
    width
}

/// Splits `ui` in two: `lower` shows panels at the bottom with their natural height, `upper` fills the rest above
/// them. The upper part is added first, so that it comes first in the focus order. `id_salt` identifies the lower
/// part, whose height is remembered for the next frame.
pub fn above<S>(
    ui: &mut Ui,
    id_salt: &str,
    state: &mut S,
    upper: impl FnOnce(&mut S, &mut Ui),
    lower: impl FnOnce(&mut S, &mut Ui),
) {
    let id = ui.scope_id().with(id_salt);
    let room = ui.available_rect_before_wrap();
    let known: f32 = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let (over, _) = room.split_top_bottom_at_y((room.bottom() - known).max(room.top()));
    upper(state, &mut ui.new_child(UiBuilder::new().id_salt("upper").max_rect(over)));
    let mut below = ui.new_child(UiBuilder::new().id_salt("lower").max_rect(room));
    lower(state, &mut below);
    let height = room.bottom() - below.available_rect_before_wrap().bottom();
    if (height - known).abs() > 0.5 {
        ui.data_mut(|data| data.insert_temp(id, height));
        ui.ctx().request_discard("what stands below has another height");
    }
}

/// Scrolls to the control in `ui` that has just received the focus. Call it at the end of a scrolled part.
pub fn keep_focus_in_sight(ui: &Ui) {
    let Some(focused) = ui.memory(|memory| memory.focused()) else { return };
    let Some(control) = ui.ctx().read_response(focused).filter(egui::Response::gained_focus) else { return };
    let is_here = control.layer_id == ui.layer_id() && ui.min_rect().expand(1.0).contains_rect(control.rect);
    if is_here && !ui.clip_rect().contains_rect(control.rect) {
        ui.scroll_to_rect(control.rect.expand(8.0), None);
    }
}

// Gap: egui keeps a hover text while the pointer rests, even if a dialog has opened over it.

/// Shows `contents`. In the first frame after a dialog has opened, the contents do not see the pointer, so that
/// old hover texts disappear.
pub fn without_old_hover_texts(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let dialog = ui.memory(|memory| memory.top_modal_layer());
    let known = ui.data_mut(|data| {
        let known = data.get_temp_mut_or_default::<Option<LayerId>>(Id::unique("top dialog"));
        std::mem::replace(known, dialog)
    });
    if dialog.is_none() || dialog == known {
        return contents(ui);
    }
    let pointer = ui.input_mut(|input| std::mem::take(&mut input.pointer));
    contents(ui);
    ui.input_mut(|input| input.pointer = pointer);
    ui.ctx().request_repaint();
}

// Gap: egui keeps a hover text after a key has changed the page.

/// Hides all hover texts from a key press until the pointer moves, a button is pressed or the wheel turns. Call it
/// before anything is shown.
pub fn hide_hover_texts_at_a_key(ui: &Ui) {
    let id = Id::unique("hover texts are hidden");
    let (by_key, by_pointer) = ui.input(|input| {
        let is_key = |event: &Event| matches!(event, Event::Key { pressed: true, .. });
        let is_of_pointer = |event: &Event| {
            matches!(event, Event::PointerMoved(_) | Event::PointerButton { .. } | Event::MouseWheel { .. })
        };
        (input.events.iter().any(is_key), input.events.iter().any(is_of_pointer))
    });
    let was_hidden = ui.data(|data| data.get_temp(id).unwrap_or(false));
    let is_hidden = by_key || was_hidden && !by_pointer;
    ui.data_mut(|data| data.insert_temp(id, is_hidden));
    if is_hidden {
        // egui shows only the first hover text that is requested in a layer. So an empty hover text without a frame
        // suppresses all others.
        let mut empty = Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), id, ui.max_rect().left_top());
        empty.popup = empty.popup.frame(Frame::NONE);
        empty.show(|_| ());
    }
}

// Gap: egui gives all keys of a frame to the widget that has the focus in that frame. Text typed after a key that
// opens a dialog is meant for the dialog, which appears only in the next frame.

/// Keys that, with Ctrl, open a dialog with a text field.
const OPENING: [Key; 4] = [Key::K, Key::S, Key::O, Key::E];
/// Maximum number of frames that keys wait for a text field; after that, they go to any widget.
const MOST_FRAMES: u8 = 3;

/// Storage key of the waiting keys.
const LATE_KEYS: &str = "late keys";

/// The events that wait for a text field, and the number of frames for which they have waited.
#[derive(Clone, Default)]
struct Waiting {
    events: Vec<Event>,
    frames: u8,
}

/// Stores text typed after a key that opens a dialog, for [`bring_late_keys`].
pub fn hold_back_late_keys(ui: &Ui) {
    let opens = |event: &Event| {
        matches!(event, Event::Key { key, pressed: true, modifiers, .. }
            if modifiers.command && !modifiers.alt && OPENING.contains(key))
    };
    let late = take_after(ui, |events| events.iter().position(opens).map(|at| at + 1));
    wait(ui, Waiting { events: late, frames: 0 });
}

/// Gives the waiting events to the focused text field, once there is one. In a search, keys that choose an entry
/// are handled before text, so such a key waits until the text typed before it is in the field.
pub fn bring_late_keys(ui: &Ui, is_search: bool) {
    let mut waiting =
        ui.data_mut(|data| data.remove_temp::<Waiting>(Id::unique(LATE_KEYS)).unwrap_or_default());
    if !waiting.events.is_empty() {
        waiting.events.extend(take_after(ui, |_| Some(0)));
        if !ui.ctx().text_edit_focused() && waiting.frames < MOST_FRAMES {
            waiting.frames += 1;
            return wait(ui, waiting);
        }
        ui.input_mut(|input| input.events.extend(waiting.events));
    }
    if is_search {
        let late = take_after(ui, |events| {
            let typed = events.iter().position(|event| matches!(event, Event::Text(_)))?;
            let chooses = |event: &Event| {
                let keys = [Key::Enter, Key::Escape, Key::ArrowDown, Key::ArrowUp];
                matches!(event, Event::Key { key, pressed: true, .. } if keys.contains(key))
            };
            events.iter().skip(typed).position(chooses).map(|at| typed + at)
        });
        wait(ui, Waiting { events: late, frames: 0 });
    }
}

/// Removes this frame's typed events, from the index `from` on, and returns them.
fn take_after(ui: &Ui, from: impl FnOnce(&[Event]) -> Option<usize>) -> Vec<Event> {
    ui.input_mut(|input| {
        let Some(from) = from(&input.events) else { return Vec::new() };
        let typed = |event: &Event| {
            matches!(event, Event::Key { .. } | Event::Text(_) | Event::Paste(_) | Event::Ime(_))
        };
        let rest = input.events.split_off(from);
        let (late, others) = rest.into_iter().partition(typed);
        input.events.extend::<Vec<_>>(others);
        late
    })
}

fn wait(ui: &Ui, waiting: Waiting) {
    if !waiting.events.is_empty() {
        ui.data_mut(|data| data.insert_temp(Id::unique(LATE_KEYS), waiting));
        ui.ctx().request_repaint();
    }
}

// Gap: egui cannot copy the state of scroll areas to another context, as needed after a reset of the GPU.

/// Ids of the scroll areas to copy.
type Areas = Vec<Id>;

/// Storage key of these ids.
const SCROLLED: &str = "scrolled areas";

/// Registers a scroll area whose state is to be copied. Call it after the area was shown.
pub fn keep_scrolled(ui: &Ui, area: Id) {
    ui.data_mut(|data| {
        let areas: &mut Areas = data.get_temp_mut_or_default(Id::unique(SCROLLED));
        if !areas.contains(&area) {
            areas.push(area);
        }
    });
}

/// Copies the scroll state of all registered areas to another context that shows the same panels.
pub fn take_scrolled_along(from: &Context, to: &Context) {
    let areas: Areas = from.data(|data| data.get_temp(Id::unique(SCROLLED))).unwrap_or_default();
    for area in areas {
        if let Some(state) = State::load(from, area) {
            state.store(to, area);
        }
    }
}
