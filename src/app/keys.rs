//! The keyboard shortcuts of the window: tables for every page, for the current page and for the lab. Each row
//! makes a request; [`super::key_sheet`] lists the rows.

use egui::{Event, Id, Key, Modifiers, Ui};

use crate::exhibit::Page;
use crate::inspector::page::keys as inspector_keys;
use crate::labs::LABS;
use crate::language::{t, tr};
use crate::ui::keys::{CommandRow, KeyRow, NEXT_ERROR, PREVIOUS_ERROR};
use crate::ui::requests::{
    FilesRequest, InspectorRequest, LessonsRequest, Look, Nudge, Request, Requests, Turn,
};

/// Keys of the scene page, in every lab.
pub const SCENE: &[KeyRow] = &[
    KeyRow { key: Key::Space, shown: "Space", says: "Play or pause", ask: || Request::PlayOrPause },
    KeyRow { key: Key::Period, shown: ".", says: "Pause and step one frame forward", ask: || Request::Step },
    KeyRow { key: Key::Comma, shown: ",", says: "Pause and step one frame back", ask: || Request::StepBack },
    NEXT_ERROR,
    PREVIOUS_ERROR,
    KeyRow { key: Key::R, shown: "R", says: "Restart from the first frame", ask: || Request::Restart },
    KeyRow { key: Key::F, shown: "F", says: "Zoom to fit the whole scene", ask: || Request::FrameAll },
    KeyRow { key: Key::Num1, shown: "1", says: "One pane", ask: || Request::OpenPanes(1) },
    KeyRow { key: Key::Num2, shown: "2", says: "Two panes", ask: || Request::OpenPanes(2) },
    KeyRow { key: Key::Num3, shown: "3", says: "Three panes", ask: || Request::OpenPanes(3) },
    KeyRow { key: Key::Num4, shown: "4", says: "Four panes", ask: || Request::OpenPanes(4) },
    KeyRow {
        key: Key::L,
        shown: "L",
        says: "Link or unlink the panes' cameras",
        ask: || Request::ToggleLink,
    },
    KeyRow {
        key: Key::X,
        shown: "X",
        says: "Look along the x axis; press again for the other side",
        ask: || Request::Look(Look::Axis(0)),
    },
    KeyRow {
        key: Key::Y,
        shown: "Y",
        says: "Look along the y axis; press again for the other side",
        ask: || Request::Look(Look::Axis(1)),
    },
    KeyRow {
        key: Key::Z,
        shown: "Z",
        says: "Look along the z axis; press again for the other side",
        ask: || Request::Look(Look::Axis(2)),
    },
    KeyRow {
        key: Key::Q,
        shown: "Q",
        says: "Parallel or perspective projection",
        ask: || Request::Look(Look::SwitchLens),
    },
    KeyRow {
        key: Key::T,
        shown: "T",
        says: "Show or hide the lens on the contact",
        ask: || Request::Look(Look::SwitchCloseUp),
    },
    KeyRow {
        key: Key::E,
        shown: "E",
        says: "Save the measurements as CSV (spreadsheet)",
        ask: || Request::Files(FilesRequest::SaveMeasurements),
    },
];

/// Keys with the same meaning on every page.
pub const EVERYWHERE: &[KeyRow] = &[
    KeyRow {
        key: Key::F1,
        shown: "F1",
        says: "Open or close the lessons of the course",
        ask: || Request::Lessons(LessonsRequest::Toggle),
    },
    KeyRow {
        key: Key::F5,
        shown: "F5",
        says: "Start or end a lecture with slides (Page Down: next step, Page Up: back)",
        ask: || Request::Lessons(LessonsRequest::ToggleLecture),
    },
    KeyRow {
        key: Key::F6,
        shown: "F6",
        says: "Open or close the list of your own lecture",
        ask: || Request::Lessons(LessonsRequest::ToggleEditor),
    },
    KeyRow {
        key: Key::I,
        shown: "I",
        says: "Switch between lab and inspector",
        ask: || Request::TurnOrBack(Page::Inspector),
    },
    KeyRow {
        key: Key::B,
        shown: "B",
        says: "Switch between lab and experiments",
        ask: || Request::TurnOrBack(Page::Experiments),
    },
    KeyRow {
        key: Key::F2,
        shown: "F2",
        says: "Switch the language (English, Chinese)",
        ask: || Request::NextLanguage,
    },
    KeyRow {
        key: Key::F3,
        shown: "F3",
        says: "Switch between dark and light mode",
        ask: || Request::OtherTheme,
    },
    KeyRow {
        key: Key::F12,
        shown: "F12",
        says: "Save a screenshot of the window",
        ask: || Request::Files(FilesRequest::WindowPicture),
    },
    KeyRow {
        key: Key::Questionmark,
        shown: "?",
        says: "Show or hide the keyboard shortcuts",
        ask: || Request::ToggleSheet,
    },
    KeyRow {
        key: Key::Escape,
        shown: "Esc",
        says: "Close the topmost window, or clear the selection",
        ask: || Request::Escape,
    },
];

