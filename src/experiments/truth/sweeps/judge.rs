//! Checks the exact method's answers to adversarial moves, in integer arithmetic. Errors are relative to the *reach*
//! of a move: the longest side of the box around the volume that the mover sweeps.

use rand::SeedableRng;
use rand_pcg::Pcg64;

use super::families::case;
use super::grids::{self, Place};
use super::unions::truths;
use super::whole::{Failure, Solid};
use crate::about::Promise;
use crate::level::compile::SplitRule;
use crate::level::compiled::Level;
use crate::level::methods::{METHODS, Method};
use crate::level::plane::Plane;
use crate::level::sweep::proof::Proof;
use crate::level::sweep::{Exact, Move, Sweep as _};

/// Largest error that the exact method's promise allows, as a fraction of the move's reach.
pub const BOUND: f64 = 1e-10;

/// Counts of the answers to some moves.
#[derive(Clone, Copy, Debug, Default)]
pub struct Tally {
    /// All moves.
    pub moves: u64,
    /// Moves in which the mover hits the brush.
    pub hits: u64,
    /// Moves in which the mover begins inside the brush.
    pub inside: u64,
    /// Moves reported as free in which the mover penetrates the brush deeper than [`BOUND`].
    pub missed: u64,
    /// Hits reported late: before the hit the mover penetrates the brush deeper than [`BOUND`].
    pub late: u64,
    /// Hits reported early: at the hit the mover is farther from the brush than [`BOUND`].
    pub early: u64,
    /// Moves of a point at rest for which the method is wrong about whether the point is inside.
    pub begins_wrong: u64,
    /// Answers whose proof is missing or fails.
    pub unproved: u64,
    /// The largest error of an answer, as a fraction of the move's reach.
    pub worst: f64,
}

impl Tally {
    /// The sum of both tallies.
    pub fn plus(&self, other: &Self) -> Self {
        Self {
            moves: self.moves + other.moves,
            hits: self.hits + other.hits,
            inside: self.inside + other.inside,
            missed: self.missed + other.missed,
            late: self.late + other.late,
            early: self.early + other.early,
            begins_wrong: self.begins_wrong + other.begins_wrong,
            unproved: self.unproved + other.unproved,
            worst: self.worst.max(other.worst),
        }
    }
}

/// Checks the answers to the moves of a case. Returns the exponent of ten of the mover's size, and the counts; `None`
/// if rounding leaves no solid brush.
pub fn judge(kind: usize, seed: u64, index: u64, count: usize) -> Option<(f64, Tally)> {
    let case = case(kind, seed, index, count);
    let reach = case.moves.iter().map(Move::reach).fold(f64::MIN_POSITIVE, f64::max);
    let solid = Solid::new(&case.planes, reach);
    let planes =
        case.planes.iter().map(|[x, y, z, d]| Plane::of([*x, *y, *z], -d)).collect::<Option<Vec<_>>>()?;
    let swept = case.moves.iter().map(|a_move| a_move.mover.swept(&a_move.from, &a_move.to));
    let around = swept.reduce(|all, one| all.union(&one))?;
    let level = Level::of_brushes(&[planes], &around, SplitRule::Mixed, &mut |_, _| true).ok()?;
    if !solid.is_solid() {
        return None;
    }
    let mut exact = Exact::new(&level);
    let mut tally = Tally::default();
    for a_move in &case.moves {
        tally = tally.plus(&one(&mut exact, &solid, a_move));
    }
    Some((case.size, tally))
}

/// Thickness of a layer, as a fraction of the level's size or of the move's reach, whichever is larger. The methods
/// that are never late must report a contact before the mover touches the brush shrunk by this layer.
pub const LATE: f64 = 1e-9;

