//! One to four panes over the same world: their layout, their headers, and their part of the view's menu.

use egui::{Button, Id, Rect, RichText, Role, Stroke, StrokeKind};
use egui::{Ui, UiBuilder, WidgetInfo, pos2, vec2};

use super::camera_menu::{Sight, Switch};
use super::cameras::Cameras;
use super::{camera_menu, view};
use crate::labs::headline::{self, Arrangement, Headline};
use crate::labs::lab::{Lab, MOST_PANES, Slot};
use crate::language::t;
use crate::ui::drawing::projection;
use crate::ui::hand::Hold;
use crate::ui::legend::{self, Fit, LegendRow, Obstacles};
use crate::ui::requests::{PanelContext, Request};
use crate::ui::theme;

/// Width of a narrow window, points: below it the settings are folded, and the top bar has a menu for what does not fit.
pub const NARROW: f32 = 1000.0;
/// Space between two panes, points.
const GAP: f32 = 3.0;
/// Height of a line of the header, points.
const LINE: f32 = 27.0;
/// A pane narrower than this, in points, has a header of two lines.
pub const ROOM_FOR_ONE_LINE: f32 = 480.0;
/// A pane narrower than this, in points, and at least [`TALL`] high has an extra line for its figures.
const ROOM_FOR_FIGURES: f32 = 360.0;
/// Height of the extra line in a pane's header, points.
const FIGURES: f32 = 16.0;
/// Height, in points, from which a pane has room for the extra line.
const TALL: f32 = 180.0;

/// The screen area of a pane's view, points.
#[derive(Clone, Copy)]
pub struct Shown {
    /// The whole view, including the lens.
    pub rect: Rect,
    /// The part covered by the lens on the contact.
    pub lens: Option<Rect>,
}

/// Shows all open panes in the remaining room of `ui`, and their headline in `over`. Returns the area of the first
/// pane's view.
pub fn show(
    ui: &mut Ui,
    lab: &mut dyn Lab,
    cameras: &mut Cameras,
    hold: &mut Option<Hold>,
    over: Option<Rect>,
    panel: &mut PanelContext,
) -> Option<Shown> {
    let mut first = None;
    let room = ui.available_rect_before_wrap();
    ui.advance_cursor_after_rect(room);
    let count = lab.panes().count();
    panel.stage.keep_panes(count);
    let (rects, arrangement) = arranged(room, count);
    if let Some(over) = over {
        headline::show(ui, over, &lab.headline(arrangement));
    }
    ui.data_mut(|data| data.insert_temp(last_arrangement(), arrangement));
    for (pane, rect) in rects.into_iter().enumerate() {
        if !(rect.width() > 0.0 && rect.height() > 0.0) {
            continue;
        }
        let height = match rect.width() {
            width if width >= ROOM_FOR_ONE_LINE => LINE,
            width if width < ROOM_FOR_FIGURES && rect.height() >= TALL => 2.0 * LINE + FIGURES,
            _ => 2.0 * LINE,
        };
        let header_height = height.min(rect.height());
        let (over, below) = rect.split_top_bottom_at_y(rect.top() + header_height);
        let inside = UiBuilder::new().id_salt(("pane", pane)).max_rect(over.shrink2(vec2(8.0, 2.0)));
        ui.scope_builder(inside, |ui| {
            ui.shrink_clip_rect(over);
            let one_line = rect.width() >= ROOM_FOR_ONE_LINE;
            lab.panel(Slot::PaneHeader { pane, one_line }, ui, panel);
        });
        let lens = view::show(ui, lab, cameras, hold, panel, pane, below);
        first = first.or(Some(Shown { rect: below, lens }));
        if count > 1 && lab.panes().focus() == pane {
            ui.painter().rect_stroke(rect, 0.0, Stroke::new(2.0, theme::accent()), StrokeKind::Inside);
        }
    }
    first
}

/// Id of the arrangement of the panes that were shown last.
fn last_arrangement() -> Id {
    Id::unique("arrangement of the panes")
}

/// The headline of the panes that were shown last, for texts that are laid out before the panes.
pub fn last_headline(ui: &Ui, lab: &dyn Lab) -> Headline {
    lab.headline(ui.data(|data| data.get_temp(last_arrangement())).unwrap_or_default())
}

