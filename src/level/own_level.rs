//! A level from a file (a closed mesh or a `.map`), and a path through it.

use std::path::{Path, PathBuf};

use crate::files;
use crate::geometry::{Aabb, Mesh, Point, Vector, import};
use crate::level::compile::SplitRule;
use crate::level::compiled::Level;
use crate::level::error::LevelError;
use crate::level::map::{self, Map, UNITS};
use crate::level::mover::Mover;
use crate::level::sweep::{Exact, Move, Sweep};

/// File endings that [`OwnLevel::read`] accepts: those of meshes, and `.map`.
pub const ENDINGS: &[&str] = &{
    let mut endings = ["map"; import::ENDINGS.len() + 1];
    let mut at = 0;
    while at < import::ENDINGS.len() {
        endings[at] = import::ENDINGS[at];
        at += 1;
    }
    endings
};
/// Positions tried along x and along z for the path over a mesh.
const GRID: usize = 5;
/// Number of directions that are tried from the start of a map, and the length of each attempt, metres.
const DIRECTIONS: usize = 8;
const FAR: f64 = 5.0;
/// The path covers this share of the unobstructed distance in each direction.
const USED_SHARE: f64 = 0.7;
/// Height of a path above the floor, metres.
const OVER: f64 = 0.01;

/// The contents of a level file.
#[derive(Clone, Debug)]
pub enum OwnLevel {
    /// A closed mesh, and notes on its repair.
    Mesh(Mesh, Vec<String>),
    /// The brushes of a level designer.
    Map(Map),
}

impl OwnLevel {
    /// Reads a closed mesh, or a map if the file name ends in `.map`. The error names the file and the problem.
    pub fn read(path: &Path) -> Result<(PathBuf, Self), String> {
        let refused = |why: String| format!("{}: {why}", path.display());
        let is_map = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("map"));
        let own = if is_map {
            let map = map::load(path, UNITS).map_err(refused)?;
            if map.brushes.is_empty() {
                return Err(refused("the map contains no brushes".to_owned()));
            }
            Self::Map(map)
        } else {
            let import::Imported { mesh, notes, numbers } =
                import::read(path).map_err(|why| why.to_string())?;
            let closed = mesh.check_closed().map_err(|why| mesh.explain(&why, numbers.as_deref()));
            closed.map_err(|why| refused(format!("a level must be a closed mesh: {why}")))?;
            // The faces of a mesh with a negative volume look inwards: its solid would be everything outside it,
            // which is unbounded.
            if mesh.volume() <= 0.0 {
                return Err(refused("a level must be a closed mesh whose faces point outwards".to_owned()));
            }
            Self::Mesh(mesh, notes)
        };
        Ok((files::absolute(path), own))
    }

    /// An English note about the level's size and the parts of the file that were left out.
    pub fn summary(&self) -> String {
        let size = match self {
            Self::Mesh(mesh, _) => format!("{} triangles", mesh.triangles().len()),
            Self::Map(map) if map.brushes.len() == 1 => "1 brush".to_owned(),
            Self::Map(map) => format!("{} brushes", map.brushes.len()),
        };
        [size].iter().chain(self.notes()).cloned().collect::<Vec<_>>().join("; ")
    }

    /// Repairs, and parts of the file that were left out, one English sentence each.
    pub fn notes(&self) -> &[String] {
        match self {
            Self::Mesh(_, notes) => notes,
            Self::Map(map) => &map.notes,
        }
    }

    /// Compiles the level.
    pub fn compile(&self, go_on: &mut dyn FnMut(usize, usize) -> bool) -> Result<Level, LevelError> {
        match self {
            Self::Mesh(mesh, _) => Level::of_mesh(mesh, SplitRule::Mixed, go_on),
            Self::Map(map) => {
                let around = Aabb::cube(map.start.unwrap_or_else(Point::origin), 1.0);
                Level::of_brushes(&map.brushes, &around, SplitRule::Mixed, go_on)
            }
        }
    }

    /// Places on the level for a walker to visit in order.
    pub fn path(&self, level: &Level) -> Vec<Point> {
        let bounds = level.brushes.iter().map(|brush| brush.bounds).reduce(|all, one| all.union(&one));
        let bounds = bounds.unwrap_or(*level.bounds());
        let mut floors = FloorFinder { exact: Exact::new(level), bottom: bounds.min.y };
        match self {
            Self::Map(Map { start: Some(start), .. }) => floors.path_from(*start),
            _ => floors.over(&bounds),
        }
    }

    /// The path for a driver: [`OwnLevel::path`] without the returns to its start, where a car would have to
    /// turn on the spot.
    pub fn round(&self, path: &[Point]) -> Vec<Point> {
        let round: Vec<Point> = match self {
            Self::Map(Map { start: Some(_), .. }) => path.iter().skip(1).step_by(2).copied().collect(),
            _ => path.to_vec(),
        };
        if round.is_empty() { path.to_vec() } else { round }
    }
}

/// Finds the floor by moving points down through the level.
struct FloorFinder<'a> {
    exact: Exact<'a>,
    bottom: f64,
}

impl FloorFinder<'_> {
    /// The time, from 0 to 1, at which the solid stops a point that moves from `from` to `to`; `None` if nothing
    /// stops it.
    fn stops(&mut self, from: Point, to: Point) -> Option<f64> {
        let (hit, _) = self.exact.sweep(&Move { mover: Mover::Point, from, to }).ok()?;
        Some(hit?.time)
    }

    /// The point on the floor below a position.
    fn floor(&mut self, from: Point) -> Option<Point> {
        let to = Point::new(from.x, self.bottom, from.z);
        Some(from + (to - from) * self.stops(from, to)? + Vector::y() * OVER)
    }

    /// A path that leaves the start in each of several directions and returns to the start each time.
    fn path_from(&mut self, start: Point) -> Vec<Point> {
        let begin = self.floor(start).unwrap_or(start);
        let mut path = vec![begin];
        for way in 0..DIRECTIONS {
            let (sin, cos) = (std::f64::consts::TAU * way as f64 / DIRECTIONS as f64).sin_cos();
            let to = start + Vector::new(sin, 0.0, cos) * FAR;
            let free = self.stops(start, to).unwrap_or(1.0);
            if let Some(place) = self.floor(start + (to - start) * (USED_SHARE * free)) {
                path.extend([place, begin]);
            }
        }
        path
    }

    /// A loop around the level: floor points below the outer ring of a grid over it.
    fn over(&mut self, Aabb { min, max }: &Aabb) -> Vec<Point> {
        let at = |[i, j]: [usize; 2]| {
            let share = |k: usize| (k as f64 + 0.5) / GRID as f64;
            let high = max.y + 0.1 * (max.y - min.y);
            Point::new(min.x + (max.x - min.x) * share(i), high, min.z + (max.z - min.z) * share(j))
        };
        let last = GRID - 1;
        let ring = (0..last).map(|i| [i, 0]);
        let ring = ring.chain((0..last).map(|j| [last, j])).chain((1..=last).rev().map(|i| [i, last]));
        let ring = ring.chain((1..=last).rev().map(|j| [0, j]));
        let path: Vec<Point> = ring.filter_map(|cell| self.floor(at(cell))).collect();
        if path.is_empty() { vec![at([last / 2; 2])] } else { path }
    }
}
