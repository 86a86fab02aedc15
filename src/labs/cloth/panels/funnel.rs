//! Funnel chart below the scene: how many pairs (or other items) each stage of a method leaves for the next stage, and
//! the time. Stages are rows and panes are columns, so that panes can be compared along a row. And the legend of the
//! stage colours.

use egui::{
    Align, Color32, FontId, FontSelection, Grid, Label, Layout, Panel, RichText, ScrollArea, Sense,
    TextStyle, Ui, vec2,
};

use super::answers::why_none;
use crate::cloth::detect::{Counts, Found};
use crate::cloth::methods::REFERENCE;
use crate::cloth::reached::Reached;
use crate::figures::cloth::STAGES;
use crate::labs::cloth::cloth_lab::ClothLab;
use crate::labs::cloth::lane::Lane;
use crate::labs::pane_panels::title;
use crate::language::{t, tr};
use crate::ui::format::{grouped, time};
use crate::ui::theme;
use crate::ui::widgets::{dock, note, strip_heights, text_width};

/// Minimum height of a window with a funnel, points.
const LOW: f32 = 620.0;
/// Height of the funnel of two methods with every stage, points.
const WHOLE: f32 = 196.0;
/// Height of a bar, points.
const BAR: f32 = 9.0;
/// Gap between two columns, points.
const GAP: f32 = 14.0;
/// Minimum room for the number after a bar, points.
const NUMBER: f32 = 66.0;

/// Id of the setting by which a method prunes patches by their cones of normals.
const CONES: &str = "cones";
/// Value of the setting [`CONES`] with which a method also tests contours.
const WITH_CONTOUR: &str = "with-contour";
const CERTIFICATES: &str = "certificates";

/// A row of the funnel.
struct Stage {
    name: String,
    help: String,
    /// Number of items that a method leaves after this stage; `None` if the method does not have the stage.
    left: fn(&Lane, &Counts) -> Option<u64>,
    /// Colour of the bar; `None` for items that are taken away, or counted beside the funnel: they have no bar.
    color: Option<fn() -> Color32>,
}

/// Adds the panel in a window of `height` points.
pub fn show(ui: &mut Ui, lab: &mut ClothLab, height: f32) {
    if !lab.settings.view.funnel || height < LOW {
        return;
    }
    let below = Panel::bottom("funnel").frame(dock(10, 4)).resizable(true);
    let (first, range) = strip_heights(height);
    below.default_size(first.max(WHOLE)).size_range(range).show(ui, |ui| {
        // Keeps the height to which the panel was dragged.
        ui.set_min_height(ui.available_height());
        ScrollArea::vertical().auto_shrink([false; 2]).show(ui, |ui| table(ui, lab));
    });
}

/// Scale of the bars, shared by all panes: the count and the time that the longest bars stand for, the width
/// of a pane's column, and the width of the longest number.
struct Scale {
    most: f32,
    seconds: f32,
    width: f32,
    number: f32,
}

fn table(ui: &mut Ui, lab: &ClothLab) {
    // Rows need only the height of their text, because nothing in them can be clicked.
    ui.spacing_mut().interact_size.y = BAR + 3.0;
    let stages = stages();
    let parts = [t!("refit"), t!("traversal"), t!("feature tests")];
    let together = parts.join(" · ");
    let names = stages.iter().map(|stage| stage.name.as_str()).chain([&*together]);
    let font = FontSelection::Style(TextStyle::Small).resolve(ui.style());
    let wide = |text: &str| text_width(ui, text, font.clone());
    let name_width = names.map(wide).fold(0.0, f32::max).ceil();
    let answers = || lab.contest.lanes.iter().filter_map(|lane| lane.answer());
    let count = lab.contest.lanes.len();
    let most = answers().map(|found| most(&found.counts)).max().unwrap_or(1).max(1);
    let scale = Scale {
        most: most as f32,
        seconds: answers().map(|found| found.times.total().as_secs_f32()).fold(1e-9, f32::max),
        width: (ui.available_width() - name_width) / count as f32 - GAP,
        number: text_width(ui, &grouped(most), FontId::monospace(font.size)).ceil().max(NUMBER),
    };
    let cell = |ui: &mut Ui, contents: &mut dyn FnMut(&mut Ui)| {
        let size = vec2(scale.width.max(scale.number + 24.0), ui.text_style_height(&TextStyle::Small));
        ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(size.x);
            ui.spacing_mut().item_spacing.x = 8.0;
            contents(ui);
        });
    };
    Grid::new("funnel").num_columns(1 + count).spacing([GAP, 1.0]).min_row_height(BAR + 3.0).show(ui, |ui| {
        let help = t!("Number of pairs that each stage passes on to the next in this step. Bars are logarithmic: half the length means half as many digits.");
        let title = RichText::new(t!("Funnel, log scale")).small().strong().color(theme::text());
        ui.label(title).on_hover_text(help);
        for (pane, lane) in lab.contest.lanes.iter().enumerate() {
            cell(ui, &mut |ui| heading(ui, lab, pane, lane));
        }
        ui.end_row();
        for stage in &stages {
            let left = |lane: &Lane| lane.answer().and_then(|found| (stage.left)(lane, &found.counts));
            // A stage that no shown method has gets no row.
            if answers().next().is_some() && !lab.contest.lanes.iter().any(|lane| left(lane).is_some()) {
                continue;
            }
            ui.label(weak(&stage.name)).on_hover_text(&stage.help);
            for lane in &lab.contest.lanes {
                cell(ui, &mut |ui| one(ui, stage, lane, left(lane), &scale));
            }
            ui.end_row();
        }
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for (part, color) in parts.iter().zip(part_colors()) {
                let name = ui.label(RichText::new(&**part).small().color(color));
                name.on_hover_text(t!("Detection time in this step."));
            }
        });
        for lane in &lab.contest.lanes {
            cell(ui, &mut |ui| {
                if let Some(found) = lane.answer() {
                    took(ui, found, &scale);
                }
            });
        }
        ui.end_row();
    });
}

