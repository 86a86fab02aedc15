//! The ray through a pixel: the eye on the left, the depth intervals of A and B as bars, the depth buffer's
//! value as a marker. Below the ray, an enlargement if the bars are too thin to see.

use egui::{Align2, Painter, Rect, Role, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};

use crate::image_space::explained::probe::Probe;
use crate::image_space::recording::depth_share;
use crate::language::t;
use crate::ui::drawing::{bar_alone, between, em, eye, font, letter_of_bar, looks};
use crate::ui::theme;

/// The depth intervals of A and of B on the ray, as shares of its length.
type RayIntervals = [Vec<[f64; 2]>; 2];

/// Bars narrower than this fraction of the ray are also shown enlarged.
const THIN: f64 = 0.08;

/// Adds the ray from the near plane to the far plane, with the value of the depth buffer.
pub fn show(ui: &mut Ui, probe: &Probe, stored: u32) {
    let em = em(ui);
    let intervals = &probe.intervals.each_ref().map(|of_body| shares(of_body));
    let stored = depth_share(stored);
    let enlarged = enlargement(intervals, stored);
    let lanes = 4.4 * em;
    let one = lanes + 3.1 * em;
    let size = vec2(ui.available_width(), if enlarged.is_some() { 2.0 * one + 0.8 * em } else { one });
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let label = in_words(intervals, stored);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &label));
    let help = t!(
        "The ray through the pixel, near plane left, far plane right; the dashed line is the depth buffer."
    );
    response.on_hover_text(format!("{label}\n{help}"));
    let painter = ui.painter();
    let field = |top: f32, left: f32| {
        let corner = pos2(rect.left() + left, top + 1.3 * em);
        Rect::from_min_max(corner, pos2(rect.right() - 1.2 * em, corner.y + lanes))
    };
    let whole = field(rect.top(), 2.9 * em);
    eye(painter, pos2(rect.left() + 1.2 * em, whole.center().y), 1.8 * em, theme::weak());
    lane(painter, whole, [0.0, 1.0], intervals, stored, em);
    if let Some(range) = enlarged {
        let close = field(whole.bottom() + 2.6 * em, 2.9 * em);
        let [from, to] = range.map(|share| between(whole, [share; 2]).left());
        for (above, below) in [(from, close.left()), (to, close.right())] {
            let points = [pos2(above, whole.bottom()), pos2(below, close.top())];
            painter.add(Shape::dashed_line(&points, Stroke::new(1.0, theme::weak()), 3.0, 3.0));
        }
        lane(painter, close, range, intervals, stored, em);
        let factor = format!("×{:.0}", 1.0 / (range[1] - range[0]));
        painter.text(
            pos2(rect.left() + 1.3 * em, close.center().y),
            Align2::CENTER_CENTER,
            factor,
            font(em),
            theme::text(),
        );
    }
}

fn shares(intervals: &[[u32; 2]]) -> Vec<[f64; 2]> {
    intervals.iter().map(|ends| ends.map(depth_share)).collect()
}

/// The parts of the ray in both bodies.
pub fn common([first, second]: &RayIntervals) -> Vec<[f64; 2]> {
    let both = |a: &[f64; 2], b: &[f64; 2]| [a[0].max(b[0]), a[1].min(b[1])];
    let parts = first.iter().flat_map(|a| second.iter().map(move |b| both(a, b)));
    parts.filter(|[near, far]| near < far).collect()
}

/// The range of depths to show enlarged, if a bar or the overlap of the bars is too thin to see; otherwise
/// `None`.
pub fn enlargement(intervals: &RayIntervals, stored: f64) -> Option<[f64; 2]> {
    let length = |[near, far]: &[f64; 2]| far - near;
    let present: Vec<[f64; 2]> = intervals.iter().flatten().copied().collect();
    let overlap = common(intervals).into_iter().min_by(|a, b| length(a).total_cmp(&length(b)));
    let thinnest = present.iter().chain(&overlap).map(length).fold(f64::MAX, f64::min);
    let mut low = present.iter().map(|i| i[0]).fold(f64::MAX, f64::min);
    let mut high = present.iter().map(|i| i[1]).fold(f64::MIN, f64::max);
    if thinnest >= THIN {
        return None;
    }
    // If the bars lie far apart, enlarge only their thinnest overlap.
    if let Some([near, far]) = overlap.filter(|_| high - low > 0.5) {
        (low, high) = (near, far);
    }
    if (low - 0.1..high + 0.1).contains(&stored) && stored > 0.0 && stored < 1.0 {
        (low, high) = (low.min(stored), high.max(stored));
    }
    let margin = (0.25 * (high - low)).max(2e-6);
    let range = [(low - margin).max(0.0), (high + margin).min(1.0)];
    (range[1] - range[0] < 0.6).then_some(range)
}

