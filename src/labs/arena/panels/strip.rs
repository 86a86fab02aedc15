//! The strip below the scene: for each candidate pair its tile, the image that the GPU renders to decide the
//! pair.

use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Align2, Color32, ColorImage, CornerRadius, FontId, Rangef, Rect, Response, RichText, Role, ScrollArea,
    Sense, Stroke, StrokeKind, TextureHandle, TextureOptions, Ui, WidgetInfo, pos2, vec2,
};

use crate::detector::{Evidence, Mistake, Tile, Verdict};
use crate::exhibit::Page;
use crate::labs::arena::Arena;
use crate::language::{joined, t, tr};
use crate::methods::{Inside, Needs};
use crate::programs::Certificate;
use crate::programs::certificate::Checked;
use crate::render::palette::Scheme;
use crate::ui::buffer_colors::{ink, stencil_color};
use crate::ui::requests::{PanelContext, Request};
use crate::ui::verdicts::{count, evidence, verdict_word};
use crate::ui::widgets::note;
use crate::ui::{icons, theme};
use crate::world::Pair;

/// Side length of a tile's image, points.
const SIDE: f32 = 64.0;
/// Size of a tile with its three lines of text, points.
const CELL: egui::Vec2 = cell_size(SIDE);
/// Maximum number of pixels shown along a side; finer tiles are subsampled.
const MOST_PIXELS: u32 = 128;

/// The strip: its open state, and the images of the visible tiles.
pub struct Strip {
    /// Whether the strip is shown.
    pub open: bool,
    pictures: Pictures,
}

/// Images of tiles, one per slot; a slot is redrawn only when it shows another tile.
#[derive(Default)]
pub struct Pictures(Vec<Option<Picture>>);

struct Picture {
    texture: TextureHandle,
    /// Edition of the arena, method, pair and theme.
    shows: (u64, &'static str, Pair, &'static str),
}

impl Default for Strip {
    fn default() -> Self {
        Self { open: true, pictures: Pictures::default() }
    }
}

impl Pictures {
    /// Sets the number of image slots; drops the images of removed slots.
    pub fn keep(&mut self, slots: usize) {
        self.0.resize_with(slots, || None);
    }
}

/// Size of a tile whose image has this side length, including three lines of text, points.
pub const fn cell_size(side: f32) -> egui::Vec2 {
    vec2(side + 12.0, side + 58.0)
}

/// Adds the strip. Only visible tiles are drawn.
pub fn show(ui: &mut Ui, strip: &mut Strip, arena: &mut Arena, panel: &mut PanelContext) {
    if draws_nothing(arena) {
        let method = tr(arena.roles().shown.title);
        note(ui, &t!("%{method} draws nothing, so its pairs have no tiles.", method = method));
        return;
    }
    legend(ui, arena);
    let order = arena.pairs_in_focus();
    if order.is_empty() {
        let text = if arena.selected.is_some() {
            t!("The picked body's box overlaps no other box, so there is no pair to test.")
        } else {
            t!("No boxes overlap, so there is no pair to test.")
        };
        ui.allocate_ui(vec2(ui.available_width(), CELL.y), |ui| {
            ui.centered_and_justified(|ui| ui.colored_label(theme::weak(), text));
        });
        return;
    }
    let mut clicked = None;
    ScrollArea::horizontal().auto_shrink([false, true]).show_viewport(ui, |ui, view| {
        let (area, _) = ui.allocate_exact_size(vec2(CELL.x * order.len() as f32, CELL.y), Sense::hover());
        let first = (view.left() / CELL.x).floor().max(0.0) as usize;
        let last = ((view.right() / CELL.x).ceil().max(0.0) as usize).min(order.len());
        let mut pictures = std::mem::take(&mut strip.pictures);
        pictures.keep(last.saturating_sub(first));
        for (slot, &index) in order[first.min(last)..last].iter().enumerate() {
            let corner = area.min + vec2(CELL.x * (first + slot) as f32, 0.0);
            let rect = Rect::from_min_size(corner, CELL).shrink2(vec2(3.0, 0.0));
            let response = cell(ui, arena, &mut pictures, rect, SIDE, index, slot);
            let pair = arena.found().candidates[index];
            clicked = clicked.or(response.clicked().then_some(pair));
        }
        strip.pictures = pictures;
    });
    let Some(pair) = clicked else { return };
    if arena.selected_pair.replace(pair) == Some(pair) {
        panel.ask(Request::Turn(Page::Inspector));
    }
}

/// Whether the active pane's method has no tiles: it draws nothing, and gives no certificate either, which is sketched
/// in place of a tile.
pub fn draws_nothing(arena: &Arena) -> bool {
    let shown = arena.roles().shown;
    !shown.runs_passes() && shown.inside != Inside::Program
}

