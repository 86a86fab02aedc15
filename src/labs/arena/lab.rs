//! The arena in the window: the arena itself, and what its panels keep.

use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};

use egui::{CentralPanel, Key, Painter, Panel, Rect, TextureId, Ui};

use super::Arena;
use super::measured;
use super::panels::comparison::{self, Compare};
use super::panels::contact_sheet::{self, ContactSheet};
use super::panels::model::{self, ModelPanel};
use super::panels::strip::{self, Strip};
use super::panels::sweep::{self, state::Sweep};
use super::panels::world::{self, WorldDraft};
use super::panels::{badges, describe, inspected, method, overlays, pairs, pane_header, statistics};
use super::saved::{self, SavedArena};
use super::words::{self, ArenaWords};
use crate::exhibit::Words;
use crate::geometry::{Aabb, Point, Vector};
use crate::gpu::{Gpu, GpuError, Target};
use crate::inspector::cursor::Cursor;
use crate::inspector::story::{Choices, Subject};
use crate::labs::lab::{Lab, LabError, LabRow, MOST_PANES, PageRow};
use crate::labs::playback::Playback;
use crate::methods::METHODS;
use crate::render::camera::Camera;
use crate::render::picking::pick;
use crate::render::renderer::{Quality, SceneRenderer};
use crate::render::scene::Overlays;
use crate::ui::keys::KeyRow;
use crate::ui::requests::{PanelContext, Request};
use crate::ui::stage::{Sight, Stage};
use crate::ui::widgets::dock;
use crate::world::Pair;

/// What the key C asks of [`Lab::act`]. This is not a word of links.
const TOGGLE_COMPARISON: &str = "toggle-comparison";
/// The word of the page of all tiles.
const TILES: &str = "tiles";
/// The word of the page of sweep and prune's lists.
const BROAD_PHASE: &str = "broad-phase";
/// Below this height, in points, there is no room for the strip.
const LOW: f32 = 520.0;
/// Below this height, in points, there is room for the strip or the comparison, not for both.
const ROOM_FOR_BOTH: f32 = 950.0;
/// Below this height, in points, there is room for the scene only.
const TOO_LOW: f32 = 330.0;

/// The arena, what is drawn over it, and the state of its panels.
pub struct ArenaLab {
    /// Bodies, methods, and what they found.
    pub arena: Arena,
    /// What is drawn over the scene.
    pub overlays: Overlays,
    /// Whether bodies that are hidden by others are left out of the picture.
    pub occlusion_culling: bool,
    /// Whether the strip of tiles is open, and its pictures.
    pub strip: Strip,
    /// State of the comparison below the scene.
    pub compare: Compare,
    /// State of the section that reads bodies from files.
    pub model: ModelPanel,
    /// Parameters that the controls show and the world may not have yet.
    pub draft: WorldDraft,
    /// State of the page of all tiles.
    pub tiles: ContactSheet,
    /// The page of sweep and prune's lists.
    pub sweep: Sweep,
    /// Per pane, what its picture depends on, and how often that has changed.
    editions: [(Option<Edition>, u64); MOST_PANES],
}

