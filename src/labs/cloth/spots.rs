//! The marked spots of a pane: the contacts that its method misses, and those that it reports too many.

use super::cloth_lab::ClothLab;
use super::view::{APART, PAIR};
use crate::cloth::pair_word::said;
use crate::cloth::step::Contact;
use crate::detector::Mistake;
use crate::geometry::{Aabb, Point, Vector};
use crate::labs::spots::{MOST, Spot};
use crate::language::{t, tr};
use crate::stories::cloth::patches::names;
use crate::ui::said::labelled;

/// The spots of a pane.
pub fn of(lab: &ClothLab, pane: usize) -> Vec<Spot> {
    let Some(judged) = lab.contest.lanes.get(pane).and_then(|lane| lane.judged()) else { return vec![] };
    let missed = judged.missed.iter().map(|contact| (Mistake::Missed, contact));
    let wrong = missed.chain(judged.false_hits.iter().map(|contact| (Mistake::FalseHit, contact)));
    wrong.take(MOST).map(|(mistake, contact)| spot(lab, mistake, contact)).collect()
}

fn spot(lab: &ClothLab, mistake: Mistake, contact: &Contact) -> Spot {
    let (mesh, places) = (lab.mesh(), &lab.now().state.positions);
    let particles = contact.features.particles(mesh).into_iter();
    let at = Point::from(particles.map(|p| places[p as usize].coords).sum::<Vector>() / 4.0);
    let time = format!("{:.2}", contact.time);
    let why = match mistake {
        Mistake::Missed => t!("They touch at t = %{t} of the step, by the reference.", t = time),
        Mistake::FalseHit => t!("They do not touch in this step, by the reference."),
    };
    Spot {
        at,
        radius: 0.5 * mesh.mean_edge(),
        mistake: Some(mistake),
        name: labelled(&tr(mistake.words()), &names(contact.features)),
        why: why.into_owned(),
        around: Aabb::cube(at, 2.0 * mesh.longest_edge()),
        subject: format!("pair={}&apart={}", said(contact.features), APART[PAIR].0),
    }
}
