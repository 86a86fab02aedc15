//! Controls on the left: the level, the mover and its walk, what is shown; and the inspected move.

use egui::{Grid, Key, ProgressBar, RichText, Ui};

use crate::exhibit::Page;
use crate::labs::controls::{all_free, controls};
use crate::labs::level::level_lab::LevelLab;
use crate::labs::level::words::{Config, NO_SIZE, NO_VOLUME, NOT_CUT};
use crate::language::{t, tr};
use crate::level::drawing::{MOST_CUT, can_be_cut};
use crate::level::figure::KINDS;
use crate::level::ground::Source;
use crate::level::tree::Size;
use crate::road::car::WHEEL_NAMES;
use crate::ui::format::grouped;
use crate::ui::group::group;
use crate::ui::levels::shows_all;
use crate::ui::requests::{PanelContext, Request};
use crate::ui::theme;
use crate::ui::widgets::{Edit, heading, note};

/// Adds a switch per overlay.
pub fn view(ui: &mut Ui, lab: &mut LevelLab) {
    if !group(ui, "view", &t!("View")) {
        return;
    }
    let mut next = lab.config();
    let is_possible = can_be_cut(lab.ground().level.brushes.len());
    controls(ui, &mut next, "cut", |_, _| (!is_possible).then_some(NOT_CUT));
    if !is_possible {
        note(ui, &t!("A level of more than %{n} brushes cannot be cut away.", n = grouped(MOST_CUT as u64)));
    }
    let is_car = lab.figure().is_car();
    controls(ui, &mut next, "view", |id, _| (is_car && id == "volume").then_some(NO_VOLUME));
    lab.apply(next);
}

/// Adds the steering, the speed, the method that stops the walk, and the length of the move about which the
/// methods are queried.
pub fn walk(ui: &mut Ui, lab: &mut LevelLab) {
    if !group(ui, "walk", &t!("Walk")) {
        return;
    }
    let mut next = lab.config();
    for group in ["steering", "speed", "ahead", "driver"] {
        controls(ui, &mut next, group, all_free);
    }
    lab.apply(next);
}

/// Adds the control for the length of the move about which the methods are queried or, for a car, of the
/// wheels' rays.
pub fn ahead(ui: &mut Ui, lab: &mut LevelLab) {
    let mut next = lab.config();
    controls(ui, &mut next, "ahead", all_free);
    lab.apply(next);
}

/// Steers the mover by held keys while the scene page is open and no text is being edited. The first key
/// takes over from the path and starts playback. Pausing while a key is held keeps the walk paused.
pub fn listen(ui: &Ui, lab: &mut LevelLab, panel: &PanelContext) {
    let listens = panel.page == Page::Scene && !ui.ctx().text_edit_focused();
    let is_plain = ui.input(|input| !input.modifiers.any() || input.modifiers.shift_only());
    let held = |key| f64::from(u8::from(listens && is_plain && ui.input(|input| input.key_down(key))));
    let wish = [held(Key::D) - held(Key::A), held(Key::W) - held(Key::S)];
    if wish != [0.0; 2] && !lab.is_held() {
        lab.settings.by_keys = true;
        lab.playback.playing = true;
    }
    lab.hold(wish);
    if wish != [0.0; 2] {
        ui.ctx().request_repaint();
    }
}

/// Adds kind and size of the mover. A change takes effect at once; the mover stays in its place.
pub fn mover(ui: &mut Ui, lab: &mut LevelLab) {
    if !group(ui, "mover", &t!("Mover")) {
        return;
    }
    let mut next = lab.config();
    let [has_radius, has_height] = KINDS[next.figure.kind].takes;
    let idle = |id: &str, _: &str| {
        let is_without = (id == "radius" && !has_radius) || (id == "height" && !has_height);
        is_without.then_some(NO_SIZE)
    };
    controls(ui, &mut next, "mover", idle);
    if shows_all(ui) {
        controls(ui, &mut next, "height", idle);
    }
    note(ui, &tr(KINDS[next.figure.kind].says));
    lab.apply(next);
}

