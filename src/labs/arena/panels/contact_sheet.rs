//! Contact sheet: the tiles of all pairs of the frame, with sorting, filter and size.

use std::borrow::Cow;

use egui::{Button, Checkbox, ComboBox, Rect, RichText, ScrollArea, Sense, Slider, Ui, Vec2, vec2};

use super::strip;
use super::strip::Pictures;
use crate::detector::{Evidence, Verdict};
use crate::exhibit::Page;
use crate::labs::arena::Arena;
use crate::language::{t, tr};
use crate::ui::requests::{PanelContext, Request};
use crate::ui::theme;
use crate::ui::widgets::{note, options_in};

/// Range of tile sizes, points.
pub const SIDES: std::ops::RangeInclusive<f32> = 48.0..=256.0;

/// Smallest size of tiles that fill the page, and their size in an image of the sheet, points.
const USUAL: f32 = 96.0;

/// Horizontal and vertical margins of a sheet that is rendered alone, points.
const MARGINS: [f32; 2] = [16.0, 20.0];

/// Order of the tiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// By the numbers of the bodies, ascending.
    Pair,
    /// Colliding pairs first, then separated pairs.
    Verdict,
    /// Errors first, then verdicts with the least evidence.
    #[default]
    Disagreement,
    /// By the count behind the verdict (samples, or visited pairs of nodes), largest first.
    Count,
}

impl Order {
    /// All orders, in the order of the menu.
    const ALL: [Self; 4] = [Self::Pair, Self::Verdict, Self::Disagreement, Self::Count];

    /// Name and hover text, in the current language.
    fn words(self) -> [Cow<'static, str>; 2] {
        match self {
            Self::Pair => [t!("Pair"), t!("In order of body numbers.")],
            Self::Verdict => [t!("Verdict"), t!("Colliding pairs first, then separated pairs.")],
            Self::Disagreement => [
                t!("Disagreement"),
                t!("Missed pairs and false hits first, then the pairs with the smallest counts."),
            ],
            Self::Count => [t!("Count"), t!("Pairs with the largest counts first.")],
        }
    }
}

/// Settings and images of the sheet.
pub struct ContactSheet {
    /// The order of the tiles.
    pub order: Order,
    /// Whether only pairs with wrong verdicts are shown.
    pub errors_only: bool,
    /// Side length of a tile's image, points; `None`: the largest with which all tiles fit the page.
    pub side: Option<f32>,
    /// The side length on show.
    shown_side: f32,
    pictures: Pictures,
}

impl Default for ContactSheet {
    fn default() -> Self {
        let (order, pictures) = (Order::default(), Pictures::default());
        Self { order, errors_only: false, side: None, shown_side: USUAL, pictures }
    }
}

/// The page: controls above the tiles.
pub fn show(ui: &mut Ui, sheet: &mut ContactSheet, arena: &mut Arena, panel: &mut PanelContext) {
    bar(ui, sheet, arena);
    show_tiles(ui, sheet, arena, panel);
}

/// The tiles alone, in the order and size set in `sheet`.
pub fn show_tiles(ui: &mut Ui, sheet: &mut ContactSheet, arena: &mut Arena, panel: &mut PanelContext) {
    let order = sorted(arena, sheet.order, sheet.errors_only);
    if order.is_empty() {
        let text = empty(sheet, arena);
        ui.centered_and_justified(|ui| ui.label(RichText::new(text).color(theme::weak())));
        return;
    }
    let shown = arena.roles().shown;
    if strip::draws_nothing(arena) {
        note(
            ui,
            &t!(
                "%{method} draws nothing, so only verdicts are shown here, no tiles.",
                method = tr(shown.title)
            ),
        );
    }
    grid(ui, sheet, arena, panel, &order);
}

