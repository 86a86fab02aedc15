//! The page that plays stories, of one method or two: the sentence that says why, the picture of the current step, the
//! steps beside it, their data below it; and the playback bar.

pub mod compare;
pub mod keys;
pub mod pace;
pub mod state;
pub mod transport;
pub mod verdict;
mod why;

use egui::{Button, CentralPanel, Frame, Margin, Panel, Rect, RichText, Ui, Vec2, pos2, vec2};

pub use self::state::InspectorPage;
use self::state::Side;
use self::transport::Steps;
use super::region::{GAP, centred_sentence, region};
use super::story::Subject;
use crate::language::t;
use crate::ui::format::grouped;
use crate::ui::requests::PanelContext;
use crate::ui::theme;

/// Below this size, in points, the columns of steps are below the picture; by the number of columns.
const LEAST: [Vec2; 3] = [vec2(0.0, 360.0), vec2(580.0, 360.0), vec2(760.0, 360.0)];
/// Shares of the height for the picture, also with details below it, and in a small window.
const SHARE: f32 = 0.62;
const SHARE_WITH_DETAILS: f32 = 0.5;
const SHARE_IN_SMALL: f32 = 0.58;
/// Share of the width for a column of steps, by the number of columns.
const COLUMNS: [f32; 3] = [0.0, 0.25, 0.2];
/// Maximum width of a column of steps, points.
const WIDEST: f32 = 300.0;
/// Heights of the verdict over a column, and of the button under it, points.
const HEAD: f32 = 75.0;
const FOOT: f32 = 28.0;

