//! The road's row in the table of labs, and its implementation of the traits that the window calls.

use std::path::Path;

use egui::{Key, Painter, Rect, Ui};

use super::road_lab::RoadLab;
use super::saved::{self, SavedRoad};
use super::viewpoints::{self, BEHIND, VIEWPOINTS};
use super::words::TerrainSource;
use super::words::{self, Config};
use super::{headline, panels, picture, spots};
use crate::comparison::panes::Panes;
use crate::exhibit::Params;
use crate::geometry::{Aabb, Point, Vector};
use crate::inspector::story::Subject;
use crate::labs::capabilities::{Files, Hand};
use crate::labs::config_words;
use crate::labs::headline::{Arrangement, Headline};
use crate::labs::lab::{Lab, LabError, LabRow, Slot, Visible};
use crate::labs::pane_panels;
use crate::labs::spots::Spot;
use crate::labs::undo::Discarded;
use crate::language::t;
use crate::render::camera::Camera;
use crate::render::viewpoint::Seen;
use crate::road::methods::METHODS;
use crate::road::wheel::SEARCH_RULES;
use crate::ui::keys::KeyRow;
use crate::ui::requests::{Look, PanelContext, Request};
use crate::ui::stage::{Canvas, Drawn};

/// Actions of the keys, passed to [`Lab::act`]; links do not use them.
const TOGGLE_DRIVER: &str = "toggle-driver";
const NEXT_RULE: &str = "next-rule";
const NEXT_WHEEL: &str = "next-wheel";
const TOGGLE_FOLLOW: &str = "toggle-follow";
/// Half extents of the box around the car that cameras frame, metres.
const SURROUNDINGS: Vector = Vector::new(4.2, 2.0, 4.2);

/// The row in the table of labs.
pub const ROW: LabRow = LabRow {
    id: "road",
    title: "Road",
    asks: "Where is the ground?",
    picture: include_bytes!("../../../assets/labs/road.png"),
    says: "A car drives on terrain, supported by one ray per wheel; methods find what the rays hit.",
    source: "Northeastern lecture, rays against the environment",
    methods: || METHODS.iter().map(|method| &method.about).collect(),
    words: words::WORDS,
    things: words::THINGS,
    no_subject: "No ray is cast in this frame, so the inspector is empty.",
    pages: &[],
    sheet: None,
    viewpoints: VIEWPOINTS,
    keys: &[
        KeyRow {
            key: Key::D,
            shown: "D",
            says: "Toggle manual driving (arrow keys)",
            ask: || Request::Lab(TOGGLE_DRIVER),
        },
        KeyRow {
            key: Key::O,
            shown: "O",
            says: "Next rule for the origin of the rays",
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
            says: "Follow the car, or stop following",
            ask: || Request::Lab(TOGGLE_FOLLOW),
        },
        KeyRow {
            key: Key::K,
            shown: "K",
            says: "View from behind the car, or stop following",
            ask: || Request::Look(Look::At(BEHIND)),
        },
    ],
    gestures: &[("Arrow keys", "Drive the car"), ("Click on a wheel", "Pick the wheel for the inspector")],
    legend: picture::LEGEND,
    side_by_side: "rule=contact-point&frame=240&method=aabb-tree,aabb-tree&pane2.aabb-tree.origin=outside-box",
    first_look: None,
    check: config_words::check::<Config>,
    describe: config_words::describe::<Config>,
    build: |gpu, words, saved| {
        let saved = saved.and_then(|saved| saved.state.downcast_ref::<SavedRoad>());
        Ok(Box::new(RoadLab::build(gpu, words, saved)?))
    },
    read: saved::read,
    takes: Some(saved::TAKES),
    documents: None,
};

