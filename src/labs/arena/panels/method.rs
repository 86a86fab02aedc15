//! Controls for the active pane's method and its settings, made from their declarations.

use egui::Ui;

use super::own_program::{self, ProgramPanel};
use super::pass_editor::{self, state::PassEditor};
use crate::broad_phase::BROAD_PHASES;
use crate::exhibit::Page;
use crate::gpu::Gpu;
use crate::labs::arena::Arena;
use crate::labs::arena::pages::{BROAD_PHASE, PAGES, SCENE_VIEWS};
use crate::labs::arena::response::{FRICTION, RESPONSES, RESTITUTION};
use crate::labs::arena::words::Config;
use crate::labs::controls::hover_text;
use crate::language::{t, tr};
use crate::methods::own_program::COMMAND;
use crate::methods::{Inside, METHODS, Method};
use crate::ui::group::group;
use crate::ui::levels::{is_filtered, shows_all};
use crate::ui::pane_method::{FIRST, methods_in};
use crate::ui::requests::{PanelContext, Request};
use crate::ui::setting;
use crate::ui::widgets::{choice, choice_in, note};

/// Panels of the methods that users write.
pub struct OwnPanels<'a> {
    /// The tables of passes.
    pub passes: &'a mut PassEditor,
    /// The program.
    pub program: &'a mut ProgramPanel,
}

/// The active pane's method and its settings.
pub fn show(ui: &mut Ui, arena: &mut Arena, own: OwnPanels, panel: &mut PanelContext) {
    if !group(ui, "method", &t!("Method")) {
        return;
    }
    let shown = arena.roles().shown;
    // Panes have the choice in their headers.
    if panel.page != Page::Scene {
        let help = t!("Method of the active pane; its verdicts colour the bodies.");
        let list = |ui: &mut Ui| method_options(ui, arena, shown);
        if let Some(index) = choice_in(ui, &t!("Method"), &help, &tr(shown.title), list) {
            arena.show(&METHODS[index]);
        }
    }
    let shown = arena.roles().shown;
    note(ui, &tr(shown.says));
    note(ui, &format!("{} · {}", tr(shown.source), tr(shown.promise.words())));

    pass_editor::edit_a_copy(ui, arena, own.passes, panel);
    if shown.inside == Inside::Program {
        own_program::show(ui, own.program, arena, panel);
    }
    // The command has a field of its own.
    let most = if shows_all(ui) { usize::MAX } else { FIRST };
    let settings: Vec<_> =
        arena.settings().iter().filter(|(declared, _)| declared.id != COMMAND.id).take(most).collect();
    for (declared, value) in settings {
        if let Some(value) = setting::show(ui, declared, &value) {
            arena.change(shown, declared.id, value);
        }
    }
    if shown.id == "cullide" {
        open_page(ui, SCENE_VIEWS, panel);
    }
    if let Some(found_out) = arena.shown().and_then(|answer| answer.note.clone()).filter(|_| shows_all(ui)) {
        note(ui, &tr(&found_out));
    }
}

/// Simulation settings: the broad phase and the driver.
pub fn show_surroundings(ui: &mut Ui, arena: &mut Arena, panel: &mut PanelContext) {
    if !group(ui, "around", &t!("Simulation settings")) {
        return;
    }
    let rows = BROAD_PHASES.iter().map(|row| (tr(row.title), tr(row.says), true));
    let help = hover_text::<Config>("broad-phase");
    if let Some(index) = choice(ui, &t!("Broad phase"), &help, &tr(arena.broad_phase().title), rows) {
        arena.set_broad_phase(&BROAD_PHASES[index]);
    }
    open_page(ui, BROAD_PHASE, panel);
    let help = hover_text::<Config>("driver");
    let driver = arena.roles().driver;
    let later = t!("A program of your own cannot make bodies bounce: its answers come later.");
    let rows = METHODS.iter().zip(missing(arena)).map(|(method, why)| match method.inside {
        Inside::Program => (&**method, Some(later.clone().into_owned())),
        _ => (&**method, why),
    });
    let list = |ui: &mut Ui| methods_in(ui, driver, rows);
    if let Some(index) = choice_in(ui, &t!("Method for bounces"), &help, &tr(driver.title), list) {
        arena.let_drive(&METHODS[index]);
    }
    response(ui, arena);
}

/// The response of colliding bodies, with the surface that impulses need.
fn response(ui: &mut Ui, arena: &mut Arena) {
    let mut response = arena.response();
    let rows = RESPONSES.iter().map(|(_, title, says)| (tr(title), tr(says), true));
    let help = hover_text::<Config>("response");
    if let Some(index) = choice(ui, &t!("Response"), &help, &tr(RESPONSES[response.row].1), rows) {
        response.row = index;
    }
    if response.is_by_impulses() {
        setting::real(ui, &RESTITUTION, &mut response.surface.restitution);
        setting::real(ui, &FRICTION, &mut response.surface.friction);
    }
    arena.set_response(response);
}

/// Adds a button that opens one of the lab's own pages.
fn open_page(ui: &mut Ui, word: &'static str, panel: &mut PanelContext) {
    let Some(row) = PAGES.iter().find(|row| row.word == word && !is_filtered(ui)) else { return };
    let button = ui.small_button(t!("%{page}, step by step", page = tr(row.title)));
    if button.on_hover_text(tr(row.help)).clicked() {
        panel.ask(Request::Turn(Page::Own(word)));
    }
}

/// Adds all methods as options of an open drop-down list; returns the index of the chosen method.
pub fn method_options(ui: &mut Ui, arena: &Arena, current: &Method) -> Option<usize> {
    methods_in(ui, current, METHODS.iter().map(|method| &**method).zip(missing(arena)))
}

/// For each method, a sentence that names the missing capability of this machine, if any.
pub fn missing(arena: &Arena) -> Vec<Option<String>> {
    let capabilities = arena.gpu().map(Gpu::capabilities);
    let missing = METHODS.iter().map(|method| method.why_not(capabilities));
    missing
        .map(|why| why.map(|missing| t!("This machine lacks %{what}.", what = tr(&missing)).into_owned()))
        .collect()
}
