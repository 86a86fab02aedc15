//! Hover texts of what a dialog has covered go away.

use egui::{Id, LayerId, Ui};

/// Shows `contents`. egui keeps a hover text while the pointer rests where it was, whatever lies over that by now; so in
/// the first frame after a dialog has opened, nothing is under the pointer.
pub fn without_old_hover_texts(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let dialog = ui.memory(|memory| memory.top_modal_layer());
    let known = ui.data_mut(|data| {
        let known = data.get_temp_mut_or_default::<Option<LayerId>>(Id::unique("top dialog"));
        std::mem::replace(known, dialog)
    });
    if dialog.is_none() || dialog == known {
        return contents(ui);
    }
    let pointer = ui.input_mut(|input| std::mem::take(&mut input.pointer));
    contents(ui);
    ui.input_mut(|input| input.pointer = pointer);
    ui.ctx().request_repaint();
}
