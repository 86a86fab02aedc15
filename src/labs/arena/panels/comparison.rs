//! The page that compares all methods: a sentence, errors against time, the table of methods, and folded details.

use std::collections::VecDeque;
use std::time::Instant;

use egui::{Button, CentralPanel, Panel, ScrollArea, Ui, vec2};

use super::matrix::MatrixState;
use super::methods::MethodsState;
use super::{errors_plot, matrix, methods, winners};
use crate::labs::arena::Arena;
use crate::labs::arena::deciding::TURN;
use crate::labs::headline;
use crate::language::t;
use crate::methods::Method;
use crate::ui::requests::{FilesRequest, PanelContext, Request};
use crate::ui::results::details;
use crate::ui::widgets::dock;

/// Id of the detail with the number of pairs on which two methods disagree.
pub const MATRIX: &str = "matrix";
/// Id of the detail with draws, queries and bytes read back.
pub const COSTS: &str = "costs";

/// Width at the right of the sentence for the buttons, points.
const BUTTONS: f32 = 190.0;

/// State of the comparison: its page and display settings.
#[derive(Default)]
pub struct Compare {
    /// Whether the page is shown instead of the scene.
    pub is_open: bool,
    /// The unfolded detail.
    pub detail: Option<&'static str>,
    /// Display settings of the matrix.
    pub matrix: MatrixState,
    /// The order of the rows in the table of methods.
    pub methods: MethodsState,
    /// Methods that are still to run for the first time since the comparison was opened.
    waiting: VecDeque<&'static Method>,
    /// Whether the waiting methods stay on when the comparison closes.
    stay_on: bool,
    /// Whether the comparison was open at the last update.
    was_open: bool,
}

impl Compare {
    /// Opens or closes the comparison.
    pub fn toggle(&mut self) {
        self.is_open ^= true;
    }

    /// Whether methods are still to run for the first time, so that playback waits.
    pub fn is_beginning(&self) -> bool {
        self.is_open && !self.waiting.is_empty()
    }
}

/// Runs methods that have not answered the current frame and, while the comparison is open, all methods: one after
/// another, some in each frame of the window, so that it stays responsive. In a paused scene a method runs twice,
/// because the first time includes building it.
pub fn update(ui: &Ui, compare: &mut Compare, arena: &mut Arena) {
    if arena.go_on() {
        ui.ctx().request_repaint();
        return;
    }
    let is_open = compare.is_open;
    if is_open != std::mem::replace(&mut compare.was_open, is_open) {
        compare.waiting = if is_open { arena.comparable(false).into() } else { VecDeque::new() };
        compare.stay_on = false;
        if !is_open {
            arena.end_comparison();
        }
    }
    if !is_open {
        return;
    }
    let begin = Instant::now();
    while begin.elapsed() < TURN {
        if let Some(method) = compare.waiting.pop_front() {
            if compare.stay_on {
                arena.switch(method, true);
            }
            arena.compare(method);
        } else if std::mem::take(&mut compare.stay_on) {
            arena.switch_all_on();
        } else if let Some(method) = arena.untimed().filter(|_| !arena.playback.playing) {
            arena.measure_again(method);
        } else {
            return;
        }
        ui.ctx().request_repaint();
    }
}

/// Shows the page.
pub fn show(ui: &mut Ui, compare: &mut Compare, arena: &mut Arena, panel: &mut PanelContext) {
    let waiting = compare.waiting.len();
    Panel::top("sentence").frame(dock(0, 0)).exact_size(headline::HEIGHT).show(ui, |ui| {
        let rect = ui.max_rect();
        headline::show(ui, rect.with_max_x(rect.right() - BUTTONS), &winners::headline(arena, waiting));
        let buttons = rect.with_min_x(rect.right() - BUTTONS).shrink2(vec2(8.0, 5.0));
        ui.scope_builder(egui::UiBuilder::new().max_rect(buttons), |ui| {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let help = t!("Return to the scene. (C)");
                if ui.button(t!("Scene")).on_hover_text(help).clicked() {
                    compare.toggle();
                }
                let help = t!("Save all measurements so far as CSV in the last used folder. (E)");
                let save = ui.add_enabled(!arena.ledger().is_empty(), Button::new(t!("Save CSV")));
                if save.on_hover_text(help.as_ref()).on_disabled_hover_text(help).clicked() {
                    panel.ask(Request::Files(FilesRequest::SaveMeasurements));
                }
            });
        });
    });
    CentralPanel::default().frame(dock(12, 4)).show(ui, |ui| {
        ScrollArea::vertical().id_salt("comparison").auto_shrink([false, false]).show(ui, |ui| {
            errors_plot::show(ui, arena);
            let Compare { detail, methods: state, .. } = compare;
            let mut pressed = None;
            let help = t!("Number of pairs on which two methods differ, for every two methods.");
            let of_costs = t!("Draw calls, queries and bytes read back by each method in this frame.");
            let all = [(MATRIX, t!("Matrix"), help), (COSTS, t!("Costs"), of_costs)];
            details(ui, detail, &all, |ui| pressed = methods::switches(ui, state));
            match pressed {
                Some(methods::Switch::AllOn) => {
                    compare.waiting = arena.comparable(true).into();
                    compare.stay_on = true;
                }
                Some(methods::Switch::PanesOnly) => {
                    compare.waiting.clear();
                    arena.switch_to_panes();
                }
                None => {}
            }
            ScrollArea::horizontal().id_salt("detail").show(ui, |ui| match compare.detail {
                // A picked pair is shown in the scene.
                Some(MATRIX) => compare.is_open ^= matrix::show(ui, &mut compare.matrix, arena, panel),
                Some(_) => methods::costs(ui, arena),
                None => {}
            });
            methods::show(ui, &mut compare.methods, arena);
        });
    });
}
