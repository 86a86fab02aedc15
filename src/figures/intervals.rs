//! Figure of two adjustable depth intervals on a ray: their relation, and the result of the stencil method.

use egui::{
    Align2, CursorIcon, DragValue, Id, Rect, Response, RichText, Role, Sense, Stroke, Ui, WidgetInfo, pos2,
    vec2,
};

use super::chain::chain;
use super::relations;
use crate::image_space::explained::relation::Relation;
use crate::image_space::pixel_twin;
use crate::image_space::stencil;
use crate::language::t;
use crate::ui::drawing::{bar, between, em, eye, font, looks};
use crate::ui::theme;

/// Ends snap to hundredths, so that touching can be set exactly.
const STEPS: f64 = 100.0;
/// The stencil value that proves a collision in both tables.
const PROOF: u8 = 3;

/// The bars with their numbers, the relation, and the histories.
pub fn show(ui: &mut Ui) {
    let memory = Id::unique("two intervals");
    let start = [[0.35, 0.60], [0.45, 0.75]];
    let before = ui.data(|data| data.get_temp::<[[f64; 2]; 2]>(memory)).unwrap_or(start);
    let mut intervals = before;
    ray(ui, &mut intervals);
    numbers(ui, &mut intervals);
    if intervals != before {
        ui.data_mut(|data| data.insert_temp(memory, intervals));
    }
    let [a, b] = intervals;
    let relation = Relation::of(a, b);
    ui.label(relations::sentence(relation));
    relations::among_all(ui, Some(relation), ui.available_width());
    ui.add_space(4.0);
    histories(ui, intervals, relation);
}

/// Both bars over one ray; bars or single ends can be dragged.
fn ray(ui: &mut Ui, intervals: &mut [[f64; 2]; 2]) {
    let em = em(ui);
    let (whole, _) = ui.allocate_exact_size(vec2(ui.available_width(), 7.2 * em), Sense::hover());
    let field =
        Rect::from_min_max(whole.min + vec2(2.6 * em, 0.4 * em), whole.max - vec2(0.8 * em, 1.7 * em));
    let painter = ui.painter();
    eye(painter, pos2(whole.left() + 1.1 * em, field.center().y), 1.7 * em, theme::weak());
    painter.hline(field.x_range(), field.center().y, Stroke::new(1.0, theme::line()));
    for tick in 0..=4 {
        let share = f64::from(tick) / 4.0;
        let x = between(field, [share; 2]).left();
        painter.vline(x, field.y_range(), Stroke::new(1.0, theme::line()));
        let text = match tick {
            0 => t!("0 near").into_owned(),
            4 => t!("far 1").into_owned(),
            _ => share.to_string(),
        };
        let align = [Align2::LEFT_TOP, Align2::CENTER_TOP, Align2::RIGHT_TOP]
            [usize::from(tick > 0) + usize::from(tick == 4)];
        painter.text(pos2(x, field.bottom() + 2.0), align, text, font(0.85 * em), theme::weak());
    }
    let [a, b] = *intervals;
    let common = [a[0].max(b[0]), a[1].min(b[1])];
    if common[0] < common[1] {
        let band = between(field, common);
        painter.rect_filled(band, 0.0, theme::colliding().gamma_multiply(0.35));
    }
    for (index, interval) in intervals.iter_mut().enumerate() {
        let top = field.top() + field.height() * (0.08 + 0.46 * index as f32);
        let lane = Rect::from_min_size(pos2(field.left(), top), vec2(field.width(), 0.38 * field.height()));
        push(ui, lane, index, interval, em);
        bar(ui.painter(), between(lane, *interval), looks()[index]);
    }
}

