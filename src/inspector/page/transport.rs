//! The playback bar: buttons, slider and position. The keys are in the table of shortcuts.

use std::time::Duration;

use egui::{Align, Label, Layout, RichText, Slider, Stroke, TextStyle, Ui};

use crate::inspector::cursor::Cursor;
use crate::language::t;
use crate::ui::format::grouped;
use crate::ui::icons;
use crate::ui::icons::Icon;
use crate::ui::theme;
use crate::ui::widgets::text_width;

/// Seconds between two steps during playback.
pub const SECONDS_PER_STEP: f64 = 0.8;
/// Maximum number of steps with ticks; more ticks would merge into a grey bar.
const MOST_TICKS: usize = 80;

/// The steps that the playback bar moves through.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Steps {
    /// Number of recorded steps; positions run from 0 to this.
    pub count: usize,
    /// Number of the last recorded step.
    pub last: u64,
    /// Number of all steps, with those that are not recorded.
    pub all: u64,
    /// The part of the story at the position, in words, such as a round of a table.
    pub place: Option<String>,
    /// Positions after which a new part begins.
    pub landmarks: Vec<usize>,
    /// The position after the step that decides the answer; `None` if there is none.
    pub deciding: Option<usize>,
}

impl Steps {
    /// The first `count` steps of a recording that leaves out the rest.
    pub fn recorded(count: usize, left_out: u64) -> Self {
        Self { count, last: count as u64, all: count as u64 + left_out, ..Self::default() }
    }

    /// Whether steps are left out.
    fn is_cut(&self) -> bool {
        self.all > self.count as u64
    }

    /// Number of the step before a position, among all steps.
    pub fn number(&self, at: usize) -> u64 {
        if at < self.count { at as u64 } else { self.last }
    }
}

/// Adds the bar; advances `cursor` during playback.
pub fn show(ui: &mut Ui, cursor: &mut Cursor, steps: &Steps) {
    cursor.length = Some(steps.count);
    cursor.deciding = steps.deciding;
    advance(ui, cursor, steps.count);
    // A position past the end is kept, because the story may be longer again in another frame.
    let (at, end) = (cursor.position.min(steps.count), steps.count);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let (back, on) = (at > 0, at < end);
        let button = |ui: &mut Ui, icon, name: &str, help: &str, enabled| {
            icons::button(ui, icon, name, help, enabled).clicked() && enabled
        };
        if button(ui, Icon::First, &t!("First step"), &t!("Go to the start (Home)"), back) {
            cursor.jump(0);
        }
        if button(
            ui,
            Icon::StepBack,
            &t!("Step back"),
            &t!("Previous step (left arrow, Page Up or comma)"),
            back,
        ) {
            cursor.step(-1);
        }
        let (icon, name, help) = if cursor.playing {
            (Icon::Pause, t!("Pause"), t!("Pause (Space)"))
        } else {
            (Icon::Play, t!("Play"), t!("Play (Space): one step every %{s} seconds", s = SECONDS_PER_STEP))
        };
        if button(ui, icon, &name, &help, end > 0) {
            cursor.play_or_pause();
        }
        if button(
            ui,
            Icon::Step,
            &t!("Step forward"),
            &t!("Next step (right arrow, Page Down or full stop)"),
            on,
        ) {
            cursor.step(1);
        }
        if button(ui, Icon::Last, &t!("Last step"), &t!("Go to the end (End)"), on) {
            cursor.jump(end);
        }
        if let Some(deciding) = steps.deciding.filter(|_| end > 0) {
            let help = match steps.is_cut() && deciding == end {
                true => t!("The deciding step is not recorded: go to the last recorded one (G)"),
                false => t!("Go to the step that decides (G)"),
            };
            if button(ui, Icon::Deciding, &t!("Deciding step"), &help, at != deciding) {
                cursor.jump(deciding);
            }
        }
        ui.add_space(6.0);
        let most = ui.available_width() - 70.0;
        let least = width_of(ui, &position(steps.all, steps.all), TextStyle::Monospace).min(most);
        let words: f32 = if steps.is_cut() { 310.0 } else { 225.0 };
        let words = words.min(0.45 * ui.available_width()).max(least);
        ui.spacing_mut().slider_width = (ui.available_width() - words - 12.0).max(40.0);
        slider(ui, cursor, steps, at);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| clock(ui, steps, at));
    });
}

