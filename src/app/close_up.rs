//! The lens on the contact: an inset in a pane around the contact or the closest points of two bodies, labelled
//! with the gap and a scale.

use egui::epaint::RectShape;
use egui::{
    Align2, Color32, FontId, Painter, Pos2, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2,
};

use crate::exhibit::Params;
use crate::labs::capabilities::NO_PAIR;
use crate::labs::lab::Lab;
use crate::labs::spots::Spot;
use crate::language::{t, tr};
use crate::render::camera::Camera;
use crate::render::close_up::{Meeting, Nearest, round_length};
use crate::ui::drawing::project;
use crate::ui::format::length;
use crate::ui::stage::{Canvas, Sight, Stage};
use crate::ui::theme;

/// Side of the inset, as a share of the pane's shorter side; and the limits of the side, points.
const SIDE: f32 = 0.36;
const SIDES: [f32; 2] = [130.0, 320.0];
/// Distance from the edges of the pane, points.
const MARGIN: f32 = 12.0;
/// Height of the pane's scale below the lens, points.
const SCALE: f32 = 20.0;
/// Radius of the corners, points.
const CORNER: f32 = 6.0;
/// Maximum length of the scale bar, as a share of the inset's side.
const BAR: f64 = 0.45;
/// Distance of texts from the inset's edges, points.
const PAD: f32 = 10.0;

/// Shows the lens in the lower right corner of the pane that fills `rect`; `sight` is the pane's view. Returns the
/// rectangle of the lens or, if the lens cannot be shown, of the message with the reason.
pub fn show(ui: &Ui, lab: &mut dyn Lab, stage: &mut Stage, pane: usize, rect: Rect, sight: &Sight) -> Rect {
    let side = (SIDE * rect.width().min(rect.height())).clamp(SIDES[0], SIDES[1]).floor();
    let corner = rect.max - vec2(MARGIN + side, SCALE + MARGIN + side);
    let place = Rect::from_min_size(corner, vec2(side, side));
    let painter = ui.painter().with_clip_rect(rect);
    let say = |why: &str| write(&painter, rect.max - vec2(MARGIN, MARGIN), Align2::RIGHT_BOTTOM, why, &rect);
    if !rect.shrink(MARGIN).contains_rect(place.shrink(0.5)) {
        return say(&t!("This pane is too small for the lens."));
    }
    let (near, meeting) = match nearest(lab) {
        Ok(near) => near,
        Err(why) => return say(&tr(why)),
    };
    let camera = near.camera(&sight.camera);
    let pixels = (side * sight.pixels_per_point).round().max(1.0) as u32;
    let sight_here = Sight { size: [pixels; 2], camera, close_up: true, ..*sight };
    let response = ui.interact(place, ui.scope_id().with(("close-up", pane)), Sense::hover());
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Image, true, t!("Lens on the contact: %{meeting}", meeting = meeting))
    });
    point_out(&painter, rect, &sight.camera, &near, place);
    match lab.picture(pane, &mut Canvas::Kept { stage, pane, sight: &sight_here }) {
        Ok(texture) => {
            // The first row of the texture is the bottom row of the picture.
            let upside_down = Rect::from_min_max(pos2(0.0, 1.0), pos2(1.0, 0.0));
            if let Some(texture) = texture {
                let picture = RectShape::filled(place, CORNER, Color32::WHITE);
                painter.add(picture.with_texture(texture, upside_down));
            }
        }
        Err(why) => {
            painter.rect_filled(place, CORNER, theme::over_pictures().sunken);
            write(&painter, place.left_top() + vec2(PAD, PAD), Align2::LEFT_TOP, &why.to_string(), &place);
        }
    }
    let inside = painter.with_clip_rect(place.intersect(rect));
    measure(&inside, place, &camera, &near);
    write(&inside, place.left_top() + vec2(PAD, PAD), Align2::LEFT_TOP, &meeting, &place);
    scale(&inside, place, &camera);
    painter.rect_stroke(place, CORNER, Stroke::new(1.5, theme::over_pictures().weak), StrokeKind::Inside);
    response.on_hover_text(t!(
        "Close-up of the pair at its contact or closest points, without other bodies. The camera is the pane's, turned to look between the two bodies; overlapping bodies are transparent. T shows or hides the lens."
    ));
    place
}

