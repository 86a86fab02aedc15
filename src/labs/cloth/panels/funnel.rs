//! Below the scene: the funnel of every pane, how much each stage of its method leaves to the next, and what each took.

use egui::{Grid, Label, Panel, Rect, RichText, ScrollArea, Sense, Ui, UiBuilder, pos2, vec2};
use rust_i18n::t;

use super::answers::why_none;
use crate::cloth::detect::{Counts, Found};
use crate::cloth::methods::REFERENCE;
use crate::labs::cloth::cloth_lab::ClothLab;
use crate::labs::cloth::lane::Lane;
use crate::language::tr;
use crate::ui::format::{grouped, time};
use crate::ui::theme;
use crate::ui::widgets::{dock, note};

/// Windows lower than this have no room for it, points.
const LOW: f32 = 560.0;
/// Height of a bar, points.
const BAR: f32 = 9.0;
/// Room between the columns of two panes, points.
const GAP: f32 = 18.0;

/// A row of the funnel.
struct Stage {
    name: String,
    help: String,
    left: u64,
    is_contact: bool,
}

/// The panel, in a window of `height` points.
pub fn show(ui: &mut Ui, lab: &mut ClothLab, height: f32) {
    if !lab.view.funnel || height < LOW {
        return;
    }
    let below = Panel::bottom("funnel").frame(dock(10, 4)).resizable(true);
    let below = below.default_size(178.0).size_range(90.0..=(0.5 * height).max(91.0));
    below.show(ui, |ui| {
        // The panel stays as high as it was made.
        ui.set_min_height(ui.available_height());
        let room = ui.available_rect_before_wrap();
        let count = lab.lanes().len() as f32;
        let width = (room.width() - GAP * (count - 1.0)) / count;
        let most = lab.lanes().iter().filter_map(Lane::answer).flat_map(|found| counts(&found.counts)).max();
        let longest = lab.lanes().iter().filter_map(Lane::answer).map(|found| found.times.total()).max();
        let scale = Scale {
            most: most.unwrap_or(1).max(1) as f32,
            seconds: longest.unwrap_or_default().as_secs_f32().max(1e-9),
        };
        for (pane, lane) in lab.lanes().iter().enumerate() {
            let left = room.left() + pane as f32 * (width + GAP);
            let column = Rect::from_min_size(pos2(left, room.top()), vec2(width, room.height()));
            ui.scope_builder(UiBuilder::new().max_rect(column).id_salt(("funnel", pane)), |ui| {
                ScrollArea::vertical()
                    .auto_shrink([false; 2])
                    .show(ui, |ui| one(ui, lab, pane, lane, &scale));
            });
        }
    });
}

/// What the longest bars of all panes stand for, so that panes can be compared.
struct Scale {
    most: f32,
    seconds: f32,
}

/// The funnel of one pane.
fn one(ui: &mut Ui, lab: &ClothLab, pane: usize, lane: &Lane, scale: &Scale) {
    ui.spacing_mut().item_spacing.y = 2.0;
    let title = t!("%{pane}. Funnel: %{method}", pane = pane + 1, method = tr(lane.method().title));
    ui.add(Label::new(RichText::new(title).small().strong().color(theme::text())).truncate())
        .on_hover_text(t!("How much each stage leaves to the next, in this step. Bars are logarithmic: a tenth of the length is a tenth of the digits."));
    let Some(found) = lane.answer() else {
        note(ui, &why_none(lab, lane).unwrap_or_default());
        return;
    };
    let room = (ui.available_width() - 220.0).max(30.0);
    Grid::new(("stages", pane)).num_columns(3).spacing([8.0, 1.0]).min_row_height(BAR + 3.0).show(ui, |ui| {
        for stage in stages(lane, found) {
            let name = RichText::new(&stage.name).small().color(theme::weak());
            ui.add(Label::new(name)).on_hover_text(&stage.help);
            let share = (1.0 + stage.left as f32).ln() / (1.0 + scale.most).ln();
            let color = if stage.is_contact { theme::colliding() } else { theme::accent() };
            bar(ui, room, &[(share, color)], &stage.help);
            ui.label(RichText::new(grouped(stage.left)).small().monospace().color(theme::strong()))
                .on_hover_text(&stage.help);
            ui.end_row();
        }
        let times = &found.times;
        let parts = [
            (times.refit, theme::teal(), t!("refit %{t}", t = time(times.refit.as_secs_f64()))),
            (times.walk, theme::violet(), t!("walk %{t}", t = time(times.walk.as_secs_f64()))),
            (times.exact, theme::amber(), t!("exact %{t}", t = time(times.exact.as_secs_f64()))),
        ];
        let help = parts.iter().map(|part| part.2.clone()).collect::<Vec<_>>().join(", ");
        ui.add(Label::new(RichText::new(t!("Time")).small().color(theme::weak()))).on_hover_text(&help);
        let shares = parts.map(|(took, color, _)| (took.as_secs_f32() / scale.seconds, color));
        bar(ui, room, &shares, &help);
        let all = time(times.total().as_secs_f64());
        ui.label(RichText::new(all).small().monospace().color(theme::strong())).on_hover_text(&help);
        ui.end_row();
    });
    let times = &found.times;
    ui.horizontal_wrapped(|ui| {
        let parts = [
            (theme::teal(), t!("refit %{t}", t = time(times.refit.as_secs_f64()))),
            (theme::violet(), t!("walk %{t}", t = time(times.walk.as_secs_f64()))),
            (theme::amber(), t!("exact %{t}", t = time(times.exact.as_secs_f64()))),
        ];
        for (color, text) in parts {
            ui.label(RichText::new(text).small().color(color));
        }
    });
}

