//! The meshes' row in the table of labs, and the lab's implementation of the traits that the window calls.

use std::path::Path;
use std::time::Duration;

use egui::{Key, Painter, Rect, Ui};

use super::meshes_lab::MeshesLab;
use super::picture::{self, CONTACT, VIEWPOINTS};
use super::saved::{self, SavedMeshes};
use super::subject::WalkSubject;
use super::view::{self, Part};
use super::words::QUERIES;
use super::words::{self, Config, LEVELS};
use super::{headline, panels, spots};
use crate::comparison::panes::Panes;
use crate::exhibit::Params;
use crate::geometry::Aabb;
use crate::hierarchies::methods::METHODS;
use crate::inspector::story::Subject;
use crate::labs::capabilities::{CloseUp, Files, Hand, NO_PAIR};
use crate::labs::config_words;
use crate::labs::headline::{Arrangement, Headline};
use crate::labs::lab::{Lab, LabError, LabRow, Slot, Visible};
use crate::labs::playhead::Playback;
use crate::labs::playhead::{Playhead, Recording};
use crate::labs::spots::Spot;
use crate::labs::undo::Discarded;
use crate::meshes::source::Source;
use crate::render::camera::Camera;
use crate::render::close_up::{Meeting, Nearest};
use crate::render::floor::Floor;
use crate::render::viewpoint::Seen;
use crate::ui::keys::KeyRow;
use crate::ui::levels::shows_all;
use crate::ui::requests::{Look, PanelContext, Request};
use crate::ui::stage::{Canvas, Drawn};

/// Actions of the keys, passed to [`Lab::act`]; links do not use them.
const NEXT_QUERY: &str = "next-query";
const NEXT_LEVEL: &str = "next-level";
const TOGGLE_GLASS: &str = "toggle-glass";
/// Interval for polling tree builds.
const SOON: Duration = Duration::from_millis(100);

/// The row in the table of labs.
pub const ROW: LabRow = LabRow {
    id: "meshes",
    title: "Two meshes",
    asks: "Where do they touch?",
    picture: include_bytes!("../../../assets/labs/meshes.png"),
    says: "Two meshes pass each other; trees of bounding volumes find where they touch and their distance.",
    source: "Northeastern lecture, bounding-volume hierarchies",
    methods: || METHODS.iter().map(|method| &method.about).collect(),
    words: words::WORDS,
    things: words::THINGS,
    no_subject: "There are no meshes to inspect.",
    pages: &[],
    sheet: None,
    viewpoints: VIEWPOINTS,
    keys: &[
        KeyRow {
            key: Key::U,
            shown: "U",
            says: "Next query: detection, determination or distance",
            ask: || Request::Lab(NEXT_QUERY),
        },
        KeyRow {
            key: Key::V,
            shown: "V",
            says: "Draw the volumes of the next level of the trees",
            ask: || Request::Lab(NEXT_LEVEL),
        },
        KeyRow {
            key: Key::G,
            shown: "G",
            says: "Toggle transparent meshes",
            ask: || Request::Lab(TOGGLE_GLASS),
        },
        KeyRow {
            key: Key::K,
            shown: "K",
            says: "Follow the contact or the closest points",
            ask: || Request::Look(Look::At(CONTACT)),
        },
    ],
    gestures: &[("Drag mesh B", "Move the mesh by hand")],
    legend: picture::LEGEND,
    side_by_side: "scene=gears&frame=150&method=aabb-tree,obb-tree",
    first_look: None,
    check: config_words::check::<Config>,
    describe: config_words::describe::<Config>,
    build: |gpu, words, saved| {
        let saved = saved.and_then(|saved| saved.state.downcast_ref::<SavedMeshes>());
        Ok(Box::new(MeshesLab::build(gpu, words, saved)?))
    },
    read: saved::read,
    takes: Some(saved::TAKES),
    documents: None,
};

