//! A query about two meshes in a pose, as a subject of the inspector.

use crate::figures::two_meshes;
use crate::geometry::Pose;
use crate::hierarchies::query::{Answer, Query};
use crate::inspector::outcome::Outcome;
use crate::inspector::space::SpaceView;
use crate::language::t;
use crate::meshes::source::Meshes;
use crate::meshes::visits::Open;
use crate::ui::format::{counted, grouped, length};

/// A query about two meshes in a pose.
#[derive(Clone)]
pub struct Question {
    /// The meshes.
    pub meshes: Meshes,
    /// The pose of B in A's coordinates, which are the world's.
    pub pose: Pose,
    /// The query, as an index into `QUERIES`.
    pub index: usize,
    /// The query in the form that methods take.
    pub query: Query,
    /// A number that changes with the meshes, pose or query.
    pub edition: u64,
}

impl Question {
    /// The view of both meshes as glass, without a method's steps.
    pub fn plain(&self) -> SpaceView {
        let dissection = two_meshes::surfaces(&self.meshes, &self.pose, true);
        let bounds = self.meshes.shapes[0].local_aabb().union(&self.meshes.shapes[1].aabb_at(&self.pose));
        SpaceView::of(dissection, bounds, self.edition)
    }
}

/// An answer in words; `open` is the part that an exhausted budget left undecided.
pub fn outcome(query: &Query, answer: &Answer, open: Option<&Open>) -> Outcome {
    let touches = answer.colliding;
    let word = match (touches, open) {
        (true, _) => t!("colliding"),
        (false, None) => t!("apart"),
        (false, Some(_)) => t!("undecided"),
    };
    let evidence = match open {
        None => evidence(query, answer),
        Some(open) => evidence_so_far(query, answer, open),
    };
    Outcome { hit: touches, word: word.into_owned(), evidence }
}

/// The facts that a complete answer is based on, in words: the distance, or the number of touching pairs.
fn evidence(query: &Query, answer: &Answer) -> String {
    let pairs = answer.pairs.len();
    match (query, answer.distance) {
        (Query::Distance(_), Some(distance)) => t!("distance %{d}", d = length(distance)),
        _ if pairs == 0 => t!("no triangles touch"),
        _ if answer.is_full() => {
            t!("touching pairs of triangles: list limit of %{n} reached", n = grouped(pairs as u64))
        }
        (Query::Detect, _) => t!("a touching pair of triangles"),
        _ => {
            let n = grouped(pairs as u64);
            counted(
                pairs,
                t!("%{n} touching pair of triangles", n = n),
                t!("%{n} touching pairs of triangles", n = n),
            )
            .into()
        }
    }
    .into_owned()
}

/// The facts found before the budget was used up, in words, with the number of pairs that were not visited.
fn evidence_so_far(query: &Query, answer: &Answer, open: &Open) -> String {
    let (found, left) = (grouped(answer.pairs.len() as u64), grouped(open.triangles));
    let least = length(open.distance_at_least);
    match (query, answer.distance) {
        (Query::Distance(_), Some(distance)) => {
            t!("budget used up: distance between %{least} and %{d}", least = least, d = length(distance))
        }
        (Query::Distance(_), None) => t!("budget used up: distance at least %{least}", least = least),
        _ => t!(
            "budget used up: touching pairs of triangles found: %{found}, pairs not visited: %{left}",
            found = found,
            left = left
        ),
    }
    .into_owned()
}
