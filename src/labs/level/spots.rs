//! The marked spots of a pane: stops that are too early or too late, of the mover or of the car's rays.

use super::headline::of_answer;
use super::lane::{Answer, Question};
use super::level_lab::LevelLab;
use crate::geometry::{Aabb, Vector};
use crate::labs::car_words::WHEELS;
use crate::labs::headline::Standing;
use crate::labs::spots::Spot;
use crate::language::{t, tr};
use crate::road::car::WHEEL_NAMES;
use crate::ui::format::length;
use crate::ui::said::labelled;

/// Half the size of a closer view, as a multiple of the ring's radius; and its minimum, metres.
const AROUND: f64 = 1.6;
const CLOSE: f64 = 0.5;

/// The spots of a pane.
pub fn of(lab: &LevelLab, pane: usize) -> Vec<Spot> {
    let answers = lab.contest.lanes.get(pane).map_or(&[][..], |lane| lane.answers());
    let asked = lab.questions().iter().zip(answers).enumerate();
    asked.filter_map(|(index, (question, answer))| spot(lab, index, question, answer)).collect()
}

fn spot(lab: &LevelLab, index: usize, question: &Question, answer: &Answer) -> Option<Spot> {
    let Standing::Wrong { mistake, by, .. } = of_answer(answer) else { return None };
    let (figure, is_car) = (lab.figure(), lab.figure().is_car());
    let (up, radius) = match is_car {
        true => (0.0, 0.2 * figure.scale()),
        false => (0.5 * figure.tall() - figure.foot(), figure.radius.max(0.1)),
    };
    let stop = question.a_move.from + question.a_move.path() * answer.hit.map_or(1.0, |hit| hit.time);
    let at = stop + up * Vector::y();
    let reached = format!("{:.3}", question.reached(answer.hit.as_ref()));
    let off = length(answer.early.abs());
    let why = match answer.is_late() {
        true => t!("The first hit is at %{m} m, %{off} inside the solid.", m = reached, off = off),
        false => t!("Its shifted planes meet in a sharp corner that the mover does not touch yet."),
    };
    Some(Spot {
        at,
        radius,
        mistake: Some(mistake),
        name: if is_car { labelled(&tr(WHEEL_NAMES[index]), &by) } else { by },
        why: why.into_owned(),
        around: Aabb::cube(at, (AROUND * radius).max(CLOSE)),
        subject: if is_car { format!("wheel={}", WHEELS[index].0) } else { String::new() },
    })
}
