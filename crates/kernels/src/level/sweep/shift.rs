//! `bsp-shift` and `bsp-shift-bevels`: planes are shifted during the traversal of the tree.
//!
//! Melax 2000 (source 2, "Dynamic BSP collision"): a mover touches the half-space behind a plane if and only
//! if its reference point lies behind the plane shifted towards it by the mover's reach. So the path of that
//! one point is traced down the tree. Each plane is shifted forwards for the side behind it and backwards for
//! the side in front; a mover may be on both sides at once. One tree serves movers of every size.
//! A cell lies behind all planes of its ancestors, and a mover that overlaps the cell overlaps each of those
//! half-spaces, so no contact is missed or late. The converse fails at convex edges, where the shifted planes
//! meet farther out than the mover reaches: by r(1/sin(θ/2) − 1) for a sphere at an edge with the angle θ.
//! *Bevels*, additional planes that touch the cell along an edge, cut off most of that excess. They are tested in a
//! list at the solid leaf, or, as published, at nodes of a second tree ([`crate::level::bevelled`]).
//! Cost: about twice the logarithm of the number of faces, more for a large mover. A table of shifts is
//! computed once per mover; a traversal starts below the root, at the node that [`super::entry`] finds.

use super::bevels::{self, Place};
use super::contact::{Cost, Hit, Move, Sweep, Swept, earlier};
use super::entry::Entries;
use super::flat::{Bevel, BevelsOf, EMPTY, Flat, LEAF, Reach, Reaches, Wall};
use super::interval::{Interval, PARALLEL, PlaneMotion};
use super::look::Look;
use super::seam::{HALF_IN_TREE, Seam, Touched};
use super::span::{Code, Ends, Line, Skin, Span};
use crate::geometry::{Aabb, Point};
use crate::level::bevelled::bevelled;
use crate::level::compiled::Level;
use crate::level::error::LevelError;
use crate::level::mover::Mover;
use crate::level::plane::Plane;
use crate::level::tree::Size;

/// A point that starts in a plane's skin and leaves it at this share of its speed or faster is out of it at once.
const STEEP: f64 = 0.2;

/// The method, prepared for a level.
pub struct Shift {
    flat: Flat,
    /// Size of the traversed tree.
    tree: Size,
    entries: Entries,
    /// The level's tolerance.
    tolerance: f64,
    /// The level's size, metres.
    size: f64,
    /// The level's origin.
    origin: Point,
    /// The reason why the level has no tree; `None` if it has one.
    treeless: Option<LevelError>,
    /// The mover for which `reaches` was computed.
    mover: Option<Mover>,
    /// The mover's box, relative to its reference point.
    body: Aabb,
    /// The mover's reach for each distinct normal of the planes. Computed once per mover, because planes have few
    /// distinct normals and a mover makes many moves.
    reaches: Reaches,
    /// The smallest shift of any bevel, metres.
    least: f64,
    /// Subtrees still to be visited; a buffer reused by all moves.
    open: Vec<(u32, Span)>,
}

impl Shift {
    /// Prepares a level, with bevels at the edges that the rule selects, or with none.
    pub fn new(level: &Level, bevels: Option<(bevels::Rule, Place)>) -> Self {
        let bevels_of = |leaf: u32| match (bevels, &level.cells[leaf as usize]) {
            (Some((rule, _)), Some(cell)) => bevels::of(cell, rule),
            _ => vec![],
        };
        let place = bevels.map(|(_, place)| place);
        let second = (place == Some(Place::Nodes)).then(|| bevelled(&level.tree, &bevels_of));
        let tree = second.as_ref().unwrap_or(&level.tree);
        let lists = (place == Some(Place::Leaves)).then_some(&bevels_of as BevelsOf);
        let flat = Flat::of(tree, level.tree.planes.len(), lists);
        let tree = tree.size();
        let tolerance = level.tolerance;
        let around =
            level.cells.iter().flatten().map(|cell| cell.bounds).reduce(|all, cell| all.union(&cell));
        let body = Mover::Point.bounds();
        let entries = Entries::of(&flat, &around.unwrap_or(body), tolerance);
        let (reaches, open) = (Reaches::default(), vec![]);
        let (origin, treeless) = (level.origin, level.treeless.clone());
        let size = level.size();
        Self {
            flat,
            tree,
            entries,
            tolerance,
            size,
            origin,
            treeless,
            mover: None,
            body,
            reaches,
            least: 0.0,
            open,
        }
    }

