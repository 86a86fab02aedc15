//! The page that plays stories: one method alone, two side by side, or stacked in a small window; and the
//! playback bar.

pub mod compare;
pub mod keys;
pub mod pace;
pub mod state;
pub mod transport;
pub mod verdict;
mod why;

use std::rc::Rc;

use egui::{CentralPanel, Frame, Margin, Panel, Rect, RichText, ScrollArea, Ui, Vec2, pos2, vec2};

pub use self::state::InspectorPage;
use self::state::Side;
use self::transport::Steps;
use super::outcome::Reference;
use super::region::{GAP, centred_sentence, place_below, region};
use super::story::{Story, Subject, in_space};
use crate::language::t;
use crate::ui::format::grouped;
use crate::ui::requests::PanelContext;
use crate::ui::theme;

/// Below this size, in points, all parts are stacked and scrolled.
const ROOM_FOR_REGIONS: Vec2 = vec2(580.0, 400.0);
/// Below this width, in points, a column shows its verdict in two lines.
const ROOM_FOR_ONE_LINE: f32 = 460.0;

/// Shows the page in the remaining space of `ui`: the playback bar at the bottom, the stories of `subject`
/// above it.
pub fn show(ui: &mut Ui, page: &mut InspectorPage, subject: &dyn Subject, panel: &mut PanelContext<'_>) {
    let sides = page.sides(subject);
    page.arrive(sides.first().and_then(|(_, story)| story.as_deref().ok()));
    page.suggested = match &sides[..] {
        [(_, Ok(story))] => story.telling_pixel(),
        _ => None,
    };
    bar(ui, page, &steps_of(&sides, page.position));
    central(ui, |ui| match &sides[..] {
        [(_, Ok(story))] => one(ui, page, subject, story, panel),
        [(_, Err(why))] => centred_sentence(ui, why, true),
        _ => two(ui, page, subject, &sides, None, panel),
    });
}

/// Shows the page without a subject; `why` says in one sentence why there is none.
pub fn show_nothing(ui: &mut Ui, page: &mut InspectorPage, why: &str) {
    bar(ui, page, &Steps::default());
    central(ui, |ui| centred_sentence(ui, why, false));
}

/// Shows one view of the first method's story, with the current step above it, and beside it the same view of the
/// second method's story. Both methods share the 3D view. A story without such a view is shown whole.
pub fn show_view(
    ui: &mut Ui,
    page: &mut InspectorPage,
    subject: &dyn Subject,
    view: &str,
    panel: &mut PanelContext<'_>,
) {
    let sides = page.sides(subject);
    page.suggested = None;
    let steps = steps_of(&sides, page.position);
    let has_view = |side: &Side| side.1.as_ref().is_ok_and(|story| story.views().contains(&view));
    central(ui, |ui| match &sides[..] {
        [one, other] if view != "space" && has_view(one) && has_view(other) => {
            page.cursor.length = Some(steps.count);
            step_in_words(ui, page.position, &steps, None);
            two(ui, page, subject, &sides, Some(view), panel);
        }
        [side @ (_, Ok(story)), ..] if has_view(side) => {
            page.cursor.length = Some(steps.count);
            step_in_words(ui, page.position, &steps, story.caption(page.position));
            let room = ui.available_rect_before_wrap();
            ui.advance_cursor_after_rect(room);
            let holds_pixel = page.pixel.is_some();
            story.large(ui, room, view, &mut page.showing(0, holds_pixel, panel));
        }
        [(_, Ok(story)), ..] => one(ui, page, subject, story, panel),
        [(_, Err(why)), ..] => centred_sentence(ui, why, true),
        [] => {}
    });
}

/// Adds the number of the step, and below it a description of the step.
fn step_in_words(ui: &mut Ui, position: usize, steps: &Steps, caption: Option<String>) {
    let (n, count) = (grouped(steps.number(position)), grouped(steps.all));
    let step = match &steps.place {
        _ if position == 0 || steps.count == 0 => t!("Before the first step"),
        Some(place) => t!("Step %{n} of %{count}: %{place}", n = n, count = count, place = place),
        None => t!("Step %{n} of %{count}", n = n, count = count),
    };
    match caption {
        Some(caption) => {
            ui.label(RichText::new(step).color(theme::weak()));
            ui.label(RichText::new(caption).heading().color(theme::strong()));
        }
        None => drop(ui.label(RichText::new(step).heading().color(theme::strong()))),
    }
    ui.add_space(4.0);
}

fn bar(ui: &mut Ui, page: &mut InspectorPage, steps: &Steps) {
    let frame = Frame::new().fill(theme::panel()).inner_margin(Margin::symmetric(8, 5));
    Panel::bottom("transport").frame(frame).show(ui, |ui| transport::show(ui, &mut page.cursor, steps));
}

fn central(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let frame = Frame::new().fill(theme::panel()).inner_margin(Margin::symmetric(8, 6));
    CentralPanel::default().frame(frame).show(ui, contents);
}

