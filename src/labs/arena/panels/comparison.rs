//! The comparison below the scene: all methods at once, a tab per question.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

use egui::{Align, Button, Layout, RichText, ScrollArea, Ui};

use super::matrix::MatrixState;
use super::methods::MethodsState;
use super::{matrix, methods, winners};
use crate::labs::arena::Arena;
use crate::language::t;
use crate::methods::Method;
use crate::ui::requests::{FilesRequest, PanelContext, Request};
use crate::ui::theme;

/// Time that methods may take in one frame of the window while a comparison begins.
const BUDGET: Duration = Duration::from_millis(40);

/// State of the comparison: the open tab and display settings.
pub struct Compare {
    /// The open tab; `None` while the comparison is closed.
    pub tab: Option<Tab>,
    /// Display settings of the matrix.
    pub matrix: MatrixState,
    /// The order of the rows in the table of methods.
    pub methods: MethodsState,
    /// Methods that are still to run for the first time since the comparison was opened.
    waiting: VecDeque<&'static Method>,
    /// Whether the comparison was open at the last update.
    was_open: bool,
    /// The tab that opens next.
    pub last: Tab,
    /// Whether the strip of tiles, which may need the same space, was open at the last layout.
    strip_was_open: bool,
    /// Whether the strip of tiles was closed to make room for the comparison; it then reopens later.
    strip_gave_way: bool,
}

/// The tabs of the comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    /// Methods that are on, with times and errors.
    Methods,
    /// Number of pairs on which two methods disagree, for every two methods.
    Matrix,
    /// Draws, queries and bytes read back by the methods.
    Costs,
}

/// All tabs with title and hover text.
fn tabs() -> [(Tab, Cow<'static, str>, Cow<'static, str>); 3] {
    [
        (Tab::Methods, t!("Methods"), t!("Methods that run in every frame, with their times and errors.")),
        (
            Tab::Matrix,
            t!("Matrix"),
            t!("Number of pairs on which two methods differ, for every two methods."),
        ),
        (
            Tab::Costs,
            t!("Costs"),
            t!("Draw calls, queries and bytes read back by each method in this frame."),
        ),
    ]
}

impl Default for Compare {
    fn default() -> Self {
        Self {
            tab: None,
            matrix: MatrixState::default(),
            methods: MethodsState::default(),
            waiting: VecDeque::new(),
            was_open: false,
            last: Tab::Methods,
            strip_was_open: true,
            strip_gave_way: false,
        }
    }
}

impl Compare {
    /// Opens the comparison at its last tab, or closes it.
    pub fn toggle(&mut self) {
        self.tab = if self.tab.is_some() { None } else { Some(self.last) };
    }

    /// Whether methods are still to run for the first time, so that playback waits.
    pub fn is_beginning(&self) -> bool {
        self.tab.is_some() && !self.waiting.is_empty()
    }

    /// If only one of the two fits below the scene, the strip of tiles or the comparison, keeps the one that
    /// was opened last. A strip that was closed to make room reopens when the comparison closes or when both
    /// fit.
    pub fn take_turns_with(&mut self, strip_open: &mut bool, room_for_both: bool) {
        if room_for_both || self.tab.is_none() {
            *strip_open |= std::mem::take(&mut self.strip_gave_way);
        } else if *strip_open && self.strip_was_open {
            (*strip_open, self.strip_gave_way) = (false, true);
        } else if *strip_open {
            (self.tab, self.strip_gave_way) = (None, false);
        }
        self.strip_was_open = *strip_open;
    }
}

/// Runs all methods while the comparison is open: at first one after another, some in each frame of the window, so
/// that it stays responsive. In a paused scene a method runs twice, because the first time includes building it.
pub fn update(ui: &Ui, compare: &mut Compare, arena: &mut Arena) {
    let is_open = compare.tab.is_some();
    if is_open != std::mem::replace(&mut compare.was_open, is_open) {
        compare.waiting = if is_open { arena.comparable().into() } else { VecDeque::new() };
        if !is_open {
            arena.end_comparison();
        }
    }
    if !is_open {
        return;
    }
    let begin = Instant::now();
    while begin.elapsed() < BUDGET {
        if let Some(method) = compare.waiting.pop_front() {
            arena.compare(method);
        } else if let Some(method) = arena.untimed().filter(|_| !arena.playback.playing) {
            arena.measure_again(method);
        } else {
            return;
        }
        ui.ctx().request_repaint();
    }
}

/// Adds the best methods in words, the tabs, and the content of the open tab.
pub fn show(ui: &mut Ui, compare: &mut Compare, arena: &mut Arena, panel: &mut PanelContext) {
    let Some(open) = compare.tab else { return };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (tab, title, help) in tabs() {
            if ui.add(Button::selectable(tab == open, title)).on_hover_text(help).clicked() {
                compare.tab = Some(tab);
                compare.last = tab;
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let help = t!("Save all measurements so far as CSV in the last used folder. (E)");
            let measured = !arena.ledger().is_empty();
            let button = ui.add_enabled(measured, Button::new(t!("Save CSV")));
            if button.on_hover_text(help.as_ref()).on_disabled_hover_text(help).clicked() {
                panel.ask(Request::Files(FilesRequest::SaveMeasurements));
            }
            let text = t!("Timed one after another, each on an idle GPU");
            let help = t!(
                "Every method that is switched on runs in every frame. Each starts only when the GPU has finished the work of the previous one, so the times do not overlap. The order changes from frame to frame."
            );
            ui.add(egui::Label::new(RichText::new(text).small().color(theme::weak())).truncate())
                .on_hover_text(help);
        });
    });
    winners::show(ui, arena, compare.waiting.len());
    ScrollArea::both().id_salt("comparison").auto_shrink([false, false]).show(ui, |ui| {
        ui.add_space(2.0);
        match open {
            Tab::Methods => {
                if methods::show(ui, &mut compare.methods, arena) {
                    compare.waiting.clear();
                    arena.switch_to_panes();
                }
            }
            Tab::Matrix => matrix::show(ui, &mut compare.matrix, arena, panel),
            Tab::Costs => methods::costs(ui, arena),
        }
    });
}