    /// The first contact of the move with the solid, and the cost. With `WATCHED`, the traversal starts at
    /// the root and passes every step to `show`.
    pub fn run<const WATCHED: bool>(
        &mut self,
        a_move: &Move,
        show: &mut impl FnMut(&Look),
    ) -> Result<Swept, LevelError> {
        if let Some(why) = &self.treeless {
            return Err(why.clone());
        }
        let a_move = &*a_move.seen_from(&self.origin);
        if !self.mover.as_ref().is_some_and(|known| known.is_same(&a_move.mover)) {
            self.reaches = self.flat.reaches(&a_move.mover, self.tolerance);
            self.least = self.flat.least_shift(&self.reaches);
            self.body = a_move.mover.bounds();
            self.mover = Some(a_move.mover.clone());
        }
        show(&Look::Path { from: a_move.from, to: a_move.to });
        if a_move.mover != Mover::Point {
            return Ok(self.once::<false, WATCHED>(a_move, show).0);
        }
        let ((best, cost), touched) = self.once::<true, WATCHED>(a_move, show);
        let until = best.map_or(f64::INFINITY, |hit| hit.time);
        if touched >= until {
            return Ok((best, cost));
        }
        Ok((self.at_seam(a_move, [touched, until], show).or(best), cost))
    }

    /// The first contact of a point with the union of the leaves that it only touches one by one.
    fn at_seam(&self, a_move: &Move, times: [f64; 2], show: &mut impl FnMut(&Look)) -> Option<Hit> {
        let half = HALF_IN_TREE * self.size.max(a_move.reach());
        let leaves = self.flat.leaves_near(&a_move.from.coords, &a_move.path(), Seam::reach(half));
        let touched = |leaf: u32| {
            // Bevels cut nothing off a leaf, so a point needs none.
            let own =
                self.flat.walls(leaf, &self.reaches).filter(|(_, code)| self.flat.bevel(*code).is_none());
            let seen = |(wall, code): (Wall, Code)| PlaneMotion {
                plane: self.flat.met(code).1,
                ..wall.seen_by(a_move)
            };
            Touched { cell: leaf, planes: own.map(seen).collect() }
        };
        let solids: Vec<Touched> = leaves.into_iter().map(touched).collect();
        let seam = Seam { solids: &solids, path: a_move.path(), half, tolerance: self.tolerance };
        seam.first_hit(times, show)
    }

