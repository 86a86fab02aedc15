//! The arena lab: the arena, its overlays, and the state of its panels.

use std::ops::{Deref, DerefMut};

use super::Arena;
use super::panels::comparison::Compare;
use super::panels::contact_sheet::ContactSheet;
use super::panels::model::ModelPanel;
use super::panels::own_program::ProgramPanel;
use super::panels::pairs;
use super::panels::pass_editor::state::PassEditor;
use super::panels::scene_views::SceneViews;
use super::panels::slide::Slide;
use super::panels::strip::Strip;
use super::panels::sweep::state::Sweep;
use super::panels::world::WorldDraft;
use crate::labs::lab::MOST_PANES;
use crate::render::camera::{Camera, Lens};
use crate::render::close_up::{Meeting, Nearest};
use crate::render::scene::{Lists, Marks, Overlays, Scene};
use crate::ui::stage::Canvas;
use crate::world::Pair;

/// The arena with its overlays and the state of its panels.
pub struct ArenaLab {
    /// Bodies, methods and their answers.
    pub arena: Arena,
    /// Overlays drawn over the scene.
    pub overlays: Overlays,
    /// Whether occluded bodies are culled.
    pub occlusion_culling: bool,
    /// The part of the frame that the inspector shows, as an index into [`APART`](super::words::APART).
    pub apart: usize,
    /// The strip of tiles: its open state and its images.
    pub strip: Strip,
    /// State of the comparison below the scene.
    pub compare: Compare,
    /// State of the section that loads bodies from files.
    pub model: ModelPanel,
    /// Parameters that the controls show; while a control is dragged, the world still has other values.
    pub draft: WorldDraft,
    /// The section that slides the picked pair to contact.
    pub slide: Slide,
    /// State of the page of tiles.
    pub tiles: ContactSheet,
    /// State of the page with the sorted lists of sweep and prune.
    pub sweep: Sweep,
    /// State of the page with the views of the whole scene.
    pub scene_views: SceneViews,
    /// State of the page on which a table of passes is edited.
    pub pass_editor: PassEditor,
    /// The section of a program of one's own: the command that is being typed.
    pub program: ProgramPanel,
    /// Cache of [`ArenaLab::near`]: the result, and the frame and selection that it was computed from.
    near: Option<(Picked, Near)>,
    /// Per pane: the inputs of its rendered image, and a version that increases when they change.
    editions: [(Option<PaneEdition>, u64); MOST_PANES],
}

/// Edition of the arena with the picked body and pair: the inputs of [`ArenaLab::near`].
type Picked = (u64, Option<usize>, Option<Pair>);

/// The inspected pair with its contact or closest points, or why there is none.
type Near = Result<(Pair, Nearest), &'static str>;

type PaneEdition = (u64, &'static str, Overlays, Option<usize>, Option<Pair>);

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
    /// A lab for this arena, with all panels in their initial state.
    pub fn new(arena: Arena) -> Self {
        Self {
            arena,
            overlays: Overlays::default(),
            occlusion_culling: false,
            apart: 0,
            strip: Strip::default(),
            compare: Compare::default(),
            model: ModelPanel::default(),
            draft: WorldDraft::default(),
            slide: Slide::default(),
            tiles: ContactSheet::default(),
            sweep: Sweep::default(),
            scene_views: SceneViews::default(),
            pass_editor: PassEditor::default(),
            program: ProgramPanel::default(),
            near: None,
            editions: [(None, 0); MOST_PANES],
        }
    }

    /// Version of a pane's scene; changes whenever the scene changes.
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

    /// The scene to draw: in the close-up, the pair that the last [`ArenaLab::near`] found; otherwise the
    /// scene of the pane that `lists` was made for.
    pub fn scene_in<'a>(&'a self, lists: &'a Lists, canvas: &Canvas) -> Scene<'a> {
        match &self.near {
            Some((_, Ok(near))) if canvas.is_close_up() => self.scene_close_up(lists, near),
            _ => self.scene_through(lists, canvas.camera()),
        }
    }

    /// The inspected pair with its contact or closest points; computed again after a change of frame or
    /// selection.
    pub fn near(&mut self) -> Near {
        let arena = &self.arena;
        let now = (arena.edition(), arena.selected, arena.selected_pair);
        let known = self.near.filter(|(of, _)| *of == now);
        self.near.insert(known.unwrap_or_else(|| (now, arena.nearest()))).1
    }

    /// The scene of the close-up: the pair alone, transparent if the bodies overlap, so that the overlap is
    /// visible.
    fn scene_close_up<'a>(&'a self, lists: &'a Lists, (pair, near): &(Pair, Nearest)) -> Scene<'a> {
        let see_through = near.meeting == Meeting::Overlap;
        let scene = self.arena.scene(lists, Overlays { see_through, ..Overlays::default() });
        let (only, marks) = (Some(*pair), Marks::default());
        Scene { only, candidates: &[], windows: &[], marks, selected: None, ..scene }
    }

    /// The scene of a pane. If the camera looks through the window of a method (the box in space that a tile
    /// shows), only the picked pair is drawn.
    pub fn scene_through<'a>(&'a self, lists: &'a Lists, camera: &Camera) -> Scene<'a> {
        let scene = self.arena.scene(lists, self.overlays);
        match (camera.lens(), self.arena.selected_pair) {
            (Lens::Window(_), Some(pair)) => {
                Scene { only: Some(pair), candidates: &[], windows: &[], marks: Marks::default(), ..scene }
            }
            _ => scene,
        }
    }

    /// Picks the pair of these two bodies if it is a candidate; otherwise returns a one-line message.
    pub(super) fn pick_pair(&mut self, first: usize, second: usize) -> Option<String> {
        let pair = Pair::new(first, second);
        if self.arena.found().candidates.contains(&pair) {
            self.arena.selected_pair = Some(pair);
            return None;
        }
        Some(pairs::no_candidates(pair))
    }
}