/// The rows of the legend whose marks are drawn.
fn legend_rows(lab: &dyn Lab) -> Vec<LegendRow> {
    let drawn = |row: &&LegendRow| row.with.is_none_or(|switch| lab.draws(switch));
    lab.row().legend.iter().filter(drawn).copied().collect()
}

/// Shows the legend of all panes, side by side.
pub fn show_shared_legend(ui: &mut Ui, lab: &dyn Lab) {
    legend::in_line(ui, &legend_rows(lab));
}

/// Shows the legend over the first pane's view, where it covers neither the lens nor the lab's outline.
pub fn show_legend(ui: &mut Ui, lab: &dyn Lab, cameras: &Cameras, first: Shown) -> Fit {
    let rows = legend_rows(lab);
    let project = projection(first.rect, &cameras.of(0));
    let places: Vec<_> = lab.outline().into_iter().flatten().filter_map(|place| project(&place)).collect();
    legend::show(ui, &rows, first.rect, &Obstacles { lens: first.lens, places: &places })
}

/// Shows the part of the view's menu about the panes: their number, linked cameras, the camera, and the lab's own
/// controls.
pub fn menu(ui: &mut Ui, lab: &mut dyn Lab, cameras: &Cameras, panel: &mut PanelContext) {
    let open = lab.panes().count();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.label(RichText::new(t!("Panes")).color(theme::weak()))
            .on_hover_text(t!("Number of panes side by side."));
        for count in 1..=MOST_PANES {
            let help = t!("Number of panes: %{count} (key %{count})", count = count);
            let button = ui.add(Button::selectable(open == count, format!("{count}"))).on_hover_text(help);
            let name = if count == 1 { t!("1 pane") } else { t!("%{count} panes", count = count) };
            button.widget_info(|| WidgetInfo::selected(Role::Button, true, open == count, &name));
            if button.clicked() {
                panel.ask(Request::OpenPanes(count));
            }
        }
    });
    let mut linked = cameras.linked();
    let help = t!("On: all panes share one view; off: each has its own (L)");
    let checkbox = ui.add_enabled(open > 1, egui::Checkbox::new(&mut linked, t!("Link cameras")));
    if checkbox.on_hover_text(help.as_ref()).on_disabled_hover_text(help).changed() {
        panel.ask(Request::ToggleLink);
    }
    let pane = lab.panes().focus();
    let (camera, watched) = (cameras.of(pane), cameras.view(pane).watched());
    let sight = Sight { camera, watched, switch: Switch::CloseUp(cameras.close_up) };
    camera_menu::show(ui, lab, &sight, panel.requests);
    lab.panel(Slot::PaneBar, ui, panel);
}

/// The rectangles of `count` panes in `room`, and their arrangement. Two panes are side by side, or stacked in a tall
/// `room`. Three panes are in a row or a column, or two are above the third. Four form a square.
pub fn arranged(room: Rect, count: usize) -> (Vec<Rect>, Arrangement) {
    let wide = room.width() > 1.9 * room.height();
    let tall = room.height() > 1.25 * room.width();
    let rows: &[usize] = match (count, wide, tall) {
        (2, ..) if tall => &[1, 1],
        (2, ..) => &[2],
        (3, true, _) => &[3],
        (3, _, true) => &[1, 1, 1],
        (3, ..) => &[2, 1],
        (4, true, _) if room.width() > 4.0 * room.height() => &[4],
        (4, ..) => &[2, 2],
        _ => &[1],
    };
    let part = |from: f32, length: f32, index: usize, of: usize| {
        let one = (length - GAP * (of - 1) as f32) / of as f32;
        // Rounded to whole points, so that pictures stay sharp.
        let start = (from + (one + GAP) * index as f32).round();
        let end = (from + (one + GAP) * index as f32 + one).round();
        (start, end)
    };
    let mut rects = Vec::with_capacity(count);
    for (row, &columns) in rows.iter().enumerate() {
        let (top, bottom) = part(room.top(), room.height(), row, rows.len());
        for column in 0..columns {
            let (left, right) = part(room.left(), room.width(), column, columns);
            rects.push(Rect::from_min_max(pos2(left, top), pos2(right, bottom)));
        }
    }
    let arrangement = match rows {
        [1] => Arrangement::One,
        [2] => Arrangement::Beside,
        [1, 1] => Arrangement::Stacked,
        _ => Arrangement::Many,
    };
    (rects, arrangement)
}