    /// Traverses the tree once. Also returns the first time at which a point touches a leaf without entering it.
    fn once<const POINT: bool, const WATCHED: bool>(
        &mut self,
        a_move: &Move,
        show: &mut impl FnMut(&Look),
    ) -> (Swept, f64) {
        let Self { flat, entries, body, reaches, least, open, tolerance, .. } = self;
        let (from, path) = (a_move.from.coords, a_move.path());
        let length = path.norm();
        let skin = Skin { thickness: 2.0 * *tolerance, parallel: -PARALLEL * length };
        let (mut touched, mut cost) = (f64::INFINITY, Cost::default());
        // `touched` before the chain of bevels on top of a leaf, in case the point enters that leaf.
        let mut before = touched;
        let mut best: Option<Hit> = None;
        let mut until = f64::INFINITY;
        let line = Line::of(&from, &path);
        open.clear();
        let begin = if WATCHED {
            flat.root
        } else {
            let (a, b) = (from, a_move.to.coords);
            entries.at(&(a.inf(&b) + body.min.coords), &(a.sup(&b) + body.max.coords))
        };
        open.push((begin, Span::whole()));
        'parts: while let Some((mut at, mut span)) = open.pop() {
            // An earlier contact is already known.
            if until <= span.from {
                show(&Look::Skipped { times: span.times(), best: until });
                continue 'parts;
            }
            while at & LEAF == 0 {
                cost.nodes += 1;
                let (node, index) = flat.node(at);
                let is_bevel = node.is_bevel();
                if is_bevel {
                    cost.bevels += 1;
                    // A point that a bevel keeps out may still touch the leaf.
                    if POINT && (at == begin || !flat.is_below_bevel(at)) {
                        (before, touched) = (touched, touched.min(span.from));
                    }
                }
                let Reach { normal, limits } = &reaches.table[index];
                let [start, rate] = line.over(normal, node.offset);
                let look = |span: &Span, behind, ahead, ahead_first| Look::Node {
                    node: at,
                    plane: Plane::new(*normal, node.offset),
                    index: (!is_bevel).then(|| flat.planes[at as usize]),
                    shifts: reaches.shifts[index],
                    start_and_rate: [start, rate],
                    times: span.times(),
                    behind,
                    ahead,
                    ahead_first,
                    best: best.map(|hit| hit.time),
                };
                // Usually the mover stays on one side.
                let (a, b) = (start + rate * span.from, start + rate * span.to);
                if (if a < b { a } else { b }) > limits[0] {
                    if WATCHED {
                        show(&look(&span, None, Some(span.times()), true));
                    }
                    at = flat.children(at, node)[1];
                    continue;
                }
                if (if a > b { a } else { b }) < -limits[1] {
                    if WATCHED {
                        show(&look(&span, Some(span.times()), None, false));
                    }
                    at = flat.children(at, node)[0];
                    continue;
                }
                // The point starts in the plane and stays there for a while: it touches what lies on both sides.
                if POINT && !is_bevel && start.abs() <= *tolerance && rate.abs() <= STEEP * length {
                    touched = touched.min(span.from);
                }
                let past = [limits[0] - start, limits[1] + start];
                let (inverse, [on_behind, on_ahead]) = (1.0 / rate, flat.children(at, node));
                let ahead_first;
                if let Some([behind, ahead]) = span.parted(past, rate, inverse, skin, at) {
                    if WATCHED {
                        show(&look(&span, Some(behind.times()), Some(ahead.times()), start > 0.0));
                    }
                    // The side that contains the start of the path is visited first.
                    ahead_first = start > 0.0;
                    let far = if ahead_first { on_behind } else { on_ahead };
                    open.push((far, Span::either(ahead_first, &behind, &ahead)));
                    span = Span::either(ahead_first, &ahead, &behind);
                } else {
                    let (mut behind, mut ahead) = (span, span);
                    let code = |side| Code::Node(at as usize, side).packed();
                    let is_behind = behind.clip(past[0], rate, inverse, skin, code(0));
                    let is_ahead = ahead.clip(past[1], -rate, -inverse, skin, code(1));
                    let times = [is_behind.then(|| behind.times()), is_ahead.then(|| ahead.times())];
                    if WATCHED {
                        show(&look(&span, times[0], times[1], start > 0.0));
                    }
                    ahead_first = is_ahead && (start > 0.0 || !is_behind);
                    match (is_behind, is_ahead) {
                        (false, false) => continue 'parts,
                        (true, true) if ahead_first => open.push((on_behind, behind)),
                        (true, true) => open.push((on_ahead, ahead)),
                        _ => {}
                    }
                    span = if ahead_first { ahead } else { behind };
                }
                at = if ahead_first { on_ahead } else { on_behind };
                if until <= span.from {
                    show(&Look::Skipped { times: span.times(), best: until });
                    continue 'parts;
                }
            }
            if at == EMPTY {
                show(&Look::Empty { times: span.times() });
                continue 'parts;
            }
            cost.cells += 1;
            let leaf = flat.cell(at);
            let bevels = Bevels { flat, reaches, least: *least, tolerance: *tolerance, skin };
            let hit = bevels.hit(leaf, span, a_move, &mut cost, show);
            if POINT && hit.is_none() {
                touched = touched.min(span.from);
            } else if POINT && flat.is_below_bevel(at) {
                touched = before;
            }
            show(&Look::Solid { cell: leaf, hit, best: best.map(|hit| hit.time) });
            best = earlier(best, hit);
            until = best.map_or(until, |hit| hit.time);
        }
        cost.planes = cost.nodes;
        ((best, cost), touched)
    }
}

