//! Which world, and its parameters.

use egui::{DragValue, Ui};
use rust_i18n::t;

use crate::labs::arena::Arena;
use crate::labs::arena::start::Start;
use crate::language::tr;
use crate::ui::requests::{PanelContext, Request};
use crate::ui::widgets::{Edit, choice, heading, note, row, slider};
use crate::world::parameters::{COUNT_RANGE, DENSITY_RANGE, LEVEL_RANGE, SEED_RANGE, SHARE_RANGE};
use crate::world::{Kind, PRESETS, Parameters};

/// The parameters of the experiment as the controls stand. While a control is dragged they differ from the world's: a
/// world of two thousand bodies is not made anew with every pixel.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct WorldDraft {
    /// As the controls stand.
    pub parameters: Parameters,
    /// That were last tried.
    tried: Parameters,
    /// Of the world when it was last looked at.
    seen: Parameters,
}

impl WorldDraft {
    /// Follows a world that was begun elsewhere.
    fn follow(&mut self, start: &Start) {
        if let Start::Experiment(now) | Start::Models(_, now) = *start
            && now != self.seen
        {
            *self = Self { parameters: now, tried: now, seen: now };
        }
    }
}

/// The section.
pub fn show(ui: &mut Ui, draft: &mut WorldDraft, arena: &mut Arena, panel: &mut PanelContext) {
    draft.follow(arena.start());
    heading(ui, &t!("World"));
    scene(ui, draft, arena, panel);
    match *arena.start() {
        Start::Experiment(_) | Start::Models(..) => parameters(ui, draft, arena, panel),
        Start::Preset(preset) => note(ui, &tr(preset.says)),
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
    match choice(ui, &t!("Scene"), &help, &current, std::iter::once(experiment).chain(rows)) {
        Some(0) => begin(arena, Start::Experiment(draft.parameters), panel),
        Some(index) => begin(arena, Start::Preset(&PRESETS[index - 1]), panel),
        None => {}
    }
}

/// Begins another world, and frames it if its box is another.
pub fn begin(arena: &mut Arena, start: Start, panel: &mut PanelContext) {
    let before = arena.container();
    arena.begin(start);
    if arena.container() != before {
        panel.ask(Request::FrameAll);
    }
}

fn parameters(ui: &mut Ui, stands: &mut WorldDraft, arena: &mut Arena, panel: &mut PanelContext) {
    let before = stands.parameters;
    let draft: &mut Parameters = &mut stands.parameters;
    let seed = row(ui, &tr(SEED_RANGE.label), &tr(SEED_RANGE.help), |ui| {
        let number = DragValue::new(&mut draft.seed).speed(0.05);
        ui.add_sized([ui.available_width(), ui.spacing().interact_size.y], number)
    });
    let range = COUNT_RANGE.min..=COUNT_RANGE.max;
    let mut edits = vec![
        if seed.changed() { Edit::Done } else { Edit::None },
        slider(ui, &tr(COUNT_RANGE.label), &tr(COUNT_RANGE.help), &mut draft.count, range, |s| {
            s.logarithmic(true)
        }),
        slider(
            ui,
            &tr(DENSITY_RANGE.label),
            &tr(DENSITY_RANGE.help),
            &mut draft.density,
            DENSITY_RANGE.min..=DENSITY_RANGE.max,
            |s| s.logarithmic(true),
        ),
    ];
    // A model is as fine as its file, and there are no kinds to mix.
    let models = match arena.start() {
        Start::Models(models, _) => Some(models.clone()),
        _ => None,
    };
    if models.is_none() {
        let levels = LEVEL_RANGE.min..=LEVEL_RANGE.max;
        edits.push(slider(
            ui,
            &tr(LEVEL_RANGE.label),
            &tr(LEVEL_RANGE.help),
            &mut draft.level,
            levels,
            |s| s,
        ));
        edits.push(mix(ui, &mut draft.mix.shares));
    }
    if edits.contains(&Edit::Done) && !edits.contains(&Edit::Going) && stands.parameters != stands.tried {
        stands.tried = stands.parameters;
        let start = match models {
            Some(models) => Start::Models(models, stands.parameters),
            None => Start::Experiment(stands.parameters),
        };
        begin(arena, start, panel);
    } else if stands.parameters != before {
        ui.ctx().request_repaint();
    }
}

/// The kinds' shares, two to a line.
fn mix(ui: &mut Ui, shares: &mut [f64; 4]) -> Edit {
    let mut edit = Edit::None;
    let height = ui.spacing().interact_size.y;
    for (index, kinds) in Kind::ALL.chunks(2).enumerate() {
        ui.columns(2, |columns| {
            for ((column, kind), share) in columns.iter_mut().zip(kinds).zip(&mut shares[2 * index..]) {
                let name = match kind {
                    Kind::Cone => t!("Cones"),
                    Kind::Cylinder => t!("Cylinders"),
                    Kind::Cube => t!("Cubes"),
                    Kind::Sphere => t!("Spheres"),
                };
                let range = SHARE_RANGE.min..=SHARE_RANGE.max;
                let number = DragValue::new(share)
                    .range(range)
                    .speed(0.01)
                    .fixed_decimals(2)
                    .prefix(format!("{name} "));
                let width = column.available_width();
                let response = column.add_sized([width, height], number).on_hover_text(tr(SHARE_RANGE.help));
                if response.dragged() && response.changed() {
                    edit = Edit::Going;
                } else if response.changed() || response.drag_stopped() {
                    edit = Edit::Done;
                }
            }
        });
    }
    edit
}
