//! Figure of a flat ring cut into equal arcs with their convex hulls: the gap between them, and how fast it shrinks.

use std::f64::consts::PI;

use egui::{Color32, Id, Pos2, Role, Sense, Shape, Slider, Stroke, Ui, WidgetInfo, vec2};

use crate::language::t;
use crate::ui::drawing::em;
use crate::ui::theme;

/// Inner and outer radius of the ring, metres: the lesson's ring, in its plane.
const RADII: [f64; 2] = [0.65, 1.35];
/// Largest number of pieces on the slider.
const MOST: u32 = 24;
/// Number of straight segments of the whole ring.
const LINES: u32 = 240;

/// The ring, a slider for the number of arcs, and the hulls' overshoot.
pub fn show(ui: &mut Ui) {
    let memory = Id::unique("ring pieces");
    let mut pieces = ui.data(|data| data.get_temp::<u32>(memory)).unwrap_or(4);
    let side = (17.0 * em(ui)).min(ui.available_width());
    let (rect, response) = ui.allocate_exact_size(vec2(side, side), Sense::hover());
    let says = sentence(pieces);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &says));
    let scale = 0.48 * side / RADII[1] as f32;
    let at = |radius: f64, turn: f64| -> Pos2 {
        let (sine, cosine) = turn.sin_cos();
        rect.center() + scale * vec2((radius * cosine) as f32, -(radius * sine) as f32)
    };
    let painter = ui.painter_at(rect);
    let share = |index: u32, of: u32| 2.0 * PI * f64::from(index) / f64::from(of);
    // 1. The hulls: the outer arc, and a straight line between the inner corners.
    for piece in 0..pieces {
        let [from, to] = [share(piece, pieces), share(piece + 1, pieces)];
        let steps = LINES / pieces;
        let outer = (0..=steps).map(|i| at(RADII[1], from + (to - from) * f64::from(i) / f64::from(steps)));
        let inner = [at(RADII[0], to), at(RADII[0], from)];
        let hull: Vec<Pos2> = if pieces == 1 { outer.collect() } else { outer.chain(inner).collect() };
        painter.add(Shape::convex_polygon(hull, theme::amber().gamma_multiply(0.7), Stroke::NONE));
    }
    // 2. The ring over the hulls: whatever stays visible of them is overshoot.
    for line in 0..LINES {
        let [from, to] = [share(line, LINES), share(line + 1, LINES)];
        let quad = vec![at(RADII[0], from), at(RADII[1], from), at(RADII[1], to), at(RADII[0], to)];
        painter.add(Shape::convex_polygon(quad, theme::accent(), Stroke::new(0.7, theme::accent())));
    }
    for piece in 0..pieces {
        let turn = share(piece, pieces);
        let cut: [Pos2; 2] = [at(RADII[0], turn), at(RADII[1], turn)];
        painter.line_segment(cut, Stroke::new(1.4, Color32::WHITE));
    }
    let slider = Slider::new(&mut pieces, 1..=MOST).text(t!("pieces"));
    if ui.add(slider).on_hover_text(t!("Number of equal arcs into which the ring is cut.")).changed() {
        ui.data_mut(|data| data.insert_temp(memory, pieces));
    }
    ui.label(sentence(pieces));
}

/// Metres by which the hull of one of `pieces` arcs reaches into the hole.
pub fn overshoot(pieces: u32) -> f64 {
    match pieces {
        0..=2 => RADII[0],
        _ => RADII[0] * (1.0 - (PI / f64::from(pieces)).cos()),
    }
}

fn sentence(pieces: u32) -> String {
    let metres = overshoot(pieces);
    let percent = format!("{:.1}", 100.0 * metres / (2.0 * RADII[1]));
    t!(
        "%{n} pieces: their hulls reach %{metres} m into the hole, %{percent} % of the ring's size.",
        n = pieces,
        metres = format!("{metres:.3}"),
        percent = percent
    )
    .into_owned()
}
