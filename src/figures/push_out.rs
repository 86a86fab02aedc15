//! Figure of a sharp corner of a body (its tip) that is pushed out in two ways: by one vector, which makes a spike,
//! and bevelled, as `occlusion-conservative` draws it. The unit of length is the margin by which faces are pushed out.
//! The figure is two-dimensional, so the cube around the corner becomes a square.

use std::f64::consts::{FRAC_PI_2, PI};

use egui::{Id, Pos2, Rect, Role, Sense, Shape, Slider, Stroke, Ui, WidgetInfo, vec2};

use crate::geometry::Vector;
use crate::geometry::push_out::LONGEST;
use crate::geometry::push_out::shortest::shortest_push;
use crate::language::t;
use crate::ui::drawing::{colors_of_both, em};
use crate::ui::theme;

/// Range of the angle at the tip on the slider, degrees.
const ANGLES: [f64; 2] = [10.0, 90.0];
/// Distance from the tip to the centre of the body's round end (unit: the margin).
const LENGTH: f64 = 5.5;
/// Width and height of the drawing (unit: the margin). The figure fits at every angle.
pub const FIELD: [f64; 2] = [19.5, 10.6];
/// Number of straight segments of a half turn.
const LINES: u32 = 60;

/// The corner with both outlines, a slider for its angle, and the distances.
pub fn show(ui: &mut Ui) {
    let memory = Id::unique("push-out");
    let mut angle = ui.data(|data| data.get_temp::<f64>(memory)).unwrap_or(20.0);
    let width = (30.0 * em(ui)).min(ui.available_width());
    let scale = width / FIELD[0] as f32;
    let (rect, response) = ui.allocate_exact_size(vec2(width, scale * FIELD[1] as f32), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, sentence(angle)));
    picture(ui, rect, scale, angle);
    let slider =
        Slider::new(&mut angle, ANGLES[0]..=ANGLES[1]).step_by(1.0).suffix("°").text(t!("tip angle"));
    if ui.add(slider).on_hover_text(t!("Angle between the two sides that meet at the tip.")).changed() {
        ui.data_mut(|data| data.insert_temp(memory, angle));
    }
    ui.label(sentence(angle));
    let key = t!(
        "Filled: the body. Tinted: all points within the margin around the body. Dashed: corners moved along one vector. Solid: the outline as drawn."
    );
    ui.label(egui::RichText::new(key).small().color(theme::weak()));
}

fn picture(ui: &Ui, rect: Rect, scale: f32, angle: f64) {
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 4.0, theme::sunken());
    let corner = Corner::of(angle);
    let (left, right) = (corner.round_end() - 1.0, corner.single().max(corner.drawn_reach()));
    let place = |[x, y]: [f64; 2]| -> Pos2 {
        rect.center() + scale * vec2((x - 0.5 * (left + right)) as f32, -y as f32)
    };
    let points = |outline: Vec<[f64; 2]>| -> Vec<Pos2> { outline.into_iter().map(place).collect() };
    let near = points(corner.near());
    painter.add(Shape::convex_polygon(near, theme::teal().gamma_multiply(0.28), Stroke::NONE));
    let body = points(corner.moved(0.0, &[[0.0, 0.0]]));
    painter.add(Shape::convex_polygon(body, colors_of_both()[0].gamma_multiply(0.75), Stroke::NONE));
    let mut spike = points(corner.moved(1.0, &[[corner.single(), 0.0]]));
    spike.extend(spike.first().copied());
    painter.extend(Shape::dashed_line(&spike, Stroke::new(1.4, theme::amber()), 6.0, 4.0));
    let drawn = points(corner.moved(1.0, &corner.drawn()));
    painter.add(Shape::closed_line(drawn, Stroke::new(1.6, theme::strong())));
}

/// A body in the shape of a drop, with its tip at the origin, pointing along x; y points up. The unit of length is the
/// margin.
pub struct Corner {
    /// Half the angle at the tip, radians.
    pub half: f64,
}

impl Corner {
    /// The corner with this angle at the tip, degrees.
    pub fn of(degrees: f64) -> Self {
        Self { half: 0.5 * degrees.to_radians() }
    }

    /// Distance by which one push-out vector displaces the tip.
    pub fn single(&self) -> f64 {
        let normal = |up: f64| Vector::new(self.half.sin(), up * self.half.cos(), 0.0);
        shortest_push(&[normal(1.0), normal(-1.0)], &Vector::x()).norm()
    }

    /// The corners that replace the tip in the bevelled outline: one displaced tip or, if that would be too far away,
    /// two corners of the square around the tip.
    pub fn drawn(&self) -> Vec<[f64; 2]> {
        if self.single() > LONGEST { vec![[1.0, -1.0], [1.0, 1.0]] } else { vec![[self.single(), 0.0]] }
    }

    /// Largest x of the displaced tip.
    fn drawn_reach(&self) -> f64 {
        self.drawn()[0][0]
    }

    /// The smallest x of the body, at its round end.
    fn round_end(&self) -> f64 {
        -LENGTH * (1.0 + self.half.sin())
    }

    /// The outline with its round part `margins` farther out and `tip` in place of the tip, counter-clockwise.
    pub fn moved(&self, margins: f64, tip: &[[f64; 2]]) -> Vec<[f64; 2]> {
        let radius = LENGTH * self.half.sin() + margins;
        let round = arc([-LENGTH, 0.0], radius, [FRAC_PI_2 - self.half, 1.5 * PI + self.half]);
        tip.iter().copied().chain(round).collect()
    }

    /// The outline of all points within one margin of the body.
    pub fn near(&self) -> Vec<[f64; 2]> {
        let turn = FRAC_PI_2 - self.half;
        self.moved(1.0, &arc([0.0, 0.0], 1.0, [-turn, turn]))
    }
}

/// Points of a circular arc between two angles, radians.
fn arc([x, y]: [f64; 2], radius: f64, [from, to]: [f64; 2]) -> Vec<[f64; 2]> {
    let point = |i: u32| {
        let (sine, cosine) = (from + (to - from) * f64::from(i) / f64::from(LINES)).sin_cos();
        [x + radius * cosine, y + radius * sine]
    };
    (0..=LINES).map(point).collect()
}

fn sentence(angle: f64) -> String {
    let corner = Corner::of(angle);
    let single = format!("{:.2}", corner.single());
    let text = if corner.drawn().len() > 1 {
        t!(
            "At %{angle}° one vector moves the tip by %{single} margins. The corners of the square move by 1.41 margins; in space, the corners of the cube move by 1.73.",
            angle = angle,
            single = single
        )
    } else {
        t!(
            "At %{angle}° one vector moves the tip by %{single} margins. The vector is used up to a length of %{longest} margins.",
            angle = angle,
            single = single,
            longest = LONGEST
        )
    };
    text.into_owned()
}