impl Lab for MeshesLab {
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
        saved::write(self.meshes().source(), folder)
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
        let scene = match self.meshes().source() {
            Source::Seeded { scene, seed, triangles } => {
                format!("scene={} seed={seed} triangles={triangles}", scene.id)
            }
            Source::Files(paths) => {
                let names =
                    paths.each_ref().map(|path| path.file_name().unwrap_or_default().to_string_lossy());
                format!("meshes={},{}", names[0], names[1])
            }
        };
        self.contest.file(ROW.id, self.gpu(), &scene)
    }

    /// Facts of the active pane.
    fn facts(&self) -> Vec<(&'static str, f64)> {
        let lane = self.contest.in_focus();
        let Some(answered) = lane.answered() else { return vec![] };
        let (answer, cost) = (&answered.answer, &answered.answer.cost);
        let visits = lane.visits();
        let nodes = |body: usize| {
            let prepared = lane.prepared()?.borrow();
            Some(prepared.tree(body)?.node_count() as f64)
        };
        let depth = |body: usize| {
            let prepared = lane.prepared()?.borrow();
            let tree = prepared.tree(body)?;
            Some((0..tree.node_count() as u32).map(|node| tree.level(node)).max()? as f64 + 1.0)
        };
        let levels = cost.levels.iter().rposition(|tests| *tests > 0).map_or(0, |deepest| deepest + 1);
        vec![
            ("colliding", f64::from(u8::from(answer.colliding))),
            ("pairs", answer.pairs.len() as f64),
            ("distance", answer.distance.unwrap_or(-1.0)),
            ("volume-tests", cost.volume_tests as f64),
            ("triangle-tests", cost.triangle_tests as f64),
            ("updates", cost.updates as f64),
            ("levels", levels as f64),
            ("distance-at-least", answered.open.as_ref().map_or(-1.0, |open| open.distance_at_least)),
            ("nodes-a", nodes(0).unwrap_or(0.0)),
            ("nodes-b", nodes(1).unwrap_or(0.0)),
            // Number of levels from the root to the deepest leaf, for each tree.
            ("depth-a", depth(0).unwrap_or(0.0)),
            ("depth-b", depth(1).unwrap_or(0.0)),
            ("front", visits.map_or(0.0, |visits| visits.front_length() as f64)),
            ("undecided", answered.open.as_ref().map_or(0.0, |open| open.triangles as f64)),
            ("differences", lane.total[1] as f64),
        ]
    }

    fn trouble(&self) -> Option<String> {
        self.trouble.clone()
    }

    fn panel(&mut self, slot: Slot, ui: &mut Ui, panel: &mut PanelContext) {
        match slot {
            Slot::Update => {
                self.take_done();
                if self.is_building() {
                    ui.ctx().request_repaint_after(SOON);
                }
            }
            Slot::Controls => {
                panels::controls::scene(ui, self, panel);
                panels::controls::query(ui, self);
                panels::controls::method(ui, self, panel);
                if shows_all(ui) {
                    panels::controls::stride(ui, self);
                    panels::controls::budget(ui, self);
                    panels::controls::view(ui, self);
                }
            }
            Slot::Findings => {
                panels::answers::show(ui, self);
                panels::budget::show(ui, self);
                panels::costs::show(ui, self);
                panels::answers::levels(ui, self);
                panels::answers::inspect_button(ui, panel);
            }
            Slot::PaneHeader { pane, one_line } => panels::pane_header::show(ui, self, pane, one_line),
            Slot::Below { height } => panels::trees::show(ui, self, height),
            Slot::Inspected => {
                panels::controls::taken_apart(ui, self, panel);
                if view::part(self.settings.apart) == Part::Walk {
                    panels::controls::query(ui, self);
                }
            }
            Slot::InspectedMethod => panels::controls::method(ui, self, panel),
            Slot::PaneBar | Slot::Page(_) | Slot::PageControls(_) | Slot::Results | Slot::Sheet => {}
        }
    }

    fn act(&mut self, action: &str) {
        let mut next = self.config();
        let settings = &mut next.settings;
        match action {
            NEXT_QUERY => settings.query = (settings.query + 1) % QUERIES.len(),
            NEXT_LEVEL => {
                settings.view.level = match settings.view.level {
                    None => Some(0),
                    Some(level) => Some(level + 1).filter(|next| *next < LEVELS.min(9)),
                };
            }
            TOGGLE_GLASS => settings.view.glass = !settings.view.glass,
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

impl Playhead for MeshesLab {
    fn playback(&mut self) -> &mut Playback {
        &mut self.playback
    }

    fn recording(&self) -> Recording<'_> {
        Recording { frame: self.frame(), span: self.span(), marks: self.marks() }
    }

    fn run_id(&self) -> u64 {
        self.contest.run_id()
    }

    fn step(&mut self) {
        self.seek(self.frame().saturating_add(self.settings.stride));
    }

    fn seek(&mut self, frame: u64) -> bool {
        let frame = frame.min(*self.span().end());
        self.seek(frame)
    }

    fn step_back(&mut self) -> bool {
        self.frame() > 0 && self.seek(self.frame().saturating_sub(self.settings.stride))
    }

    fn restart(&mut self) {
        self.restart();
    }
}

impl Visible for MeshesLab {
    fn picture(&mut self, pane: usize, canvas: &mut Canvas) -> Drawn {
        canvas.dissection(picture::edition(self, pane), || picture::of(self, pane))
    }

    fn paint_over(&self, pane: usize, painter: &Painter, rect: Rect, camera: &Camera) {
        panels::pane_header::paint(painter, rect, camera, self, pane);
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
        panels::answers::happened(self, frame)
    }

    fn floor(&self) -> Option<Floor> {
        Some(picture::floor(self.meshes()))
    }

    fn bounds(&self) -> Aabb {
        self.meshes().bounds
    }

    fn viewpoint(&mut self, id: &str, pane: usize) -> Option<Seen> {
        picture::viewpoint(self, id, pane)
    }

    fn close_up(&mut self) -> Option<&mut dyn CloseUp> {
        picture::closest(self).is_some().then_some(self)
    }

    fn subject(&self) -> Option<Box<dyn Subject>> {
        Some(Box::new(WalkSubject::of(self)))
    }
}

/// The closest points of the active pane's answer. Touching triangles are marked spots.
impl CloseUp for MeshesLab {
    fn nearest(&mut self) -> Result<Nearest, &'static str> {
        let points = picture::closest(self).ok_or(NO_PAIR)?;
        let across = Some(points[1] - points[0]);
        Ok(Nearest { points, across, meeting: Meeting::Gap, bounds: self.meshes().bounds })
    }

    fn aim(&mut self, _viewpoint: &str) {}
}