/// Why there are no tiles: a sentence to show instead.
fn empty(sheet: &ContactSheet, arena: &Arena) -> String {
    if arena.found().candidates.is_empty() {
        return t!("No boxes overlap in this frame, so there is no pair to test.").into_owned();
    }
    match arena.shown() {
        _ if !sheet.errors_only => t!("No other body's box overlaps that of the picked body.").into_owned(),
        Some(answer) if answer.errors.is_none() => {
            t!("Errors are unknown: the reference is off or has no answer.").into_owned()
        }
        _ => t!("No errors: the method agrees with the reference on every pair.").into_owned(),
    }
}

/// Controls for order, filter and size.
fn bar(ui: &mut Ui, sheet: &mut ContactSheet, arena: &mut Arena) {
    ui.horizontal_wrapped(|ui| {
        let help = t!("Order of the tiles.");
        let label = ui.label(RichText::new(t!("Sort by")).color(theme::weak())).on_hover_text(help.clone());
        let [current, _] = sheet.order.words();
        let mut chosen = None;
        let list =
            ComboBox::from_id_salt("order").width(120.0).selected_text(current.as_ref()).show_ui(ui, |ui| {
                let rows = Order::ALL.map(Order::words);
                let rows = rows.iter().map(|[name, says]| (name.to_string(), says.to_string(), true));
                chosen = options_in(ui, &current, rows);
            });
        list.response.labelled_by(label.id).on_hover_text(help);
        if let Some(row) = chosen {
            sheet.order = Order::ALL[row];
        }
        let help = t!("Show only missed pairs and false hits.");
        ui.add(Checkbox::new(&mut sheet.errors_only, t!("Errors only"))).on_hover_text(help);
        let help = t!("Size of the tiles.");
        let label = ui.label(RichText::new(t!("Size")).color(theme::weak())).on_hover_text(help.clone());
        ui.spacing_mut().slider_width = 110.0;
        let slider = Slider::new(&mut sheet.shown_side, SIDES).step_by(8.0).show_value(false);
        if ui.add(slider).labelled_by(label.id).on_hover_text(help).changed() {
            sheet.side = Some(sheet.shown_side);
        }
        if let Some(body) = arena.selected {
            let help = t!("Show the pairs of all bodies.");
            let text = t!("Showing only body %{body}: show all", body = body);
            if ui.add(Button::new(text)).on_hover_text(help).clicked() {
                arena.selected = None;
            }
        }
        let all = arena.found().candidates.len();
        note(ui, &t!("Candidate pairs: %{n}", n = all));
    });
}

/// The visible tiles, row by row. A click opens the pair in the inspector.
fn grid(ui: &mut Ui, state: &mut ContactSheet, arena: &mut Arena, panel: &mut PanelContext, order: &[usize]) {
    // Lecture mode doubles the tiles for viewers far from the screen.
    let doubled = |side: f32| if panel.lecture { (2.0 * side).min(*SIDES.end()) } else { side };
    let side = match state.side {
        Some(side) => doubled(side),
        None => side_that_fits(ui.available_size(), order.len()).max(doubled(USUAL)),
    };
    state.shown_side = state.side.unwrap_or(side);
    let cell = strip::cell_size(side);
    let mut clicked = None;
    ScrollArea::vertical().id_salt("contact sheet").auto_shrink([false, false]).show_viewport(
        ui,
        |ui, view| {
            let columns = ((ui.available_width() / cell.x).floor() as usize).max(1);
            let rows = order.len().div_ceil(columns);
            let (sheet, _) =
                ui.allocate_exact_size(vec2(ui.available_width(), cell.y * rows as f32), Sense::hover());
            let first = (view.top() / cell.y).floor().max(0.0) as usize;
            let last = ((view.bottom() / cell.y).ceil().max(0.0) as usize).min(rows);
            // One image slot per visible tile: scrolling by a row redraws only the images of the new row.
            let slots = ((view.height() / cell.y).ceil() as usize + 1) * columns;
            let mut pictures = std::mem::take(&mut state.pictures);
            pictures.keep(slots);
            for row in first.min(last)..last {
                let start = row * columns;
                for (column, &index) in order[start..order.len().min(start + columns)].iter().enumerate() {
                    let corner = sheet.min + vec2(cell.x * column as f32, cell.y * row as f32);
                    let rect = Rect::from_min_size(corner, cell).shrink2(vec2(3.0, 2.0));
                    let slot = (start + column) % slots;
                    let response = strip::cell(ui, arena, &mut pictures, rect, side, index, slot);
                    clicked = clicked.or(response.clicked().then_some(index));
                }
            }
            state.pictures = pictures;
        },
    );
    if let Some(pair) = clicked.and_then(|index| arena.found().candidates.get(index).copied()) {
        arena.selected_pair = Some(pair);
        panel.ask(Request::Turn(Page::Inspector));
    }
}