/// The contact or closest points that the lens shows, or else the picked or first spot of the active pane, with their
/// name. The error is one English line with the reason why there are none.
pub fn nearest(lab: &mut dyn Lab) -> Result<(Nearest, String), &'static str> {
    if let Some(close_up) = lab.close_up() {
        return close_up.nearest().map(|near| (near, relation(&near)));
    }
    let (pane, words) = (lab.panes().focus(), lab.words(true));
    let spots = lab.spots(pane);
    let is_picked = |spot: &&Spot| {
        let subject: Params = spot.subject.parse().unwrap_or_default();
        !subject.is_empty() && subject.iter().all(|(word, value)| words.get(word) == Some(value))
    };
    let spot = spots.iter().find(is_picked).or(spots.first()).ok_or(NO_PAIR)?;
    let near = Nearest { points: [spot.at; 2], across: None, meeting: Meeting::Touch, bounds: lab.bounds() };
    Ok((near, spot.name.clone()))
}

/// The relation of the two bodies in words: gap, touching or overlapping.
fn relation(near: &Nearest) -> String {
    match near.meeting {
        Meeting::Gap => t!("gap %{length}", length = length(near.length())),
        Meeting::Touch => t!("touching"),
        Meeting::Overlap => t!("overlapping"),
    }
    .into_owned()
}

/// Draws a ring in the pane around the place that the lens shows, and a line from the ring to the inset.
fn point_out(painter: &Painter, rect: Rect, camera: &Camera, near: &Nearest, place: Rect) {
    let Some(at) = project(rect, camera, &near.middle()).filter(|at| !place.contains(*at)) else { return };
    let color = theme::over_pictures().strong;
    let to = place.clamp(at);
    let direction = (to - at).normalized();
    painter.line_segment([at + direction * 7.0, to], Stroke::new(1.0, color.gamma_multiply(0.6)));
    painter.circle_stroke(at, 7.0, Stroke::new(3.5, theme::plate()));
    painter.circle_stroke(at, 7.0, Stroke::new(1.5, color));
}

/// Draws the two closest points as dots with a line between them, or a contact as a cross.
fn measure(painter: &Painter, place: Rect, camera: &Camera, near: &Nearest) {
    let color = theme::over_pictures().strong;
    let ends = near.points.map(|point| project(place, camera, &point));
    let [Some(from), Some(to)] = ends else { return };
    if near.meeting == Meeting::Gap {
        painter.line_segment([from, to], Stroke::new(1.5, color));
        for end in [from, to] {
            painter.circle(end, 3.0, color, Stroke::new(1.0, theme::plate()));
        }
        return;
    }
    let middle = from.lerp(to, 0.5);
    for arm in [vec2(6.0, 0.0), vec2(0.0, 6.0)] {
        painter.line_segment([middle - arm, middle + arm], Stroke::new(3.5, theme::plate()));
        painter.line_segment([middle - arm, middle + arm], Stroke::new(1.5, color));
    }
}

/// Draws a scale bar of a round length, labelled with that length.
fn scale(painter: &Painter, place: Rect, camera: &Camera) {
    let across = camera.metres_across();
    let (metres, text) = round_length(BAR * across);
    let long = (metres / across) as f32 * place.width();
    let color = theme::over_pictures().strong;
    let left = place.left_bottom() + vec2(PAD, -PAD);
    let right = left + vec2(long, 0.0);
    let galley = painter.layout_no_wrap(text, FontId::proportional(12.0), color);
    let size = galley.size();
    let end = pos2(right.x.max(left.x + size.x), left.y);
    let behind = Rect::from_min_max(left - vec2(0.0, size.y + 5.0), end);
    painter.rect_filled(behind.expand2(vec2(5.0, 4.0)), 3.0, theme::plate());
    for (end, tick) in [(left, -4.0), (right, -4.0)] {
        painter.line_segment([end, end + vec2(0.0, tick)], Stroke::new(1.5, color));
    }
    painter.line_segment([left, right], Stroke::new(1.5, color));
    painter.galley(left - vec2(0.0, size.y + 5.0), galley, color);
}

/// Draws a short text on an opaque background, no wider than `room`. Returns the background's rectangle.
fn write(painter: &Painter, at: Pos2, anchor: Align2, text: &str, room: &Rect) -> Rect {
    let color = theme::over_pictures().strong;
    let most = room.width() - 2.0 * MARGIN;
    let galley = painter.layout(text.to_owned(), FontId::proportional(13.0), color, most);
    let behind = anchor.anchor_size(at, galley.size());
    let plate = behind.expand2(vec2(5.0, 2.0));
    painter.rect_filled(plate, 3.0, theme::plate());
    painter.galley(behind.min, galley, color);
    plate
}