/// Keys with Ctrl, on every page.
pub const COMMANDS: &[CommandRow] = &[
    CommandRow {
        key: Key::S,
        shift: false,
        shown: "Ctrl + S",
        says: "Save the scene",
        ask: || Request::Files(FilesRequest::SaveScene),
    },
    CommandRow {
        key: Key::S,
        shift: true,
        shown: "Ctrl + Shift + S",
        says: "Save the scene under another name",
        ask: || Request::Files(FilesRequest::SaveSceneAs),
    },
    CommandRow {
        key: Key::E,
        shift: false,
        shown: "Ctrl + E",
        says: "Export an image, a video or a handout (PNG, APNG, HTML)",
        ask: || Request::Files(FilesRequest::ChooseExport),
    },
    CommandRow {
        key: Key::O,
        shift: false,
        shown: "Ctrl + O",
        says: "Open a scene, or a file that the lab supports",
        ask: || Request::Files(FilesRequest::ChooseOpened),
    },
    CommandRow { key: Key::Z, shift: false, shown: "Ctrl + Z", says: "Undo", ask: || Request::Undo },
    CommandRow { key: Key::Z, shift: true, shown: "Ctrl + Shift + Z", says: "Redo", ask: || Request::Redo },
    CommandRow { key: Key::Y, shift: false, shown: "Ctrl + Y", says: "Redo", ask: || Request::Redo },
    CommandRow {
        key: Key::K,
        shift: false,
        shown: "Ctrl + K",
        says: "Search for commands, settings, lessons and more",
        ask: || Request::Search,
    },
    CommandRow {
        key: Key::B,
        shift: false,
        shown: "Ctrl + B",
        says: "Hide or show the panels",
        ask: || Request::TogglePanels,
    },
    CommandRow {
        key: Key::B,
        shift: true,
        shown: "Ctrl + Shift + B",
        says: "Hide or show the numbers",
        ask: || Request::ToggleNumbers,
    },
];

/// Ctrl with one of these keys moves the selection by these steps: to the right, up and towards the camera. With
/// Shift the steps are ten times as large.
const NUDGES: [(Key, [i8; 3]); 6] = [
    (Key::ArrowLeft, [-1, 0, 0]),
    (Key::ArrowRight, [1, 0, 0]),
    (Key::ArrowUp, [0, 1, 0]),
    (Key::ArrowDown, [0, -1, 0]),
    (Key::PageUp, [0, 0, -1]),
    (Key::PageDown, [0, 0, 1]),
];
/// Alt with one of these keys turns the view by these steps: to the right, up and nearer. With Shift it pans the
/// view.
const TURNS: [(Key, [i8; 3]); 6] = [
    (Key::ArrowLeft, [-1, 0, 0]),
    (Key::ArrowRight, [1, 0, 0]),
    (Key::ArrowUp, [0, 1, 0]),
    (Key::ArrowDown, [0, -1, 0]),
    (Key::PageUp, [0, 0, 1]),
    (Key::PageDown, [0, 0, -1]),
];
/// Mouse gestures over the scene of any lab, for the sheet of shortcuts.
pub const MOUSE: &[(&str, &str)] = &[
    ("Drag", "Orbit"),
    ("Right drag, Shift + drag", "Pan"),
    ("Wheel", "Zoom"),
    ("Click on a mark", "Fly to it; another click opens the inspector"),
];