/// Paints bars, overlap and marker of the part `range` of the ray, over an axis with numbers.
fn lane(painter: &Painter, field: Rect, range: [f64; 2], intervals: &RayIntervals, stored: f64, em: f32) {
    let span = range[1] - range[0];
    let on = |share: f64| (share - range[0]) / span;
    let clipped = painter.with_clip_rect(field.expand2(vec2(1.0, 2.0 * em)));
    painter.rect_filled(field, 2.0, theme::sunken());
    for (share, align) in [(0.0, Align2::LEFT_TOP), (0.5, Align2::CENTER_TOP), (1.0, Align2::RIGHT_TOP)] {
        let x = between(field, [share; 2]).left();
        painter.vline(x, field.y_range(), Stroke::new(1.0, theme::line()));
        let value = range[0] + share * span;
        let text = match (span >= 1.0, share) {
            (true, 0.0) => t!("0 near").into_owned(),
            (true, 1.0) => t!("far 1").into_owned(),
            _ => number(value, span),
        };
        painter.text(pos2(x, field.bottom() + 2.0), align, text, font(em), theme::weak());
    }
    for part in common(intervals) {
        let band = between(field, part.map(on));
        clipped.rect_filled(band, 0.0, theme::colliding().gamma_multiply(0.40));
        for x in [band.left(), band.right()] {
            clipped.vline(x, field.y_range(), Stroke::new(1.2, theme::colliding()));
        }
    }
    let mut bars = Vec::new();
    for (index, of_body) in intervals.iter().enumerate() {
        let top = field.top() + field.height() * (0.08 + 0.46 * index as f32);
        let row = Rect::from_min_size(pos2(field.left(), top), vec2(field.width(), 0.38 * field.height()));
        let mut widest: Option<Rect> = None;
        for ends in of_body {
            // Draw an interval at least three points wide, so that the thinnest is visible.
            let shown = between(row, ends.map(|end| on(end).clamp(0.0, 1.0)));
            let shown = shown.expand2(vec2((1.5 - 0.5 * shown.width()).max(0.0), 0.0));
            bar_alone(&clipped, shown, looks()[index]);
            if widest.is_none_or(|widest| widest.width() < shown.width()) {
                widest = Some(shown);
            }
        }
        match widest {
            Some(bar) => bars.push((bar, looks()[index])),
            None => {
                let text = format!("{}: {}", looks()[index].letter, t!("does not cover this pixel"));
                let at = row.left_center() + vec2(0.5 * em, 0.0);
                painter.text(at, Align2::LEFT_CENTER, text, font(em), theme::weak());
            }
        }
    }
    if (0.0..=1.0).contains(&on(stored)) {
        let x = between(field, [on(stored); 2]).left();
        let points = [pos2(x, field.top() - 2.0), pos2(x, field.bottom())];
        painter.line_segment(points, Stroke::new(3.0, theme::sunken()));
        painter.add(Shape::dashed_line(&points, Stroke::new(1.6, theme::strong()), 5.0, 3.0));
        let tip = points[0];
        let head = vec![tip + vec2(0.0, 4.0), tip + vec2(-4.0, -3.0), tip + vec2(4.0, -3.0)];
        painter.add(Shape::convex_polygon(head, theme::strong(), Stroke::NONE));
        let text = t!("depth buffer %{depth}", depth = number(stored, span));
        let right = x > field.center().x;
        let align = if right { Align2::RIGHT_BOTTOM } else { Align2::LEFT_BOTTOM };
        let at = tip + vec2(if right { -6.0 } else { 6.0 }, 3.0);
        painter.text(at, align, text, font(em), theme::strong());
    }
    // The letters, on the widest bar of each body, are painted over the dashed line, which crosses the bars.
    bars.into_iter().for_each(|(bar, look)| letter_of_bar(&clipped, bar, look));
}

/// A depth as text, with the digits that an axis of length `span` needs.
fn number(value: f64, span: f64) -> String {
    let digits = (2.0 - span.log10().floor()).clamp(2.0, 8.0) as usize;
    format!("{value:.digits$}")
}

fn in_words(intervals: &RayIntervals, stored: f64) -> String {
    let mut parts = Vec::new();
    for (of_body, look) in intervals.iter().zip(looks()) {
        parts.extend(of_body.iter().map(|[near, far]| {
            let (near, far) = (format!("{near:.4}"), format!("{far:.4}"));
            t!("%{body} from %{near} to %{far}", body = look.letter, near = near, far = far).into_owned()
        }));
        if of_body.is_empty() {
            parts.push(format!("{}: {}", look.letter, t!("does not cover this pixel")));
        }
    }
    parts.push(t!("depth buffer %{depth}", depth = format!("{stored:.4}")).into_owned());
    parts.join(", ")
}
