//! The shell: what is where in the window. The same for the real window, for pictures without a display, and for tests.
//! It lays out and collects what is asked for; [`super::apply`] does it.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use egui::{CentralPanel, Frame, Panel, ScrollArea, Ui};

use super::cameras::Cameras;
use super::experiments_page::{self, ExperimentsPage};
use super::file_menu::{self, Files};
use super::inspector_page::{self, InspectorPage, Tab};
use super::lessons_panel::large::{self, Steps};
use super::lessons_panel::{self, LessonsPanel};
use super::{keys, pages, panes, playback, status};
use crate::exhibit::{Page, Position};
use crate::gpu::Gpu;
use crate::labs::arena::lab::ArenaLab;
use crate::labs::arena::{Arena, Setup, Start};
use crate::ui::requests::{PanelContext, Requests};
use crate::ui::stage::Stage;
use crate::ui::widgets::dock;

/// Below this width, in points, figures stand under the controls instead of on the right.
const NARROW: f32 = 1000.0;
/// Below this height, in points, there is room for the scene only.
const TOO_LOW: f32 = 330.0;

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
    pub arena: ArenaLab,
    /// Where pictures are made.
    pub stage: Stage,
    /// Where the panes' scenes are seen from.
    pub cameras: Cameras,
    /// Only the scene is shown.
    pub panels_hidden: bool,
    /// The sheet of keys is shown.
    pub sheet_open: bool,
    /// The window's picture is wanted in a file.
    pub picture_wanted: bool,
    /// Smooth edges even while it plays: for pictures.
    pub fine: bool,
    /// One line to tell, until the next one.
    pub notice: Option<String>,
    /// Where files are saved; the current folder if it is empty.
    pub folder: PathBuf,
    /// Scenes and pictures, on their way.
    pub files: Files,
    /// What was asked for and is not done yet.
    pub requests: Requests,
}

impl Shell {
    /// Sets up the lab and compiles all shaders.
    pub fn new(gpu: &Gpu, setup: Setup) -> anyhow::Result<Self> {
        let arena = Arena::new(Some(gpu.clone()), setup).context("there is no such world")?;
        Ok(Self {
            page: Page::Scene,
            experiments: ExperimentsPage::default(),
            inspector: InspectorPage::default(),
            lessons: LessonsPanel::default(),
            cameras: Cameras::framing(&arena.container()),
            stage: Stage::new(gpu)?,
            arena: ArenaLab::new(arena),
            panels_hidden: false,
            sheet_open: false,
            picture_wanted: false,
            fine: false,
            notice: None,
            folder: PathBuf::new(),
            files: Files::default(),
            requests: Requests::default(),
        })
    }

    /// Plays what is due. Nothing is while an experiment is measured, or while the lab is out of sight.
    pub fn update(&mut self, elapsed: Duration) {
        if self.lab_plays() {
            self.arena.arena.update(elapsed);
        }
    }

    /// When the lab wants to play its next frame.
    pub fn next_due(&self) -> Option<Duration> {
        self.arena.playback.next_due().filter(|_| self.lab_plays())
    }

    fn lab_plays(&self) -> bool {
        self.page == Page::Scene && !self.experiments.is_running()
    }

    /// Lays out one frame. What was asked for meanwhile waits in `requests`.
    pub fn show(&mut self, ui: &mut Ui) {
        self.experiments.listen();
        if !self.sheet_open {
            large::listen(ui, &mut self.lessons, &mut self.requests);
        }
        let tables = keys::Tables {
            page: self.page,
            lab: ArenaLab::KEYS,
            lab_mouse: ArenaLab::MOUSE,
            inspector: inspector_page::KEYS,
            inspector_mouse: inspector_page::MOUSE,
        };
        keys::listen(ui, &tables, &mut self.requests);
        if let Some(path) = file_menu::take_dropped(ui, &mut self.files) {
            self.arena.open_mesh(path);
        }
        self.in_lab(|lab, panel| lab.update(ui, panel));
        let steps = if self.lessons.lecture { self.inspected_steps() } else { None };
        lessons_panel::show(ui, &mut self.lessons, steps, &mut self.requests);
        if self.lessons.lecture {
            large::enlarge_scene(ui);
        }
        match self.page {
            Page::Scene => {
                if !self.panels_hidden && self.lessons.leaves_room(ui.available_width()) {
                    self.show_panels(ui);
                }
                let Self { arena, cameras, requests, stage, page, lessons, fine, .. } = self;
                let lecture = lessons.lecture;
                let mut panel = PanelContext { requests, stage, page: *page, lecture, fine: *fine };
                CentralPanel::no_frame().show(ui, |ui| panes::show(ui, arena, cameras, &mut panel));
                file_menu::show_drop_target(ui);
                if self.experiments.is_running() {
                    // It is coming to its end, and then the lab goes on.
                    ui.ctx().request_repaint_after(Duration::from_millis(100));
                }
            }
            Page::Inspector | Page::Own(_) | Page::Experiments => {
                if !self.inspector.bare {
                    Panel::bottom("status").frame(dock(10, 3)).show(ui, |ui| self.show_status(ui));
                }
                match self.page {
                    Page::Experiments => {
                        experiments_page::show(ui, &mut self.experiments, &mut self.requests)
                    }
                    _ => inspector_page::show(ui, self),
                }
            }
        }
        if self.sheet_open {
            keys::sheet(ui, &tables, &mut self.requests);
        }
        if !self.requests.is_empty() {
            ui.ctx().request_repaint();
        }
    }

