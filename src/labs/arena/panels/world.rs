//! Choice of the world and its parameters.

use egui::Ui;

use crate::labs::arena::Arena;
use crate::labs::arena::words::Start;
use crate::language::{t, tr};
use crate::ui::group::group;
use crate::ui::levels::shows_all;
use crate::ui::requests::{PanelContext, Request};
use crate::ui::setting;
use crate::ui::widgets::{Edit, choice, note};
use crate::world::parameters::{BODIES, DENSITY, LEVEL, RESTING, SEED, SHARE};
use crate::world::{PRESETS, Parameters};

/// Parameters of the experiment as shown by the controls. While a control is dragged they differ from the
/// world's, because rebuilding a world of two thousand bodies for every pixel would be too slow.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WorldDraft {
    /// The values that the controls show.
    pub parameters: Parameters,
    /// Parameters of the last requested world.
    tried: Parameters,
    /// Parameters of the world at the last [`WorldDraft::follow`].
    seen: Parameters,
}

impl WorldDraft {
    /// Takes over the parameters of a world that was started elsewhere than in this panel.
    fn follow(&mut self, start: &Start) {
        if let Start::Experiment(now) | Start::Models(_, now) = *start
            && now != self.seen
        {
            *self = Self { parameters: now, tried: now, seen: now };
        }
    }
}

/// The choice of the scene, and its parameters or the preset's explanation.
pub fn show(ui: &mut Ui, draft: &mut WorldDraft, arena: &mut Arena, panel: &mut PanelContext) {
    draft.follow(arena.start());
    if !group(ui, "world", &t!("World")) {
        return;
    }
    scene(ui, draft, arena, panel);
    match *arena.start() {
        Start::Experiment(_) | Start::Models(..) => parameters(ui, draft, arena, panel, amounts),
        Start::Preset(preset) => note(ui, &tr(preset.says)),
    }
}

/// The triangle level and the mix of the experiment's bodies. Bodies from files have the triangles of their meshes,
/// so they have no such controls.
pub fn show_mix(ui: &mut Ui, draft: &mut WorldDraft, arena: &mut Arena, panel: &mut PanelContext) {
    if matches!(arena.start(), Start::Experiment(_)) {
        parameters(ui, draft, arena, panel, mix);
    }
}

/// The choice of the scene alone.
pub fn scene(ui: &mut Ui, draft: &WorldDraft, arena: &mut Arena, panel: &mut PanelContext) {
    let current = match arena.start() {
        Start::Experiment(_) => t!("Experiment").into_owned(),
        Start::Models(..) => t!("Models").into_owned(),
        Start::Preset(preset) => tr(preset.title),
    };
    let help = t!("The published experiment, or a small hand-made scene to step through.");
    let says = t!("Bodies at random places in a closed box, all in motion.");
    let experiment = (t!("Experiment").into_owned(), says.into_owned(), true);
    let rows = PRESETS.iter().map(|preset| (tr(preset.title), tr(preset.says), true));
    let rows = std::iter::once(experiment).chain(rows);
    match choice(ui, &t!("Scene"), &help, &current, rows) {
        None => {}
        Some(0) => begin(arena, Start::Experiment(draft.parameters), panel),
        Some(index) => begin(arena, Start::Preset(&PRESETS[index - 1]), panel),
    }
}

/// Starts another world, and makes the camera frame it if its container has another size.
pub fn begin(arena: &mut Arena, start: Start, panel: &mut PanelContext) {
    let before = arena.container();
    arena.begin(start);
    if arena.container() != before {
        panel.ask(Request::FrameAll);
    }
}

/// Controls of the seed, the number of bodies and their density.
fn amounts(ui: &mut Ui, draft: &mut Parameters) -> Vec<Edit> {
    let mut count = draft.count as u64;
    let mut edits = vec![setting::whole(ui, &BODIES, &mut count)];
    if shows_all(ui) {
        edits.push(setting::real(ui, &DENSITY, &mut draft.density));
        edits.push(setting::whole(ui, &SEED, &mut draft.seed));
    }
    draft.count = count as usize;
    edits
}

/// Controls of the triangle level, the share of resting bodies and the shares of the kinds of bodies.
fn mix(ui: &mut Ui, draft: &mut Parameters) -> Vec<Edit> {
    let mut level = u64::from(draft.level);
    let edits = vec![
        setting::whole(ui, &LEVEL, &mut level),
        setting::real(ui, &RESTING, &mut draft.resting),
        setting::shares(ui, &SHARE, &mut draft.mix.shares),
    ];
    draft.level = level as u32;
    edits
}

/// Shows some of the parameters, and starts another world when they have changed.
fn parameters(
    ui: &mut Ui,
    stands: &mut WorldDraft,
    arena: &mut Arena,
    panel: &mut PanelContext,
    controls: fn(&mut Ui, &mut Parameters) -> Vec<Edit>,
) {
    let before = stands.parameters;
    let edits = controls(ui, &mut stands.parameters);
    if edits.contains(&Edit::Done) && !edits.contains(&Edit::Going) && stands.parameters != stands.tried {
        stands.tried = stands.parameters;
        let start = match arena.start() {
            Start::Models(models, _) => Start::Models(models.clone(), stands.parameters),
            _ => Start::Experiment(stands.parameters),
        };
        begin(arena, start, panel);
    } else if stands.parameters != before {
        ui.ctx().request_repaint();
    }
}
