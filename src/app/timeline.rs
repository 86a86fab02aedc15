//! The timeline: a slider over the recorded frames, with marks for their events.
//!
//! Red bars above the line show the number of collisions. Signs below it show errors: minus for misses, plus for
//! false hits.

use std::ops::RangeInclusive;

use egui::{Painter, Rangef, Rect, Response, Slider, Ui, WidgetInfo, lerp, pos2, vec2};

use crate::labs::lab::Lab;
use crate::labs::marks::{FrameMark, FrameMarks};
use crate::language::t;
use crate::ui::drawing::sign;
use crate::ui::theme;

/// Maximum height of a bar, points.
const BAR: f32 = 7.0;
/// Minimum distance of two marked columns, points.
const COLUMN: f32 = 2.0;
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
    paint(&ui.painter().with_clip_rect(rail.rect.expand2(vec2(0.0, 3.0))), &track, lab.marks());
    tell(&rail, &track, lab, is_open);
    Line { chosen: (frame != now && is_open).then_some(frame), along: track.rect.x_range() }
}

/// The mapping from frames to screen positions.
struct Track {
    frames: RangeInclusive<u64>,
    rect: Rect,
}

impl Track {
    /// The range in which the centre of the slider's handle moves.
    fn of(rail: &Response, frames: RangeInclusive<u64>) -> Self {
        Self { frames, rect: rail.rect.shrink2(vec2(rail.rect.height() / 2.5, 0.0)) }
    }

    fn x(&self, frame: u64) -> f32 {
        let (first, last) = (*self.frames.start(), *self.frames.end());
        let share = frame.saturating_sub(first) as f64 / (last - first) as f64;
        lerp(self.rect.left()..=self.rect.right(), share as f32)
    }

    fn frame_at(&self, x: f32) -> u64 {
        let (first, last) = (*self.frames.start(), *self.frames.end());
        let share = f64::from((x - self.rect.left()) / self.rect.width()).clamp(0.0, 1.0);
        first + (share * (last - first) as f64).round() as u64
    }
}

/// Paints the marks. Frames that share a column are painted as the maximum of their counts.
fn paint(painter: &Painter, track: &Track, marks: &FrameMarks) {
    let most_hits = marks.iter().map(|(_, mark)| mark.hits).max().unwrap_or(0).max(1);
    let mut signs = [f32::NEG_INFINITY; 2];
    let mut column: Option<(f32, FrameMark)> = None;
    let mut flush = |(x, mark): (f32, FrameMark)| {
        let middle = track.rect.center().y;
        if mark.hits > 0 {
            let height = 2.0 + (BAR - 2.0) * mark.hits as f32 / most_hits as f32;
            let bar = Rect::from_min_max(pos2(x - 0.75, middle - 2.5 - height), pos2(x + 0.75, middle - 2.5));
            painter.rect_filled(bar, 0.0, theme::colliding());
        }
        let kinds = [(mark.missed, theme::amber(), false), (mark.false_hits, theme::violet(), true)];
        for ((count, color, plus), last) in kinds.into_iter().zip(&mut signs) {
            if count > 0 && x - *last >= BETWEEN_SIGNS {
                *last = x;
                // Signs of misses are on the upper line, signs of false hits on the lower line.
                let at = pos2(x, middle + if plus { 10.0 } else { 5.0 });
                sign(painter, at, color, plus);
            }
        }
    };
    for (frame, mark) in marks.iter().filter(|(frame, mark)| track.frames.contains(frame) && !mark.is_empty())
    {
        let x = track.x(*frame);
        match &mut column {
            Some((at, most)) if x - *at < COLUMN => {
                most.hits = most.hits.max(mark.hits);
                most.missed = most.missed.max(mark.missed);
                most.false_hits = most.false_hits.max(mark.false_hits);
            }
            _ => column.replace((x, *mark)).into_iter().for_each(&mut flush),
        }
    }
    column.into_iter().for_each(flush);
}

/// Shows the hover text with the events of the frame under the pointer.
fn tell(rail: &Response, track: &Track, lab: &dyn Lab, is_open: bool) {
    let at = rail.hover_pos().filter(|_| is_open).map(|at| track.frame_at(at.x));
    let help = t!(
        "Recorded frames: click, drag, or use the arrow keys when focused. Red bars: collisions. − below: \
         missed. + below: false hits."
    );
    rail.ctx.accesskit_node_builder(rail.id, |node| node.set_description(help.to_string()));
    let lines = |ui: &mut Ui| {
        if let Some(frame) = at {
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
