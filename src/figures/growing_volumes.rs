//! Figure of a box around a rotating body, in two dimensions: fitted to the rotated corners of the original box, and
//! fitted to those of the previous result, which grows with every frame. Source 2's figure of the teacup confuses the
//! two.

use egui::{Id, Pos2, Rect, Role, Sense, Shape, Slider, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};

use crate::language::t;
use crate::ui::drawing::{em, wrapped};
use crate::ui::theme;

/// Half axes of the body, an ellipse, metres.
pub const BODY: [f64; 2] = [1.0, 0.55];
/// Rotation per frame, degrees.
const STEP: f64 = 5.0;
/// Largest number of frames on the slider: a quarter turn.
pub const MOST: u32 = 18;
/// Number of corners of the drawn ellipse.
const CORNERS: u32 = 72;

/// Half sides of an axis-aligned box, metres.
pub type Half = [f64; 2];

/// Both boxes side by side, a slider for the frame, and the boxes' sizes.
pub fn show(ui: &mut Ui) {
    let memory = Id::unique("growing volumes");
    let mut frames = ui.data(|data| data.get_temp::<u32>(memory)).unwrap_or(12);
    let em = em(ui);
    let gap = 0.8 * em;
    let side = (0.5 * (ui.available_width() - gap)).min(20.0 * em);
    let size = vec2(2.0 * side + gap, side + 2.2 * em);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let says = sentence(frames);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &says));
    for (column, from_last) in [false, true].into_iter().enumerate() {
        let corner = rect.min + vec2(column as f32 * (side + gap), 0.0);
        panel(ui, Rect::from_min_size(corner, vec2(side, side)), frames, from_last);
        let title = if from_last {
            t!("Fitted around the previous box")
        } else {
            t!("Fitted around the original box")
        };
        wrapped(ui.painter(), corner + vec2(0.2 * em, side + 0.4 * em), &title, em, theme::strong(), side);
    }
    let slider = Slider::new(&mut frames, 0..=MOST).text(t!("rotations by 5°"));
    if ui.add(slider).on_hover_text(t!("Number of rotations of the body by 5°.")).changed() {
        ui.data_mut(|data| data.insert_temp(memory, frames));
    }
    ui.label(sentence(frames));
    let legend =
        t!("Filled: the body. Dashed: the box whose corners are rotated. Solid: the box fitted around them.");
    ui.label(egui::RichText::new(legend).small().color(theme::weak()));
}

fn panel(ui: &Ui, rect: Rect, frames: u32, from_last: bool) {
    let painter = ui.painter_at(rect);
    painter.rect(rect, 4.0, theme::sunken(), Stroke::new(1.0, theme::line()), StrokeKind::Inside);
    // One scale for both panels, so that the largest box just fits.
    let scale = 0.47 * f64::from(rect.width()) / around_last(MOST)[0];
    let at = |[x, y]: [f64; 2]| -> Pos2 { rect.center() + vec2((scale * x) as f32, (-scale * y) as f32) };
    let angle = angle(frames);
    // 1. The body.
    let outline = (0..CORNERS).map(|i| {
        let (sine, cosine) = (std::f64::consts::TAU * f64::from(i) / f64::from(CORNERS)).sin_cos();
        at(turned([BODY[0] * cosine, BODY[1] * sine], angle))
    });
    painter.add(Shape::convex_polygon(outline.collect(), theme::accent().gamma_multiply(0.55), Stroke::NONE));
    // 2. The box whose corners are rotated in this panel: the original box, by the whole angle; or the previous
    // result, by the angle of one frame.
    let (half, by) = match from_last {
        false => (BODY, angle),
        true => (around_last(frames.saturating_sub(1)), self::angle(frames.min(1))),
    };
    let corners: Vec<Pos2> = corners(half).map(|corner| at(turned(corner, by))).into();
    let dashes = Shape::dashed_line(
        &[&corners[..], &corners[..1]].concat(),
        Stroke::new(1.2, theme::text()),
        5.0,
        4.0,
    );
    painter.extend(dashes);
    // 3. The axis-aligned box around the rotated corners.
    let [x, y] = if from_last { around_last(frames) } else { around_original(frames) };
    let color = if from_last { theme::amber() } else { theme::teal() };
    let solid = Rect::from_min_max(at([-x, y]), at([x, -y]));
    painter.rect_stroke(solid, 0.0, Stroke::new(2.0, color), StrokeKind::Middle);
    let number = format!("×{:.1}", area([x, y]) / area(tight(frames)));
    let em = em(ui);
    wrapped(
        &painter,
        pos2(rect.left() + 0.5 * em, rect.top() + 0.4 * em),
        &number,
        1.2 * em,
        color,
        rect.width(),
    );
}

/// Angle after `frames` frames, radians.
pub fn angle(frames: u32) -> f64 {
    (STEP * f64::from(frames)).to_radians()
}

fn turned([x, y]: [f64; 2], angle: f64) -> [f64; 2] {
    let (sine, cosine) = angle.sin_cos();
    [cosine * x - sine * y, sine * x + cosine * y]
}

fn corners([x, y]: Half) -> [[f64; 2]; 4] {
    [[x, y], [-x, y], [-x, -y], [x, -y]]
}

/// The axis-aligned box around a rotated box.
fn around(half: Half, angle: f64) -> Half {
    let corners = corners(half).map(|corner| turned(corner, angle));
    [0, 1].map(|i: usize| corners.iter().map(|corner| corner[i]).fold(0.0, f64::max))
}

/// The axis-aligned box around the body itself.
pub fn tight(frames: u32) -> Half {
    let (sine, cosine) = angle(frames).sin_cos();
    [(BODY[0] * cosine).hypot(BODY[1] * sine), (BODY[0] * sine).hypot(BODY[1] * cosine)]
}

/// The box around the turned original box.
pub fn around_original(frames: u32) -> Half {
    around(BODY, angle(frames))
}

/// The box after `frames` frames, each fitted around the turned box of the frame before.
pub fn around_last(frames: u32) -> Half {
    (0..frames).fold(BODY, |half, _| around(half, angle(1)))
}

/// Area of the box, in square metres.
pub fn area(half: Half) -> f64 {
    4.0 * half[0] * half[1]
}

fn sentence(frames: u32) -> String {
    let times = |half: Half| format!("{:.1}", area(half) / area(tight(frames)));
    t!(
        "Rotated by %{degrees}°. Area relative to the tightest box: ×%{original} if fitted around the original box, ×%{last} around the last result.",
        degrees = STEP * f64::from(frames),
        original = times(around_original(frames)),
        last = times(around_last(frames))
    )
    .into_owned()
}