/// The page, and the keys and mouse rows of the current lab and of the inspector.
pub struct Tables<'a> {
    /// The current page.
    pub page: Page,
    /// Number of choices on the current slide of a lecture; `None` outside a lecture.
    pub lecture: Option<usize>,
    /// The lab's own keys, which work on its scene page.
    pub lab: &'a [KeyRow],
    /// Mouse and key gestures in the lab's scene, besides [`MOUSE`].
    pub lab_gestures: &'a [(&'a str, &'a str)],
    /// Keys on the inspector's page; on the lab's own pages, those that have an effect there.
    pub inspector: &'a [KeyRow],
    /// Whether the current page is one of the lab's own pages and has steps.
    pub steps: bool,
    /// Whether the page shows the lab's current frame.
    pub is_of_frame: bool,
    /// Keys of the current page if it is one of the lab's own, with its caption: `(keys, effect)`, in English.
    pub own: (&'a str, &'a [(&'a str, &'a str)]),
    /// Mouse gestures on the inspector's page and the lab's own: `(gesture, effect)`, in English.
    pub inspector_mouse: &'a [(&'a str, &'a str)],
}

impl Tables<'_> {
    fn keys(&self) -> impl Iterator<Item = &KeyRow> {
        let tables: [&[KeyRow]; 3] = match self.page {
            Page::Scene => [SCENE, self.lab, EVERYWHERE],
            _ => [&[], &[], EVERYWHERE],
        };
        self.of_steps().chain(tables.into_iter().flatten()).chain(self.of_space())
    }

    /// The keys of the inspector that have an effect on this page; on the lab's own pages, for example, those for
    /// steps.
    pub fn of_steps(&self) -> impl Iterator<Item = &KeyRow> {
        let (inspected, own) = (self.page == Page::Inspector, matches!(self.page, Page::Own(_)));
        self.inspector.iter().filter(move |row| match (row.ask)() {
            _ if inspected => true,
            Request::Inspector(InspectorRequest::ToggleCompare) => false,
            Request::Inspector(_) => own && self.steps,
            _ => own && self.is_of_frame,
        })
    }

    /// The scene's keys that also work on the inspector's page, where they turn the inspector's 3D view.
    pub fn of_space(&self) -> impl Iterator<Item = &KeyRow> {
        let rows: [&[KeyRow]; 2] = if self.page == Page::Inspector { [SCENE, self.lab] } else { [&[]; 2] };
        rows.into_iter().flatten().filter(|row| match (row.ask)() {
            Request::Look(look) => look != Look::SwitchCloseUp,
            Request::FrameAll => true,
            _ => false,
        })
    }

    /// Commands of this page's keys and of the scene's keys: `(key, effect, request)`, each effect once. Search and
    /// Escape are left out, because they only open or close dialogs.
    pub fn commands(&self) -> Vec<(&'static str, &'static str, Request)> {
        let keys = self.keys().chain(SCENE).map(|row| (row.shown, row.says, (row.ask)()));
        let all = COMMANDS.iter().map(|row| (row.shown, row.says, (row.ask)())).chain(keys);
        let mut commands: Vec<(&str, &str, Request)> = Vec::new();
        for command in all.filter(|(.., request)| !matches!(request, Request::Search | Request::Escape)) {
            if commands.iter().all(|(_, says, _)| *says != command.1) {
                commands.push(command);
            }
        }
        commands
    }

    /// A notice about a key that has no effect on this page but has one elsewhere; `None` for other keys.
    fn acts_elsewhere(&self, key: Key) -> Option<String> {
        let steers = self.lab_gestures.iter().any(|(keys, _)| keys.split(' ').any(|name| name == key.name()));
        if steers && self.page == Page::Scene {
            return None;
        }
        let find = |rows: &'static [KeyRow]| rows.iter().find(|row| row.key == key);
        let labs = LABS.iter().map(|lab| (tr(lab.title), lab.keys));
        let places = [(tr("Lab"), SCENE), (tr("Inspector"), inspector_keys::KEYS)].into_iter().chain(labs);
        let (place, row) = places.into_iter().find_map(|(place, rows)| Some((place, find(rows)?)))?;
        let line = t!(
            "%{key} has no effect here. %{place}: %{says}.",
            key = row.shown,
            place = place,
            says = tr(row.says)
        );
        Some(line.into_owned())
    }

    /// Whether the page has a 3D view: of the scene or of the inspected subject.
    pub fn shows_space(&self) -> bool {
        matches!(self.page, Page::Scene | Page::Inspector)
    }
}

/// Handles the keys that also work while a dialog is open or a text is edited: language, and picture of the window.
pub fn listen_through(ui: &Ui, requests: &mut Requests) {
    let rows = EVERYWHERE.iter().filter(|row| matches!(row.key, Key::F2 | Key::F12));
    let pressed = rows.filter(|row| ui.input_mut(|input| input.consume_key(Modifiers::NONE, row.key)));
    requests.extend(pressed.map(|row| (row.ask)()));
}

