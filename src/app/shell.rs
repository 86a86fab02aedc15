//! The shell: what is where in the window. The same for the real window, for pictures without a
//! display, and for tests.

use std::time::Duration;

use anyhow::Context as _;
use egui::{Align, CentralPanel, Frame, Layout, Margin, Panel, RichText, ScrollArea, Ui};

use super::panels::model::ModelPanel;
use super::stage::Stage;
use super::strip::{self, Strip};
use super::{panels, shortcuts, theme, view};
use crate::gpu::Gpu;
use crate::labs::arena::{Arena, Camera, Overlays, Setup, Start};
use crate::world::{Pair, Parameters};

/// Below this width, in points, figures stand under the controls instead of on the right.
const NARROW: f32 = 1000.0;
/// Below this height, in points, there is no room for the strip.
const LOW: f32 = 520.0;

/// Everything that the window shows and can do.
pub struct Shell {
    /// The lab.
    pub arena: Arena,
    /// Where pictures are made.
    pub stage: Stage,
    /// Where the scene is seen from.
    pub camera: Camera,
    /// What is drawn over the scene.
    pub overlays: Overlays,
    /// The strip of tiles.
    pub strip: Strip,
    /// Only the scene is shown.
    pub panels_hidden: bool,
    /// The sheet of keys is shown.
    pub sheet_open: bool,
    /// Somebody wants the window's picture in a file.
    pub picture_wanted: bool,
    /// Smooth edges even while it plays: for pictures.
    pub fine: bool,
    /// One line to tell, until the next one.
    pub notice: Option<String>,
    /// Bodies from files, on their way.
    pub model: ModelPanel,
    /// Parameters as the sliders stand.
    pub draft: Parameters,
    /// Parameters that were last tried.
    pub applied: Parameters,
    /// What the scene's picture depends on, and how often it has changed.
    drawn: (Option<Drawn>, u64),
}

type Drawn = (u64, Camera, Overlays, Option<usize>, Option<Pair>, bool);

impl Shell {
    /// Sets up the lab and compiles all shaders.
    pub fn new(gpu: &Gpu, setup: Setup) -> anyhow::Result<Self> {
        let mut arena = Arena::new(Some(gpu.clone()), setup).context("there is no such world")?;
        pause_if_hand_made(&mut arena);
        let draft = match *arena.start() {
            Start::Experiment(parameters) | Start::Models(_, parameters) => parameters,
            Start::Preset(_) => Parameters::default(),
        };
        Ok(Self {
            camera: Camera::framing(&arena.container()),
            stage: Stage::new(gpu)?,
            arena,
            overlays: Overlays::default(),
            strip: Strip::default(),
            panels_hidden: false,
            sheet_open: false,
            picture_wanted: false,
            fine: false,
            notice: None,
            model: ModelPanel::default(),
            draft,
            applied: draft,
            drawn: (None, 0),
        })
    }

    /// Plays what is due.
    pub fn update(&mut self, elapsed: Duration) {
        self.arena.update(elapsed);
    }

    /// Lays out one frame.
    pub fn show(&mut self, ui: &mut Ui) {
        shortcuts::act_on_keys(ui, self);
        panels::model::update(ui, self);
        if !self.panels_hidden {
            self.show_panels(ui);
        }
        CentralPanel::no_frame().show(ui, |ui| view::show(ui, self));
        panels::model::show_drop_target(ui);
        if self.sheet_open {
            shortcuts::sheet(ui, self);
        }
    }

    /// Begins another world and looks at it.
    pub fn begin(&mut self, start: Start) {
        let before = self.arena.container();
        if let Start::Experiment(parameters) | Start::Models(_, parameters) = start {
            self.applied = parameters;
        }
        self.arena.set_start(start);
        pause_if_hand_made(&mut self.arena);
        if self.arena.container() != before {
            self.frame_all();
        }
    }

    /// Pauses and goes one frame on.
    pub fn step(&mut self) {
        self.arena.playback.playing = false;
        self.arena.step();
    }

    /// Pauses and goes one frame back.
    pub fn step_back(&mut self) {
        self.arena.playback.playing = false;
        self.arena.step_back();
    }

