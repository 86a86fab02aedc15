//! The page of `cullide`: a row per body, a column per view of the whole scene, and in each cell the samples that the
//! body hides behind others.
//!
//! The run is repeated for this page with the settings of the method, whether the method is on or not.

use std::ops::RangeInclusive;
use std::rc::Rc;

use egui::{
    Align2, CentralPanel, Color32, FontId, Label, Pos2, Rect, RichText, ScrollArea, Sense, Stroke,
    StrokeKind, Ui, Vec2, pos2, vec2,
};

use crate::detector::AXIS_NAMES;
use crate::geometry::Aabb;
use crate::gpu::Gpu;
use crate::image_space::cullide::PotentialSet;
use crate::image_space::cullide::record::Recording;
use crate::image_space::of_another_method;
use crate::image_space::options::CullideOptions;
use crate::labs::arena::Arena;
use crate::language::{t, tr};
use crate::methods;
use crate::ui::format::grouped;
use crate::ui::theme;
use crate::ui::widgets::{dock, text_width};
use crate::world::Body;

/// Heights of a row, points: the table fills the page within them.
const ROWS: RangeInclusive<f32> = 20.0..=34.0;
/// Height of the head: axis and round, then the sizes of the set.
const HEAD: f32 = 40.0;
/// Width of the column with the bodies' numbers.
const NAMES: f32 = 76.0;
/// Widths of a view's column, points.
const COLUMNS: RangeInclusive<f32> = 104.0..=200.0;
/// Space around a number, points.
const AROUND: f32 = 14.0;
/// Range of the size of the letters, points.
const LETTERS: RangeInclusive<f32> = 12.0..=15.0;

/// The sizes of the cells, points.
#[derive(Clone, Copy)]
struct Sizes {
    row: f32,
    column: f32,
    letters: f32,
}

impl Sizes {
    /// The largest cells of a table that fills the page. `number` is the width of the longest number in the largest
    /// letters.
    fn that_fit(page: Vec2, rows: usize, columns: usize, number: f32) -> Self {
        let share = |room: f32, count: usize| (room / count.max(1) as f32).floor();
        let row = share(page.y - HEAD, rows).clamp(*ROWS.start(), *ROWS.end());
        let least = COLUMNS.start().max(2.0 * (number + AROUND));
        let column = share(page.x - NAMES, columns).clamp(least, COLUMNS.end().max(least));
        Self { row, column, letters: (0.6 * row).clamp(*LETTERS.start(), *LETTERS.end()) }
    }
}

/// State of the page: the run of the current frame.
#[derive(Default)]
pub struct SceneViews {
    cached: Option<(u64, Result<Rc<Recording>, String>)>,
}

impl SceneViews {
    /// The run over the bodies of this frame's candidate pairs.
    fn recording(&mut self, arena: &Arena) -> Result<Rc<Recording>, String> {
        let edition = arena.edition();
        if let Some((of, known)) = &self.cached
            && *of == edition
        {
            return known.clone();
        }
        let made = record(arena).map(Rc::new);
        self.cached = Some((edition, made.clone()));
        made
    }
}

fn record(arena: &Arena) -> Result<Recording, String> {
    let gpu: &Gpu = arena.gpu().ok_or_else(|| t!("There is no OpenGL context to draw with.").into_owned())?;
    let method = methods::named("cullide")?;
    if let Some(missing) = method.why_not(Some(gpu.capabilities())) {
        return Err(missing);
    }
    let bodies = arena.bodies();
    let boxes: Vec<Aabb> = bodies.iter().map(Body::aabb).collect();
    let mut members: Vec<usize> = arena.found().candidates.iter().flat_map(|pair| [pair.a, pair.b]).collect();
    members.sort_unstable();
    members.dedup();
    let options =
        CullideOptions::of(arena.settings_of(method)).ok_or_else(|| of_another_method().to_string())?;
    let mut set = PotentialSet::new(gpu, options).map_err(|e| e.to_string())?;
    set.record(bodies, &boxes, members).map_err(|e| e.to_string())
}

/// The page.
pub fn show(ui: &mut Ui, state: &mut SceneViews, arena: &mut Arena) {
    CentralPanel::default().frame(dock(8, 6)).show(ui, |ui| match state.recording(arena) {
        Ok(recording) if recording.order.is_empty() => {
            ui.add(Label::new(t!("No boxes overlap in this frame, so nothing is drawn.")).wrap());
        }
        Ok(recording) => {
            summary(ui, arena, &recording);
            table(ui, arena, &recording);
        }
        Err(trouble) => {
            ui.add(Label::new(RichText::new(trouble).color(theme::amber())).wrap());
        }
    });
}

