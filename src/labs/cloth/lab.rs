//! The cloth's row in the table of labs, and the lab's implementation of the traits that the window calls.

use std::path::Path;
use std::time::Duration;

use egui::{Key, Ui};

use super::cloth_lab::ClothLab;
use super::panels::tables_page::PAGE as TABLES;
use super::saved::{self, SavedCloth};
use super::subject::{ClothSubject, QuerySubject, choices_of_query};
use super::view::PAINTS;
use super::viewpoints::{self, CONTACT, VIEWPOINTS};
use super::words::{self, Config, SCENE};
use super::{facts, headline, panels, picture, spots};
use crate::about::Promise;
use crate::cloth::methods::{self, METHODS};
use crate::cloth::motion::scenes::SCENES;
use crate::comparison::panes::Panes;
use crate::exhibit::Params;
use crate::geometry::{Aabb, Point};
use crate::inspector::story::{Choices, Subject};
use crate::labs::capabilities::{Files, Hand};
use crate::labs::config_words;
use crate::labs::headline::{Arrangement, Headline};
use crate::labs::lab::{Lab, LabError, LabRow, PageRow, Slot, Visible};
use crate::labs::spots::Spot;
use crate::labs::undo::Discarded;
use crate::render::floor::Floor;
use crate::render::viewpoint::Seen;
use crate::ui::keys::KeyRow;
use crate::ui::levels::shows_all;
use crate::ui::requests::{Look, PanelContext, Request};
use crate::ui::stage::{Canvas, Drawn};
use crate::ui::widgets::Edit;

/// Actions of the keys, passed to [`Lab::act`]; links do not use them.
const NEXT_SCENE: &str = "next-scene";
const NEXT_PAINT: &str = "next-paint";
const TOGGLE_BOXES: &str = "toggle-boxes";
const TOGGLE_CONES: &str = "toggle-cones";
const TOGGLE_CONTOURS: &str = "toggle-contours";
const TOGGLE_FUNNEL: &str = "toggle-funnel";
/// Interval for polling answers.
const SOON: Duration = Duration::from_millis(30);

/// The row in the table of labs.
pub const ROW: LabRow = LabRow {
    id: "cloth",
    title: "Cloth",
    asks: "Does it cross itself?",
    picture: include_bytes!("../../../assets/labs/cloth.png"),
    says: "A cloth falls, folds and collides with itself; methods find the contacts, all on the same recorded steps.",
    source: "Patent CN101593367; Volino and Magnenat-Thalmann 1994",
    methods: || {
        let mut all: Vec<_> = METHODS.iter().map(|method| &method.about).collect();
        // The table's first method is the reference, which is too slow as a default: list the table's last
        // method first.
        all.rotate_right(1);
        all
    },
    words: words::WORDS,
    things: words::THINGS,
    no_subject: "The motion has not started, so there is no step to inspect. Step one frame forward.",
    pages: &[PageRow {
        word: TABLES,
        title: "Tables",
        help: "The six tables of the patent, beside our measured values.",
        is_of_method: false,
        is_of_frame: false,
        begins: 0,
        keys: &[],
    }],
    sheet: None,
    viewpoints: VIEWPOINTS,
    keys: &[
        KeyRow { key: Key::M, shown: "M", says: "Next cloth scene", ask: || Request::Lab(NEXT_SCENE) },
        KeyRow {
            key: Key::P,
            shown: "P",
            says: "Colour the cloth as fabric, or by the last stage of each triangle",
            ask: || Request::Lab(NEXT_PAINT),
        },
        KeyRow {
            key: Key::V,
            shown: "V",
            says: "Toggle the boxes of a tree level",
            ask: || Request::Lab(TOGGLE_BOXES),
        },
        KeyRow {
            key: Key::O,
            shown: "O",
            says: "Toggle the normal cones of a tree level",
            ask: || Request::Lab(TOGGLE_CONES),
        },
        KeyRow {
            key: Key::N,
            shown: "N",
            says: "Toggle contours that may cross themselves",
            ask: || Request::Lab(TOGGLE_CONTOURS),
        },
        KeyRow {
            key: Key::G,
            shown: "G",
            says: "Toggle the funnel below the scene",
            ask: || Request::Lab(TOGGLE_FUNNEL),
        },
        KeyRow {
            key: Key::K,
            shown: "K",
            says: "Follow a contact, or stop following",
            ask: || Request::Look(Look::At(CONTACT)),
        },
    ],
    gestures: &[("Drag the cloth", "Pull a particle")],
    legend: picture::LEGEND,
    // The methods disagree in this frame. The wrong one is active, so that the inspector explains it.
    side_by_side: "method=quad-as-published,cloth-fast&frame=33",
    first_look: None,
    check: config_words::check::<Config>,
    describe: config_words::describe::<Config>,
    build: |gpu, words, saved| {
        let saved = saved.and_then(|saved| saved.state.downcast_ref::<SavedCloth>());
        Ok(Box::new(ClothLab::build(gpu, words, saved)?))
    },
    read: saved::read,
    takes: Some(saved::TAKES),
    documents: None,
};