type Edition = (u64, &'static str, Overlays, Option<usize>, Option<Pair>);

impl Deref for ArenaLab {
    type Target = Arena;

    fn deref(&self) -> &Arena {
        &self.arena
    }
}

impl DerefMut for ArenaLab {
    fn deref_mut(&mut self) -> &mut Arena {
        &mut self.arena
    }
}

/// The arena's row in the table of labs.
pub const ROW: LabRow = LabRow {
    id: "arena",
    title: "Arena",
    says: "Bodies move in a box; methods decide which of them collide.",
    source: "Xu et al. (source 1), Lin, Zou & Zhang (source 3), Huang & Tian (source 4)",
    methods: || METHODS.iter().map(|method| &method.about).collect(),
    words: words::WORDS,
    pages: &[
        PageRow { word: TILES, title: "Tiles", help: "The tiles of all pairs of this frame, side by side." },
        PageRow {
            word: BROAD_PHASE,
            title: "Broad phase",
            help: "How the candidate pairs of this frame were found: sweep and prune's sorted lists.",
        },
    ],
    sheet: Some(TILES),
    keys: &[KeyRow {
        key: Key::C,
        shown: "C",
        says: "Open or close the comparison",
        ask: || Request::Lab(TOGGLE_COMPARISON),
    }],
    gestures: &[
        ("Click on a body", "Show its pairs"),
        ("Shift + click on another", "Pick the pair of both"),
        ("Click on a tile", "Pick that pair"),
        ("Double click on a tile", "Take that pair apart"),
        ("Click on a missed pair or false hit", "Look at it"),
    ],
    check: |words| ArenaWords::of(words).map(drop),
    describe: describe::words,
    build: |gpu, words, saved| {
        let saved = saved.and_then(|saved| saved.state.downcast_ref::<SavedArena>());
        Ok(Box::new(ArenaLab::build(gpu, &ArenaWords::of(words)?, saved)?))
    },
    read: saved::read,
    with_meshes: Some(saved::with_meshes),
};

impl ArenaLab {
    /// Shows this arena, with all panels as they are at first.
    pub fn new(arena: Arena) -> Self {
        Self {
            arena,
            overlays: Overlays::default(),
            occlusion_culling: false,
            strip: Strip::default(),
            compare: Compare::default(),
            model: ModelPanel::default(),
            draft: WorldDraft::default(),
            tiles: ContactSheet::default(),
            sweep: Sweep::default(),
            editions: [(None, 0); MOST_PANES],
        }
    }

    /// A number that changes when the scene of a pane does.
    pub fn pane_edition(&mut self, pane: usize) -> u64 {
        let arena = &self.arena;
        let method = arena.lineup().panes().get(pane).map_or("", |method| method.id);
        let now = (arena.edition(), method, self.overlays, arena.selected, arena.selected_pair);
        let kept = &mut self.editions[pane];
        if kept.0 != Some(now) {
            *kept = (Some(now), kept.1 + 1);
        }
        kept.1
    }

    /// Picks the pair of two bodies, if it is a candidate; else one line that says that it is not.
    fn pick_pair(&mut self, first: usize, second: usize) -> Option<String> {
        let pair = Pair { a: first.min(second), b: first.max(second) };
        if self.arena.found().candidates.contains(&pair) {
            self.arena.selected_pair = Some(pair);
            return None;
        }
        Some(pairs::no_candidates(pair))
    }
}

impl Lab for ArenaLab {
    fn row(&self) -> &'static LabRow {
        &ROW
    }

    /// Candidates of this frame, and what the broad phase counted to find them.
    fn facts(&self) -> Vec<(&'static str, f64)> {
        let found = self.arena.found();
        let counters = found.broad_cost.counters().map(|(name, count)| (name, count as f64));
        [("candidates", found.candidates.len() as f64)].into_iter().chain(counters).collect()
    }

    fn frame(&self) -> u64 {
        self.arena.world().frame()
    }

    fn step(&mut self) {
        self.arena.step();
    }

    fn step_back(&mut self) -> bool {
        self.arena.step_back()
    }

    fn can_step_back(&self) -> bool {
        self.arena.steps_back() > 0
    }

    fn restart(&mut self) {
        self.arena.reset();
    }

    fn words(&self) -> Words {
        words::of(&self.arena, self.overlays, self.occlusion_culling)
    }

    fn put(&mut self, words: &Words) -> Result<(), LabError> {
        self.put_words(&ArenaWords::of(words)?)
    }

    fn clear(&mut self) {
        for method in METHODS {
            for (setting, value) in method.default_settings().iter() {
                // A default is always taken.
                let _ = self.arena.set_of(method, setting.id, &value.to_string());
            }
        }
        self.arena.select(None);
    }

    fn save(&self, folder: &Path) -> serde_json::Value {
        saved::write(self.arena.start(), self.arena.world().frame(), self.arena.bodies(), folder)
    }

    fn draw(&self, pane: usize, camera: &Camera, target: &Target) -> Result<(), GpuError> {
        let Some(gpu) = self.arena.gpu() else { return Ok(()) };
        let mut renderer = SceneRenderer::new(gpu)?;
        renderer.set_quality(Quality::Super);
        let lists = self.arena.scene_lists_in(pane, self.overlays);
        renderer.draw(&self.arena.scene(&lists, self.overlays), camera, target)
    }

    fn open_panes(&mut self, count: usize) {
        self.arena.open_panes(count);
    }

    fn focus_on(&mut self, pane: usize) {
        self.arena.focus_on(pane);
    }

    fn bounds(&self) -> Aabb {
        self.arena.container()
    }

    fn let_go(&mut self) {
        self.arena.select(None);
    }

    fn trouble(&self) -> Option<String> {
        self.arena.trouble()
    }

    fn gpu(&self) -> Option<&Gpu> {
        self.arena.gpu()
    }

    fn subject(&self) -> Option<Box<dyn Subject>> {
        Some(Box::new(self.arena.subject()?))
    }

    fn choices(&self) -> Choices {
        self.arena.choices()
    }

    fn inspected(&mut self, ui: &mut Ui, panel: &mut PanelContext) {
        inspected::show(ui, &self.draft, &mut self.arena, panel);
    }

    fn inspected_method(&mut self, ui: &mut Ui, panel: &mut PanelContext) {
        method::show(ui, &mut self.arena, panel);
    }

    fn page(&mut self, word: &str, ui: &mut Ui, panel: &mut PanelContext) {
        let Self { arena, tiles, sweep, .. } = self;
        match word {
            TILES => {
                CentralPanel::default()
                    .frame(dock(8, 6))
                    .show(ui, |ui| contact_sheet::show(ui, tiles, arena, panel));
            }
            _ => sweep::show(ui, sweep, arena, panel),
        }
    }

    fn page_cursor(&self, word: &str) -> Option<&Cursor> {
        (word == BROAD_PHASE).then_some(&self.sweep.cursor)
    }

    fn page_cursor_mut(&mut self, word: &str) -> Option<&mut Cursor> {
        (word == BROAD_PHASE).then_some(&mut self.sweep.cursor)
    }

    fn sheet(&mut self, ui: &mut Ui, panel: &mut PanelContext) {
        contact_sheet::show_tiles(ui, &mut self.tiles, &mut self.arena, panel);
    }

    fn sheet_height(&self, width: u32) -> u32 {
        contact_sheet::sheet_height(width, self.arena.found().candidates.len(), self.tiles.side)
    }

    fn take_file(&mut self, path: PathBuf) {
        self.model.open(path);
    }

    fn playback(&mut self) -> &mut Playback {
        &mut self.arena.playback
    }

    fn panes(&self) -> usize {
        self.arena.lineup().panes().len()
    }

    fn focus(&self) -> usize {
        self.arena.lineup().focus()
    }

    fn pane_header(&mut self, pane: usize, one_line: bool, ui: &mut Ui, _panel: &mut PanelContext) {
        pane_header::show(ui, &mut self.arena, pane, one_line);
    }

    fn pane_bar(&mut self, ui: &mut Ui) {
        pane_header::show_bar(ui, &mut self.compare);
    }

    fn picture(&mut self, pane: usize, stage: &mut Stage, sight: &Sight) -> Result<TextureId, GpuError> {
        let edition = self.pane_edition(pane);
        let lists = self.arena.scene_lists_in(pane, self.overlays);
        let scene = self.arena.scene(&lists, self.overlays);
        stage.set_occlusion_culling(self.occlusion_culling);
        stage.scene(pane, sight, edition, &scene)
    }

    fn paint_over(&self, pane: usize, painter: &Painter, rect: Rect, camera: &Camera) {
        let lists = self.arena.scene_lists_in(pane, self.overlays);
        badges::paint(painter, self.arena.bodies(), rect, camera, &lists);
    }

    fn pane_trouble(&self, pane: usize) -> Option<String> {
        pairs::pane_trouble(&self.arena, pane)
    }

    fn click(&mut self, _pane: usize, origin: Point, direction: Vector, extend: bool) -> Option<String> {
        let hit = pick(self.arena.bodies(), origin, direction);
        match (self.arena.selected, hit) {
            (Some(first), Some(second)) if extend && first != second => self.pick_pair(first, second),
            _ => {
                self.arena.select(hit);
                None
            }
        }
    }

    fn controls(&mut self, ui: &mut Ui, panel: &mut PanelContext) {
        let Self { arena, overlays, occlusion_culling, strip, model, draft, .. } = self;
        method::show(ui, arena, panel);
        world::show(ui, draft, arena, panel);
        model::show(ui, model, arena);
        method::show_surroundings(ui, arena);
        overlays::show(ui, overlays, strip, occlusion_culling, panel.stage);
    }

    fn findings(&mut self, ui: &mut Ui, panel: &mut PanelContext) {
        statistics::show(ui, &self.arena);
        pairs::show_errors(ui, &mut self.arena, panel);
        pairs::show_selected(ui, &mut self.arena);
        pairs::show_way_to_inspector(ui, &self.arena, panel);
    }

    fn below(&mut self, height: f32, ui: &mut Ui, panel: &mut PanelContext) {
        let Self { arena, strip, compare, .. } = self;
        compare.take_turns_with(&mut strip.open, height >= ROOM_FOR_BOTH);
        if compare.tab.is_some() && height >= TOO_LOW {
            let below = Panel::bottom("compare").frame(dock(10, 4)).resizable(true);
            let below = below
                .default_size((0.3 * height).clamp(130.0, 340.0))
                .size_range(130.0..=(0.55 * height).max(131.0));
            below.show(ui, |ui| comparison::show(ui, compare, arena, panel));
        }
        if strip.open && height >= LOW {
            let below = Panel::bottom("strip").frame(dock(8, 4));
            below.show(ui, |ui| strip::show(ui, strip, arena, panel));
        }
    }

    fn act(&mut self, action: &str) {
        if action == TOGGLE_COMPARISON {
            self.compare.toggle();
        }
    }

    fn update(&mut self, ui: &Ui, panel: &mut PanelContext) {
        inspected::hold(&mut self.arena, &panel.page);
        model::update(ui, &mut self.model, self.draft.parameters, &mut self.arena, panel);
    }

    fn measurements(&self) -> Option<Result<Vec<u8>, LabError>> {
        measured::csv(&self.arena)
    }
}
