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
use super::flat::{Bevel, EMPTY, Flat, LEAF, Node, Reach};
use super::grazing::Grazed;
use super::interval::{Met, PARALLEL};
use super::look::Look;
use super::span::{Code, Ends, Skin, Span};
use crate::level::compiled::{Level, LevelError};
use crate::level::mover::Mover;
use crate::level::plane::Plane;

/// The walk, prepared for a level.
pub struct Shift {
    flat: Flat,
    /// The level's.
    tolerance: f64,
    /// The mover that `reaches` are of.
    mover: Option<Mover>,
    /// Planes have few normals, and movers make many moves: how far each plane is shifted is computed once.
    reaches: Vec<Reach>,
    /// The least shift of any bevel, metres.
    least: f64,
    /// Parts of the tree still to be walked, kept between moves for its memory.
    open: Vec<(u32, Span)>,
}

impl Shift {
    /// With bevels, if `rule` says at which edges.
    pub fn new(level: &Level, rule: Option<bevels::Rule>) -> Self {
        let flat = Flat::of(&level.tree, &level.cells, rule);
        Self { flat, tolerance: level.tolerance, mover: None, reaches: vec![], least: 0.0, open: vec![] }
    }

    /// Where the move first meets the solid, and what it costs to find; every step is handed to `show`.
    pub fn run(&mut self, a_move: &Move, show: &mut impl FnMut(&Look)) -> Swept {
        if !self.mover.as_ref().is_some_and(|known| known.is_same(&a_move.mover)) {
            self.reaches = self.flat.reaches(&a_move.mover);
            self.least = self.flat.least_shift(&self.reaches);
            self.mover = Some(a_move.mover.clone());
        }
        if a_move.mover != Mover::Point {
            return self.once::<false>(a_move, show).0;
        }
        let (found, grazed) = self.once::<true>(a_move, show);
        let tolerance = self.tolerance;
        grazed.settle(found, a_move, tolerance, |beside| self.once::<true>(beside, show).0)
    }

