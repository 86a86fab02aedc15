//! The playback controls: timeline, restart, step back, play, pause, step, speed. And the playback of a scene that has
//! come to rest: it begins again from its recorded frames.

use std::time::{Duration, Instant};

use egui::{RichText, Slider, Ui};

use super::timeline;
use crate::labs::kept_frames::neighbouring_error;
use crate::labs::lab::Lab;
use crate::labs::playhead::{FRAMES_PER_SECOND, SPEEDS};
use crate::language::t;
use crate::ui::format::grouped;
use crate::ui::icons::{self, Icon};
use crate::ui::line::two_ends;
use crate::ui::requests::{Request, Requests};
use crate::ui::theme;

/// Width from which the timeline is in one line with the controls, points.
const ONE_LINE: f32 = 900.0;
/// Width of the errors and the frame number in that line, points.
const RIGHT_END: f32 = 340.0;

/// Shows the playback controls and the timeline: in one line, or the timeline above the controls.
pub fn show(ui: &mut Ui, lab: &mut dyn Lab, requests: &mut Requests) {
    let width = ui.available_width();
    let is_one_line = width >= ONE_LINE;
    let timeline = |ui: &mut Ui, lab: &dyn Lab, requests: &mut Requests, width: f32| {
        if let Some(frame) = timeline::show(ui, lab, width).chosen {
            requests.ask(Request::GoTo(frame));
        }
    };
    if !is_one_line {
        timeline(ui, lab, requests, width);
    }
    let mut state = (lab, requests);
    two_ends(
        ui,
        "playback",
        &mut state,
        |(lab, requests), ui| {
            controls(ui, *lab, requests);
            if is_one_line {
                ui.add_space(6.0);
                let width = ui.available_width() - RIGHT_END;
                timeline(ui, *lab, requests, width);
            }
        },
        |(lab, requests), ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            errors(ui, *lab, requests);
            let frame = t!("Frame %{n}", n = lab.frame());
            ui.label(RichText::new(frame).monospace().color(theme::strong()))
                .on_hover_text(t!("Frames since the start of this run."));
        },
    );
}

/// Shows the number of recorded frames with errors, between buttons that go to the previous and the next one.
pub fn errors(ui: &mut Ui, lab: &dyn Lab, requests: &mut Requests) {
    let (marks, frame) = (lab.marks(), lab.frame());
    let wrong = marks.iter().filter(|(_, mark)| mark.is_wrong()).count();
    let can = |is_after| neighbouring_error(marks, frame, is_after).is_some();
    let help = t!("Go to the previous recorded frame with an error (H)");
    if icons::button(ui, Icon::ErrorBefore, &t!("Previous error"), &help, can(false)).clicked() {
        requests.ask(Request::PreviousError);
    }
    let text = t!(
        "errors: %{wrong} of %{all} seen frames",
        wrong = grouped(wrong as u64),
        all = grouped(marks.len() as u64)
    );
    let color = if wrong > 0 { theme::amber() } else { theme::weak() };
    ui.label(RichText::new(text).small().color(color))
        .on_hover_text(t!("Recorded frames in which a shown method errs, of all recorded frames."));
    let help = t!("Go to the next recorded frame with an error (J)");
    if icons::button(ui, Icon::ErrorAfter, &t!("Next error"), &help, can(true)).clicked() {
        requests.ask(Request::NextError);
    }
}