/// Title of a pane's method, or why it has no answer.
fn heading(ui: &mut Ui, lab: &ClothLab, pane: usize, lane: &Lane) {
    let (title, color) = match why_none(lab, lane) {
        Some(why) => (why, theme::weak()),
        None => (title(lab, pane), theme::text()),
    };
    let title = format!("{}. {title}", pane + 1);
    // A truncated label shows its full text on hover.
    ui.add(Label::new(RichText::new(title).small().strong().color(color)).truncate());
}

/// Adds the number of items that a stage leaves: a bar with the number beside it.
fn one(ui: &mut Ui, stage: &Stage, lane: &Lane, left: Option<u64>, scale: &Scale) {
    let Some(left) = left else {
        if lane.answer().is_some() {
            ui.label(weak("–"))
                .on_hover_text(t!("The method does not have this stage, or the stage is switched off."));
        }
        return;
    };
    let Some(color) = stage.color else {
        ui.label(weak(&grouped(left))).on_hover_text(&stage.help);
        return;
    };
    let share = (1.0 + left as f32).ln() / (1.0 + scale.most).ln();
    bar(ui, &[(share, color())], scale, &stage.help);
    number(ui, &grouped(left), &stage.help);
}

/// Total time of a method, as a bar in three parts.
fn took(ui: &mut Ui, found: &Found, scale: &Scale) {
    let parts = [found.times.refit, found.times.walk, found.times.exact];
    let said = [
        t!("refit %{t}", t = time(parts[0].as_secs_f64())),
        t!("traversal %{t}", t = time(parts[1].as_secs_f64())),
        t!("feature tests %{t}", t = time(parts[2].as_secs_f64())),
    ];
    let help = said.join(", ");
    let shares =
        parts.iter().zip(part_colors()).map(|(part, color)| (part.as_secs_f32() / scale.seconds, color));
    bar(ui, &shares.collect::<Vec<_>>(), scale, &help);
    number(ui, &time(found.times.total().as_secs_f64()), &help);
}

/// Colours of the parts of a method's time.
fn part_colors() -> [Color32; 3] {
    [theme::teal(), theme::violet(), theme::amber()]
}

fn weak(text: &str) -> RichText {
    RichText::new(text).small().color(theme::weak())
}

fn number(ui: &mut Ui, text: &str, help: &str) {
    let text = RichText::new(text).small().monospace().color(theme::strong());
    ui.add(Label::new(text).extend()).on_hover_text(help);
}

