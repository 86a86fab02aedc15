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
use super::grazing::Grazed;
use super::interval::{Interval, PlaneMotion};
use super::look::Look;
use crate::level::brush::Brush;
use crate::level::compiled::Held;
use crate::level::error::LevelError;
use crate::level::plane::Plane;

/// The method, prepared for a level.
pub struct BrushPlanes<'a> {
    level: Held<'a>,
    bevels: Vec<Vec<Plane>>,
}

impl<'a> BrushPlanes<'a> {
    /// Computes the bevels of every brush.
    pub fn new(level: impl Into<Held<'a>>) -> Self {
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
        let (found, grazed) = self.once(a_move, show);
        Ok(grazed.settle(found, a_move, self.level.tolerance, |beside| self.once(beside, show).0))
    }

    fn once(&self, a_move: &Move, show: &mut impl FnMut(&Look)) -> (Swept, Grazed) {
        show(&Look::Path { from: a_move.from, to: a_move.to });
        let (level, mut cost, mut grazed) = (&self.level, Cost::default(), Grazed::default());
        let (length, tolerance) = (a_move.path().norm(), level.tolerance);
        let mut best: Option<Hit> = None;
        for index in level.boxes.near(&a_move.mover.swept(&a_move.from, &a_move.to)) {
            cost.cells += 1;
            let mut times = Some(Interval::whole());
            let (brush, bevels) = (&level.brushes[index], &self.bevels[index]);
            let hidden: &[Plane] = if brush.faces.is_empty() { &brush.endless } else { &[] };
            let own = brush.planes().chain(hidden);
            for (plane, is_bevel) in own.map(|p| (p, false)).chain(bevels.iter().map(|p| (p, true))) {
                let Some(so_far) = times else { break };
                *if is_bevel { &mut cost.bevels } else { &mut cost.planes } += 1;
                let met = PlaneMotion::of(plane, None, a_move.mover.reach(&plane.normal), a_move);
                grazed.note(&met, a_move, tolerance, length);
                times = so_far.clip(met, tolerance, length);
                show(&Look::Plane {
                    plane: *plane,
                    is_bevel,
                    shift: met.reach,
                    times: so_far.times(),
                    behind: times.map(|times| times.times()),
                });
            }
            let cell = index as u32;
            let hit = times.and_then(|times| times.hit(Some(cell)));
            show(&Look::Solid { cell, hit, best: best.map(|hit| hit.time) });
            best = earlier(best, hit);
        }
        ((best, cost), grazed)
    }
}