/// The colours of the stencil values in the tiles, and the unit of the numbers below; nothing if the tiles show depths.
fn legend(ui: &mut Ui, arena: &Arena) {
    let shown = arena.roles().shown;
    let tables = shown.tables(arena.settings());
    let Some((rounds, proof)) = tables.last().and_then(|table| Some((table.rounds.len(), table.proof()?)))
    else {
        return;
    };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.label(RichText::new(t!("Stencil values")).small().color(theme::weak()));
        for value in (0..=3).chain((proof > 3).then_some(proof)) {
            let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
            let ground = value_color(value, Some(proof));
            ui.painter().rect(rect, 2.0, ground, Stroke::new(1.0, theme::weak()), StrokeKind::Inside);
            let font = FontId::proportional(11.0);
            let color = if value == 0 { theme::strong() } else { ink(ground) };
            ui.painter().text(rect.center(), Align2::CENTER_CENTER, value.to_string(), font, color);
            if value == proof {
                ui.label(RichText::new(t!("proves a collision")).small().color(theme::text()));
            }
        }
        if rounds > 1 {
            ui.add_space(10.0);
            ui.label(RichText::new(t!("Numbers: samples by round")).small().color(theme::weak()));
        }
    });
}

/// Colour of a stencil value in a tile; pixels without a value have the colour of the panel's charts.
fn value_color(value: u8, proof: Option<u8>) -> Color32 {
    if value == 0 && proof != Some(0) { theme::sunken() } else { stencil_color(value, proof) }
}

/// One candidate, by index: an image of `side` × `side` points, names and verdict.
pub fn cell(
    ui: &mut Ui,
    arena: &mut Arena,
    pictures: &mut Pictures,
    rect: Rect,
    side: f32,
    index: usize,
    slot: usize,
) -> Response {
    let found = arena.found();
    let pair = found.candidates[index];
    let shown = arena.shown();
    let is_waiting = shown.is_some_and(|answer| answer.is_waiting());
    let verdict = shown.and_then(|answer| answer.verdicts.get(index)).copied();
    let error = shown.and_then(|answer| answer.error_at(index));
    let picked = arena.selected_pair == Some(pair);
    let says = description(arena, pair, verdict, error);

    let response = ui.interact(rect, ui.scope_id().with(("tile", pair.a, pair.b)), Sense::click());
    let name = t!("Pair %{a} and %{b}", a = pair.a, b = pair.b);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, picked, &name));
    let hovered = response.hovered();
    let response = response.on_hover_text(says);

    let fill = if picked {
        theme::current()
    } else if hovered {
        theme::stripe()
    } else {
        Color32::TRANSPARENT
    };
    ui.painter().rect_filled(rect, CornerRadius::same(5), fill);
    let frame = Rect::from_min_size(rect.center_top() + vec2(-0.5 * side, 3.0), vec2(side, side));
    match verdict.map(|verdict| verdict.evidence) {
        Some(Evidence::Program { certificate, checked }) => certificate_tile(ui, frame, certificate, checked),
        _ => picture(ui, arena, pictures, frame, pair, slot),
    }
    let colliding = verdict.is_some_and(|v| v.colliding);
    let line = if colliding { Stroke::new(2.0, theme::colliding()) } else { Stroke::new(1.0, theme::line()) };
    ui.painter().rect_stroke(frame, CornerRadius::same(2), line, StrokeKind::Outside);

    let font = FontId::proportional(12.0);
    let at = pos2(rect.center().x, frame.bottom() + 12.0);
    let names = format!("{} – {}", pair.a, pair.b);
    ui.painter().text(at, Align2::CENTER_CENTER, names, font.clone(), theme::text());
    let (text, color) = match (verdict, error) {
        (_, Some(error)) => {
            icons::badge(ui.painter(), frame.right_top() + vec2(-9.0, 9.0), error);
            (tr(error.words()), icons::error_color(error))
        }
        (Some(verdict), None) => {
            (verdict_word(&verdict).into_owned(), if colliding { theme::colliding() } else { theme::weak() })
        }
        (None, None) if is_waiting => (t!("waiting").into_owned(), theme::weak()),
        (None, None) => (t!("undecided").into_owned(), theme::amber()),
    };
    ui.painter().text(at + vec2(0.0, 15.0), Align2::CENTER_CENTER, text, font.clone(), color);
    let counted = verdict.map_or_else(String::new, |v| count(&v.evidence));
    // The numbers of tree methods are often wider than a tile, so the text is truncated.
    let mut line = LayoutJob::simple_singleline(counted, font, theme::weak());
    line.wrap = TextWrapping::truncate_at_width(rect.width() - 4.0);
    let galley = ui.painter().layout_job(line);
    let place = Align2::CENTER_CENTER.anchor_size(at + vec2(0.0, 30.0), galley.size());
    ui.painter().galley(place.min, galley, theme::weak());
    response
}