/// Adds seed and size, and the size of the tree. A change builds another level on a thread.
pub fn level(ui: &mut Ui, lab: &mut LevelLab) {
    if !group(ui, "level", &t!("The level")) {
        return;
    }
    let (seed, faces) = lab.draft;
    let mut next = Config { source: Source::Made { seed, faces }, ..lab.config() };
    let edit = controls(ui, &mut next, "seed", all_free);
    let edit = edit.or(controls(ui, &mut next, "level", all_free));
    lab.draft = next.source.parameters();
    if edit == Edit::Done && (lab.is_from_file() || lab.draft != lab.parameters()) {
        generate(lab);
    }
    if let Some(share) = lab.progress() {
        let help =
            t!("Building and compiling the level. The current level stays until the new one is ready.");
        ui.add(ProgressBar::new(share as f32).desired_height(14.0)).on_hover_text(help);
    }
    let (level, tree) = (&lab.ground().level, &lab.ground().level.tree);
    note(
        ui,
        &t!(
            "Faces: %{faces}. Nodes of the tree: %{nodes}, depth: %{depth}, solid leaves: %{solid}.",
            faces = grouped(level.faces as u64),
            nodes = grouped(tree.nodes.len() as u64),
            depth = tree.depth,
            solid = grouped(tree.solid.into())
        ),
    );
    trees(ui, lab);
    match lab.ground().source() {
        Source::Made { .. } => {
            note(ui, &t!("Open (Ctrl+O) or drop a closed mesh or .map file."));
        }
        Source::File(path) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            note(ui, &t!("From the file %{file}.", file = name));
            for left_out in &lab.ground().notes {
                note(ui, &tr(left_out));
            }
            let help = t!("Walk in the level of the seed and the number of faces above.");
            if ui.button(t!("Generated level")).on_hover_text(help).clicked() {
                generate(lab);
            }
        }
    }
}

/// One number of a tree's size.
type Count = fn(&Size) -> u64;

/// Adds the sizes of the level's tree and of other trees in the panes, side by side; nothing if there are no others.
fn trees(ui: &mut Ui, lab: &LevelLab) {
    let mut columns = vec![(t!("plain tree"), lab.ground().level.tree.size())];
    for (pane, lane) in lab.contest.lanes.iter().enumerate() {
        if let Some(size) = lane.tree().filter(|size| columns.iter().all(|(_, known)| known != size)) {
            columns.push((t!("pane %{n}", n = pane + 1), size));
        }
    }
    if columns.len() == 1 {
        return;
    }
    let rows: [(_, Count); 5] = [
        (t!("Nodes"), |size| size.nodes),
        (t!("Depth"), |size| size.depth.into()),
        (t!("Solid leaves"), |size| size.solid.into()),
        (t!("Empty leaves"), |size| size.empty.into()),
        (t!("Memory, KiB"), |size| size.bytes / 1024),
    ];
    let weak = |text: &str| RichText::new(text).small().color(theme::weak());
    Grid::new("trees").num_columns(1 + columns.len()).spacing([8.0, 1.0]).show(ui, |ui| {
        ui.label("");
        for (name, _) in &columns {
            ui.label(weak(name));
        }
        ui.end_row();
        for (name, of) in rows {
            ui.label(weak(&name));
            for (_, size) in &columns {
                ui.label(RichText::new(grouped(of(size))).small().monospace().color(theme::strong()));
            }
            ui.end_row();
        }
    });
}

/// Builds the level of the panel's seed and number of faces.
fn generate(lab: &mut LevelLab) {
    let (seed, faces) = lab.draft;
    lab.load(seed, faces);
}

/// Adds the choice of the inspected move, on the left of the inspector: for a car the picked wheel, otherwise
/// the length of the move ahead; and the frame.
pub fn inspected(ui: &mut Ui, lab: &mut LevelLab) {
    if lab.figure().is_car() {
        heading(ui, &t!("Picked wheel"));
        ui.columns(2, |columns| {
            for (wheel, name) in WHEEL_NAMES.into_iter().enumerate() {
                let help = t!("Inspect this wheel's ray.");
                if columns[wheel % 2]
                    .radio(lab.settings.wheel == wheel, tr(name))
                    .on_hover_text(help)
                    .clicked()
                {
                    lab.pick_wheel(wheel);
                }
            }
        });
    } else {
        heading(ui, &t!("The move ahead"));
    }
    ahead(ui, lab);
    note(ui, &t!("Paused at frame %{frame} of the walk while you inspect it.", frame = lab.frame()));
}

/// Adds the button that opens the inspector.
pub fn inspect_button(ui: &mut Ui, panel: &mut PanelContext) {
    ui.add_space(8.0);
    let help = t!("Inspect the path of the move down the tree, node by node. (I)");
    if ui.button(t!("Inspect the move")).on_hover_text(help).clicked() {
        panel.ask(Request::Turn(Page::Inspector));
    }
}
