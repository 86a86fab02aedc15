//! The shell: what is where in the window. The same for the real window, for pictures without a
//! display, and for tests.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use egui::{CentralPanel, Frame, Margin, Panel, ScrollArea, Ui};
use rust_i18n::t;

use super::cameras::Cameras;
use super::compare::{self, Compare};
use super::experiments_page::{self, ExperimentsPage};
use super::inspector_page::{self, InspectorPage};
use super::lessons_panel::{self, LessonsPanel};
use super::panels::model::ModelPanel;
use super::saving::{self, Files};
use super::strip::{self, Strip};
use super::{pages, panels, panes, shortcuts, status};
use crate::files;
use crate::geometry::Aabb;
use crate::gpu::Gpu;
use crate::labs::arena::lineup::MOST_PANES;
use crate::labs::arena::{Arena, Setup, Start};
use crate::methods::Method;
use crate::render::camera::Camera;
use crate::render::scene::Overlays;
use crate::settings::Settings;
use crate::ui::stage::Stage;
use crate::ui::theme;
use crate::world::{Pair, Parameters};

/// Below this width, in points, figures stand under the controls instead of on the right.
const NARROW: f32 = 1000.0;
/// Below this height, in points, there is no room for the strip.
const LOW: f32 = 520.0;
/// Below this height, in points, there is room for the strip or the comparison, not for both.
const ROOM_FOR_BOTH: f32 = 950.0;
/// Below this height, in points, there is room for the scene only.
const TOO_LOW: f32 = 330.0;

/// What the window is turned to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// The arena with its panels.
    Lab,
    /// One pair, taken apart.
    Inspector,
    /// The sources' experiments.
    Experiments,
}

/// Everything that the window shows and can do.
pub struct Shell {
    /// What the window is turned to.
    pub page: Page,
    /// The page of experiments.
    pub experiments: ExperimentsPage,
    /// The inspector.
    pub inspector: InspectorPage,
    /// The lessons.
    pub lessons: LessonsPanel,
    /// The lab.
    pub arena: Arena,
    /// Where pictures are made.
    pub stage: Stage,
    /// Where the panes' scenes are seen from.
    pub cameras: Cameras,
    /// What is drawn over the scene.
    pub overlays: Overlays,
    /// Bodies that nobody can see are not drawn.
    pub occlusion_culling: bool,
    /// The strip of tiles.
    pub strip: Strip,
    /// The comparison of all methods.
    pub compare: Compare,
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
    /// Where files are saved; the current folder if it is empty.
    pub folder: PathBuf,
    /// Scenes and pictures, on their way.
    pub files: Files,
    /// Bodies from files, on their way.
    pub model: ModelPanel,
    /// Parameters as the sliders stand.
    pub draft: Parameters,
    /// Parameters that were last tried.
    pub applied: Parameters,
    /// Per pane, what its picture depends on, and how often that has changed.
    drawn: [(Option<Drawn>, u64); MOST_PANES],
}

