//! The camera menu: axis views, viewpoints of the lab, the projection, and one switch that depends
//! on the page.

use egui::{Button, Ui};

use super::{close_up, keys};
use crate::labs::camera_word::SIDES;
use crate::labs::lab::Lab;
use crate::language::{t, tr};
use crate::render::camera::{Camera, Lens};
use crate::ui::requests::{Look, Request, Requests, Side};

/// Minimum width of the menu, points.
const WIDTH: f32 = 230.0;

/// The current state of the view that the menu is for.
pub struct Sight {
    /// The view's camera.
    pub camera: Camera,
    /// Id of the viewpoint that the camera follows.
    pub watched: Option<&'static str>,
    /// The switch at the end of the menu.
    pub switch: Switch,
}

/// The last switch of the menu, with its state.
#[derive(Clone, Copy)]
pub enum Switch {
    /// In a pane: the lens on the contact.
    CloseUp(bool),
    /// In the inspector: see-through surfaces.
    SeeThrough(bool),
}

/// Shows the button and its menu, for the active pane or the inspector's 3D view.
pub fn show(ui: &mut Ui, lab: &mut dyn Lab, sight: &Sight, requests: &mut Requests) {
    let Sight { camera, watched, switch } = *sight;
    let help = t!("Camera of the scene: sides, viewpoints and projection.");
    let menu = ui.menu_button(t!("Camera"), |ui| {
        ui.set_min_width(WIDTH);
        let near = match switch {
            Switch::CloseUp(_) => close_up::nearest(lab).map(drop),
            Switch::SeeThrough(_) => Ok(()),
        };
        let lab = &*lab;
        let mut item = |ui: &mut Ui, on: bool, text: &str, help: &str, request: Request| {
            // One key serves both directions of an axis; the menu shows it beside the view from the positive side.
            let by_key = match request {
                Request::Look(Look::From(Side { axis, positive: true })) => Request::Look(Look::Axis(axis)),
                ref other => other.clone(),
            };
            let key = key_of(lab, &by_key).map(tr).unwrap_or_default();
            let button = Button::selectable(on, text).shortcut_text(key);
            if ui.add(button).on_hover_text(help).clicked() {
                requests.ask(request);
                ui.close();
            }
        };
        let help = t!("Zooms every pane to the whole scene.");
        item(ui, false, &t!("The whole scene"), &help, Request::FrameAll);
        ui.separator();
        for (_, title, side) in SIDES {
            let back = camera.directions()[2][side.axis];
            let is_there = if side.positive { back > 1.0 - 1e-9 } else { back < 1e-9 - 1.0 };
            let help = t!("Looks along this axis at the current target.");
            item(ui, is_there, &tr(title), &help, Request::Look(Look::From(side)));
        }
        ui.separator();
        for viewpoint in lab.row().viewpoints {
            let on = watched == Some(viewpoint.id);
            let request = Request::Look(Look::At(viewpoint.id));
            item(ui, on, &tr(viewpoint.title), &tr(viewpoint.says), request);
        }
        ui.separator();
        let parallel = camera.lens() != Lens::Perspective;
        let help = t!("Draws without perspective: distant objects are as large as near ones.");
        item(ui, parallel, &t!("Parallel projection"), &help, Request::Look(Look::SwitchLens));
        let close_up = match switch {
            Switch::CloseUp(on) => on,
            Switch::SeeThrough(on) => {
                let help = t!("Makes solid surfaces transparent, so that hidden parts are visible.");
                let request = Request::Look(Look::SwitchSeeThrough);
                return item(ui, on, &t!("Transparent surfaces"), &help, request);
            }
        };
        let help = t!("Close-up of the contact or the closest points of the selected pair, with a scale.");
        // The lens can be switched off even if there is nothing to show in it.
        let request = Request::Look(Look::SwitchCloseUp);
        match near {
            Err(why) if !close_up => {
                let button = Button::new(t!("Lens on the contact"))
                    .shortcut_text(key_of(lab, &request).map(tr).unwrap_or_default());
                ui.add_enabled(false, button).on_disabled_hover_text(format!("{help} {}", tr(why)));
            }
            _ => item(ui, close_up, &t!("Lens on the contact"), &help, request),
        }
    });
    menu.response.on_hover_text(help);
}

/// The key that makes this request on the scene page.
fn key_of(lab: &dyn Lab, request: &Request) -> Option<&'static str> {
    let mut rows = keys::SCENE.iter().chain(lab.row().keys);
    rows.find(|row| (row.ask)() == *request).map(|row| row.shown)
}
