//! The arena in the window: the arena itself, and what its panels keep.

use std::ops::{Deref, DerefMut};
use std::path::PathBuf;

use egui::{Key, Painter, Panel, Rect, TextureId, Ui};

use super::lineup::MOST_PANES;
use super::panels::comparison::{self, Compare};
use super::panels::model::{self, ModelPanel};
use super::panels::strip::{self, Strip};
use super::panels::world::{self, WorldDraft};
use super::panels::{badges, method, overlays, pairs, pane_header, statistics};
use super::playback::Playback;
use super::{Arena, Start};
use crate::geometry::{Point, Vector};
use crate::gpu::GpuError;
use crate::methods::Method;
use crate::render::camera::Camera;
use crate::render::picking::pick;
use crate::render::scene::Overlays;
use crate::ui::keys::KeyRow;
use crate::ui::requests::{PanelContext, Request};
use crate::ui::stage::{Sight, Stage};
use crate::ui::widgets::dock;
use crate::world::{Pair, Parameters};

/// The word of the key that opens the comparison.
const COMPARISON: &str = "comparison";
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
    /// Bodies that are hidden by others are not drawn.
    pub occlusion_culling: bool,
    /// The strip of tiles.
    pub strip: Strip,
    /// The comparison of all methods.
    pub compare: Compare,
    /// Bodies from files, on their way.
    pub model: ModelPanel,
    /// Parameters as the controls stand.
    pub draft: WorldDraft,
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

impl ArenaLab {
    /// With all panels as they are at first.
    pub fn new(arena: Arena) -> Self {
        Self {
            arena,
            overlays: Overlays::default(),
            occlusion_culling: false,
            strip: Strip::default(),
            compare: Compare::default(),
            model: ModelPanel::default(),
            draft: WorldDraft::default(),
            editions: [(None, 0); MOST_PANES],
        }
    }

    /// Changes when the scene of a pane does.
    pub fn edition(&mut self, pane: usize) -> u64 {
        let arena = &self.arena;
        let method = arena.lineup().panes().get(pane).map_or("", |method| method.id);
        let now = (arena.looks(), method, self.overlays, arena.selected, arena.selected_pair);
        let kept = &mut self.editions[pane];
        if kept.0 != Some(now) {
            *kept = (Some(now), kept.1 + 1);
        }
        kept.1
    }

    /// The picture of a pane.
    pub fn picture(&mut self, pane: usize, stage: &mut Stage, sight: &Sight) -> Result<TextureId, GpuError> {
        let edition = self.edition(pane);
        let lists = self.arena.scene_lists_in(pane, self.overlays);
        let scene = self.arena.scene(&lists, self.overlays);
        stage.set_occlusion_culling(self.occlusion_culling);
        stage.scene(pane, sight, edition, &scene)
    }

    /// Badges on missed pairs and false hits.
    pub fn paint_over(&self, pane: usize, painter: &Painter, rect: Rect, camera: &Camera) {
        let lists = self.arena.scene_lists_in(pane, self.overlays);
        badges::paint(painter, self.arena.bodies(), rect, camera, &lists);
    }

    /// The panel on the left.
    pub fn controls(&mut self, ui: &mut Ui, panel: &mut PanelContext) {
        let Self { arena, overlays, occlusion_culling, strip, model, draft, .. } = self;
        method::show(ui, arena, panel);
        world::show(ui, draft, arena, panel);
        model::show(ui, model, arena);
        method::show_surroundings(ui, arena);
        overlays::show(ui, overlays, strip, occlusion_culling, panel.stage);
    }

    /// The panel on the right.
    pub fn findings(&mut self, ui: &mut Ui, panel: &mut PanelContext) {
        statistics::show(ui, &self.arena);
        pairs::show_errors(ui, &mut self.arena, panel);
        pairs::show_selected(ui, &mut self.arena);
        pairs::show_way_to_inspector(ui, &self.arena, panel);
    }

