//! The headline over the panes: wrong answers or, where all are right, the tests that their trees save.

use super::lane::Lane;
use super::meshes_lab::MeshesLab;
use crate::detector::Mistake;
use crate::hierarchies::query::Query;
use crate::labs::headline::{Arrangement, Headline, Standing};
use crate::language::t;
use crate::ui::format::{grouped, length};

/// The headline of the current pose.
pub fn of(lab: &MeshesLab, arrangement: Arrangement) -> Headline {
    let lanes = &lab.contest.lanes;
    let found = match (lab.query(), lab.truth()) {
        (Query::Distance(_), Some(truth)) => {
            t!("the distance of %{m}", m = length(truth.distance.unwrap_or(0.0)))
        }
        (Query::Determine, Some(truth)) if truth.is_full() => {
            t!("more than %{n} touching pairs of triangles", n = grouped(truth.pairs.len() as u64))
        }
        (Query::Determine, Some(truth)) if truth.pairs.len() > 1 => {
            t!("all %{n} touching pairs of triangles", n = grouped(truth.pairs.len() as u64))
        }
        (_, Some(truth)) if truth.colliding => t!("a touching pair of triangles"),
        _ => t!("that no triangles touch"),
    };
    let tests = |lane: &Lane| {
        let cost = lane.answered().map(|answered| &answered.answer.cost);
        cost.map_or([0; 2], |cost| [cost.triangle_tests, cost.volume_tests])
    };
    let panes: Vec<_> = lanes.iter().map(standing).collect();
    arrangement.with_costs(&panes, &found, &lanes.iter().map(tests).collect::<Vec<_>>())
}

/// How the lane's answer compares with the reference.
pub fn standing(lane: &Lane) -> Standing {
    let Some(answered) = lane.answered() else {
        let is_coming = lane.trees().progress().is_some();
        let cannot = || Standing::Silent(t!("cannot answer here").into_owned());
        return if is_coming { Standing::Pending } else { cannot() };
    };
    match (answered.differs, &answered.open) {
        (None, _) => Standing::Pending,
        (Some(true), _) => Standing::Wrong {
            mistake: if answered.answer.colliding { Mistake::FalseHit } else { Mistake::Missed },
            does: t!("answers differently from the reference").into_owned(),
            by: t!("another answer").into_owned(),
        },
        (Some(false), Some(_)) => Standing::Silent(t!("has used up its budget undecided").into_owned()),
        (Some(false), None) => Standing::Right,
    }
}
