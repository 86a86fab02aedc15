//! Keys that wait for a frame: what is typed after a key that opens a window is for that window, which is not there before
//! the next frame.

use egui::{Event, Id, Key, Ui};

/// With Ctrl, these open a window that takes what is typed.
const OPENING: [Key; 4] = [Key::K, Key::S, Key::O, Key::E];
/// After so many frames what waits goes to whatever is there.
const MOST_FRAMES: u8 = 3;

/// What waits, and for how many frames.
#[derive(Clone, Default)]
struct Waiting {
    events: Vec<Event>,
    frames: u8,
}

/// Keeps what was typed after a key that opens a window for [`bring`].
pub fn hold_back(ui: &Ui) {
    let opens = |event: &Event| {
        matches!(event, Event::Key { key, pressed: true, modifiers, .. }
            if modifiers.command && !modifiers.alt && OPENING.contains(key))
    };
    let late = take_after(ui, |events| events.iter().position(opens).map(|at| at + 1));
    wait(ui, Waiting { events: late, frames: 0 });
}

/// Gives what waits to the text field that has the focus, once one has. In a search a key that chooses is taken before the
/// text is, so it waits for the text that was typed before it.
pub fn bring(ui: &Ui, is_search: bool) {
    let mut waiting = ui.data_mut(|data| data.remove_temp::<Waiting>(key()).unwrap_or_default());
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
        ui.data_mut(|data| data.insert_temp(key(), waiting));
        ui.ctx().request_repaint();
    }
}

fn key() -> Id {
    Id::unique("late keys")
}
