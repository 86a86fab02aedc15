//! The steps of the picked pair: what is where, for one method or for two side by side.

use std::rc::Rc;

use egui::{Button, Rect, RichText, ScrollArea, Ui, UiBuilder, pos2, vec2};
use rust_i18n::t;

use super::transport::Steps;
use super::verdict::{self, Judged};
use super::{InspectorPage, buffers, inspected_pair, probe, rows, simplices, space, state, table, trees};
use crate::app::shell::Shell;
use crate::inspector::{Recording, Story};
use crate::language::tr;
use crate::methods::Method;
use crate::ui::theme;
use crate::ui::widgets::note;

/// Between two regions, points.
const GAP: f32 = 10.0;
/// Smaller than this, in points, everything stands below each other and is scrolled.
const ROOM_FOR_REGIONS: egui::Vec2 = vec2(580.0, 400.0);
/// A column narrower than this, in points, says its verdict in two lines.
const ROOM_FOR_ONE_LINE: f32 = 460.0;
/// Wide enough, in points, for the view in space beside the probe.
const ROOM_FOR_BOTH: f32 = 900.0;
/// What buffers need besides their squares, points: titles and legends.
const AROUND_BUFFERS: f32 = 108.0;

/// What is shown below the buffers where there is no room for both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Lower {
    /// The pair, the eye and the window.
    #[default]
    Space,
    /// The pixel under the pointer.
    Probe,
}

/// A method and what was recorded of it.
type Side = (&'static Method, Result<Rc<Recording>, String>);

/// The recordings of the method in focus and of the one it is compared with; none without a pair.
fn sides(shell: &mut Shell) -> Vec<Side> {
    let methods = [Some(shell.arena.roles().shown), shell.inspector.compare];
    let mut sides = Vec::new();
    for (side, method) in methods.into_iter().enumerate() {
        let recording = method.and_then(|method| shell.inspector.recording(&shell.arena, side, method));
        sides.extend(method.zip(recording));
    }
    sides
}

/// What there is to step through: as much as the longer of two recordings has.
pub fn length(shell: &mut Shell) -> Steps {
    let position = shell.inspector.position;
    let sides = sides(shell);
    let recordings = || sides.iter().filter_map(|(_, recording)| recording.as_ref().ok());
    let mut steps = Steps { count: recordings().map(|r| r.len()).max().unwrap_or(0), ..Steps::default() };
    if let Some(longest) = recordings().max_by_key(|recording| recording.len()) {
        let rows = rows::of(longest);
        let ends = rows.windows(2).filter(|two| (two[0].table, two[0].round) != (two[1].table, two[1].round));
        steps.landmarks = ends.map(|two| two[0].number).collect();
        steps.place = rows::place(longest, position);
    }
    steps
}

/// The tab.
pub fn show(ui: &mut Ui, shell: &mut Shell) {
    if inspected_pair(&shell.arena).is_none() {
        return tell(ui, &t!("No boxes overlap in this frame, so there is no pair to take apart."), false);
    }
    let sides = sides(shell);
    match &sides[..] {
        [(_, recording)] => one(ui, shell, recording),
        [_, _] => two(ui, shell, &sides),
        _ => {}
    }
}

/// A sentence in the middle.
fn tell(ui: &mut Ui, text: &str, is_trouble: bool) {
    let color = if is_trouble { theme::AMBER } else { theme::WEAK };
    ui.centered_and_justified(|ui| ui.label(RichText::new(text).color(color)));
}

/// Why there are no steps, in a sentence.
fn apart(ui: &mut Ui) {
    tell(
        ui,
        &t!(
            "The boxes of the two are apart, so nothing is drawn and nothing counted: the pair is settled before the method begins."
        ),
        false,
    );
}

/// A part of the page with a place of its own. What it shows beyond that is cut off.
fn region(ui: &mut Ui, salt: &str, side: usize, rect: Rect, contents: impl FnOnce(&mut Ui)) {
    if rect.width() < 8.0 || rect.height() < 8.0 {
        return;
    }
    ui.scope_builder(UiBuilder::new().id_salt((salt, side)).max_rect(rect), |ui| {
        ui.set_clip_rect(rect.expand(1.0).intersect(ui.clip_rect()));
        contents(ui);
    });
}

/// One method: the table and its state on the left; the buffers, and below them the pair in space and the pixel.
fn one(ui: &mut Ui, shell: &mut Shell, recording: &Result<Rc<Recording>, String>) {
    let recording = match recording {
        Ok(recording) => recording,
        Err(why) => return tell(ui, why, true),
    };
    let room = ui.available_rect_before_wrap();
    if room.width() < ROOM_FOR_REGIONS.x || room.height() < ROOM_FOR_REGIONS.y {
        return stacked(ui, shell, &[recording]);
    }
    ui.advance_cursor_after_rect(room);
    let position = shell.inspector.position;
    if !matches!(recording.story, Story::Passes(_)) {
        // The words need more room than the picture.
        let x = room.left() + (0.7 * room.width()).round();
        let (left, right) = room.split_left_right_at_x(x);
        region(ui, "story", 0, left.with_max_x(x - GAP), |ui| story(ui, shell, 0, recording, position));
        region(ui, "space", 0, right, |ui| space::show(ui, shell, recording, position, right));
        return;
    }
    let x = room.left() + (0.36 * room.width()).clamp(270.0, 430.0).round();
    let (left, right) = room.split_left_right_at_x(x);
    region(ui, "table", 0, left.with_max_x(x - GAP), |ui| {
        ScrollArea::vertical().id_salt("table").auto_shrink([false, false]).show(ui, |ui| {
            let rows = rows::of(recording);
            table::show(ui, &mut shell.inspector, recording, &rows, None);
            ui.add_space(4.0);
            state::show(ui, &rows, position);
        });
    });
    let height = (0.5 * right.width() + AROUND_BUFFERS).min(0.6 * right.height()).round();
    let (over, below) = right.split_top_bottom_at_y(right.top() + height);
    let below = below.with_min_y(below.top() + GAP);
    buffers_of(ui, &mut shell.inspector, &[(recording, over)]);
    lower(ui, shell, recording, below);
}

/// The pair in space and the pixel, beside each other or in turns.
fn lower(ui: &mut Ui, shell: &mut Shell, recording: &Recording, rect: Rect) {
    let position = shell.inspector.position;
    let (space_rect, probe_rect) = if ui.max_rect().width() >= ROOM_FOR_BOTH {
        let x = rect.left() + (0.46 * rect.width()).round();
        let (left, right) = rect.split_left_right_at_x(x);
        (Some(left.with_max_x(x - GAP)), Some(right))
    } else {
        let (bar, rest) = rect.split_top_bottom_at_y(rect.top() + 26.0);
        region(ui, "lower", 0, bar, |ui| turns(ui, &mut shell.inspector));
        match shell.inspector.lower {
            Lower::Space => (Some(rest), None),
            Lower::Probe => (None, Some(rest)),
        }
    };
    if let Some(rect) = space_rect {
        region(ui, "space", 0, rect, |ui| space::show(ui, shell, recording, position, rect));
    }
    if let Some(rect) = probe_rect {
        region(ui, "probe", 0, rect, |ui| pixel(ui, &shell.inspector, recording, position));
    }
}

/// Which of the lower views is shown.
fn turns(ui: &mut Ui, page: &mut InspectorPage) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let views = [
            (
                Lower::Space,
                t!("In space"),
                t!("The eye, the window, and the surfaces that this pass has drawn."),
            ),
            (
                Lower::Probe,
                t!("Pixel"),
                t!("The ray through a pixel, and the pixel's way through all passes."),
            ),
        ];
        for (view, name, help) in views {
            let button = Button::selectable(page.lower == view, name);
            if ui.add(button).on_hover_text(help).clicked() {
                page.lower = view;
            }
        }
    });
}

