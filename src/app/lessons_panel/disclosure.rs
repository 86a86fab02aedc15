//! The button that shows or hides an answer: below a question, and below a prediction in the text.

use std::borrow::Cow;

use egui::Ui;

/// A button with the names and hover texts of the hidden and of the shown state, in this order. Returns whether the
/// reader pressed it.
pub fn button(ui: &mut Ui, is_shown: bool, names: [Cow<'_, str>; 2], helps: [Cow<'_, str>; 2]) -> bool {
    let state = usize::from(is_shown);
    let [name, help] = [&names[state], &helps[state]];
    let button = ui.button(name.as_ref()).on_hover_text(help.as_ref());
    // The keyboard may reach a button outside the visible part of the text.
    if button.gained_focus() {
        button.scroll_to_me(None);
    }
    button.clicked()
}
