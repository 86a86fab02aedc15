//! The export dialog: content, size and format of a picture or a film.

use std::borrow::Cow;

use egui::{Button, DragValue, Frame, Id, Modal, RichText, Ui, vec2};

use super::video::{FORMATS, Format, Frames};
use crate::exhibit::Page;
use crate::labs::playhead::{MOST_FRAMES, SPEEDS};
use crate::language::{t, tr};
use crate::ui::requests::{FilesRequest, Request, Requests};
use crate::ui::theme;
use crate::ui::widgets::room_over;

/// Largest side of a picture, pixels.
const LARGEST: u32 = 8192;
/// Smallest side of a picture, pixels.
const SMALLEST: u32 = 64;
/// Suggested sizes, pixels.
const SIZES: [[u32; 2]; 4] = [[1280, 800], [1920, 1080], [2560, 1440], [3840, 2160]];

/// An export of one picture or of a film.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Export {
    /// The content to export.
    pub content: Content,
    /// The format of a film; a picture is a PNG file.
    pub format: Format,
    /// Width and height, pixels.
    pub size: [u32; 2],
    /// Scale of text and lines: pixels per point of the layout.
    pub pixels_per_point: f32,
    /// Whether `size` and `pixels_per_point` are those of the window.
    pub as_seen: bool,
}

/// Whether a handout has the speaker's notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notes {
    /// Every slide with its notes.
    Added,
    /// The slides alone, for an audience.
    LeftOut,
}

/// The content of an exported picture or film.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Content {
    /// The window in its current layout.
    Window,
    /// The window without its side panels.
    WithoutPanels,
    /// The picture of the active pane only.
    Scene,
    /// One of the lab's own pages, by its name in `page=…`, at its full height.
    Sheet(&'static str),
    /// The steps of the inspected method: one picture before the first step and one after each step.
    Steps,
    /// Frames of the lab, one picture after the other.
    Frames(Filmed),
    /// The slides of a lecture or lesson, as one HTML file.
    Handout(Notes),
}

impl Content {
    /// Whether it has several pictures, which a [`Format`] joins.
    pub fn is_film(self) -> bool {
        matches!(self, Self::Steps | Self::Frames(_))
    }
}

/// Frames of the lab to film.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Filmed {
    /// The range of frames.
    pub frames: Frames,
    /// Whether to leave out the panels.
    pub scene_only: bool,
}

/// The contents that can be exported, with name and explanation in English; [`SHEET`] and [`STEPS`] are listed after
/// them.
pub const PICTURES: [(Content, &str, &str); 3] = [
    (Content::Window, "The whole window", "Panels, panes and the open lesson, as shown"),
    (Content::WithoutPanels, "Without the panels", "Image of the panes, or of the inspector's steps"),
    (Content::Scene, "The scene alone", "Only the 3D view of the active pane"),
];
/// Name and explanation of the lab's sheet, in English.
pub const SHEET: (&str, &str) = ("Contact sheet", "The tiles of all pairs of this frame on one sheet");
/// Name and explanation of a method's steps, in English.
pub const STEPS: (&str, &str) =
    ("Steps of the method", "The inspected pair: one image before the first step and one after each step");

/// Name and explanation of a handout, in English.
pub const HANDOUT: (&str, &str) =
    ("Handout (HTML)", "Slides of the lecture in the list, or of the open lesson");

/// Name and explanation of a film, in English.
pub const FRAMES: (&str, &str) =
    ("Video of frames", "The scene runs from the first frame to the last; later drags are left out");
/// Number of frames that the dialog suggests if the scene is at its first frame: five seconds.
const SUGGESTED: u64 = 150;

/// The current choices in the dialog.
#[derive(Clone, Debug, PartialEq)]
pub struct Exporting {
    /// The reason why the chosen content cannot be exported, once that was tried.
    pub trouble: Option<String>,
    content: Content,
    format: Format,
    filmed: Filmed,
    /// Whether the picture shall have the window's size.
    as_seen: bool,
    size: [u32; 2],
    /// Width and height of the window, pixels, and its pixels per point.
    seen: ([u32; 2], f32),
}

