//! Header of a pane: its method, cost, and errors. And the labels over the pane: distances of wheels from the road, and
//! blind wheels.

use egui::{Align2, Color32, Painter, Pos2, Rect, Stroke, Ui, pos2, vec2};

use super::distances::{signed, words};
use crate::geometry::{Aabb, Point};
use crate::labs::headline::Standing;
use crate::labs::pane_panels;
use crate::labs::road::Road;
use crate::labs::road::headline::standing;
use crate::labs::road::picture::{answers, hub};
use crate::labs::road::road_lab::RoadLab;
use crate::language::{t, tr};
use crate::render::camera::Camera;
use crate::road::car::{HALF_BODY, WHEEL_NAMES};
use crate::road::wheel::WheelSight;
use crate::ui::drawing::{moved_into, plate, plate_size, projection};
use crate::ui::format::{grouped, time};
use crate::ui::pane_method::figure;
use crate::ui::theme;

/// Adds the header above `pane`, in one or two lines.
pub fn show(ui: &mut Ui, lab: &mut RoadLab, pane: usize, one_line: bool) {
    pane_panels::header(ui, lab, pane, one_line.then_some(190.0), |ui, lab| figures(ui, lab, pane));
}

/// Cost of the four rays in this frame, and number of differing answers, laid out from the right.
fn figures(ui: &mut Ui, lab: &RoadLab, pane: usize) {
    let Some(lane) = lab.road.contest.lanes.get(pane) else { return };
    let last = lane.last();
    let standing = standing(lane);
    if let Standing::Wrong { .. } = standing {
        let (text, color) = standing.short();
        figure(ui, text, color, &t!("Answers in this frame that differ from brute force on the same ray."));
    }
    figure(
        ui,
        time(last.time.as_secs_f64()),
        theme::text(),
        &t!("Time of all four ray casts in this frame."),
    );
    let (nodes, triangles) = (grouped(last.nodes), grouped(last.triangles));
    let work = match last.nodes {
        0 => t!("triangles: %{n}", n = triangles),
        _ => t!("nodes: %{nodes}, triangles: %{n}", nodes = nodes, n = triangles),
    };
    figure(ui, work.into_owned(), theme::weak(), &t!("Cost of the four rays in this frame."));
}

/// The wheels' distances are shown if the two hubs of an axle are farther apart on the screen than this,
/// points.
const NUMBERS_FROM: f32 = 50.0;
/// A wheel is under the pointer within this distance from its hub, points.
const UNDER_POINTER: f32 = 28.0;
/// Distance of the labels from the car, points.
const GAP: f32 = 14.0;

/// Paints a label at every blind wheel: its name, its reported distance, and the true distance. The picked wheel
/// and the one under the pointer show their signed distance if the car is large enough on screen.
pub fn paint(painter: &Painter, rect: Rect, camera: &Camera, (road, pane): (&Road, usize), picked: usize) {
    let on_screen = projection(rect, camera);
    let hubs: [_; 4] = std::array::from_fn(|wheel| on_screen(&hub(road, wheel)));
    let apart = |left: usize| Some((hubs[left]? - hubs[left + 1]?).length());
    let numbers = [0, 2].into_iter().any(|left| apart(left).is_some_and(|d| d > NUMBERS_FROM));
    let (answers, sights) = answers(road, pane);
    let pointer = painter.ctx().pointer_hover_pos();
    let is_pointed_at = |hub: Pos2| pointer.is_some_and(|at| at.distance(hub) < UNDER_POINTER);
    let [x, y, z] = HALF_BODY;
    let around = Aabb { min: Point::new(-x, -1.5 * y, -z), max: Point::new(x, 1.5 * y, z) };
    let corners = around.corners().map(|corner| road.car().pose * corner);
    let car = Rect::from_points(&corners.iter().filter_map(&on_screen).collect::<Vec<_>>());
    let mut labels: Vec<(Rect, String, Color32)> = Vec::new();
    for (wheel, sight) in sights.into_iter().enumerate() {
        let Some(at) = hubs[wheel] else { continue };
        let name = tr(WHEEL_NAMES[wheel]);
        let told = answers.and_then(|answers| answers[wheel].distance);
        let (text, color) = match sight {
            WheelSight::WrongSurface { road } | WheelSight::FindsNothing { road } => {
                let reported = match told {
                    Some(told) => t!("%{wheel}: reports %{told} m", wheel = name, told = signed(told)),
                    None => t!("%{wheel}: hits nothing", wheel = name),
                };
                let text = format!("{reported}\n{}", t!("true distance %{road} m", road = signed(road)));
                (text, theme::over_pictures().amber)
            }
            _ if !numbers || !(wheel == picked || is_pointed_at(at)) => continue,
            _ => (words(told), theme::over_pictures().strong),
        };
        let place = place(rect.shrink(4.0), plate_size(painter, &text), car, at, wheel < 2, &labels);
        painter.line_segment([at, place.clamp(at)], Stroke::new(1.5, color));
        labels.push((place, text, color));
    }
    // The plates cover the lines, so that no line crosses a text.
    for (place, text, color) in labels {
        plate(painter, rect, place.center(), Align2::CENTER_CENTER, text, color);
    }
}

/// The place of a label of `size` for the wheel at `hub`: beside the car on the screen if there is room, otherwise
/// above or below the car; farther out than earlier labels.
fn place(
    room: Rect,
    size: egui::Vec2,
    car: Rect,
    hub: Pos2,
    is_above: bool,
    earlier: &[(Rect, String, Color32)],
) -> Rect {
    let is_left = hub.x < car.center().x;
    let beside = if is_left { car.left() - room.left() } else { room.right() - car.right() };
    let (at, anchor) = match (is_left, is_above) {
        (true, _) if beside > size.x + GAP => (pos2(car.left() - GAP, hub.y), Align2::RIGHT_CENTER),
        (false, _) if beside > size.x + GAP => (pos2(car.right() + GAP, hub.y), Align2::LEFT_CENTER),
        (_, true) => (pos2(hub.x, car.top() - GAP), Align2::CENTER_BOTTOM),
        (_, false) => (pos2(hub.x, car.bottom() + GAP), Align2::CENTER_TOP),
    };
    let mut place = moved_into(room, anchor.anchor_size(at, size));
    while let Some((other, ..)) = earlier.iter().find(|(other, ..)| other.intersects(place)) {
        let up =
            if is_above { other.top() - place.bottom() - 2.0 } else { other.bottom() - place.top() + 2.0 };
        place = place.translate(vec2(0.0, up));
    }
    place
}