/// Adds a bar of coloured segments, one after another. A segment's length is a fraction of the full bar,
/// which leaves room for a number on its right.
fn bar(ui: &mut Ui, pieces: &[(f32, Color32)], scale: &Scale, help: &str) {
    let room = (ui.available_width() - scale.number - 8.0).max(16.0);
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

/// The largest count of a funnel.
fn most(counts: &Counts) -> u64 {
    counts.box_tests.max(counts.leaf_pairs).max(counts.feature_pairs).max(counts.exact_tests)
}

/// Whether the method has the optional stage with this id, and the stage is switched on.
fn has(lane: &Lane, id: &str) -> bool {
    lane.settings().word(id).is_some_and(|word| word != "off")
}

fn has_tree(lane: &Lane) -> bool {
    lane.method().id != REFERENCE
}

/// The stages of all methods, in order.
fn stages() -> Vec<Stage> {
    let stage = |name: String, help: String, left: fn(&Lane, &Counts) -> Option<u64>| Stage {
        name,
        help,
        left,
        color: Some(theme::accent),
    };
    let beside = |name: String, help: String, left: fn(&Lane, &Counts) -> Option<u64>| Stage {
        color: None,
        ..stage(name, help, left)
    };
    vec![
        stage(
            t!("Pairs of boxes").into_owned(),
            t!("Pairs of boxes tested during the traversal.").into_owned(),
            |lane, counts| has_tree(lane).then_some(counts.box_tests),
        ),
        beside(
            t!("Triangles in cells").into_owned(),
            t!("Entries of triangles in the cells of space that are not divided further; a triangle is in every such cell that its box touches.")
                .into_owned(),
            |lane, counts| lane.settings().has("cell").then_some(counts.entries),
        ),
        beside(
            t!("Patches pruned").into_owned(),
            t!("Whole patches pruned by cone, contour or certificate.").into_owned(),
            |lane, counts| {
                let prunes = lane.settings().has(CONES) || lane.settings().has(CERTIFICATES);
                prunes.then_some(counts.cone_prunes + counts.certified)
            },
        ),
        beside(
            t!("Contours rejected").into_owned(),
            t!("Patches with a narrow cone whose contour may cross itself; their children are visited.")
                .into_owned(),
            |lane, counts| {
                let asks = lane.settings().word(CONES) == Some(WITH_CONTOUR);
                asks.then_some(counts.contour_refusals)
            },
        ),
        stage(
            t!("Pairs of triangles").into_owned(),
            t!("Pairs of triangles (or cells) left after boxes and cones.").into_owned(),
            |lane, counts| has_tree(lane).then_some(counts.leaf_pairs),
        ),
        stage(
            t!("Near centroids").into_owned(),
            t!("Pairs of triangles whose centroids are near enough.").into_owned(),
            |lane, counts| has(lane, "centroid").then(|| counts.leaf_pairs - counts.centroid_drops),
        ),
        stage(
            t!("Pairs of features").into_owned(),
            t!("Candidate pairs of features: a particle and a triangle, or two edges.").into_owned(),
            |_, counts| Some(counts.feature_pairs),
        ),
        stage(
            t!("Overlapping boxes").into_owned(),
            t!("Pairs of features whose boxes overlap.").into_owned(),
            |lane, counts| has(lane, "same-side").then(|| counts.feature_pairs - counts.feature_box_drops),
        ),
        stage(
            t!("Exact tests").into_owned(),
            t!("Pairs of features that may change sides, and are tested exactly.").into_owned(),
            |_, counts| Some(counts.exact_tests),
        ),
        Stage {
            name: t!("Contacts").into_owned(),
            help: t!("Pairs of features in contact, each counted once.").into_owned(),
            left: |lane, _| lane.answer().map(|found| found.contacts.len() as u64),
            color: Some(theme::colliding),
        },
    ]
}

/// Gap between two columns, points.
const BETWEEN: f32 = 6.0;
/// Width of a colour sample, points.
const SWATCH: f32 = 14.0;
/// Minimum width for the name of a stage, which may wrap, points.
const NAME: f32 = 48.0;

/// Adds a line per stage reached in any pane, last stage first, with a count per pane.
pub fn stage_legend(ui: &mut Ui, lab: &ClothLab) {
    let panes: Vec<_> = lab.contest.lanes.iter().map(|lane| lane.reached()).collect();
    if panes.iter().all(Option::is_none) {
        note(ui, &t!("The method has not answered yet."));
        return;
    }
    let help = t!("Triangles of each pane for which this stage was the last.");
    let most = panes.iter().flatten().map(|reached| reached.len()).max().unwrap_or(0);
    let digits = FontId::monospace(TextStyle::Small.resolve(ui.style()).size);
    let numbers = panes.len() as f32 * (text_width(ui, &grouped(most as u64), digits) + BETWEEN);
    let name_room = (ui.available_width() - SWATCH - BETWEEN - numbers).max(NAME);
    let columns = Grid::new("reached").num_columns(2 + panes.len()).min_col_width(0.0);
    columns.spacing([BETWEEN, 1.0]).show(ui, |ui| {
        if panes.len() > 1 {
            ui.label("");
            ui.label(RichText::new(t!("Pane")).small().color(theme::weak())).on_hover_text(&*help);
            for pane in 1..=panes.len() {
                let color =
                    if pane == lab.contest.panes.focus() + 1 { theme::accent() } else { theme::weak() };
                ui.label(RichText::new(pane.to_string()).small().monospace().color(color));
            }
            ui.end_row();
        }
        for (stage, name, color) in STAGES.iter().rev() {
            let count = |reached: &Vec<Reached>| reached.iter().filter(|reached| *reached == stage).count();
            let counts: Vec<_> = panes.iter().map(|reached| reached.map(|reached| count(reached))).collect();
            if counts.iter().all(|count| count.unwrap_or(0) == 0) {
                continue;
            }
            let (rect, _) = ui.allocate_exact_size(vec2(SWATCH, 10.0), Sense::hover());
            let [r, g, b] = color.rgb.map(|channel| (255.0 * channel).round() as u8);
            ui.painter().rect_filled(rect, 2.0, Color32::from_rgb(r, g, b));
            ui.scope(|ui| {
                ui.set_max_width(name_room);
                let name = RichText::new(tr(name)).small().color(theme::text());
                ui.add(Label::new(name).wrap()).on_hover_text(&*help);
            });
            for count in counts {
                let text = count.map_or_else(|| "–".to_owned(), |count| grouped(count as u64));
                ui.label(RichText::new(text).small().monospace().color(theme::strong()))
                    .on_hover_text(&*help);
            }
            ui.end_row();
        }
    });
}
