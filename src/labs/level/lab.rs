//! The level's row in the table of labs, and its implementation of the traits that the window calls.

use std::path::Path;
use std::time::Duration;

use egui::{Key, Ui};

use super::level_lab::LevelLab;
use super::saved::{self, SavedLevel};
use super::subject::MoveSubject;
use super::viewpoints::{self, BEHIND, EYES, VIEWPOINTS};
use super::words::{self, Config};
use super::{facts, headline, panels, picture, spots};
use crate::comparison::panes::Panes;
use crate::exhibit::Params;
use crate::geometry::Aabb;
use crate::inspector::story::Subject;
use crate::labs::capabilities::{Files, Hand};
use crate::labs::config_words;
use crate::labs::headline::{Arrangement, Headline};
use crate::labs::lab::{Lab, LabError, LabRow, Slot, Visible};
use crate::labs::pane_panels;
use crate::labs::spots::Spot;
use crate::labs::undo::Discarded;
use crate::language::t;
use crate::level::figure::KINDS;
use crate::level::ground::Source;
use crate::level::methods::METHODS;
use crate::render::viewpoint::Seen;
use crate::ui::keys::KeyRow;
use crate::ui::levels::shows_all;
use crate::ui::requests::{Look, PanelContext, Request};
use crate::ui::stage::{Canvas, Drawn};

/// Actions of the keys, passed to [`Lab::act`]; links do not use them.
const NEXT_MOVER: &str = "next-mover";
const TOGGLE_STEERING: &str = "toggle-steering";
const TOGGLE_PLANES: &str = "toggle-planes";
const TOGGLE_SLICE: &str = "toggle-slice";
const TOGGLE_CUT: &str = "toggle-cut";
/// Interval for polling jobs.
const SOON: Duration = Duration::from_millis(60);

/// The row in the table of labs.
pub const ROW: LabRow = LabRow {
    id: "level",
    title: "The level",
    asks: "How far does it get?",
    picture: include_bytes!("../../../assets/labs/level.png"),
    says: "A point, a sphere, a cylinder or a hull walks through a level, or a car drives; methods find the first hit of every move.",
    source: "Northeastern lecture, dynamic BSP collision; Melax 2000",
    methods: || METHODS.iter().map(|method| &method.about).collect(),
    words: words::WORDS,
    things: words::THINGS,
    no_subject: "No move is shown, so the inspector is empty.",
    pages: &[],
    sheet: None,
    viewpoints: VIEWPOINTS,
    keys: &[
        KeyRow {
            key: Key::M,
            shown: "M",
            says: "Next mover: point, sphere, cylinder, hull or car",
            ask: || Request::Lab(NEXT_MOVER),
        },
        KeyRow {
            key: Key::V,
            shown: "V",
            says: "Toggle steering with the keys W A S D",
            ask: || Request::Lab(TOGGLE_STEERING),
        },
        KeyRow {
            key: Key::P,
            shown: "P",
            says: "Toggle the planes that cut the path",
            ask: || Request::Lab(TOGGLE_PLANES),
        },
        KeyRow {
            key: Key::G,
            shown: "G",
            says: "Toggle the plan slice below the scene",
            ask: || Request::Lab(TOGGLE_SLICE),
        },
        KeyRow {
            key: Key::N,
            shown: "N",
            says: "Toggle the cutaway above the mover",
            ask: || Request::Lab(TOGGLE_CUT),
        },
        KeyRow {
            key: Key::K,
            shown: "K",
            says: "View from behind the mover, or stop following",
            ask: || Request::Look(Look::At(BEHIND)),
        },
        KeyRow {
            key: Key::O,
            shown: "O",
            says: "View from the mover's eyes, or stop following",
            ask: || Request::Look(Look::At(EYES)),
        },
    ],
    gestures: &[
        ("W A S D", "Walk in the direction of view, or drive the car"),
        ("Click on a wheel", "Show the ray of the wheel"),
    ],
    legend: picture::LEGEND,
    side_by_side: "mover=sphere&radius=1.05&frame=480&method=bsp-shift,exact",
    first_look: None,
    check: config_words::check::<Config>,
    describe: config_words::describe::<Config>,
    build: |gpu, words, saved| {
        let saved = saved.and_then(|saved| saved.state.downcast_ref::<SavedLevel>());
        Ok(Box::new(LevelLab::build(gpu, words, saved)?))
    },
    read: saved::read,
    takes: Some(saved::TAKES),
    documents: None,
};

