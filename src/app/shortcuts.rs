//! The keys, in one table: it acts, and it is what the sheet under `?` shows.

use egui::{Event, Key, RichText, ScrollArea, Ui};
use rust_i18n::t;

use super::shell::{Page, Shell};
use crate::inspector::page::keys;
use crate::language::{Language, tr};
use crate::ui::requests::InspectorRequest;
use crate::ui::theme;

/// One key.
pub struct Shortcut {
    /// Which.
    pub key: Key,
    /// On the sheet.
    pub shown: &'static str,
    /// What happens, in English.
    pub what: &'static str,
    /// Does it.
    pub act: fn(&mut Shell),
}

/// All keys of the lab that do something wherever the pointer is. The inspector has more of its own.
pub const SHORTCUTS: &[Shortcut] = &[
    Shortcut {
        key: Key::Space,
        shown: "Space",
        what: "Play or pause",
        act: |shell| shell.arena.playback.playing ^= true,
    },
    Shortcut { key: Key::Period, shown: ".", what: "Pause and step one frame on", act: Shell::step },
    Shortcut { key: Key::Comma, shown: ",", what: "Pause and step one frame back", act: Shell::step_back },
    Shortcut { key: Key::R, shown: "R", what: "Reset to the first frame", act: |shell| shell.arena.reset() },
    Shortcut { key: Key::F, shown: "F", what: "Frame the whole box", act: Shell::frame_all },
    Shortcut { key: Key::Num1, shown: "1", what: "One pane", act: |shell| shell.arena.open_panes(1) },
    Shortcut { key: Key::Num2, shown: "2", what: "Two panes", act: |shell| shell.arena.open_panes(2) },
    Shortcut { key: Key::Num3, shown: "3", what: "Three panes", act: |shell| shell.arena.open_panes(3) },
    Shortcut { key: Key::Num4, shown: "4", what: "Four panes", act: |shell| shell.arena.open_panes(4) },
    Shortcut {
        key: Key::L,
        shown: "L",
        what: "Link or unlink the panes' cameras",
        act: |shell| shell.link_cameras(!shell.cameras.linked()),
    },
    Shortcut {
        key: Key::C,
        shown: "C",
        what: "Open or close the comparison",
        act: |shell| shell.compare.toggle(),
    },
    Shortcut {
        key: Key::E,
        shown: "E",
        what: "Save what was measured as CSV",
        act: Shell::save_measurements,
    },
    Shortcut {
        key: Key::Tab,
        shown: "Tab",
        what: "Hide or show the panels",
        act: |shell| shell.panels_hidden ^= true,
    },
    Shortcut { key: Key::F1, shown: "F1", what: "Open or close the lessons", act: Shell::toggle_lessons },
    Shortcut {
        key: Key::F5,
        shown: "F5",
        what: "Begin or end a lecture: Page Down steps on, Page Up back",
        act: Shell::toggle_lecture,
    },
    Shortcut { key: Key::I, shown: "I", what: "Lab or inspector", act: |shell| turn(shell, Page::Inspector) },
    Shortcut {
        key: Key::B,
        shown: "B",
        what: "Lab or experiments",
        act: |shell| turn(shell, Page::Experiments),
    },
    Shortcut {
        key: Key::F2,
        shown: "F2",
        what: "The next language",
        act: |_| Language::current().next().speak(),
    },
    Shortcut {
        key: Key::F12,
        shown: "F12",
        what: "Save a picture of the window",
        act: |shell| shell.picture_wanted = true,
    },
    Shortcut {
        key: Key::Questionmark,
        shown: "?",
        what: "Show or hide this sheet",
        act: |shell| shell.sheet_open ^= true,
    },
    Shortcut {
        key: Key::Escape,
        shown: "Esc",
        what: "Close this sheet, or let go of what is picked",
        act: Shell::escape,
    },
];

/// Keys that mean something on every page.
const EVERYWHERE: [Key; 8] =
    [Key::F1, Key::F2, Key::F5, Key::I, Key::B, Key::F12, Key::Questionmark, Key::Escape];

/// The keys that only the inspector has; they go before the others.
fn own_keys(page: Page) -> &'static [keys::KeyRow] {
    if page == Page::Inspector { keys::KEYS } else { &[] }
}

/// What a pressed key asks for.
enum Wanted {
    Ask(InspectorRequest),
    Act(fn(&mut Shell)),
}

fn wanted(page: Page, key: Key) -> Option<Wanted> {
    let own = own_keys(page).iter().find(|row| row.key == key);
    own.map(|row| Wanted::Ask(row.ask))
        .or_else(|| keys_on(page).find(|s| s.key == key).map(|s| Wanted::Act(s.act)))
}

