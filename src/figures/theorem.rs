//! Figure of the theorem of Xu and others (source 1) in its three cases, in two dimensions: two convex bodies
//! meet exactly when each hides a part of the other. Hidden parts are computed ray by ray, not drawn by hand.

use egui::{
    Align2, Color32, Painter, Pos2, Rect, Role, Sense, Shape, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use crate::language::{t, tr};
use crate::ui::drawing::{arrow, em, eye, font, hatching, height_of, looks, wrapped};
use crate::ui::theme;

/// A case: two convex outlines in a square of side 1, y down, seen from the left.
pub struct Case {
    title: &'static str,
    bodies: [&'static [[f32; 2]]; 2],
}

/// The three cases: no body, one body, each body hides a part of the other.
pub const CASES: [Case; 3] = [
    Case {
        title: "Side by side",
        bodies: [
            &[[0.28, 0.16], [0.48, 0.08], [0.66, 0.20], [0.60, 0.38], [0.38, 0.42]],
            &[[0.42, 0.60], [0.70, 0.56], [0.80, 0.74], [0.62, 0.92], [0.40, 0.84]],
        ],
    },
    Case {
        title: "One behind the other",
        bodies: [
            &[[0.20, 0.26], [0.38, 0.18], [0.48, 0.36], [0.42, 0.56], [0.22, 0.60]],
            &[[0.58, 0.44], [0.76, 0.34], [0.90, 0.52], [0.84, 0.76], [0.62, 0.82]],
        ],
    },
    Case {
        title: "Interpenetrating",
        bodies: [
            &[[0.22, 0.26], [0.46, 0.16], [0.66, 0.32], [0.60, 0.60], [0.28, 0.62]],
            &[[0.44, 0.44], [0.70, 0.36], [0.86, 0.56], [0.78, 0.80], [0.46, 0.80]],
        ],
    },
];

/// Number of rays on which the hidden parts are computed.
const RAYS: usize = 90;

/// The three cases side by side, or one above the other in a narrow window.
pub fn show(ui: &mut Ui) {
    let em = em(ui);
    let width = ui.available_width();
    let gap = 0.8 * em;
    let columns = if width >= 3.0 * 11.0 * em + 2.0 * gap { 3 } else { 1 };
    let cell = (width - gap * (columns - 1) as f32) / columns as f32;
    for row in CASES.chunks(columns) {
        let heights = row.iter().map(|case| picture_side(cell, em) + words_height(ui, case, cell));
        let size = vec2(width, heights.fold(0.0, f32::max));
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        for (column, case) in row.iter().enumerate() {
            let corner = rect.min + vec2(column as f32 * (cell + gap), 0.0);
            one(ui, case, Rect::from_min_size(corner, vec2(cell, size.y)), em);
        }
    }
    let text = t!(
        "Hatched: part of a body hidden behind the near side of the other, hatched like that side. The bodies collide exactly when each hides a part of the other."
    );
    ui.label(egui::RichText::new(text).small().color(theme::weak()));
}

/// Number of rays, out of `RAYS`, on which A hides a part of B, and on which B hides a part of A.
pub fn hidden(case: &Case) -> [usize; 2] {
    let count = |front: usize| strips(case, front).count();
    [count(0), count(1)]
}

/// The part of the other body that body `front` hides: an interval for each ray, with the ray's index.
fn strips(case: &Case, front: usize) -> impl Iterator<Item = (usize, [f32; 2])> {
    (0..RAYS).filter_map(move |ray| {
        let y = (ray as f32 + 0.5) / RAYS as f32;
        let [near, _] = crossing(case.bodies[front], y)?;
        let [other_near, other_far] = crossing(case.bodies[1 - front], y)?;
        (other_far >= near).then_some((ray, [other_near.max(near), other_far]))
    })
}

/// Interval of a horizontal ray inside a convex outline.
fn crossing(outline: &[[f32; 2]], y: f32) -> Option<[f32; 2]> {
    let edges = outline.iter().zip(outline.iter().cycle().skip(1));
    let hits = edges.filter(|(p, q)| (p[1] <= y) != (q[1] <= y)).map(|(p, q)| {
        let share = (y - p[1]) / (q[1] - p[1]);
        p[0] + share * (q[0] - p[0])
    });
    hits.fold(None, |range: Option<[f32; 2]>, x| {
        Some(range.map_or([x, x], |[near, far]| [near.min(x), far.max(x)]))
    })
}

/// The results of the method's two rounds as text, each with whether a body hides a part of the other.
fn findings(case: &Case) -> [(bool, String); 2] {
    let [of_b, of_a] = hidden(case);
    let says = |hides: bool, front: &str, other: &str| {
        let text = if hides {
            t!("%{front} hides a part of %{other}.", front = front, other = other)
        } else {
            t!("%{front} hides no part of %{other}.", front = front, other = other)
        };
        (hides, text.into_owned())
    };
    [says(of_b > 0, "A", "B"), says(of_a > 0, "B", "A")]
}

fn conclusion(case: &Case) -> (bool, String) {
    let meet = findings(case).iter().all(|(hides, _)| *hides);
    let text = if meet {
        t!("Each body hides a part of the other: they collide.")
    } else {
        t!("The bodies are separated.")
    };
    (meet, text.into_owned())
}

fn words(case: &Case) -> [(String, Color32); 4] {
    let [first, second] = findings(case).map(|(_, text)| text);
    let (meet, end) = conclusion(case);
    let color = if meet { theme::colliding() } else { theme::strong() };
    [(tr(case.title), theme::strong()), (first, theme::text()), (second, theme::text()), (end, color)]
}

fn words_height(ui: &Ui, case: &Case, width: f32) -> f32 {
    let em = em(ui);
    let heights = words(case).map(|(text, _)| height_of(ui, &text, em, width - em) + 0.25 * em);
    heights.iter().sum::<f32>() + 0.6 * em
}

fn picture_side(width: f32, em: f32) -> f32 {
    (0.9 * width).min(15.0 * em)
}

fn one(ui: &Ui, case: &Case, rect: Rect, em: f32) {
    let painter = ui.painter();
    let label = words(case).map(|(text, _)| text).join(" ");
    let response = ui.interact(rect, ui.scope_id().with(case.title), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &label));
    painter.rect(rect, 4.0, theme::sunken(), Stroke::new(1.0, theme::line()), StrokeKind::Inside);
    let high = picture_side(rect.width(), em);
    let ground = Rect::from_min_size(rect.min, vec2(rect.width(), high)).shrink(0.5 * em);
    picture(painter, case, ground, em);
    let mut at = pos2(rect.left() + 0.5 * em, rect.top() + high);
    for (text, color) in words(case) {
        at.y += wrapped(painter, at, &text, em, color, rect.width() - em).y + 0.25 * em;
    }
}

fn picture(painter: &Painter, case: &Case, ground: Rect, em: f32) {
    let side = ground.height();
    let origin = pos2(ground.center().x - 0.46 * side, ground.top());
    let place = |[x, y]: [f32; 2]| -> Pos2 { origin + side * vec2(x, y) };
    // The eye is far away, so its rays are horizontal.
    eye(painter, pos2(origin.x - 0.02 * side, ground.center().y), 1.6 * em, theme::weak());
    for y in [0.14, 0.32, 0.68, 0.86] {
        let from = place([-0.04, y]);
        arrow(painter, from, place([0.12, y]), Stroke::new(1.0, theme::weak().gamma_multiply(0.6)), 0.4 * em);
    }
    for (outline, look) in case.bodies.into_iter().zip(looks()) {
        let corners: Vec<_> = outline.iter().map(|&p| place(p)).collect();
        painter.add(Shape::convex_polygon(corners, look.color.gamma_multiply(0.30), Stroke::NONE));
    }
    for (front, look) in looks().into_iter().enumerate() {
        let rows = strips(case, front).map(|(ray, [from, to])| {
            let top = ray as f32 / RAYS as f32;
            Rect::from_min_max(place([from, top]), place([to, top + 1.0 / RAYS as f32]))
        });
        hatching(painter, rows, look.hatch, look.color);
    }
    if conclusion(case).0 {
        common(painter, case, place);
    }
    for (outline, look) in case.bodies.into_iter().zip(looks()) {
        let corners: Vec<_> = outline.iter().map(|&p| place(p)).collect();
        let (mut low, mut high) = (f32::MAX, f32::MIN);
        outline.iter().for_each(|p| (low, high) = (low.min(p[1]), high.max(p[1])));
        painter.add(Shape::closed_line(corners, Stroke::new(1.8, look.color)));
        // The letter of each body is placed on a part that stays visible: near the upper near side of A, near the
        // lower far side of B.
        let y = if look.letter == "A" { low + 0.3 * (high - low) } else { high - 0.22 * (high - low) };
        let [near, far] = crossing(outline, y).unwrap_or([0.5, 0.5]);
        let share = if look.letter == "A" { 0.3 } else { 0.65 };
        let at = place([near + share * (far - near), y]);
        painter.circle_filled(at, 0.72 * em, theme::sunken());
        painter.text(at, Align2::CENTER_CENTER, look.letter, font(1.05 * em), theme::strong());
    }
}

/// Draws the common part of the two bodies in red.
fn common(painter: &Painter, case: &Case, place: impl Fn([f32; 2]) -> Pos2) {
    for ray in 0..RAYS {
        let top = ray as f32 / RAYS as f32;
        let y = top + 0.5 / RAYS as f32;
        let both = [crossing(case.bodies[0], y), crossing(case.bodies[1], y)];
        let [Some(a), Some(b)] = both else { continue };
        let (from, to) = (a[0].max(b[0]), a[1].min(b[1]));
        if from < to {
            let strip = Rect::from_min_max(place([from, top]), place([to, top + 1.0 / RAYS as f32]));
            painter.rect_filled(strip, 0.0, theme::colliding().gamma_multiply(0.8));
        }
    }
}