/// The circumstances that determine which contents can be exported now.
#[derive(Clone, Copy)]
pub struct Around {
    /// The current page.
    pub page: Page,
    /// The lab's page that can be exported as a sheet, by its name in `page=…`.
    pub sheet: Option<&'static str>,
    /// Whether a film or handout can be exported: true unless one is being made.
    pub is_free: bool,
    /// Whether there is a lecture or an open lesson.
    pub has_slides: bool,
}

impl Exporting {
    /// The dialog as it opens. It suggests the recorded frames up to the current one, or frames to come if there are
    /// none.
    pub fn new(first: u64, frame: u64) -> Self {
        let last = if frame > first { frame } else { first + SUGGESTED };
        let first = first.max(last.saturating_sub(2 * SUGGESTED));
        Self {
            trouble: None,
            content: Content::Window,
            format: Format::Apng,
            filmed: Filmed { frames: Frames { first, last, every: 1, speed: 1.0 }, scene_only: true },
            as_seen: true,
            size: SIZES[1],
            seen: (SIZES[0], 1.0),
        }
    }

    /// The chosen export, with its size resolved.
    pub fn chosen(&self) -> Export {
        let content = match self.content {
            Content::Frames(_) => Content::Frames(self.filmed),
            content => content,
        };
        let (size, pixels_per_point) = if self.as_seen { self.seen } else { (self.size, 1.0) };
        Export { content, format: self.format, size, pixels_per_point, as_seen: self.as_seen }
    }
}

/// Shows the dialog, if it is open.
pub fn show(ui: &mut Ui, open: &mut Option<Exporting>, around: Around, requests: &mut Requests) {
    let Some(exporting) = open else { return };
    let frame = Frame::popup(ui.style()).inner_margin(18.0);
    let modal = Modal::new(Id::unique("export")).frame(frame).show(ui.ctx(), |ui| {
        ui.set_width(430.0_f32.min(room_over(ui, vec2(60.0, 0.0)).x));
        ui.label(
            RichText::new(t!("Export an image, a video or a handout")).color(theme::strong()).size(15.0),
        );
        ui.add_space(6.0);
        content_choice(ui, exporting, around);
        ui.add_space(8.0);
        size(ui, exporting, around);
        ui.add_space(10.0);
        if let Some(trouble) = &exporting.trouble {
            ui.label(RichText::new(trouble).color(theme::amber()));
            ui.add_space(4.0);
        }
        ui.horizontal(|ui| {
            let help = t!("Choose a file, then draw and save the image");
            let goes_on = ui.button(t!("Save…")).on_hover_text(help).clicked();
            let off = ui.button(t!("Cancel")).on_hover_text(t!("Close without saving (Esc)")).clicked();
            [goes_on, off]
        })
        .inner
    });
    let [goes_on, off] = modal.inner;
    if goes_on {
        requests.ask(Request::Files(FilesRequest::Export));
    } else if off || modal.should_close() {
        *open = None;
    }
}

fn content_choice(ui: &mut Ui, exporting: &mut Exporting, around: Around) {
    let is_lab = around.page != Page::Experiments;
    let filmed = exporting.filmed;
    let mut option = |ui: &mut Ui, content: Content, name: &str, says: &str, is_on: bool| {
        let is_chosen = std::mem::discriminant(&exporting.content) == std::mem::discriminant(&content);
        let radio = ui.add_enabled(is_on, egui::RadioButton::new(is_chosen, tr(name)));
        if radio.on_hover_text(tr(says)).on_disabled_hover_text(tr(says)).clicked() {
            exporting.content = content;
            exporting.trouble = None;
        }
    };
    for (row, name, says) in PICTURES {
        option(ui, row, name, says, is_lab || row == Content::Window);
    }
    if let Some(page) = around.sheet {
        option(ui, Content::Sheet(page), SHEET.0, SHEET.1, true);
    }
    option(ui, Content::Steps, STEPS.0, STEPS.1, around.is_free);
    option(ui, Content::Frames(filmed), FRAMES.0, FRAMES.1, around.is_free && is_lab);
    let handout = Content::Handout(Notes::LeftOut);
    option(ui, handout, HANDOUT.0, HANDOUT.1, around.is_free && around.has_slides);
    if let Content::Handout(notes) = &mut exporting.content {
        ui.horizontal(|ui| {
            ui.add_space(22.0);
            let mut added = *notes == Notes::Added;
            let help = t!("Below each slide; leave them out for an audience");
            if ui.checkbox(&mut added, t!("With the speaker's notes")).on_hover_text(help).changed() {
                *notes = if added { Notes::Added } else { Notes::LeftOut };
            }
        });
    }
    if matches!(exporting.content, Content::Frames(_)) {
        frames(ui, &mut exporting.filmed);
    }
    if exporting.content.is_film() {
        formats(ui, exporting);
    }
}