/// The keys of the lab that mean something on a page.
fn keys_on(page: Page) -> impl Iterator<Item = &'static Shortcut> {
    let hides_panels = move |key| key == Key::Tab && page == Page::Inspector;
    let is_here =
        move |s: &&Shortcut| page == Page::Lab || EVERYWHERE.contains(&s.key) || hides_panels(s.key);
    SHORTCUTS.iter().filter(is_here)
}

fn turn(shell: &mut Shell, page: Page) {
    let other = if shell.page == page { Page::Lab } else { page };
    shell.turn_to(other);
}

/// Keys of the file menu, for the sheet: they act in `files`.
pub const FILES: &[(&str, &str)] = &[("Ctrl + S", "Save the scene"), ("Ctrl + O", "Open a scene")];

/// What the mouse does over the scene, for the sheet.
pub const MOUSE: &[(&str, &str)] = &[
    ("Drag", "Orbit"),
    ("Right drag, Shift + drag", "Pan"),
    ("Wheel", "Zoom"),
    ("Click on a body", "Show its pairs"),
    ("Shift + click on another", "Pick the pair of both"),
    ("Click on a tile", "Pick that pair"),
    ("Double click on a tile", "Take that pair apart"),
    ("Click on a missed pair or false hit", "Look at it"),
];

/// Acts on the keys pressed since the last frame, unless somebody is typing.
pub fn act_on_keys(ui: &Ui, shell: &mut Shell) {
    if ui.ctx().text_edit_focused() {
        return;
    }
    let mut pressed_keys = Vec::new();
    let menu_open = egui::Popup::is_any_open(ui.ctx());
    ui.input_mut(|input| {
        input.events.retain(|event| {
            let Event::Key { key, pressed: true, modifiers, .. } = event else { return true };
            // An open menu is what it closes.
            if *key == Key::Escape && menu_open {
                return true;
            }
            let found = wanted(shell.page, *key);
            // With shift the arrows are the inspector's: they move the pixel that is held.
            let shifted = modifiers.shift && matches!(key, Key::ArrowLeft | Key::ArrowRight);
            let free = !modifiers.ctrl && !modifiers.alt && !modifiers.command && !shifted;
            let Some(found) = found.filter(|_| free) else { return true };
            pressed_keys.push(found);
            false
        });
    });
    if pressed_keys.is_empty() {
        return;
    }
    // Tab would also move the focus on, and space would press what has it.
    ui.memory_mut(|memory| {
        memory.move_focus(egui::FocusDirection::None);
        memory.stop_text_input();
    });
    for wanted in pressed_keys {
        match wanted {
            Wanted::Ask(request) => shell.ask_inspector(request),
            Wanted::Act(act) => act(shell),
        }
    }
}

/// The sheet, over everything.
pub fn sheet(ui: &mut Ui, shell: &mut Shell) {
    let frame = egui::Frame::popup(ui.style()).inner_margin(20.0);
    let modal = egui::Modal::new(egui::Id::unique("shortcuts")).frame(frame).show(ui.ctx(), |ui| {
        ui.set_width(330.0);
        ui.heading(RichText::new(t!("Keys and mouse")).color(theme::STRONG));
        ui.add_space(6.0);
        let mut rows: Vec<(String, &str)> = Vec::new();
        let own = own_keys(shell.page).iter().map(|row| (row.shown, row.says));
        for (key, says) in own.chain(keys_on(shell.page).map(|s| (s.shown, s.what))) {
            match rows.last_mut() {
                Some((shown, what)) if *what == says => {
                    *shown += " · ";
                    *shown += &tr(key);
                }
                _ => rows.push((tr(key), says)),
            }
        }
        rows.extend(FILES.iter().map(|(shown, what)| (tr(shown), *what)));
        let mouse = match shell.page {
            Page::Lab => MOUSE,
            Page::Inspector => keys::MOUSE,
            Page::Experiments => &[],
        };
        rows.extend(mouse.iter().map(|(shown, what)| (tr(shown), *what)));
        let room = (ui.ctx().content_rect().height() - 130.0).max(60.0);
        let keys = ScrollArea::vertical().auto_shrink([false, true]).max_height(room);
        // A modal offers less room than there is.
        keys.min_scrolled_height(room).show(ui, |ui| {
            ui.spacing_mut().interact_size.y = 18.0;
            egui::Grid::new("keys").num_columns(2).spacing([24.0, 5.0]).show(ui, |ui| {
                for (shown, what) in rows {
                    ui.label(RichText::new(shown).color(theme::STRONG));
                    ui.label(tr(what));
                    ui.end_row();
                }
            });
        });
        ui.add_space(8.0);
        ui.button(t!("Close")).on_hover_text(t!("Back to the scene (Esc)")).clicked()
    });
    if modal.inner || modal.should_close() {
        shell.sheet_open = false;
    }
}
