//! The first frame of a slide with another scene: the slide's text beside the last picture, while the scene is set up.
//!
//! Setting a scene up and drawing it can take seconds on a busy machine. This frame does neither, so the audience sees
//! the slide at once, and never a black scene or the panels of the window.

use egui::{Align2, CentralPanel, Color32, Frame, Rect, Role, Sense, Ui, WidgetInfo, pos2};

use super::lessons_panel::{self, lecture};
use super::shell::Shell;
use crate::language::t;
use crate::ui::{drawing, style, theme};

/// Opacity of the last picture, which is that of another scene.
const FADED: f32 = 0.4;

/// Lays out the frame.
pub fn show(ui: &mut Ui, shell: &mut Shell) {
    style::follow_theme(ui);
    lecture::listen(ui, &shell.lessons, &mut shell.requests);
    lessons_panel::show(ui, &mut shell.lessons, &mut shell.requests);
    CentralPanel::default().frame(Frame::new().fill(theme::sunken())).show(ui, |ui| {
        let (rect, response) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
        if let Some((texture, [width, height])) = shell.stage.pane_picture() {
            let aspect = width as f32 / height.max(1) as f32;
            let share = rect.aspect_ratio() / aspect;
            // The picture covers the room: its middle is shown, as large as the room needs. Its first row is the bottom.
            let (x, y) = (0.5 * share.min(1.0), 0.5 / share.max(1.0));
            let uv = Rect::from_min_max(pos2(0.5 - x, 0.5 + y), pos2(0.5 + x, 0.5 - y));
            ui.painter().image(texture, rect, uv, Color32::WHITE.gamma_multiply(FADED));
        }
        let text = t!("Loading…").into_owned();
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &text));
        drawing::plate(
            ui.painter(),
            rect,
            rect.center(),
            Align2::CENTER_CENTER,
            text.clone(),
            theme::strong(),
        );
    });
    // A layout that is discarded is made again in the same frame.
    shell.loads = ui.ctx().will_discard();
    ui.ctx().request_repaint();
}
