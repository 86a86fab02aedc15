//! The row of the meshes in the table of labs, and how the window steps, draws and asks the lab.

use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use egui::{Key, Painter, Rect, TextureId, Ui};

use super::apart::{self, Part};
use super::measured::METRICS;
use super::meshes_lab::{MeshesLab, QUERIES};
use super::saved::{self, SavedMeshes};
use super::subject::WalkSubject;
use super::viewpoints::{self, CONTACT, VIEWPOINTS};
use super::words::{self, Config, LEVELS};
use super::{panels, picture};
use crate::exhibit::Words;
use crate::geometry::{Aabb, Point, Pose, Vector};
use crate::gpu::{Gpu, GpuError, Target};
use crate::hierarchies::methods::METHODS;
use crate::inspector::story::{Choices, Subject};
use crate::labs::config_words;
use crate::labs::lab::{Lab, LabError, LabRow};
use crate::labs::marks::FrameMarks;
use crate::labs::panes::Panes;
use crate::labs::playback::Playback;
use crate::labs::undo::Discarded;
use crate::meshes::source::Source;
use crate::render::camera::Camera;
use crate::render::dissection::renderer::draw_alone;
use crate::render::grip::Grip;
use crate::render::viewpoint::Seen;
use crate::ui::keys::KeyRow;
use crate::ui::requests::{Look, PanelContext, Request};
use crate::ui::stage::{Sight, Stage};
use crate::ui::widgets::own_scenes;

/// What the keys ask of [`Lab::act`]. These are not the words of links.
const NEXT_QUERY: &str = "next-query";
const NEXT_LEVEL: &str = "next-level";
const TOGGLE_GLASS: &str = "toggle-glass";
/// How long until trees that are being built are looked for again.
const SOON: Duration = Duration::from_millis(100);

/// The row in the table of labs.
pub const ROW: LabRow = LabRow {
    id: "meshes",
    title: "Two meshes",
    says: "Two meshes pass each other; trees of bounding volumes find where they touch, and how far they are apart.",
    source: "Northeastern lecture, bounding-volume hierarchies",
    methods: || METHODS.iter().map(|method| &method.about).collect(),
    words: words::WORDS,
    things: words::THINGS,
    no_subject: "There are no meshes to take apart.",
    pages: &[],
    sheet: None,
    viewpoints: VIEWPOINTS,
    keys: &[
        KeyRow {
            key: Key::U,
            shown: "U",
            says: "Ask the next question: detection, determination, distance",
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
            says: "See through the meshes, or not",
            ask: || Request::Lab(TOGGLE_GLASS),
        },
        KeyRow {
            key: Key::K,
            shown: "K",
            says: "Stay close to what touches, or to the closest points",
            ask: || Request::Look(Look::At(CONTACT)),
        },
    ],
    gestures: &[("Drag mesh B", "Move it by hand")],
    legend: picture::LEGEND,
    side_by_side: "method=obb-tree,aabb-tree",
    check: config_words::check::<Config>,
    describe: config_words::describe::<Config>,
    build: |gpu, words, saved| {
        let saved = saved.and_then(|saved| saved.state.downcast_ref::<SavedMeshes>());
        Ok(Box::new(MeshesLab::build(gpu, words, saved)?))
    },
    read: saved::read,
    takes: Some(saved::TAKES),
};