/// Pieces of these lengths after each other, shares of the room.
fn bar(ui: &mut Ui, room: f32, pieces: &[(f32, egui::Color32)], help: &str) {
    let (rect, response) = ui.allocate_exact_size(vec2(room, BAR), Sense::hover());
    response.on_hover_text(help);
    ui.painter().rect_filled(rect, 2.0, theme::sunken());
    let mut x = rect.left();
    for (share, color) in pieces {
        let end = (x + share.clamp(0.0, 1.0) * rect.width()).min(rect.right());
        ui.painter().rect_filled(rect.with_min_x(x).with_max_x(end), 2.0, *color);
        x = end;
    }
}

fn counts(counts: &Counts) -> [u64; 4] {
    [counts.box_tests, counts.leaf_pairs, counts.feature_pairs, counts.exact_tests]
}

/// The stages that the method has, in their order.
fn stages(lane: &Lane, found: &Found) -> Vec<Stage> {
    let counts = &found.counts;
    let has = |id: &str, off: &str| {
        let settings = lane.settings();
        settings.has(id) && settings.word(id) != off
    };
    let stage = |name: String, left: u64, help: String| Stage { name, help, left, is_contact: false };
    let mut stages = Vec::new();
    if lane.method().id != REFERENCE {
        let help = t!(
            "Pairs of boxes compared; patches left out by cone, contour or certificate: %{n}",
            n = grouped(counts.cone_prunes + counts.certified)
        );
        stages.push(stage(t!("Pairs of boxes").into_owned(), counts.box_tests, help.into_owned()));
        let help = t!("Pairs of triangles, or of cells, that boxes and cones leave.");
        stages.push(stage(t!("Pairs of triangles").into_owned(), counts.leaf_pairs, help.into_owned()));
    }
    if has("centroid", "off") {
        let left = counts.leaf_pairs - counts.centroid_drops;
        let help = t!("Of these, those whose centroids are near enough.");
        stages.push(stage(t!("Near centroids").into_owned(), left, help.into_owned()));
    }
    let help = t!("Pairs of a particle and a triangle, or of two edges, that were looked at.");
    stages.push(stage(t!("Pairs of features").into_owned(), counts.feature_pairs, help.into_owned()));
    if has("same-side", "off") {
        let left = counts.feature_pairs - counts.feature_box_drops;
        let help = t!("Of these, those whose own boxes meet.");
        stages.push(stage(t!("Their boxes meet").into_owned(), left, help.into_owned()));
    }
    let help = t!("Of these, those that may change sides: exact tests.");
    stages.push(stage(t!("Exact tests").into_owned(), counts.exact_tests, help.into_owned()));
    stages.push(Stage {
        name: t!("Contacts").into_owned(),
        help: t!("Pairs of features that meet, each once.").into_owned(),
        left: found.contacts.len() as u64,
        is_contact: true,
    });
    stages
}
