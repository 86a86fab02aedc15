//! The number of a pane, and the choice of its method.

use egui::{ComboBox, Ui};

use crate::about::About;
use crate::language::tr;
use crate::ui::widgets::{options_in, pane_number};

/// What was clicked.
pub struct Clicked {
    /// Whether the number was: the pane is to have the focus.
    pub number: bool,
    /// The method that was chosen, an index into `all`.
    pub method: Option<usize>,
}

/// Number and list of `pane`, counted from 0, where `shown` of `all` methods is on show; the list is `width` points wide.
pub fn show<'a>(
    ui: &mut Ui,
    (pane, in_focus): (usize, bool),
    shown: &About,
    all: impl Iterator<Item = &'a About>,
    width: f32,
) -> Clicked {
    let number = pane_number(ui, pane, in_focus);
    let mut chosen = None;
    let rows = all.map(|method| (tr(method.title), tr(method.says), true));
    let list = ComboBox::from_id_salt(("method of pane", pane))
        .width(width.max(40.0))
        .truncate()
        .selected_text(tr(shown.title))
        .show_ui(ui, |ui| chosen = options_in(ui, &tr(shown.title), rows));
    list.response.labelled_by(number.id).on_hover_text(tr(shown.says));
    Clicked { number: number.clicked(), method: chosen }
}