/// The probed pixel, or how to get one.
fn pixel(ui: &mut Ui, page: &InspectorPage, recording: &Recording, position: usize) {
    let Some((table, index)) = recording.pass_at(position) else { return };
    match page.hovered.or(page.pixel) {
        Some(pixel) => {
            ScrollArea::vertical().id_salt("probe").auto_shrink([false, false]).show(ui, |ui| {
                probe::show(ui, table, index, pixel);
            });
        }
        None => tell(
            ui,
            &t!(
                "Point at a pixel of the buffers to see both bodies on its ray and what became of it. Click to keep it."
            ),
            false,
        ),
    }
}

/// The buffers of one recording or of two. What is under the pointer in one of them is marked in the other.
fn buffers_of(ui: &mut Ui, page: &mut InspectorPage, places: &[(&Rc<Recording>, Rect)]) {
    let before = page.hovered;
    let mut hovered = None;
    for (side, (recording, rect)) in places.iter().enumerate() {
        let Some((table, index)) = recording.pass_at(page.position) else { continue };
        page.hovered = before;
        region(ui, "buffers", side, *rect, |ui| buffers::show(ui, page, side, table, index));
        if ui.rect_contains_pointer(*rect) {
            hovered = page.hovered;
        }
    }
    page.hovered = hovered;
}

/// The steps of a method that draws nothing.
fn story(ui: &mut Ui, shell: &mut Shell, side: usize, recording: &Recording, position: usize) {
    match &recording.story {
        Story::Apart => apart(ui),
        Story::Trees(trace) => trees::show(ui, recording, trace, position),
        Story::Simplices(trace) => simplices::show(ui, recording, trace, position),
        Story::Passes(_) => {
            let rows = rows::of(recording);
            ui.push_id(side, |ui| table::show(ui, &mut shell.inspector, recording, &rows, None));
        }
    }
}

