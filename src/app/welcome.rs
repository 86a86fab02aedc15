//! The welcome page, which the first look leads to: the scene, the meaning of its marks, three ways to start.

use egui::text::LayoutJob;
use egui::{
    Align, Button, FontId, Frame, Id, Layout, Margin, Modal, Response, RichText, ScrollArea, TextFormat, Ui,
    vec2,
};

use super::top_bar::language_choice;
use crate::exhibit::{Page, SceneLink};
use crate::labs::lab::LabRow;
use crate::language::{Language, t, tr};
use crate::lessons;
use crate::ui::legend;
use crate::ui::requests::{LessonsRequest, Request, Requests};
use crate::ui::theme;
use crate::ui::widgets::room_over;

/// Width of the page, if there is room, points.
const WIDTH: f32 = 560.0;

/// Shows the page over everything. Choosing a way to start, Esc, the Close button or a click beside the page
/// closes it. `plays`: whether the scene plays.
pub fn show(ui: &mut Ui, lab: &'static LabRow, plays: bool, requests: &mut Requests) {
    // The right margin leaves room for the scroll bar.
    let frame = Frame::popup(ui.style()).inner_margin(Margin { right: 8, ..Margin::same(20) });
    let modal = Modal::new(Id::unique("welcome")).frame(frame).show(ui.ctx(), |ui| {
        let room = room_over(ui, vec2(80.0, 60.0));
        ui.set_width(WIDTH.min(room.x));
        let text = ScrollArea::vertical().auto_shrink([false, true]).max_height(room.y);
        text.min_scrolled_height(room.y)
            .show(ui, |ui| {
                Frame::new()
                    .inner_margin(Margin { right: 12, ..Margin::ZERO })
                    .show(ui, |ui| contents(ui, lab, plays))
                    .inner
            })
            .inner
    });
    if modal.should_close() || modal.inner.is_some() {
        requests.ask(Request::ToggleWelcome);
        requests.extend(modal.inner.into_iter().flatten());
    }
}

/// Shows the contents of the page. Returns the requests of the chosen way to start; an empty list closes the page.
fn contents(ui: &mut Ui, lab: &'static LabRow, plays: bool) -> Option<Vec<Request>> {
    ui.horizontal(|ui| {
        ui.label(RichText::new(t!("Welcome to Collidoscope")).color(theme::strong()).size(20.0));
        ui.with_layout(Layout::right_to_left(Align::Center), language_choice);
    });
    let methods =
        t!("See every method at work: what it draws and counts, how long it takes, and where it is wrong.");
    ui.label(format!("{} {methods}", tr(lab.says)));
    ui.add_space(4.0);
    ui.label(RichText::new(t!("Red means colliding. Nothing else is red.")).color(theme::strong()));
    lab.legend.iter().filter(|row| row.with.is_none()).for_each(|row| legend::entry(ui, row));
    ui.add_space(6.0);
    ui.label(RichText::new(t!("Three ways to start")).color(theme::accent()).size(14.5));
    let mut chosen = None;
    let play = way(
        ui,
        &t!("Play"),
        &t!("Watch, orbit with the mouse, step through time, or choose another method on the left."),
    );
    if is_new(ui) {
        play.request_focus();
    }
    if play.clicked() {
        let start = (!plays).then_some(Request::PlayOrPause);
        chosen = Some([Request::Turn(Page::Scene)].into_iter().chain(start).collect());
    }
    let course = lessons::all();
    if let Some(first) = course.first() {
        let title = t!("Lesson 1: %{title}", title = first.page(Language::current()).title);
        let says = t!("The first of %{count} short lessons, each with a scene to try.", count = course.len());
        if way(ui, &title, &says).clicked() {
            chosen = Some(vec![Request::Lessons(LessonsRequest::Open(first.id.to_owned()))]);
        }
    }
    let says = t!("Two methods on the same scene, side by side, with their differences marked.");
    if way(ui, &t!("Compare"), &says).clicked() {
        chosen = Some(vec![Request::Show(Box::new(side_by_side(lab)))]);
    }
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        if ui.button(t!("Close")).on_hover_text(t!("Back to the scene (Esc)")).clicked() {
            chosen = Some(Vec::new());
        }
        let hint = t!("Ctrl+K searches everything; ? shows all shortcuts and a button for this page.");
        ui.add(egui::Label::new(RichText::new(hint).small().color(theme::weak())).wrap());
    });
    chosen
}

/// A link to two methods that give different answers, chosen by the lab as its example.
fn side_by_side(lab: &LabRow) -> SceneLink {
    SceneLink {
        lab: Some(lab.id.to_owned()),
        page: Some(Page::Scene.word().to_owned()),
        words: lab.two_methods(),
        ..SceneLink::default()
    }
}

/// Shows a large button with a title and a line of explanation.
fn way(ui: &mut Ui, title: &str, says: &str) -> Response {
    let mut job = LayoutJob::default();
    let format =
        |size, color| TextFormat { font_id: FontId::proportional(size), color, ..Default::default() };
    job.append(title, 0.0, format(14.5, theme::strong()));
    job.append("\n", 0.0, format(4.0, theme::text()));
    job.append(says, 0.0, format(12.5, theme::text()));
    job.wrap.max_width = ui.available_width() - 2.0 * ui.spacing().button_padding.x;
    let size = vec2(ui.available_width(), 46.0);
    let button =
        ui.with_layout(Layout::top_down_justified(Align::Min), |ui| ui.add(Button::new(job).min_size(size)));
    let button = button.inner.on_hover_text(says);
    button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, title));
    button
}

/// Whether the page was not shown in the previous frame.
fn is_new(ui: &Ui) -> bool {
    let now = ui.ctx().cumulative_frame_nr();
    let last = ui.data_mut(|data| {
        data.get_temp_mut_or_default::<Option<u64>>(Id::unique("welcome was there")).replace(now)
    });
    last.is_none_or(|last| last + 1 < now)
}