impl Lab for RoadLab {
    fn row(&self) -> &'static LabRow {
        &ROW
    }

    fn words(&self, all: bool) -> Params {
        config_words::write(&self.config(), all)
    }

    fn put(&mut self, words: &Params) -> Result<(), LabError> {
        self.put_words(words)
    }

    fn take_discarded(&mut self) -> Discarded {
        std::mem::take(&mut self.discarded)
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
        &self.road.contest.panes
    }

    fn set_panes(&mut self, panes: Panes) {
        self.road.compare(panes);
    }

    fn measurements(&self) -> Option<Result<Vec<u8>, LabError>> {
        let scene = match self.source() {
            TerrainSource::Seeded { seed, triangles } => format!("seed={seed} triangles={triangles}"),
            TerrainSource::File(path) => {
                format!("mesh={}", path.file_name().unwrap_or_default().to_string_lossy())
            }
        };
        self.road.contest.file(ROW.id, self.gpu(), &scene)
    }

    fn facts(&self) -> Vec<(&'static str, f64)> {
        const NONE: f64 = -1e9;
        let state = self.road.state();
        let distance = |wheel: usize| self.road.answers().and_then(|a| a[wheel].distance).unwrap_or(NONE);
        let differences: u64 = self.road.contest.lanes.iter().map(|lane| lane.total.differences).sum();
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

    fn panel(&mut self, slot: Slot, ui: &mut Ui, panel: &mut PanelContext) {
        match slot {
            Slot::Update => panels::controls::listen(ui, self, panel),
            Slot::Controls => {
                panels::controls::world(ui, self, panel);
                panels::controls::driver(ui, self);
                method_panel(ui, self, panel);
            }
            Slot::Findings => {
                panels::distances::show(ui, self);
                panels::distances::counters(ui, self);
                panels::events::show(ui, &self.road);
                panels::controls::inspect_button(ui, self.settings.wheel, panel);
            }
            Slot::PaneHeader { pane, one_line } => panels::pane_header::show(ui, self, pane, one_line),
            Slot::Inspected => {
                panels::controls::inspected(ui, self);
                panels::controls::rule(ui, self);
            }
            Slot::InspectedMethod => method_panel(ui, self, panel),
            Slot::PaneBar
            | Slot::Below { .. }
            | Slot::Page(_)
            | Slot::PageControls(_)
            | Slot::Results
            | Slot::Sheet => {}
        }
    }

    fn act(&mut self, action: &str) {
        let mut next = self.config();
        let settings = &mut next.settings;
        match action {
            TOGGLE_DRIVER => settings.by_keys = !settings.by_keys,
            NEXT_RULE => next.rule = (next.rule + 1) % SEARCH_RULES.len(),
            NEXT_WHEEL => settings.wheel = (settings.wheel + 1) % 4,
            TOGGLE_FOLLOW => settings.follows = !settings.follows,
            _ => {}
        }
        self.apply(next, false);
    }

    fn hand(&mut self) -> Option<&mut dyn Hand> {
        Some(self)
    }

    fn files(&mut self) -> Option<&mut dyn Files> {
        Some(self)
    }
}

impl Visible for RoadLab {
    fn picture(&mut self, pane: usize, canvas: &mut Canvas) -> Drawn {
        let shown = picture::Shown { wheel: self.settings.wheel, tests: self.settings.tests };
        let edition = picture::edition(&self.road, pane, shown);
        canvas.dissection(edition, || picture::of(&self.road, pane, shown))
    }

    fn draws(&self, _switch: &str) -> bool {
        self.settings.tests
    }

    fn paint_over(&self, pane: usize, painter: &Painter, rect: Rect, camera: &Camera) {
        panels::pane_header::paint(painter, rect, camera, (&self.road, pane), self.settings.wheel);
    }

    fn spots(&self, pane: usize) -> Vec<Spot> {
        spots::of(&self.road, pane)
    }

    fn headline(&self, arrangement: Arrangement) -> Headline {
        headline::of(&self.road, arrangement)
    }

    fn happened(&self, frame: u64) -> Vec<String> {
        panels::events::happened(&self.road, frame)
    }

    fn bounds(&self) -> Aabb {
        let middle = self.looked_at();
        Aabb { min: middle - SURROUNDINGS, max: middle + SURROUNDINGS }
    }

    fn viewpoint(&mut self, id: &str, _pane: usize) -> Option<Seen> {
        viewpoints::viewpoint(self, id)
    }

    fn subject(&self) -> Option<Box<dyn Subject>> {
        let subject = self.road.subject(self.settings.wheel, self.choices(), &self.panes().settings())?;
        Some(Box::new(subject))
    }
}

impl Hand for RoadLab {
    fn click(&mut self, _pane: usize, origin: Point, direction: Vector, _extend: bool) -> Option<String> {
        let wheel = &mut self.settings.wheel;
        *wheel = picture::wheel_at(&self.road, origin, direction).unwrap_or(*wheel);
        None
    }
}

/// The active pane's method and its settings.
fn method_panel(ui: &mut Ui, lab: &mut RoadLab, panel: &mut PanelContext) {
    let help = t!("Method of the active pane. The exact tree drives the car, whichever method is shown.");
    pane_panels::method(ui, lab, &help, panel, |_, _| None);
}