/// Two methods: a column each, on the same pair and the same pixel.
fn two(ui: &mut Ui, shell: &mut Shell, sides: &[Side]) {
    let room = ui.available_rect_before_wrap();
    if room.width() < ROOM_FOR_REGIONS.x || room.height() < ROOM_FOR_REGIONS.y {
        let recordings: Vec<_> = sides.iter().filter_map(|(_, recording)| recording.as_ref().ok()).collect();
        return stacked(ui, shell, &recordings);
    }
    ui.advance_cursor_after_rect(room);
    let width = (0.5 * (room.width() - GAP)).floor();
    // Only a pixel that is held makes room: the buffers must not move away under the pointer.
    let probed = shell.inspector.pixel.is_some();
    let position = shell.inspector.position;
    let mut buffers = Vec::new();
    for (side, (method, recording)) in sides.iter().enumerate() {
        let corner = pos2(room.left() + side as f32 * (width + GAP), room.top());
        let column = Rect::from_min_size(corner, vec2(width, room.height()));
        let lines = if width < ROOM_FOR_ONE_LINE { 2.0 } else { 1.0 };
        let (head, rest) = column.split_top_bottom_at_y(column.top() + 25.0 * lines);
        region(ui, "head", side, head, |ui| match verdict::of(shell, side, method) {
            Some(Judged { verdict, error }) => verdict::line(ui, method, &verdict, error),
            None => note(ui, &tr(method.title)),
        });
        let recording = match recording {
            Ok(recording) => recording,
            Err(why) => {
                region(ui, "trouble", side, rest, |ui| tell(ui, why, true));
                continue;
            }
        };
        if !matches!(recording.story, Story::Passes(_)) {
            region(ui, "story", side, rest, |ui| story(ui, shell, side, recording, position));
            continue;
        }
        // The pixel's history gets its room from the table.
        // In a lecture the legends are large, and the pictures must not become small for it.
        let share = if shell.lessons.lecture { 0.5 } else { 0.42 };
        let squares = (0.5 * width + AROUND_BUFFERS).min(share * rest.height()).round();
        let below = if probed { (0.24 * rest.height()).round() } else { 0.0 };
        let (rows_rect, rest) = rest.split_top_bottom_at_y(rest.bottom() - below - squares - GAP);
        let (buffers_rect, probe_rect) = rest.split_top_bottom_at_y(rest.top() + squares + GAP);
        let other =
            sides.get(1 - side).and_then(|(_, other)| other.as_ref().ok()).map(|other| rows::of(other));
        region(ui, "table", side, rows_rect, |ui| {
            ScrollArea::vertical().id_salt("table").auto_shrink([false, false]).show(ui, |ui| {
                table::show(ui, &mut shell.inspector, recording, &rows::of(recording), other.as_deref());
            });
        });
        buffers.push((recording, buffers_rect.with_min_y(buffers_rect.top() + GAP)));
        if probed {
            region(ui, "probe", side, probe_rect, |ui| pixel(ui, &shell.inspector, recording, position));
        }
    }
    buffers_of(ui, &mut shell.inspector, &buffers);
}

/// Everything below each other, for windows that have no room.
fn stacked(ui: &mut Ui, shell: &mut Shell, recordings: &[&Rc<Recording>]) {
    ScrollArea::vertical().id_salt("stacked").auto_shrink([false, false]).show(ui, |ui| {
        for (side, recording) in recordings.iter().enumerate() {
            ui.push_id(side, |ui| column(ui, shell, side, recording));
            ui.add_space(GAP);
        }
    });
}

fn column(ui: &mut Ui, shell: &mut Shell, side: usize, recording: &Rc<Recording>) {
    let position = shell.inspector.position;
    if let Some(Judged { verdict, error }) = verdict::of(shell, side, recording.method) {
        verdict::line(ui, recording.method, &verdict, error);
    }
    let width = ui.available_width();
    let place = |ui: &mut Ui, height: f32| {
        ui.add_space(GAP);
        ui.allocate_space(vec2(width, height)).1
    };
    if !matches!(recording.story, Story::Passes(_)) {
        let rect = place(ui, 420.0);
        region(ui, "story", side, rect, |ui| story(ui, shell, side, recording, position));
    } else {
        let rows = rows::of(recording);
        table::show(ui, &mut shell.inspector, recording, &rows, None);
        // Where two squares would be too small they stand below each other.
        let squares = if width < 420.0 { 2.0 * width.min(300.0) } else { 0.5 * width };
        let rect = place(ui, squares + AROUND_BUFFERS);
        buffers_of(ui, &mut shell.inspector, &[(recording, rect)]);
        let rect = place(ui, 300.0);
        region(ui, "probe", side, rect, |ui| pixel(ui, &shell.inspector, recording, position));
        state::show(ui, &rows, position);
    }
    if side == 0 {
        let rect = place(ui, 260.0);
        region(ui, "space", side, rect, |ui| space::show(ui, shell, recording, position, rect));
    }
}