/// Drops the key events of this frame, unless a text is being edited: while the desktop's file dialog is open, the
/// window ignores keys.
pub fn ignore(ui: &Ui, has_search: bool) {
    if has_search || ui.ctx().text_edit_focused() {
        return;
    }
    ui.input_mut(|input| {
        input.events.retain(|event| !matches!(event, Event::Key { .. } | Event::Text(_)));
        input.keys_down.clear();
    });
}

/// Makes the requests of the keys pressed since the last frame, unless a text is being edited.
pub fn listen(ui: &Ui, tables: &Tables, requests: &mut Requests) {
    // Modifiers must match exactly, so that the order of the rows does not matter. The event's modifiers count,
    // because the keys may be released by the end of the frame.
    let pressed_with = |wanted: Key, held: Modifiers| {
        ui.input_mut(|input| {
            let before = input.events.len();
            input.events.retain(|event| match event {
                Event::Key { key, pressed: true, modifiers, .. } => {
                    let Modifiers { alt, shift, command, .. } = *modifiers;
                    *key != wanted || (alt, shift, command) != (held.alt, held.shift, held.command)
                }
                _ => true,
            });
            input.events.len() < before
        })
    };
    let shifted = |shift: bool| if shift { Modifiers::SHIFT } else { Modifiers::NONE };
    let pressed = |wanted: Key, shift: bool| pressed_with(wanted, Modifiers::COMMAND | shifted(shift));
    let editing = ui.ctx().text_edit_focused();
    // A text field has its own undo.
    let free = |row: &&CommandRow| !(editing && matches!(row.key, Key::Z | Key::Y));
    let rows = COMMANDS.iter().filter(free).filter(|row| pressed(row.key, row.shift));
    requests.extend(rows.map(|row| (row.ask)()));
    if editing {
        return listen_through(ui, requests);
    }
    if tables.shows_space() {
        for ((key, steps), coarse) in NUDGES.into_iter().flat_map(|row| [(row, false), (row, true)]) {
            if pressed(key, coarse) {
                requests.ask(Request::Nudge(Nudge { steps, coarse }));
            }
        }
    }
    let mut asked = Vec::new();
    if tables.shows_space() {
        for ((key, steps), pans) in TURNS.into_iter().flat_map(|row| [(row, false), (row, true)]) {
            if pressed_with(key, Modifiers::ALT | shifted(pans)) {
                asked.push(Request::TurnView(Turn { steps, pans }));
            }
        }
    }
    let menu_open = egui::Popup::is_any_open(ui.ctx());
    // A focused control receives Space, arrows, Home and End. Escape has already removed the focus.
    let in_focus = has_focus(ui);
    let had_focus =
        ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(Id::unique("focus")), in_focus));
    let of_control = |key: Key| {
        let moves = [Key::ArrowLeft, Key::ArrowRight, Key::ArrowUp, Key::ArrowDown, Key::Home, Key::End];
        in_focus && (key == Key::Space || moves.contains(&key))
    };
    ui.input_mut(|input| {
        input.events.retain(|event| {
            let Event::Key { key, pressed: true, modifiers, .. } = event else { return true };
            // An open menu, or the control that had the focus, handles Escape itself.
            if (*key == Key::Escape && (menu_open || had_focus)) || of_control(*key) {
                return true;
            }
            let found = tables.keys().find(|row| row.key == *key);
            // An arrow key with Shift belongs to the inspector, where it moves the probed pixel.
            let shifted = modifiers.shift && matches!(key, Key::ArrowLeft | Key::ArrowRight);
            let free = !modifiers.ctrl && !modifiers.alt && !modifiers.command && !shifted;
            let Some(row) = found.filter(|_| free) else {
                let plain = free && !modifiers.shift && !in_focus;
                asked.extend(tables.acts_elsewhere(*key).filter(|_| plain).map(Request::Tell));
                return true;
            };
            asked.push((row.ask)());
            false
        });
    });
    if asked.is_empty() {
        return;
    }
    // Prevents arrows from also moving the focus.
    ui.memory_mut(|memory| memory.move_focus(egui::FocusDirection::None));
    requests.extend(asked);
}

/// Whether a control has the keyboard focus. A focused scene does not count, because its keys are those of the page.
fn has_focus(ui: &Ui) -> bool {
    ui.memory(|memory| memory.focused()).is_some_and(|id| !super::view::is_scene(ui, id))
}