    /// Strip and comparison, below a scene of `height` points.
    pub fn below(&mut self, height: f32, ui: &mut Ui, panel: &mut PanelContext) {
        let Self { arena, strip, compare, .. } = self;
        if height < ROOM_FOR_BOTH {
            compare.take_turns_with(&mut strip.open);
        }
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

    /// Whether and how fast it plays.
    pub fn playback(&mut self) -> &mut Playback {
        &mut self.arena.playback
    }

    /// How many panes are open.
    pub fn panes(&self) -> usize {
        self.arena.lineup().panes().len()
    }

    /// The pane that panels speak of.
    pub fn focus(&self) -> usize {
        self.arena.lineup().focus()
    }

    /// What stands over a pane, in one line or in two.
    pub fn pane_header(&mut self, pane: usize, one_line: bool, ui: &mut Ui, _panel: &mut PanelContext) {
        pane_header::show(ui, &mut self.arena, pane, one_line);
    }

    /// What stands on the right of the bar over all panes.
    pub fn pane_bar(&mut self, ui: &mut Ui) {
        pane_header::show_bar(ui, &mut self.compare);
    }

    /// Why a pane's method cannot decide, or that it is switched off.
    pub fn pane_trouble(&self, pane: usize) -> Option<String> {
        pairs::pane_trouble(&self.arena, pane)
    }

    /// Picks the body under a click, or with `extend` the pair of it and the one that is picked. One line where that
    /// pair is no candidate.
    pub fn click(&mut self, _pane: usize, origin: Point, direction: Vector, extend: bool) -> Option<String> {
        let hit = pick(self.arena.bodies(), origin, direction);
        match (self.arena.selected, hit) {
            (Some(first), Some(second)) if extend && first != second => self.pick_pair(first, second),
            _ => {
                self.arena.select(hit);
                None
            }
        }
    }

    /// Does what one of [`Self::KEYS`] asks for.
    pub fn act(&mut self, word: &str) {
        if word == COMPARISON {
            self.compare.toggle();
        }
    }

    /// Keys of its own.
    pub const KEYS: &[KeyRow] = &[KeyRow {
        key: Key::C,
        shown: "C",
        says: "Open or close the comparison",
        ask: || Request::Lab(COMPARISON),
    }];

    /// What the mouse does in the scene, beside what it does in that of every lab.
    pub const MOUSE: &[(&str, &str)] = &[
        ("Click on a body", "Show its pairs"),
        ("Shift + click on another", "Pick the pair of both"),
        ("Click on a tile", "Pick that pair"),
        ("Double click on a tile", "Take that pair apart"),
        ("Click on a missed pair or false hit", "Look at it"),
    ];

    /// All that was measured since the start as CSV; `None` before anything was.
    pub fn measurements(&self) -> Option<Result<Vec<u8>, String>> {
        let arena = &self.arena;
        let renderer = arena.gpu().map_or_else(|| "none".to_owned(), |gpu| gpu.capabilities().device());
        let numbers = |p: &Parameters| {
            format!("seed={} bodies={} density={} level={}", p.seed, p.count, p.density, p.level)
        };
        let scene = match arena.start() {
            Start::Experiment(parameters) => numbers(parameters),
            Start::Models(models, parameters) => {
                let names: Vec<&str> = models.iter().map(|model| model.name.as_str()).collect();
                format!("{} mesh={}", numbers(parameters), names.join("+"))
            }
            Start::Preset(preset) => format!("preset={}", preset.id),
        };
        let settings = |method: &'static Method| {
            let words = arena.settings_of(method).iter().map(|(s, value)| format!("{}={value}", s.id));
            words.collect::<Vec<_>>().join(" ")
        };
        let ledger = arena.ledger();
        (!ledger.is_empty()).then(|| ledger.csv(&renderer, &scene, settings).map_err(|why| why.to_string()))
    }

    /// Takes what arrived since the last frame.
    pub fn update(&mut self, ui: &Ui, panel: &mut PanelContext) {
        model::update(ui, &mut self.model, self.draft.parameters, &mut self.arena, panel);
    }

    /// Begins to read the mesh of a file as bodies.
    pub fn open_mesh(&mut self, path: PathBuf) {
        self.model.open(path);
    }

    /// Picks the pair of two bodies, if it is a candidate; else one line that says that it is not.
    pub fn pick_pair(&mut self, first: usize, second: usize) -> Option<String> {
        let pair = Pair { a: first.min(second), b: first.max(second) };
        if self.arena.found().candidates.contains(&pair) {
            self.arena.selected_pair = Some(pair);
            return None;
        }
        Some(pairs::no_candidates(pair))
    }
}