/// Shows the playback controls: restart, step back, play or pause, step, speed.
fn controls(ui: &mut Ui, lab: &mut dyn Lab, requests: &mut Requests) {
    ui.spacing_mut().item_spacing.x = 6.0;
    let can_go_back = lab.can_step_back();
    if icons::button(ui, Icon::Reset, &t!("Restart"), &t!("Restart from the first frame (R)"), true).clicked()
    {
        requests.ask(Request::Restart);
    }
    let help = t!("Pause and step one frame back (,)");
    if icons::button(ui, Icon::StepBack, &t!("Step back"), &help, can_go_back).clicked() {
        requests.ask(Request::StepBack);
    }
    let playing = lab.playback().playing;
    let (icon, name, help) = if playing {
        (Icon::Pause, t!("Pause"), t!("Pause (Space)"))
    } else {
        (Icon::Play, t!("Play"), t!("Play (Space)"))
    };
    if icons::button(ui, icon, &name, &help, true).clicked() {
        requests.ask(Request::PlayOrPause);
    }
    if icons::button(ui, Icon::Step, &t!("Step"), &t!("Pause and step one frame forward (.)"), true).clicked()
    {
        requests.ask(Request::Step);
    }
    ui.add_space(10.0);
    let help = t!("Playback speed: ×1 is %{n} frames per second.", n = FRAMES_PER_SECOND);
    let label = ui.label(RichText::new(t!("Speed")).color(theme::weak())).on_hover_text(help.as_ref());
    ui.spacing_mut().slider_width = (ui.available_width() - 375.0).clamp(40.0, 80.0);
    let speed = &mut lab.playback().speed;
    let slider = Slider::new(speed, SPEEDS).logarithmic(true).show_value(false);
    ui.add(slider).labelled_by(label.id).on_hover_text(help.as_ref());
    ui.label(RichText::new(format!("×{:.1}", lab.playback().speed)).monospace()).on_hover_text(help.as_ref());
}

/// Time after which frames that are also due are dropped: the window answers between two slow frames.
const CATCH_UP_TIME: Duration = Duration::from_millis(100);
/// A frame that takes longer pauses the scene.
const LONGEST_FRAME: Duration = Duration::from_secs(5);

/// Simulates the frames that are due, as many as there is time for, until the lab waits for answers. Returns a notice
/// if a frame takes so long that the scene is paused.
pub fn advance(lab: &mut dyn Lab, elapsed: Duration) -> Option<String> {
    let begin = Instant::now();
    for _ in 0..lab.playback().frames_after(elapsed) {
        lab.play();
        if lab.is_waiting() || begin.elapsed() > CATCH_UP_TIME {
            break;
        }
    }
    if begin.elapsed() < LONGEST_FRAME {
        return None;
    }
    lab.playback().playing = false;
    let says =
        t!("A frame took more than 5 s, so the scene is paused. Fewer methods, bodies or pixels are faster.");
    Some(says.into_owned())
}

/// Time for which a scene at rest is shown before it begins again.
const SHOWN: Duration = Duration::from_secs(3);
/// Most time of one frame of the window that counts, so that a slow frame does not cut the rest short.
const MOST: Duration = Duration::from_millis(250);

/// How long the playing scene has been at rest.
#[derive(Default)]
pub struct Rest(Option<Duration>);

impl Rest {
    /// Called in every frame of the window while the scene plays. Returns a notice when the scene comes to rest, and
    /// when it begins again. `is_read`: whether a lesson is shown that may speak of the scene at rest.
    pub fn update(&mut self, lab: &mut dyn Lab, elapsed: Duration, is_read: bool) -> Option<String> {
        if !lab.playback().playing || !lab.is_at_rest() {
            self.0 = None;
            return None;
        }
        let Some(shown) = self.0 else {
            if lab.waits_for_user() {
                lab.playback().playing = false;
                let says = t!("Nothing moves until you steer or set a speed, so playback has paused.");
                return Some(says.into_owned());
            }
            if is_read || !can_repeat(lab) {
                lab.playback().playing = false;
                return Some(t!("The scene is at rest, so playback has paused.").into_owned());
            }
            self.0 = Some(Duration::ZERO);
            return Some(t!("The scene is at rest; it begins again in a moment.").into_owned());
        };
        let shown = shown + elapsed.min(MOST);
        self.0 = (shown < SHOWN).then_some(shown);
        if self.0.is_none() {
            lab.repeat();
            return Some(t!("The scene begins again from its recorded frames.").into_owned());
        }
        None
    }
}

/// Plays or pauses. A scene at rest begins again when it is played.
pub fn play_or_pause(lab: &mut dyn Lab) {
    let plays = !lab.playback().playing;
    if plays && lab.is_at_rest() && !lab.waits_for_user() {
        if can_repeat(lab) { lab.repeat() } else { lab.restart() }
    }
    lab.playback().playing = plays;
}

/// Whether the first frame is still recorded.
fn can_repeat(lab: &dyn Lab) -> bool {
    *lab.span().start() == 0
}
