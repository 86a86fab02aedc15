//! The timeline: a slider over the recorded frames, with marks for their events.
//!
//! Red bars above the line show the number of collisions. Signs below it show errors: minus for misses, plus for false
//! hits. If there are more frames than room, neighbouring frames are counted together: a bar above the line is the mean
//! number of collisions, and bars below it are the numbers of misses and, in a row of their own, of false hits. On the
//! inspector's pages it stands in a line with the frame number and the buttons for the previous and next frame.

use std::ops::RangeInclusive;

use egui::{
    Align, Label, Layout, Painter, Rangef, Rect, Response, RichText, Slider, Ui, WidgetInfo, lerp, pos2, vec2,
};

use crate::exhibit::Page;
use crate::labs::kept_frames::{FrameMark, FrameMarks};
use crate::labs::lab::Lab;
use crate::language::t;
use crate::ui::drawing::sign;
use crate::ui::icons::{self, Icon};
use crate::ui::requests::{PanelContext, Request};
use crate::ui::theme;

/// Maximum height of a bar, points.
const BAR: f32 = 7.0;
/// Minimum width of a frame that is marked alone, points.
pub const COLUMN: f32 = 3.0;
/// Minimum width of frames that are counted together, points.
pub const BIN: f32 = 6.0;
/// Maximum height of a bar of errors below the line, points.
const ERRORS: f32 = 4.5;
/// Minimum distance of two signs, points.
const BETWEEN_SIGNS: f32 = 7.0;

/// The result of showing the timeline.
pub struct Line {
    /// The frame that was chosen, if any.
    pub chosen: Option<u64>,
    /// The horizontal range of the recorded frames on the screen.
    pub along: Rangef,
}

/// Shows the timeline, `width` points wide.
pub fn show(ui: &mut Ui, lab: &dyn Lab, width: f32) -> Line {
    let (span, now) = (lab.span(), lab.frame());
    let mut frame = now;
    ui.spacing_mut().slider_width = width.max(40.0);
    let is_open = span.start() < span.end();
    // A slider with an empty range would have no place for its handle.
    let range = *span.start()..=(*span.end()).max(span.start() + 1);
    let rail = ui.add_enabled(is_open, Slider::new(&mut frame, range.clone()).show_value(false));
    rail.widget_info(|| {
        let mut info = WidgetInfo::slider(is_open, frame as f64, t!("Timeline"));
        info.current_text_value = Some(frame.to_string());
        info
    });
    let track = Track::of(&rail, range);
    // The slider does not see a button that is pressed and released between two frames.
    let tap = ui.input(|input| {
        let pointer = &input.pointer;
        (pointer.primary_pressed() && pointer.primary_released()).then(|| pointer.interact_pos()).flatten()
    });
    if let Some(at) = tap.filter(|_| rail.contains_pointer()) {
        frame = track.frame_at(at.x);
    }
    let bins = bins(&track, lab.marks());
    paint(&ui.painter().with_clip_rect(rail.rect.expand2(vec2(0.0, 3.0))), &track, &bins);
    tell(&rail, &track, &bins, lab, is_open);
    Line { chosen: (frame != now && is_open).then_some(frame), along: track.rect.x_range() }
}

/// The mapping from frames to screen positions.
pub struct Track {
    /// First and last recorded frame: the ends of the track.
    pub frames: RangeInclusive<u64>,
    /// The range of the slider's handle on the screen, points.
    pub rect: Rect,
}

impl Track {
    /// The range in which the centre of the slider's handle moves.
    fn of(rail: &Response, frames: RangeInclusive<u64>) -> Self {
        Self { frames, rect: rail.rect.shrink2(vec2(rail.rect.height() / 2.5, 0.0)) }
    }

    fn x(&self, frame: u64) -> f32 {
        let (first, last) = (*self.frames.start(), *self.frames.end());
        let share = frame.saturating_sub(first) as f64 / (last - first) as f64;
        lerp(self.rect.left()..=self.rect.right(), share.min(1.0) as f32)
    }

