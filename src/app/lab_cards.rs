//! All labs as cards, each with a picture and the question that it answers.

use egui::{
    Align2, ColorImage, CornerRadius, FontId, Image, Rect, Role, Sense, StrokeKind, TextureHandle,
    TextureOptions, Ui, Vec2, WidgetInfo, vec2,
};

use crate::labs::LABS;
use crate::labs::lab::LabRow;
use crate::language::tr;
use crate::ui::requests::{Request, Requests};
use crate::ui::theme;

/// Size of a picture, points.
const PICTURE: Vec2 = vec2(200.0, 136.0);
/// Height of the title and the question below a picture, points.
const WORDS: f32 = 46.0;
/// Room between two cards, points.
const GAP: f32 = 8.0;

/// Shows the cards, in as many columns as the window has room for; a click opens the lab. The current lab has a frame.
pub fn show(ui: &mut Ui, current: &LabRow, requests: &mut Requests) {
    let room = ui.ctx().content_rect().width() - ui.cursor().left();
    let columns = ((room / (PICTURE.x + GAP)) as usize).clamp(1, LABS.len());
    ui.spacing_mut().item_spacing = vec2(GAP, GAP);
    for rows in LABS.chunks(columns) {
        ui.horizontal(|ui| {
            for row in rows {
                if card(ui, row, row.id == current.id) {
                    requests.ask(Request::OpenLab(row.id));
                    ui.close();
                }
            }
        });
    }
}

/// Shows the card of a lab. Returns whether it was clicked.
fn card(ui: &mut Ui, row: &LabRow, is_current: bool) -> bool {
    let (rect, response) = ui.allocate_exact_size(PICTURE + vec2(0.0, WORDS), Sense::click());
    let (title, question) = (tr(row.title), tr(row.asks));
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_current, &title));
    let is_pointed = response.hovered() || response.has_focus();
    let fill = if is_pointed { theme::current() } else { theme::sunken() };
    let painter = ui.painter();
    painter.rect_filled(rect, 4.0, fill);
    let (picture, words) = rect.split_top_bottom_at_y(rect.top() + PICTURE.y);
    let top = CornerRadius { nw: 4, ne: 4, sw: 0, se: 0 };
    Image::new(&texture(ui, row)).corner_radius(top).paint_at(ui, picture);
    let at = words.left_top() + vec2(10.0, 6.0);
    painter.text(at, Align2::LEFT_TOP, title, FontId::proportional(14.5), theme::strong());
    let at = words.left_top() + vec2(10.0, 25.0);
    painter.text(at, Align2::LEFT_TOP, question, FontId::proportional(12.5), theme::text());
    if is_current {
        let frame: Rect = rect.shrink(1.0);
        painter.rect_stroke(frame, 4.0, (2.0, theme::accent()), StrokeKind::Inside);
    }
    response.on_hover_text(tr(row.says)).clicked()
}

/// The picture of a lab, decoded when it is first shown.
fn texture(ui: &Ui, row: &LabRow) -> TextureHandle {
    let id = egui::Id::unique(("card", row.id));
    ui.data(|data| data.get_temp::<TextureHandle>(id)).unwrap_or_else(|| {
        let decoded =
            image::load_from_memory(row.picture).map(|picture| picture.to_rgba8()).unwrap_or_default();
        let size = [decoded.width(), decoded.height()].map(|side| side as usize);
        let pixels = ColorImage::from_rgba_unmultiplied(size, &decoded);
        let texture = ui.ctx().load_texture(row.id, pixels, TextureOptions::LINEAR);
        ui.data_mut(|data| data.insert_temp(id, texture.clone()));
        texture
    })
}