fn summary(ui: &mut Ui, arena: &Arena, recording: &Recording) {
    let culling = &recording.culling;
    let pairs = &arena.found().candidates;
    let tested = pairs.iter().filter(|pair| culling.excludes(pair.a, pair.b).is_none()).count();
    let title = methods::named("cullide").map_or_else(|_| String::new(), |method| tr(method.title));
    let text = t!("Method of this page: %{method}, whether a pane shows it or not.", method = title);
    ui.add(Label::new(RichText::new(text).color(theme::accent())).wrap());
    let text = t!(
        "Bodies: %{bodies}. Left in the set after %{views} views: %{left}. Pairs left for the exact test: %{tested} of %{pairs}.",
        bodies = recording.order.len(),
        views = culling.views.len(),
        left = culling.set.len(),
        tested = grouped(tested as u64),
        pairs = grouped(pairs.len() as u64)
    );
    ui.add(Label::new(RichText::new(text).color(theme::strong())).wrap()).on_hover_text(t!(
        "All bodies that occur in candidate pairs are drawn in one picture. A body that hides behind no other one leaves the set, because it touches none. Views along x, y and z repeat until a round frees no body."
    ));
    let text = t!(
        "Each cell has two numbers: samples of the body at or behind the bodies above it in the list, and at or behind those below it. A side with 0 in some view is settled, and has a dot from then on. Once both sides are settled, framed, the body leaves the set."
    );
    ui.add(Label::new(RichText::new(text).small().color(theme::weak())).wrap());
    if let Some(text) = example(recording) {
        ui.add(Label::new(RichText::new(text).small().color(theme::text())).wrap());
    }
    ui.add_space(4.0);
}

/// The first cell with two numbers above 0, in words.
fn example(recording: &Recording) -> Option<String> {
    let cells =
        (0..recording.culling.views.len()).flat_map(|view| recording.order.iter().map(move |b| (view, *b)));
    let counted = cells.filter_map(|(view, body)| {
        let [Some(above), Some(below)] = recording.counts(view, body) else { return None };
        (above > 0 && below > 0).then_some((view, body, above, below))
    });
    let (view, body, above, below) = counted.into_iter().next()?;
    let view = &recording.culling.views[view];
    Some(
        t!(
            "Example: along %{axis} in round %{round}, body %{n} has %{above} samples at or behind the bodies above it, and %{below} at or behind those below it. So it may touch bodies on both sides, and stays.",
            axis = axis(view.axis),
            round = view.round,
            n = body,
            above = grouped(above),
            below = grouped(below)
        )
        .into_owned(),
    )
}

/// The table; its head and its first column stay in place when it is scrolled.
fn table(ui: &mut Ui, arena: &mut Arena, recording: &Recording) {
    let views = recording.culling.views.len();
    let most = (0..views).flat_map(|view| recording.order.iter().map(move |&body| (view, body)));
    let most = most.flat_map(|(view, body)| recording.counts(view, body)).flatten().max().unwrap_or(0);
    let number = text_width(ui, &grouped(most), FontId::proportional(*LETTERS.end()));
    let sizes = Sizes::that_fit(ui.available_size(), recording.order.len(), views, number);
    let size = vec2(NAMES + sizes.column * views as f32, HEAD + sizes.row * recording.order.len() as f32);
    ScrollArea::both().auto_shrink([false; 2]).show_viewport(ui, |ui, viewport| {
        ui.set_min_size(size);
        let origin = ui.min_rect().min;
        let shown = viewport.translate(origin.to_vec2());
        let first = ((viewport.top() / sizes.row).floor().max(0.0)) as usize;
        let last =
            (((viewport.bottom() - HEAD) / sizes.row).ceil().max(0.0) as usize).min(recording.order.len());
        for (place, &body) in recording.order.iter().enumerate().take(last).skip(first) {
            let top = origin.y + HEAD + sizes.row * place as f32;
            let row =
                Rect::from_min_size(pos2(shown.left(), top), vec2(shown.width().min(size.x), sizes.row));
            body_row(ui, arena, recording, body, (row, sizes), origin.x, most);
        }
        head(ui, recording, shown, sizes, origin.x);
    });
}

