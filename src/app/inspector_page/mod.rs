//! The inspector: one pair and one method, step by step; all tiles of the frame; how its candidates were found.

pub mod buffers;
mod controls;
mod keys;
pub mod probe;
mod rows;
pub mod simplices;
pub mod space;
mod state;
mod steps;
pub mod sweep;
pub mod table;
pub mod tiles;
pub mod transport;
pub mod trees;
mod verdict;

use std::rc::Rc;

use egui::{Align, Button, CentralPanel, Frame, Layout, Margin, Panel, Ui};
use rust_i18n::t;

use super::pages;
use super::shell::Shell;
use crate::exhibit::Page;
use crate::inspector::{self, Recording};
use crate::labs::arena::Arena;
use crate::methods::{self, Method};
use crate::ui::theme;
use crate::world::Pair;
pub use keys::{KEYS, MOUSE};
use tiles::ContactSheet;

/// With less than this beside a lesson, in points, the controls make room for what is inspected: two tables need it.
const NO_ROOM_FOR_CONTROLS: f32 = 880.0;

/// The same with two columns.
const NO_ROOM_FOR_CONTROLS_BESIDE_TWO: f32 = 720.0;

/// What the page is turned to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// A pair, step by step.
    #[default]
    Steps,
    /// All pairs' tiles.
    Tiles,
    /// The sorted lists of sweep and prune.
    BroadPhase,
}

/// What the page shows and does.
#[derive(Default)]
pub struct InspectorPage {
    /// What it is turned to.
    pub tab: Tab,
    /// What the tab of the broad phase keeps.
    pub sweep: sweep::Sweep,
    /// How many steps have been run; past the end means the end.
    pub position: usize,
    /// Whether it steps by itself.
    pub playing: bool,
    /// The method on the right, if two are compared.
    pub compare: Option<&'static Method>,
    /// The pixel that is held, from the lower left.
    pub pixel: Option<[u32; 2]>,
    /// The pixel under the pointer, if any; it goes before the one that is held.
    pub hovered: Option<[u32; 2]>,
    /// All tiles.
    pub sheet: ContactSheet,
    /// Nothing around what is inspected: for a picture of the contact sheet.
    pub bare: bool,
    /// Which of the lower views is shown where there is no room for both.
    lower: steps::Lower,
    /// The position on the tab that is out of sight: pairs and sorted lists are stepped through each by itself.
    parked: usize,
    /// When it steps on by itself, on egui's clock in seconds.
    due: Option<f64>,
    /// How many steps the recordings had when they were last shown.
    length: Option<usize>,
    /// Whom to compare with when comparing is switched on again.
    last_compared: Option<&'static Method>,
    /// Of the method in focus, and of the one it is compared with.
    recordings: [Option<Kept>; 2],
}

/// A recording, and what it is of.
struct Kept {
    of: (u64, &'static str, Pair),
    recording: Result<Rc<Recording>, String>,
}

impl InspectorPage {
    /// The recording of `method` and the inspected pair, made when it is first asked for; `None` without a pair.
    /// `side` 0 is the method in focus, 1 the one it is compared with.
    pub fn recording(
        &mut self,
        arena: &Arena,
        side: usize,
        method: &'static Method,
    ) -> Option<Result<Rc<Recording>, String>> {
        let pair = inspected_pair(arena)?;
        let of = (arena.looks(), method.id, pair);
        let kept = &mut self.recordings[side];
        if kept.as_ref().is_none_or(|kept| kept.of != of) {
            let settings = arena.settings_of(method);
            let made = inspector::record(arena.gpu(), method, settings, arena.bodies(), pair);
            *kept = Some(Kept { of, recording: made.map(Rc::new) });
        }
        kept.as_ref().map(|kept| kept.recording.clone())
    }

    /// Turns to a tab. Each that is stepped through stays where it was.
    pub fn turn_to(&mut self, tab: Tab) {
        self.playing = false;
        if (self.tab == Tab::BroadPhase) != (tab == Tab::BroadPhase) {
            std::mem::swap(&mut self.position, &mut self.parked);
            self.length = None;
        }
        self.tab = tab;
    }

    /// So many steps on or back, and no longer by itself.
    pub fn step(&mut self, steps: isize) {
        let here = self.position.min(self.length.unwrap_or(usize::MAX));
        self.jump(here.saturating_add_signed(steps));
    }

    /// To a position, and no longer by itself. Past the end means the end.
    pub fn jump(&mut self, position: usize) {
        self.playing = false;
        self.position = position.min(self.length.unwrap_or(usize::MAX));
    }

    /// How many steps are left, as far as it is known: nothing is before the page was shown.
    pub fn steps_left(&self) -> Option<usize> {
        self.length.map(|length| length.saturating_sub(self.position))
    }

