//! The row of the cloth in the table of labs, and how the window steps, draws and asks the lab.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use egui::{Key, TextureId, Ui};

use super::cloth_lab::ClothLab;
use super::measured::METRICS;
use super::panels::tables::PAGE as TABLES;
use super::saved::{self, SavedCloth};
use super::subject::ClothSubject;
use super::view::PAINTS;
use super::viewpoints::{self, CONTACT, VIEWPOINTS};
use super::words::{self, Config};
use super::{facts, panels, picture};
use crate::cloth::methods::METHODS;
use crate::cloth::motion::scenes::SCENES;
use crate::exhibit::Words;
use crate::geometry::{Aabb, Point, Pose, Vector};
use crate::gpu::{Gpu, GpuError, Target};
use crate::inspector::story::{Choices, Subject};
use crate::labs::config_words;
use crate::labs::lab::{Lab, LabError, LabRow, PageRow};
use crate::labs::marks::FrameMarks;
use crate::labs::panes::Panes;
use crate::labs::playback::Playback;
use crate::labs::reading::Reading;
use crate::labs::undo::Discarded;
use crate::render::camera::Camera;
use crate::render::dissection::renderer::draw_alone;
use crate::render::grip::Grip;
use crate::render::viewpoint::Seen;
use crate::ui::keys::KeyRow;
use crate::ui::requests::{Look, PanelContext, Request};
use crate::ui::stage::{Sight, Stage};
use crate::ui::widgets::own_scenes;

/// What the keys ask of [`Lab::act`]. These are not the words of links.
const NEXT_SCENE: &str = "next-scene";
const NEXT_PAINT: &str = "next-paint";
const TOGGLE_BOXES: &str = "toggle-boxes";
const TOGGLE_CONES: &str = "toggle-cones";
const TOGGLE_CONTOURS: &str = "toggle-contours";
const TOGGLE_FUNNEL: &str = "toggle-funnel";
/// How long until answers are looked for again.
const SOON: Duration = Duration::from_millis(30);

/// The row in the table of labs.
pub const ROW: LabRow = LabRow {
    id: "cloth",
    title: "Cloth",
    says: "A cloth falls, folds and meets itself; methods find where it does so, all on the same recorded steps.",
    source: "Patent CN101593367; Volino and Magnenat-Thalmann 1994",
    methods: || {
        let mut all: Vec<_> = METHODS.iter().map(|method| &method.about).collect();
        // The first is shown where none is named: the reference takes long.
        all.rotate_right(1);
        all
    },
    words: words::WORDS,
    things: words::THINGS,
    no_subject: "The motion has not begun, so there is no step to take apart. Go a frame on.",
    pages: &[PageRow {
        word: TABLES,
        title: "Tables",
        help: "The six tables of the patent, beside what was measured here.",
        is_of_frame: false,
    }],
    sheet: None,
    viewpoints: VIEWPOINTS,
    keys: &[
        KeyRow {
            key: Key::M,
            shown: "M",
            says: "Begin the next scene with the cloth",
            ask: || Request::Lab(NEXT_SCENE),
        },
        KeyRow {
            key: Key::P,
            shown: "P",
            says: "Colour the cloth as fabric, or by the stage that each triangle came to",
            ask: || Request::Lab(NEXT_PAINT),
        },
        KeyRow {
            key: Key::V,
            shown: "V",
            says: "Draw the boxes of a level of the tree, or not",
            ask: || Request::Lab(TOGGLE_BOXES),
        },
        KeyRow {
            key: Key::O,
            shown: "O",
            says: "Draw the cones of normals of a level, or not",
            ask: || Request::Lab(TOGGLE_CONES),
        },
        KeyRow {
            key: Key::N,
            shown: "N",
            says: "Draw contours that may cross themselves, or not",
            ask: || Request::Lab(TOGGLE_CONTOURS),
        },
        KeyRow {
            key: Key::G,
            shown: "G",
            says: "Draw the funnel below the scene, or not",
            ask: || Request::Lab(TOGGLE_FUNNEL),
        },
        KeyRow {
            key: Key::K,
            shown: "K",
            says: "Look at a contact and stay with it, or stay",
            ask: || Request::Look(Look::At(CONTACT)),
        },
    ],
    gestures: &[("Drag the cloth", "Pull it by a particle")],
    legend: picture::LEGEND,
    side_by_side: "method=cloth-fast,quad-as-published",
    check: config_words::check::<Config>,
    describe: config_words::describe::<Config>,
    build: |gpu, words, saved| {
        let saved = saved.and_then(|saved| saved.state.downcast_ref::<SavedCloth>());
        Ok(Box::new(ClothLab::build(gpu, words, saved)?))
    },
    read: saved::read,
    takes: Some(saved::TAKES),
};