/// Shows the page in the remaining space of `ui`: the playback bar at the bottom, the stories of `subject`
/// above it. `beside_lesson`: a lesson is open, whose text may speak of the details.
pub fn show(
    ui: &mut Ui,
    page: &mut InspectorPage,
    subject: &dyn Subject,
    beside_lesson: bool,
    panel: &mut PanelContext<'_>,
) {
    let sides = page.sides(subject);
    page.arrive(sides.first().and_then(|(_, story)| story.as_deref().ok()));
    bar(ui, page, &steps_of(&sides, page.position));
    let details = page.details.unwrap_or(beside_lesson);
    central(ui, |ui| match &sides[..] {
        [(_, Err(why))] => centred_sentence(ui, why, true),
        _ => whole(ui, page, subject, &sides, details, panel),
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
    (page.suggested, page.said) = Default::default();
    let steps = steps_of(&sides, page.position);
    let has_view = |side: &Side| side.1.as_ref().is_ok_and(|story| story.views().contains(&view));
    central(ui, |ui| match &sides[..] {
        [one, other] if view != "space" && has_view(one) && has_view(other) => {
            page.cursor.length = Some(steps.count);
            step_in_words(ui, page.position, &steps, None);
            two(ui, page, subject, &sides, view, panel);
        }
        [side @ (_, Ok(story)), ..] if has_view(side) => {
            page.cursor.length = Some(steps.count);
            step_in_words(ui, page.position, &steps, story.caption(page.position));
            let room = ui.available_rect_before_wrap();
            ui.advance_cursor_after_rect(room);
            story.large(ui, room, view, &mut page.showing(0, true, panel));
        }
        [(_, Ok(_)), ..] => whole(ui, page, subject, &sides[..1], true, panel),
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
    let frame = Frame::new().inner_margin(Margin::symmetric(8, 5));
    Panel::bottom("transport").frame(frame).show(ui, |ui| transport::show(ui, &mut page.cursor, steps));
}

fn central(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    let frame = Frame::new().inner_margin(Margin::symmetric(8, 6));
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

/// Rectangles of the page's parts; [`Rect::ZERO`] for a part without room.
struct Places {
    picture: Rect,
    /// The columns of steps, one per method.
    lists: Vec<Rect>,
    below: Rect,
}

/// The places in `room`: the columns of steps on both sides of the picture or, in a small window, below it. Data fill at
/// most `most_below` points below the picture, if that is finite.
fn places(room: Rect, columns: usize, details: bool, most_below: f32) -> Places {
    if room.width() < LEAST[columns.min(2)].x || room.height() < LEAST[0].y {
        let (picture, rest) =
            room.split_top_bottom_at_y(room.top() + (SHARE_IN_SMALL * room.height()).round());
        let parts = columns + usize::from(columns < 2);
        let width = (rest.width() - GAP * (parts - 1) as f32) / parts as f32;
        let part = |index: usize| {
            let corner = pos2(rest.left() + index as f32 * (width + GAP), rest.top() + 4.0);
            Rect::from_min_max(corner, pos2(corner.x + width, rest.bottom()))
        };
        let below = if columns < 2 { part(columns) } else { Rect::ZERO };
        return Places { picture, lists: (0..columns).map(part).collect(), below };
    }
    let width = (COLUMNS[columns.min(2)] * room.width()).min(WIDEST).round();
    let (mut inner, mut lists) = (room, Vec::new());
    if columns > 0 {
        let (list, rest) = inner.split_left_right_at_x(inner.left() + width);
        lists.push(list);
        inner = rest.with_min_x(rest.left() + GAP);
    }
    if columns > 1 {
        let (rest, list) = inner.split_left_right_at_x(inner.right() - width);
        lists.push(list);
        inner = rest.with_max_x(rest.right() - GAP);
    }
    let share = if details { SHARE_WITH_DETAILS } else { SHARE };
    let height = match most_below.is_finite() {
        true => (inner.height() - most_below).max(SHARE_WITH_DETAILS * inner.height()),
        false => share * inner.height(),
    };
    let (picture, below) = inner.split_top_bottom_at_y(inner.top() + height.round());
    Places { picture, lists, below: below.with_min_y(below.top() + 4.0) }
}

/// Shows the stories of one method or two: the sentence, the picture, the steps beside it, and below it their data. The
/// picture is that of the method with the sentence.
fn whole(
    ui: &mut Ui,
    page: &mut InspectorPage,
    subject: &dyn Subject,
    sides: &[Side],
    details: bool,
    panel: &mut PanelContext<'_>,
) {
    let stories: Vec<_> =
        sides.iter().enumerate().filter_map(|(i, (_, s))| Some((i, s.as_ref().ok()?))).collect();
    let reference = subject.reference();
    page.said = why::show(ui, &stories, &reference, panel).unwrap_or_default();
    let room = ui.available_rect_before_wrap();
    ui.advance_cursor_after_rect(room);
    let is_alone = sides.len() == 1;
    let columns =
        if is_alone && stories.iter().all(|(_, story)| story.steps() == 0) { 0 } else { sides.len() };
    let details = details && stories.iter().any(|(_, story)| story.has_details());
    let most_below = stories.iter().map(|(_, story)| story.height_below(details)).fold(0.0, f32::max);
    let Places { picture, lists, below } = places(room, columns, details, most_below);
    page.picture = Some(picture);
    let told = why::told(&stories, &reference);
    page.suggested = told.and_then(|(_, story)| story.telling_pixel());
    let hovered = page.hovered.filter(|_| details);
    page.hovered = hovered;
    if let Some((side, story)) = told {
        let mut showing = page.showing(side, details, panel);
        region(ui, "space", 0, picture, |ui| story.picture(ui, picture, &mut showing));
    }
    for (side, list) in lists.into_iter().enumerate() {
        let (method, story) = &sides[side];
        let head = if is_alone { 0.0 } else { HEAD.min(0.3 * list.height()) };
        let (head, list) = list.split_top_bottom_at_y(list.top() + head);
        region(ui, "head", side, head, |ui| verdict::of_story(ui, method, story, &reference));
        let has_details = side == 0 && stories.iter().any(|(_, story)| story.has_details());
        let (list, foot) = list.split_top_bottom_at_y(list.bottom() - if has_details { FOOT } else { 0.0 });
        match story {
            Ok(story) => {
                let other = sides.get(1 - side).and_then(|(_, other)| other.as_deref().ok());
                region(ui, "steps", side, list, |ui| {
                    story.list(ui, other, &mut page.showing(side, details, panel));
                });
            }
            Err(why) => region(ui, "trouble", side, list, |ui| centred_sentence(ui, why, true)),
        }
        region(ui, "details", side, foot, |ui| {
            let button = Button::new(t!("Details")).selected(details);
            let help = t!("The buffers, the history of the pixel, and the OpenGL state of the step");
            if ui.add(button).on_hover_text(help).clicked() {
                page.details = Some(!details);
            }
        });
    }
    let width = (below.width() - GAP * (stories.len().max(1) - 1) as f32) / stories.len().max(1) as f32;
    let mut pointed = None;
    for (index, (side, story)) in stories.iter().enumerate() {
        let corner = pos2(below.left() + index as f32 * (width + GAP), below.top());
        let part = Rect::from_min_size(corner, vec2(width, below.height()));
        page.hovered = hovered.filter(|_| story.has_details());
        region(ui, "below", *side, part, |ui| story.below(ui, &mut page.showing(*side, details, panel)));
        pointed = pointed.or(page.hovered);
    }
    page.hovered = pointed;
    if pointed != hovered {
        // The picture above shows the ray of the pixel.
        ui.ctx().request_repaint();
    }
}

/// Shows one view of each of two stories in columns, with the same subject and pixel.
fn two(
    ui: &mut Ui,
    page: &mut InspectorPage,
    subject: &dyn Subject,
    sides: &[Side],
    view: &str,
    panel: &mut PanelContext<'_>,
) {
    let reference = subject.reference();
    let room = ui.available_rect_before_wrap();
    ui.advance_cursor_after_rect(room);
    let width = (0.5 * (room.width() - GAP)).floor();
    let hovered = page.hovered;
    let mut pointed = None;
    for (side, (method, story)) in sides.iter().enumerate() {
        let corner = pos2(room.left() + side as f32 * (width + GAP), room.top());
        let column = Rect::from_min_size(corner, vec2(width, room.height()));
        let (head, rest) = column.split_top_bottom_at_y(column.top() + HEAD);
        region(ui, "head", side, head, |ui| match story {
            Ok(story) => verdict::at_step(ui, &**story, &reference, page.position),
            _ => verdict::of_story(ui, method, story, &reference),
        });
        match story {
            Ok(story) => {
                page.hovered = hovered;
                story.large(ui, rest, view, &mut page.showing(side, true, panel));
                pointed = pointed.or(page.hovered);
            }
            Err(why) => region(ui, "trouble", side, rest, |ui| centred_sentence(ui, why, true)),
        }
    }
    page.hovered = pointed;
}