impl Lab for ClothLab {
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
        saved::write(&self.motion().hands(), self.garment().map(|garment| garment.file.as_path()), folder)
    }

    fn panes(&self) -> &Panes {
        &self.contest.panes
    }

    fn set_panes(&mut self, panes: Panes) {
        self.show(panes);
    }

    fn choices(&self) -> Choices {
        let of_panes = || Choices::of_panes(self.panes());
        self.settings.query.as_ref().map_or_else(of_panes, |_| choices_of_query())
    }

    fn breaks_promise(&self, pane: usize) -> bool {
        let pane = self.panes().iter().nth(pane);
        pane.is_some_and(|pane| {
            METHODS[pane.method].promise == Promise::Exact && methods::loses(&pane.settings)
        })
    }

    fn pane_trouble(&self, pane: usize) -> Option<String> {
        panels::answers::why_none(self, self.contest.lanes.get(pane)?)
    }

    fn measurements(&self) -> Option<Result<Vec<u8>, LabError>> {
        let from = self.beginning();
        let cloth = match self.garment() {
            Some(garment) => format!("mesh={}", garment.name()),
            None => format!("side={}", from.side),
        };
        let scene = format!("scene={} {cloth} seed={}", from.scene.id, from.seed);
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
                if std::mem::take(&mut self.is_to_be_framed) {
                    panel.ask(Request::FrameAll);
                }
                self.in_window();
                let is_done = self.pump(Duration::ZERO);
                if is_done {
                    self.begin_next();
                }
                if !is_done || self.is_busy() {
                    ui.ctx().request_repaint_after(SOON);
                }
            }
            Slot::Controls => {
                panels::controls::scene(ui, self);
                panels::controls::method(ui, self, panel);
                if shows_all(ui) {
                    panels::controls::view(ui, self);
                    panels::controls::forces(ui, self);
                    panels::maps::show(ui, self);
                }
            }
            Slot::Findings => {
                panels::answers::show(ui, self);
                panels::answers::response(ui, self);
                panels::maps::decisions(ui, self);
                panels::inspected::inspect_button(ui, self, panel);
            }
            Slot::PaneHeader { pane, one_line } => panels::pane_header::show(ui, self, pane, one_line),
            Slot::Below { height } => panels::funnel::show(ui, self, height),
            Slot::Inspected => panels::inspected::show(ui, self, panel),
            // A query is no question to the methods of the panes.
            Slot::InspectedMethod if self.settings.query.is_some() => {}
            Slot::InspectedMethod => panels::controls::method(ui, self, panel),
            Slot::PageControls(_) => panels::tables_page::show_controls(ui),
            Slot::Page(_) => panels::tables_page::show(ui, panel),
            Slot::PaneBar | Slot::Results | Slot::Sheet => {}
        }
    }

    fn act(&mut self, action: &str) {
        let (mut next, mut edit) = (self.config(), Edit::None);
        let view = &mut next.settings.view;
        match action {
            NEXT_SCENE => {
                let scene = (SCENE.get)(&next);
                (SCENE.set)(&mut next, (scene + 1) % SCENES.len());
                edit = Edit::Done;
            }
            NEXT_PAINT => view.paint = (view.paint + 1) % PAINTS.len(),
            TOGGLE_BOXES => view.boxes = !view.boxes,
            TOGGLE_CONES => view.cones = !view.cones,
            TOGGLE_CONTOURS => view.contours = !view.contours,
            TOGGLE_FUNNEL => view.funnel = !view.funnel,
            _ => {}
        }
        self.apply(next, edit);
        self.pump(Duration::ZERO);
    }

    fn hand(&mut self) -> Option<&mut dyn Hand> {
        Some(self)
    }

    fn files(&mut self) -> Option<&mut dyn Files> {
        Some(self)
    }
}

impl Visible for ClothLab {
    fn picture(&mut self, pane: usize, canvas: &mut Canvas) -> Drawn {
        canvas.dissection(picture::edition(self, pane), || picture::of(self, pane))
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

    fn floor(&self) -> Option<Floor> {
        picture::floor(self)
    }

    fn bounds(&self) -> Aabb {
        picture::bounds(self)
    }

    fn outline(&self) -> Option<Box<dyn Iterator<Item = Point> + '_>> {
        Some(Box::new(picture::all_over(self)))
    }

    fn viewpoint(&mut self, id: &str, pane: usize) -> Option<Seen> {
        viewpoints::viewpoint(self, id, pane)
    }

    fn subject(&self) -> Option<Box<dyn Subject>> {
        match &self.settings.query {
            Some(lone) => Some(Box::new(QuerySubject::new(lone))),
            None => Some(Box::new(ClothSubject::of(self)?)),
        }
    }
}