/// The steps to play: those of the longer story.
fn steps_of(sides: &[Side], position: usize) -> Steps {
    let stories = sides.iter().filter_map(|(_, story)| story.as_ref().ok());
    let deciding = stories.clone().next().map(|story| story.deciding());
    let Some(longest) = stories.max_by_key(|story| story.steps()) else { return Steps::default() };
    Steps {
        last: longest.number(longest.steps()),
        landmarks: longest.landmarks().to_vec(),
        place: longest.place(position),
        deciding,
        ..Steps::recorded(longest.steps(), longest.left_out())
    }
}

fn has_room_for_regions(room: Rect) -> bool {
    room.width() >= ROOM_FOR_REGIONS.x && room.height() >= ROOM_FOR_REGIONS.y
}

/// Shows the story of one method, beside or below its 3D view.
fn one(
    ui: &mut Ui,
    page: &mut InspectorPage,
    subject: &dyn Subject,
    story: &Rc<dyn Story>,
    panel: &mut PanelContext<'_>,
) {
    let room = ui.available_rect_before_wrap();
    if !has_room_for_regions(room) {
        return stacked(ui, page, subject, &[(0, story)], panel);
    }
    why::show(ui, &[(0, story)], &subject.reference(), panel);
    let room = ui.available_rect_before_wrap();
    ui.advance_cursor_after_rect(room);
    let holds_pixel = page.pixel.is_some();
    story.alone(ui, room, &mut page.showing(0, holds_pixel, panel));
}

/// Shows two methods in columns, with the same subject and pixel: their whole stories, or one view of each.
fn two(
    ui: &mut Ui,
    page: &mut InspectorPage,
    subject: &dyn Subject,
    sides: &[Side],
    view: Option<&str>,
    panel: &mut PanelContext<'_>,
) {
    let stories: Vec<_> =
        sides.iter().enumerate().filter_map(|(i, (_, s))| Some((i, s.as_ref().ok()?))).collect();
    if !has_room_for_regions(ui.available_rect_before_wrap()) {
        return stacked(ui, page, subject, &stories, panel);
    }
    let reference = subject.reference();
    if view.is_none() {
        why::show(ui, &stories, &reference, panel);
    }
    let room = ui.available_rect_before_wrap();
    ui.advance_cursor_after_rect(room);
    let width = (0.5 * (room.width() - GAP)).floor();
    // Only a selected pixel gets space for its history: for a hovered one the buffers would move away under the
    // pointer.
    let (holds_pixel, hovered) = (page.pixel.is_some(), page.hovered);
    let mut pointed = None;
    for (side, (method, story)) in sides.iter().enumerate() {
        let corner = pos2(room.left() + side as f32 * (width + GAP), room.top());
        let column = Rect::from_min_size(corner, vec2(width, room.height()));
        let lines = match view {
            Some(_) => 3.0,
            None if width < ROOM_FOR_ONE_LINE => 2.0,
            None => 1.0,
        };
        let (head, rest) = column.split_top_bottom_at_y(column.top() + 25.0 * lines);
        region(ui, "head", side, head, |ui| match (view, story) {
            (Some(_), Ok(story)) => verdict::at_step(ui, &**story, &reference, page.position),
            _ => verdict::of_story(ui, method, story, &reference),
        });
        match story {
            Ok(story) => {
                let other = sides.get(1 - side).and_then(|(_, other)| other.as_deref().ok());
                page.hovered = hovered;
                let showing = &mut page.showing(side, holds_pixel, panel);
                match view {
                    Some(view) => story.large(ui, rest, view, showing),
                    None => story.beside(ui, rest, other, showing),
                }
                pointed = pointed.or(page.hovered);
            }
            Err(why) => region(ui, "trouble", side, rest, |ui| centred_sentence(ui, why, true)),
        }
    }
    page.hovered = pointed;
}

/// Stacks all parts, for small windows.
fn stacked(
    ui: &mut Ui,
    page: &mut InspectorPage,
    subject: &dyn Subject,
    stories: &[(usize, &Rc<dyn Story>)],
    panel: &mut PanelContext<'_>,
) {
    let reference = subject.reference();
    ScrollArea::vertical().id_salt("stacked").auto_shrink([false, false]).show(ui, |ui| {
        why::show(ui, stories, &reference, panel);
        for (index, (side, story)) in stories.iter().enumerate() {
            ui.push_id(index, |ui| column(ui, page, (*side, index == 0), story, &reference, panel));
            ui.add_space(GAP);
        }
    });
}

/// Shows one of the stories in a narrow window; the first story includes the 3D view.
fn column(
    ui: &mut Ui,
    page: &mut InspectorPage,
    (side, is_first): (usize, bool),
    story: &Rc<dyn Story>,
    reference: &Reference,
    panel: &mut PanelContext<'_>,
) {
    verdict::line(ui, story.about(), &story.outcome(), story.mistake(reference));
    // The width is measured before the story is added, which may be wider than the page.
    let width = ui.available_width();
    let holds_pixel = page.pixel.is_some();
    let mut showing = page.showing(side, holds_pixel, panel);
    story.stacked(ui, &mut showing);
    if is_first {
        let rect = place_below(ui, vec2(width, 260.0));
        region(ui, "space", side, rect, |ui| in_space(ui, &**story, rect, &mut showing));
    }
}
