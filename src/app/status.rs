//! The status line at the bottom: a notice or a hint, and the name of the GPU.

use std::path::Path;
use std::time::Duration;

use egui::{Align, Event, Id, Layout, RichText, Ui};

use crate::exhibit::Page;
use crate::gpu::Gpu;
use crate::labs::lab::LabRow;
use crate::language::{t, tr};
use crate::ui::theme;

/// Time after which a notice disappears.
const NOTICE_SECONDS: f64 = 10.0;

/// The contents of the status line.
pub struct Status<'a> {
    /// The current page.
    pub page: Page,
    /// The GPU whose name is shown.
    pub gpu: &'a Gpu,
    /// The lab's error: what it cannot show, and why.
    pub trouble: Option<String>,
    /// Progress or end of a run of an experiment.
    pub run: Option<&'a str>,
    /// The file being read.
    pub reading: Option<&'a Path>,
    /// The last message, one line.
    pub notice: Option<&'a str>,
    /// Whether the last message is an error.
    pub is_error: bool,
    /// The current lab.
    pub lab: &'static LabRow,
    /// Whether the current page, if it is one of the lab's own, has steps.
    pub steps: bool,
    /// Whether the lab shows its results instead of the scene.
    pub results: bool,
}

/// Shows the status line: a message or a hint on the left, a run of an experiment and the GPU's name on the right.
pub fn show(ui: &mut Ui, status: &Status) {
    ui.horizontal(|ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let capabilities = status.gpu.capabilities();
            let (major, minor) = capabilities.version;
            let text = format!("{} · OpenGL {major}.{minor}", tr(&capabilities.device()));
            ui.label(RichText::new(text).small().color(theme::weak()))
                .on_hover_text(t!("GPU that draws the scene and runs the image-space methods."));
            if let Some(run) = status.run {
                let help = t!("The experiment runs in the background; the key B shows its page.");
                ui.label(RichText::new(run).small().color(theme::text())).on_hover_text(help);
                ui.separator();
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let trouble = newest(ui, status);
                let (text, color) = match (trouble, status.notice) {
                    _ if let Some(name) = status.reading.and_then(Path::file_name) => {
                        let name = name.to_string_lossy();
                        (t!("Reading %{file}", file = name).into_owned(), theme::text())
                    }
                    (Some(trouble), _) => (trouble.clone(), theme::amber()),
                    (None, Some(notice)) if status.is_error => (notice.to_owned(), theme::amber()),
                    (None, Some(notice)) => (notice.to_owned(), theme::text()),
                    (None, None) if status.page == Page::Experiments => {
                        (t!("B: back to the lab.").into_owned(), theme::weak())
                    }
                    (None, None) if !status.lab.is_of_frame(status.page) => {
                        (t!("I: back to the lab.").into_owned(), theme::weak())
                    }
                    (None, None) if matches!(status.page, Page::Inspector | Page::Own(_)) => {
                        (of_steps(status), theme::weak())
                    }
                    (None, None) if status.results => {
                        (t!("C: back to the scene.").into_owned(), theme::weak())
                    }
                    (None, None) => {
                        let hint = t!("Drag to orbit, right-drag to pan, wheel to zoom.");
                        let own = status.lab.gestures.first();
                        let own = own.map(|(gesture, effect)| {
                            t!(
                                "%{gesture} to %{effect}.",
                                gesture = tr(gesture),
                                effect = lower_first(&tr(effect))
                            )
                        });
                        (format!("{hint} {}", own.unwrap_or_default()), theme::weak())
                    }
                };
                ui.add(egui::Label::new(RichText::new(&text).small().color(color)).truncate())
                    .on_hover_text(text);
            });
        });
    });
}

/// The lab's error, unless the last message is newer: the message is then shown until it disappears.
fn newest<'a>(ui: &Ui, status: &'a Status) -> Option<&'a String> {
    let memory = Id::unique("trouble");
    let Some(trouble) = &status.trouble else {
        ui.data_mut(|data| data.remove_temp::<(String, f64)>(memory));
        return None;
    };
    let now = ui.input(|input| input.time);
    let since = ui.data_mut(|data| {
        let known = data.get_temp_mut_or_insert_with(memory, || (trouble.clone(), now));
        if known.0 != *trouble {
            *known = (trouble.clone(), now);
        }
        known.1
    });
    let told = ui.data(|data| data.get_temp::<Shown>(Id::unique("notice")));
    let is_newer = |told: Shown| status.notice == Some(&told.text) && told.since > since;
    (!told.is_some_and(is_newer)).then_some(trouble)
}

/// A hint about the keys for steps and frames, on the inspector's page or on one of the lab's own pages.
fn of_steps(status: &Status) -> String {
    match status.page {
        Page::Own(_) if status.steps => {
            t!("Arrow keys: step · N, P: next, previous frame · I: back to the lab")
        }
        Page::Own(_) => t!("N, P: next, previous frame · I: back to the lab"),
        _ => {
            t!("Arrow keys: step · N, P: next, previous frame · C: compare two methods · I: back to the lab")
        }
    }
    .into_owned()
}

/// Removes a notice that was shown for [`NOTICE_SECONDS`], or after which a key or button was pressed.
pub fn expire(ui: &Ui, notice: &mut Option<String>) {
    let memory = Id::unique("notice");
    let kept = ui.data_mut(|data| data.remove_temp::<Shown>(memory));
    let Some(text) = notice else { return };
    // A key can be pressed and released between two frames.
    let (now, is_pressed) = ui.input(|input| {
        let pressed = input.pointer.any_down() || !input.keys_down.is_empty();
        (
            input.time,
            pressed || input.events.iter().any(|event| matches!(event, Event::Key { pressed: true, .. })),
        )
    });
    let known = kept.filter(|kept| kept.text == *text);
    let mut shown = known.unwrap_or_else(|| Shown { text: text.clone(), since: now, was_at_rest: false });
    let left = NOTICE_SECONDS - (now - shown.since);
    if left <= 0.0 || (shown.was_at_rest && is_pressed) {
        *notice = None;
        return;
    }
    // While a button is still pressed, it may be the button that caused the notice.
    shown.was_at_rest |= !is_pressed;
    ui.data_mut(|data| data.insert_temp(memory, shown));
    ui.ctx().request_repaint_after(Duration::from_secs_f64(left));
}

/// The current notice: the time of its appearance on egui's clock, in seconds, and whether all keys and buttons have
/// been up at some moment since then.
#[derive(Clone, Default)]
struct Shown {
    text: String,
    since: f64,
    was_at_rest: bool,
}

/// A text with its first letter in lower case, for use inside a sentence.
fn lower_first(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
