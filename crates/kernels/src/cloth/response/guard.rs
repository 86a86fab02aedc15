//! The guard: guarantees that no feature of the cloth passes through another, or through an obstacle.
//!
//! Invariant: at the start and end of a step all features are farther than the gap from each other.
//! 1. Find every contact of the requested step; features within the gap count as touching. If there are contacts,
//!    impulses change the particles' end positions, along the line of the closest points at the time of contact
//!    (Bridson, Fedkiw and Anderson 2002).
//! 2. Stop remaining contacts early: each particle involved covers at most [`ONWARD`] of its path to the
//!    contact. Detection is repeated, since a stopped particle may be hit by one that would have passed
//!    behind it; only pairs with a particle whose motion changed need another test.
//! 3. After [`STOPPED`] rounds particles in contact do not move at all, and after [`REJECTED`] no particle
//!    does.
//!
//! Proof: the loop ends with a detection that finds nothing, and detection misses nothing (`cloth-fast` with
//! the gap); or no particle moves.

use std::sync::atomic::AtomicUsize;
use std::sync::atomic::Ordering::Relaxed;

use super::meeting::Meeting;
use super::pushes::Push;
use super::{Response, Way};
use crate::cloth::fast::{Near, in_order};
use crate::cloth::mesh::ClothMesh;
use crate::cloth::step::{Features, Step};
use crate::geometry::Point;

/// Features that are nearer to each other than this count as touching. Unit: the shortest edge at rest.
pub const GAP: f64 = 1e-3;
/// Distance at which pushes keep features from each other. Unit: the shortest edge at rest.
pub const THICKNESS: f64 = 0.15;
/// The largest share of its path to the contact that a particle in contact may cover.
pub const ONWARD: f64 = 0.8;
/// The largest share of its whole path that a particle in contact may cover.
pub const AT_MOST: f64 = 0.9;
/// Number of rounds with impulses.
pub const IMPULSES: u32 = 2;
/// Number of rounds after which particles in contact do not move.
pub const STOPPED: u32 = 20;
/// Number of rounds after which no particle moves.
pub const REJECTED: u32 = 60;
/// Number of pairs of features per job of a thread.
const MEETINGS: usize = 1024;

/// The guard of a cloth; buffers are reused from step to step.
pub struct Guard {
    near: Near,
    edge: f64,
    with_obstacles: Vec<Meeting>,
    /// Limits of one detection: the number of pairs within the gap, and the number of pairs that are pushed
    /// or in contact.
    most: [usize; 2],
    /// Whether a limit was exceeded since the last pushes.
    overfull: bool,
}

/// Limits of a detection: pairs of features within the gap, 12 bytes each, and pushes or contacts, 150 bytes each.
pub const MOST: [usize; 2] = [40_000_000, 2_000_000];

/// A batch of pairs of features within the gap.
enum Chunk<'a> {
    Itself(&'a [Features]),
    Obstacles(&'a [Meeting]),
}

/// Work of the guard in a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Guarded {
    /// Pairs of features that pushes kept apart within the step.
    pub pushes: usize,
    /// Contacts of the requested step.
    pub contacts: usize,
    /// Detections until no contact was left.
    pub rounds: u32,
    /// Particles that were stopped on their path.
    pub stopped: usize,
    /// Whether the step was rejected: no particle moved.
    pub rejected: bool,
    /// Whether it was rejected because a limit of [`MOST`] was exceeded.
    pub overfull: bool,
}

impl Guarded {
    /// The larger of each pair of corresponding numbers.
    pub fn most(self, other: Self) -> Self {
        Self {
            pushes: self.pushes.max(other.pushes),
            contacts: self.contacts.max(other.contacts),
            rounds: self.rounds.max(other.rounds),
            stopped: self.stopped.max(other.stopped),
            rejected: self.rejected || other.rejected,
            overfull: self.overfull || other.overfull,
        }
    }
}

impl Guard {
    /// Creates a guard for any cloth.
    pub fn new(mesh: &ClothMesh) -> Self {
        Self {
            near: Near::of(mesh),
            edge: mesh.shortest_edge(),
            with_obstacles: Vec::new(),
            most: MOST,
            overfull: false,
        }
    }

    /// Another guard of the same cloth, with the same limits.
    pub fn twin(&self, mesh: &ClothMesh) -> Self {
        Self::new(mesh).with_most(self.most)
    }

    /// Replaces the limits [`MOST`].
    pub fn with_most(self, most: [usize; 2]) -> Self {
        Self { most, ..self }
    }

