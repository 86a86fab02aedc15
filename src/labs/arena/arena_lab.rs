//! The arena with what is drawn over it and what its panels keep.

use std::ops::{Deref, DerefMut};

use super::Arena;
use super::panels::comparison::Compare;
use super::panels::contact_sheet::ContactSheet;
use super::panels::model::ModelPanel;
use super::panels::pairs;
use super::panels::strip::Strip;
use super::panels::sweep::state::Sweep;
use super::panels::through_time::ThroughTime;
use super::panels::world::WorldDraft;
use crate::labs::lab::MOST_PANES;
use crate::render::scene::Overlays;
use crate::world::Pair;

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
    /// The inspected pair, frame by frame.
    pub through_time: ThroughTime,
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
            through_time: ThroughTime::default(),
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
    pub(super) fn pick_pair(&mut self, first: usize, second: usize) -> Option<String> {
        let pair = Pair::new(first, second);
        if self.arena.found().candidates.contains(&pair) {
            self.arena.selected_pair = Some(pair);
            return None;
        }
        Some(pairs::no_candidates(pair))
    }
}
