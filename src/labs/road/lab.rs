//! The road's row in the table of labs, and how the window steps, draws and asks it.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use egui::{Key, Painter, Rect, TextureId, Ui};

use super::measured::METRICS;
use super::road_lab::{RoadLab, TerrainSource};
use super::saved::{self, SavedRoad};
use super::viewpoints::{self, BEHIND, VIEWPOINTS};
use super::words::{self, Config};
use super::{panels, picture};
use crate::exhibit::Words;
use crate::geometry::{Aabb, Point, Vector};
use crate::gpu::{Gpu, GpuError, Target};
use crate::inspector::story::{Choices, Subject};
use crate::labs::config_words;
use crate::labs::lab::{Lab, LabError, LabRow};
use crate::labs::marks::FrameMarks;
use crate::labs::pane_panels;
use crate::labs::panes::Panes;
use crate::labs::playback::Playback;
use crate::labs::reading::Reading;
use crate::labs::undo::Discarded;
use crate::language::t;
use crate::render::camera::Camera;
use crate::render::dissection::renderer::draw_alone;
use crate::render::viewpoint::Seen;
use crate::road::methods::METHODS;
use crate::road::wheel::SEARCH_RULES;
use crate::ui::keys::KeyRow;
use crate::ui::requests::{Look, PanelContext, Request};
use crate::ui::stage::{Sight, Stage};
use crate::ui::widgets::own_scenes;

/// What the keys ask of [`Lab::act`]. These are not the words of links.
const TOGGLE_DRIVER: &str = "toggle-driver";
const NEXT_RULE: &str = "next-rule";
const NEXT_WHEEL: &str = "next-wheel";
const TOGGLE_FOLLOW: &str = "toggle-follow";
/// Half the box around the car that cameras frame, metres.
const SURROUNDINGS: Vector = Vector::new(5.5, 2.5, 5.5);

/// The row in the table of labs.
pub const ROW: LabRow = LabRow {
    id: "road",
    title: "Road",
    says: "A car drives on a terrain, held up by one ray per wheel; methods find what the rays hit.",
    source: "Northeastern lecture, rays against the environment",
    methods: || METHODS.iter().map(|method| &method.about).collect(),
    words: words::WORDS,
    things: words::THINGS,
    no_subject: "No ray is cast in this frame, so there is none to take apart.",
    pages: &[],
    sheet: None,
    viewpoints: VIEWPOINTS,
    keys: &[
        KeyRow {
            key: Key::D,
            shown: "D",
            says: "Drive by the arrow keys, or let the car drive",
            ask: || Request::Lab(TOGGLE_DRIVER),
        },
        KeyRow {
            key: Key::O,
            shown: "O",
            says: "Begin the wheels' rays elsewhere: the next rule",
            ask: || Request::Lab(NEXT_RULE),
        },
        KeyRow {
            key: Key::W,
            shown: "W",
            says: "Pick the next wheel for the inspector",
            ask: || Request::Lab(NEXT_WHEEL),
        },
        KeyRow {
            key: Key::V,
            shown: "V",
            says: "Move along with the car, or stay",
            ask: || Request::Lab(TOGGLE_FOLLOW),
        },
        KeyRow {
            key: Key::K,
            shown: "K",
            says: "Look from behind the car and turn with it, or stay",
            ask: || Request::Look(Look::At(BEHIND)),
        },
    ],
    gestures: &[("Arrow keys", "Drive the car"), ("Click on a wheel", "Pick it for the inspector")],
    legend: picture::LEGEND,
    side_by_side: "method=brute-force,aabb-tree",
    check: config_words::check::<Config>,
    describe: config_words::describe::<Config>,
    build: |gpu, words, saved| {
        let saved = saved.and_then(|saved| saved.state.downcast_ref::<SavedRoad>());
        Ok(Box::new(RoadLab::build(gpu, words, saved)?))
    },
    read: saved::read,
    takes: Some(saved::TAKES),
};

