//! The inspector's page and the lab's own pages, with the controls around them.

use egui::{Align, Button, CentralPanel, Layout, Panel, Ui};

use super::camera_menu::{self, Sight, Switch};
use super::{grasp, timeline, view};
use crate::exhibit::Page;
use crate::inspector::page::{self, InspectorPage, compare, verdict};
use crate::labs::capabilities::Hand;
use crate::labs::lab::{Lab, Slot};
use crate::language::{t, tr};
use crate::render::camera::Camera;
use crate::render::grip::Ray;
use crate::ui::hand::Hold;
use crate::ui::requests::{PanelContext, Request};
use crate::ui::widgets::{dock, scrolled};

/// Minimum width for the two tables of the inspected subject beside a lesson, points. The controls are hidden if
/// they would leave less.
const NO_ROOM_FOR_CONTROLS: f32 = 880.0;

/// Minimum width for the subject beside a lesson while two methods are compared, points.
const NO_ROOM_FOR_CONTROLS_BESIDE_TWO: f32 = 720.0;

/// Surroundings of the page that affect its layout.
#[derive(Clone, Copy, Debug)]
pub struct Around {
    /// Whether the left panel may be shown.
    pub controls: bool,
    /// Whether a lesson is open beside the page.
    pub beside_lesson: bool,
}

/// Shows the page in the remaining room of `ui`.
pub fn show(
    ui: &mut Ui,
    lab: &mut dyn Lab,
    inspector: &mut InspectorPage,
    hold: &mut Option<Hold>,
    around: Around,
    panel: &mut PanelContext,
) {
    carry(ui, lab, inspector, hold);
    let camera = inspector.space().shown().map(|(_, camera)| camera);
    inspector.space().begin_frame();
    let is_of_frame = lab.row().is_of_frame(panel.page);
    let least = match inspector.compare {
        Some(_) if panel.page == Page::Inspector => NO_ROOM_FOR_CONTROLS_BESIDE_TWO,
        _ => NO_ROOM_FOR_CONTROLS,
    };
    let too_narrow = around.beside_lesson && ui.available_width() < 288.0 + least;
    if around.controls && !panel.lecture && !too_narrow {
        let left = Panel::left("inspector controls").resizable(false).exact_size(288.0).frame(dock(0, 0));
        left.show(ui, |ui| match is_of_frame {
            true => controls(ui, lab, inspector, panel),
            false => {
                if let Page::Own(word) = panel.page {
                    scrolled(ui, |ui| lab.panel(Slot::PageControls(word), ui, panel));
                }
            }
        });
    }
    // In a lecture the slide needs this space; keys replace the time bar.
    if is_of_frame && !panel.lecture {
        Panel::bottom("time").frame(dock(8, 2)).show(ui, |ui| timeline::bar(ui, lab, panel));
    }
    Panel::top("inspector tabs").frame(dock(8, 3)).show(ui, |ui| {
        tabs(ui, lab, inspector, camera, panel);
    });
    match panel.page {
        Page::Own(word) => lab.panel(Slot::Page(word), ui, panel),
        _ => match inspector.follow(lab.subject()) {
            Some(subject) => {
                page::show(ui, inspector, &*subject, around.beside_lesson, panel);
                tell_lost(ui, lab, inspector);
                if let Some(wait) = inspector.wait() {
                    ui.ctx().request_repaint_after(wait);
                }
            }
            None => {
                page::show_nothing(ui, inspector, &tr(lab.row().no_subject));
            }
        },
    }
}

/// Shows a message over the 3D view if the viewpoint that it follows does not exist in this frame.
fn tell_lost(ui: &Ui, lab: &dyn Lab, inspector: &mut InspectorPage) {
    let space = inspector.space();
    let Some(id) = space.stand.watched().filter(|_| space.stand.now.seen.is_none()) else { return };
    if let Some(why) = lab.row().why_not_from(id)
        && let Some(response) = space.shown().and_then(|(picture, _)| ui.ctx().read_response(picture))
    {
        view::tell(ui, response.rect, &why);
    }
}

/// Handles a drag in the 3D view before anything is drawn, so that the page shows the subject at its new place.
fn carry(ui: &Ui, lab: &mut dyn Lab, inspector: &mut InspectorPage, hold: &mut Option<Hold>) {
    inspector.hurry(ui.input(|input| input.pointer.any_down()));
    let was_held = hold.is_some();
    if let Some((id, camera)) = inspector.space().shown()
        && let Some(response) = ui.ctx().read_response(id)
    {
        let space = inspector.space();
        let under = |hand: &dyn Hand, ray: &Ray| {
            let (id, at) = space.under(ray)?;
            hand.grip(id, at)
        };
        if let Some(hand) = lab.hand() {
            grasp::carry(ui, hand, hold, &response, &camera, under, |_, _| ());
        }
    }
    // The camera stays fixed even in the frame in which the dragged body is released.
    inspector.space().stand.now.held = was_held || hold.is_some();
}

/// Shows the lab's sheet without anything around it, for export.
pub fn show_sheet(ui: &mut Ui, lab: &mut dyn Lab, panel: &mut PanelContext) {
    CentralPanel::default().frame(dock(8, 6)).show(ui, |ui| lab.panel(Slot::Sheet, ui, panel));
}

/// Shows the controls on the left.
fn controls(ui: &mut Ui, lab: &mut dyn Lab, inspector: &mut InspectorPage, panel: &mut PanelContext) {
    scrolled(ui, |ui| {
        lab.panel(Slot::Inspected, ui, panel);
        if let Some(subject) = inspector.follow(lab.subject()) {
            verdict::section(ui, inspector, &*subject);
        }
        lab.panel(Slot::InspectedMethod, ui, panel);
        compare::show(ui, inspector, &lab.choices());
    });
}

/// Shows tabs on the left and the verdict on the right.
fn tabs(
    ui: &mut Ui,
    lab: &mut dyn Lab,
    inspector: &mut InspectorPage,
    camera: Option<Camera>,
    panel: &mut PanelContext,
) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let help = t!("The method, step by step.");
        tab(ui, Page::Inspector, &t!("Steps"), &help, panel);
        let open = panel.page;
        for row in lab.row().pages.iter().filter(|row| !row.is_of_method || open == Page::Own(row.word)) {
            tab(ui, Page::Own(row.word), &tr(row.title), &tr(row.help), panel);
        }
        if panel.page == Page::Inspector {
            ui.add_space(8.0);
            let stand = inspector.space().stand;
            match camera {
                Some(camera) => {
                    let (watched, switch) = (stand.watched(), Switch::SeeThrough(stand.see_through));
                    camera_menu::show(ui, lab, &Sight { camera, watched, switch }, panel.requests);
                }
                None => {
                    let why = t!("No 3D view is visible.");
                    let button = ui.add_enabled(false, Button::new(t!("Camera")));
                    button.on_hover_text(why.as_ref()).on_disabled_hover_text(why);
                }
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if panel.page == Page::Inspector
                && let Some(subject) = inspector.follow(lab.subject())
            {
                verdict::headline(ui, inspector, &*subject);
            }
        });
    });
}

fn tab(ui: &mut Ui, page: Page, name: &str, help: &str, panel: &mut PanelContext) {
    let button = ui.add(Button::selectable(panel.page == page, name)).on_hover_text(help);
    if button.clicked() {
        panel.ask(Request::Turn(page));
    }
}