/// The largest side length with which all tiles fit the page.
fn side_that_fits(page: Vec2, count: usize) -> f32 {
    let fits = |side: &f32| {
        let cell = strip::cell_size(*side);
        let columns = (page.x / cell.x).floor().max(1.0) as usize;
        cell.y * count.div_ceil(columns) as f32 <= page.y
    };
    let steps = ((SIDES.end() - USUAL) / 8.0) as u8;
    (0..=steps).rev().map(|step| USUAL + 8.0 * f32::from(step)).find(fits).unwrap_or(USUAL)
}

/// Height of the image of a whole sheet with this many tiles, points.
pub fn sheet_height(width: u32, count: usize, side: Option<f32>) -> u32 {
    let side = side.unwrap_or(USUAL);
    let cell = strip::cell_size(side);
    let columns = (((width as f32 - MARGINS[0]) / cell.x).floor() as usize).max(1);
    (MARGINS[1] + cell.y * count.div_ceil(columns) as f32).ceil() as u32
}

/// Sorted indices of the picked body's candidates, or of all candidates if no body is picked.
pub fn sorted(arena: &Arena, order: Order, errors_only: bool) -> Vec<usize> {
    let shown = arena.shown();
    let error = |index: usize| shown.and_then(|answer| answer.error_at(index));
    let verdict = |index: usize| shown.and_then(|answer| answer.verdicts.get(index));
    let colliding = |index: usize| verdict(index).is_some_and(|verdict| verdict.colliding);
    let weight = |index: usize| verdict(index).map_or(0.0, weight);
    let mut pairs = arena.pairs_in_focus();
    pairs.retain(|&index| !errors_only || error(index).is_some());
    let candidates = &arena.found().candidates;
    pairs.sort_by_key(|&index| (candidates[index].a, candidates[index].b));
    match order {
        Order::Pair => {}
        Order::Verdict => pairs.sort_by_key(|&index| !colliding(index)),
        Order::Disagreement => pairs.sort_by(|&a, &b| {
            let rank = |index: usize| (error(index).is_none(), !colliding(index));
            rank(a).cmp(&rank(b)).then(weight(a).total_cmp(&weight(b)))
        }),
        Order::Count => pairs.sort_by(|&a, &b| weight(b).total_cmp(&weight(a))),
    }
    pairs
}

/// Amount of evidence for a verdict, for sorting: the smallest sample count of the method's occlusion
/// queries, the sum of the counts of all slices, the distance in metres, or the number of visited node and
/// triangle pairs.
fn weight(verdict: &Verdict) -> f64 {
    match verdict.evidence {
        Evidence::Samples { rounds, .. } => {
            // A round (one group of passes with a query) that counts no samples already proves that the
            // bodies are separated, whatever the other rounds count. Therefore the minimum.
            f64::from(rounds.into_iter().flatten().min().unwrap_or(0))
        }
        Evidence::Volume { samples, .. } => f64::from(samples),
        Evidence::EmptyWindow => f64::MAX,
        Evidence::Distance(metres) => metres,
        Evidence::Touching => 0.0,
        Evidence::Traversal { node_pairs, triangle_pairs } => {
            f64::from(node_pairs) + f64::from(triangle_pairs)
        }
        Evidence::FullyVisible { .. } => f64::MAX,
        Evidence::Layer(_) | Evidence::Program { .. } | Evidence::NoAnswer(_) => 0.0,
    }
}