fn body_row(
    ui: &mut Ui,
    arena: &mut Arena,
    recording: &Recording,
    body: usize,
    (row, sizes): (Rect, Sizes),
    left: f32,
    most: u64,
) {
    let left_in = recording.left_in(body);
    let fate = match left_in {
        Some(view) => {
            let view = &recording.culling.views[view];
            t!("left the set along %{axis}, round %{round}", axis = axis(view.axis), round = view.round)
        }
        None => t!("stays in the set"),
    };
    let name = t!("body %{n}", n = body);
    let is_selected = arena.selected == Some(body);
    let response = ui.interact(row, ui.scope_id().with(body), Sense::click());
    let says = format!("{name}: {fate}");
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, is_selected, &says));
    if is_selected {
        let stroke = Stroke::new(1.0, theme::accent());
        ui.painter().rect(row.shrink(0.5), 2.0, theme::selection(), stroke, StrokeKind::Inside);
    } else if response.hovered() {
        ui.painter().rect_filled(row, 2.0, theme::stripe());
    }
    for view in 0..recording.culling.views.len() {
        if left_in.is_some_and(|left_in| view > left_in) {
            break;
        }
        let corner = pos2(left + NAMES + sizes.column * view as f32, row.top());
        let cell = Rect::from_min_size(corner, vec2(sizes.column, sizes.row));
        if cell.right() < row.left() || cell.left() > row.right() {
            continue;
        }
        let leaves = left_in == Some(view);
        let (before, after) = cell.shrink2(vec2(2.0, 1.0)).split_left_right_at_fraction(0.5);
        for (half, count) in [before, after].into_iter().zip(recording.counts(view, body)) {
            number(ui, (half, sizes.letters), count, most);
        }
        if leaves {
            let stroke = Stroke::new(1.5, theme::teal());
            ui.painter().rect_stroke(cell.shrink2(vec2(2.0, 1.0)), 2.0, stroke, StrokeKind::Inside);
        }
    }
    let names = Rect::from_min_size(row.min, vec2(NAMES, sizes.row));
    ui.painter().rect_filled(names, 0.0, theme::panel());
    let color = if left_in.is_some() { theme::weak() } else { theme::strong() };
    text(ui, names.left_center() + vec2(4.0, 0.0), Align2::LEFT_CENTER, (&name, 12.0), color);
    if response.clicked() {
        arena.select(if is_selected { None } else { Some(body) });
    }
    response.on_hover_text(says);
}

/// One count, on a ground that is the darker the larger it is.
fn number(ui: &Ui, (half, letters): (Rect, f32), count: Option<u64>, most: u64) {
    match count {
        Some(count) => {
            let share = (count as f32 + 1.0).ln() / (most as f32 + 1.0).ln().max(1.0);
            ui.painter().rect_filled(half, 0.0, theme::text().gamma_multiply(0.22 * share));
            let color = if count == 0 { theme::teal() } else { theme::text() };
            text(
                ui,
                half.right_center() - vec2(6.0, 0.0),
                Align2::RIGHT_CENTER,
                (&grouped(count), letters),
                color,
            );
        }
        None => {
            let at = half.right_center() - vec2(6.0, 0.0);
            text(ui, at, Align2::RIGHT_CENTER, ("·", letters), theme::weak());
        }
    }
}

fn head(ui: &Ui, recording: &Recording, shown: Rect, sizes: Sizes, left: f32) {
    let ground = Rect::from_min_size(shown.min, vec2(shown.width(), HEAD));
    ui.painter().rect_filled(ground, 0.0, theme::panel());
    for (index, view) in recording.culling.views.iter().enumerate() {
        let column = left + NAMES + sizes.column * index as f32;
        if column + sizes.column < shown.left() + NAMES || column > shown.right() {
            continue;
        }
        let x = column + sizes.column - 8.0;
        let title = t!("%{axis}, round %{round}", axis = axis(view.axis), round = view.round);
        text(ui, pos2(x, shown.top() + 10.0), Align2::RIGHT_CENTER, (&title, 12.0), theme::strong());
        let change = format!("{} → {}", grouped(view.before as u64), grouped(view.after as u64));
        text(ui, pos2(x, shown.top() + 28.0), Align2::RIGHT_CENTER, (&change, 12.0), theme::text());
    }
    let corner = Rect::from_min_size(shown.min, vec2(NAMES, HEAD));
    ui.painter().rect_filled(corner, 0.0, theme::panel());
    text(
        ui,
        corner.left_top() + vec2(4.0, 28.0),
        Align2::LEFT_CENTER,
        (&t!("In the set"), 12.0),
        theme::text(),
    );
    let line = Stroke::new(1.0, theme::line());
    ui.painter().hline(shown.x_range(), ground.bottom(), line);
}

fn text(ui: &Ui, at: Pos2, anchor: Align2, (words, letters): (&str, f32), color: Color32) {
    ui.painter().text(at, anchor, words, FontId::proportional(letters), color);
}

fn axis(axis: u8) -> &'static str {
    AXIS_NAMES[usize::from(axis.min(2))]
}