impl Lab for RoadLab {
    fn row(&self) -> &'static LabRow {
        &ROW
    }

    fn playback(&mut self) -> &mut Playback {
        &mut self.playback
    }

    fn frame(&self) -> u64 {
        self.road.frame()
    }

    fn step(&mut self) {
        self.step();
    }

    fn step_back(&mut self) -> bool {
        self.road.step_back()
    }

    fn can_step_back(&self) -> bool {
        self.road.steps_back() > 0
    }

    fn span(&self) -> RangeInclusive<u64> {
        self.road.span()
    }

    fn seek(&mut self, frame: u64) -> bool {
        self.road.seek(frame)
    }

    fn marks(&self) -> Option<&FrameMarks> {
        Some(self.road.marks())
    }

    fn happened(&self, frame: u64) -> Vec<String> {
        panels::events::happened(&self.road, frame)
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
        let mesh = match self.source() {
            TerrainSource::File(path) => Some(path.as_path()),
            TerrainSource::Seeded { .. } => None,
        };
        saved::write(mesh, self.road.state(), folder)
    }

    fn panes(&self) -> &Panes {
        &self.panes
    }

    fn set_panes(&mut self, panes: Panes) {
        self.show(panes);
    }

    fn picture(&mut self, pane: usize, stage: &mut Stage, sight: &Sight) -> Result<TextureId, GpuError> {
        let edition = picture::edition(&self.road, pane, self.wheel);
        stage.pane_dissection(pane, sight, edition, || picture::of(&self.road, pane, self.wheel))
    }

    fn draw(&self, pane: usize, camera: &Camera, target: &Target) -> Result<(), GpuError> {
        let dissection = picture::of(&self.road, pane, self.wheel);
        draw_alone(self.gpu(), &dissection, camera, target)
    }

    fn paint_over(&self, _pane: usize, painter: &Painter, rect: Rect, camera: &Camera) {
        panels::marks::paint(painter, rect, camera, &self.road);
    }

    fn bounds(&self) -> Aabb {
        let middle = self.looked_at();
        Aabb { min: middle - SURROUNDINGS, max: middle + SURROUNDINGS }
    }

    fn viewpoint(&mut self, id: &str, _pane: usize) -> Option<Seen> {
        viewpoints::viewpoint(self, id)
    }

    fn click(&mut self, _pane: usize, origin: Point, direction: Vector, _extend: bool) -> Option<String> {
        self.wheel = picture::wheel_at(&self.road, origin, direction).unwrap_or(self.wheel);
        None
    }

    fn subject(&self) -> Option<Box<dyn Subject>> {
        let subject = self.road.subject(self.wheel, self.choices(), &self.panes.settings())?;
        Some(Box::new(subject))
    }

    fn choices(&self) -> Choices {
        let all = METHODS.iter().map(|method| &method.about);
        Choices::of(&METHODS[self.panes.in_focus().method].about, all)
    }

    fn measurements(&self) -> Option<Result<Vec<u8>, LabError>> {
        let scene = match self.source() {
            TerrainSource::Seeded { seed, triangles } => format!("seed={seed} triangles={triangles}"),
            TerrainSource::File(path) => {
                format!("mesh={}", path.file_name().unwrap_or_default().to_string_lossy())
            }
        };
        self.measured.file(ROW.id, self.gpu(), &scene, METRICS)
    }

    fn facts(&self) -> Vec<(&'static str, f64)> {
        const NONE: f64 = -1e9;
        let state = self.road.state();
        let distance = |wheel: usize| self.road.answers().and_then(|a| a[wheel].distance).unwrap_or(NONE);
        let differences: u64 = self.road.lanes().iter().map(|lane| lane.total().differences).sum();
        vec![
            ("blind", self.road.sights().iter().filter(|sight| sight.is_blind()).count() as f64),
            ("blind-events", state.blindings as f64),
            ("recoveries", state.recoveries as f64),
            ("differences", differences as f64),
            ("distance-front-left", distance(0)),
            ("distance-front-right", distance(1)),
            ("distance-rear-left", distance(2)),
            ("distance-rear-right", distance(3)),
        ]
    }

    fn trouble(&self) -> Option<String> {
        self.trouble.clone()
    }

    fn gpu(&self) -> Option<&Gpu> {
        self.gpu()
    }

    fn controls(&mut self, ui: &mut Ui, panel: &mut PanelContext) {
        panels::world::show(ui, self, panel);
        own_scenes(ui, ROW.id, panel);
        panels::world::rule(ui, self);
        panels::driver::show(ui, self);
        method_panel(ui, self, panel);
    }

    fn findings(&mut self, ui: &mut Ui, panel: &mut PanelContext) {
        panels::distances::show(ui, self);
        panels::counters::show(ui, self);
        panels::events::show(ui, &self.road);
        panels::inspected::inspect_button(ui, self.wheel, panel);
    }

    fn pane_header(&mut self, pane: usize, one_line: bool, ui: &mut Ui, _panel: &mut PanelContext) {
        panels::pane_header::show(ui, self, pane, one_line);
    }

    fn inspected(&mut self, ui: &mut Ui, _panel: &mut PanelContext) {
        panels::inspected::show(ui, self);
        panels::world::rule(ui, self);
    }

    fn inspected_method(&mut self, ui: &mut Ui, panel: &mut PanelContext) {
        method_panel(ui, self, panel);
    }

    fn act(&mut self, action: &str) {
        match action {
            TOGGLE_DRIVER => self.set_by_keys(!self.by_keys()),
            NEXT_RULE => {
                let row = SEARCH_RULES.iter().position(|row| row.rule == self.road.rule()).unwrap_or(0);
                self.set_rule(SEARCH_RULES[(row + 1) % SEARCH_RULES.len()].rule);
            }
            NEXT_WHEEL => self.wheel = (self.wheel + 1) % 4,
            TOGGLE_FOLLOW => self.set_follows(!self.follows()),
            _ => {}
        }
    }

    fn take_file(&mut self, path: PathBuf) {
        self.take_mesh(path);
    }

    fn reading(&self) -> Option<&Path> {
        self.reading.as_ref().map(Reading::path)
    }

    fn take_read(&mut self) {
        self.take_read_mesh();
    }

    fn update(&mut self, ui: &Ui, panel: &mut PanelContext) {
        panels::driver::listen(ui, self, panel);
    }
}

/// The method in focus, and its settings.
fn method_panel(ui: &mut Ui, lab: &mut RoadLab, panel: &mut PanelContext) {
    let help = t!(
        "The method that is asked in the pane in focus. The car is driven by the exact tree, whatever is shown."
    );
    pane_panels::method(ui, lab, &help, panel, |_, _| None);
}
