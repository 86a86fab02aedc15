//! `brush-planes`: clips the path by the planes of every brush near it, with axis-aligned bevels.
//!
//! As in Quake III (id Software, `CM_TraceThroughBrush`): a tree of boxes finds the brushes near the path,
//! and the path of the reference point is clipped by the brush's planes, each shifted by the mover's reach.
//! A brush also has the planes of its box, and axis-parallel planes at its edges, which make the answer
//! exact for upright boxes.
//! Never late; early at convex edges and corners that the bevels do not cut tightly.
//! Cost: linear in the number of brushes near the path.

use super::bevels;
use super::contact::{Cost, Hit, Move, Sweep, Swept, earlier};
use super::interval::{Interval, PlaneMotion};
use super::look::Look;
use super::seam::{HALF_IN_TREE, Seam, Touched};
use crate::geometry::held::Held;
use crate::level::brush::Brush;
use crate::level::compiled::Level;
use crate::level::error::LevelError;
use crate::level::mover::Mover;
use crate::level::plane::Plane;

/// The method, prepared for a level.
pub struct BrushPlanes<'a> {
    level: Held<'a, Level>,
    bevels: Vec<Vec<Plane>>,
}

impl<'a> BrushPlanes<'a> {
    /// Computes the bevels of every brush.
    pub fn new(level: impl Into<Held<'a, Level>>) -> Self {
        let level = level.into();
        // A brush without faces in the level's room has no edges there either.
        let bevels = |brush: &Brush| if brush.faces.is_empty() { vec![] } else { bevels::axial(brush) };
        Self { bevels: level.brushes.iter().map(bevels).collect(), level }
    }
}

impl Sweep for BrushPlanes<'_> {
    fn sweep(&mut self, a_move: &Move) -> Result<Swept, LevelError> {
        self.run(a_move, &mut |_| ())
    }

    fn watch(&mut self, a_move: &Move, show: &mut dyn FnMut(&Look)) -> Result<Swept, LevelError> {
        self.run(a_move, &mut |look| show(look))
    }
}

impl BrushPlanes<'_> {
    fn run(&self, a_move: &Move, show: &mut impl FnMut(&Look)) -> Result<Swept, LevelError> {
        let a_move = &*a_move.seen_from(&self.level.origin);
        show(&Look::Path { from: a_move.from, to: a_move.to });
        let (level, mut cost) = (&self.level, Cost::default());
        let (length, tolerance) = (a_move.path().norm(), level.tolerance);
        let is_point = a_move.mover == Mover::Point;
        let mut best: Option<Hit> = None;
        // The first time at which a point touches a brush without entering it.
        let mut touched = f64::INFINITY;
        for index in level.boxes.near(&a_move.mover.swept(&a_move.from, &a_move.to)) {
            cost.cells += 1;
            let mut times = Some(Interval::whole());
            let bevels = &self.bevels[index];
            let own = own_planes(&level.brushes[index]);
            for (plane, is_bevel) in own.map(|p| (p, false)).chain(bevels.iter().map(|p| (p, true))) {
                let Some(so_far) = times else { break };
                *if is_bevel { &mut cost.bevels } else { &mut cost.planes } += 1;
                let met = PlaneMotion::of(plane, None, a_move.mover.reach(&plane.normal), a_move);
                times = if is_point {
                    so_far.clip_or_touch(met, tolerance, length)
                } else {
                    so_far.clip(met, tolerance, length)
                };
                show(&Look::Plane {
                    plane: *plane,
                    is_bevel,
                    shift: met.reach,
                    times: [so_far.from, so_far.to],
                    behind: times.map(|times| [times.from, times.to]),
                });
            }
            let cell = index as u32;
            if let Some(times) = times.filter(|times| is_point && !times.enters()) {
                touched = touched.min(times.from);
            }
            let hit = times.filter(Interval::enters).and_then(|times| times.hit(Some(cell)));
            show(&Look::Solid { cell, hit, best: best.map(|hit| hit.time) });
            best = earlier(best, hit);
        }
        let until = best.map_or(f64::INFINITY, |hit| hit.time);
        if touched < until {
            best = self.at_seam(a_move, [touched, until], show).or(best);
        }
        Ok((best, cost))
    }

    /// The first contact of a point with the union of the brushes that it only touches one by one.
    fn at_seam(&self, a_move: &Move, times: [f64; 2], show: &mut impl FnMut(&Look)) -> Option<Hit> {
        let (level, path) = (&self.level, a_move.path());
        let half = HALF_IN_TREE * level.size().max(a_move.reach());
        let near = level.boxes.near(&a_move.mover.swept(&a_move.from, &a_move.to).grown(Seam::reach(half)));
        let touched = |index: usize| {
            let planes = own_planes(&level.brushes[index]);
            let planes = planes.map(|plane| PlaneMotion::of(plane, None, 0.0, a_move)).collect();
            Touched { cell: index as u32, planes }
        };
        let mut solids: Vec<Touched> = near.into_iter().map(touched).collect();
        solids.retain(|solid| solid.is_near(Seam::reach(half)));
        Seam { solids: &solids, path, half, tolerance: level.tolerance }.first_hit(times, show)
    }
}

/// The planes that bound a brush in the level.
fn own_planes(brush: &Brush) -> impl Iterator<Item = &Plane> {
    let hidden: &[Plane] = if brush.faces.is_empty() { &brush.endless } else { &[] };
    brush.planes().chain(hidden)
}
