//! The dialog of the user's own scenes: keep the current scene, open one, remove one.

use egui::{Align, Button, Frame, Id, Key, Layout, Modal, RichText, ScrollArea, TextEdit, Ui, vec2};

use super::own_scenes::{self, OwnScenes};
use crate::labs::LABS;
use crate::language::{t, tr};
use crate::ui::requests::{FilesRequest, Request, Requests};
use crate::ui::theme;
use crate::ui::widgets::{note, room_over};

/// Width of the dialog, if there is room, points.
const WIDTH: f32 = 460.0;
/// Height of the list, points.
const LIST: f32 = 220.0;

/// Shows the dialog, if it is open.
pub fn show(ui: &mut Ui, own: &mut OwnScenes, requests: &mut Requests) {
    if !own.is_open {
        return;
    }
    let mut asked = None;
    let frame = Frame::popup(ui.style()).inner_margin(18.0);
    let modal = Modal::new(Id::unique("own scenes")).frame(frame).show(ui.ctx(), |ui| {
        ui.set_width(WIDTH.min(room_over(ui, vec2(60.0, 0.0)).x));
        ui.label(RichText::new(t!("My scenes")).color(theme::strong()).size(15.0));
        note(ui, &t!("Your scenes are listed with those of their lab and found by the search."));
        ui.add_space(6.0);
        keep(ui, own, &mut asked);
        ui.add_space(8.0);
        list(ui, own, &mut asked);
        ui.add_space(8.0);
        ui.button(t!("Close")).on_hover_text(t!("Back to the scene (Esc)")).clicked()
    });
    if let Some(request) = asked {
        requests.ask(Request::Files(request));
    }
    if modal.inner || modal.should_close() {
        own.is_open = false;
        own.removing = None;
        ui.memory_mut(|memory| memory.stop_text_input());
    }
}

/// Shows the name field, and the button that keeps the current scene under this name.
fn keep(ui: &mut Ui, own: &mut OwnScenes, asked: &mut Option<FilesRequest>) {
    let refusal = own_scenes::refusal(&own.draft);
    ui.horizontal(|ui| {
        let name = ui.label(t!("Save this scene as"));
        let edit = TextEdit::singleline(&mut own.draft).desired_width(ui.available_width() - 100.0);
        let field = ui.add(edit.margin(vec2(6.0, 4.0))).labelled_by(name.id);
        let field = field.on_hover_text(t!("Name in the list of scenes"));
        // Enter takes the focus from the field, which gets it back below.
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if ui.memory(|memory| memory.focused().is_none()) {
            field.request_focus();
        }
        let (text, help) = if own.has(&own.draft) {
            (t!("Replace"), t!("Overwrite the scene with this name"))
        } else {
            (t!("Save scene"), t!("Add this scene to your own scenes"))
        };
        let button = ui.add_enabled(refusal.is_none(), Button::new(text));
        let agreed = button.on_hover_text(help.as_ref()).on_disabled_hover_text(help).clicked();
        // Enter keeps a new scene; replacing an existing one needs the button.
        if agreed || (entered && refusal.is_none() && !own.has(&own.draft)) {
            *asked = Some(FilesRequest::KeepOwn(own.draft.trim().to_owned()));
        }
    });
    let says = match refusal {
        Some(why) if !own.draft.is_empty() => why,
        _ if own.has(&own.draft) => t!("A scene with this name already exists.").into_owned(),
        _ => " ".to_owned(),
    };
    ui.label(RichText::new(says).small().color(theme::amber()));
}

fn list(ui: &mut Ui, own: &mut OwnScenes, asked: &mut Option<FilesRequest>) {
    let height = LIST.min(ui.ctx().content_rect().height() - 260.0).max(40.0);
    let area = ScrollArea::vertical().auto_shrink(false).max_height(height).min_scrolled_height(height);
    area.show(ui, |ui| {
        if own.scenes().is_empty() && own.broken.is_empty() {
            ui.label(RichText::new(t!("No scenes yet.")).color(theme::weak()));
        }
        for lab in LABS {
            let scenes: Vec<_> = own.scenes().iter().filter(|scene| scene.lab == lab.id).cloned().collect();
            if !scenes.is_empty() {
                ui.label(RichText::new(tr(lab.title)).small().color(theme::weak()));
            }
            for scene in scenes {
                row(ui, own, &scene.name, asked);
            }
        }
        for line in &own.broken {
            ui.add(egui::Label::new(RichText::new(line).small().color(theme::amber())).wrap());
        }
    });
}

fn row(ui: &mut Ui, own: &mut OwnScenes, name: &str, asked: &mut Option<FilesRequest>) {
    let named = |response: egui::Response, label: String| {
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &label));
        response.clicked()
    };
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if own.removing.as_deref() == Some(name) {
                let help = t!("Keep the scene");
                if named(ui.button(t!("No")).on_hover_text(help), t!("Keep %{name}", name = name).into()) {
                    own.removing = None;
                }
                let text = RichText::new(t!("Yes, remove")).color(theme::amber());
                let help = t!("This cannot be undone");
                let label = t!("Remove %{name} for good", name = name);
                if named(ui.button(text).on_hover_text(help), label.into()) {
                    own.removing = None;
                    *asked = Some(FilesRequest::RemoveOwn(name.to_owned()));
                }
            } else {
                let help = t!("Remove this scene (asks first)");
                let label = t!("Remove %{name}", name = name);
                if named(ui.button(t!("Remove")).on_hover_text(help), label.into()) {
                    own.removing = Some(name.to_owned());
                }
                let label = t!("Open %{name}", name = name);
                if named(ui.button(t!("Open")).on_hover_text(t!("Open this scene")), label.into()) {
                    *asked = Some(FilesRequest::OpenOwn(name.to_owned()));
                }
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(egui::Label::new(RichText::new(name).color(theme::strong())).truncate());
            });
        });
    });
}
