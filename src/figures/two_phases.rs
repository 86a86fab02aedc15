//! Figure of the two phases of collision detection, in two dimensions: all pairs of moving discs, those whose boxes
//! overlap, and those that collide.

use std::f64::consts::TAU;

use egui::{Id, Pos2, Rect, Role, Sense, Slider, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use crate::language::t;
use crate::ui::drawing::{em, wrapped};
use crate::ui::theme;

/// Number of discs.
pub const DISCS: usize = 10;
/// Largest time on the slider.
pub const MOST: u32 = 100;

/// A disc in the unit square.
#[derive(Clone, Copy, Debug)]
pub struct Disc {
    /// Centre.
    pub at: [f64; 2],
    /// Radius.
    pub radius: f64,
}

/// The discs at a time of the slider. Each moves on an ellipse of its own.
pub fn discs(time: u32) -> [Disc; DISCS] {
    std::array::from_fn(|i| {
        let share = i as f64 / DISCS as f64;
        // The golden angle spreads the middles evenly.
        let (distance, bearing) = (0.34 * share.sqrt(), 2.4 * i as f64);
        let phase = TAU * (share * 3.0 + f64::from(time) / f64::from(MOST) * (1.0 + (i % 3) as f64));
        let at = [
            0.5 + distance * bearing.cos() + 0.1 * phase.cos(),
            0.5 + distance * bearing.sin() + 0.07 * phase.sin(),
        ];
        Disc { at, radius: 0.035 + 0.016 * (i % 4) as f64 }
    })
}

/// Whether the boxes around two discs overlap.
pub fn boxes_overlap(a: &Disc, b: &Disc) -> bool {
    (0..2).all(|axis| (a.at[axis] - b.at[axis]).abs() <= a.radius + b.radius)
}

/// Whether two discs share a point.
pub fn collide(a: &Disc, b: &Disc) -> bool {
    (a.at[0] - b.at[0]).hypot(a.at[1] - b.at[1]) <= a.radius + b.radius
}

/// The pairs of discs for which a test holds.
pub fn pairs(discs: &[Disc; DISCS], holds: fn(&Disc, &Disc) -> bool) -> Vec<[usize; 2]> {
    let all = (0..DISCS).flat_map(|j| (0..j).map(move |i| [i, j]));
    all.filter(|[i, j]| holds(&discs[*i], &discs[*j])).collect()
}

/// The three sets of pairs side by side, and a slider for the time.
pub fn show(ui: &mut Ui) {
    let memory = Id::unique("two phases");
    let mut time = ui.data(|data| data.get_temp::<u32>(memory)).unwrap_or(30);
    let em = em(ui);
    let gap = 0.8 * em;
    let side = ((ui.available_width() - 2.0 * gap) / 3.0).min(14.0 * em);
    let (rect, response) =
        ui.allocate_exact_size(vec2(3.0 * side + 2.0 * gap, side + 3.4 * em), Sense::hover());
    let discs = discs(time);
    let [all, candidates, colliding] =
        [|_: &Disc, _: &Disc| true, boxes_overlap, collide].map(|holds| pairs(&discs, holds));
    let says = sentence([&all, &candidates, &colliding].map(Vec::len));
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &says));
    let titles = [t!("All pairs"), t!("Broad phase: boxes overlap"), t!("Narrow phase: bodies collide")];
    for (column, (pairs, title)) in [&all, &candidates, &colliding].into_iter().zip(titles).enumerate() {
        let corner = rect.min + vec2(column as f32 * (side + gap), 0.0);
        panel(ui, Rect::from_min_size(corner, vec2(side, side)), &discs, pairs, column);
        let title = format!("{title}: {}", pairs.len());
        wrapped(ui.painter(), corner + vec2(0.0, side + 0.4 * em), &title, em, theme::strong(), side);
    }
    let slider = Slider::new(&mut time, 0..=MOST).text(t!("Moment"));
    if ui.add(slider).on_hover_text(t!("Moves the discs.")).changed() {
        ui.data_mut(|data| data.insert_temp(memory, time));
    }
}

fn panel(ui: &Ui, rect: Rect, discs: &[Disc; DISCS], pairs: &[[usize; 2]], column: usize) {
    let painter = ui.painter_at(rect);
    painter.rect(rect, 4.0, theme::sunken(), Stroke::new(1.0, theme::line()), StrokeKind::Inside);
    let scale = rect.width();
    let at =
        |[x, y]: [f64; 2]| -> Pos2 { pos2(rect.left() + scale * x as f32, rect.bottom() - scale * y as f32) };
    let is_paired = |disc: usize| pairs.iter().any(|pair| pair.contains(&disc));
    for (index, disc) in discs.iter().enumerate() {
        let radius = scale * disc.radius as f32;
        let color = match column {
            2 if is_paired(index) => theme::colliding(),
            _ => theme::accent().gamma_multiply(0.55),
        };
        painter.circle_filled(at(disc.at), radius, color);
        if column == 1 {
            let around = Rect::from_center_size(at(disc.at), vec2(2.0 * radius, 2.0 * radius));
            let color = if is_paired(index) { theme::amber() } else { theme::line() };
            painter.rect_stroke(around, 0.0, Stroke::new(1.2, color), StrokeKind::Middle);
        }
    }
    let width = if column == 0 { 0.6 } else { 1.6 };
    for [i, j] in pairs {
        painter.line_segment([at(discs[*i].at), at(discs[*j].at)], Stroke::new(width, theme::text()));
    }
}

fn sentence([all, candidates, colliding]: [usize; 3]) -> String {
    t!(
        "All pairs: %{all}. Pairs whose boxes overlap: %{candidates}. Pairs that collide: %{colliding}.",
        all = all,
        candidates = candidates,
        colliding = colliding
    )
    .into_owned()
}
