//! The export dialog: content, size and format of a picture.

use egui::{Button, DragValue, Frame, Id, Modal, RichText, Ui, vec2};

use crate::exhibit::Page;
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

/// An export of one picture or of step pictures.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Export {
    /// The content to export.
    pub content: Content,
    /// Width and height, pixels.
    pub size: [u32; 2],
    /// Scale of text and lines: pixels per point of the layout.
    pub pixels_per_point: f32,
    /// Whether `size` and `pixels_per_point` are those of the window.
    pub as_seen: bool,
}

/// The content of an exported picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    Steps(Format),
}

/// File format of step pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// One animated file in full colour, for browsers and slides.
    Apng,
    /// One animated file with 256 colours per picture; every viewer plays it.
    Gif,
    /// One numbered PNG file per step.
    Sequence,
}

impl Format {
    /// File extension, without a dot.
    pub fn ending(self) -> &'static str {
        match self {
            Self::Gif => "gif",
            Self::Apng | Self::Sequence => "png",
        }
    }
}

/// The formats of step pictures, with name and explanation in English.
pub const FORMATS: [(Format, &str, &str); 3] = [
    (Format::Apng, "APNG", "Animated PNG in full colour, for browsers and slides"),
    (Format::Gif, "GIF", "Animated GIF with 256 colours per frame, for all other programs"),
    (Format::Sequence, "PNG files", "One numbered PNG file per step"),
];

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

/// The current choices in the dialog.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Exporting {
    content: Content,
    format: Format,
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
    /// Whether step pictures can be exported: true unless others are being drawn or written.
    pub is_free: bool,
}

impl Default for Exporting {
    fn default() -> Self {
        Self {
            content: Content::Window,
            format: Format::Apng,
            as_seen: true,
            size: SIZES[1],
            seen: (SIZES[0], 1.0),
        }
    }
}

impl Exporting {
    /// The chosen export, with its size resolved.
    pub fn chosen(&self) -> Export {
        let content = if matches!(self.content, Content::Steps(_)) {
            Content::Steps(self.format)
        } else {
            self.content
        };
        let (size, pixels_per_point) = if self.as_seen { self.seen } else { (self.size, 1.0) };
        Export { content, size, pixels_per_point, as_seen: self.as_seen }
    }
}

/// Shows the dialog, if it is open.
pub fn show(ui: &mut Ui, open: &mut Option<Exporting>, around: Around, requests: &mut Requests) {
    let Some(exporting) = open else { return };
    let frame = Frame::popup(ui.style()).inner_margin(18.0);
    let modal = Modal::new(Id::unique("export")).frame(frame).show(ui.ctx(), |ui| {
        ui.set_width(430.0_f32.min(room_over(ui, vec2(60.0, 0.0)).x));
        ui.label(RichText::new(t!("Export an image")).color(theme::strong()).size(15.0));
        ui.add_space(6.0);
        content_choice(ui, exporting, around);
        ui.add_space(8.0);
        size(ui, exporting, around);
        ui.add_space(10.0);
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
    let mut option = |ui: &mut Ui, content: Content, name: &str, says: &str, is_on: bool| {
        let is_chosen = std::mem::discriminant(&exporting.content) == std::mem::discriminant(&content);
        let radio = ui.add_enabled(is_on, egui::RadioButton::new(is_chosen, tr(name)));
        if radio.on_hover_text(tr(says)).on_disabled_hover_text(tr(says)).clicked() {
            exporting.content = content;
        }
    };
    for (row, name, says) in PICTURES {
        option(ui, row, name, says, is_lab || row == Content::Window);
    }
    if let Some(page) = around.sheet {
        option(ui, Content::Sheet(page), SHEET.0, SHEET.1, true);
    }
    // The format of step pictures is chosen in the line below, so this entry stands for all formats.
    option(ui, Content::Steps(Format::Apng), STEPS.0, STEPS.1, around.is_free);
    ui.horizontal(|ui| {
        ui.add_space(22.0);
        let is_on = matches!(exporting.content, Content::Steps(_));
        for (format, name, says) in FORMATS {
            let chosen = exporting.format == format;
            let button = ui.add_enabled(is_on, Button::selectable(chosen, tr(name)));
            if button.on_hover_text(tr(says)).on_disabled_hover_text(tr(says)).clicked() {
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