fn push(ui: &Ui, lane: Rect, index: usize, interval: &mut [f64; 2], em: f32) {
    let shown = between(lane, *interval);
    let grip = 0.6 * em;
    let letter = looks()[index].letter;
    let part = |name: &str, rect: Rect, cursor: CursorIcon| -> Response {
        let response = ui.interact(rect, ui.scope_id().with((name, index)), Sense::drag());
        let label = format!("{letter} {name}");
        response.widget_info(|| WidgetInfo::labeled(Role::Slider, true, &label));
        response.on_hover_cursor(cursor).on_hover_text(t!("Drag the bar, or one of its ends."))
    };
    let at = |x: f32| Rect::from_center_size(pos2(x, lane.center().y), vec2(2.0 * grip, lane.height()));
    let body = part("bar", shown, CursorIcon::Grab);
    let ends = [
        part("near end", at(shown.left() - 0.5 * grip), CursorIcon::ResizeHorizontal),
        part("far end", at(shown.right() + 0.5 * grip), CursorIcon::ResizeHorizontal),
    ];
    let share = |x: f32| f64::from((x - lane.left()) / lane.width());
    if body.dragged() {
        // The grabbed point stays under the pointer, although the ends snap to steps.
        let (Some(origin), Some(now)) = (ui.input(|i| i.pointer.press_origin()), body.interact_pointer_pos())
        else {
            return;
        };
        let memory = body.id.with("held");
        let held = if body.drag_started() {
            ui.data_mut(|data| data.insert_temp(memory, *interval));
            *interval
        } else {
            ui.data(|data| data.get_temp::<[f64; 2]>(memory)).unwrap_or(*interval)
        };
        let moved = snap(share(now.x) - share(origin.x)).clamp(-held[0], 1.0 - held[1]);
        *interval = held.map(|end| snap(end + moved));
    }
    for (end, response) in ends.into_iter().enumerate() {
        if let Some(at) = response.interact_pointer_pos().filter(|_| response.dragged()) {
            let other = interval[1 - end];
            let range = if end == 0 { 0.0..=other } else { other..=1.0 };
            interval[end] = snap(share(at.x)).clamp(*range.start(), *range.end());
        }
    }
}

fn snap(share: f64) -> f64 {
    (share * STEPS).round() / STEPS
}

fn numbers(ui: &mut Ui, intervals: &mut [[f64; 2]; 2]) {
    ui.horizontal_wrapped(|ui| {
        for (interval, look) in intervals.iter_mut().zip(looks()) {
            ui.label(RichText::new(look.letter).color(look.color).strong());
            let [near, far] = *interval;
            for (end, range) in [0.0..=far, near..=1.0].into_iter().enumerate() {
                let name =
                    format!("{} {}", look.letter, if end == 0 { t!("begins at") } else { t!("ends at") });
                let drag = DragValue::new(&mut interval[end]).range(range).speed(0.005).fixed_decimals(2);
                let response = ui.add(drag);
                interval[end] = snap(interval[end]);
                let value = Some(interval[end]);
                response.widget_info(|| WidgetInfo {
                    value,
                    ..WidgetInfo::labeled(Role::SpinButton, true, &name)
                });
                response.on_hover_text(t!("%{name}: 0 is the near plane, 1 is the far plane.", name = name));
                if end == 0 {
                    ui.label("–");
                }
            }
        }
    });
}

/// The stencil value after each row of the second round, for the corrected and the published table.
fn histories(ui: &mut Ui, [a, b]: [[f64; 2]; 2], relation: Relation) {
    for (name, table) in [
        (t!("Stencil method, corrected"), &stencil::CORRECTED),
        (t!("Stencil method, as published"), &stencil::PUBLISHED),
    ] {
        let history = pixel_twin::history(table, Some(a), Some(b));
        let first = table.rounds[0].len();
        let values: Vec<u8> = history[first..].iter().map(|state| state.stencil).collect();
        let says = pixel_twin::collides(table, Some(a), Some(b));
        let collides = relation.overlaps() || relation.touches();
        let judgement = match (says, collides) {
            (true, true) => t!("Stencil value reaches 3: colliding. Correct."),
            (false, false) => t!("Stencil value stays below 3: separated. Correct."),
            (true, false) => t!("Stencil value reaches 3, but the intervals are separated: false hit."),
            (false, true) if relation.touches() => {
                t!("Stencil value stays below 3, but the intervals touch: missed.")
            }
            (false, true) => t!("Stencil value stays below 3, but the intervals overlap: missed."),
        };
        let color = match (says, collides) {
            (true, false) => theme::violet(),
            (false, true) => theme::amber(),
            _ => theme::text(),
        };
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(name).strong());
            chain(ui, 0, &values, Some(PROOF), None);
            ui.label(RichText::new(judgement).color(color));
        });
    }
    if relation.touches() {
        let text = t!("Touching counts as colliding. Both tables use strict depth tests and miss it.");
        ui.label(RichText::new(text).small().color(theme::weak()));
    }
}