    fn frame_at(&self, x: f32) -> u64 {
        let (first, last) = (*self.frames.start(), *self.frames.end());
        let share = f64::from((x - self.rect.left()) / self.rect.width()).clamp(0.0, 1.0);
        first + (share * (last - first) as f64).round() as u64
    }
}

/// Frames whose marks are counted together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Bin {
    /// The first frame.
    pub first: u64,
    /// The last frame.
    pub last: u64,
    /// Number of evaluated frames.
    pub frames: u64,
    /// Number of frames with an error.
    wrong: u64,
    /// Number of hits, which each lab defines, over the frames.
    pub hits: u64,
    /// Number of misses of all methods together, over the frames.
    pub missed: u64,
    false_hits: u64,
}

impl Bin {
    fn add(&mut self, mark: &FrameMark) {
        self.frames += 1;
        self.wrong += u64::from(mark.is_wrong());
        self.hits += u64::from(mark.hits);
        self.missed += u64::from(mark.missed);
        self.false_hits += u64::from(mark.false_hits);
    }

    /// Mean number of collisions in a frame.
    fn mean_hits(&self) -> f32 {
        self.hits as f32 / self.frames.max(1) as f32
    }
}

/// Number of frames that are counted together: 1 if each frame has room, otherwise a power of two, so that bins keep
/// their frames while a recording grows.
pub fn frames_per_bin(track: &Track) -> u64 {
    let frames = track.frames.end() - track.frames.start() + 1;
    let room = track.rect.width().max(1.0);
    if frames as f32 * COLUMN <= room {
        return 1;
    }
    let most = (room / BIN).floor().max(1.0) as u64;
    frames.div_ceil(most).next_power_of_two()
}

/// The marks of the track's frames, counted together; bins without an evaluated frame are left out.
pub fn bins(track: &Track, marks: &FrameMarks) -> Vec<Bin> {
    let per_bin = frames_per_bin(track);
    let mut bins: Vec<Bin> = Vec::new();
    for (frame, mark) in marks.iter().filter(|(frame, _)| track.frames.contains(frame)) {
        let first = frame - frame % per_bin;
        if bins.last().is_none_or(|bin| bin.first != first) {
            bins.push(Bin { first, last: first + per_bin - 1, ..Bin::default() });
        }
        if let Some(bin) = bins.last_mut() {
            bin.add(mark);
        }
    }
    bins
}

/// Paints the marks.
fn paint(painter: &Painter, track: &Track, bins: &[Bin]) {
    let most_hits = bins.iter().map(Bin::mean_hits).fold(1.0, f32::max);
    let middle = track.rect.center().y;
    let is_alone = frames_per_bin(track) == 1;
    let across = |bin: &Bin| match is_alone {
        true => Rangef::point(track.x(bin.first)).expand(0.75),
        false => Rangef::new(track.x(bin.first), (track.x(bin.last + 1) - 1.0).min(track.rect.right())),
    };
    for bin in bins.iter().filter(|bin| bin.hits > 0) {
        let height = 2.0 + (BAR - 2.0) * bin.mean_hits() / most_hits;
        let bar = Rect::from_x_y_ranges(across(bin), middle - 2.5 - height..=middle - 2.5);
        painter.rect_filled(bar, 0.0, theme::colliding());
    }
    if is_alone {
        return signs(painter, track, bins);
    }
    let most = bins.iter().map(|bin| bin.missed.max(bin.false_hits)).max().unwrap_or(0).max(1) as f32;
    for bin in bins {
        let rows = [(bin.missed, theme::amber(), 3.0), (bin.false_hits, theme::violet(), 4.0 + ERRORS)];
        for (count, color, below) in rows.into_iter().filter(|(count, ..)| *count > 0) {
            let height = 1.5 + (ERRORS - 1.5) * (count as f32 / most).sqrt();
            let bar = Rect::from_x_y_ranges(across(bin), middle + below..=middle + below + height);
            painter.rect_filled(bar, 0.0, color);
        }
    }
}

