//! Labels over a pane: distance of the picked wheel and of the one under the pointer from the road, and blind wheels.

use egui::{Align2, Painter, Pos2, Rect, Stroke, vec2};

use super::distances::words;
use crate::labs::road::Road;
use crate::labs::road::picture::hub;
use crate::language::{t, tr};
use crate::render::camera::Camera;
use crate::road::car::WHEEL_NAMES;
use crate::road::wheel::WheelSight;
use crate::ui::drawing::{plate, project};
use crate::ui::theme;

/// The wheels' distances are shown if the two hubs of an axle are farther apart on the screen than this,
/// points.
const NUMBERS_FROM: f32 = 50.0;

/// A wheel is under the pointer within this distance from its hub, points.
const UNDER_POINTER: f32 = 28.0;

/// Paints a label at every blind wheel: its name, its reported distance, and the true distance. The picked wheel
/// and the one under the pointer show their signed distance if the car is large enough on screen.
pub fn paint(painter: &Painter, rect: Rect, camera: &Camera, road: &Road, picked: usize) {
    let hubs: [_; 4] = std::array::from_fn(|wheel| project(rect, camera, &hub(road, wheel)));
    let apart = |left: usize| Some((hubs[left]? - hubs[left + 1]?).length());
    let numbers = [0, 2].into_iter().any(|left| apart(left).is_some_and(|d| d > NUMBERS_FROM));
    let answers = road.answers();
    let pointer = painter.ctx().pointer_hover_pos();
    let is_pointed_at = |hub: Pos2| pointer.is_some_and(|at| at.distance(hub) < UNDER_POINTER);
    for (wheel, sight) in road.sights().into_iter().enumerate() {
        let Some(at) = hubs[wheel] else { continue };
        let name = tr(WHEEL_NAMES[wheel]);
        let told = answers.and_then(|answers| answers[wheel].distance);
        let metres = |distance: f64| format!("{distance:+.2}");
        let (text, color) = match (sight, told) {
            (WheelSight::WrongSurface { road }, Some(told)) => {
                let (told, road) = (metres(told), metres(road));
                let text = t!(
                    "%{wheel}: reports %{told} m; true distance %{road} m",
                    wheel = name,
                    told = told,
                    road = road
                );
                (text.into_owned(), theme::over_pictures().amber)
            }
            (WheelSight::FindsNothing { road } | WheelSight::WrongSurface { road }, _) => {
                let road = metres(road);
                let text = t!("%{wheel}: hits nothing; true distance %{road} m", wheel = name, road = road);
                (text.into_owned(), theme::over_pictures().amber)
            }
            _ if !numbers || !(wheel == picked || is_pointed_at(at)) => continue,
            _ => (words(told), theme::over_pictures().strong),
        };
        // Labels of left wheels are on the left and those of rear wheels lower, so that they do not overlap.
        let is_left = wheel % 2 == 0;
        let way = vec2(if is_left { -46.0 } else { 46.0 }, if wheel < 2 { -34.0 } else { 30.0 });
        let anchor = if is_left { Align2::RIGHT_CENTER } else { Align2::LEFT_CENTER };
        let flag = plate(painter, rect, at + way, anchor, text, color);
        let pole = if is_left { flag.right_center() } else { flag.left_center() };
        painter.line_segment([at, pole], Stroke::new(1.5, color));
    }
}
