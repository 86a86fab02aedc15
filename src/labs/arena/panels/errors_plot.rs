//! Errors of all methods against their times: a named point per method. Methods without an error are discs on the
//! lowest line; the others are hollow diamonds above it.

use egui::{Color32, FontId, Id, Pos2, Sense, Shape, Stroke, Ui, Vec2, WidgetInfo, vec2};
use egui_plot::PlotPoint;

use crate::comparison::totals::Total;
use crate::detector::Mistake;
use crate::labs::arena::Arena;
use crate::language::{t, tr};
use crate::methods::Method;
use crate::ui::format::{grouped, milliseconds, number};
use crate::ui::icons;
use crate::ui::inks::round_up;
use crate::ui::results::{Axis, beside, plot};
use crate::ui::scale::Scale;
use crate::ui::theme;

/// Height of the line of methods without an error, and of one error, as shares of the plot's height.
const RIGHT: f64 = 0.26;
const ONE: f64 = 0.46;
/// Size of the names, points.
const LETTERS: f32 = 12.5;

/// The methods that have a point: those that are on, compared and timed, the slowest first.
pub fn points(arena: &Arena) -> Vec<(&'static Method, Total)> {
    let totals = arena.lineup().asked().map(|method| (method, arena.comparison().total(method)));
    let mut points: Vec<_> = totals.filter(|(_, total)| total.judged > 0 && total.timed > 0).collect();
    points.sort_by_key(|(_, total)| std::cmp::Reverse(total.mean()));
    points
}

/// Shows the plot.
pub fn show(ui: &mut Ui, arena: &Arena) {
    let points = points(arena);
    let ms = |total: &Total| total.mean().map_or(0.0, |time| 1e3 * time.as_secs_f64());
    let x = Scale::around(points.iter().map(|(_, total)| ms(total)), true);
    let most = points.iter().map(|(_, total)| total.errors()).max().unwrap_or(0);
    // Round ends, so that points do not move with every frame.
    let most = round_up(most as f64) as u64;
    let x_marks = x.marks(6).into_iter().filter_map(|(value, text)| Some((x.place(value)?, text)));
    let counts = (0..).map(|power| 10_u64.pow(power)).take_while(|count| *count <= most.max(10));
    let y_marks = std::iter::once(0).chain(counts).map(|count| (height(count, most), number(count as f64)));
    let axes = [
        Axis { marks: x_marks.collect(), name: t!("mean time per frame (ms)").into_owned() },
        Axis { marks: y_marks.collect(), name: t!("wrong pairs in the compared frames").into_owned() },
    ];
    let transform = plot(ui, Id::unique("errors against time"), axes, |_| {});
    let at = |total: &Total| -> Pos2 {
        let place = x.place(ms(total)).unwrap_or_default();
        transform.position_from_point(&PlotPoint::new(place, height(total.errors(), most)))
    };
    let places: Vec<Pos2> = points.iter().map(|(_, total)| at(total)).collect();
    let font = FontId::proportional(LETTERS);
    let names: Vec<_> = points
        .iter()
        .map(|(method, _)| ui.painter().layout_no_wrap(tr(method.title), font.clone(), theme::text()))
        .collect();
    let sizes: Vec<Vec2> = names.iter().map(|name| name.size()).collect();
    let room = transform.frame().shrink(2.0);
    let rects = beside(&places, &sizes, room);
    for (((method, total), at), (rect, name)) in points.iter().zip(&places).zip(rects.iter().zip(names)) {
        let end = rect.clamp(*at);
        if at.distance(end) > 8.0 {
            ui.painter().line_segment([*at, end], Stroke::new(1.0, theme::weak().gamma_multiply(0.6)));
        }
        ui.painter().galley(rect.min, name, theme::text());
        let says = t!(
            "%{method}: missed %{missed}, false hits %{false_hits}, %{ms} ms",
            method = tr(method.title),
            missed = grouped(total.missed),
            false_hits = grouped(total.false_hits),
            ms = total.mean().map_or("–".into(), milliseconds)
        );
        let response = ui.interact(*rect, ui.scope_id().with(method.id), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Label, true, &says));
        response.on_hover_text(says.as_ref());
    }
    places.iter().zip(&points).for_each(|(at, (_, total))| sign(ui, *at, total));
}

/// Place of a number of errors on the vertical axis.
fn height(errors: u64, most: u64) -> f64 {
    match errors {
        0 => RIGHT,
        count => ONE + (0.96 - ONE) * (count as f64).ln() / (most.max(10) as f64).ln(),
    }
}

/// Draws the sign of a method: a disc if it made no error, a hollow diamond if it made some, in the colour of misses or, if
/// there are only false hits, in theirs; nothing if that is unknown.
pub fn sign(ui: &Ui, at: Pos2, total: &Total) {
    let painter = ui.painter();
    match total.errors() {
        _ if total.judged == 0 => {}
        0 => drop(painter.circle_filled(at, 4.5, theme::teal())),
        _ => {
            let corners =
                [vec2(0.0, -5.5), vec2(5.5, 0.0), vec2(0.0, 5.5), vec2(-5.5, 0.0)].map(|by| at + by);
            let mistake = if total.missed > 0 { Mistake::Missed } else { Mistake::FalseHit };
            let stroke = Stroke::new(1.8, icons::error_color(mistake));
            painter.add(Shape::convex_polygon(corners.to_vec(), Color32::TRANSPARENT, stroke));
        }
    }
}