    /// Distance at which pushes keep features, metres.
    pub fn thickness(&self) -> f64 {
        THICKNESS * self.edge
    }

    /// Distance up to which features count as touching, metres.
    pub fn gap(&self) -> f64 {
        GAP * self.edge
    }

    /// Pushes between all features that approach each other closely during the predicted step.
    pub fn pushes(&mut self, mesh: &ClothMesh, predicted: &Step, way: &Way, response: Response) -> Vec<Push> {
        let thickness = self.thickness();
        self.overfull = false;
        self.visit_all(mesh, (predicted, thickness, None), way, response, |meeting| {
            let (from, to) = (meeting.at(&predicted.start), meeting.at(&predicted.end));
            let motions = [0, 1, 2, 3].map(|i| to[i] - from[i]);
            let apart = (1..4).map(|i| (motions[i] - motions[0]).norm()).fold(0.0, f64::max);
            Push::at(meeting, &from, thickness, 0.1 * thickness, thickness + apart)
        })
    }

    /// Calls `visit` for all pairs of features within a gap in a step, and returns the results in order. If
    /// `changed` is given, pairs without a particle whose motion changed are skipped.
    fn visit_all<R: Send>(
        &mut self,
        mesh: &ClothMesh,
        (step, gap, changed): (&Step, f64, Option<&[bool]>),
        way: &Way,
        response: Response,
        visit: impl Fn(&Meeting) -> Option<R> + Sync,
    ) -> Vec<R> {
        if !response.searches(way) {
            return Vec::new();
        }
        self.near.prepare(step, gap, changed);
        self.find_obstacles(mesh, way, response);
        let Self { near, with_obstacles, most, overfull, .. } = self;
        let threads = near.threads();
        let itself = if response.itself { near.itself_within(mesh, most[0]) } else { Some(&[][..]) };
        let Some(itself) = itself.filter(|_| with_obstacles.len() <= most[1] && !*overfull) else {
            *overfull = true;
            return Vec::new();
        };
        let found = AtomicUsize::new(0);
        // A large cloth has millions of pairs, so their points are looked up batch by batch.
        let chunks = itself.chunks(MEETINGS).map(Chunk::Itself);
        let chunks = chunks.chain(with_obstacles.chunks(MEETINGS).map(Chunk::Obstacles)).collect();
        let visit_chunk = |chunk: Chunk| -> Vec<R> {
            if found.load(Relaxed) > most[1] {
                return Vec::new();
            }
            let of_chunk: Vec<R> = match chunk {
                Chunk::Itself(pairs) => {
                    pairs.iter().filter_map(|features| visit(&Meeting::of_cloth(mesh, *features))).collect()
                }
                Chunk::Obstacles(meetings) => meetings.iter().filter_map(&visit).collect(),
            };
            found.fetch_add(of_chunk.len(), Relaxed);
            of_chunk
        };
        let all = in_order(threads, chunks, visit_chunk);
        if found.into_inner() > most[1] {
            *overfull = true;
            return Vec::new();
        }
        all.into_iter().flatten().collect()
    }

    /// The step taken instead of the requested one. `ease` is the inverse mass of each particle.
    pub fn keep_apart(
        &mut self,
        mesh: &ClothMesh,
        requested: &Step,
        (way, ease): (&Way, &[f64]),
        response: Response,
    ) -> (Step, Guarded) {
        let (mut guarded, gap) = (Guarded::default(), self.gap());
        let count = requested.start.len();
        let floor = way.floor.filter(|_| response.obstacles).map(|height| height + gap);
        let above = |end: &mut [Point]| {
            if let Some(height) = floor {
                end.iter_mut().for_each(|p| p.y = p.y.max(height));
            }
        };
        let mut wanted = requested.end.clone();
        above(&mut wanted);
        let mut taken = Step { start: requested.start.clone(), end: wanted.clone() };
        let mut share = vec![1.0_f64; count];
        let mut changed: Option<Vec<bool>> = None;
        loop {
            guarded.rounds += 1;
            if guarded.rounds > REJECTED {
                taken.end.clone_from(&taken.start);
                guarded.rejected = true;
                break;
            }
            let hits = self.visit_all(mesh, (&taken, gap, changed.as_deref()), way, response, |meeting| {
                Some((*meeting, meeting.first_contact(&taken, gap)?))
            });
            if self.overfull {
                // Some contacts may be undetected, so no particle may move.
                taken.end.clone_from(&taken.start);
                (guarded.rejected, guarded.overfull) = (true, true);
                break;
            }
            if guarded.rounds == 1 {
                guarded.contacts = hits.len();
            }
            if hits.is_empty() {
                break;
            }
            if guarded.rounds <= IMPULSES {
                self.impulses(&hits, &taken, ease, &mut wanted);
                above(&mut wanted);
            } else {
                let before = share.clone();
                for (meeting, time) in &hits {
                    let least = if guarded.rounds > STOPPED { 0.0 } else { (ONWARD * time).min(AT_MOST) };
                    meeting.particles().for_each(|p| share[p] = share[p].min(before[p] * least));
                }
            }
            let mut moved = vec![false; count];
            for p in 0..count {
                let end = taken.start[p] + (wanted[p] - taken.start[p]) * share[p];
                moved[p] = end != taken.end[p];
                taken.end[p] = end;
            }
            changed = Some(moved);
        }
        guarded.stopped = share.iter().filter(|share| **share < 1.0).count();
        (taken, guarded)
    }