/// Counts the late answers of the methods that promise never to be late: those after the mover's contact with the
/// brush shrunk by [`LATE`]. Returns for each method its id, its number of moves and its number of late answers.
pub fn late(kind: usize, seed: u64, index: u64, count: usize) -> Option<Vec<(&'static str, u64, u64)>> {
    let case = case(kind, seed, index, count);
    let planes =
        case.planes.iter().map(|[x, y, z, d]| Plane::of([*x, *y, *z], -d)).collect::<Option<Vec<_>>>()?;
    let swept = case.moves.iter().map(|a_move| a_move.mover.swept(&a_move.from, &a_move.to));
    let around = swept.reduce(|all, one| all.union(&one))?;
    let made =
        |planes: Vec<Plane>| Level::of_brushes(&[planes], &around, SplitRule::Mixed, &mut |_, _| true).ok();
    let level = made(planes.clone())?;
    let never_late = METHODS.iter().filter(|method| method.promise == Promise::NeverLate);
    let mut counts: Vec<(&'static str, u64, u64)> = Vec::new();
    for method in never_late {
        let mut sweep = method.make(&level, &method.default_settings());
        let mut late = 0;
        for a_move in &case.moves {
            let Ok((hit, _)) = sweep.sweep(a_move) else { continue };
            let size = level.size().max(a_move.reach());
            let Some(less) = made(planes.iter().map(|plane| plane.shifted_precisely(-LATE * size)).collect())
            else {
                continue;
            };
            let Some(deep) = Exact::new(&less).sweep(a_move).ok().and_then(|(hit, _)| hit) else { continue };
            let time = hit.map_or(f64::INFINITY, |hit| hit.time);
            late += u64::from(time > deep.time);
        }
        counts.push((method.id, case.moves.len() as u64, late));
    }
    Some(counts)
}

/// Counts the answers that differ from the truth among solids of whole numbers, and those that are late: the next of
/// [`grids::FAMILIES`] with its index. A method that may be early is wrong only if it is late, but for a point all
/// methods are exact. Returns for each method its id, its number of moves, and the wrong ones.
pub fn among_solids(
    kind: usize,
    seed: u64,
    index: u64,
    count: usize,
) -> Option<Vec<(&'static str, u64, u64)>> {
    let families = grids::FAMILIES.len() as u64;
    let grid = grids::grid((index % families) as usize, kind, seed, index, count);
    // The level has one of the plain and turned places in the world, and is made of brushes or of a mesh.
    let place = match index / families % 3 {
        0 => Place::PLAIN,
        _ => Place::any(&mut Pcg64::seed_from_u64(seed ^ index), kind == 2),
    };
    let moves = place.moves(&grid)?;
    let mesh = place.mesh(&grid).filter(|_| index / families % 2 == 1);
    let level = match mesh {
        Some(mesh) => Level::of_mesh(&mesh, SplitRule::Mixed, &mut |_, _| true).ok()?,
        None => {
            let around = grids::around(&moves)?;
            Level::of_brushes(&place.planes(&grid)?, &around, SplitRule::Mixed, &mut |_, _| true).ok()?
        }
    };
    let truths = truths(&grid);
    let wrong_of = |method: &Method| {
        let mut sweep = method.make(&level, &method.default_settings());
        let is_exact = method.promise == Promise::Exact || kind == 0;
        let is_wrong = |(a_move, truth): &(&Move, &Option<f64>)| {
            let Ok((hit, _)) = sweep.sweep(a_move) else { return false };
            let size = if method.promise == Promise::Exact { 0.0 } else { level.size() };
            let near = GRID_NEAR * a_move.reach().max(size) / a_move.path().norm();
            match (hit.map(|hit| hit.time), **truth) {
                (None, None) => false,
                (None, Some(_)) => true,
                (Some(_), None) => is_exact,
                (Some(time), Some(truth)) => time > truth + near || is_exact && time < truth - near,
            }
        };
        moves.iter().zip(&truths).filter(is_wrong).count() as u64
    };
    Some(METHODS.iter().map(|method| (method.id, moves.len() as u64, wrong_of(method))).collect())
}

/// Largest distance between the place of a hit and the true one among solids of whole numbers, as a fraction of the
/// reach or the level's size: a path meets their planes at a slope of a tenth or more.
const GRID_NEAR: f64 = 2e-9;

/// Makes one move with the exact method and checks the answer.
fn one(exact: &mut Exact, solid: &Solid, a_move: &Move) -> Tally {
    let hit = exact.sweep(a_move).ok().and_then(|(hit, _)| hit);
    let mut tally = Tally { moves: 1, hits: u64::from(hit.is_some()), ..Tally::default() };
    let inside = hit.is_some_and(|hit| hit.inside);
    tally.inside = u64::from(inside);
    if a_move.reach() == 0.0 {
        // A point at rest is inside or not, to the last bit.
        tally.begins_wrong = u64::from(inside != solid.holds(a_move));
        return tally;
    }
    let failure = match (exact.proof(a_move, hit.as_ref()), &hit) {
        (Some(Proof::Contact(contact)), Some(hit)) => solid.hit(a_move, hit, &contact),
        (Some(Proof::Parted(planes)), None) => {
            let failures = planes.iter().map(|plane| solid.free(a_move, plane));
            failures.reduce(|_, last| last).unwrap_or_else(|| solid.far(a_move))
        }
        _ => {
            tally.unproved = 1;
            return tally;
        }
    };
    let reach = a_move.reach();
    let of_reach = |metres: f64| if metres <= 0.0 { 0.0 } else { metres / reach };
    let Failure { late, early } = Failure { late: of_reach(failure.late), early: of_reach(failure.early) };
    tally.worst = late.max(early);
    tally.missed = u64::from(hit.is_none() && late > BOUND);
    tally.late = u64::from(hit.is_some() && late > BOUND);
    tally.early = u64::from(!inside && early > BOUND);
    tally.begins_wrong = u64::from(inside && early > BOUND);
    tally
}
