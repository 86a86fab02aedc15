//! Work-arounds for what egui 0.37 lacks, a section each, so that they can go one by one.

use egui::scroll_area::State;
use egui::{Context, Event, Frame, Id, Key, LayerId, Tooltip, Ui, UiBuilder};

// egui has no order of focus but that in which controls are added: layouts that add what is on the left or above first,
// and a scroll to what has the focus.

/// Contents at the right end of a line, laid out from the left, so that the focus moves through them in reading order.
/// Their width, points.
pub fn at_the_right(ui: &mut Ui, id_salt: &str, contents: impl FnOnce(&mut Ui)) -> f32 {
    let id = ui.scope_id().with(id_salt);
    let known: f32 = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    // The space counts as an item of the line, with spacing of its own.
    ui.add_space((ui.available_width() - known - ui.spacing().item_spacing.x).max(0.0));
    let width = ui.horizontal(contents).response.rect.width();
    if (width - known).abs() > 0.5 {
        ui.data_mut(|data| data.insert_temp(id, width));
        ui.ctx().request_discard("contents at the right have another width");
    }
    width
}

/// Two parts of `ui`: `lower`, panels at the bottom as high as they need, and `upper` over them in the rest. The upper part
/// is added first, so that the focus goes through it first. `id_salt` keeps the lower part's height between frames.
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

/// Scrolls to the control in `ui` to which the focus has just moved. To be called at the end of a scrolled part.
pub fn keep_focus_in_sight(ui: &Ui) {
    let Some(focused) = ui.memory(|memory| memory.focused()) else { return };
    let Some(control) = ui.ctx().read_response(focused).filter(egui::Response::gained_focus) else { return };
    let is_here = control.layer_id == ui.layer_id() && ui.min_rect().expand(1.0).contains_rect(control.rect);
    if is_here && !ui.clip_rect().contains_rect(control.rect) {
        ui.scroll_to_rect(control.rect.expand(8.0), None);
    }
}

// egui keeps a hover text while the pointer rests where it was, whatever has come over that.

/// Shows `contents`. egui keeps a hover text while the pointer rests where it was, whatever lies over that by now; so in
/// the first frame after a dialog has opened, nothing is under the pointer.
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

// egui keeps a hover text when a key has turned to something else.

/// Hides all hover texts from the press of a key until the pointer moves, a button is pressed or the wheel is turned. To be
/// called before anything is shown.
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
        // egui shows one hover text in a layer, the first that asks: an empty one without a frame.
        let mut empty = Tooltip::always_open(ui.ctx().clone(), ui.layer_id(), id, ui.max_rect().left_top());
        empty.popup = empty.popup.frame(Frame::NONE);
        empty.show(|_| ());
    }
}

// egui hands all keys of a frame to what has the focus in it: what is typed after a key that opens a window is for that
// window, which is not there before the next frame.

/// With Ctrl, these open a window that takes what is typed.
const OPENING: [Key; 4] = [Key::K, Key::S, Key::O, Key::E];
/// After so many frames what waits goes to whatever is there.
const MOST_FRAMES: u8 = 3;

/// Place of the keys that wait.
const LATE_KEYS: &str = "late keys";

/// What waits, and for how many frames.
#[derive(Clone, Default)]
struct Waiting {
    events: Vec<Event>,
    frames: u8,
}

/// Keeps what was typed after a key that opens a window for [`bring_late_keys`].
pub fn hold_back_late_keys(ui: &Ui) {
    let opens = |event: &Event| {
        matches!(event, Event::Key { key, pressed: true, modifiers, .. }
            if modifiers.command && !modifiers.alt && OPENING.contains(key))
    };
    let late = take_after(ui, |events| events.iter().position(opens).map(|at| at + 1));
    wait(ui, Waiting { events: late, frames: 0 });
}

/// Gives what waits to the text field that has the focus, once one has. In a search a key that chooses is taken before the
/// text is, so it waits for the text that was typed before it.
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

/// Takes what was typed from an index on out of the events of this frame.
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

// egui cannot hand the state of scrolled areas to another context, which is needed when the GPU has been reset.

/// The areas that are taken along.
type Areas = Vec<Id>;

/// Place of the list of these areas.
const SCROLLED: &str = "scrolled areas";

/// After a scrolled area was shown: it is one of those that are taken along.
pub fn keep_scrolled(ui: &Ui, area: Id) {
    ui.data_mut(|data| {
        let areas: &mut Areas = data.get_temp_mut_or_default(Id::unique(SCROLLED));
        if !areas.contains(&area) {
            areas.push(area);
        }
    });
}

/// Scrolls all that was kept in one context as far in another one, which shows the same.
pub fn take_scrolled_along(from: &Context, to: &Context) {
    let areas: Areas = from.data(|data| data.get_temp(Id::unique(SCROLLED))).unwrap_or_default();
    for area in areas {
        if let Some(state) = State::load(from, area) {
            state.store(to, area);
        }
    }
}
