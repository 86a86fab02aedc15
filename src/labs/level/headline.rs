//! The headline over the panes: how far their methods stop the mover too early or too late.

use super::lane::{Answer, Lane};
use super::level_lab::LevelLab;
use crate::detector::Mistake;
use crate::labs::headline::{Arrangement, Headline, Standing};
use crate::language::t;
use crate::ui::format::length;

/// The headline of the move ahead, or of the shown wheel's ray.
pub fn of(lab: &LevelLab, arrangement: Arrangement) -> Headline {
    let panes: Vec<_> = lab.contest.lanes.iter().map(standing).collect();
    let Some(question) = lab.question() else {
        return arrangement.headline(&vec![Standing::Pending; panes.len()], "");
    };
    let far = length(question.reached(question.truth.as_ref()));
    let found = match question.truth {
        Some(hit) if hit.inside => t!("that the move starts inside a solid"),
        Some(_) => t!("the stop after %{m}", m = far),
        None => t!("a free way of %{m}", m = far),
    };
    arrangement.headline(&panes, &found)
}

/// How the lane's stop compares with the true one.
pub fn standing(lane: &Lane) -> Standing {
    let Some(answer) = lane.answer() else {
        let cannot = || Standing::Silent(t!("cannot answer here").into_owned());
        return lane.why_not().map_or(Standing::Pending, |_| cannot());
    };
    of_answer(answer)
}

/// How a stop compares with the true one.
pub fn of_answer(answer: &Answer) -> Standing {
    let off = length(answer.early.abs());
    let (mistake, does, by) = if answer.is_early() {
        let does = match answer.hit {
            Some(hit) if hit.inside => t!("takes the start for a place inside a solid"),
            _ => t!("stops %{m} too early", m = off),
        };
        (Mistake::FalseHit, does, t!("%{m} too early", m = off))
    } else if answer.is_late() {
        (Mistake::Missed, t!("stops %{m} too late", m = off), t!("%{m} too late", m = off))
    } else {
        return Standing::Right;
    };
    Standing::Wrong { mistake, does: does.into_owned(), by: by.into_owned() }
}
