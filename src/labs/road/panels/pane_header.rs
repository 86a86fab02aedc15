//! Header of a pane: its method, cost, and errors. And the labels over the pane: distances of wheels from the road.

use egui::{Align2, Painter, Pos2, Rect, Ui, vec2};

use super::distances::words;
use crate::labs::headline::Standing;
use crate::labs::pane_panels;
use crate::labs::road::Road;
use crate::labs::road::headline::standing;
use crate::labs::road::picture::{answers, hub};
use crate::labs::road::road_lab::RoadLab;
use crate::language::t;
use crate::render::camera::Camera;
use crate::ui::drawing::{plate, project};
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
/// Distance of a label from its hub, points.
const BESIDE: f32 = 30.0;

/// Paints the signed distance of the picked wheel and of the one under the pointer, if the car is large enough on
/// screen. The mark of a blind wheel tells its distance.
pub fn paint(painter: &Painter, rect: Rect, camera: &Camera, (road, pane): (&Road, usize), picked: usize) {
    let hubs = [0, 1, 2, 3].map(|wheel| project(rect, camera, &hub(road, wheel)));
    let [Some(a), Some(b), Some(c), Some(d)] = hubs else { return };
    let (hubs, middle) = ([a, b, c, d], 0.25 * (a.x + b.x + c.x + d.x));
    if a.distance(b).max(c.distance(d)) < NUMBERS_FROM {
        return;
    }
    let pointer = painter.ctx().pointer_hover_pos();
    let is_pointed_at = |hub: Pos2| pointer.is_some_and(|at| at.distance(hub) < UNDER_POINTER);
    let (answers, sights) = answers(road, pane);
    for (wheel, at) in hubs.into_iter().enumerate() {
        if sights[wheel].is_blind() || !(wheel == picked || is_pointed_at(at)) {
            continue;
        }
        let text = words(answers.and_then(|answers| answers[wheel].distance));
        let (out, anchor) = match at.x < middle {
            true => (-BESIDE, Align2::RIGHT_CENTER),
            false => (BESIDE, Align2::LEFT_CENTER),
        };
        plate(painter, rect, at + vec2(out, 0.0), anchor, text, theme::over_pictures().strong);
    }
}
