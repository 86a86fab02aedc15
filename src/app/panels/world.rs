//! Which world, and its parameters.

use egui::{DragValue, Ui};
use rust_i18n::t;

use super::{Edit, choice, heading, note, row, slider};
use crate::app::shell::Shell;
use crate::labs::arena::Start;
use crate::language::tr;
use crate::settings::Range;
use crate::world::parameters::{BODIES, DENSITY, LEVEL, SEED, SHARE};
use crate::world::{PRESETS, Parameters};

/// The section. `draft` holds the parameters while they are being dragged: a world of two thousand
/// bodies is not made anew with every pixel.
pub fn show(ui: &mut Ui, shell: &mut Shell) {
    heading(ui, &t!("World"));
    scene(ui, shell);
    match *shell.arena.start() {
        Start::Experiment(_) | Start::Models(..) => parameters(ui, shell),
        Start::Preset(preset) => note(ui, &tr(preset.says)),
    }
}

/// The choice of the scene alone.
pub fn scene(ui: &mut Ui, shell: &mut Shell) {
    let current = match shell.arena.start() {
        Start::Experiment(_) => t!("Experiment").into_owned(),
        Start::Models(..) => t!("Models").into_owned(),
        Start::Preset(preset) => tr(preset.title),
    };
    let help = t!("The published experiment, or a small hand-made scene to step through.");
    let says = t!("Bodies at random places in a closed box, all in motion.");
    let experiment = (t!("Experiment").into_owned(), says.into_owned(), true);
    let rows = PRESETS.iter().map(|preset| (tr(preset.title), tr(preset.says), true));
    match choice(ui, &t!("Scene"), &help, &current, std::iter::once(experiment).chain(rows)) {
        Some(0) => shell.begin(Start::Experiment(shell.draft)),
        Some(index) => shell.begin(Start::Preset(&PRESETS[index - 1])),
        None => {}
    }
}

fn parameters(ui: &mut Ui, shell: &mut Shell) {
    let before = shell.draft;
    let draft: &mut Parameters = &mut shell.draft;
    let seed = row(ui, &tr(SEED.label), &tr(SEED.help), |ui| {
        let number = DragValue::new(&mut draft.seed).speed(0.05);
        ui.add_sized([ui.available_width(), ui.spacing().interact_size.y], number)
    });
    let (least, most) = BODIES.wholes().into_inner();
    let range = least as usize..=most as usize;
    let mut edits = vec![
        if seed.changed() { Edit::Done } else { Edit::None },
        slider(ui, &tr(BODIES.label), &tr(BODIES.help), &mut draft.count, range, |s| s.logarithmic(true)),
        slider(ui, &tr(DENSITY.label), &tr(DENSITY.help), &mut draft.density, DENSITY.reals(), |s| {
            s.logarithmic(true)
        }),
    ];
    // A model is as fine as its file, and there are no kinds to mix.
    let models = match shell.arena.start() {
        Start::Models(models, _) => Some(models.clone()),
        _ => None,
    };
    if models.is_none() {
        let (least, most) = LEVEL.wholes().into_inner();
        let levels = least as u32..=most as u32;
        edits.push(slider(ui, &tr(LEVEL.label), &tr(LEVEL.help), &mut draft.level, levels, |s| s));
        edits.push(mix(ui, &mut draft.mix.shares));
    }
    if edits.contains(&Edit::Done) && !edits.contains(&Edit::Going) && shell.draft != shell.applied {
        shell.begin(match models {
            Some(models) => Start::Models(models, shell.draft),
            None => Start::Experiment(shell.draft),
        });
    } else if shell.draft != before {
        ui.ctx().request_repaint();
    }
}

/// The kinds' shares, two to a line.
fn mix(ui: &mut Ui, shares: &mut [f64; 4]) -> Edit {
    let mut edit = Edit::None;
    let height = ui.spacing().interact_size.y;
    let Range::Shares { of: kinds } = SHARE.range else { return edit };
    for (index, kinds) in kinds.chunks(2).enumerate() {
        ui.columns(2, |columns| {
            for ((column, kind), share) in columns.iter_mut().zip(kinds).zip(&mut shares[2 * index..]) {
                let name = tr(kind);
                let range = SHARE.reals();
                let number = DragValue::new(share)
                    .range(range)
                    .speed(0.01)
                    .fixed_decimals(2)
                    .prefix(format!("{name} "));
                let width = column.available_width();
                let response = column.add_sized([width, height], number).on_hover_text(tr(SHARE.help));
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