impl Lab for LevelLab {
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
        let level = match self.ground().source() {
            Source::File(path) => Some(path.as_path()),
            Source::Made { .. } => None,
        };
        saved::write(level, &self.walk().now().state, folder)
    }

    fn panes(&self) -> &Panes {
        &self.contest.panes
    }

    fn set_panes(&mut self, panes: Panes) {
        self.show(panes);
    }

    fn pane_trouble(&self, pane: usize) -> Option<String> {
        panels::answers::why_none(self.contest.lanes.get(pane)?)
    }

    fn measurements(&self) -> Option<Result<Vec<u8>, LabError>> {
        let scene = match self.ground().source() {
            Source::Made { seed, faces } => format!("seed={seed} faces={faces}"),
            Source::File(path) => {
                format!("level={}", path.file_name().unwrap_or_default().to_string_lossy())
            }
        };
        self.contest.file(ROW.id, self.gpu(), &scene)
    }

    fn facts(&self) -> Vec<(&'static str, f64)> {
        facts::of(self)
    }

    fn trouble(&self) -> Option<String> {
        self.trouble.clone()
    }

    fn panel(&mut self, slot: Slot, ui: &mut Ui, panel: &mut PanelContext) {
        match slot {
            Slot::Update => {
                panels::controls::listen(ui, self, panel);
                self.take_done();
                if self.is_busy() {
                    ui.ctx().request_repaint_after(SOON);
                }
            }
            Slot::Controls => {
                panels::controls::mover(ui, self);
                method_panel(ui, self, panel);
                if shows_all(ui) {
                    panels::controls::walk(ui, self);
                    panels::controls::level(ui, self);
                    panels::controls::view(ui, self);
                }
            }
            Slot::Findings => {
                panels::answers::wheels(ui, self);
                panels::answers::show(ui, self);
                panels::controls::inspect_button(ui, panel);
            }
            Slot::PaneHeader { pane, one_line } => panels::pane_header::show(ui, self, pane, one_line),
            Slot::Below { height } => panels::below::show(ui, self, height),
            Slot::Inspected => {
                panels::controls::inspected(ui, self);
                panels::controls::mover(ui, self);
            }
            Slot::InspectedMethod => method_panel(ui, self, panel),
            Slot::PaneBar | Slot::Page(_) | Slot::PageControls(_) | Slot::Results | Slot::Sheet => {}
        }
    }

    fn act(&mut self, action: &str) {
        let mut next = self.config();
        let (figure, settings) = (&mut next.figure, &mut next.settings);
        match action {
            NEXT_MOVER => figure.kind = (figure.kind + 1) % KINDS.len(),
            TOGGLE_STEERING => settings.by_keys = !settings.by_keys,
            TOGGLE_PLANES => settings.view.planes = !settings.view.planes,
            TOGGLE_CUT => settings.view.cut = !settings.view.cut,
            TOGGLE_SLICE => settings.view.slice = !settings.view.slice,
            _ => {}
        }
        self.apply(next);
    }

    fn hand(&mut self) -> Option<&mut dyn Hand> {
        Some(self)
    }

    fn files(&mut self) -> Option<&mut dyn Files> {
        Some(self)
    }
}

impl Visible for LevelLab {
    fn picture(&mut self, pane: usize, canvas: &mut Canvas) -> Drawn {
        if pane == self.panes().focus() && canvas.is_pane() {
            let [_, up, back] = canvas.camera().directions();
            let ahead = -back;
            // If the camera looks straight down, its up direction is the direction ahead.
            let level = if ahead.x.hypot(ahead.z) > 0.05 { ahead } else { up };
            self.looks = level.x.atan2(level.z);
        }
        let from_inside = picture::is_inside(self, &canvas.camera().eye());
        let edition = picture::edition(self, pane, from_inside);
        canvas.dissection(edition, || picture::of(self, pane, from_inside))
    }

    fn draws(&self, switch: &str) -> bool {
        picture::draws(self, switch)
    }

    fn spots(&self, pane: usize) -> Vec<Spot> {
        spots::of(self, pane)
    }

    fn headline(&self, arrangement: Arrangement) -> Headline {
        headline::of(self, arrangement)
    }

    fn happened(&self, frame: u64) -> Vec<String> {
        panels::pane_header::happened(self, frame)
    }

    fn bounds(&self) -> Aabb {
        picture::surroundings(self)
    }

    fn viewpoint(&mut self, id: &str, pane: usize) -> Option<Seen> {
        viewpoints::viewpoint(self, id, pane)
    }

    fn subject(&self) -> Option<Box<dyn Subject>> {
        Some(Box::new(MoveSubject::of(self)?))
    }
}

/// The active pane's method and its settings.
fn method_panel(ui: &mut Ui, lab: &mut LevelLab, panel: &mut PanelContext) {
    let help = t!(
        "Method of the active pane. The method under “Walk method” stops the mover, whichever method is shown."
    );
    pane_panels::method(ui, lab, &help, panel, |_, _| None);
}