    /// Hands the lab what its panels may ask for.
    pub fn in_lab<R>(&mut self, show: impl FnOnce(&mut ArenaLab, &mut PanelContext) -> R) -> R {
        let Self { arena, requests, stage, page, lessons, fine, .. } = self;
        let mut panel = PanelContext { requests, stage, page: *page, lecture: lessons.lecture, fine: *fine };
        show(arena, &mut panel)
    }

    fn show_status(&mut self, ui: &mut Ui) {
        let Self { page, arena, notice, lessons, files, requests, .. } = self;
        let line = status::Status {
            page: *page,
            gpu: arena.gpu(),
            trouble: arena.trouble(),
            notice: notice.as_deref(),
            lessons,
            files,
        };
        status::show(ui, &line, requests);
    }

    /// How far the inspector has come beside a lesson; `None` where it is not on show or has no steps.
    pub fn inspected_steps(&mut self) -> Option<Steps> {
        if self.page != Page::Inspector || self.inspector.tab != Tab::Steps {
            return None;
        }
        let first = match self.lessons.lesson()?.show.step {
            Some(Position::At(step)) => step,
            Some(Position::Last) => usize::MAX,
            None => 0,
        };
        let methods = [Some(self.arena.roles().shown), self.inspector.compare];
        let mut last = 0;
        for (side, method) in methods.into_iter().enumerate() {
            let recording = method.and_then(|method| self.inspector.recording(&self.arena, side, method));
            last = last.max(recording.and_then(Result::ok).map_or(0, |recording| recording.len()));
        }
        let position = self.inspector.position.min(last);
        (last > 0).then_some(Steps { first: first.min(last), position, last })
    }

    /// Turns to a page. An experiment does not go on behind another page.
    pub fn turn_to(&mut self, page: Page) {
        self.page = page;
        if page != Page::Experiments {
            self.experiments.stop();
        }
        // What is taken apart does not move behind it.
        self.arena.playback.playing &= page != Page::Inspector;
    }

    /// Begins another world and frames it if its box is another.
    pub fn begin(&mut self, start: Start) {
        let before = self.arena.container();
        self.arena.begin(start);
        if self.arena.container() != before {
            self.frame_all();
        }
    }

    /// Shows the whole scene.
    pub fn frame_all(&mut self) {
        self.cameras.frame(&self.arena.container());
    }

    fn show_panels(&mut self, ui: &mut Ui) {
        let size = ui.available_size();
        Panel::bottom("status").frame(dock(10, 3)).show(ui, |ui| self.show_status(ui));
        let narrow = size.x < NARROW;
        let controls = Panel::left("controls").resizable(false).exact_size(288.0).frame(dock(0, 0));
        controls.show(ui, |ui| {
            pages::switch(ui, self.page, &mut self.requests);
            scrolled(ui, |ui| {
                self.in_lab(|lab, panel| {
                    lab.controls(ui, panel);
                    if narrow {
                        lab.findings(ui, panel);
                    }
                });
            });
        });
        if !narrow {
            let findings = Panel::right("findings").resizable(false).exact_size(236.0).frame(dock(0, 0));
            findings.show(ui, |ui| {
                scrolled(ui, |ui| self.in_lab(|lab, panel| lab.findings(ui, panel)));
            });
        }
        self.in_lab(|lab, panel| lab.below(size.y, ui, panel));
        Panel::bottom("playback").frame(dock(8, 5)).show(ui, |ui| {
            playback::show(ui, &mut self.arena, &mut self.requests);
        });
        if size.y >= TOO_LOW {
            Panel::top("panes").frame(dock(8, 3)).show(ui, |ui| {
                panes::bar(ui, &mut self.arena, self.cameras.linked(), &mut self.requests);
            });
        }
    }
}

fn scrolled(ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        let margin = egui::Margin { left: 12, right: 12, top: 0, bottom: 12 };
        Frame::new().inner_margin(margin).show(ui, contents);
    });
}
