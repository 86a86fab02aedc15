//! The marked spots of a pane: its touching pairs of triangles, and the pairs about which its method is wrong.

use super::meshes_lab::MeshesLab;
use crate::detector::Mistake;
use crate::geometry::Aabb;
use crate::labs::spots::{MOST, Spot};
use crate::language::{t, tr};
use crate::ui::said::labelled;

/// Margin around a pair of triangles in a closer view, as a fraction of the meshes' size.
const ROOM: f64 = 0.08;

/// The spots of a pane, wrong answers first.
pub fn of(lab: &MeshesLab, pane: usize) -> Vec<Spot> {
    let Some(answered) = lab.contest.lanes.get(pane).and_then(|lane| lane.answered()) else { return vec![] };
    let answer = &answered.answer;
    // The closest triangles of separated meshes do not touch; the picture joins their closest points.
    if answer.closest.is_some() && answer.distance != Some(0.0) {
        return vec![];
    }
    let found = &answer.pairs;
    let Some(truth) = lab.truth().filter(|_| answered.differs == Some(true)) else {
        return found.iter().take(MOST).map(|pair| spot(lab, *pair, None)).collect();
    };
    let (found, real) = (answer.sorted_pairs(), truth.sorted_pairs());
    let missed = real.iter().filter(|pair| found.binary_search(pair).is_err());
    let too_many = found.iter().filter(|pair| real.binary_search(pair).is_err());
    let missed = missed.map(|pair| spot(lab, *pair, Some(Mistake::Missed)));
    missed.chain(too_many.map(|pair| spot(lab, *pair, Some(Mistake::FalseHit)))).take(MOST).collect()
}

fn spot(lab: &MeshesLab, [s, t]: [u32; 2], mistake: Option<Mistake>) -> Spot {
    let meshes = lab.meshes();
    let a = meshes.meshes[0].corners(s as usize);
    let b = meshes.meshes[1].corners(t as usize).map(|p| lab.pose() * p);
    let [of_a, of_b] = [Aabb::around(a), Aabb::around(b)];
    let at = nalgebra::center(&of_a.center(), &of_b.center());
    let (around, pair) = (of_a.union(&of_b), t!("triangles %{s}, %{t}: touch", s = s, t = t));
    let why = match mistake {
        Some(Mistake::FalseHit) => {
            t!("Triangle %{s} of A and triangle %{t} of B are separated.", s = s, t = t)
        }
        _ => t!("Triangle %{s} of A and triangle %{t} of B share a point: the bodies collide.", s = s, t = t),
    };
    Spot {
        at,
        radius: 0.5 * around.extents().norm(),
        mistake,
        name: mistake.map_or_else(|| pair.clone().into_owned(), |one| labelled(&tr(one.words()), &pair)),
        why: why.into_owned(),
        around: Aabb::cube(at, 0.6 * around.extents().max() + ROOM * meshes.size()),
        subject: String::new(),
    }
}