    /// One walk down the tree.
    fn once<const POINT: bool>(&mut self, a_move: &Move, show: &mut impl FnMut(&Look)) -> (Swept, Grazed) {
        let Self { flat, reaches, least, open, tolerance, .. } = self;
        let (from, path) = (a_move.from.coords, a_move.path());
        let length = path.norm();
        let skin = Skin { thickness: 2.0 * *tolerance, parallel: -PARALLEL * length };
        let (mut grazed, mut cost) = (Grazed::default(), Cost::default());
        let mut best: Option<Hit> = None;
        let mut until = f64::INFINITY;
        show(&Look::Path { from: a_move.from, to: a_move.to });
        open.clear();
        open.push((flat.root, Span::whole()));
        'parts: while let Some((mut at, mut span)) = open.pop() {
            loop {
                // A contact that is known already comes first.
                if until <= span.from {
                    show(&Look::Skipped { times: span.times(), best: until });
                    continue 'parts;
                }
                let look = |at: u32, node: &Node, span: &Span, sides: [Option<[f64; 2]>; 2], front_first| {
                    let Reach { normal, shifts } = reaches[node.normal as usize];
                    let plane = Plane { normal, offset: node.offset };
                    Look::Node {
                        node: at,
                        plane,
                        index: node.plane,
                        shifts,
                        start_and_rate: [plane.distance(&a_move.from), normal.dot(&path)],
                        times: span.times(),
                        behind: sides[0],
                        ahead: sides[1],
                        ahead_first: front_first,
                        best: best.map(|hit| hit.time),
                    }
                };
                // Down to a plane that parts this piece of the path: mostly the mover stays on one side.
                let ends = Ends::of(&from, &path, &span);
                let node = loop {
                    if at & LEAF != 0 {
                        if at == EMPTY {
                            show(&Look::Empty { times: span.times() });
                        } else {
                            cost.cells += 1;
                            let leaf = at & !LEAF;
                            let bevels = Bevels { flat, reaches, least: *least, tolerance: *tolerance, skin };
                            let hit = bevels.hit(leaf, span, a_move, &mut cost, show);
                            show(&Look::Solid { cell: leaf, hit, best: best.map(|hit| hit.time) });
                            best = earlier(best, hit);
                            until = best.map_or(until, |hit| hit.time);
                        }
                        continue 'parts;
                    }
                    cost.nodes += 1;
                    let node = &flat.nodes[at as usize];
                    let Reach { normal, shifts } = &reaches[node.normal as usize];
                    let [low, high] = ends.over(normal, node.offset);
                    if low > shifts[0] + *tolerance {
                        show(&look(at, node, &span, [None, Some(span.times())], true));
                        at = node.children[1];
                    } else if high < -(shifts[1] + *tolerance) {
                        show(&look(at, node, &span, [Some(span.times()), None], false));
                        at = node.children[0];
                    } else {
                        break node;
                    }
                };
                let Reach { normal, shifts } = reaches[node.normal as usize];
                let (start, rate) = (normal.dot(&from) - node.offset, normal.dot(&path));
                if POINT {
                    let plane = Some(node.plane);
                    grazed.note(&Met { start, rate, reach: 0.0, normal, plane }, a_move, *tolerance, length);
                }
                let [mut behind, mut ahead] = [span; 2];
                let code = |side| Code::Node(at as usize, side).packed();
                let inverse = 1.0 / rate;
                let is_behind = behind.clip(shifts[0] + *tolerance - start, rate, inverse, skin, code(0));
                let is_ahead = ahead.clip(shifts[1] + *tolerance + start, -rate, -inverse, skin, code(1));
                let sides = [is_behind.then(|| behind.times()), is_ahead.then(|| ahead.times())];
                show(&look(at, node, &span, sides, start > 0.0));
                // The side of the beginning first.
                let first = usize::from(is_ahead && (start > 0.0 || !is_behind));
                let spans = [behind, ahead];
                match (is_behind, is_ahead) {
                    (false, false) => continue 'parts,
                    (true, true) => open.push((node.children[1 - first], spans[1 - first])),
                    _ => {}
                }
                (at, span) = (node.children[first], spans[first]);
            }
        }
        cost.planes = cost.nodes;
        ((best, cost), grazed)
    }
}

/// The bevels of solid leaves, and what a mover is clipped with.
struct Bevels<'a> {
    flat: &'a Flat,
    reaches: &'a [Reach],
    least: f64,
    tolerance: f64,
    skin: Skin,
}

impl Bevels<'_> {
    /// The contact at a solid leaf: what its bevels leave of the path.
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
            // Mostly it cuts nothing off, however little it is shifted.
            if ends.highest_over(&flat.coarse[index]) < least {
                show(&self.look(index, times, Some(times)));
                continue;
            }
            let Bevel { plane, normal } = &flat.bevels[index];
            let [low, high] = ends.over(&plane.normal, plane.offset);
            let [shift, _] = reaches[*normal as usize].shifts;
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
        let inside = span.met().is_none();
        let code = span.met().or_else(|| flat.way_out(leaf, &from, reaches))?;
        let (normal, plane) = flat.met(code);
        Some(Hit { time: span.from, normal, plane, cell: Some(leaf), inside })
    }

    /// What is shown of a bevel.
    fn look(&self, index: usize, times: [f64; 2], behind: Option<[f64; 2]>) -> Look {
        let Bevel { plane, normal } = self.flat.bevels[index];
        let [shift, _] = self.reaches[normal as usize].shifts;
        Look::Plane { plane, is_bevel: true, shift, times, behind }
    }
}

impl Sweep for Shift {
    fn sweep(&mut self, a_move: &Move) -> Result<Swept, LevelError> {
        Ok(self.run(a_move, &mut |_| ()))
    }

    fn watch(&mut self, a_move: &Move, show: &mut dyn FnMut(&Look)) -> Result<Swept, LevelError> {
        Ok(self.run(a_move, &mut |look| show(look)))
    }
}
