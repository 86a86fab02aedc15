//! The inspector: one pair and one method, step by step; all tiles of the frame; how its candidates were found.

pub mod buffers;
pub mod probe;
pub mod simplices;
pub mod space;
pub mod sweep;
pub mod table;
pub mod tiles;
pub mod transport;
pub mod trees;

use std::rc::Rc;

use egui::{CentralPanel, Ui};

use super::shell::Shell;
use crate::inspector::{self, Recording};
use crate::labs::arena::Arena;
use crate::methods::Method;
use crate::world::Pair;

/// What the page is turned to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// A pair, step by step.
    #[default]
    Steps,
    /// All pairs' tiles.
    Tiles,
    /// The sorted lists of sweep and prune.
    BroadPhase,
}

/// What the page shows and does.
#[derive(Default)]
pub struct InspectorPage {
    /// What it is turned to.
    pub tab: Tab,
    /// How many steps have been run; past the end means the end.
    pub position: usize,
    /// Whether it steps by itself.
    pub playing: bool,
    /// The method on the right, if two are compared.
    pub compare: Option<&'static Method>,
    /// The pixel that is held, from the lower left.
    pub pixel: Option<[u32; 2]>,
    /// The pixel under the pointer, if any; it goes before the one that is held.
    pub hovered: Option<[u32; 2]>,
    /// The broad phase's tab.
    pub sweep: sweep::Sweep,
    /// Of the method in focus, and of the one it is compared with.
    recordings: [Option<Kept>; 2],
}

/// A recording, and what it is of.
struct Kept {
    of: (u64, &'static str, Pair),
    recording: Result<Rc<Recording>, String>,
}

impl InspectorPage {
    /// The recording of `method` and the inspected pair, made when it is first asked for; `None` without a pair.
    /// `side` 0 is the method in focus, 1 the one it is compared with.
    pub fn recording(
        &mut self,
        arena: &Arena,
        side: usize,
        method: &'static Method,
    ) -> Option<Result<Rc<Recording>, String>> {
        let pair = inspected_pair(arena)?;
        let of = (arena.looks(), method.id, pair);
        let kept = &mut self.recordings[side];
        if kept.as_ref().is_none_or(|kept| kept.of != of) {
            let settings = arena.settings_of(method);
            let made = inspector::record(arena.gpu(), method, settings, arena.bodies(), pair);
            *kept = Some(Kept { of, recording: made.map(Rc::new) });
        }
        kept.as_ref().map(|kept| kept.recording.clone())
    }

    /// One step on or back, and no longer by itself.
    pub fn step(&mut self, steps: isize) {
        self.playing = false;
        self.position = self.position.saturating_add_signed(steps);
    }
}

/// The picked pair, or the first that is worth looking at.
pub fn inspected_pair(arena: &Arena) -> Option<Pair> {
    arena.selected_pair.or_else(|| {
        let first = *arena.pairs_in_focus().first()?;
        arena.found().candidates.get(first).copied()
    })
}

/// The page.
pub fn show(ui: &mut Ui, shell: &mut Shell) {
    CentralPanel::default().show(ui, |ui| {
        ui.label("inspector");
        let _ = shell;
    });
}
