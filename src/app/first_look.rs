//! The first start: the same bodies by two methods, one of which is wrong, and a button that leads to the reason.
//!
//! The lab's row says what is shown ([`crate::labs::lab::FirstLook`]). The panes fill the window, the camera turns
//! slowly until a button of the mouse is pressed or the wheel is turned, and a strip below has the sentence and the
//! buttons.

use std::time::Duration;

use egui::{Align, Button, Layout, Panel, RichText, Ui, vec2};

use super::{lab_cards, panes};
use crate::exhibit::{Page, Params, SceneLink};
use crate::labs::lab::{self, Lab, wrong_answer};
use crate::language::{joined, t, tr};
use crate::ui::icons;
use crate::ui::legend;
use crate::ui::requests::{Request, Requests};
use crate::ui::theme;
use crate::ui::widgets::{dock, list_button};

/// Speed of the camera, in pixels of a drag per second.
const DRAG_PX_PER_SECOND: f64 = 9.0;

/// Room for the buttons beside the sentence and the legend, points.
const BUTTONS: f32 = 330.0;

/// Width from which the legend is shown with whole sentences, points.
const IN_FULL: f32 = 900.0;

/// State of the first look.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FirstLook {
    /// Whether the user has taken over the camera.
    pub is_steered: bool,
    /// The last frame with a wrong answer, and the parameters that select the answer.
    wrong: Option<(u64, Params)>,
}

/// Turns the camera, unless the user steers it, and marks wrong answers with waves.
pub fn update(ui: &Ui, look: &mut FirstLook, turn_camera: impl FnOnce(f64)) {
    let (pressed, elapsed) = ui.input(|input| {
        let pressed = input.pointer.any_down() || input.smooth_scroll_delta() != egui::Vec2::ZERO;
        (pressed, f64::from(input.stable_dt.min(0.1)))
    });
    look.is_steered |= pressed;
    if !look.is_steered {
        turn_camera(DRAG_PX_PER_SECOND * elapsed);
    }
    icons::send_waves(ui.ctx());
    ui.ctx().request_repaint_after(Duration::from_millis(30));
}

/// Shows the strip below the panes.
pub fn strip(ui: &mut Ui, state: &mut Option<FirstLook>, lab: &dyn Lab, requests: &mut Requests) {
    let (Some(look), Some(state)) = (lab.row().first_look, state) else { return };
    if let Some(words) = wrong_answer(lab) {
        state.wrong = Some((lab.frame(), words));
    }
    Panel::bottom("first look").frame(dock(20, 14)).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.vertical(|ui| {
                ui.set_max_width((ui.available_width() - BUTTONS).max(0.0));
                let says = joined(&[tr(look.says).into(), panes::last_headline(ui, lab).text.into()]);
                let size = if ui.available_width() < IN_FULL { 15.0 } else { 19.0 };
                let says = ui.label(RichText::new(says).color(theme::strong()).size(size));
                if says.rect.height() > 2.0 * size {
                    // A sentence of several lines takes the room of the legend.
                    return;
                }
                ui.add_space(2.0);
                let rows = &lab.row().legend[..look.marks];
                if ui.available_width() < IN_FULL {
                    legend::in_line(ui, rows);
                    return;
                }
                ui.horizontal(|ui| {
                    for row in rows {
                        legend::entry(ui, row);
                        ui.add_space(12.0);
                    }
                });
            });
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                buttons(ui, state, lab, look, requests)
            });
        });
    });
}

fn buttons(ui: &mut Ui, state: &FirstLook, lab: &dyn Lab, look: lab::FirstLook, requests: &mut Requests) {
    let around = ui.add(Button::new(t!("Look around")).min_size(vec2(0.0, 34.0)));
    if around.on_hover_text(t!("This scene with all panels (Esc)")).clicked() {
        requests.ask(Request::EndFirstLook);
    }
    let labs = list_button(ui, &t!("Labs"), |ui| lab_cards::show(ui, lab.row(), requests));
    labs.on_hover_text(t!("All labs, each with its question"));
    let text = RichText::new(t!("Find out why")).size(16.0).color(theme::panel()).strong();
    let why = Button::new(text).fill(theme::accent()).min_size(vec2(150.0, 40.0));
    let why = ui.add_enabled(state.wrong.is_some(), why);
    let why = why.on_hover_text(t!("Opens the step that makes the answer wrong"));
    if why.clicked()
        && let Some((frame, words)) = state.wrong.clone()
    {
        let steps: SceneLink = look.why.parse().unwrap_or_default();
        requests.ask(Request::EndFirstLook);
        requests.ask(Request::GoTo(frame));
        let page = Some(Page::Inspector.word().to_owned());
        requests.ask(Request::Show(Box::new(SceneLink { page, words, ..steps })));
    }
}