impl Lab for ClothLab {
    fn row(&self) -> &'static LabRow {
        &ROW
    }

    fn playback(&mut self) -> &mut Playback {
        &mut self.playback
    }

    fn frame(&self) -> u64 {
        self.frame()
    }

    fn step(&mut self) {
        self.step();
    }

    fn step_back(&mut self) -> bool {
        self.step_back()
    }

    fn can_step_back(&self) -> bool {
        self.motion().timeline().steps_back() > 0
    }

    fn span(&self) -> RangeInclusive<u64> {
        self.motion().timeline().span()
    }

    fn seek(&mut self, frame: u64) -> bool {
        self.seek(frame)
    }

    fn marks(&self) -> Option<&FrameMarks> {
        Some(self.motion().marks())
    }

    fn happened(&self, frame: u64) -> Vec<String> {
        panels::events::happened(self, frame)
    }

    fn restart(&mut self) {
        self.restart();
    }

    fn begun(&self) -> u64 {
        self.begun[0]
    }

    fn words(&self) -> Words {
        config_words::write(&self.config(), false)
    }

    fn every_word(&self) -> Words {
        config_words::write(&self.config(), true)
    }

    fn take_discarded(&mut self) -> Discarded {
        std::mem::take(&mut self.discarded)
    }

    fn put(&mut self, words: &Words) -> Result<(), LabError> {
        self.put_words(words)
    }

    fn clear(&mut self) {
        self.clear();
    }

    fn save(&self, folder: &Path) -> serde_json::Value {
        saved::write(&self.motion().hands(), self.garment().map(|garment| garment.file.as_path()), folder)
    }

    fn panes(&self) -> &Panes {
        &self.panes
    }

    fn set_panes(&mut self, panes: Panes) {
        self.show(panes);
    }

    fn picture(&mut self, pane: usize, stage: &mut Stage, sight: &Sight) -> Result<TextureId, GpuError> {
        let edition = picture::edition(self, pane);
        stage.pane_dissection(pane, sight, edition, || picture::of(self, pane))
    }

    fn draw(&self, pane: usize, camera: &Camera, target: &Target) -> Result<(), GpuError> {
        draw_alone(self.gpu(), &picture::of(self, pane), camera, target)
    }

    fn draws(&self, switch: &str) -> bool {
        picture::draws(self, switch)
    }

    fn pane_trouble(&self, pane: usize) -> Option<String> {
        panels::answers::why_none(self, self.lanes().get(pane)?)
    }

    fn bounds(&self) -> Aabb {
        picture::bounds(self)
    }

    fn is_followed(&self) -> bool {
        true
    }

    fn keep_clear(&self) -> Vec<Point> {
        picture::all_over(self)
    }

    fn viewpoint(&mut self, id: &str, pane: usize) -> Option<Seen> {
        viewpoints::viewpoint(self, id, pane)
    }

    fn click(&mut self, pane: usize, origin: Point, direction: Vector, _extend: bool) -> Option<String> {
        self.pick(pane, origin, direction);
        None
    }

    fn under(&self, origin: Point, direction: Vector) -> Option<Grip> {
        self.under(origin, direction)
    }

    fn grip(&self, id: usize, at: Point) -> Option<Grip> {
        self.grip(id, at)
    }

    fn grab(&mut self, id: usize) {
        self.grab(id);
    }

    fn carry(&mut self, pose: Pose) {
        self.carry(&pose);
    }

    fn release(&mut self, keep: bool) {
        self.release(keep);
    }

    fn let_go(&mut self) {
        self.pair = None;
    }

    fn subject(&self) -> Option<Box<dyn Subject>> {
        Some(Box::new(ClothSubject::of(self)?))
    }

    fn choices(&self) -> Choices {
        let all = METHODS.iter().map(|method| &method.about);
        Choices::of(&METHODS[self.panes.in_focus().method].about, all)
    }

    fn measurements(&self) -> Option<Result<Vec<u8>, LabError>> {
        let from = self.beginning();
        let cloth = match self.garment() {
            Some(garment) => format!("mesh={}", garment.name()),
            None => format!("side={}", from.side),
        };
        let scene = format!("scene={} {cloth} seed={}", from.scene.id, from.seed);
        self.measured.file(ROW.id, self.gpu(), &scene, METRICS)
    }

    fn facts(&self) -> Vec<(&'static str, f64)> {
        facts::of(self)
    }

    fn trouble(&self) -> Option<String> {
        self.trouble.clone()
    }

    fn gpu(&self) -> Option<&Gpu> {
        self.gpu()
    }

    fn controls(&mut self, ui: &mut Ui, panel: &mut PanelContext) {
        panels::scene::show(ui, self);
        panels::method::show(ui, self, panel);
        panels::view::show(ui, self);
        panels::forces::show(ui, self);
        own_scenes(ui, ROW.id, panel);
    }

    fn findings(&mut self, ui: &mut Ui, panel: &mut PanelContext) {
        panels::answers::show(ui, self);
        panels::response::show(ui, self);
        panels::inspected::inspect_button(ui, panel);
        panels::tables::show(ui, panel);
    }

    fn pane_header(&mut self, pane: usize, one_line: bool, ui: &mut Ui, _panel: &mut PanelContext) {
        panels::pane_header::show(ui, self, pane, one_line);
    }

    fn below(&mut self, height: f32, ui: &mut Ui, _panel: &mut PanelContext) {
        panels::funnel::show(ui, self, height);
    }

    fn inspected(&mut self, ui: &mut Ui, panel: &mut PanelContext) {
        panels::inspected::show(ui, self, panel);
    }

    fn inspected_method(&mut self, ui: &mut Ui, panel: &mut PanelContext) {
        panels::method::show(ui, self, panel);
    }

    fn page(&mut self, _word: &str, ui: &mut Ui, panel: &mut PanelContext) {
        panels::tables_page::show(ui, panel);
    }

    fn act(&mut self, action: &str) {
        match action {
            NEXT_SCENE => {
                let mut beginning = self.beginning();
                let now = SCENES.iter().position(|row| row.id == beginning.scene.id).unwrap_or(0);
                beginning.scene = &SCENES[(now + 1) % SCENES.len()];
                self.try_begin(beginning);
            }
            NEXT_PAINT => self.view.paint = (self.view.paint + 1) % PAINTS.len(),
            TOGGLE_BOXES => self.view.boxes = !self.view.boxes,
            TOGGLE_CONES => self.view.cones = !self.view.cones,
            TOGGLE_CONTOURS => self.view.contours = !self.view.contours,
            TOGGLE_FUNNEL => self.view.funnel = !self.view.funnel,
            _ => {}
        }
        self.pump(Duration::ZERO);
    }

    fn take_file(&mut self, path: PathBuf) {
        self.take_garment(path);
    }

    fn reading(&self) -> Option<&Path> {
        self.reading.as_ref().map(Reading::path)
    }

    fn take_read(&mut self) {
        self.take_read_garment();
    }

    fn update(&mut self, ui: &Ui, panel: &mut PanelContext) {
        if std::mem::take(&mut self.is_to_be_framed) {
            panel.ask(Request::FrameAll);
        }
        self.in_window();
        let is_done = self.pump(Duration::ZERO);
        if !is_done || self.is_busy() {
            ui.ctx().request_repaint_after(SOON);
        }
    }
}