    /// Steps by itself, from the start if it is at its end; or stops.
    pub fn play_or_pause(&mut self) {
        self.playing = !self.playing;
        if self.playing && self.steps_left() == Some(0) {
            self.position = 0;
        }
    }
}

impl Shell {
    /// Turns to a pair's steps.
    pub fn inspect(&mut self, pair: Pair) {
        self.arena.selected_pair = Some(pair);
        self.inspector.turn_to(Tab::Steps);
        self.turn_to(Page::Inspector);
    }

    /// The recording of the method in focus, or one line that says why there is none.
    pub fn inspected(&mut self) -> Result<Rc<Recording>, String> {
        let method = self.arena.roles().shown;
        let recording = self.inspector.recording(&self.arena, 0, method);
        recording.unwrap_or_else(|| Err("there is no pair to inspect: no two boxes overlap here".to_owned()))
    }

    /// Puts another method beside the one in focus: the one that was there last, or the one that is told apart
    /// best. Or takes it away.
    pub fn toggle_inspector_compare(&mut self) {
        let shown = self.arena.roles().shown;
        let page = &mut self.inspector;
        match page.compare.take() {
            Some(method) => page.last_compared = Some(method),
            None => {
                let last = page.last_compared.filter(|method| method.id != shown.id);
                page.compare = last.or_else(|| methods::find(shown.compare_with));
            }
        }
    }

    /// Lets go of the pixel, or turns back to the lab.
    pub fn leave_inspector(&mut self) {
        if self.inspector.pixel.take().is_none() {
            self.turn_to(Page::Scene);
        }
    }
}

/// The picked pair, or the first that is worth looking at.
pub fn inspected_pair(arena: &Arena) -> Option<Pair> {
    arena.selected_pair.or_else(|| {
        let first = *arena.pairs_in_focus().first()?;
        arena.found().candidates.get(first).copied()
    })
}

/// The page.
pub fn show(ui: &mut Ui, shell: &mut Shell) {
    if shell.inspector.bare {
        let frame = Frame::new().fill(theme::PANEL).inner_margin(Margin::symmetric(8, 6));
        CentralPanel::default().frame(frame).show(ui, |ui| tiles::sheet(ui, shell));
        return;
    }
    let panel = |x: i8, y: i8| Frame::new().fill(theme::PANEL).inner_margin(Margin::symmetric(x, y));
    let least = match shell.inspector.compare {
        Some(_) if shell.inspector.tab == Tab::Steps => NO_ROOM_FOR_CONTROLS_BESIDE_TWO,
        _ => NO_ROOM_FOR_CONTROLS,
    };
    let beside_lesson = shell.lessons.open.is_some() && ui.available_width() < 288.0 + least;
    if !shell.panels_hidden && !shell.lessons.lecture && !beside_lesson {
        let left = Panel::left("inspector controls").resizable(false).exact_size(288.0).frame(panel(0, 0));
        left.show(ui, |ui| {
            pages::switch(ui, shell.page, &mut shell.requests);
            controls::show(ui, shell);
        });
    }
    let bare = beside_lesson && !shell.lessons.lecture;
    Panel::top("inspector tabs").frame(panel(8, 3)).show(ui, |ui| tabs(ui, shell, bare));
    let steps = match shell.inspector.tab {
        Tab::Steps => Some(steps::length(shell)),
        Tab::BroadPhase => {
            Some(transport::Steps { count: sweep::length(shell), ..transport::Steps::default() })
        }
        Tab::Tiles => None,
    };
    if let Some(steps) = steps {
        Panel::bottom("transport")
            .frame(panel(8, 5))
            .show(ui, |ui| transport::show(ui, &mut shell.inspector, &steps));
    }
    let frame = Frame::new().fill(theme::PANEL).inner_margin(Margin::symmetric(8, 6));
    CentralPanel::default().frame(frame).show(ui, |ui| match shell.inspector.tab {
        Tab::Steps => steps::show(ui, shell),
        Tab::Tiles => tiles::show(ui, shell),
        Tab::BroadPhase => sweep::show(ui, shell),
    });
}

/// What is inspected on the left, what was decided on the right; the way to the other pages where no panel has it.
fn tabs(ui: &mut Ui, shell: &mut Shell, with_pages: bool) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if with_pages {
            pages::buttons(ui, shell.page, &mut shell.requests, false);
            ui.separator();
        }
        let tabs = [
            (Tab::Steps, t!("Steps"), t!("The picked pair, one row of the method's table at a time.")),
            (Tab::Tiles, t!("Tiles"), t!("The tiles of all pairs of this frame, side by side.")),
            (
                Tab::BroadPhase,
                t!("Broad phase"),
                t!("How the candidate pairs of this frame were found: sweep and prune's sorted lists."),
            ),
        ];
        for (tab, name, help) in tabs {
            let button = ui.add(Button::selectable(shell.inspector.tab == tab, name)).on_hover_text(help);
            if button.clicked() {
                shell.inspector.turn_to(tab);
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if shell.inspector.tab == Tab::Steps {
                verdict::headline(ui, shell);
            }
        });
    });
}
