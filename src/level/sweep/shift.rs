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
use super::flat::{EMPTY, Flat, LEAF, Reach};
use super::grazing::Grazed;
use super::interval::{Met, PARALLEL};
use super::look::Look;
use super::span::{Code, Skin, Span};
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
    /// Parts of the tree still to be walked, kept between moves for its memory.
    open: Vec<(u32, Span)>,
}

impl Shift {
    /// With bevels, if `rule` says at which edges.
    pub fn new(level: &Level, rule: Option<bevels::Rule>) -> Self {
        let flat = Flat::of(&level.tree, &level.cells, rule);
        Self { flat, tolerance: level.tolerance, mover: None, reaches: vec![], open: vec![] }
    }

    /// Where the move first meets the solid, and what it costs to find; every step is handed to `show`.
    pub fn run(&mut self, a_move: &Move, show: &mut impl FnMut(&Look)) -> Swept {
        if !self.mover.as_ref().is_some_and(|known| known.is_same(&a_move.mover)) {
            self.reaches = self.flat.reaches(&a_move.mover);
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
        let Self { flat, reaches, open, tolerance, .. } = self;
        let (from, path) = (a_move.from.coords, a_move.path());
        let length = path.norm();
        let skin = Skin { thickness: 2.0 * *tolerance, parallel: -PARALLEL * length };
        let (mut grazed, mut cost) = (Grazed::default(), Cost::default());
        let mut best: Option<Hit> = None;
        show(&Look::Path { from: a_move.from, to: a_move.to });
        open.clear();
        open.push((flat.root, Span::whole()));
        while let Some((mut at, mut span)) = open.pop() {
            loop {
                // A contact that is known already comes first.
                if let Some(hit) = best.filter(|hit| hit.time <= span.from) {
                    show(&Look::Skipped { times: span.times(), best: hit.time });
                    break;
                }
                if at & LEAF != 0 {
                    if at == EMPTY {
                        show(&Look::Empty { times: span.times() });
                    } else {
                        cost.cells += 1;
                        let leaf = at & !LEAF;
                        let hit =
                            at_leaf(flat, reaches, leaf, span, a_move, *tolerance, skin, &mut cost, show);
                        show(&Look::Solid { cell: leaf, hit, best: best.map(|hit| hit.time) });
                        best = earlier(best, hit);
                    }
                    break;
                }
                cost.nodes += 1;
                let node = flat.nodes[at as usize];
                let Reach { normal, shifts } = reaches[node.normal as usize];
                let (start, rate) = (normal.dot(&from) - node.offset, normal.dot(&path));
                // Mostly the mover stays on one side.
                let beyond = [
                    span.is_beyond(-start, -rate, shifts[1] + *tolerance),
                    span.is_beyond(start, rate, shifts[0] + *tolerance),
                ];
                if let Some(side) = beyond.iter().position(|is| *is) {
                    let times = Some(span.times());
                    show(&Look::Node {
                        node: at,
                        plane: Plane { normal, offset: node.offset },
                        index: node.plane,
                        shifts,
                        start_and_rate: [start, rate],
                        times: span.times(),
                        behind: times.filter(|_| side == 0),
                        ahead: times.filter(|_| side == 1),
                        ahead_first: side == 1,
                        best: best.map(|hit| hit.time),
                    });
                    at = node.children[side];
                    continue;
                }
                if POINT {
                    let plane = Some(node.plane);
                    grazed.note(&Met { start, rate, reach: 0.0, normal, plane }, a_move, *tolerance, length);
                }
                let [mut behind, mut ahead] = [span; 2];
                let code = |side| Code::Node(at as usize, side).packed();
                let is_behind = behind.clip(shifts[0] + *tolerance - start, rate, skin, code(0));
                let is_ahead = ahead.clip(shifts[1] + *tolerance + start, -rate, skin, code(1));
                show(&Look::Node {
                    node: at,
                    plane: Plane { normal, offset: node.offset },
                    index: node.plane,
                    shifts,
                    start_and_rate: [start, rate],
                    times: span.times(),
                    behind: is_behind.then(|| behind.times()),
                    ahead: is_ahead.then(|| ahead.times()),
                    ahead_first: start > 0.0,
                    best: best.map(|hit| hit.time),
                });
                // The side of the beginning first.
                let first = usize::from(is_ahead && (start > 0.0 || !is_behind));
                let spans = [behind, ahead];
                match (is_behind, is_ahead) {
                    (false, false) => break,
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

/// The contact at a solid leaf: what its bevels leave of the path.
#[expect(clippy::too_many_arguments, reason = "all that a walk knows")]
fn at_leaf(
    flat: &Flat,
    reaches: &[Reach],
    leaf: u32,
    mut span: Span,
    a_move: &Move,
    tolerance: f64,
    skin: Skin,
    cost: &mut Cost,
    show: &mut impl FnMut(&Look),
) -> Option<Hit> {
    for index in flat.bevels_of(leaf) {
        cost.bevels += 1;
        let bevel = flat.bevels[index];
        let Reach { normal, shifts: [shift, _] } = reaches[bevel.normal as usize];
        let (start, rate) = (normal.dot(&a_move.from.coords) - bevel.offset, normal.dot(&a_move.path()));
        let times = span.times();
        let is_behind = span.clip(shift + tolerance - start, rate, skin, Code::Bevel(index).packed());
        show(&Look::Plane {
            plane: Plane { normal, offset: bevel.offset },
            is_bevel: true,
            shift,
            times,
            behind: is_behind.then(|| span.times()),
        });
        if !is_behind {
            return None;
        }
    }
    let inside = span.met().is_none();
    let code = span.met().or_else(|| flat.way_out(leaf, &a_move.from.coords, reaches))?;
    let (normal, plane) = flat.met(code);
    Some(Hit { time: span.from, normal, plane, cell: Some(leaf), inside })
}

impl Sweep for Shift {
    fn sweep(&mut self, a_move: &Move) -> Result<Swept, LevelError> {
        Ok(self.run(a_move, &mut |_| ()))
    }

    fn watch(&mut self, a_move: &Move, show: &mut dyn FnMut(&Look)) -> Result<Swept, LevelError> {
        Ok(self.run(a_move, &mut |look| show(look)))
    }
}
