//! The page of what is taken apart, in the window: a pair's steps, all tiles of the frame, how its candidates were found.

mod controls;
pub mod sweep;
pub mod tiles;

use std::ops::{Deref, DerefMut};
use std::rc::Rc;

use egui::{Align, Button, CentralPanel, Frame, Layout, Margin, Panel, Ui};
use rust_i18n::t;

use super::pages;
use super::shell::{Page, Shell};
use crate::exhibit;
use crate::inspector::Story;
use crate::inspector::page::{self, transport, verdict};
use crate::inspector::story::Subject as _;
use crate::ui::requests::{InspectorRequest, PanelContext, Requests};
use crate::ui::theme;
use crate::world::Pair;
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

/// The inspector and the arena's two sheets, which share the page. The inspector is the page's own through `Deref`.
#[derive(Default)]
pub struct InspectorPage {
    /// The inspector.
    pub page: page::InspectorPage,
    /// What it is turned to.
    pub tab: Tab,
    /// What the tab of the broad phase keeps.
    pub sweep: sweep::Sweep,
    /// All tiles.
    pub sheet: ContactSheet,
    /// Nothing around what is inspected: for a picture of the contact sheet.
    pub bare: bool,
    /// The position on the tab that is out of sight: pairs and sorted lists are stepped through each by itself.
    parked: usize,
}

impl Deref for InspectorPage {
    type Target = page::InspectorPage;

    fn deref(&self) -> &page::InspectorPage {
        &self.page
    }
}

impl DerefMut for InspectorPage {
    fn deref_mut(&mut self) -> &mut page::InspectorPage {
        &mut self.page
    }
}

impl InspectorPage {
    /// Turns to a tab. Each that is stepped through stays where it was.
    pub fn turn_to(&mut self, tab: Tab) {
        self.playing = false;
        if (self.tab == Tab::BroadPhase) != (tab == Tab::BroadPhase) {
            std::mem::swap(&mut self.page.cursor.position, &mut self.parked);
            self.length = None;
        }
        self.tab = tab;
    }
}

impl Shell {
    /// Turns to a pair's steps.
    pub fn inspect(&mut self, pair: Pair) {
        self.arena.selected_pair = Some(pair);
        self.inspector.turn_to(Tab::Steps);
        self.turn_to(Page::Inspector);
    }

    /// The story of the method in focus, or one line that says why there is none.
    pub fn inspected(&mut self) -> Result<Rc<dyn Story>, String> {
        let subject = self.arena.subject();
        let subject = subject.ok_or("there is no pair to inspect: no two boxes overlap here")?;
        self.inspector.story(&subject, 0, subject.choices().focus)
    }

    /// Does what was asked of the inspector.
    pub fn ask_inspector(&mut self, request: InspectorRequest) {
        self.inspector.act(request, &self.arena.choices());
    }

    /// Lets go of the pixel, or turns back to the lab.
    pub fn leave_inspector(&mut self) {
        if self.inspector.pixel.take().is_none() {
            self.turn_to(Page::Lab);
        }
    }
}

/// The page.
pub fn show(ui: &mut Ui, shell: &mut Shell) {
    let panel = |x: i8, y: i8| Frame::new().fill(theme::PANEL).inner_margin(Margin::symmetric(x, y));
    if shell.inspector.bare {
        CentralPanel::default().frame(panel(8, 6)).show(ui, |ui| tiles::sheet(ui, shell));
        return;
    }
    let least = match shell.inspector.compare {
        Some(_) if shell.inspector.tab == Tab::Steps => NO_ROOM_FOR_CONTROLS_BESIDE_TWO,
        _ => NO_ROOM_FOR_CONTROLS,
    };
    let beside_lesson = shell.lessons.open.is_some() && ui.available_width() < 288.0 + least;
    if !shell.panels_hidden && !shell.lessons.lecture && !beside_lesson {
        let left = Panel::left("inspector controls").resizable(false).exact_size(288.0).frame(panel(0, 0));
        left.show(ui, |ui| {
            pages::switch(ui, shell);
            controls::show(ui, shell);
        });
    }
    let bare = beside_lesson && !shell.lessons.lecture;
    Panel::top("inspector tabs").frame(panel(8, 3)).show(ui, |ui| tabs(ui, shell, bare));
    match shell.inspector.tab {
        Tab::Steps => steps(ui, shell),
        Tab::Tiles => {
            CentralPanel::default().frame(panel(8, 6)).show(ui, |ui| tiles::show(ui, shell));
        }
        Tab::BroadPhase => {
            let swaps = transport::Steps { count: sweep::length(shell), ..transport::Steps::default() };
            let cursor = &mut shell.inspector.page.cursor;
            Panel::bottom("transport").frame(panel(8, 5)).show(ui, |ui| transport::show(ui, cursor, &swaps));
            CentralPanel::default().frame(panel(8, 6)).show(ui, |ui| sweep::show(ui, shell));
        }
    }
}

/// The picked pair, step by step.
fn steps(ui: &mut Ui, shell: &mut Shell) {
    let Some(subject) = shell.arena.subject() else {
        let why = t!("No boxes overlap in this frame, so there is no pair to take apart.");
        return page::show_nothing(ui, &mut shell.inspector.page, &why);
    };
    let mut requests = Requests::default();
    let mut panel = PanelContext {
        requests: &mut requests,
        stage: &mut shell.stage,
        page: exhibit::Page::Inspector,
        lecture: shell.lessons.lecture,
        fine: shell.fine,
    };
    page::show(ui, &mut shell.inspector.page, &subject, &mut panel);
    debug_assert!(requests.is_empty(), "the page asks for nothing that is not its own");
}

/// What is inspected on the left, what was decided on the right; the way to the other pages where no panel has it.
fn tabs(ui: &mut Ui, shell: &mut Shell, with_pages: bool) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        if with_pages {
            pages::buttons(ui, shell, false);
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
            if shell.inspector.tab == Tab::Steps
                && let Some(subject) = shell.arena.subject()
            {
                verdict::headline(ui, &mut shell.inspector.page, &subject);
            }
        });
    });
}