fn picture(ui: &Ui, arena: &mut Arena, pictures: &mut Pictures, frame: Rect, pair: Pair, slot: usize) {
    let shows = (arena.edition(), arena.roles().shown.id, pair, theme::id());
    match arena.tile(pair) {
        Ok(Some(tile)) => {
            let Some(place) = pictures.0.get_mut(slot) else { return };
            let picture = match place {
                Some(picture) => {
                    if picture.shows != shows {
                        picture.texture.set(image_of(tile), TextureOptions::NEAREST);
                        picture.shows = shows;
                    }
                    picture
                }
                None => {
                    let texture = ui.ctx().load_texture("tile", image_of(tile), TextureOptions::NEAREST);
                    place.insert(Picture { texture, shows })
                }
            };
            // Rows of a tile run from bottom to top.
            let upside_down = Rect::from_min_max(pos2(0.0, 1.0), pos2(1.0, 0.0));
            ui.painter().image(picture.texture.id(), frame, upside_down, Color32::WHITE);
        }
        Ok(None) => {
            ui.painter().rect_filled(frame, 2.0, theme::sunken());
            let font = FontId::proportional(12.0);
            ui.painter().text(frame.center(), Align2::CENTER_CENTER, t!("not drawn"), font, theme::weak());
        }
        Err(_) => {
            ui.painter().rect_filled(frame, 2.0, theme::sunken());
            let font = FontId::proportional(20.0);
            ui.painter().text(frame.center(), Align2::CENTER_CENTER, "–", font, theme::amber());
        }
    }
}

/// In place of the tile of a program's pair: a sketch of its certificate between two discs, struck out if it is false.
fn certificate_tile(ui: &Ui, frame: Rect, certificate: Option<Certificate>, checked: Checked) {
    ui.painter().rect_filled(frame, 2.0, theme::sunken());
    let unit = frame.width() / 10.0;
    let radius = 2.2 * unit;
    let apart = if matches!(certificate, Some(Certificate::Point(_))) { 1.5 } else { 2.7 };
    let color = match checked {
        Checked::Proved => theme::teal(),
        Checked::Bare => theme::weak(),
        Checked::False(_) => theme::amber(),
    };
    for side in [-1.0, 1.0] {
        let center = frame.center() + vec2(side * apart * unit, 0.0);
        ui.painter().circle_stroke(center, radius, Stroke::new(1.0, theme::weak()));
    }
    match certificate {
        Some(Certificate::Point(_)) => {
            ui.painter().circle_filled(frame.center(), 0.45 * unit, color);
        }
        Some(Certificate::Plane(..)) => {
            let reach = Rangef::new(frame.top() + 1.5 * unit, frame.bottom() - 1.5 * unit);
            ui.painter().vline(frame.center().x, reach, Stroke::new(2.0, color));
        }
        None => {
            let font = FontId::proportional(2.0 * unit);
            ui.painter().text(frame.center(), Align2::CENTER_CENTER, "?", font, color);
        }
    }
    if matches!(checked, Checked::False(_)) {
        let [from, to] = [vec2(-1.6, 1.6), vec2(1.6, -1.6)].map(|corner| frame.center() + unit * corner);
        ui.painter().line_segment([from, to], Stroke::new(2.0, color));
    }
}

/// Depth as grey levels, near is bright; or stencil values in distinct colours.
fn image_of(tile: &Tile) -> ColorImage {
    let side = tile.side.min(MOST_PIXELS) as usize;
    let pixel = |i: usize| {
        let (x, y) = (i % side, i / side);
        let at = (y * tile.side as usize / side) * tile.side as usize + x * tile.side as usize / side;
        match tile.proof {
            Some(_) => value_color(tile.stencil[at], tile.proof),
            None => grey(tile.depth[at]),
        }
    };
    ColorImage::new([side, side], (0..side * side).map(pixel).collect())
}

/// Grey level of a depth; pixels that still have the cleared depth (0 or 1), because nothing was drawn there,
/// have the colour of the panel's charts.
fn grey(depth: f32) -> Color32 {
    if depth <= 0.0 || depth >= 1.0 {
        return theme::sunken();
    }
    // The background is darker than everything drawn in the dark theme, and lighter in the light one.
    let [far, near] = if theme::scheme() == Scheme::Dark { [60.0, 255.0] } else { [40.0, 200.0] };
    Color32::from_gray((far + (near - far) * (1.0 - depth)) as u8)
}

fn description(arena: &Arena, pair: Pair, verdict: Option<Verdict>, error: Option<Mistake>) -> String {
    let mut sentences = Vec::new();
    sentences.push(match verdict {
        Some(verdict) => t!(
            "Bodies %{a} and %{b}: %{verdict}, %{evidence}.",
            a = pair.a,
            b = pair.b,
            verdict = verdict_word(&verdict),
            evidence = evidence(&verdict.evidence)
        ),
        None => t!("Bodies %{a} and %{b}.", a = pair.a, b = pair.b),
    });
    if let Some(error) = error {
        sentences.push(t!("The reference disagrees: %{error}.", error = tr(error.words())));
    }
    if matches!(arena.lineup().roles().shown.needs, Needs::Stencil | Needs::QueriesAndStencil) {
        sentences.push(t!(
            "Stencil values: 0 dark, 1 blue, 2 yellow, 3 grey; red is the value that proves a collision."
        ));
    } else if arena.settings().has("axis") {
        sentences.push(t!("Depth after the last pass: bright is near, black is empty."));
    }
    sentences.push(t!("Click to pick this pair, double click to inspect it."));
    joined(&sentences)
}