/// The position in words.
pub fn position(at: u64, all: u64) -> String {
    let [n, of] = [at, all].map(grouped);
    match (all, at) {
        (0, _) => t!("no steps"),
        (_, 0) => t!("before step 1 of %{of}", of = of),
        _ => t!("step %{n} of %{of}", n = n, of = of),
    }
    .into_owned()
}

/// Adds the position in words, or in digits if space is short. The layout runs from right to left.
fn clock(ui: &mut Ui, steps: &Steps, at: usize) {
    let (at, all) = (steps.number(at), steps.all);
    let text = position(at, all);
    let fits = |ui: &Ui, text: &str, style| width_of(ui, text, style) <= ui.available_width();
    let text = if fits(ui, &text, TextStyle::Monospace) { text } else { format!("{at}/{all}") };
    ui.add(Label::new(RichText::new(text).monospace().color(theme::strong())).truncate())
        .on_hover_text(t!("Number of steps run so far"));
    if steps.is_cut() {
        let recorded = t!("%{n} recorded", n = grouped(steps.count as u64));
        ui.add(Label::new(RichText::new(recorded).small().color(theme::amber())).truncate()).on_hover_text(
            t!("A recording keeps the first steps only. Counters and the answer include all steps."),
        );
    }
    if let Some(place) = steps.place.as_ref().filter(|place| fits(ui, place, TextStyle::Small)) {
        ui.label(RichText::new(place).small().color(theme::weak()))
            .on_hover_text(t!("Current part of the recording"));
    }
}

fn width_of(ui: &Ui, text: &str, style: TextStyle) -> f32 {
    let font = style.resolve(ui.style());
    text_width(ui, text, font)
}

fn slider(ui: &mut Ui, cursor: &mut Cursor, steps: &Steps, at: usize) {
    let mut position = at;
    let help = t!("Drag to go to any step");
    let rail = ui.add_enabled(
        steps.count > 0,
        Slider::new(&mut position, 0..=steps.count.max(1)).show_value(false).trailing_fill(true),
    );
    rail.widget_info(|| {
        let mut info = egui::WidgetInfo::slider(steps.count > 0, position as f64, t!("Step"));
        info.current_text_value = Some(position.to_string());
        info
    });
    let rail = rail.on_hover_text(help.clone()).on_disabled_hover_text(help);
    if position != at {
        cursor.jump(position);
    }
    if (1..=MOST_TICKS).contains(&steps.count) {
        // The range in which the centre of the handle moves.
        let track = rail.rect.x_range().shrink(rail.rect.height() / 2.5);
        for tick in 0..=steps.count {
            let x = egui::lerp(track.min..=track.max, tick as f32 / steps.count as f32);
            let is_landmark = steps.landmarks.contains(&tick);
            let length = if is_landmark { 5.0 } else { 3.0 };
            let color = if is_landmark { theme::text() } else { theme::weak().gamma_multiply(0.7) };
            let bottom = rail.rect.bottom();
            ui.painter().vline(x, bottom - length..=bottom, Stroke::new(1.0, color));
        }
    }
}

/// Advances one step when it is due, and requests a repaint for the next one.
fn advance(ui: &Ui, cursor: &mut Cursor, end: usize) {
    if !cursor.playing || cursor.position >= end {
        cursor.playing = false;
        cursor.due = None;
        return;
    }
    let now = ui.input(|input| input.time);
    let mut due = *cursor.due.get_or_insert(now + SECONDS_PER_STEP);
    if now >= due {
        cursor.position += 1;
        // After a delay no steps are skipped, so that each step is seen.
        due = now + SECONDS_PER_STEP;
        cursor.due = Some(due);
        cursor.playing = cursor.position < end;
    }
    if cursor.playing {
        ui.ctx().request_repaint_after(Duration::from_secs_f64(due - now));
    }
}