    /// Shows the whole box.
    pub fn frame_all(&mut self) {
        self.camera.frame(&self.arena.container());
    }

    /// Closes the sheet, or lets go of what is picked.
    pub fn escape(&mut self) {
        if !std::mem::take(&mut self.sheet_open) {
            self.arena.select(None);
        }
    }

    /// What draws, in a few words.
    pub fn device(&self) -> Option<String> {
        let capabilities = self.arena.gpu()?.capabilities();
        let name = capabilities.renderer.split(" (").next().unwrap_or_default().trim();
        Some(if capabilities.is_software() { format!("{name} (software)") } else { name.to_owned() })
    }

    /// Changes when the scene's picture does.
    pub fn edition(&mut self) -> u64 {
        let arena = &self.arena;
        let (selected, playing) = (arena.selected, arena.playback.playing);
        let now = (arena.looks(), self.camera, self.overlays, selected, arena.selected_pair, playing);
        if self.drawn.0 != Some(now) {
            self.drawn = (Some(now), self.drawn.1 + 1);
        }
        self.drawn.1
    }

    fn show_panels(&mut self, ui: &mut Ui) {
        let size = ui.available_size();
        let panel = |x: i8, y: i8| Frame::new().fill(theme::PANEL).inner_margin(Margin::symmetric(x, y));
        Panel::bottom("status").frame(panel(10, 3)).show(ui, |ui| self.status(ui));
        let narrow = size.x < NARROW;
        let controls = Panel::left("controls").resizable(false).exact_size(288.0).frame(panel(0, 0));
        controls.show(ui, |ui| {
            scrolled(ui, |ui| {
                panels::method::show(ui, self);
                panels::world::show(ui, self);
                panels::model::show(ui, self);
                panels::method::show_surroundings(ui, self);
                panels::overlays::show(ui, self);
                if narrow {
                    self.show_findings(ui);
                }
            });
        });
        if !narrow {
            let findings = Panel::right("findings").resizable(false).exact_size(236.0).frame(panel(0, 0));
            findings.show(ui, |ui| scrolled(ui, |ui| self.show_findings(ui)));
        }
        if self.strip.open && size.y >= LOW {
            Panel::bottom("strip").frame(panel(8, 4)).show(ui, |ui| strip::show(ui, self));
        }
        Panel::bottom("playback").frame(panel(8, 5)).show(ui, |ui| panels::playback::show(ui, self));
    }

    fn show_findings(&mut self, ui: &mut Ui) {
        panels::figures::show(ui, self);
        panels::pairs::show_disagreements(ui, self);
        panels::pairs::show_selected(ui, self);
    }

    fn status(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let keys = ui.button(RichText::new("?").color(theme::STRONG));
                if keys.on_hover_text("Keys and mouse (?)").clicked() {
                    self.sheet_open = true;
                }
                if let Some(device) = self.device() {
                    let version = self.arena.gpu().map_or((0, 0), |gpu| gpu.capabilities().version);
                    let text = format!("{device} · OpenGL {}.{}", version.0, version.1);
                    ui.label(RichText::new(text).small().color(theme::WEAK))
                        .on_hover_text("What draws the scene and runs the image-space methods.");
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let (text, color) = match (self.arena.trouble(), &self.notice) {
                        (Some(trouble), _) => (trouble, theme::AMBER),
                        (None, Some(notice)) => (notice.as_str(), theme::TEXT),
                        (None, None) => (HINT, theme::WEAK),
                    };
                    ui.add(egui::Label::new(RichText::new(text).small().color(color)).truncate())
                        .on_hover_text(text);
                });
            });
        });
    }
}

/// Hand-made scenes are there to be stepped through.
fn pause_if_hand_made(arena: &mut Arena) {
    if matches!(arena.start(), Start::Preset(_)) {
        arena.playback.playing = false;
    }
}

const HINT: &str = "Drag to orbit, right-drag to pan, wheel to zoom, click a body to see its pairs.";

fn scrolled(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        Frame::new().inner_margin(Margin { left: 12, right: 12, top: 0, bottom: 12 }).show(ui, contents);
    });
}
