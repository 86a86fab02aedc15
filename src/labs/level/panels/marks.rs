//! Labels over a pane: how far too early or too late its method stops the mover.

use egui::{Align2, Painter, Rect, vec2};

use super::answers::millimetres;
use crate::geometry::Vector;
use crate::labs::level::level_lab::LevelLab;
use crate::language::t;
use crate::render::camera::Camera;
use crate::ui::drawing::{plate, project};
use crate::ui::theme;

/// Paints a label above a wrong stop of the method.
pub fn paint(painter: &Painter, rect: Rect, camera: &Camera, lab: &LevelLab, pane: usize) {
    let (Some(question), Some(answer)) =
        (lab.question(), lab.contest.lanes.get(pane).and_then(|lane| lane.answer()))
    else {
        return;
    };
    let off = millimetres(answer.early.abs());
    let colors = theme::over_pictures();
    let (text, color) = if answer.is_early() {
        (t!("%{mm} mm too early", mm = off), colors.violet)
    } else if answer.is_late() {
        (t!("%{mm} mm too late", mm = off), colors.amber)
    } else {
        return;
    };
    let figure = lab.figure();
    let over = Vector::y() * (figure.tall() - figure.foot() + 0.1);
    let stop = question.a_move.from + question.a_move.path() * answer.hit.map_or(1.0, |hit| hit.time);
    let Some(at) = project(rect, camera, &(stop + over)) else { return };
    plate(painter, rect, at + vec2(0.0, -6.0), Align2::CENTER_BOTTOM, format!("▲ {text}"), color);
}
