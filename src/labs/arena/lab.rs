//! The arena as a lab: its row in the table, and its implementation of the lab traits.

use std::path::{Path, PathBuf};

use egui::{CentralPanel, Panel, Ui};

use super::arena_lab::ArenaLab;
use super::headline;
use super::pages::{BROAD_PHASE, PAGES, PASS_TABLE, SCENE_VIEWS, TILES};
use super::panels::method::OwnPanels;
use super::panels::own_program::{self, ProgramPanel};
use super::panels::pass_editor::state::PassEditor;
use super::panels::{
    comparison, contact_sheet, inspected, keys, method, model, overlays, pairs, pane_header, pass_editor,
    scene_views, slide, statistics, strip, sweep, world,
};
use super::saved::{self, SavedArena};
use super::timeline;
use super::viewpoints::VIEWPOINTS;
use super::words::{self, APART, Config, FRAME};
use crate::comparison::panes::Panes;
use crate::exhibit::Params;
use crate::geometry::{Aabb, Point, Pose, Vector};
use crate::inspector::cursor::Cursor;
use crate::inspector::story::{Choices, Subject};
use crate::labs::capabilities::{CloseUp, Files, Hand, Pages};
use crate::labs::config_words;
use crate::labs::controls::{all_free, controls};
use crate::labs::found::Found;
use crate::labs::headline::{Arrangement, Headline};
use crate::labs::lab::{FirstLook, Lab, LabError, LabRow, Slot, Visible};
use crate::labs::playhead::Playback;
use crate::labs::playhead::{Playhead, Recording};
use crate::labs::spots::Spot;
use crate::labs::undo::Discarded;
use crate::language::{t, tr};
use crate::methods::METHODS;
use crate::render::close_up::Nearest;
use crate::render::floor::Floor;
use crate::render::grip::Grip;
use crate::render::picking::pick;
use crate::render::scene::Overlays;
use crate::render::viewpoint::Seen;
use crate::ui::levels::shows_all;
use crate::ui::requests::{InspectorRequest, PanelContext, Request};
use crate::ui::stage::{Canvas, Drawn};
use crate::ui::widgets::{dock, heading, note};

/// Minimum window height for the strip of tiles below the scene, points.
const LOW: f32 = 640.0;

/// The arena's row in the table of labs.
pub const ROW: LabRow = LabRow {
    id: super::ID,
    title: "Arena",
    asks: "Which bodies collide?",
    picture: include_bytes!("../../../assets/labs/arena.png"),
    says: "Bodies move in a box; methods find the colliding pairs.",
    source: "Xu et al. (source 1), Lin, Zou & Zhang (source 3), Huang & Tian (source 4)",
    methods: || METHODS.iter().map(|method| &method.about).collect(),
    words: words::WORDS,
    things: words::THINGS,
    no_subject: "No boxes overlap in this frame, so there is no pair to inspect.",
    pages: PAGES,
    sheet: Some(TILES),
    viewpoints: VIEWPOINTS,
    keys: keys::KEYS,
    gestures: keys::GESTURES,
    legend: super::legend::ROWS,
    side_by_side: "method=stencil-as-published,gjk&frame=17",
    first_look: Some(FirstLook {
        words: "method=stencil-as-published,gjk&bodies=24&density=0.12",
        speed: 0.5,
        says: "The same bodies, two methods.",
        marks: 4,
        why: "step=5",
    }),
    check: |words| words::read(words, Config::default()).map(drop),
    describe: config_words::describe::<Config>,
    build: |gpu, words, saved| {
        let saved = saved.and_then(|saved| saved.state.downcast_ref::<SavedArena>());
        Ok(Box::new(ArenaLab::build(gpu, words, saved)?))
    },
    read: saved::read,
    takes: Some(saved::TAKES),
    documents: Some(pass_editor::KIND),
};

