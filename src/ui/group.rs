//! Collapsible groups of controls in a panel. The window stores the collapsed groups, from frame to frame and from
//! start to start.

use std::collections::BTreeSet;

use egui::collapsing_header::paint_default_icon;
use egui::{Align2, Context, FontId, Id, Rect, Role, Sense, TextStyle, Ui, WidgetInfo, vec2};

use super::levels::{Level, level};
use super::terms::explain;
use super::theme;
use super::widgets::heading;
use crate::language::t;

/// Ids of the collapsed groups.
pub type Folded = BTreeSet<String>;

/// Id of the settings beyond the first level; hidden at the first start.
pub const MORE: &str = "more";

/// Id of the panel with the numbers, at the right; hidden at the first start.
pub const NUMBERS: &str = "numbers";

/// Size of a group's heading, points.
const SIZE: f32 = 14.5;
/// Width of the triangle before the heading, points.
const ICON: f32 = 16.0;

/// Folds what is open, and opens what is folded.
pub fn toggle(folded: &mut Folded, id: &str) {
    if !folded.remove(id) {
        folded.insert(id.to_owned());
    }
}

/// Shows the heading of a group; at the first level, a heading that does not collapse. Returns whether the group is
/// open, so that its contents are to be shown. `id` does not depend on the language.
pub fn group(ui: &mut Ui, id: &str, title: &str) -> bool {
    match level(ui) {
        Level::All => {}
        Level::First => {
            heading(ui, title);
            return true;
        }
        Level::Matching(_) => return true,
    }
    ui.add_space(6.0);
    let mut folded = folded(ui.ctx());
    let was_open = !folded.contains(id);
    let height = ui.text_style_height(&TextStyle::Body).max(SIZE) + 4.0;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::DisclosureTriangle, true, was_open, title));
    let response = explain(response.on_hover_text(t!("Collapse or expand this group.")), title);
    let is_open = was_open != response.clicked();
    if is_open != was_open {
        toggle(&mut folded, id);
        put_folded(ui.ctx(), folded);
    }
    let color = if response.hovered() || response.has_focus() { theme::accent() } else { theme::strong() };
    let square = Rect::from_center_size(rect.left_center() + vec2(5.0, 0.0), vec2(9.0, 9.0));
    paint_default_icon(ui, if is_open { 1.0 } else { 0.0 }, &response.clone().with_new_rect(square));
    let font = FontId::proportional(SIZE);
    ui.painter().text(rect.left_center() + vec2(ICON, 0.0), Align2::LEFT_CENTER, title, font, color);
    is_open
}

/// Ids of the groups that are collapsed in this egui context.
pub fn folded(context: &Context) -> Folded {
    context.data(|data| data.get_temp(key())).unwrap_or_default()
}

/// Collapses exactly these groups.
pub fn put_folded(context: &Context, folded: Folded) {
    context.data_mut(|data| data.insert_temp(key(), folded));
}

fn key() -> Id {
    Id::unique("groups that are folded away")
}