/// The lists of bevels of solid leaves, with the data to clip a mover's path by them.
struct Bevels<'a> {
    flat: &'a Flat,
    reaches: &'a Reaches,
    least: f64,
    tolerance: f64,
    skin: Skin,
}

impl Bevels<'_> {
    /// The contact with a solid leaf: the start of the part of the path that lies behind all its bevels; `None` if
    /// there is no such part, or if the mover only touches the leaf.
    fn hit(
        &self,
        leaf: u32,
        mut span: Span,
        a_move: &Move,
        cost: &mut Cost,
        show: &mut impl FnMut(&Look),
    ) -> Option<Hit> {
        let Self { flat, reaches, tolerance, skin, .. } = *self;
        let (from, path) = (a_move.from.coords, a_move.path());
        let mut ends = Ends::of(&from, &path, &span);
        let least = self.least - 2.0 * skin.thickness;
        for index in flat.bevels_of(leaf) {
            cost.bevels += 1;
            let times = span.times();
            // The path lies behind most bevels, even if they are shifted by the smallest shift of any bevel.
            if ends.highest_over(&flat.coarse[index]) < least {
                show(&self.look(index, times, Some(times)));
                continue;
            }
            let Bevel { plane, normal } = &flat.bevels[index];
            let [low, high] = ends.over(&plane.normal, plane.offset);
            let [shift, _] = reaches.shifts[*normal as usize];
            let is_behind = if low > shift + tolerance {
                false
            } else if high < shift - 2.0 * skin.thickness {
                true
            } else {
                let (start, rate) = (plane.distance(&a_move.from), plane.normal.dot(&path));
                let code = Code::Bevel(index).packed();
                let is_behind = span.clip(shift + tolerance - start, rate, 1.0 / rate, skin, code);
                ends = Ends::of(&from, &path, &span);
                is_behind
            };
            show(&self.look(index, times, is_behind.then(|| span.times())));
            if !is_behind {
                return None;
            }
        }
        if !span.is_long(skin.thickness) && !self.is_entered(leaf, a_move) {
            return None;
        }
        let inside = span.met().is_none();
        let code = span.met().or_else(|| flat.way_out(leaf, &from, reaches))?;
        let (normal, plane) = flat.met(code);
        Some(Hit { time: span.from, normal, plane, cell: Some(leaf), inside })
    }

    /// True if the mover certainly overlaps the leaf at some time, all its walls moved back by a skin.
    fn is_entered(&self, leaf: u32, a_move: &Move) -> bool {
        let length = a_move.path().norm();
        let mut walls = self.flat.walls(leaf, self.reaches);
        let times = walls.try_fold(Interval::whole(), |times, (wall, _)| {
            times.clip(wall.seen_by(a_move), self.tolerance, length)
        });
        times.is_some_and(|times| times.enters())
    }

    /// The reported step of a bevel.
    fn look(&self, index: usize, times: [f64; 2], behind: Option<[f64; 2]>) -> Look {
        let Bevel { plane, normal } = self.flat.bevels[index];
        let [shift, _] = self.reaches.shifts[normal as usize];
        Look::Plane { plane, is_bevel: true, shift, times, behind }
    }
}

impl Sweep for Shift {
    fn sweep(&mut self, a_move: &Move) -> Result<Swept, LevelError> {
        self.run::<false>(a_move, &mut |_| ())
    }

    #[cfg(feature = "methods")]
    fn watch(&mut self, a_move: &Move, show: &mut dyn FnMut(&Look)) -> Result<Swept, LevelError> {
        self.run::<true>(a_move, &mut |look| show(look))
    }

    fn tree(&self) -> Option<Size> {
        self.treeless.is_none().then_some(self.tree)
    }
}
