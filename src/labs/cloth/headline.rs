//! The headline over the panes: contacts that their methods miss, and contacts that they report too many.

use super::cloth_lab::ClothLab;
use super::lane::Lane;
use crate::labs::headline::{Arrangement, Headline, Standing, Tone};
use crate::language::t;
use crate::ui::format::{counted, grouped};

/// The headline of the current step.
pub fn of(lab: &ClothLab, arrangement: Arrangement) -> Headline {
    if lab.step_on_show().is_none() {
        return Headline { text: t!("The motion has not started.").into_owned(), tone: Tone::Neutral };
    }
    let (n, contacts) = true_contacts(lab);
    let found = match n {
        0 => t!("that there is no contact").into_owned(),
        1 => t!("the one contact").into_owned(),
        _ => t!("all %{contacts}", contacts = contacts).into_owned(),
    };
    let panes: Vec<_> = lab.contest.lanes.iter().map(|lane| standing(lab, lane)).collect();
    arrangement.headline(&panes, &found)
}

fn true_contacts(lab: &ClothLab) -> (usize, String) {
    let n = lab.truth().map_or(0, |found| found.contacts.len());
    (n, counted(n, t!("1 contact"), t!("%{n} contacts", n = grouped(n as u64))))
}

/// How the lane's answer compares with the reference.
pub fn standing(lab: &ClothLab, lane: &Lane) -> Standing {
    match (lane.answer(), lane.judged()) {
        (None, _) if lane.why_not().is_some() => Standing::Silent(t!("cannot answer here").into_owned()),
        (Some(_), None) if lab.truth_lane().why_not().is_some() => Standing::Unjudged,
        (None, _) | (Some(_), None) => Standing::Pending,
        (Some(_), Some(judged)) => {
            let (n, contacts) = true_contacts(lab);
            Standing::counted(judged.missed.len(), judged.false_hits.len(), (n, &contacts))
        }
    }
}
