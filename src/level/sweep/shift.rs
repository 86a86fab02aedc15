//! `bsp-shift` and `bsp-shift-bevels`: planes are shifted while the tree is walked.
//!
//! Melax 2000 (source 2, "Dynamic BSP collision"): a mover touches what is behind a plane when its reference point touches
//! what is behind the plane shifted towards it by the mover's reach. So the path of that one point is walked down the tree;
//! each plane is shifted one way for the side behind it and the other way for the side in front, and a mover may be on both
//! sides at a time. One tree serves movers of every size.
//! A cell that the mover overlaps lies behind all planes on the way to it, and the mover overlaps each of those
//! half-spaces: so no contact is missed, and none is told too late. The converse fails at convex edges, where the shifted
//! planes meet farther out than the mover reaches: by r(1/sin(θ/2) − 1) for a sphere at an edge with the angle θ.
//! *Bevels*, further planes that touch the cell along an edge, cut most of that off.
//! Cost: about two logarithms of the number of faces, more where the mover is large.

use super::bevels;
use super::contact::{Cost, Hit, Move, Sweep, Swept, earlier};
use super::grazing::Grazed;
use super::interval::{Interval, Met};
use super::look::Look;
use crate::level::compiled::{Level, LevelError};
use crate::level::held::Held;
use crate::level::mover::Mover;
use crate::level::plane::Plane;
use crate::level::tree::{Child, Node};

/// The walk, prepared for a level.
pub struct Shift<'a> {
    level: Held<'a>,
    /// Bevel planes of every solid leaf.
    bevels: Vec<Vec<Plane>>,
    /// The mover that `reaches` are of.
    mover: Option<Mover>,
    /// Of every plane of the tree: how far the mover reaches against its normal, and along it.
    reaches: Vec<[f64; 2]>,
}

impl<'a> Shift<'a> {
    /// With bevels, if `rule` says at which edges.
    pub fn new(level: impl Into<Held<'a>>, rule: Option<bevels::Rule>) -> Self {
        let level = level.into();
        let of_cell = |rule| {
            let planes = |cell: &Option<_>| cell.as_ref().map_or(vec![], |cell| bevels::of(cell, rule));
            level.cells.iter().map(planes).collect()
        };
        let bevels = rule.map_or(vec![], of_cell);
        Self { level, bevels, mover: None, reaches: vec![] }
    }

    /// Planes are shared by many nodes, and movers make many moves: how far each is shifted is computed once.
    fn prepare(&mut self, mover: &Mover) {
        if self.mover.as_ref() != Some(mover) {
            let both = |plane: &Plane| [mover.reach(&plane.normal), mover.reach(&-plane.normal)];
            self.reaches = self.level.tree.planes.iter().map(both).collect();
            self.mover = Some(mover.clone());
        }
    }
}

impl Sweep for Shift<'_> {
    fn sweep(&mut self, a_move: &Move) -> Result<Swept, LevelError> {
        self.prepare(&a_move.mover);
        Ok(walk(&self.level, &self.bevels, |plane| self.reaches[plane as usize], a_move, &mut |_| ()))
    }

    fn watch(&mut self, a_move: &Move, show: &mut dyn FnMut(&Look)) -> Result<Swept, LevelError> {
        self.prepare(&a_move.mover);
        let reaches = |plane| self.reaches[plane as usize];
        Ok(walk(&self.level, &self.bevels, reaches, a_move, &mut |look| show(look)))
    }
}

/// Walks the path of the reference point down the tree. `reaches` says of every plane how far the mover reaches against its
/// normal, and along it; `bevels` are those of every solid leaf, or none at all.
pub fn walk(
    level: &Level,
    bevels: &[Vec<Plane>],
    reaches: impl Fn(u32) -> [f64; 2],
    a_move: &Move,
    show: &mut impl FnMut(&Look),
) -> Swept {
    let (found, grazed) = walk_once(level, bevels, &reaches, a_move, show);
    let again = |beside: &Move| walk_once(level, bevels, &reaches, beside, show).0;
    grazed.settle(found, a_move, level.tolerance, again)
}

fn walk_once(
    level: &Level,
    bevels: &[Vec<Plane>],
    reaches: &impl Fn(u32) -> [f64; 2],
    a_move: &Move,
    show: &mut impl FnMut(&Look),
) -> (Swept, Grazed) {
    let mut grazed = Grazed::default();
    let (tree, tolerance) = (&level.tree, level.tolerance);
    let (path, mut cost) = (a_move.path(), Cost::default());
    let length = path.norm();
    let mut best: Option<Hit> = None;
    show(&Look::Path { from: a_move.from, to: a_move.to });
    let mut open = vec![(tree.root, Interval::whole())];
    while let Some((at, times)) = open.pop() {
        // A contact that is known already comes first.
        if let Some(hit) = best.filter(|hit| hit.time <= times.from) {
            show(&Look::Skipped { times: times.times(), best: hit.time });
            continue;
        }
        match at {
            Child::Empty => show(&Look::Empty { times: times.times() }),
            Child::Solid(leaf) => {
                cost.cells += 1;
                let mut bevels = bevels.get(leaf as usize).map_or(&[][..], Vec::as_slice).iter();
                let within = bevels.try_fold(times, |times, plane| {
                    cost.bevels += 1;
                    let shift = a_move.mover.reach(&plane.normal);
                    let behind = times.clip(Met::of(plane, None, shift, a_move), tolerance, length);
                    show(&Look::Plane {
                        plane: *plane,
                        is_bevel: true,
                        shift,
                        times: times.times(),
                        behind: behind.map(|times| times.times()),
                    });
                    behind
                });
                let hit = within.and_then(|times| times.hit(Some(leaf)));
                show(&Look::Solid { cell: leaf, hit, best: best.map(|hit| hit.time) });
                best = earlier(best, hit);
            }
            Child::Node(node) => {
                cost.nodes += 1;
                cost.planes += 1;
                let Node { plane: index, front, back } = tree.nodes[node as usize];
                let [against, along] = reaches(index);
                let behind = Met::of(&tree.planes[index as usize], Some(index), against, a_move);
                let ahead = behind.other_side(along);
                let starts_ahead = behind.start > 0.0;
                grazed.note(&behind, a_move, tolerance, length);
                let start_and_rate = [behind.start, behind.rate];
                let behind = (back, times.clip(behind, tolerance, length));
                let ahead = (front, times.clip(ahead, tolerance, length));
                show(&Look::Node {
                    node,
                    plane: tree.planes[index as usize],
                    index,
                    shifts: [against, along],
                    start_and_rate,
                    times: times.times(),
                    behind: behind.1.map(|times| times.times()),
                    ahead: ahead.1.map(|times| times.times()),
                    ahead_first: starts_ahead,
                    best: best.map(|hit| hit.time),
                });
                // The side of the beginning last, so that it is taken up first.
                for (child, times) in if starts_ahead { [behind, ahead] } else { [ahead, behind] } {
                    open.extend(times.map(|times| (child, times)));
                }
            }
        }
    }
    ((best, cost), grazed)
}