    /// Changes the end positions of particles in contact so that their features move apart, along the line of
    /// the closest points at the time of contact.
    fn impulses(&self, hits: &[(Meeting, f64)], taken: &Step, ease: &[f64], wanted: &mut [Point]) {
        let apart = 0.1 * self.thickness();
        for (meeting, time) in hits {
            let at = [0, 1, 2, 3].map(|i| {
                let [from, to] = [&taken.start, &taken.end].map(|at| meeting.at(at)[i]);
                from + (to - from) * *time
            });
            if let Some(push) = Push::at(meeting, &at, apart, f64::INFINITY, f64::INFINITY) {
                push.apply(wanted, &taken.start, ease, 0.0, 1.0);
            }
        }
    }

    /// Collects all pairs of a feature of the cloth and a feature of an obstacle within the prepared gap.
    fn find_obstacles(&mut self, mesh: &ClothMesh, way: &Way, response: Response) {
        let meetings = &mut self.with_obstacles;
        meetings.clear();
        for obstacle in way.obstacles.iter().filter(|_| response.obstacles) {
            for (face, owned) in obstacle.owned.iter().enumerate() {
                if meetings.len() > self.most[1] {
                    return;
                }
                let still =
                    |points: &[u32]| self.near.still(points.iter().map(|p| obstacle.points[*p as usize]));
                let bounds = still(&obstacle.faces[face]);
                self.near.cells(&bounds, &mut |cell, gap| {
                    for (vertex, _) in cell.vertices().filter(|(_, of)| of.meets(&bounds, gap)) {
                        meetings.push(Meeting::particle(vertex, obstacle, face));
                    }
                    for p in &owned.vertices {
                        let (bounds, point) = (still(&[*p]), obstacle.points[*p as usize]);
                        for (face, _) in cell.faces().filter(|(_, of)| of.meets(&bounds, gap)) {
                            meetings.push(Meeting::face(mesh, face, point));
                        }
                    }
                    for edge in &owned.edges {
                        let ends = obstacle.edges[*edge as usize];
                        let bounds = still(&ends);
                        for (edge, _) in cell.edges().filter(|(_, of)| of.meets(&bounds, gap)) {
                            meetings.push(Meeting::edges(
                                mesh,
                                edge,
                                ends.map(|p| obstacle.points[p as usize]),
                            ));
                        }
                    }
                });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_moves_where_more_comes_near_than_is_kept() {
        let layer = |y: f64| [[0.0, y, 0.0], [1.0, y, 0.0], [0.0, y, 1.0]].map(Point::from);
        let rest = [layer(0.0), layer(0.01)].concat();
        let mesh = ClothMesh::garment(rest.clone(), vec![[0, 1, 2], [3, 4, 5]]).unwrap();
        let end: Vec<Point> = [layer(0.0), layer(-0.5)].concat();
        let requested = Step { start: rest.clone(), end };
        let way = Way { floor: None, obstacles: Vec::new() };
        let response = Response { itself: true, obstacles: false };
        let kept = |most| {
            Guard::new(&mesh).with_most(most).keep_apart(&mesh, &requested, (&way, &[1.0; 6]), response)
        };
        assert!(!kept(MOST).1.overfull);
        for most in [[1, 100], [1000, 1]] {
            let (taken, guarded) = kept(most);
            assert!(guarded.overfull && guarded.rejected && taken.end == rest, "{most:?}");
        }
    }
}
