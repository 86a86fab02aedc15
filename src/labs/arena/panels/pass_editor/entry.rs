//! The button in the panel of a method that leads to the page.

use egui::{Button, Ui};

use super::state::PassEditor;
use crate::exhibit::Page;
use crate::image_space::own::settings::BUILT_IN;
use crate::labs::arena::Arena;
use crate::labs::arena::pages::PASS_TABLE;
use crate::language::t;
use crate::methods::Inside;
use crate::ui::levels::is_filtered;
use crate::ui::requests::{PanelContext, Request};

/// The button that begins with a copy of a method's table, and turns to the page.
pub fn edit_a_copy(ui: &mut Ui, arena: &mut Arena, editor: &mut PassEditor, panel: &mut PanelContext) {
    let shown = arena.roles().shown;
    let is_own = shown.inside == Inside::OwnPasses;
    if is_filtered(ui) || !is_own && !BUILT_IN.iter().any(|(id, _)| *id == shown.id) {
        return;
    }
    let (name, help) = match is_own {
        true => (t!("Edit the table"), t!("Open the page on which the table is edited.")),
        false => (
            t!("Edit a copy"),
            t!("Copy the method's table of passes into \"Own passes\", show that method here, and edit it."),
        ),
    };
    if ui.add(Button::new(name)).on_hover_text(help).clicked() {
        if is_own {
            editor.choose_shown(arena);
        } else {
            editor.copy_into_pane(arena, shown.id);
        }
        panel.ask(Request::Turn(Page::Own(PASS_TABLE)));
    }
}