impl Lab for ArenaLab {
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
        std::mem::take(&mut self.arena.discarded)
    }

    fn clear(&mut self) {
        let mut panes = self.panes().clone();
        panes.reset_settings();
        self.arena.take_settings(&panes);
        self.arena.clear_roles();
        (self.overlays, self.occlusion_culling) = (Overlays::default(), false);
        self.apart = 0;
        self.pass_editor = PassEditor::default();
        self.program = ProgramPanel::default();
        (self.compare, self.strip.open) = (comparison::Compare::default(), true);
        self.arena.select(None);
        self.arena.reset();
        drop(self.take_discarded());
    }

    fn save(&self, folder: &Path) -> serde_json::Value {
        saved::write(&self.arena, folder)
    }

    fn panes(&self) -> &Panes {
        self.arena.lineup().choice()
    }

    fn set_panes(&mut self, panes: Panes) {
        self.arena.choose(panes);
    }

    fn choices(&self) -> Choices {
        self.arena.choices()
    }

    fn pane_trouble(&self, pane: usize) -> Option<String> {
        pairs::pane_trouble(&self.arena, pane)
    }

    fn measurements(&self) -> Option<Result<Vec<u8>, LabError>> {
        timeline::csv(ROW.id, &self.arena)
    }

    fn facts(&self) -> Vec<(&'static str, f64)> {
        let found = self.arena.found();
        let counters = found.broad_cost.counters().map(|(name, count)| (name, count as f64));
        [("candidates", found.candidates.len() as f64)].into_iter().chain(counters).collect()
    }

    fn trouble(&self) -> Option<String> {
        self.model.trouble().map(str::to_owned).or_else(|| self.arena.trouble())
    }

    fn panel(&mut self, slot: Slot, ui: &mut Ui, panel: &mut PanelContext) {
        match slot {
            Slot::Update => {
                inspected::hold(&mut self.arena, &panel.page);
                model::update(ui, &mut self.model, self.draft.parameters, &mut self.arena, panel);
                pass_editor::update(ui, &mut self.pass_editor, &mut self.arena, panel);
                own_program::update(ui, &mut self.arena);
                comparison::update(ui, &mut self.compare, &mut self.arena);
            }
            Slot::Controls => {
                let Self { arena, overlays, occlusion_culling, strip, model, draft, .. } = self;
                let own = OwnPanels { passes: &mut self.pass_editor, program: &mut self.program };
                // World controls come first, so that they do not move when a method has more settings.
                world::show(ui, draft, arena, panel);
                method::show(ui, arena, own, panel);
                if shows_all(ui) {
                    world::show_mix(ui, draft, arena, panel);
                    model::show(ui, model, arena, panel.requests);
                    method::show_surroundings(ui, arena, panel);
                    overlays::show(ui, overlays, strip, occlusion_culling, panel.stage);
                }
            }
            Slot::Findings => {
                statistics::show(ui, &self.arena);
                pairs::show_errors(ui, &mut self.arena, panel);
                pairs::show_selected(ui, &mut self.arena);
                pairs::show_way_to_inspector(ui, &self.arena, panel);
                slide::show(ui, &mut self.slide, &mut self.arena, panel);
            }
            Slot::PaneHeader { pane, one_line } => pane_header::show(ui, &mut self.arena, pane, one_line),
            Slot::PaneBar => pane_header::show_bar(ui, &mut self.compare),
            Slot::Below { height } => {
                let Self { arena, strip, .. } = self;
                if strip.open && height >= LOW {
                    Panel::bottom("strip")
                        .frame(dock(8, 4))
                        .show(ui, |ui| strip::show(ui, strip, arena, panel));
                }
            }
            Slot::Results => comparison::show(ui, &mut self.compare, &mut self.arena, panel),
            Slot::Inspected => {
                let mut next = self.config();
                heading(ui, &t!("Frame"));
                controls(ui, &mut next, "apart", all_free);
                note(ui, &tr(APART[next.apart].2));
                // A click on a pair leads to its own story.
                if inspected::show(ui, &self.draft, &mut self.arena, panel) {
                    next.apart = 0;
                }
                if next.apart != self.apart {
                    let (from, to) = (APART[self.apart].0, APART[next.apart].0);
                    panel.ask(Request::Inspector(InspectorRequest::Part(from, to)));
                    self.apart = next.apart;
                }
            }
            Slot::InspectedMethod => {
                let own = OwnPanels { passes: &mut self.pass_editor, program: &mut self.program };
                method::show(ui, &mut self.arena, own, panel);
                slide::show(ui, &mut self.slide, &mut self.arena, panel);
            }
            Slot::Page(word) => {
                let Self { arena, tiles, sweep, scene_views, pass_editor, .. } = self;
                match word {
                    TILES => {
                        let page = CentralPanel::default().frame(dock(8, 6));
                        page.show(ui, |ui| contact_sheet::show(ui, tiles, arena, panel));
                    }
                    SCENE_VIEWS => scene_views::show(ui, scene_views, arena),
                    PASS_TABLE => pass_editor::show(ui, pass_editor, arena, panel),
                    _ => sweep::show(ui, sweep, arena, panel),
                }
            }
            Slot::PageControls(_) => {
                pass_editor::show_controls(ui, &mut self.pass_editor, &mut self.arena, panel)
            }
            Slot::Sheet => contact_sheet::show_tiles(ui, &mut self.tiles, &mut self.arena, panel),
        }
    }

    fn act(&mut self, action: &str) {
        if action == keys::TOGGLE_COMPARISON {
            self.compare.toggle();
        }
    }

    fn hand(&mut self) -> Option<&mut dyn Hand> {
        Some(self)
    }

    fn files(&mut self) -> Option<&mut dyn Files> {
        Some(self)
    }

    fn pages(&self) -> Option<&dyn Pages> {
        Some(self)
    }

    fn pages_mut(&mut self) -> Option<&mut dyn Pages> {
        Some(self)
    }
}

