//! Events of a frame.

use crate::labs::level::level_lab::LevelLab;
use crate::language::t;
use crate::level::walking::Walked;

/// Lines that describe a frame, in the current language.
pub fn happened(lab: &LevelLab, frame: u64) -> Vec<String> {
    let mut lines = Vec::new();
    let mark = lab.walk().marks().at(frame).copied().unwrap_or_default();
    if let Some(Walked { done, .. }) = lab.walk().at(frame) {
        if done.set_back {
            lines.push(t!("Stuck or fallen: the mover was reset to the path.").into_owned());
        }
        if done.climbed {
            lines.push(t!("The mover climbed a step.").into_owned());
        }
    }
    if mark.hits > 0 {
        lines.push(t!("The mover hit a wall and slid along it.").into_owned());
    }
    if mark.false_hits > 0 {
        lines.push(t!("Methods that report the hit too early: %{n}", n = mark.false_hits).into_owned());
    }
    if mark.missed > 0 {
        lines.push(t!("Methods that report the hit too late: %{n}", n = mark.missed).into_owned());
    }
    if lines.is_empty() {
        lines.push(t!("The move hit nothing.").into_owned());
    }
    lines
}