/// Paints a sign for every error of single frames, as far as signs have room.
fn signs(painter: &Painter, track: &Track, bins: &[Bin]) {
    let mut last = [f32::NEG_INFINITY; 2];
    for bin in bins {
        let (x, middle) = (track.x(bin.first), track.rect.center().y);
        let kinds = [(bin.missed, theme::amber(), false), (bin.false_hits, theme::violet(), true)];
        for ((count, color, plus), last) in kinds.into_iter().zip(&mut last) {
            if count > 0 && x - *last >= BETWEEN_SIGNS {
                *last = x;
                // Signs of misses are on the upper line, signs of false hits on the lower line.
                let at = pos2(x, middle + if plus { 10.0 } else { 5.0 });
                sign(painter, at, color, plus);
            }
        }
    }
}

/// Shows the hover text with the events of the frame under the pointer.
fn tell(rail: &Response, track: &Track, bins: &[Bin], lab: &dyn Lab, is_open: bool) {
    let at = rail.hover_pos().filter(|_| is_open).map(|at| track.frame_at(at.x));
    let help = t!(
        "Recorded frames: click, drag, or use the arrow keys when focused. Red bars: collisions. − below: \
         missed. + below: false hits."
    );
    rail.ctx.accesskit_node_builder(rail.id, |node| node.set_description(help.to_string()));
    let lines = |ui: &mut Ui| {
        if let Some(frame) = at {
            let is_there = |bin: &&Bin| bin.first < bin.last && (bin.first..=bin.last).contains(&frame);
            if let Some(bin) = bins.iter().find(is_there) {
                ui.label(t!(
                    "Frames %{first} to %{last}: missed %{missed}, false hits %{false_hits}, frames with errors %{wrong}.",
                    first = bin.first,
                    last = bin.last,
                    missed = bin.missed,
                    false_hits = bin.false_hits,
                    wrong = bin.wrong
                ));
            }
            ui.label(t!("Frame %{n}", n = frame));
            for line in lab.happened(frame) {
                ui.label(line);
            }
        }
        ui.label(egui::RichText::new(&*help).small().color(theme::weak()));
    };
    let rail = rail.clone();
    if is_open {
        rail.on_hover_ui_at_pointer(lines)
    } else {
        rail.on_disabled_hover_ui(lines)
    };
}

/// If less width than this is left after the buttons, in points, the frame is shown as a number without a word.
const TIGHT: f32 = 200.0;
/// If less width than this is left, in points, the name of the inspected subject is left out.
const LEAST_WORDS: f32 = 100.0;

/// Shows a line with the frame and the timeline. The keys for these buttons are in the inspector's table.
pub fn bar(ui: &mut Ui, lab: &mut dyn Lab, panel: &mut PanelContext) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let help = t!("Previous frame, with the same pair and method (P)");
        let back = lab.can_step_back();
        if icons::button(ui, Icon::StepBack, &t!("Previous frame"), &help, back).clicked() && back {
            panel.ask(Request::StepBack);
        }
        let help = t!("Next frame, with the same pair and method (N)");
        if icons::button(ui, Icon::Step, &t!("Next frame"), &help, true).clicked() {
            panel.ask(Request::Step);
        }
        // The number is to the right of both buttons, so that they do not move when it gets longer.
        let n = lab.frame();
        let frame =
            if ui.available_width() < TIGHT { n.to_string() } else { t!("Frame %{n}", n = n).into_owned() };
        ui.label(RichText::new(frame).monospace().color(theme::strong()))
            .on_hover_text(t!("Frames since the start of this run."));
        // The lab's own pages show a whole frame, not one subject.
        let subject = if panel.page == Page::Inspector { lab.subject() } else { None };
        let room = ui.available_width();
        let words = if subject.is_some() { (0.45 * room).min(390.0) } else { 0.0 };
        let track = show(ui, lab, room - words - 12.0);
        if let Some(frame) = track.chosen {
            panel.ask(Request::GoTo(frame));
        }
        let Some(subject) = subject else { return };
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.available_width() < LEAST_WORDS {
                return;
            }
            let text = t!("Inspecting: %{what}", what = subject.title());
            let help = t!("The inspector keeps method and step when the frame changes.");
            ui.add(Label::new(RichText::new(text).small().color(theme::weak())).truncate())
                .on_hover_text(help);
        });
    });
}