impl Playhead for ArenaLab {
    fn playback(&mut self) -> &mut Playback {
        &mut self.arena.playback
    }

    fn recording(&self) -> Recording<'_> {
        Recording { frame: self.arena.world().frame(), span: self.arena.span(), marks: self.arena.marks() }
    }

    fn run_id(&self) -> u64 {
        self.arena.run_id()
    }

    fn step(&mut self) {
        self.arena.step();
    }

    fn play(&mut self) {
        self.arena.play();
    }

    fn seek(&mut self, frame: u64) -> bool {
        self.arena.seek(frame)
    }

    fn restart(&mut self) {
        self.arena.reset();
    }

    fn is_waiting(&mut self) -> bool {
        self.arena.collect();
        self.arena.is_waiting() || self.compare.is_beginning()
    }

    fn settle(&mut self) {
        self.arena.settle();
        self.pass_editor.settle();
    }
}

impl Visible for ArenaLab {
    fn shows_results(&self) -> bool {
        self.compare.is_open
    }

    fn picture(&mut self, pane: usize, canvas: &mut Canvas) -> Drawn {
        let lists = self.arena.scene_lists_in(pane, self.overlays);
        let edition = self.pane_edition(pane);
        let scene = self.scene_in(&lists, canvas);
        canvas.scene(edition, &scene, self.occlusion_culling)
    }

    fn spots(&self, pane: usize) -> Vec<Spot> {
        pairs::spots(&self.arena, pane)
    }

    fn open_subject(&mut self) -> Option<String> {
        let frame = self.arena.open_subject()?;
        Some(
            t!("Back at frame %{frame}, the last in which the boxes of this pair overlap.", frame = frame)
                .into_owned(),
        )
    }

    fn draws(&self, switch: &str) -> bool {
        self.overlays.is_on(switch)
    }

    fn headline(&self, arrangement: Arrangement) -> Headline {
        headline::of(&self.arena, arrangement)
    }

    fn happened(&self, frame: u64) -> Vec<String> {
        statistics::happened(&self.arena, frame)
    }

    fn floor(&self) -> Option<Floor> {
        Some(Floor::of(&self.arena.container()))
    }

    fn bounds(&self) -> Aabb {
        self.arena.container()
    }

    fn viewpoint(&mut self, id: &str, pane: usize) -> Option<Seen> {
        self.arena.viewpoint(id, pane)
    }

    fn find(&self, text: &str) -> Option<Found> {
        pairs::find(&self.arena, text)
    }

    fn close_up(&mut self) -> Option<&mut dyn CloseUp> {
        Some(self)
    }

    fn subject(&self) -> Option<Box<dyn Subject>> {
        match self.apart {
            FRAME => Some(Box::new(self.arena.frame_subject()?)),
            _ => Some(Box::new(self.arena.subject()?)),
        }
    }
}

impl Hand for ArenaLab {
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

    fn let_go(&mut self) {
        self.arena.select(None);
    }

    fn picked(&self) -> Option<Grip> {
        self.arena.picked()
    }

    fn under(&self, origin: Point, direction: Vector) -> Option<Grip> {
        self.arena.under(origin, direction)
    }

    fn grip(&self, id: usize, at: Point) -> Option<Grip> {
        self.arena.grip(id, Some(at))
    }

    fn grab(&mut self, id: usize) {
        self.arena.grab(id);
    }

    fn carry(&mut self, pose: Pose) {
        self.arena.carry(pose);
    }

    fn release(&mut self, keep: bool) {
        self.arena.release(keep);
    }
}

impl Files for ArenaLab {
    fn take_file(&mut self, path: PathBuf) {
        if pass_editor::KIND.has_ending(&path) { self.pass_editor.open(path) } else { self.model.open(path) }
    }

    fn reading(&self) -> Option<&Path> {
        self.model.reading().or(self.pass_editor.reading())
    }

    fn saved(&mut self, path: &Path, text: &str) {
        self.pass_editor.saved(&self.arena, path, text);
    }

    fn belongs(&mut self, parameter: &str, path: &Path) {
        self.pass_editor.belongs(&self.arena, parameter, path);
    }
}

impl Pages for ArenaLab {
    fn cursor(&self, page: &str) -> Option<&Cursor> {
        (page == BROAD_PHASE).then_some(&self.sweep.cursor)
    }

    fn cursor_mut(&mut self, page: &str) -> Option<&mut Cursor> {
        (page == BROAD_PHASE).then_some(&mut self.sweep.cursor)
    }

    fn sheet_height(&self, width: u32) -> u32 {
        contact_sheet::sheet_height(width, self.arena.found().candidates.len(), self.tiles.side)
    }
}

impl CloseUp for ArenaLab {
    fn nearest(&mut self) -> Result<Nearest, &'static str> {
        self.near().map(|(_, near)| near)
    }

    fn aim(&mut self, id: &str) {
        self.arena.aim(id);
    }
}