impl Lab for MeshesLab {
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
        self.seek(self.frame().saturating_add(self.stride()));
    }

    fn step_back(&mut self) -> bool {
        self.frame() > 0 && self.seek(self.frame().saturating_sub(self.stride()))
    }

    fn can_step_back(&self) -> bool {
        self.frame() > 0
    }

    fn span(&self) -> RangeInclusive<u64> {
        self.span()
    }

    fn seek(&mut self, frame: u64) -> bool {
        let frame = frame.min(*self.span().end());
        self.seek(frame)
    }

    fn marks(&self) -> Option<&FrameMarks> {
        Some(self.marks())
    }

    fn happened(&self, frame: u64) -> Vec<String> {
        panels::answers::happened(self, frame)
    }

    fn restart(&mut self) {
        self.restart();
    }

    fn begun(&self) -> u64 {
        self.begun()
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
        saved::write(self.meshes().source(), folder)
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
        let dissection = picture::of(self, pane);
        draw_alone(self.gpu(), &dissection, camera, target)
    }

    fn draws(&self, switch: &str) -> bool {
        picture::draws(self, switch)
    }

    fn paint_over(&self, pane: usize, painter: &Painter, rect: Rect, camera: &Camera) {
        panels::marks::paint(painter, rect, camera, self, pane);
    }

    fn pane_trouble(&self, pane: usize) -> Option<String> {
        panels::answers::why_none(self.lanes().get(pane)?)
    }

    fn bounds(&self) -> Aabb {
        self.meshes().bounds
    }

    fn viewpoint(&mut self, id: &str, pane: usize) -> Option<Seen> {
        viewpoints::viewpoint(self, id, pane)
    }

    fn click(&mut self, _pane: usize, origin: Point, direction: Vector, _extend: bool) -> Option<String> {
        self.pick(origin, direction);
        None
    }

    fn hover(&mut self, pane: usize, ray: Option<(Point, Vector)>) -> bool {
        self.hover(pane, ray)
    }

    fn let_go(&mut self) {
        self.pointing.picked = None;
    }

    fn under(&self, origin: Point, direction: Vector) -> Option<Grip> {
        self.under(origin, direction)
    }

    fn grip(&self, id: usize, at: Point) -> Option<Grip> {
        self.grip(id, at)
    }

    fn grab(&mut self, _id: usize) {
        self.grab();
    }

    fn carry(&mut self, pose: Pose) {
        self.carry(&pose);
    }

    fn release(&mut self, keep: bool) {
        self.release(keep);
    }

    fn subject(&self) -> Option<Box<dyn Subject>> {
        Some(Box::new(WalkSubject::of(self)))
    }

    fn choices(&self) -> Choices {
        let all = METHODS.iter().map(|method| &method.about);
        Choices::of(&METHODS[self.panes.in_focus().method].about, all)
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
        self.measured.file(ROW.id, self.gpu(), &scene, METRICS)
    }

    /// Of the pane in focus.
    fn facts(&self) -> Vec<(&'static str, f64)> {
        let lane = &self.lanes()[self.panes().focus()];
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
            // Levels from the root to the deepest leaf.
            ("depth-a", depth(0).unwrap_or(0.0)),
            ("depth-b", depth(1).unwrap_or(0.0)),
            ("front", visits.map_or(0.0, |visits| visits.front_length() as f64)),
            ("undecided", answered.open.as_ref().map_or(0.0, |open| open.triangles as f64)),
            ("differences", lane.judged()[1] as f64),
        ]
    }

    fn trouble(&self) -> Option<String> {
        self.trouble.clone()
    }

    fn gpu(&self) -> Option<&Gpu> {
        self.gpu()
    }

    fn controls(&mut self, ui: &mut Ui, panel: &mut PanelContext) {
        panels::scene::show(ui, self, panel);
        own_scenes(ui, ROW.id, panel);
        panels::query::show(ui, self);
        panels::method::show(ui, self, panel);
        panels::view::show(ui, self);
    }

    fn findings(&mut self, ui: &mut Ui, panel: &mut PanelContext) {
        panels::answers::show(ui, self);
        panels::budget::show(ui, self);
        panels::costs::show(ui, self);
        panels::levels::show(ui, self);
        panels::answers::inspect_button(ui, panel);
    }

    fn pane_header(&mut self, pane: usize, one_line: bool, ui: &mut Ui, _panel: &mut PanelContext) {
        panels::pane_header::show(ui, self, pane, one_line);
    }

    fn below(&mut self, height: f32, ui: &mut Ui, _panel: &mut PanelContext) {
        panels::trees::show(ui, self, height);
    }

    fn inspected(&mut self, ui: &mut Ui, panel: &mut PanelContext) {
        panels::query::taken_apart(ui, self, panel);
        if apart::part(self.apart) == Part::Walk {
            panels::query::show(ui, self);
        }
    }

    fn inspected_method(&mut self, ui: &mut Ui, panel: &mut PanelContext) {
        panels::method::show(ui, self, panel);
    }

    fn act(&mut self, action: &str) {
        match action {
            NEXT_QUERY => self.set_query((self.query_index() + 1) % QUERIES.len()),
            NEXT_LEVEL => {
                self.view.level = match self.view.level {
                    None => Some(0),
                    Some(level) => Some(level + 1).filter(|next| *next < LEVELS.min(9)),
                };
            }
            TOGGLE_GLASS => self.view.glass = !self.view.glass,
            _ => {}
        }
    }

    /// The first file is set against its own copy, the next one against the first.
    fn take_file(&mut self, path: PathBuf) {
        self.take_mesh(path);
    }

    fn reading(&self) -> Option<&Path> {
        self.read_file()
    }

    fn take_read(&mut self) {
        self.take_read_files();
    }

    fn update(&mut self, ui: &Ui, _panel: &mut PanelContext) {
        self.take_done();
        if self.is_building() {
            ui.ctx().request_repaint_after(SOON);
        }
    }
}