type Drawn = (u64, &'static str, Camera, Overlays, Option<usize>, Option<Pair>, bool);

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
            page: Page::Lab,
            experiments: ExperimentsPage::default(),
            inspector: InspectorPage::default(),
            lessons: LessonsPanel::default(),
            cameras: Cameras::framing(&arena.container()),
            stage: Stage::new(gpu)?,
            arena,
            overlays: Overlays::default(),
            occlusion_culling: false,
            strip: Strip::default(),
            compare: Compare::default(),
            panels_hidden: false,
            sheet_open: false,
            picture_wanted: false,
            fine: false,
            notice: None,
            folder: PathBuf::new(),
            files: Files::default(),
            model: ModelPanel::default(),
            draft,
            applied: draft,
            drawn: [(None, 0); MOST_PANES],
        })
    }

    /// Plays what is due. Nothing is while an experiment is measured, or while the lab is out of sight.
    pub fn update(&mut self, elapsed: Duration) {
        if self.lab_plays() {
            self.arena.update(elapsed);
        }
    }

    /// When the lab wants to play its next frame.
    pub fn next_due(&self) -> Option<Duration> {
        self.arena.playback.next_due().filter(|_| self.lab_plays())
    }

    /// Turns to a page. An experiment does not go on behind the lab.
    pub fn turn_to(&mut self, page: Page) {
        self.page = page;
        if page != Page::Experiments {
            self.experiments.stop();
        }
        // What is taken apart does not move behind it.
        self.arena.playback.playing &= page != Page::Inspector;
    }

    fn lab_plays(&self) -> bool {
        self.page == Page::Lab && !self.experiments.is_running()
    }

    /// Lays out one frame.
    pub fn show(&mut self, ui: &mut Ui) {
        self.experiments.listen();
        lessons_panel::lecture::act_on_keys(ui, self);
        shortcuts::act_on_keys(ui, self);
        saving::update(ui, self);
        panels::model::update(ui, self);
        lessons_panel::show(ui, self);
        if self.lessons.lecture {
            lessons_panel::lecture::enlarge_scene(ui);
        }
        match self.page {
            Page::Lab => {
                if !self.panels_hidden && self.lessons.leaves_room(ui.available_width()) {
                    self.show_panels(ui);
                }
                CentralPanel::no_frame().show(ui, |ui| panes::show(ui, self));
                panels::model::show_drop_target(ui);
                if self.experiments.is_running() {
                    // It is coming to its end, and then the lab goes on.
                    ui.ctx().request_repaint_after(Duration::from_millis(100));
                }
            }
            Page::Inspector | Page::Experiments => {
                let frame = Frame::new().fill(theme::PANEL).inner_margin(Margin::symmetric(10, 3));
                if !self.inspector.bare {
                    Panel::bottom("status").frame(frame).show(ui, |ui| status::show(ui, self));
                }
                match self.page {
                    Page::Inspector => inspector_page::show(ui, self),
                    _ => experiments_page::show(ui, self),
                }
            }
        }
        if self.sheet_open {
            shortcuts::sheet(ui, self);
        }
    }

    /// Begins another world and looks at it.
    pub fn begin(&mut self, start: Start) {
        let before = self.arena.container();
        if let Start::Experiment(parameters) | Start::Models(_, parameters) = start {
            self.applied = parameters;
            self.draft = parameters;
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
        self.cameras.frame(&self.arena.container());
    }

    /// Picks a pair and looks at it in the pane in focus.
    pub fn frame_pair(&mut self, pair: Pair) {
        self.arena.selected_pair = Some(pair);
        let boxes = &self.arena.found().boxes;
        if let (Some(a), Some(b)) = (boxes.get(pair.a), boxes.get(pair.b)) {
            let both = a.union(b);
            // With some of what is around.
            let margin = 0.6 * both.extents();
            let bounds = Aabb { min: both.min - margin, max: both.max + margin };
            self.cameras.steer(self.arena.cast().focus(), |camera| camera.approach(&bounds));
        }
    }

    /// Links all panes' cameras to that of the pane in focus, or lets them go.
    pub fn link_cameras(&mut self, on: bool) {
        self.cameras.link(on, self.arena.cast().focus());
    }

    /// Saves all that was measured so far under a free name, and tells it.
    pub fn save_measurements(&mut self) {
        let path = files::free_name(&self.folder, self.arena.world().frame(), "csv");
        let renderer = self.device().unwrap_or_else(|| "none".into());
        let numbers = |p: &Parameters| {
            format!("seed={} bodies={} density={} level={}", p.seed, p.count, p.density, p.level)
        };
        let scene = match self.arena.start() {
            Start::Experiment(parameters) => numbers(parameters),
            Start::Models(models, parameters) => {
                let names: Vec<&str> = models.iter().map(|model| model.name.as_str()).collect();
                format!("{} mesh={}", numbers(parameters), names.join("+"))
            }
            Start::Preset(preset) => format!("preset={}", preset.id),
        };
        let settings = |method: &'static Method| words(self.arena.settings_of(method));
        let ledger = self.arena.ledger();
        let saved = ledger.csv(&renderer, &scene, settings).map_err(anyhow::Error::from);
        let saved = saved.and_then(|bytes| files::write_whole(&path, &bytes));
        self.notice = Some(match saved {
            Ok(()) => t!("Saved %{file}", file = path.display()).into_owned(),
            Err(why) => format!("{why:#}"),
        });
    }

    /// Closes the sheet, or lets go of what is picked.
    pub fn escape(&mut self) {
        if std::mem::take(&mut self.sheet_open) {
            return;
        }
        match self.page {
            Page::Inspector => self.leave_inspector(),
            _ => self.arena.select(None),
        }
    }

    /// What draws, in a few words; English, as in files.
    pub fn device(&self) -> Option<String> {
        let capabilities = self.arena.gpu()?.capabilities();
        let name = capabilities.renderer.split(" (").next().unwrap_or_default().trim();
        Some(if capabilities.is_software() { format!("{name} (software)") } else { name.to_owned() })
    }

    /// Changes when the picture of a pane's scene does.
    pub fn edition(&mut self, pane: usize) -> u64 {
        let arena = &self.arena;
        let (selected, pair, playing) = (arena.selected, arena.selected_pair, arena.playback.playing);
        let method = arena.cast().panes().get(pane).map_or("", |method| method.id);
        let camera = self.cameras.of(pane);
        let now = (arena.looks(), method, camera, self.overlays, selected, pair, playing);
        let drawn = &mut self.drawn[pane];
        if drawn.0 != Some(now) {
            *drawn = (Some(now), drawn.1 + 1);
        }
        drawn.1
    }

    fn show_panels(&mut self, ui: &mut Ui) {
        let size = ui.available_size();
        let panel = |x: i8, y: i8| Frame::new().fill(theme::PANEL).inner_margin(Margin::symmetric(x, y));
        Panel::bottom("status").frame(panel(10, 3)).show(ui, |ui| status::show(ui, self));
        let narrow = size.x < NARROW;
        let controls = Panel::left("controls").resizable(false).exact_size(288.0).frame(panel(0, 0));
        controls.show(ui, |ui| {
            pages::switch(ui, self);
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
        if size.y < ROOM_FOR_BOTH {
            self.compare.take_turns_with(&mut self.strip.open);
        }
        if self.compare.tab.is_some() && size.y >= TOO_LOW {
            let dock = Panel::bottom("compare").frame(panel(10, 4)).resizable(true);
            let dock = dock
                .default_size((0.3 * size.y).clamp(130.0, 340.0))
                .size_range(130.0..=(0.55 * size.y).max(131.0));
            dock.show(ui, |ui| compare::show(ui, self));
        }
        if self.strip.open && size.y >= LOW {
            Panel::bottom("strip").frame(panel(8, 4)).show(ui, |ui| strip::show(ui, self));
        }
        Panel::bottom("playback").frame(panel(8, 5)).show(ui, |ui| panels::playback::show(ui, self));
        if size.y >= TOO_LOW {
            Panel::top("panes").frame(panel(8, 3)).show(ui, |ui| panes::bar(ui, self));
        }
    }

    fn show_findings(&mut self, ui: &mut Ui) {
        panels::figures::show(ui, self);
        panels::pairs::show_errors(ui, self);
        panels::pairs::show_selected(ui, self);
        panels::pairs::show_way_to_inspector(ui, self);
    }
}

/// Hand-made scenes are there to be stepped through.
fn pause_if_hand_made(arena: &mut Arena) {
    if matches!(arena.start(), Start::Preset(_)) {
        arena.playback.playing = false;
    }
}

/// Settings as the command line takes them.
fn words(settings: &Settings) -> String {
    let words = settings.iter().map(|(setting, value)| format!("{}={value}", setting.id));
    words.collect::<Vec<_>>().join(" ")
}

fn scrolled(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        Frame::new().inner_margin(Margin { left: 12, right: 12, top: 0, bottom: 12 }).show(ui, contents);
    });
}
