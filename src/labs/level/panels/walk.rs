//! How the mover is steered, what decides where it is stopped, and how far ahead methods are asked.

use egui::{Key, Ui};
use rust_i18n::t;

use crate::exhibit::Page;
use crate::labs::level::level_lab::LevelLab;
use crate::labs::level::walking::{AHEAD, SPEEDS};
use crate::language::tr;
use crate::level::methods::METHODS;
use crate::ui::group::group;
use crate::ui::requests::PanelContext;
use crate::ui::widgets::{choice, note, slider};

/// Whether path or keys steer, how fast, by which method, and how long the move is that all methods are asked about.
pub fn show(ui: &mut Ui, lab: &mut LevelLab) {
    if !group(ui, "walk", &t!("Walk")) {
        return;
    }
    let (by_keys, is_car) = (lab.by_keys(), lab.figure().is_car());
    ui.horizontal(|ui| {
        let help = if is_car {
            t!("It drives along the white line, slower in curves. (V)")
        } else {
            t!("It walks along the white line, up stairs and down from the gallery. (V)")
        };
        if ui.radio(!by_keys, t!("Along the path")).on_hover_text(help).clicked() {
            lab.set_by_keys(false);
        }
        let help = if is_car {
            t!("W drives on, S brakes and then reverses, A and D steer. Any of them takes over. (V)")
        } else {
            t!("W goes where the view looks, S back, A and D aside; the mouse turns the view. Any of them takes over. (V)")
        };
        if ui.radio(by_keys, t!("Keys W A S D")).on_hover_text(help).clicked() {
            lab.set_by_keys(true);
        }
    });
    let mut speed = lab.speed();
    slider(ui, &t!("Speed"), &t!("Metres per second."), &mut speed, SPEEDS, |s| s.fixed_decimals(1));
    lab.set_speed(speed);
    ahead(ui, lab);
    let help = if is_car {
        t!("The method that answers the wheels' rays while it drives. Where walls stop the body, the exact one decides.")
    } else {
        t!("The method that stops the walk itself. It does not depend on what the panes show.")
    };
    let rows = METHODS.iter().map(|method| (tr(method.title), tr(method.says), true));
    if let Some(row) = choice(ui, &t!("Decided by"), &help, &tr(lab.driver().title), rows) {
        lab.set_driver(&METHODS[row], false);
    }
    let state = &lab.walk().state;
    let does = match state.walker.floor {
        Some(_) => t!("stands on a floor"),
        None => t!("falls"),
    };
    note(
        ui,
        &t!("Now %{v} m/s; it %{does}.", v = format!("{:.1}", state.walker.velocity.norm()), does = does),
    );
}

/// How long the move is that all methods are asked about, or how far the rays of the wheels go.
pub fn ahead(ui: &mut Ui, lab: &mut LevelLab) {
    let (title, help) = if lab.figure().is_car() {
        let help = t!("Metres below the place where a wheel should touch the ground: how far down its ray goes.");
        (t!("Ray length"), help)
    } else {
        let help = t!(
            "Metres straight ahead: the move that all methods are asked about in every frame. At 0 it is the move of the frame itself."
        );
        (t!("Move ahead"), help)
    };
    let mut ahead = lab.ahead();
    slider(ui, &title, &help, &mut ahead, AHEAD, |s| s.fixed_decimals(1));
    if ahead != lab.ahead() {
        lab.set_ahead(ahead);
    }
}

/// The keys that are held walk, on the page of the scene and unless a text is being edited. The first of them takes over from
/// the path, and plays: what is asked to go does not stand still. A pause while it is held stays one.
pub fn listen(ui: &Ui, lab: &mut LevelLab, panel: &PanelContext) {
    let listens = panel.page == Page::Scene && !ui.ctx().text_edit_focused();
    let is_plain = ui.input(|input| !input.modifiers.any() || input.modifiers.shift_only());
    let held = |key| f64::from(u8::from(listens && is_plain && ui.input(|input| input.key_down(key))));
    let wish = [held(Key::D) - held(Key::A), held(Key::W) - held(Key::S)];
    if wish != [0.0; 2] && !lab.is_held() {
        if !lab.by_keys() {
            lab.set_by_keys(true);
        }
        lab.playback.playing = true;
    }
    lab.hold(wish);
    if wish != [0.0; 2] {
        ui.ctx().request_repaint();
    }
}