/// The range of frames, and what of the window is in the picture.
fn frames(ui: &mut Ui, filmed: &mut Filmed) {
    let Frames { first, last, every, speed } = &mut filmed.frames;
    let number = |ui: &mut Ui, name: Cow<'_, str>, drag: DragValue, help: Cow<'_, str>| {
        let label = ui.label(name);
        ui.add(drag).labelled_by(label.id).on_hover_text(help);
    };
    ui.horizontal(|ui| {
        ui.add_space(22.0);
        let range = 0..=MOST_FRAMES;
        let drag = DragValue::new(first).range(range.clone());
        number(ui, t!("From frame"), drag, t!("First frame of the video"));
        number(ui, t!("to"), DragValue::new(last).range(range), t!("Last frame of the video"));
        let help = t!("1: every frame; 2: every second one, and so on");
        number(ui, t!("every"), DragValue::new(every).range(1..=60), help);
    });
    ui.horizontal(|ui| {
        ui.add_space(22.0);
        let help = t!("Speed of the video: ×1 is the speed of the scene");
        let drag = DragValue::new(speed).range(SPEEDS).speed(0.02).prefix("×").max_decimals(2);
        number(ui, t!("Speed"), drag, help);
        let mut panels = !filmed.scene_only;
        ui.checkbox(&mut panels, t!("With panels"))
            .on_hover_text(t!("Panels, panes and the open lesson, as shown"));
        filmed.scene_only = !panels;
    });
}

/// The formats of a film.
fn formats(ui: &mut Ui, exporting: &mut Exporting) {
    ui.horizontal_wrapped(|ui| {
        ui.add_space(22.0);
        for (format, name, says) in FORMATS {
            let chosen = exporting.format == format;
            if ui.add(Button::selectable(chosen, tr(name))).on_hover_text(tr(says)).clicked() {
                exporting.format = format;
            }
        }
    });
}

fn size(ui: &mut Ui, exporting: &mut Exporting, around: Around) {
    let pixels_per_point = ui.ctx().pixels_per_point();
    let seen = (ui.ctx().content_rect().size() * pixels_per_point).round();
    exporting.seen = ([seen.x as u32, seen.y as u32], pixels_per_point);
    let text = t!("Window size: %{width} × %{height} pixels", width = seen.x, height = seen.y);
    let help = t!("Current width and height of the window");
    ui.radio_value(&mut exporting.as_seen, true, text).on_hover_text(help);
    let is_possible = around.page != Page::Experiments;
    exporting.as_seen |= !is_possible;
    let help = t!("Draws the image at this size; the layout adapts");
    let other = egui::RadioButton::new(!exporting.as_seen, t!("Custom size:"));
    let other = ui.add_enabled(is_possible, other);
    if other.on_hover_text(help.as_ref()).on_disabled_hover_text(help).clicked() {
        exporting.as_seen = false;
    }
    ui.add_enabled_ui(!exporting.as_seen, |ui| {
        ui.horizontal(|ui| {
            ui.add_space(22.0);
            let [width, height] = &mut exporting.size;
            for (value, name) in [(width, t!("Width, pixels")), (height, t!("Height, pixels"))] {
                let number = ui.add(DragValue::new(value).range(SMALLEST..=LARGEST).speed(4.0));
                let number = number.on_hover_text(name.as_ref()).on_disabled_hover_text(name.as_ref());
                number.widget_info(|| egui::WidgetInfo::labeled(egui::Role::SpinButton, true, name.as_ref()));
            }
            for [width, height] in SIZES {
                let help = t!("%{width} by %{height} pixels", width = width, height = height);
                let button = ui.button(RichText::new(format!("{width} × {height}")).small());
                if button.on_hover_text(help.as_ref()).on_disabled_hover_text(help).clicked() {
                    exporting.size = [width, height];
                }
            }
        });
    });
}
