//! Table of all methods: which are on, their times and errors.

use super::method::missing;
use super::method_marks::{aligned, ink, swatch};
use super::times;
use crate::labs::arena::Arena;
use crate::language::{t, tr};
use crate::methods::{METHODS, Method};
use crate::ui::format::milliseconds;
use crate::ui::{inks, theme};
use egui::{Color32, Grid, Rect, RichText, Sense, Ui, Vec2, pos2, vec2};

/// Minimum width for curves beside the table, points.
const ROOM_FOR_CURVES: f32 = 1180.0;
/// Width of the table without curves, points.
const TABLE_WIDTH: f32 = 730.0;
/// Width and height of the bar that shows a method's mean time, points.
const BAR: Vec2 = vec2(84.0, 10.0);

/// Width of a number in the table, characters.
const NUMBER: usize = 7;

/// The table, with curves of times beside it if they fit.
pub fn show(ui: &mut Ui, logarithmic: &mut bool, arena: &mut Arena) {
    let width = ui.available_width();
    if width < ROOM_FOR_CURVES {
        return table(ui, arena);
    }
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            ui.set_width(TABLE_WIDTH);
            table(ui, arena);
        });
        ui.vertical(|ui| times::curves(ui, logarithmic, arena));
    });
}

fn table(ui: &mut Ui, arena: &mut Arena) {
    ui.spacing_mut().interact_size.y = 18.0;
    ui.horizontal(|ui| {
        let help = t!("Run every method that this machine supports in every frame: slow, but complete.");
        if ui.small_button(t!("Switch all on")).on_hover_text(help).clicked() {
            arena.switch_all_on();
        }
        let help = t!("Run only the reference and the methods in the panes.");
        if ui.small_button(t!("Panes only")).on_hover_text(help).clicked() {
            arena.switch_to_panes();
        }
    });
    let missing = missing(arena);
    let slowest = METHODS.iter().filter_map(|m| arena.ledger().of(m).mean_and_max());
    let slowest = slowest.map(|[mean, _]| mean).max().unwrap_or_default().as_secs_f64();
    let mut switched = None;
    Grid::new("methods").num_columns(8).spacing([6.0, 2.0]).striped(true).show(ui, |ui| {
        for (column, (title, help)) in [
            (t!("Method"), t!("If switched on, the method runs and is timed in every frame.")),
            (t!("Now, ms"), t!("Time in this frame for all candidate pairs together.")),
            (t!("Mean"), t!("Mean time since the start, without each method's first frame, which includes compiling and uploading.")),
            (t!("Longest"), t!("Longest time since the start, without each method's first frame.")),
            ("".into(), t!("Mean times; the slowest method fills the bar.")),
            (t!("Hits"), t!("Pairs that the method reports as colliding in this frame.")),
            (t!("Missed"), t!("Colliding pairs that the method misses in this frame.")),
            (t!("False"), t!("Separated pairs that the method reports as colliding in this frame.")),
        ]
        .into_iter()
        .enumerate()
        {
            let text = if column == 0 { RichText::new(title).small() } else { aligned(&title, NUMBER) };
            ui.label(text.color(theme::weak())).on_hover_text(help);
        }
        ui.end_row();
        for (method, missing) in METHODS.iter().zip(&missing) {
            if let Some(on) = switch(ui, arena, method, missing.as_deref()) {
                switched = Some((method, on));
            }
            figures(ui, arena, method, slowest);
            ui.end_row();
        }
    });
    if let Some((method, on)) = switched {
        arena.switch(method, on);
    }
}

fn switch(ui: &mut Ui, arena: &Arena, method: &'static Method, missing: Option<&str>) -> Option<bool> {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let mut on = arena.lineup().is_on(method) && missing.is_none();
        let mut help = format!("{}\n{} · {}", tr(method.says), tr(method.source), tr(method.promise.words()));
        let answer = arena.found().answer(method);
        for line in answer.iter().flat_map(|answer| [&answer.note, &answer.trouble]).flatten() {
            help += &format!("\n{}", tr(line));
        }
        if method.id == arena.roles().driver.id {
            help += &format!("\n{}", t!("This method makes bodies bounce, whether or not it is timed."));
        }
        swatch(ui, method);
        let checkbox = ui.add_enabled(missing.is_none(), egui::Checkbox::new(&mut on, tr(method.title)));
        let checkbox = checkbox.on_hover_text(&help).on_disabled_hover_text(missing.unwrap_or(&help));
        checkbox.changed().then_some(on)
    })
    .inner
}

fn figures(ui: &mut Ui, arena: &Arena, method: &'static Method, slowest: f64) {
    let number = |ui: &mut Ui, text: String, color: Color32| {
        ui.label(aligned(&text, NUMBER).color(color));
    };
    let record = arena.ledger().of(method);
    let answer = arena.found().answer(method);
    match answer {
        Some(answer) if answer.trouble.is_some() => {
            let why = answer.trouble.as_deref().unwrap_or_default();
            ui.label(aligned(&t!("undecided"), NUMBER).color(theme::amber())).on_hover_text(tr(why));
        }
        Some(_) if !method.is_timed() => {
            ui.label(aligned(&t!("not timed"), NUMBER).color(theme::weak()));
        }
        Some(answer) => number(ui, milliseconds(answer.cost.cpu), theme::strong()),
        None => number(ui, "–".into(), theme::weak()),
    }
    let mean_and_max = record.mean_and_max();
    for index in 0..2 {
        let text = mean_and_max.map_or("–".into(), |times| milliseconds(times[index]));
        number(ui, text, if answer.is_some() { theme::text() } else { theme::weak() });
    }
    let share = mean_and_max.map_or(0.0, |[mean, _]| mean.as_secs_f64() / slowest.max(1e-12));
    bar(ui, share as f32, inks::color(&ink(method)));
    let Some(answer) = answer.filter(|answer| answer.trouble.is_none()) else {
        (0..3).for_each(|_| number(ui, "–".into(), theme::weak()));
        return;
    };
    let colored = |count: usize, color| (count.to_string(), if count > 0 { color } else { theme::weak() });
    let (text, color) = colored(answer.colliding_pairs(), theme::colliding());
    number(ui, text, color);
    for (of, color) in [(0, theme::amber()), (1, theme::violet())] {
        let counts = answer.errors.as_ref().map(|errors| [errors.missed.len(), errors.false_hits.len()]);
        let (text, color) = counts.map_or(("–".into(), theme::weak()), |counts| colored(counts[of], color));
        number(ui, text, color);
    }
}

fn bar(ui: &mut Ui, share: f32, color: Color32) {
    let (rect, _) = ui.allocate_exact_size(BAR, Sense::hover());
    ui.painter().rect_filled(rect, 2.0, theme::sunken());
    if share > 0.0 {
        let right = rect.left() + (share.min(1.0) * rect.width()).max(1.5);
        ui.painter().rect_filled(Rect::from_min_max(rect.min, pos2(right, rect.bottom())), 2.0, color);
    }
}
